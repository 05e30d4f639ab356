"""`x.dtype`: NumPy's own dtype where `x` is one of NumPy's in plain Python.

The two compare otherwise: `x.dtype == float` is float64 of NumPy's, and float32 of a
tensor's, and `{np.dtype("int64"): ...}` finds NumPy's alone.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph.errors import UnstagedOperationError
from graph.origin import capture_exact
from graph.staging.numpy_numbers import assumed_kind
from graph.tensor import SymbolicTensor

_OF_NUMPY: Final = (np.ndarray, np.generic)


def read_dtype(x: SymbolicTensor) -> Any:
    """Return `x.dtype`.

    Raises:
        UnstagedOperationError: NumPy's dtype of text says how long the text may be.
    """
    dtype = x.spec.dtype
    if dtype.is_python or assumed_kind(x) not in _OF_NUMPY:
        return dtype
    if dtype.kind == "O":
        raise UnstagedOperationError(
            "the dtype of an array of text says how long its texts may be, which a "
            "graph does not know.",
            origin=capture_exact(2),
            hint="Ask np.asarray(x).dtype before the function is called.",
        )
    return dtype.numpy


__all__ = ["read_dtype"]
