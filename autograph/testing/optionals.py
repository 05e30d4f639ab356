"""Random variables that are None on some paths, and what asks whether they are."""

from __future__ import annotations

from typing import Final

from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    block,
    bounded,
    condition,
    expression,
)
from autograph.testing.types import TRUTH, Type
from autograph.testing.writer import Writer


def _optional(w: Writer) -> bool:
    name, kind = w.fresh("maybe"), w.some_type()
    w.line(f"{name} = None")
    if w.choices.chance(50):
        w.line(f"if {condition(w)}:")
        with w.indented():
            w.line(f"{name} = {bounded(w, kind)}")
    w.scope.optional[name] = kind
    w.scope.settable.add(name)
    return True


def _assignment(w: Writer) -> bool:
    name = w.choices.pick(sorted(w.scope.settable))
    is_none = w.choices.chance(25)
    value = "None" if is_none else bounded(w, w.scope.optional[name])
    w.line(f"{name} = {value}")
    return True


def _can_assign(w: Writer) -> bool:
    return bool(w.scope.settable)


def _best_so_far(w: Writer) -> bool:
    """Write what keeps a value if there is none, or another condition holds."""
    name = w.choices.pick(sorted(w.scope.settable))
    kind = w.scope.optional[name]
    w.line(f"if {name} is None or {condition(w)}:")
    with w.indented():
        w.line(f"{name} = {bounded(w, kind)}")
    return True


def _guarded(w: Writer) -> bool:
    """Write a block in which a variable is known not to be None."""
    name = w.choices.pick(list(w.scope.optional))
    w.line(f"if {name} is not None:")
    outer = w.scope
    w.scope = outer.copy()
    w.scope.settable.discard(name)
    w.scope.variables[name] = w.scope.optional[name]
    ends = block(w)
    w.scope = outer
    if w.choices.chance(40):
        w.line("else:")
        return block(w) or ends
    return True


def _has_optional(w: Writer) -> bool:
    return bool(w.scope.optional) and w.may_nest()


def _of(w: Writer, wanted: Type) -> list[str]:
    return [name for name, kind in w.scope.optional.items() if kind == wanted]


def _otherwise(w: Writer, wanted: Type, depth: int) -> str:
    name, other = w.choices.pick(_of(w, wanted)), expression(w, wanted, depth)
    if w.choices.chance(50):
        return f"({name} if {name} is not None else {other})"
    return f"({other} if {name} is None else {name})"


def _has_kind(w: Writer, wanted: Type) -> bool:
    return bool(_of(w, wanted))


def _is_none(w: Writer, wanted: Type, depth: int) -> str:
    word = w.choices.pick(("is", "is not"))
    return f"({w.choices.pick(list(w.scope.optional))} {word} None)"


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and bool(w.scope.optional)


STATEMENTS: Final = (
    Statement("None on some paths", 8, always, _optional),
    Statement("assignment of None or a value", 5, _can_assign, _assignment),
    Statement("best so far", 6, _can_assign, _best_so_far),
    Statement("if it is not None", 10, _has_optional, _guarded),
)
EXPRESSIONS: Final = (
    Expression("value or another for None", 12, _has_kind, _otherwise),
    Expression("is None", 3, _can_ask, _is_none),
)
