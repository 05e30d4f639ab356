"""How wide a Python number is that a call returns: what its arguments say of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograph.arguments import is_tensor_like, leaf_spec
from graph import number_bits as of_dtypes
from graph.dtypes import has_tensors


def number_bits(leaves: Iterable[Any]) -> int:
    """Return how wide a Python number is that a run returns: 32 or 64 bits.

    Args:
        leaves: The leaves of the arguments; tensors, arrays, NumPy scalars and specs
            count.
    """
    return of_dtypes.number_bits(
        leaf_spec(each).dtype for each in leaves if _is_given_as_tensor(each)
    )


def _is_given_as_tensor(leaf: Any) -> bool:
    if isinstance(leaf, (np.ndarray, np.generic)) and not has_tensors(leaf.dtype):
        return False  # of dates or records, which only plain Python takes
    return is_tensor_like(leaf)


__all__ = ["number_bits"]
