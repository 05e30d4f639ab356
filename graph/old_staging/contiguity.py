"""Whether a vector's elements are one after the other in memory, where NumPy has it.

`x.ravel()` is a view of a vector of which they are, and a copy of any other: of
`a[::2]`, `a[::-1]` and the column `a[:, 0]`.
"""

from __future__ import annotations

import numpy as np

from graph.old_staging.links import links_of
from graph.old_staging.memory import object_of, sources_of
from graph.ops.indexing import read_key
from graph.tensor import _DISPATCH, SymbolicTensor


def is_contiguous(value: SymbolicTensor) -> bool:
    """Tell whether the elements of a vector are known to follow each other.

    An array that the function is given may be a part of another one.
    """
    if value.spec.rank != 1:
        return False
    held = object_of(value)
    node = held.node
    is_given = any(held is each for each in held.graph.inputs)
    if is_given or node.op.is_control or node.op.name == "broadcast_to":
        return False
    if links_of(held).is_fixed:
        return True  # the memory of a tensor
    if not sources_of(held):
        return True
    if node.op.name != "getitem" or len(node.inputs) != 1:
        return False
    key = read_key(node.attrs["key"])
    is_run = len(key) == 1 and type(key[0]) is slice and key[0].step in (None, 1)
    return is_run and is_contiguous(node.inputs[0])


def may_be_copied(value: SymbolicTensor) -> bool:
    """Tell whether NumPy may have to copy a vector to have its elements in order."""
    is_array = _DISPATCH["assumed_kind"](value) in (np.ndarray, None)
    return is_array and not is_contiguous(value)


__all__ = ["is_contiguous", "may_be_copied"]
