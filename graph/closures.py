"""Variables that a function shares with a function that is being traced.

A function that is called when a graph runs may use variables of the function that the
graph was made of. They are gone by then: tracing has run on, and assigned to them. So
each is held as it was where the call stands; and as every run of plain Python begins
with new ones, a call that leaves something in them is refused.
"""

from __future__ import annotations

import array
import collections
import sys
from collections.abc import Callable
from copy import copy
from itertools import chain
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any, Final

import numpy as np

from graph.errors import SideEffectError


class Frozen:
    """A function whose variables of the traced function are those of one moment.

    Attributes:
        function: A copy of the function, on cells of its own.
    """

    __slots__ = ("_cells", "_contents", "_values", "function")

    def __init__(self, function: FunctionType, shared: frozenset[str]) -> None:
        """Take the values that the shared variables have now."""
        cells = dict(
            zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        )
        self._cells: dict[str, CellType] = {}
        for name in sorted(shared):
            cells[name] = self._cells[name] = _copy(cells[name])
        self._values = {name: _value(cell) for name, cell in self._cells.items()}
        self._contents = {
            name: _content_of(value)
            for name, value in self._values.items()
            if isinstance(value, _CONTAINERS)
        }
        self.function = FunctionType(
            function.__code__,
            function.__globals__,
            function.__name__,
            function.__defaults__,
            tuple(cells.values()),
        )
        self.function.__kwdefaults__ = function.__kwdefaults__
        self.function.__dict__.update(function.__dict__)

    def __call__(self, *args: Any) -> Any:
        """Call the function.

        Raises:
            SideEffectError: It has changed what it shares with the traced function.
        """
        result = self.function(*args)
        for name, cell in self._cells.items():
            if _value(cell) is not self._values[name]:
                raise _changed(self.function, name, "assigns")
        for name, content in self._contents.items():
            if not _is_same(content, _content_of(self._values[name])):
                raise _changed(self.function, name, "changes the content of")
        return result


class FrozenMethod:
    """A method of a list, dict or the like that the traced function has made.

    Attributes:
        function: The method.
    """

    __slots__ = ("_content", "function")

    def __init__(self, function: Any) -> None:
        """Take the content that its owner has now."""
        self.function = function
        self._content = _content_of(function.__self__)

    def __call__(self, *args: Any) -> Any:
        """Call the method.

        Raises:
            SideEffectError: It has changed its owner.
        """
        result = self.function(*args)
        owner = self.function.__self__
        if not _is_same(self._content, _content_of(owner)):
            name = f"of type {type(owner).__name__}"
            raise _changed(self.function, name, "changes the content of")
        return result


_EMPTY = object()
_LISTED: Final[tuple[Any, ...]] = (list, set, collections.deque)
_CONTAINERS: Final = (*_LISTED, dict, bytearray, array.array, np.ndarray)


def _content_of(owner: Any) -> list[Any]:
    """Return what a container holds; no method of the user's is called."""
    if isinstance(owner, dict):
        return list(chain.from_iterable(dict.items(owner)))
    for kind in _LISTED:
        if isinstance(owner, kind):
            return list(kind.__iter__(owner))
    if isinstance(owner, np.ndarray) and owner.dtype.hasobject:
        return list(owner.flat)
    return [bytes(owner)]


def _is_same(before: list[Any], after: list[Any]) -> bool:
    if len(before) != len(after):
        return False
    pairs = zip(before, after, strict=True)
    return all(x is y or (type(x) is bytes and x == y) for x, y in pairs)


def _value(cell: CellType) -> Any:
    held = _content(cell)
    return held.value if getattr(type(held), "is_variable", False) else held


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _EMPTY


def _copy(cell: CellType) -> CellType:
    held = _content(cell)
    if held is _EMPTY:
        return CellType()
    is_variable = getattr(type(held), "is_variable", False)  # closure conversion's
    return CellType(copy(held) if is_variable else held)


def _changed(function: Any, name: str, how: str) -> SideEffectError:
    what = name if " " in name else f"`{name}`"
    return SideEffectError(
        f"{function.__name__}() {how} the variable {what} of the function that was "
        "traced. The graph calls it at every run, and tracing, which would read the "
        "variable, is over.",
        hint="Keep it in an ag.Variable, return it as a result, or make it outside of "
        "the traced function.",
    )


def as_it_is_now(function: Any, depth: int = 1) -> Callable[..., Any]:
    """Return a function that can be called when tracing is over.

    Args:
        function: What is called; returned as it is if it shares nothing.
        depth: How many frames of the caller to skip: those before the user's.
    """
    owner = getattr(function, "__self__", None)
    frame = sys._getframe(depth)
    if isinstance(owner, _CONTAINERS) and _is_made_inside(owner, frame):
        return FrozenMethod(function)
    if not isinstance(function, FunctionType) or not function.__closure__:
        return function  # type: ignore[no-any-return]
    shared = _variables_of_frames(function.__code__, frame)
    return Frozen(function, shared) if shared else function


# Under this name converted functions have the operators that they call: they are what
# is traced, or called by that.
_MARK: Final = "ag__"


def _variables_of_frames(code: CodeType, frame: FrameType | None) -> frozenset[str]:
    """Return those free variables of a function that traced functions around it own.

    What a function closes over that is not running was made before it was traced.
    """
    found: set[str] = set()
    wanted = set(code.co_freevars)
    while frame is not None and wanted:
        around = frame.f_code
        is_traced = _MARK in around.co_freevars
        if is_traced and any(const is code for const in around.co_consts):
            found |= wanted & set(around.co_cellvars)
            wanted &= set(around.co_freevars)
            code = around
        frame = frame.f_back
    return frozenset(found)


def _is_made_inside(owner: Any, frame: FrameType | None) -> bool:
    """Has a traced function a container in a variable of its own, and in no other?"""
    while frame is not None:
        code = frame.f_code
        if _MARK in code.co_freevars:
            values = frame.f_locals
            own = (*code.co_varnames, *code.co_cellvars)
            if any(values.get(name) is owner for name in own):
                outside = [values.get(name) for name in code.co_freevars]
                outside += frame.f_globals.values()
                return not any(value is owner for value in outside)
        frame = frame.f_back
    return False


__all__ = ["Frozen", "FrozenMethod", "as_it_is_now"]
