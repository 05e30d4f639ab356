"""Shapes that are read of tensors: what tracing does not know, the run tells."""

from __future__ import annotations

from typing import Any, Final

from graph import dtypes
from graph.errors import ShapeError
from graph.ops.core import cast
from graph.ops.manipulation import rank, shape, size
from graph.origin import capture_exact
from graph.staging.chosen import Chosen
from graph.staging.members import Member
from graph.tensor import SymbolicTensor

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

__all__ = ["SHAPES", "as_traced", "read_shape"]
