"""Arrays in a `.npz` archive, read back without trust in what is written there.

`write` makes what `numpy.savez` makes. `read` takes archives that are not compressed,
of arrays of numbers: nothing is allocated that the bytes are not there for.
"""

from __future__ import annotations

import io
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from typing import IO, Any, Final

import numpy as np

from graph import dtypes

ARRAY_HEAD: Final = b"\x93NUMPY\x01\x00"
# What NumPy writes at the head of an array, which is read without evaluating anything.
_HEADER: Final = re.compile(
    rb"\{'descr': '(?P<dtype>[<>|=]?[a-z][0-9]{1,2})', 'fortran_order': False, "
    rb"'shape': \((?P<shape>(?:[0-9]{1,19},? ?){0,64})\),? ?\} *\n?"
)
# Of the header of a member: its signature, and the lengths of its name and of the rest.
_LOCAL: Final = struct.Struct("<4s22xHH")
_LOCAL_SIGNATURE: Final = b"PK\x03\x04"


class ArchiveError(ValueError):
    """Bytes are not those of arrays; the text says where, and what is wrong."""


def write(stream: IO[bytes], arrays: Mapping[str, Any]) -> None:
    """Write arrays of numbers to a stream, which need not be one that can seek."""
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy")  # without the time: bytes repeat
            with archive.open(member, "w", force_zip64=True) as file:
                whole = np.asarray(array, order="C")
                np.lib.format.write_array(file, whole, (1, 0), allow_pickle=False)


def read(data: bytes, *, is_checked: bool) -> dict[str, Any]:
    """Return the arrays in the bytes of an archive, by name; copies.

    Args:
        data: The bytes.
        is_checked: Are they known to be those that were written? Otherwise the
            checksums of the archive are compared.

    Raises:
        ArchiveError: They are not those of an archive of arrays.
    """
    found = {}
    end = 0
    for member in sorted(_members(data), key=lambda each: each.header_offset):
        start = _start(data, member)
        if start < end:
            raise ArchiveError(f"at byte {start}, two arrays share their bytes")
        end = start + member.file_size
        if member.compress_type != zipfile.ZIP_STORED or end > len(data):
            raise ArchiveError(f"at byte {start}, {member.filename!r} is not stored")
        if not is_checked and zlib.crc32(memoryview(data)[start:end]) != member.CRC:
            raise ArchiveError(f"at byte {start}, {member.filename!r} has changed")
        array, array_end = array_at(data, start)
        if array_end != end:
            raise ArchiveError(f"at byte {start}, {member.filename!r} has no such size")
        found[member.filename.removesuffix(".npy")] = array
    return found


def _members(data: bytes) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.infolist()
    except Exception as error:  # whatever the library has for damaged ones
        raise ArchiveError(f"there is no table of arrays: {error}") from error


def _start(data: bytes, member: zipfile.ZipInfo) -> int:
    """Return where the bytes of a member begin."""
    if not 0 <= member.header_offset <= len(data) - _LOCAL.size:
        raise ArchiveError(f"{member.filename!r} is behind the end")
    signature, n_name, n_rest = _LOCAL.unpack_from(data, member.header_offset)
    if signature != _LOCAL_SIGNATURE:
        raise ArchiveError(f"at byte {member.header_offset}, there is no array")
    return member.header_offset + _LOCAL.size + int(n_name) + int(n_rest)


def array_at(data: bytes, start: int) -> tuple[Any, int]:
    """Return the array that is written at a place, and the place behind it.

    Raises:
        ArchiveError: There is none of numbers, in the order of C.

    Source:  NumPy enhancement proposal 1, version 1.0 of the format
    """
    head = len(ARRAY_HEAD)
    if data[start : start + head] != ARRAY_HEAD:
        raise ArchiveError(f"at byte {start}, there is no head of an array")
    try:
        (length,) = struct.unpack_from("<H", data, start + head)
        begin = start + head + 2 + length
        said = _HEADER.fullmatch(data[start + head + 2 : begin])
        if said is None:
            raise ValueError
        dtype = np.dtype(said["dtype"].decode())
        shape = tuple(map(int, said["shape"].replace(b",", b" ").split()))
        if not dtypes.has_tensors(dtype) or dtype.kind in "OSU":
            raise ValueError
        size = math.prod(shape)
    except (struct.error, ValueError, TypeError):
        text = f"at byte {start}, the head of an array cannot be read"
        raise ArchiveError(text) from None
    end = begin + size * dtype.itemsize
    if end > len(data):
        raise ArchiveError(
            f"at byte {begin}, an array needs {end - begin} bytes, and there are "
            f"{len(data) - begin}"
        )
    try:
        found = np.frombuffer(data, dtype, size, begin).reshape(shape)
    except ValueError:  # too many dimensions, or some of size 0 and others immense
        text = f"at byte {start}, an array cannot have the shape {shape}"
        raise ArchiveError(text) from None
    if dtype.kind == "b":
        found = found.view(np.uint8) != 0
    return found.astype(dtype.newbyteorder("=")), end


__all__ = ["ARRAY_HEAD", "ArchiveError", "array_at", "read", "write"]
