"""How wide a Python number is that a call returns: what its arguments say of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autograph.arguments import is_tensor_like, leaf_spec
from graph import number_bits as of_dtypes


def number_bits(leaves: Iterable[Any]) -> int:
    """Return how wide a Python number is that a run returns: 32 or 64 bits.

    Args:
        leaves: The leaves of the arguments; tensors, arrays, NumPy scalars and specs
            count.
    """
    specs = [leaf_spec(each) for each in leaves if is_tensor_like(each)]
    return of_dtypes.number_bits(spec.dtype for spec in specs)


__all__ = ["number_bits"]
