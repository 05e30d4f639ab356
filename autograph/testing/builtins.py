"""Random calls of builtins that look into lists, and of those that take a key."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import Expression, expression
from autograph.testing.types import FLOAT, INT, PYBOOL, Type
from autograph.testing.writer import Writer

_KEYS: Final = ("lambda k: k % 3", "lambda k: -k", "abs")


def _sorted(w: Writer, wanted: Type, depth: int) -> str:
    items = [expression(w, wanted, depth) for _ in range(2 + w.choices.below(2))]
    key = f", key={w.choices.pick(_KEYS)}" if w.choices.chance(50) else ""
    order = ", reverse=True" if w.choices.chance(30) else ""
    place = w.choices.below(len(items))
    return f"sorted([{', '.join(items)}]{key}{order})[{place}]"


def _extreme_by_key(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(("min", "max"))
    items = ", ".join(expression(w, wanted, depth) for _ in range(2))
    return f"{name}([{items}], key={w.choices.pick(_KEYS)}, default=1)"


def _rounded(w: Writer, wanted: Type, depth: int) -> str:
    return f"round({expression(w, wanted, depth)}, {w.choices.pick('012')})"


def _is_float(w: Writer, wanted: Type) -> bool:
    return wanted == FLOAT


def _is_instance(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.choices.pick(("int", "float", "bool", "(str, float)"))
    given = w.pick_type((INT, FLOAT, PYBOOL, Type("int32")))
    return f"isinstance({expression(w, given, depth)}, {kind})"


_OF_RANGES: Final = (
    "len(range({} % 7, 5))",
    "sum(range({} % 7))",
    "range({} % 7, 9, 2)[-1]",
    "range(9)[{} % 9]",
    "len(range(9)[: {}])",
    "sum(range({0} % 5)[::-1][1:])",
    "max(range({} % 7), default=2)",
    "len(list(filter(None, range({} % 5))))",
)


def _of_range(w: Writer, wanted: Type, depth: int) -> str:
    return w.choices.pick(_OF_RANGES).format(expression(w, INT, depth))


def _in_range(w: Writer, wanted: Type, depth: int) -> str:
    number, bound = expression(w, INT, depth), expression(w, INT, depth)
    return f"({number} {w.choices.pick(('in', 'not in'))} range({bound} % 9)[1:])"


def _is_python_int(w: Writer, wanted: Type) -> bool:
    return wanted == INT


EXPRESSIONS: Final = (
    Expression("sorted()", 1, wants.is_int, _sorted),
    Expression("min, max by a key", 1, wants.is_int, _extreme_by_key),
    Expression("round() to digits", 1, _is_float, _rounded),
    Expression("range of a number", 1, _is_python_int, _of_range),
    Expression("in a range", 1, wants.gives_pybool, _in_range),
    Expression("isinstance()", 2, wants.gives_pybool, _is_instance),
)
