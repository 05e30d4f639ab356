"""Operators between sets: a set with elements that only the run knows needs them sent.

Python's own `a - b` would look at the one thing that stands in such a set, and nothing
would tell it not to. Functions of a module in which there are sets have `-`, `&` and
`^` sent through `ag__.binary`. Once a trace has such a set, what is called is converted
so, too; and a function under way that is not refuses it.
"""

from __future__ import annotations

import dis
import sys
import weakref
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any, Final

from autograph.options import is_ready
from autograph.syntax import Node, nodes

#: What sets have, beside `|`, which is sent anyway.
SYMBOLS: Final = frozenset({"-", "&", "^"})
_NAMES: Final = frozenset(
    {
        *("set", "frozenset", "add", "discard", "union", "intersection", "difference"),
        *("symmetric_difference", "intersection_update", "difference_update"),
        "symmetric_difference_update",
    }
)
_MAKING: Final = frozenset({"BUILD_SET", "SET_ADD", "SET_UPDATE"})
# By code. Written by `_of_code` only.
_FOUND: weakref.WeakKeyDictionary[CodeType, bool] = weakref.WeakKeyDictionary()
_UNSENT: weakref.WeakKeyDictionary[CodeType, bool] = weakref.WeakKeyDictionary()


def are_sent(function: FunctionType, written: Iterable[Node]) -> bool:
    """Tell whether there are sets in a function, or in its module.

    Args:
        function: The function.
        written: All nodes of its tree.
    """
    for node in written:
        if isinstance(node, (nodes.Set, nodes.SetComp)):
            return True
        if isinstance(node, nodes.Name) and node.id in _NAMES:
            return True
        if isinstance(node, nodes.Attribute) and node.attr in _NAMES:
            return True
    return any(map(_of_code, _codes(function.__globals__)))


def _codes(names: dict[str, Any]) -> Iterator[CodeType]:
    """Yield the code of the functions and methods of a module."""
    for value in list(names.values()):
        is_ours = type(value).__module__.startswith("autograph.")
        held = getattr(value, "python_function", value) if is_ours else value
        if isinstance(held, FunctionType) and held.__globals__ is names:
            yield held.__code__
        elif isinstance(held, type) and held.__module__ == names.get("__name__"):
            for each in list(vars(held).values()):
                if isinstance(each, (classmethod, staticmethod)):
                    method: Any = each.__func__
                else:
                    method = each.fget if isinstance(each, property) else each
                if isinstance(method, FunctionType):
                    yield method.__code__


def _of_code(code: CodeType) -> bool:
    found = _FOUND.get(code)
    if found is None:
        found = _FOUND[code] = (
            not _NAMES.isdisjoint(code.co_names)
            or any(each.opname in _MAKING for each in dis.get_instructions(code))
            or any(_of_code(x) for x in code.co_consts if isinstance(x, CodeType))
        )
    return found


def has_unsent(code: CodeType) -> bool:
    """Tell whether code has operators of Python's that sets have, perhaps for sets."""
    found = _UNSENT.get(code)
    if found is None:
        inner = (x for x in code.co_consts if isinstance(x, CodeType))
        found = _UNSENT[code] = _has_unsent_itself(code) or any(map(has_unsent, inner))
    return found


def _has_unsent_itself(code: CodeType) -> bool:
    before = ""
    for each in dis.get_instructions(code):
        if each.opname == "BINARY_OP" and each.argrepr.rstrip("=") in SYMBOLS:
            if not before.startswith("LOAD_CONST") and before != "LOAD_SMALL_INT":
                return True  # no set is written as a constant
        if each.opname != "CACHE":
            before = each.opname
    return False


def unsent_around() -> CodeType | None:
    """Return the code of a converted function under way that has some; None if none."""
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if is_ready(code) and has_unsent(code):
            return code
        frame = frame.f_back  # type: ignore[assignment]
    return None


__all__ = ["SYMBOLS", "are_sent", "has_unsent", "unsent_around"]
