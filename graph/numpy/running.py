"""Running sums, differences, slopes and areas along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.dtypes import DType
from graph.numpy.arguments import dtype_or, flatten, with_axis
from graph.numpy.conversion import asarray, cast
from graph.numpy.registry import implements
from graph.ops import scan
from graph.ops.arguments import static_int
from graph.tensor import Tensor


@implements(np.cumsum)
def cumsum(a: Any, axis: Any = None, dtype: Any = None) -> Tensor:
    """Return running sums along an axis, of all elements as one vector for None."""
    return _run(scan.cumsum, a, axis, dtype)


@implements(np.cumprod)
def cumprod(a: Any, axis: Any = None, dtype: Any = None) -> Tensor:
    """Return running products along an axis, of all elements as one for None."""
    return _run(scan.cumprod, a, axis, dtype)


def _run(op: Any, a: Any, axis: Any, dtype: Any) -> Tensor:
    x = asarray(a)
    x = cast(x, dtype_or(dtype, wide(x.dtype)))
    if axis is None:
        x, axis = flatten(x), 0
    else:
        x = with_axis(x, axis)
    found: Tensor = op(x, static_int(axis, "axis"))
    return found


def wide(dtype: DType) -> DType:
    """Return the element type in which NumPy sums: 64 bits for integers."""
    if dtype.numpy.kind in "bi":
        return dtypes.int64
    return dtypes.uint64 if dtype.numpy.kind == "u" else dtype


__all__ = ["cumprod", "cumsum", "wide"]
