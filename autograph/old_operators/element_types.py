"""`x.dtype`: NumPy's own dtype where `x` is one of NumPy's in plain Python.

The two compare otherwise: `x.dtype == float` is float64 of NumPy's, and float32 of a
tensor's, and `{np.dtype("int64"): ...}` finds NumPy's alone.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph.dtypes import DType
from graph.errors import UnstagedOperationError
from graph.old_staging.numpy_numbers import (
    Mixed,
    assumed_kind,
    is_numpys,
    is_told,
    kind_elsewhere,
    known_kind,
)
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor

_OF_NUMPY: Final = (np.ndarray, np.generic)


class CarriedDType(DType):
    """The dtype of what a loop carries: NumPy's own, if that begins as NumPy's.

    It may become a tensor, if nothing asks for the difference: `ag.cast(y, x.dtype)`.
    """

    __slots__ = ("_owner",)

    def __init__(self, owner: SymbolicTensor) -> None:
        """Make that of a value."""
        dtype = owner.spec.dtype
        super().__init__(dtype.name, dtype.numpy)
        self._owner: Final = owner

    @property
    def canonical(self) -> DType:
        """The dtype."""
        return self._owner.spec.dtype

    def _own(self) -> Any:
        """Return what it is in plain Python."""
        is_numpys = assumed_kind(self._owner) in _OF_NUMPY
        return self.numpy if is_numpys else self.canonical

    def __eq__(self, other: object) -> bool:
        """Compare as what it is: `dtype == float` is another question of NumPy's."""
        return bool(
            (self._own() if isinstance(other, type) else self.canonical) == other
        )

    def __hash__(self) -> int:
        """Hash as what it is."""
        return hash(self._own())

    def __repr__(self) -> str:
        """Return the text of what it is."""
        return repr(self._own())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the dtype."""
        return self.canonical.__reduce__()


def read_dtype(x: SymbolicTensor) -> Any:
    """Return `x.dtype`.

    Raises:
        UnstagedOperationError: NumPy's dtype of text says how long the text may be.
    """
    dtype = x.spec.dtype
    if dtype.is_python:
        return dtype
    kind = assumed_kind(x) if dtype.kind == "O" else known_kind(x)
    if kind is None and dtype.kind != "O":
        is_carried = is_told(x) or not is_numpys(x)
        return CarriedDType(x) if is_carried else dtype.numpy
    if kind is Mixed:
        kind = kind_elsewhere(x)
    if kind not in _OF_NUMPY:
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
