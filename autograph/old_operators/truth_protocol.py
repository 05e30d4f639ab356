"""The part of the operators that asks values for their truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Told:
    """A value whose class tells its truth, and has been asked for it."""

    __slots__ = ("is_true", "value")

    def __init__(self, value: Any, *, is_true: bool) -> None:
        """Note what a value has answered."""
        self.value = value
        self.is_true = is_true

    def __bool__(self) -> bool:
        return self.is_true


class TruthOperators:
    """What asks values for their truth, as methods; by default what Python does."""

    def if_exp(
        self,
        condition: Any,
        if_true: Callable[[], Any],
        if_false: Callable[[], Any],
        source: str = "",
    ) -> Any:
        """Return `if_true() if condition else if_false()`.

        Args:
            condition: Its value, not yet asked for its truth.
            if_true: Returns the first operand.
            if_false: Returns the last operand.
            source: The text of the condition, for messages.
        """
        del source
        return if_true() if condition else if_false()

    def and_(self, left: Callable[[], Any], right: Callable[[], Any]) -> Any:
        """Return `left() and right()`."""
        return left() and right()

    def or_(self, left: Callable[[], Any], right: Callable[[], Any]) -> Any:
        """Return `left() or right()`."""
        return left() or right()

    def not_(self, value: Any) -> Any:
        """Return `not value`."""
        return not value

    def truth(self, value: Any) -> Any:
        """Return the truth of a value: what a condition of several parts asks for."""
        return bool(value)

    def asked_once(self, value: Any) -> Any:
        """Return what of two operators one asks for its truth: that; as `truth` does.

        Staged `and` and `or` may take the value instead.
        """
        return self.truth(value)

    def asked_again(self, value: Any) -> Any:
        """Return what `not (value and ...)` asks for its truth twice: the value."""
        return value

    def asked_before(self, value: Any) -> Any:
        """Return what several operators ask for its truth, and Python once.

        It knows the answer; see `told_value`.
        """
        return Told(value, is_true=self.truth(value))

    def told_value(self, value: Any) -> Any:
        """Return the value that operators make of what is `asked_before`."""
        return value.value if type(value) is Told else value
