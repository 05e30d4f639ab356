"""Checksums of records."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograph.data import crc


@pytest.mark.parametrize(
    ("data", "check"),
    [
        (b"", 0),
        (b"123456789", 0xE3069283),
        (bytes(32), 0x8A9136AA),
        (b"\xff" * 32, 0x62A8AB43),
        (bytes(range(32)), 0x46DD794E),
        (bytes(range(31, -1, -1)), 0x113FDB5C),
    ],
)
def test_examples_of_the_standard(data, check):
    assert crc.by_table(data) == crc.crc32c(data) == check
    assert crc.crc32c(memoryview(data)) == check


def test_the_mask_is_that_of_records():
    # The head of each record of 24 bytes, as in TensorFlow's own event files.
    length = (24).to_bytes(8, "little")
    assert crc.masked_crc32c(length).to_bytes(4, "little").hex() == "a37f4b22"


@given(st.binary(max_size=200))
def test_the_library_and_the_table_agree(data):
    library = pytest.importorskip("google_crc32c")
    assert crc.by_table(data) == library.value(data)


@given(st.binary(max_size=50), st.binary(max_size=50))
def test_checksums_are_linear(left, right):
    # As every CRC: of two messages of one length, and that of their difference.
    size = min(len(left), len(right))
    left, right = left[:size], right[:size]
    mixed = bytes(a ^ b for a, b in zip(left, right, strict=True))
    parts = [crc.by_table(x) for x in (left, right, bytes(size))]
    assert crc.by_table(mixed) == parts[0] ^ parts[1] ^ parts[2]
    assert zlib.crc32(mixed) == zlib.crc32(left) ^ zlib.crc32(right) ^ zlib.crc32(
        bytes(size)
    )
