"""How wide a tensor is that a Python number becomes which a function returns.

It has 64 bits where an argument has: an array, a NumPy scalar or a tensor of int64,
uint64, float64 or complex128. Else it has 32, as the documents print it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dtypes import DType
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor

_WIDE: Final[Mapping[DType, DType]] = {
    dtypes.python_int: dtypes.int64,
    dtypes.python_float: dtypes.float64,
    dtypes.python_complex: dtypes.complex128,
}

_OF_64_BITS: Final = frozenset(
    {dtypes.int64, dtypes.uint64, dtypes.float64, dtypes.complex128}
)


def number_bits(dtypes_given: Iterable[DType]) -> int:
    """Return 32 or 64, given the dtypes of the tensors and arrays among arguments."""
    return 64 if any(each in _OF_64_BITS for each in dtypes_given) else 32


def result_spec(spec: TensorSpec, bits: int = 32) -> TensorSpec:
    """Return the spec of what a value becomes as a result."""
    if not spec.dtype.is_python:
        return spec
    wide = _WIDE.get(spec.dtype) if bits == 64 else None
    dtype = wide or dtypes.strengthen(spec.dtype)
    return TensorSpec(spec.shape, dtype, spec.name)


def fit_int32(value: int) -> int:
    """Return a Python integer that is to become an int32 tensor.

    Raises:
        OverflowError: It does not fit. (Eagerly it would become int64; a graph's
            dtypes are fixed when it is traced.)
    """
    if -2147483648 <= value <= 2147483647:
        return value
    raise OverflowError(
        f"the Python integer {value} becomes an int32 tensor, which it does not fit. "
        "Start from ag.constant(..., ag.int64) to count further."
    )


def fit_int64(value: int) -> int:
    """Return a Python integer that is to become an int64 tensor.

    Raises:
        OverflowError: It does not fit.
    """
    if -9223372036854775808 <= value <= 9223372036854775807:
        return value
    raise OverflowError(
        f"the Python integer {value} becomes an int64 tensor, which it does not fit. "
        "Return a remainder of it, a float, or its text: str(n)."
    )


def result_array(number: complex, bits: int) -> Any:
    """Return the value of the tensor that a Python number becomes as a result.

    Raises:
        OverflowError: An integer does not fit.
    """
    if type(number) is int:
        number = (fit_int64 if bits == 64 else fit_int32)(number)
    return np.array(number, result_spec(spec_of(number), bits).dtype.numpy)


def result_tensor(number: complex, bits: int) -> EagerTensor:
    """Return the tensor that a Python number becomes as a result.

    Raises:
        OverflowError: An integer does not fit.
    """
    return EagerTensor(result_array(number, bits))


__all__ = [
    "fit_int32",
    "fit_int64",
    "number_bits",
    "result_array",
    "result_spec",
    "result_tensor",
]
