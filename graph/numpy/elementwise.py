"""Functions of NumPy's that look at each element by itself, and are no ufuncs."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.numpy.conversion import asarray
from graph.numpy.registry import implements
from graph.tensor import Tensor


@implements(np.isposinf)
def isposinf(x: Any) -> Tensor:
    """Tell for each element whether it is positive infinity."""
    return asarray(x) == np.inf


@implements(np.isneginf)
def isneginf(x: Any) -> Tensor:
    """Tell for each element whether it is negative infinity."""
    return asarray(x) == -np.inf


__all__ = ["isneginf", "isposinf"]
