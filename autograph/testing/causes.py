"""Random handlers that name what they caught, and use its text, class and values."""

from __future__ import annotations

from typing import Final

from autograph.testing.exceptions import CLASSES, RAISED
from autograph.testing.grammar import (
    Expression,
    Statement,
    block,
    bounded,
    condition,
    expression,
)
from autograph.testing.types import INT, STR, TRUTH, Type
from autograph.testing.writer import Writer

_TEXTS: Final = (
    "str({})",
    "repr({})",
    'f"{{{}}}!"',
    "'%s' % ({},)",
    "format({})",
)


def _named_handler(w: Writer) -> bool:
    w.line("try:")
    ends = [block(w)]
    ends += [_handler(w) for _ in range(1 + w.choices.below(2))]
    if ends[0] and w.choices.chance(20):
        w.line("else:")
        ends[0] = block(w)
    return any(ends)


def _handler(w: Writer) -> bool:
    """Write a handler; what it takes from the exception are variables first."""
    error = w.fresh("error")
    caught = w.choices.pick((*CLASSES, "Oops", "(Oops, KeyError)"))
    w.line(f"except {caught} as {error}:")
    outer = w.scope
    w.scope = outer.copy()
    with w.indented():
        text = w.fresh("v")
        w.line(f"{text} = {w.choices.pick(_TEXTS).format(error)}[-20:]")
        w.declare(text, STR)
        if caught == "Oops" and w.choices.chance(15):
            value = w.fresh("v")
            w.line(f"{value} = {error}.value")
            w.declare(value, INT)
        if w.choices.chance(15):
            _raise_anew(w, error)
    w.scope.errors = (*w.scope.errors, error)
    ends = block(w)
    w.scope = outer
    return ends


def _raise_anew(w: Writer, error: str) -> None:
    forms = (
        "raise",
        f"raise KeyError(f'after {{{error}}}')",
        f"raise ValueError('again') from {error}",
        f"raise {error}",
    )
    w.line(f"if {condition(w)}:")
    with w.indented():
        w.line(w.choices.pick(forms))


def _raised_with_values(w: Writer) -> bool:
    w.line(f"if {condition(w)}:")
    with w.indented():
        if w.choices.chance(40):
            w.line(f"raise Oops({bounded(w, INT)}, {bounded(w, STR)})")
        else:
            w.line(f"raise {w.choices.pick(RAISED)}({expression(w, STR, 1)})")
    return True


def _class(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.choices.pick(("ValueError", "KeyError", "(TypeError, Oops)", "Exception"))
    return f"isinstance({w.choices.pick(w.scope.errors)}, {kind})"


def _has_error(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and bool(w.scope.errors)


def _text(w: Writer, wanted: Type, depth: int) -> str:
    return w.choices.pick(_TEXTS).format(w.choices.pick(w.scope.errors))


def _has_text(w: Writer, wanted: Type) -> bool:
    return wanted == STR and bool(w.scope.errors)


STATEMENTS: Final = (
    Statement("except with a name", 12, Writer.may_nest, _named_handler),
    Statement("raise with values", 8, Writer.may_nest, _raised_with_values),
)
EXPRESSIONS: Final = (
    Expression("class of what was caught", 6, _has_error, _class, is_leaf=True),
    Expression("text of what was caught", 6, _has_text, _text, is_leaf=True),
)
