"""Random arrays: reductions, indexing, stacking, choice, conversion."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import Expression, expression
from autograph.testing.types import DTYPES, INT, MATRIX, TRUTH, VECTOR, Type
from autograph.testing.writer import Writer


def _reduction(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.pick_type((wanted.reshaped(*VECTOR), wanted.reshaped(*MATRIX)))
    names = "sum max min prod mean" if wanted.is_floating else "sum max min prod"
    names = "any all" if wanted.is_bool else names
    operand = expression(w, kind, depth)
    return f"ag.reduce_{w.choices.pick(names.split())}({operand})"


def _axis_reduction(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(("any", "all") if wanted.is_bool else ("sum", "max", "min"))
    operand = expression(w, wanted.reshaped(*MATRIX), depth)
    return f"ag.reduce_{name}({operand}, axis=0)"


def _item(w: Writer, wanted: Type, depth: int) -> str:
    if wanted.shape == VECTOR:
        matrix = expression(w, wanted.reshaped(*MATRIX), depth)
        return f"{matrix}[{_index(w, 2, depth)}]"
    vector = expression(w, wanted.reshaped(*VECTOR), depth)
    return f"{vector}[{_index(w, 3, depth)}]"


def _index(w: Writer, length: int, depth: int) -> str:
    if w.choices.chance(30):
        return str(w.choices.below(length) - w.choices.below(2))
    kind = w.pick_type((INT, Type("int32"), Type("int64")))
    return f"{expression(w, kind, max(depth, 0))} % {length}"


def _has_item(w: Writer, wanted: Type) -> bool:
    return wants.is_scalar_tensor(w, wanted) or wants.is_vector(w, wanted)


def _slice(w: Writer, wanted: Type, depth: int) -> str:
    key = w.choices.pick(("[::-1]", "[:]", "[1:]", "[:, ::-1]"))
    if key == "[1:]":
        rows = [expression(w, wanted.reshaped(*wanted.shape[1:]), 0)]
        operand = expression(w, wanted, depth)
        return f"ag.concat([{operand}[1:], ag.stack([{rows[0]}])], axis=0)"
    if key == "[:, ::-1]" and wanted.shape != MATRIX:
        key = "[::-1]"
    return f"{expression(w, wanted, depth)}{key}"


def _stack(w: Writer, wanted: Type, depth: int) -> str:
    row = wanted.reshaped(*wanted.shape[1:])
    parts = [expression(w, row, min(depth, 1)) for _ in range(wanted.shape[0])]
    return f"ag.stack([{', '.join(parts)}])"


def _where(w: Writer, wanted: Type, depth: int) -> str:
    mask = expression(w, Type("bool", wanted.shape), depth)
    left, right = (expression(w, wanted, depth) for _ in range(2))
    return f"ag.where({mask}, {left}, {right})"


def _cast(w: Writer, wanted: Type, depth: int) -> str:
    kinds = [Type(kind, wanted.shape) for kind in DTYPES]
    if not wanted.is_floating:  # what a float gives that does not fit is undefined
        kinds = [kind for kind in kinds if not kind.is_floating]
    kind = w.pick_type(kinds)
    operand = expression(w, kind, depth)
    return f"ag.cast({operand}, ag.{wanted.kind})"


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


EXPRESSIONS: Final = (
    Expression("conversion", 12, _can_convert, _conversion, is_leaf=True),
    Expression("reduction", 3, wants.is_scalar_tensor, _reduction),
    Expression("reduction of an axis", 1, wants.is_vector, _axis_reduction),
    Expression("item", 3, _has_item, _item),
    Expression("slice", 1, wants.is_array, _slice),
    Expression("stack", 2, wants.is_array, _stack),
    Expression("where", 2, wants.is_tensor, _where),
    Expression("cast", 1, wants.is_tensor, _cast),
)
