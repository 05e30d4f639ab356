"""Shapes that are read of tensors, as far as tracing knows them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import operate
from graph.errors import UnknownLengthError
from graph.old_staging.chosen import Chosen
from graph.old_staging.members import Member
from graph.old_staging.numpy_numbers import (
    Mixed,
    assumed_kind,
    kind_elsewhere,
    kind_in_python,
    may_be_of_numpy,
)
from graph.ops.core import cast
from graph.ops.debugging import assert_that
from graph.ops.manipulation import rank, shape
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor, Tensor
from graph.unknown_dims import note_unknown


def read_shape(x: SymbolicTensor, name: str) -> Any:
    """Return `x.shape`, `x.ndim`, `x.size` or `x.nbytes`, as far as they are known.

    Raises:
        UnknownLengthError: One of the others is asked for and not known; or the shape
            of what is an array in plain Python, whose dimensions are numbers.
    """
    found = getattr(x, name)
    if found is not None if name == "ndim" else x.shape.is_fully_defined():
        return found
    if name == "shape" and assumed_kind(x) not in (np.ndarray, np.generic):
        note_unknown()
        return found
    raise UnknownLengthError(
        f"`.{name}` of {x} is known in plain Python, and not while tracing.",
        origin=capture_exact(2),
        hint=f"ag.{_AS_TENSOR[name]} is a tensor, which the run computes. Or give the "
        "input signature the dimensions.",
    )


_AS_TENSOR: Final = {
    "shape": "shape(x)",
    "ndim": "rank(x)",
    "size": "size(x)",
    "nbytes": "size(x)",
}


def as_traced(value: Any) -> Any:
    """Return what `print` shows while tracing."""
    if type(value) is tuple:
        return tuple(map(as_traced, value))
    is_chosen = type(value) is Chosen or issubclass(type(value), Member)
    return repr(value) if is_chosen else value


SHAPES: Final = frozenset(_AS_TENSOR)
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
    if type(x) is SymbolicTensor and x.ndim is None:
        kind = assumed_kind(x)
        if kind is Mixed:
            kind = kind_elsewhere(x)
        elif may_be_of_numpy(x):
            kind_in_python(x, what)
        message = lacking[kind is np.ndarray]
        assert_that(operate("greater", (rank(x), 0)), (), message, TypeError)
    return cast(shape(x)[0], dtypes.python_int)


__all__ = ["NO_ROWS", "SHAPES", "as_traced", "length_of", "read_shape"]
