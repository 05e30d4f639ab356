"""Random truths: comparisons, `and`, `or`, `not`, conditional expressions."""

from __future__ import annotations

from typing import Final

from autograph.testing import arithmetic, wants
from autograph.testing.grammar import Expression, condition, expression
from autograph.testing.types import (
    COMPARISONS,
    FLOAT,
    INT,
    PYBOOL,
    TRUTH,
    VECTOR,
    Type,
    comparable_for,
)
from autograph.testing.writer import Writer


def _comparison(w: Writer, wanted: Type, depth: int) -> str:
    left, right = _compared(w, wanted)
    symbol = w.choices.pick(COMPARISONS)
    first = arithmetic.operand(w, left, right, depth)
    return f"({first} {symbol} {arithmetic.operand(w, right, left, depth)})"


def _compared(w: Writer, wanted: Type) -> tuple[Type, Type]:
    if wanted == TRUTH:
        wanted = Type("bool") if w.choices.chance(80) else PYBOOL
    pairs = comparable_for(wanted)
    return w.pick_known([(pair, pair) for pair in pairs])


def _chain(w: Writer, wanted: Type, depth: int) -> str:
    left, right = _compared(w, wanted)
    parts = [
        arithmetic.operand(w, left, right, depth),
        arithmetic.operand(w, right, left, depth),
    ]
    parts += [
        arithmetic.operand(w, left, right, depth) for _ in range(1 + w.choices.below(2))
    ]
    if len(parts) > 3:
        parts[3] = arithmetic.operand(w, right, left, depth)
    text = parts[0]
    for part in parts[1:]:
        text += f" {w.choices.pick(COMPARISONS)} {part}"
    return f"({text})"


def _membership(w: Writer, wanted: Type, depth: int) -> str:
    kinds = (INT, FLOAT, Type("int32"), Type("float32"), Type("int64"))
    kind = w.pick_type(kinds)
    item, word = expression(w, kind, depth), w.choices.pick(("in", "not in"))
    form = w.choices.below(3)
    if form == 0:
        last = expression(w, kind if kind.is_integer else INT, depth)
        return f"({item} {word} range({w.choices.below(3)}, {last} % 5))"
    if form == 1 and not kind.is_python:
        rows = expression(w, kind.reshaped(*VECTOR), depth)
        return f"({item} {word} {rows})"
    if kind == INT and w.choices.chance(25):
        return f"({item} {word} {{0, 1, -1, 7}})"
    others = [expression(w, w.choices.pick((kind, INT)), depth) for _ in range(2)]
    return f"({item} {word} ({', '.join(others)}))"


def _reduction(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.pick_type((INT, Type("int32"), Type("float32")))
    with w.iterated():
        items = expression(w, kind, depth), expression(w, kind, depth)
    outer, name = w.scope, w.fresh("i")
    w.scope = outer.copy()
    w.declare(name, kind)
    test = f" if {condition(w, max(depth, 0))}" if w.choices.chance(60) else ""
    value = condition(w, max(depth, 0))
    w.scope = outer
    called = w.choices.pick(("any", "all"))
    return f"{called}({value} for {name} in ({', '.join(items)}){test})"


def _not(w: Writer, wanted: Type, depth: int) -> str:
    return f"(not {condition(w, max(depth, 0))})"


def _and_or(w: Writer, wanted: Type, depth: int) -> str:
    word = w.choices.pick(("and", "or"))
    kinds = (PYBOOL, Type("bool")) if wanted == TRUTH else (wanted,)
    left, right = (expression(w, w.choices.pick(kinds), depth) for _ in range(2))
    return f"({left} {word} {right})"


def _can_and_or(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH or wanted.is_scalar


def _bit_logic(w: Writer, wanted: Type, depth: int) -> str:
    if w.choices.chance(25):
        return f"(~{expression(w, wanted, depth)})"
    left, right = (expression(w, wanted, depth) for _ in range(2))
    return f"({left} {w.choices.pick('&|^')} {right})"


def _truthiness(w: Writer, wanted: Type, depth: int) -> str:
    kinds = (Type("bool"), PYBOOL, INT, Type("int32"), Type("float32"), FLOAT)
    return expression(w, w.pick_type(kinds), depth)


def _conditional(w: Writer, wanted: Type, depth: int) -> str:
    left, right = (expression(w, wanted, depth) for _ in range(2))
    return f"({left} if {condition(w, depth + 1)} else {right})"


EXPRESSIONS: Final = (
    Expression("truth value", 6, wants.is_condition, _truthiness, is_leaf=True),
    Expression("comparison", 10, wants.is_truth, _comparison),
    Expression("not", 4, wants.gives_pybool, _not),
    Expression("and, or", 4, _can_and_or, _and_or),
    Expression("generator expression", 2, wants.gives_pybool, _reduction),
    Expression("membership", 3, wants.gives_pybool, _membership),
    Expression("comparison chain", 4, wants.is_scalar_truth, _chain),
    Expression("conditional expression", 5, wants.is_value, _conditional),
    Expression("bit logic", 2, wants.is_bits, _bit_logic),
)
