"""What is known of a tensor without its values."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.numpy.conversion import asarray
from graph.numpy.registry import implements
from graph.ops.core import identity
from graph.tensor import Tensor


@implements(np.copy)
def copy(a: Any, order: str = "K") -> Tensor:
    """Return a tensor of the same value, which no one can change."""
    del order  # there is no layout that a program could see
    return identity(asarray(a))


@implements(np.iscomplexobj)
def iscomplexobj(x: Any) -> bool:
    """Tell whether a tensor's element type is complex, whatever the values are."""
    return asarray(x).dtype.is_complex


@implements(np.isrealobj)
def isrealobj(x: Any) -> bool:
    """Tell whether a tensor's element type is not complex."""
    return not iscomplexobj(x)


__all__ = ["copy", "iscomplexobj", "isrealobj"]
