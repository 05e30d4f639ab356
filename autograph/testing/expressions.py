"""Random expressions: one row for each construct.

`expression(w, wanted)` writes an expression of a type; `condition(w)` one that `if`
and `while` can decide on, of whatever type. A new construct is a row of the table:
its name, how often it is chosen, when it is possible, and what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from autograph.testing.types import (
    ARITHMETIC,
    COMPARISONS,
    DTYPES,
    FLOAT,
    INT,
    MATRIX,
    NUMBERS,
    PYBOOL,
    TENSORS,
    TRUTH,
    VECTOR,
    Type,
    comparable_for,
    operands_for,
)
from autograph.testing.writer import Writer

Needs = Callable[[Writer, Type], bool]
Build = Callable[[Writer, Type, int], str]


@dataclass(frozen=True)
class Expression:
    """A construct of the language.

    Attributes:
        name: What it is called in counts.
        weight: How often it is chosen, relative to the others.
        needs: Is it possible here, for this type?
        build: Write it, with operands so many levels deep.
        is_leaf: Has it no operands?
    """

    name: str
    weight: int
    needs: Needs
    build: Build
    is_leaf: bool = False


def expression(w: Writer, wanted: Type, depth: int | None = None) -> str:
    """Write an expression of a type.

    Args:
        w: The program.
        wanted: The type.
        depth: How many levels it may have below it; chosen if not given.
    """
    depth = some_depth(w) if depth is None else depth
    rows = [
        row
        for row in EXPRESSIONS
        if (depth > 0 or row.is_leaf) and row.needs(w, wanted)
    ]
    row = w.choices.weighted(rows)
    w.used[row.name] += 1
    return row.build(w, wanted, depth - 1)


def some_depth(w: Writer) -> int:
    """Return how many levels an expression may have: mostly one."""
    return w.choices.pick((0, 1, 1, 0, 1, 2, 1, 2, 3))


def condition(w: Writer, depth: int | None = None) -> str:
    """Write what `if` and `while` take: a truth of any type."""
    return expression(w, TRUTH, some_depth(w) or 1 if depth is None else depth)


def bounded(w: Writer, wanted: Type, depth: int | None = None) -> str:
    """Write an expression for a variable, keeping Python integers small.

    They have no bound of their own, and must fit beside tensors.
    """
    depth = some_depth(w) if depth is None else depth
    text = expression(w, wanted, depth)
    is_bounded = depth <= 0 or text.startswith("len(") or text.endswith("% 101)")
    return text if is_bounded or wanted != INT else f"({text} % 101)"


def arguments(w: Writer, kinds: Sequence[Type], depth: int) -> str:
    """Write expressions of several types, separated by commas."""
    return ", ".join(bounded(w, kind, max(depth, 0)) for kind in kinds)


_INTEGERS: Final = ("0", "1", "2", "3", "-1", "7", "-5")
_FLOATS: Final = ("0.0", "1.0", "0.5", "-1.5", "0.1", "3.0", "-0.0", "1e10")
_TRUTHS: Final = ("False", "True")


def _literal(w: Writer, wanted: Type, depth: int) -> str:
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
    first = _operand(w, left, right, depth)
    if left.is_python and right.is_python and symbol in "//%":
        return f"({first} {symbol} {_divisor(w, right, depth)})"
    return f"({first} {symbol} {_operand(w, right, left, depth)})"


def _operand(w: Writer, kind: Type, beside: Type, depth: int) -> str:
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


def _is_arithmetic(w: Writer, wanted: Type) -> bool:
    return wanted in NUMBERS


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


def _is_scalar_number(w: Writer, wanted: Type) -> bool:
    return wanted in NUMBERS and wanted.is_scalar


def _extreme(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(("minimum", "maximum"))
    left, right = (expression(w, wanted, depth) for _ in range(2))
    return f"ag.{name}({left}, {right})"


def _is_number_tensor(w: Writer, wanted: Type) -> bool:
    return wanted in NUMBERS and not wanted.is_python


def _function(w: Writer, wanted: Type, depth: int) -> str:
    names = ("sign", "square", "sqrt", "exp", "tanh", "floor", "log1p")
    name = w.choices.pick(names if wanted.is_floating else names[:2])
    return f"ag.{name}({expression(w, wanted, depth)})"


def _conditional(w: Writer, wanted: Type, depth: int) -> str:
    left, right = (expression(w, wanted, depth) for _ in range(2))
    return f"({left} if {condition(w, depth + 1)} else {right})"


def _is_value(w: Writer, wanted: Type) -> bool:
    return wanted != TRUTH


def _and_or(w: Writer, wanted: Type, depth: int) -> str:
    word = w.choices.pick(("and", "or"))
    kinds = (PYBOOL, Type("bool")) if wanted == TRUTH else (wanted,)
    left, right = (expression(w, w.choices.pick(kinds), depth) for _ in range(2))
    return f"({left} {word} {right})"


def _can_and_or(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH or wanted.is_scalar


def _reduction(w: Writer, wanted: Type, depth: int) -> str:
    kind = _pick(w, (wanted.reshaped(*VECTOR), wanted.reshaped(*MATRIX)))
    names = "sum max min prod mean" if wanted.is_floating else "sum max min prod"
    names = "any all" if wanted.is_bool else names
    operand = expression(w, kind, depth)
    return f"ag.reduce_{w.choices.pick(names.split())}({operand})"


def _pick(w: Writer, kinds: Sequence[Type]) -> Type:
    return w.pick_known([(kind, (kind,)) for kind in kinds])


def _is_scalar_tensor(w: Writer, wanted: Type) -> bool:
    return wanted != TRUTH and wanted.is_scalar and not wanted.is_python


def _axis_reduction(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(("any", "all") if wanted.is_bool else ("sum", "max", "min"))
    operand = expression(w, wanted.reshaped(*MATRIX), depth)
    return f"ag.reduce_{name}({operand}, axis=0)"


def _is_vector(w: Writer, wanted: Type) -> bool:
    return wanted.shape == VECTOR


def _item(w: Writer, wanted: Type, depth: int) -> str:
    if wanted.shape == VECTOR:
        matrix = expression(w, wanted.reshaped(*MATRIX), depth)
        return f"{matrix}[{_index(w, 2, depth)}]"
    vector = expression(w, wanted.reshaped(*VECTOR), depth)
    return f"{vector}[{_index(w, 3, depth)}]"


def _index(w: Writer, length: int, depth: int) -> str:
    if w.choices.chance(30):
        return str(w.choices.below(length) - w.choices.below(2))
    kind = _pick(w, (INT, Type("int32"), Type("int64")))
    return f"{expression(w, kind, max(depth, 0))} % {length}"


def _has_item(w: Writer, wanted: Type) -> bool:
    return _is_scalar_tensor(w, wanted) or _is_vector(w, wanted)


def _slice(w: Writer, wanted: Type, depth: int) -> str:
    key = w.choices.pick(("[::-1]", "[:]", "[1:]", "[:, ::-1]"))
    if key == "[1:]":
        rows = [expression(w, wanted.reshaped(*wanted.shape[1:]), 0)]
        operand = expression(w, wanted, depth)
        return f"ag.concat([{operand}[1:], ag.stack([{rows[0]}])], axis=0)"
    if key == "[:, ::-1]" and wanted.shape != MATRIX:
        key = "[::-1]"
    return f"{expression(w, wanted, depth)}{key}"


def _is_array(w: Writer, wanted: Type) -> bool:
    return bool(wanted.shape)


def _stack(w: Writer, wanted: Type, depth: int) -> str:
    row = wanted.reshaped(*wanted.shape[1:])
    parts = [expression(w, row, min(depth, 1)) for _ in range(wanted.shape[0])]
    return f"ag.stack([{', '.join(parts)}])"


def _where(w: Writer, wanted: Type, depth: int) -> str:
    mask = expression(w, Type("bool", wanted.shape), depth)
    left, right = (expression(w, wanted, depth) for _ in range(2))
    return f"ag.where({mask}, {left}, {right})"


def _is_tensor(w: Writer, wanted: Type) -> bool:
    return wanted != TRUTH and not wanted.is_python


def _cast(w: Writer, wanted: Type, depth: int) -> str:
    kinds = [Type(kind, wanted.shape) for kind in DTYPES]
    if not wanted.is_floating:  # what a float gives that does not fit is undefined
        kinds = [kind for kind in kinds if not kind.is_floating]
    kind = _pick(w, kinds)
    operand = expression(w, kind, depth)
    return f"ag.cast({operand}, ag.{wanted.kind})"


def _number_of(w: Writer, wanted: Type, depth: int) -> str:
    if wanted == INT:
        kind = _pick(w, (Type("int32"), PYBOOL, Type("int64"), Type("bool")))
        return f"(int({expression(w, kind, depth)}) % 101)"
    if wanted == FLOAT:
        kind = _pick(w, (INT, Type("float32"), Type("int32"), Type("float64")))
        return f"float({expression(w, kind, depth)})"
    kinds = (INT, Type("bool"), Type("int32"), FLOAT, Type("float32"))
    return f"bool({expression(w, _pick(w, kinds), depth)})"


def _is_python(w: Writer, wanted: Type) -> bool:
    return wanted.is_python


def _length(w: Writer, wanted: Type, depth: int) -> str:
    kind = _pick(w, [each for each in TENSORS if not each.is_scalar])
    return f"len({expression(w, kind, 0)})"


def _is_int(w: Writer, wanted: Type) -> bool:
    return wanted == INT


def _comparison(w: Writer, wanted: Type, depth: int) -> str:
    left, right = _compared(w, wanted)
    symbol = w.choices.pick(COMPARISONS)
    first = _operand(w, left, right, depth)
    return f"({first} {symbol} {_operand(w, right, left, depth)})"


def _compared(w: Writer, wanted: Type) -> tuple[Type, Type]:
    if wanted == TRUTH:
        wanted = Type("bool") if w.choices.chance(80) else PYBOOL
    pairs = comparable_for(wanted)
    return w.pick_known([(pair, pair) for pair in pairs])


def _is_truth(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH or wanted.is_bool


def _chain(w: Writer, wanted: Type, depth: int) -> str:
    left, right = _compared(w, wanted)
    parts = [_operand(w, left, right, depth), _operand(w, right, left, depth)]
    parts += [_operand(w, left, right, depth) for _ in range(1 + w.choices.below(2))]
    if len(parts) > 3:
        parts[3] = _operand(w, right, left, depth)
    text = parts[0]
    for part in parts[1:]:
        text += f" {w.choices.pick(COMPARISONS)} {part}"
    return f"({text})"


def _is_scalar_truth(w: Writer, wanted: Type) -> bool:
    return wanted in (TRUTH, PYBOOL, Type("bool"))


def _not(w: Writer, wanted: Type, depth: int) -> str:
    return f"(not {condition(w, max(depth, 0))})"


def _gives_pybool(w: Writer, wanted: Type) -> bool:
    return wanted in (TRUTH, PYBOOL)


def _bit_logic(w: Writer, wanted: Type, depth: int) -> str:
    if w.choices.chance(25):
        return f"(~{expression(w, wanted, depth)})"
    left, right = (expression(w, wanted, depth) for _ in range(2))
    return f"({left} {w.choices.pick('&|^')} {right})"


def _is_bits(w: Writer, wanted: Type) -> bool:
    return wanted.kind in ("bool", "int32", "int64")


def _truthiness(w: Writer, wanted: Type, depth: int) -> str:
    kinds = (Type("bool"), PYBOOL, INT, Type("int32"), Type("float32"), FLOAT)
    return expression(w, _pick(w, kinds), depth)


def _is_condition(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH


def _call(w: Writer, wanted: Type, depth: int) -> str:
    names = [name for name, each in w.scope.functions.items() if each.result == wanted]
    name = w.choices.pick(names)
    return f"{name}({arguments(w, w.scope.functions[name].parameters, min(depth, 1))})"


def _has_function(w: Writer, wanted: Type) -> bool:
    return any(each.result == wanted for each in w.scope.functions.values())


def _lambda(w: Writer, wanted: Type, depth: int) -> str:
    """Write a lambda that is called at once, with its parameter in scope."""
    name, argument = w.fresh("p"), bounded(w, wanted, max(depth, 0))
    outer = w.scope
    w.scope = outer.copy()
    w.scope.variables[name] = wanted
    body = expression(w, wanted, depth)
    w.scope = outer
    return f"(lambda {name}: {body})({argument})"


def _conversion(w: Writer, wanted: Type, depth: int) -> str:
    names = _convertible(w, wanted)
    name = w.choices.pick(names)
    if w.scope.variables[name].shape != wanted.shape:
        name = f"{name}[{'1, 2' if len(w.scope.variables[name].shape) == 2 else '0'}]"
    return f"ag.cast({name}, ag.{wanted.kind})"


def _convertible(w: Writer, wanted: Type) -> list[str]:
    return [
        name
        for name, kind in w.scope.variables.items()
        if kind.shape == wanted.shape or not wanted.shape
        if not kind.is_python and (wanted.is_floating or not kind.is_floating)
    ]


def _can_convert(w: Writer, wanted: Type) -> bool:
    """Tell whether there is something to convert, and nothing simpler."""
    is_tensor = wanted != TRUTH and not wanted.is_python
    return is_tensor and not w.names_of(wanted) and bool(_convertible(w, wanted))


# The simplest first: this is where shrinking leads.
EXPRESSIONS: Final = (
    Expression("variable", 12, _has_variable, _variable, is_leaf=True),
    Expression("literal", 3, _is_value, _literal, is_leaf=True),
    Expression("conversion", 12, _can_convert, _conversion, is_leaf=True),
    Expression("truth value", 6, _is_condition, _truthiness, is_leaf=True),
    Expression("comparison", 10, _is_truth, _comparison),
    Expression("arithmetic", 12, _is_arithmetic, _arithmetic),
    Expression("unary operator", 3, _is_arithmetic, _unary),
    Expression("power", 2, _can_power, _power),
    Expression("not", 4, _gives_pybool, _not),
    Expression("and, or", 4, _can_and_or, _and_or),
    Expression("comparison chain", 4, _is_scalar_truth, _chain),
    Expression("conditional expression", 5, _is_value, _conditional),
    Expression("bit logic", 2, _is_bits, _bit_logic),
    Expression("call", 12, _has_function, _call),
    Expression("lambda", 1, _is_value, _lambda),
    Expression("min, max", 2, _is_scalar_number, _builtin_extreme),
    Expression("minimum, maximum", 2, _is_number_tensor, _extreme),
    Expression("function", 2, _is_number_tensor, _function),
    Expression("int(), float(), bool()", 3, _is_python, _number_of),
    Expression("len()", 1, _is_int, _length, is_leaf=True),
    Expression("reduction", 3, _is_scalar_tensor, _reduction),
    Expression("reduction of an axis", 1, _is_vector, _axis_reduction),
    Expression("item", 3, _has_item, _item),
    Expression("slice", 1, _is_array, _slice),
    Expression("stack", 2, _is_array, _stack),
    Expression("where", 2, _is_tensor, _where),
    Expression("cast", 1, _is_tensor, _cast),
)
