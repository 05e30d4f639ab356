"""Arguments that a recursive function passes on: one list or set in all of its calls.

    def go(k, path):
        path.append(k)
        if k > 0:
            go(k - 1, path)
        path.pop()

Who calls `go` inside passes what it was given, so that `path` is known, as a list is
that a function closes over. It is no input of the function graph; what the body writes
to it is found out and carried like all that a function writes in place. Where a call
turns out to pass something else, the function is staged again, with an input for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

from graph import nest
from graph.tensor import SymbolicTensor


class Pinned:
    """Stands among arguments for a list, dict or set that each call passes.

    Attributes:
        value: That, or a tuple that holds some.
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        """Stand for `value`."""
        self.value = value


class Unpinned(BaseException):  # a jump, not an error
    """A call passes something else than what was pinned."""

    def __init__(self, found: Sequence[Pinned]) -> None:
        """Tell in place of what."""
        super().__init__()
        self.found = found


def pins(
    first: Sequence[Any], values: Sequence[Any], function: FunctionType
) -> dict[int, Pinned]:
    """Return what two calls of a function both pass and may change, by its place.

    A default of a parameter is not among it: it outlives the call.
    """
    named = function.__kwdefaults__ or {}
    defaults = {id(each) for each in (*(function.__defaults__ or ()), *named.values())}
    return {
        place: Pinned(each)
        for place, (each, other) in enumerate(zip(first, values, strict=True))
        if each is other and id(each) not in defaults and is_changeable(each)
    }


def is_changeable(value: Any) -> bool:
    """Is there a list, dict, set or array in a nested value?"""
    if type(value) in (list, dict, set):
        return True
    if isinstance(value, SymbolicTensor):
        return value.spec.shape != ()
    return nest.is_nested(value) and any(map(is_changeable, value))


def passed_on(first: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    """Return the arguments of a call, with what is pinned among the first call's.

    Raises:
        Unpinned: The call passes something else.
    """
    pairs = list(zip(first, values, strict=True))
    lost = [pin for pin, x in pairs if type(pin) is Pinned and pin.value is not x]
    if lost:
        raise Unpinned(lost)
    return [pin if type(pin) is Pinned else each for pin, each in pairs]


def unwrapped(values: Sequence[Any]) -> list[Any]:
    """Return arguments as the function takes them."""
    return [each.value if type(each) is Pinned else each for each in values]
