"""Protocol buffers: what a decoder of the wire format reads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograph.summary import wire
from tests.summary.reading import fields

numbers = st.integers(1, 2**29 - 1)


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (300, "ac02")],
)
def test_varints_are_those_of_the_documents(value, written):
    assert wire.varint(value).hex() == written


def test_fields_are_those_of_the_documents():
    assert wire.integer(1, 150).hex() == "089601"
    assert wire.text(2, "testing").hex() == "120774657374696e67"


@given(numbers, st.integers(-(2**63), 2**63 - 1))
def test_integers_are_read_back(number, value):
    assert fields(wire.integer(number, value)) == {number: [value % 2**64]}


@given(numbers, st.floats(allow_nan=False))
def test_doubles_are_read_back(number, value):
    assert fields(wire.double(number, value)) == {number: [value]}


@given(st.lists(st.tuples(numbers, st.binary(max_size=300))))
def test_messages_are_read_back(parts):
    expected = {}
    for number, value in parts:
        expected.setdefault(number, []).append(value)
    written = b"".join(wire.data(number, value) for number, value in parts)
    assert fields(written) == expected


@given(numbers, st.text())
def test_text_is_read_back(number, text):
    assert fields(wire.text(number, text)) == {number: [text.encode()]}
