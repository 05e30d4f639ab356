"""CRC32C, the checksum of records: by `google_crc32c` where installed, else by a table.

A checksum is the remainder of a polynomial division over bits. It is linear: that of a
long text is put together from those of its blocks, which NumPy computes side by side.

Source:  Castagnoli, Braeuer and Herrmann 1993; RFC 3720, appendix B.4
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

# The polynomial, its bits reversed.
_POLYNOMIAL: Final = 0x82F63B78
_ALL_ONES: Final = 0xFFFFFFFF
# The size of a block in bytes, and from how many bytes on there are blocks.
_BLOCK: Final = 256
_LONG: Final = 4 * _BLOCK


def crc32c(data: bytes) -> int:
    """Return the CRC32C of bytes."""
    return _function()(data)  # type: ignore[no-any-return]


@cache
def _function() -> Any:
    try:
        from google_crc32c import value
    except ImportError:
        return crc32c_by_table
    return value


def masked_crc32c(data: bytes) -> int:
    """Return the CRC32C of bytes as it stands in files of records.

    Such a file may hold files of records: a checksum of checksums would be weak.

    Source:  TensorFlow's format of records
    """
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & _ALL_ONES


def crc32c_by_table(data: bytes) -> int:
    """Return the CRC32C of bytes, in Python."""
    if len(data) >= _LONG:
        return _of_blocks(data) ^ _ALL_ONES
    table, crc = _numbers(), _ALL_ONES
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ _ALL_ONES


@cache
def _table() -> Any:
    """Return the remainder of each byte."""
    remainders: Any = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        carry = (remainders & 1) * np.uint32(_POLYNOMIAL)
        remainders = remainders >> 1 ^ carry
    return remainders


@cache
def _numbers() -> list[int]:
    """Return the table as Python numbers."""
    return _table().tolist()  # type: ignore[no-any-return]


def _of_blocks(data: bytes) -> int:
    """Return the remainder of a long text.

    To begin with all ones is to invert the first four bytes, and zeros before a text
    change nothing: so all blocks are of one size, and all remainders begin with zero.
    """
    n_blocks = -(-len(data) // _BLOCK)
    padded = np.zeros(n_blocks * _BLOCK, np.uint8)
    start = len(padded) - len(data)
    padded[start:] = np.frombuffer(data, np.uint8)
    padded[start : start + 4] ^= 255
    columns = np.ascontiguousarray(padded.reshape(n_blocks, _BLOCK).T)
    remainders, table = np.zeros(n_blocks, np.uint32), _table()
    for column in columns:
        remainders = table[(remainders ^ column) & 255] ^ remainders >> 8
    first, second, third, fourth = _shifts()
    crc = 0
    for remainder in remainders.tolist():
        crc = (
            remainder
            ^ first[crc & 255]
            ^ second[crc >> 8 & 255]
            ^ third[crc >> 16 & 255]
            ^ fourth[crc >> 24]
        )
    return crc


@cache
def _shifts() -> list[list[int]]:
    """Return what each byte of a remainder becomes when a block of zeros follows."""
    places = np.array([0, 8, 16, 24], np.uint32)[:, None]
    remainders, table = np.arange(256, dtype=np.uint32) << places, _table()
    for _ in range(_BLOCK):
        remainders = table[remainders & 255] ^ remainders >> 8
    return remainders.tolist()  # type: ignore[no-any-return]


__all__: list[str] = []
