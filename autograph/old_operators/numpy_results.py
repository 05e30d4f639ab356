"""What functions of NumPy's give of single numbers: arrays, its numbers, or Python's.

Most give a number of NumPy's, which is what the graph takes them to give. Some make an
array of no axes of a number, others a number of such an array; a few ask Python's own
numbers for what these have, as `np.real(2)` does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.old_operators.numbers import as_number, refuse
from graph import dtypes
from graph.numpy.conversion import asarray
from graph.numpy.registry import Implementation
from graph.old_staging.numpy_numbers import as_array, as_scalar, known_kind
from graph.tensor import SymbolicTensor


def _array(found: Implementation, *args: Any, **kwargs: Any) -> Any:
    """Return an array, also of numbers of NumPy's."""
    made = found(args, kwargs)
    if type(made) is SymbolicTensor and known_kind(made) is np.generic:
        return as_array(made, made)
    return made


def _number(found: Implementation, *args: Any, **kwargs: Any) -> Any:
    """Return a number of NumPy's in place of an array of no axes."""
    made = found(args, kwargs)
    if type(made) is SymbolicTensor and known_kind(made) is np.ndarray:
        return as_scalar(made)
    return made


def _number_again(found: Implementation, m: Any, *args: Any, **kwargs: Any) -> Any:
    """Return a number of NumPy's of one of these, and of an array of no axes."""
    made = found((m, *args), kwargs)
    if type(made) is not SymbolicTensor or type(m) is not SymbolicTensor:
        return made
    is_numpys = made.shape == () and known_kind(m) in (np.ndarray, np.generic)
    return as_scalar(made) if is_numpys else made


def _is_pythons(value: Any) -> bool:
    return type(value) is SymbolicTensor and value.spec.dtype.is_python


def _real(found: Implementation, val: Any) -> Any:
    return val.real if _is_pythons(val) else found((val,), {})


def _imag(found: Implementation, val: Any) -> Any:
    return val.imag if _is_pythons(val) else found((val,), {})


def _is_real(found: Implementation, x: Any) -> Any:
    return x.imag == 0 if _is_pythons(x) else found((x,), {})


def _rank(found: Implementation, A: Any, *args: Any, **kwargs: Any) -> Any:
    """Return a rank: NumPy tells that of vectors as an integer of Python's."""
    made = found((A, *args), kwargs)
    if type(made) is not SymbolicTensor or known_kind(made) is not np.generic:
        return made
    rank = asarray(A).spec.rank
    return as_number(made, dtypes.python_int) if rank in (0, 1) else made


def _trimmed(found: Implementation, filt: Any, *args: Any, **kwargs: Any) -> Any:
    """Return an array without its ends: of a list NumPy gives a part of it."""
    if isinstance(filt, (list, tuple)) or _is_pythons(filt):
        refuse("np.trim_zeros() of a list", "Make it an array first: np.array(xs).")
    return found((filt, *args), kwargs)


#: What to call in place of functions that are given something symbolic.
CALLS: Final[Mapping[Any, Callable[..., Any]]] = {
    **dict.fromkeys(
        (np.block, np.cov, np.fft.fftn, np.fft.ifftn, np.pad, np.real_if_close)
        + (np.roll, np.linalg.tensorsolve),
        _array,
    ),
    **dict.fromkeys((np.clip, np.fix, np.iscomplex), _number),
    np.flip: _number_again,
    np.real: _real,
    np.imag: _imag,
    np.isreal: _is_real,
    np.linalg.matrix_rank: _rank,
    np.trim_zeros: _trimmed,
}

__all__ = ["CALLS"]
