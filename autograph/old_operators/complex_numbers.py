"""`complex(real, imag)` of numbers of which the run knows some."""

from __future__ import annotations

import builtins
from typing import Any

from autograph.old_operators.none_arguments import present
from autograph.old_operators.numbers import (
    as_number,
    is_number,
    python_function,
)
from graph import dtypes
from graph.graph import is_symbolic
from graph.partial import OptionalTensor
from graph.tensor import Tensor


def complex_(*args: Any, **kwargs: Any) -> Any:
    """Do `complex(real, imag)`."""
    given = dict(zip(("real", "imag"), args, strict=False), **kwargs)
    if len(given) < len(args) + len(kwargs) or not given.keys() <= {"real", "imag"}:
        return builtins.complex(*args, **kwargs)  # Python's own error
    real, imag = given.get("real", 0), given.get("imag", 0)
    if "imag" not in given:
        return as_number(real, dtypes.python_complex)
    if type(imag) is OptionalTensor:
        imag = present(builtins.complex, (real, imag), 1)
    if not is_symbolic(imag):
        builtins.complex(0, imag)
    elif not is_number(imag) and imag.dtype.is_complex:
        float(1j)  # type: ignore[arg-type]  # what Python says of tensors
    if not is_symbolic(real):
        builtins.complex(real, 0)
    return python_function("complex", [_as_python(real), _as_python(imag)])


def _as_python(value: Any) -> Any:
    if not isinstance(value, Tensor) or is_number(value):
        return value
    is_complex = value.dtype.is_complex
    kind = dtypes.python_complex if is_complex else dtypes.python_float
    return as_number(value, kind)


__all__ = ["complex_"]
