"""Functions that return values of other kinds on other paths.

What they return is returned, put into tuples and chosen among; other computation with
it would be refused wherever it may be of several kinds.
"""

from __future__ import annotations

from typing import Final

from autograph.testing.functions import call, write_body
from autograph.testing.grammar import Expression, Statement, condition, expression
from autograph.testing.types import STR, Type
from autograph.testing.writer import Signature, Writer

ANY: Final = Type("any")
"""The type of a value that has another one on each path."""


def _function(w: Writer) -> bool:
    name = w.fresh("either")
    kinds = tuple(w.some_type() for _ in range(w.choices.below(3)))
    parameters = [w.fresh("x") for _ in kinds]
    w.line(f"def {name}({', '.join(parameters)}):")
    write_body(w, dict(zip(parameters, kinds, strict=True)), ANY, w.scope)
    w.scope.functions[name] = Signature(kinds, ANY)
    return True


def first_either(w: Writer) -> str:
    """Write such a function; return a call of it."""
    _function(w)
    return call(w, list(w.scope.functions)[-1], 1)


def _can_define(w: Writer) -> bool:
    return w.depth == 1 and w.may_nest()


def _leaf(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.choices.pick((STR, w.some_type(), None))
    return "None" if kind is None else expression(w, kind, 0)


def _made(w: Writer, wanted: Type, depth: int) -> str:
    """Write what is made of two values, or chosen among them."""
    first = expression(w, w.choices.pick((ANY, w.some_type())), depth)
    second = expression(w, ANY, depth)
    forms = ("({0}, {1})", "({0},)", "[{1}]", "({0} if {2} else {1})", "({2} and {1})")
    return w.choices.pick(forms).format(first, second, condition(w, 1))


def _is_any(w: Writer, wanted: Type) -> bool:
    return wanted == ANY


STATEMENTS: Final = (Statement("function of several kinds", 6, _can_define, _function),)
EXPRESSIONS: Final = (
    Expression("value of some kind", 30, _is_any, _leaf, is_leaf=True),
    Expression("value of several kinds", 20, _is_any, _made),
)
