"""How protocol buffers are written: fields of messages.

Source:  Protocol Buffers, "Encoding"
"""

from __future__ import annotations

import struct
from typing import Final

_VARINT: Final = 0
_FIXED64: Final = 1
_LENGTH: Final = 2


def integer(number: int, value: int) -> bytes:
    """Return a field of a type int64, int32 or enum."""
    return _key(number, _VARINT) + varint(value % 2**64)


def double(number: int, value: float) -> bytes:
    """Return a field of type double."""
    return _key(number, _FIXED64) + struct.pack("<d", value)


def data(number: int, value: bytes) -> bytes:
    """Return a field of type bytes, or a message."""
    return _key(number, _LENGTH) + varint(len(value)) + value


def text(number: int, value: str) -> bytes:
    """Return a field of type string."""
    return data(number, value.encode())


def varint(value: int) -> bytes:
    """Return an integer that is not negative, in groups of seven bits."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def _key(number: int, kind: int) -> bytes:
    return varint(number << 3 | kind)


__all__: list[str] = []
