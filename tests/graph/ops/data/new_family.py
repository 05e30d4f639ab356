"""A family of ops as it would stand in graph/ops: what is written to add one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graph import ops
from graph.dispatch import as_tensor
from graph.domains import Domain
from graph.elementwise import elementwise
from graph.errors import DTypeError, ShapeError
from graph.op import always, define
from graph.ops.arguments import result, static_int, total_size
from graph.shapes import normalize_axis
from graph.specs import TensorSpec
from graph.tensor import Tensor

# An op that works element by element is a row: shapes and dtypes are the ufunc's.
log3 = elementwise(
    "log3",
    np.log,
    doc="Logarithm to base 3.",
    kernel=lambda x: np.log(x) / math.log(3),
    gradient=lambda dy, y, x: dy / (x * math.log(3)),
    dispatches=None,
    source="log(x) / log(3)",
    domain=Domain(
        between=(0.4, 2.0), means=lambda x: np.log2(x) / math.log2(3), rounds=True
    ),
)


# Any other op has inference, a kernel, a rule for its gradient, and a public function.
def _infer(x: TensorSpec, *, axis: int) -> TensorSpec:
    if x.dtype.numpy.kind not in "iuf":
        raise DTypeError(f"there is no extent of {x.dtype}.")
    if x.shape is None:
        return TensorSpec(None, x.dtype)
    place = normalize_axis(axis, len(x.shape))
    if x.shape[place] == 0:
        raise ShapeError("an axis without elements has no extent.")
    return TensorSpec(x.shape[:place] + x.shape[place + 1 :], x.dtype)


def _kernel(x: Any, *, axis: int) -> Any:
    return np.max(x, axis) - np.min(x, axis)


def _rule(at: Any, dy: Any) -> Any:
    x, axis = at.inputs[0], at.attrs["axis"]
    ends = [f(x, axis, keepdims=True) for f in (ops.reduce_max, ops.reduce_min)]
    is_high, is_low = (ops.cast(ops.equal(x, end), dy.dtype) for end in ends)
    return (ops.expand_dims(dy, axis) * (is_high - is_low),)


def extent(x: Any, axis: Any = -1, name: str | None = None) -> Tensor:
    """Return the difference of the largest and the smallest element along an axis.

    Shape:   (..., n, ...) -> (..., ...)
    Dtype:   integers and floats -> the same
    Raises:  ShapeError if the axis has no elements
    Source:  numpy.ptp
    """
    return result(_EXTENT, (as_tensor(x),), {"axis": static_int(axis, "axis")}, name)


_EXTENT = define(
    "extent",
    inputs=("x",),
    attrs={"axis": -1},
    infer=_infer,
    kernel=_kernel,
    gradient=_rule,
    doc=extent.__doc__,
    numpy=(np.ptp,),
    work=total_size,
    can_fail=always,
)

__all__ = ["extent", "log3"]
NAMESPACES = {"ag": ["extent"], "ag.math": __all__}
