"""Random assignments, assertions, and what may raise."""

from __future__ import annotations

from typing import Final

from autograph.testing.grammar import (
    Statement,
    always,
    arguments,
    bounded,
    condition,
    expression,
)
from autograph.testing.types import ARITHMETIC, FLOAT, INT, STR, Type, operands_for
from autograph.testing.writer import Writer

TRAIL: Final = "trail"
"""The variable that keeps what may raise: a graph leaves out what nothing needs."""


def _target(w: Writer, kind: Type) -> str:
    """Return a name to assign to: often one that has a value."""
    names = w.targets_of(kind)
    if names and w.choices.chance(70):
        return w.choices.pick(names)
    return w.fresh("v")


def _assigned_type(w: Writer) -> Type:
    """Return the type of a variable to assign to: often of one that has a value."""
    kinds = [w.scope.variables[name] for name in sorted(w.scope.assignable)]
    if kinds and w.choices.chance(70):
        return w.choices.pick(kinds)
    return w.some_type()


def _assignment(w: Writer) -> bool:
    kind = _assigned_type(w)
    value = bounded(w, kind)
    name = _target(w, kind)
    # What is global or not local takes no annotation.
    is_fresh = name not in w.scope.variables and w.is_main
    annotation = ": object" if is_fresh and w.choices.chance(25) else ""
    w.line(f"{name}{annotation} = {value}")
    w.declare(name, kind)
    return True


def _augmented(w: Writer) -> bool:
    name = w.choices.pick(sorted(w.scope.assignable))
    kind = w.scope.variables[name]
    if kind.is_bool:
        w.line(f"{name} {w.choices.pick('&|^')}= {expression(w, kind)}")
        return True
    if kind == STR:
        w.line(f"{name} += {bounded(w, kind)}")
        w.line(f"{name} = {name}[-20:]")
        return True
    if kind == INT:
        texts = ("+= 1", "-= 3", "//= 2", "%= 7", "*= -1", "+= 2", "//= -3")
        w.line(f"{name} {w.choices.pick(texts)}")
        return True
    options = [
        (symbol, right)
        for symbol in ARITHMETIC
        for left, right in operands_for(symbol, kind)
        if left == kind and not (kind.is_python and symbol in "//%")
    ]
    symbol, right = w.pick_known([(each, (each[1],)) for each in options])
    w.line(f"{name} {symbol}= {bounded(w, right)}")
    return True


def _can_augment(w: Writer) -> bool:
    return bool(w.scope.assignable)


def _tuple_assignment(w: Writer) -> bool:
    kinds = [_assigned_type(w) for _ in range(2 + w.choices.below(2))]
    values = arguments(w, kinds, w.choices.below(3))
    names: list[str] = []
    for kind in kinds:
        name = _target(w, kind)
        names.append(name if name not in names else w.fresh("v"))
    for name, kind in zip(names, kinds, strict=True):
        w.declare(name, kind)
    w.line(f"{', '.join(names)} = {values}")
    return True


def _assertion(w: Writer) -> bool:
    # Most should hold: what comes after one that fails is not tested.
    form = w.choices.pick(("{} or {}", "not ({} and {})"))
    test = form.format(condition(w), condition(w))
    message = f', "{w.fresh("assertion ")} failed"' if w.choices.chance(50) else ""
    if w.choices.chance(30):
        message = f", {expression(w, STR, 1)}"
    w.line(f"assert {test}{message}")
    return True


def _keeps_trail(w: Writer) -> bool:
    return w.is_main and TRAIL in w.scope.variables


def _may_raise(w: Writer) -> bool:
    """Write what raises for some values, and keep its result.

    The assertion needs that result where it stands, so that a graph raises it even if
    something later raises always, and what is returned is never computed.
    """
    left, right = (bounded(w, INT) for _ in range(2))
    tensor = bounded(w, w.choices.pick((Type("float32"), Type("float64"))))
    base = bounded(w, w.choices.pick((Type("int32"), Type("int64"))))
    values = (
        f"{left} // {right}",
        f"{left} % {right}",
        f"int({left} / {right})",
        f"int({tensor}) % 7",
        f"round({tensor}) % 7",
        f"int({base} ** {right}) % 7",
        f"int({bounded(w, FLOAT)}) % 7",
    )
    w.line(f"{TRAIL} = ({TRAIL} * 3 + ({w.choices.pick(values)})) % 1009")
    w.line(f"assert {TRAIL} < 1009")
    return True


def _late_read(w: Writer) -> bool:
    late = w.choices.pick(list(w.scope.late))
    kind = w.scope.late[late]
    name = _target(w, kind)
    w.line(f"{name} = {late}")
    w.declare(name, kind)
    return True


def _has_late(w: Writer) -> bool:
    return bool(w.scope.late)


STATEMENTS: Final = (
    Statement("assignment", 24, always, _assignment),
    Statement("augmented assignment", 12, _can_augment, _augmented),
    Statement("tuple assignment", 5, always, _tuple_assignment),
    Statement("assert", 3, always, _assertion),
    Statement("what may raise", 8, _keeps_trail, _may_raise),
    Statement("read of a name that may be missing", 2, _has_late, _late_read),
)
