"""Python's protocols: each operation that works on any object."""

from __future__ import annotations

import builtins
import collections
import copy
import heapq
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from graph.op import REQUIRED, Leaves, Source
from graph.python.record import Undefined, arguments, named, operands, row

GET_ITEM: Final = row("get_item", "__0__[__1__]", leaves=Leaves.MOVES, doc="x[key]")
GET_NUMBER: Final = row(
    "get_number",
    lambda _, kind: Source(
        f"{kind}(__0__[__1__])"
    ),  # `.item()` takes six times as long
    attrs={"kind": REQUIRED},
    leaves=Leaves.TESTS,
    doc="An element of an array, as a number.",
)
SET_ITEM: Final = row(
    "set_item", "__0__[__1__] = __2__", leaves=Leaves.MOVES, doc="x[key] = value"
)
DEL_ITEM: Final = row(
    "del_item", "del __0__[__1__]", leaves=Leaves.MOVES, doc="del x[key]"
)


def _part(count: int, given: tuple[bool, ...]) -> Source:
    del count
    numbers = iter(range(1, 4))
    parts = [f"__{next(numbers)}__" if each else "" for each in given]
    if not given[2]:
        parts.pop()
    return Source(f"__0__[{':'.join(parts)}]")


GET_SLICE: Final = row(
    "get_slice",
    _part,
    attrs={"given": REQUIRED},
    leaves=Leaves.MOVES,
    doc="x[start:stop:step]",
)

_ATTRS: Final = {"name": REQUIRED}
GET_ATTR: Final = row(
    "get_attr",
    lambda _, name: Source(f"__0__.{named(name)}"),
    attrs=_ATTRS,
    leaves=Leaves.MOVES,
    doc="x.name",
)
SET_ATTR: Final = row(
    "set_attr",
    lambda _, name: Source(f"__0__.{named(name)} = __1__"),
    attrs=_ATTRS,
    leaves=Leaves.MOVES,
    doc="x.name = value",
)
DEL_ATTR: Final = row(
    "del_attr",
    lambda _, name: Source(f"del __0__.{named(name)}"),
    attrs=_ATTRS,
    leaves=Leaves.MOVES,
    doc="del x.name",
)
CALL: Final = row(
    "call",
    lambda count, keywords: Source(f"__0__({arguments(count, 1, keywords)})"),
    attrs={"keywords": ()},
    doc="f(*args, **kwargs): the first operand is called.",
)
CALL_SPREAD: Final = row(
    "call_spread",
    lambda _, kinds: Source(
        f"__0__({', '.join(f'{x}__{i}__' for i, x in enumerate(kinds, 1))})"
    ),
    attrs={"kinds": REQUIRED},
    doc="f(x, *xs, name=y, **ys): what goes before each operand is given.",
)
# Methods of Python's containers that only move what they hold; no array has one of the
# name, but for `sort`.
MOVING: Final = frozenset({
    "add", "append", "appendleft", "clear", "count", "discard", "difference",
    "difference_update", "extend", "extendleft", "get", "index", "insert",
    "intersection", "intersection_update", "isdisjoint", "issubset", "issuperset",
    "items", "keys", "move_to_end", "pop", "popitem", "popleft", "remove", "reverse",
    "rotate", "setdefault", "sort", "symmetric_difference", "union", "update", "values",
})  # fmt: skip


# Of these those that go through their operands.
SPREADING: Final = frozenset({
    "difference", "difference_update", "extend", "extendleft", "intersection",
    "intersection_update", "isdisjoint", "issubset", "issuperset",
    "symmetric_difference", "union", "update",
})  # fmt: skip


def _of_method(attrs: Mapping[str, Any]) -> Leaves:
    is_moving = attrs["name"] in MOVING and "key" not in attrs.get("keywords", ())
    is_moving &= attrs.get("element") is None  # a method of an array
    return Leaves.MOVES if is_moving else Leaves.OPEN


CALL_METHOD: Final = row(
    "call_method",
    lambda count, name, keywords, **_: Source(
        f"__0__.{named(name)}({arguments(count, 1, keywords)})"
    ),
    # Of an array what is known of it.
    attrs={"name": REQUIRED, "keywords": (), "element": None},
    leaves=_of_method,
    doc="x.name(*args, **kwargs)",
)
# What stands in the graph by its name; other callables are operands of `CALL`.
BUILTINS: Final[Mapping[str, Callable[..., Any]]] = {
    each.__name__: each
    for each in (
        abs, all, any, ascii, bin, bool, bytes, callable, chr, complex, dict, divmod,
        enumerate, filter, float, format, frozenset, getattr, hasattr, hash, hex, id,
        int, isinstance, issubclass, iter, len, list, map, max, min, next, oct, ord,
        pow, range, repr, reversed, round, set, slice, sorted, str, sum, tuple, type,
        zip,
    )
}  # fmt: skip


# Builtin functions that only move what they are given, and those that compute a value.
MOVING_BUILTINS: Final = frozenset({
    "dict", "enumerate", "frozenset", "iter", "list", "max", "min", "next", "reversed",
    "set", "slice", "sorted", "tuple", "zip",
})  # fmt: skip
ITERATING_BUILTINS: Final = frozenset({"enumerate", "iter", "reversed", "zip"})
READING_BUILTINS: Final = frozenset({
    "abs", "complex", "divmod", "float", "pow", "round", "sum",
})  # fmt: skip
TESTING_BUILTINS: Final = frozenset({
    "all", "any", "ascii", "bin", "bool", "bytes", "callable", "chr", "format",
    "hasattr", "hash", "hex", "id", "int", "isinstance", "issubclass", "len", "oct",
    "ord", "range", "repr", "str", "type",
})  # fmt: skip


def _of_builtin(attrs: Mapping[str, Any]) -> Leaves:
    if attrs["function"] in MOVING_BUILTINS and "key" not in attrs.get("keywords", ()):
        return Leaves.MOVES
    if attrs["function"] in TESTING_BUILTINS:
        return Leaves.TESTS
    is_read = attrs["function"] in READING_BUILTINS
    return Leaves.READS if is_read else Leaves.OPEN


def _builtin(count: int, function: str, keywords: tuple[str, ...]) -> Source:
    assert function in BUILTINS
    return Source(f"{function}({arguments(count, 0, keywords)})")


BUILTIN: Final = row(
    "builtin",
    _builtin,
    attrs={"function": REQUIRED, "keywords": ()},
    leaves=_of_builtin,
    doc="A builtin function of the operands.",
)
# Functions of the standard library that only move what they are given.
MOVING_FUNCTIONS: Final = (
    copy.copy, collections.deque, collections.OrderedDict, collections.ChainMap,
    heapq.heapify, heapq.heappop, heapq.heappush, heapq.heappushpop, heapq.heapreplace,
)  # fmt: skip


def _of_apply(attrs: Mapping[str, Any]) -> Leaves:
    function = attrs["function"]
    is_moving = any(function is each for each in MOVING_FUNCTIONS)
    is_moving |= isinstance(getattr(function, "moves_leaves", None), str)
    return Leaves.MOVES if is_moving else Leaves.OPEN


APPLY: Final = row(
    "apply",
    lambda count, function, keywords: Source(
        f"@function@({arguments(count, 0, keywords)})", {"function": function}
    ),
    attrs={"function": REQUIRED, "keywords": ()},
    leaves=_of_apply,
    doc="A function that the graph holds, of the operands.",
)

ARITHMETIC: Final = (
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "@",
)
IN_PLACE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.iadd, "-": operator.isub, "*": operator.imul, "/": operator.itruediv,
    "//": operator.ifloordiv, "%": operator.imod, "**": operator.ipow,
    "&": operator.iand, "|": operator.ior, "^": operator.ixor, "<<": operator.ilshift,
    ">>": operator.irshift, "@": operator.imatmul,
}  # fmt: skip
COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=", "is", "in")


def _infix(count: int, symbol: str) -> Source:
    assert count == 2
    assert symbol in ARITHMETIC or symbol in COMPARISONS
    return Source(f"(__0__ {symbol} __1__)")


def _of_binary(attrs: Mapping[str, Any]) -> Leaves:
    # What is concatenated and repeated is moved; a number that comes of it is refused
    # when the graph runs.
    if attrs["symbol"] in COMPARISONS:
        return Leaves.TESTS
    return Leaves.MOVES if attrs["symbol"] in ("+", "*", "|", "&") else Leaves.READS


BINARY: Final = row(
    "binary",
    _infix,
    attrs={"symbol": REQUIRED},
    leaves=_of_binary,
    doc="x symbol y, comparisons included.",
)
_PREFIX: Final = {"-": "-", "+": "+", "~": "~", "not": "not "}
UNARY: Final = row(
    "unary",
    lambda _, symbol: Source(f"({_PREFIX[symbol]}__0__)"),
    attrs={"symbol": REQUIRED},
    leaves=lambda attrs: Leaves.TESTS if attrs["symbol"] == "not" else Leaves.READS,
    doc="-x, +x, ~x, not x",
)
UPDATE: Final = row(
    "update",
    lambda _, symbol, **__: Source(
        "@update@(__0__, __1__)", {"update": IN_PLACE[symbol]}
    ),
    # Of arrays what is known of both.
    attrs={"symbol": REQUIRED, "element": None, "operand": None},
    leaves=Leaves.MOVES,
    doc="What a name is bound to by x symbol= y.",
)
FORMAT: Final = row(
    "format",
    lambda count, text: Source(f"@text@({operands(count)})", {"text": text.format}),
    attrs={"text": REQUIRED},
    leaves=Leaves.TESTS,
    doc="The operands, put into a text.",
)
IS_INSTANCE: Final = row(
    "is_instance",
    lambda _, cls: Source("isinstance(__0__, @cls@)", {"cls": cls}),
    attrs={"cls": REQUIRED},
    leaves=Leaves.TESTS,
    doc="isinstance(x, cls)",
)
IS_CLASS: Final = row(
    "is_class",
    lambda _, cls: Source("(type(__0__) is @cls@)", {"cls": cls}),
    attrs={"cls": REQUIRED},
    leaves=Leaves.TESTS,
    doc="type(x) is cls",
)
IS_UNDEFINED: Final = row(
    "is_undefined",
    lambda _: Source("isinstance(__0__, @undefined@)", {"undefined": Undefined}),
    leaves=Leaves.TESTS,
    doc="Has a variable no value?",
)
UNPACK: Final = row("unpack", "__0__", leaves=Leaves.MOVES, doc="a, b, ... = x")
UNPACK_ONE: Final = row(
    "unpack_one",
    lambda _: Source("@only@(__0__)", {"only": _only}),
    leaves=Leaves.MOVES,
    doc="(a,) = x",
)


def _only(items: Any) -> Any:
    (item,) = items
    return item


def _starred(items: Any, before: int, after: int) -> tuple[Any, ...]:
    """Return what `a, *b, c = items` gives, so many before and after the star."""
    held = list(items)
    if len(held) < before + after:
        raise ValueError(
            f"not enough values to unpack (expected at least {before + after}, got "
            f"{len(held)})"
        )
    end = len(held) - after
    return (*held[:before], held[before:end], *held[end:])


UNPACK_STARRED: Final = row(
    "unpack_starred",
    lambda _, before, after: Source(
        f"@starred@(__0__, {int(before)}, {int(after)})", {"starred": _starred}
    ),
    attrs={"before": REQUIRED, "after": REQUIRED},
    leaves=Leaves.MOVES,
    doc="a, *b, c = x",
)


def is_builtin(function: Any) -> bool:
    """Is it a function that stands in a graph by its name?"""
    try:
        name = function.__name__
    except AttributeError:
        return False
    return BUILTINS.get(name) is function and getattr(builtins, name) is function
