"""Which nodes may raise when the graph runs.

What an op does with values is said by the op, `Op.can_fail`. Here is what holds for
all ops: where a shape is known only when the graph runs, it may not fit; where one
depends on a value, that value may be no shape; a Python integer may be too large.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.op import Planned
from graph.specs import TensorSpec, is_list
from graph.structure import constant_of


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What is known of an operand while tracing; asked by `Op.can_fail`.

    Attributes:
        spec: Its spec.
        value: The array or Python number of a constant; None for any other operand.
    """

    spec: TensorSpec
    value: Any = None

    @property
    def dtype(self) -> dtypes.DType:
        """The dtype of the spec."""
        return self.spec.dtype


def may_raise(node: Planned) -> bool:
    """Tell whether a node may raise because of the values that it computes with."""
    writes = node.op.effects.writes
    return "control" in writes or "anything" in writes or _can_fail(node)


def may_raise_at_all(node: Planned) -> bool:
    """Tell whether a node may raise for a reason that `may_raise` tells, or another."""
    return may_raise(node) or is_computed_and_may_raise(node)


def is_computed_and_may_raise(node: Planned) -> bool:
    """Tell whether a node may raise that is there for its result alone."""
    return _can_fail(node) or has_shape_of_values(node) or may_not_fit(node)


def may_not_fit(node: Planned) -> bool:
    """Tell whether shapes may not fit each other, or an integer its dtype."""
    return may_clash(node) or may_overflow(node)


def _can_fail(node: Planned) -> bool:
    given = (Given(value.spec, constant_of(value)) for value in node.inputs)
    return bool(node.op.can_fail(*given, **node.attrs))


def has_shape_of_values(node: Planned) -> bool:
    """Tell whether values decide on the shape of a result, as those of `ag.zeros(n)`.

    They may decide on one that there is not. What has no inputs, as inputs of graphs,
    computes with no values.
    """
    return (
        bool(node.inputs)
        and not all(map(is_shape_known, node.outputs))
        and all(is_shape_known(value.spec) for value in node.inputs)
    )


def may_clash(node: Planned) -> bool:
    """Tell whether shapes may not fit that are known only when the graph runs."""
    specs = [value.spec for value in node.inputs]
    if all(map(is_shape_known, specs)):
        return False
    if not node.op.is_elementwise:
        return True
    return sum(spec.shape is None or bool(spec.shape) for spec in specs) > 1


def may_overflow(node: Planned) -> bool:
    """Tell whether a Python integer may be too large for another number's dtype."""
    if node.attrs.get("is_numpys"):  # a range
        own, given = node.attrs["dtype"], [node.inputs[0], node.inputs[2]]
        return any(not np.can_cast(x.spec.dtype.numpy, own.numpy) for x in given)
    if not node.op.is_elementwise and node.op.name != "cast":
        return False
    kinds = {value.spec.dtype for value in node.inputs}
    kinds.update(spec.dtype for spec in node.outputs)
    if node.op.name in _COMPARISONS:  # of any integers
        kinds = {kind for kind in kinds if not kind.is_integer}
    room = min((_room(kind) for kind in kinds), default=math.inf)
    return any(
        value.spec.dtype is dtypes.python_int
        and _bits_of(value) > room
        and (constant_of(value) is None or not _is_within(constant_of(value), kinds))
        for value in node.inputs
    )


def _is_within(number: Any, kinds: set[dtypes.DType]) -> bool:
    """Tell whether an integer fits all dtypes: of those without a sign, too."""
    integers = (x.numpy for x in kinds if x.is_integer and not x.is_python)
    ranges = [np.iinfo(each) for each in integers]
    fits = all(each.min <= number <= each.max for each in ranges)
    return fits and (bool(ranges) or number.bit_length() <= _FLOAT_BITS)


def _room(kind: dtypes.DType) -> float:
    """Return how many bits an integer may have that becomes a number of this dtype."""
    if kind in (dtypes.python_int, dtypes.python_bool, dtypes.python_str):
        return math.inf
    if kind.is_integer:
        return kind.size * 8 - 1 if kind.numpy.kind == "i" else 0
    return _FLOAT_BITS


# Of an integer that is a float for sure; of one that counts; how far it is looked.
_FLOAT_BITS: Final = 1023
_COUNT_BITS: Final = 64
_MAX_DEPTH: Final = 20
_COMPARISONS: Final = frozenset(
    {"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"}
)


def _bits_of(value: Any, depth: int = 0) -> float:
    """Return how many bits a Python integer has at most, as far as can be seen."""
    known = constant_of(value)
    if isinstance(known, int):
        return known.bit_length()
    node = value.node
    if node.op.name == "list_length":
        return _COUNT_BITS
    if node.op.name == "cast" and not node.inputs[0].spec.dtype.is_python:
        # No float is larger than what floats are made of.
        kind = node.inputs[0].spec.dtype
        return kind.size * 8 if kind.is_integer or kind.is_bool else _FLOAT_BITS + 1
    if depth == _MAX_DEPTH or node.op.name not in _BITS:
        return math.inf
    return _BITS[node.op.name](*(_bits_of(each, depth + 1) for each in node.inputs))


_BITS: Final[dict[str, Callable[..., float]]] = {
    "add": lambda x, y: max(x, y) + 1,
    "subtract": lambda x, y: max(x, y) + 1,
    "multiply": lambda x, y: x + y,
    "floor_divide": lambda x, y: x + 1,
    "mod": lambda x, y: y,
    "negative": lambda x: x,
    "positive": lambda x: x,
    "abs": lambda x: x,
}


def is_shape_known(spec: TensorSpec) -> bool:
    """Tell whether tracing knows the shape of a value, if it has one."""
    if is_list(spec) or spec.dtype is dtypes.opaque:
        return True
    return spec.shape is not None and None not in spec.shape


__all__ = [
    "Given",
    "has_shape_of_values",
    "is_computed_and_may_raise",
    "is_shape_known",
    "may_clash",
    "may_not_fit",
    "may_overflow",
    "may_raise",
    "may_raise_at_all",
]
