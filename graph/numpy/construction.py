"""Arrays made from scratch by functions that NumPy dispatches by no argument.

`np.array([t, u])` and `np.zeros(n)` never ask a tensor. Converted code, which sees
every call, comes here where one of the arguments is symbolic.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.convert import is_sequence
from graph.errors import UnsupportedArgumentError
from graph.numpy import creation
from graph.numpy.arguments import dtype_or, known_rank
from graph.numpy.conversion import asarray, check_real, result_type
from graph.numpy.registry import implements, register, unsupported
from graph.ops.core import identity as same
from graph.ops.layouts import in_columns, in_rows
from graph.ops.ranges import range_of_numpy
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of


@implements(np.array)
def array(
    object: Any,
    dtype: Any = None,
    *,
    copy: Any = True,
    order: str = "K",
    ndmin: int = 0,
) -> Tensor:
    """Return the tensor that stands for a value, with `ndmin` axes at least.

    Raises:
        ValueError: It is not to be a copy, and it has to be.
    """
    check_real(object, dtype)
    x = asarray(object, dtype)
    if copy is not None and not copy and x is not value_of(object):
        raise ValueError("Unable to avoid copy while creating an array as requested.")
    if ndmin:
        missing = ndmin - known_rank(x, "array")
        x = x[(None,) * missing] if missing > 0 else x
    if order == "F":
        x = in_columns(x)
    elif order == "C" or is_sequence(object):
        x = in_rows(x)
    if copy:
        return same(x)
    if copy is not None and order not in ("K", "A"):
        raise unsupported("numpy.array", "order")
    return x


@implements(np.asanyarray)
def asanyarray(a: Any, dtype: Any = None) -> Tensor:
    """Return the tensor that stands for a value."""
    check_real(a, dtype)
    return asarray(a, dtype)


@implements(np.ascontiguousarray)
def ascontiguousarray(a: Any, dtype: Any = None) -> Tensor:
    """Return the tensor that stands for a value, with an axis at least.

    NumPy copies what is not laid out row by row.
    """
    check_real(a, dtype)
    x = in_rows(asarray(a, dtype))
    return x if known_rank(x, "ascontiguousarray") else x[None]


@implements(np.identity)
def identity(n: Any, dtype: Any = None) -> Tensor:
    """Return ones on the diagonal of a square, and zeros elsewhere."""
    return creation.eye(n, dtype=dtype)


@implements(np.tri)
def tri(N: Any, M: Any = None, k: Any = 0, dtype: Any = float) -> Tensor:  # NumPy's
    """Return ones on and below a diagonal, and zeros above."""
    return creation.tril(creation.ones((N, N if M is None else M), dtype), k)


def arange(
    start: Any,
    stop: Any = None,
    step: Any = 1,
    dtype: Any = None,
    *,
    device: Any = None,
    like: Any = None,
) -> Tensor:
    """Return numbers from `start` up to but not including `stop`.

    Raises:
        UnsupportedArgumentError: The dtype is one of truth values.
        OverflowError: One of the first two does not fit the dtype, when the graph runs.
        ZeroDivisionError: The step is 0.
    """
    del device, like
    given = [value_of(x) for x in (start, stop, step) if x is not None]
    wanted = dtype_or(dtype, result_type(dtypes.int64, *map(asarray, given)))
    if wanted.is_bool:
        raise UnsupportedArgumentError(
            "numpy.arange of truth values takes no tensor.",
            origin=capture_exact(),
            hint="Compare numbers, or convert them by astype(bool).",
        )
    bounds = [asarray(x) for x in given]
    if stop is None:
        bounds.insert(0, asarray(0))
    first, limit, by = bounds
    return range_of_numpy(first, limit, by, wanted)


register(np.arange, arange)


__all__ = ["arange", "array", "asanyarray", "identity", "tri"]
