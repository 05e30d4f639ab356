"""The checksums of TFRecord files: CRC32C, masked.

By the library `google-crc32c` where it is installed, else by a table.

Source:  RFC 3720, appendix B.4 (the polynomial); TensorFlow, record_writer.h (the mask)
"""

from __future__ import annotations

from typing import Final

try:
    import google_crc32c as _library
except ImportError:
    _library = None

_POLYNOMIAL: Final = 0x82F63B78  # of Castagnoli, its bits in reverse
_WORD: Final = 0xFFFFFFFF
_MASK: Final = 0xA282EAD8


def crc32c(data: bytes) -> int:
    """Return the CRC32C of bytes."""
    if _library is not None:
        return int(_library.value(bytes(data)))
    return by_table(data)


def masked_crc32c(data: bytes) -> int:
    """Return the CRC32C of bytes, as TFRecord files have it.

    Rotated, with a number added: the checksum of data that hold their own checksum
    would be the same for all data otherwise.
    """
    crc = crc32c(data)
    return (((crc >> 15) | (crc << 17)) + _MASK) & _WORD


def by_table(data: bytes) -> int:
    """Return the CRC32C of bytes, by the table."""
    table, crc = _TABLE, _WORD
    for byte in bytes(data):
        crc = table[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ _WORD


def _made_table() -> tuple[int, ...]:
    """Return what each byte does to a checksum."""
    rows = []
    for row in range(256):
        for _ in range(8):
            row = (row >> 1) ^ (_POLYNOMIAL if row & 1 else 0)
        rows.append(row)
    return tuple(rows)


_TABLE: Final = _made_table()

__all__: list[str] = []
