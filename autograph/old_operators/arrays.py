"""Arrays that the function changes in place: in a graph they are tensors."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np

from graph.building import _STATE
from graph.old_staging.numpy_arrays import mark_of_numpy
from graph.ops.core import constant, identity
from graph.tensor import SymbolicTensor


def own(value: Any, extra: int = 0) -> Any:
    """Return an array that a name is bound to, as one that can be changed in a graph.

    That takes an array of NumPy's that nothing else has: it was made by the expression
    that is assigned. Anything else is returned as it is.

    Args:
        value: What the name will be bound to.
        extra: How many other references there are by now.
    """
    if _STATE.graph is None or type(value) is not np.ndarray:
        return value
    is_stageable = value.ndim and value.dtype.kind in "biufc" and value.flags.writeable
    if not is_stageable or sys.getrefcount(value) > _ALONE + extra:
        return value
    if not _has_own_memory(value):
        return value
    # An object of its own: two arrays may be equal.
    made = identity(constant(value))
    assert isinstance(made, SymbolicTensor)  # a graph is being built
    mark_of_numpy(made)
    return made


def own_items(container: Any) -> Any:
    """Return a container that was just made, with its arrays as `own` returns them.

    They are changed, as `xs[0][i] = v` does.
    """
    if _STATE.graph is not None and type(container) is list:
        for place in range(len(container)):
            container[place] = own(container[place], 1)
    elif _STATE.graph is not None and type(container) is dict:
        for key in container:
            container[key] = own(container[key], 1)
    elif _STATE.graph is not None and type(container) is tuple:
        return tuple(own(container[at], 1) for at in range(len(container)))
    return container


def _has_own_memory(array: Any) -> bool:
    """Tell whether no other array that is in use has its memory."""
    base = array.base
    if base is None:
        return True
    # What has it: the view, `base` here, and the argument of getrefcount.
    is_lone = type(base) is np.ndarray and sys.getrefcount(base) <= 3
    return is_lone and base.base is None


def _alone() -> int:
    """Return the references to a value that only a call of `own` has."""
    counts: list[int] = []

    def counting(value: Any, extra: int = 0) -> None:
        counts.append(sys.getrefcount(value) + extra)

    counting(np.zeros(1))
    return counts[0]


_ALONE: Final = _alone()

__all__ = ["own", "own_items"]
