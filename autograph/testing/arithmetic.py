"""Random numbers: literals, variables, arithmetic, Python's numeric builtins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import Expression, bounded, expression
from autograph.testing.types import (
    ARITHMETIC,
    FLOAT,
    INT,
    NUMBERS,
    PYBOOL,
    STR,
    TENSORS,
    TRUTH,
    Type,
    operands_for,
)
from autograph.testing.writer import Writer

_INTEGERS: Final = ("0", "1", "2", "3", "-1", "7", "-5")


_FLOATS: Final = ("0.0", "1.0", "0.5", "-1.5", "0.1", "3.0", "-0.0", "1e10")


_TEXTS: Final = ("''", "'a'", "'b'", "'a1 '", "'{}%s'")


_TRUTHS: Final = ("False", "True")


def _literal(w: Writer, wanted: Type, depth: int) -> str:
    if wanted == STR:
        return w.choices.pick(_TEXTS)
    kind = PYBOOL if wanted == TRUTH else wanted
    texts = _TRUTHS if kind.is_bool else _INTEGERS if kind.is_integer else _FLOATS
    if kind.is_python:
        return w.choices.pick(texts)
    nested = _nested(w, kind.shape, texts)
    return f"ag.constant({nested}, ag.{kind.kind})"


def _nested(w: Writer, shape: tuple[int, ...], texts: Sequence[str]) -> str:
    if not shape:
        return w.choices.pick(texts)
    parts = [_nested(w, shape[1:], texts) for _ in range(shape[0])]
    return f"[{', '.join(parts)}]"


def _variable(w: Writer, wanted: Type, depth: int) -> str:
    return w.choices.pick(w.names_of(wanted))


def _has_variable(w: Writer, wanted: Type) -> bool:
    return bool(w.names_of(wanted))


def _arithmetic(w: Writer, wanted: Type, depth: int) -> str:
    symbols = [symbol for symbol in ARITHMETIC if operands_for(symbol, wanted)]
    symbol = w.choices.pick(symbols)
    pairs = operands_for(symbol, wanted)
    left, right = w.pick_known([(pair, pair) for pair in pairs])
    first = operand(w, left, right, depth)
    if left.is_python and right.is_python and symbol in "//%":
        return f"({first} {symbol} {_divisor(w, right, depth)})"
    return f"({first} {symbol} {operand(w, right, left, depth)})"


def operand(w: Writer, kind: Type, beside: Type, depth: int) -> str:
    """Write an operand; a Python integer beside a tensor must fit its dtype."""
    if kind == INT and not beside.is_python:
        return bounded(w, kind, min(depth, 1))
    return expression(w, kind, depth)


def _divisor(w: Writer, kind: Type, depth: int) -> str:
    """Write a Python number that is not zero."""
    if w.choices.chance(50):
        return f"(abs({expression(w, kind, depth)}) + 1)"
    texts = ("1.0", "2.0", "3.0", "-7.0") if kind == FLOAT else ("1", "2", "3", "-7")
    return w.choices.pick(texts)


def _unary(w: Writer, wanted: Type, depth: int) -> str:
    operand = expression(w, wanted, depth)
    return w.choices.pick((f"(-{operand})", f"abs({operand})", f"(+{operand})"))


def _power(w: Writer, wanted: Type, depth: int) -> str:
    if wanted == INT:
        return f"(({expression(w, wanted, depth)} % 7) ** {w.choices.pick('234')})"
    return f"({expression(w, wanted, depth)} ** {w.choices.pick('234')})"


def _can_power(w: Writer, wanted: Type) -> bool:
    # A power of a Python float may overflow, which raises.
    return wanted in NUMBERS and wanted != FLOAT


def _builtin_extreme(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(("min", "max"))
    parts = [expression(w, wanted, depth) for _ in range(2 + w.choices.below(2))]
    return f"{name}({', '.join(parts)})"


def _extreme(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(("minimum", "maximum"))
    left, right = (expression(w, wanted, depth) for _ in range(2))
    return f"ag.{name}({left}, {right})"


def _function(w: Writer, wanted: Type, depth: int) -> str:
    names = ("sign", "square", "sqrt", "exp", "tanh", "floor", "log1p")
    name = w.choices.pick(names if wanted.is_floating else names[:2])
    return f"ag.{name}({expression(w, wanted, depth)})"


def _number_of(w: Writer, wanted: Type, depth: int) -> str:
    if wanted == INT:
        kind = w.pick_type((Type("int32"), PYBOOL, Type("int64"), Type("bool")))
        return f"(int({expression(w, kind, depth)}) % 101)"
    if wanted == FLOAT:
        kind = w.pick_type((INT, Type("float32"), Type("int32"), Type("float64")))
        return f"float({expression(w, kind, depth)})"
    kinds = (INT, Type("bool"), Type("int32"), FLOAT, Type("float32"))
    return f"bool({expression(w, w.pick_type(kinds), depth)})"


def _length(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.pick_type([each for each in TENSORS if not each.is_scalar])
    return f"len({expression(w, kind, 0)})"


EXPRESSIONS: Final = (
    Expression("variable", 12, _has_variable, _variable, is_leaf=True),
    Expression("literal", 3, wants.is_value, _literal, is_leaf=True),
    Expression("arithmetic", 12, wants.is_number, _arithmetic),
    Expression("unary operator", 3, wants.is_number, _unary),
    Expression("power", 2, _can_power, _power),
    Expression("min, max", 2, wants.is_scalar_number, _builtin_extreme),
    Expression("minimum, maximum", 2, wants.is_number_tensor, _extreme),
    Expression("function", 2, wants.is_number_tensor, _function),
    Expression("int(), float(), bool()", 3, wants.is_python, _number_of),
    Expression("len()", 1, wants.is_int, _length, is_leaf=True),
)
