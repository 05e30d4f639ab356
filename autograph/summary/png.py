"""Images as PNG.

Source:  PNG Specification, third edition: chunks (5), pixels (7), filter none (9)
"""

from __future__ import annotations

import struct
import zlib
from typing import Any, Final

import numpy as np

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# What the channels of a pixel are, by their number: grey, with alpha, RGB, with alpha.
_COLOURS: Final = {1: 0, 2: 4, 3: 2, 4: 6}


def encoded(pixels: Any) -> bytes:
    """Return an image.

    Args:
        pixels: uint8[height, width, channels], with 1 to 4 channels.
    """
    height, width, channels = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOURS[channels], 0, 0, 0)
    rows = np.zeros((height, 1 + width * channels), np.uint8)  # a filter's number each
    rows[:, 1:] = pixels.reshape(height, width * channels)
    chunks = (
        (b"IHDR", header),
        (b"IDAT", zlib.compress(rows.tobytes())),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check


__all__: list[str] = []
