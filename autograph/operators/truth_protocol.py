"""The part of the operators that asks values for their truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


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
