"""Functions of NumPy's that look at each element by itself, and are no ufuncs."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.numpy.arguments import operands
from graph.numpy.conversion import asarray, check_kind
from graph.numpy.registry import implements
from graph.ops import complex_numbers, undefined
from graph.tensor import Tensor


@implements(np.isposinf)
def isposinf(x: Any) -> Tensor:
    """Tell for each element whether it is positive infinity."""
    value = asarray(x)
    check_kind("isposinf", value, "biuf")
    return value == np.inf


@implements(np.isneginf)
def isneginf(x: Any) -> Tensor:
    """Tell for each element whether it is negative infinity."""
    value = asarray(x)
    check_kind("isneginf", value, "biuf")
    return value == -np.inf


@implements(np.angle)
def angle(z: Any, deg: bool = False) -> Tensor:
    """Return the angle of complex numbers, in radians or in degrees.

    Shape:   any -> the same
    Dtype:   numbers -> their real dtype, float64 of integers
    Source:  numpy.angle
    """
    found = complex_numbers.angle(asarray(z))
    return found * (180 / np.pi) if deg else found


@implements(np.allclose)
def allclose(
    a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False
) -> Tensor:
    """Tell whether all elements of two arrays are close to each other.

    Shape:   inputs broadcast together -> ()
    Dtype:   numbers -> bool
    Source:  numpy.allclose
    """
    x, y = operands(a, b)
    return undefined.all_close(x, y, rtol, atol, equal_nan)


__all__ = ["allclose", "angle", "isneginf", "isposinf"]
