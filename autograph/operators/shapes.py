"""Shapes that are read of tensors: what tracing does not know, the run tells."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import operate
from graph.errors import ShapeError
from graph.ops.core import cast
from graph.ops.debugging import assert_that
from graph.ops.manipulation import rank, shape, size
from graph.origin import capture_exact
from graph.staging.chosen import Chosen
from graph.staging.members import Member
from graph.staging.numpy_numbers import (
    Mixed,
    assumed_kind,
    kind_elsewhere,
    kind_in_python,
    may_be_of_numpy,
)
from graph.tensor import SymbolicTensor, Tensor

_UNKNOWN_RANK: Final = (
    "Give the tensor a rank in the input signature; or write ag.shape(x), which is a "
    "tensor. `x.ndim` and `x.size` are known when the graph runs."
)


def read_shape(x: SymbolicTensor, name: str) -> Any:
    """Return `x.shape`, `x.ndim`, `x.size` or `x.nbytes`; staged if not known yet.

    Raises:
        ShapeError: The shape is asked for, and not even its length is known.
    """
    found = getattr(x, name)
    if name == "ndim" and found is None:
        return cast(rank(x), dtypes.python_int)
    if name == "size" and found is None:
        return cast(size(x, dtypes.int64), dtypes.python_int)
    if name == "nbytes" and found is None:
        return read_shape(x, "size") * x.itemsize
    if name != "shape":
        return found
    if found is None:
        raise ShapeError(
            f"the rank of {x} is not known while tracing: its shape is a tuple of no "
            "known length.",
            origin=capture_exact(2),
            hint=_UNKNOWN_RANK,
        )
    if None not in found:
        return found
    dims = shape(x, dtypes.int64)
    return tuple(
        cast(dims[axis], dtypes.python_int) if dim is None else dim
        for axis, dim in enumerate(found)
    )


def as_traced(value: Any) -> Any:
    """Return what `print` shows while tracing: None for a dimension of the run."""
    if type(value) is tuple:
        return tuple(map(as_traced, value))
    if type(value) is SymbolicTensor and value.spec.dtype is dtypes.python_int:
        source = value.node.inputs[0].node if value.node.inputs else None
        if source is not None and source.op.name == "getitem":
            return None if source.inputs[0].node.op.name == "shape" else value
    is_chosen = type(value) is Chosen or issubclass(type(value), Member)
    return repr(value) if is_chosen else value


SHAPES: Final = frozenset({"shape", "ndim", "size", "nbytes"})
"""The attributes that `read_shape` reads."""


# What Python says of tensors, and of arrays, that have no axes.
_NO_LENGTH: Final = ("len() of unsized object", "len() of unsized object")
NO_ROWS: Final = (
    "a scalar tensor cannot be iterated over",
    "iteration over a 0-d array",
)


def length_of(x: Tensor, what: str, lacking: tuple[str, str] = _NO_LENGTH) -> Any:
    """Return the length of a tensor's first axis, as the run knows it.

    Where it has no axes, the run raises TypeError.

    Args:
        x: The tensor.
        what: What asks for it, for messages.
        lacking: What the TypeError says of a tensor, and of an array of NumPy's.

    Raises:
        UnstagedOperationError: A number of NumPy's on another path says something else.
    """
    if type(x) is SymbolicTensor and x.shape is None:
        kind = assumed_kind(x)
        if kind is Mixed:
            kind = kind_elsewhere(x)
        elif may_be_of_numpy(x):
            kind_in_python(x, what)
        message = lacking[kind is np.ndarray]
        assert_that(operate("greater", (rank(x), 0)), (), message, TypeError)
    return cast(shape(x)[0], dtypes.python_int)


__all__ = ["NO_ROWS", "SHAPES", "as_traced", "length_of", "read_shape"]
