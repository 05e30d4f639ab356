"""Event files read back: records, and the wire format of protocol buffers.

Written from the formats' descriptions alone; nothing here is of the product.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


def crc32c(data: bytes) -> int:
    """Return the CRC32C, bit by bit, as RFC 3720 defines it."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data: bytes) -> int:
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17 & 0xFFFFFFFF) + 0xA282EAD8) % 2**32


def records(path: Path) -> list[bytes]:
    """Return the records of a file; all checksums must hold."""
    data, found, at = path.read_bytes(), [], 0
    while at < len(data):
        head = data[at : at + 8]
        (length,) = struct.unpack("<Q", head)
        assert struct.unpack("<I", data[at + 8 : at + 12]) == (masked(head),)
        body = data[at + 12 : at + 12 + length]
        end = at + 12 + length
        assert struct.unpack("<I", data[end : end + 4]) == (masked(body),)
        found.append(body)
        at = end + 4
    return found


def varint(data: bytes, at: int) -> tuple[int, int]:
    found = shift = 0
    while True:
        byte = data[at]
        found |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return found, at


def fields(data: bytes) -> dict[int, list[Any]]:
    """Return the values of a message, by the numbers of fields."""
    found: dict[int, list[Any]] = {}
    at = 0
    value: Any
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = struct.unpack("<d", data[at : at + 8])[0], at + 8
        else:
            assert key & 7 == 2
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
            assert len(value) == size
        found.setdefault(key >> 3, []).append(value)
    return found


@dataclass
class Found:
    """A value of a summary."""

    tag: str
    step: int
    value: Any
    plugin: str
    kind: int
    description: str
    time_s: float


#: The dtypes of the numbers of DataType, in types.proto.
DTYPES = {
    1: "<f4", 2: "<f8", 3: "<i4", 4: "u1", 5: "<i2", 6: "i1", 8: "<c8", 9: "<i8",
    10: "?", 17: "<u2", 18: "<c16", 19: "<f2", 22: "<u4", 23: "<u8",
}  # fmt: skip


def tensor(data: bytes) -> Any:
    """Return the array of a TensorProto: text as objects."""
    parts = fields(data)
    dims = fields(parts[2][0]).get(2, [])
    shape = [fields(dim)[1][0] for dim in dims]
    if parts[1] == [7]:
        texts = np.empty(len(parts.get(8, [])), object)
        texts[:] = parts.get(8, [])
        return texts.reshape(shape)
    return np.frombuffer(parts[4][0], DTYPES[parts[1][0]]).reshape(shape)


def event(data: bytes) -> Found:
    found = fields(data)
    (summary,) = found[5]
    (value,) = fields(summary)[1]
    parts = fields(value)
    metadata = fields(parts[9][0])
    step = found[2][0]
    return Found(
        parts[1][0].decode(),
        step - 2**64 if step >= 2**63 else step,
        tensor(parts[8][0]),
        fields(metadata[1][0])[1][0].decode(),
        metadata[4][0],
        metadata.get(3, [b""])[0].decode(),
        found[1][0],
    )


def events(path: Path) -> list[Found]:
    """Return the summaries of a file."""
    first, *rest = records(path)
    assert fields(first)[3] == [b"brain.Event:2"]
    return [event(each) for each in rest]


def pixels(data: bytes) -> Any:
    """Return the pixels of a PNG without filters."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, []
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        (check,) = struct.unpack(">I", data[at + 8 + size : at + 12 + size])
        assert check == zlib.crc32(name + body)
        chunks.append((name, body))
        at += 12 + size
    assert [name for name, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"]
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
    channels = {0: 1, 4: 2, 2: 3, 6: 4}[colour]
    assert (depth, rest) == (8, [0, 0, 0])
    rows: Any = np.frombuffer(zlib.decompress(chunks[1][1]), np.uint8)
    rows = rows.reshape(height, 1 + width * channels)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, channels)
