"""Sorting, searching and comparing: what a comparison with plain Python does not show."""

from __future__ import annotations

from functools import cmp_to_key

import pytest

import autograph as ag
from tests.language.list.order import descending


def plain_keys():
    key = cmp_to_key(descending)
    try:
        hash(key(1))
    except TypeError as error:
        text = str(error)
    ordered = sorted([3, 1, 2], key=key)
    return key(3) == key(3), key(3) > key(1), key(50).obj, text, ordered


@pytest.mark.parametrize("convert", [ag.to_graph, ag.function, lambda f: f])
def test_keys_of_plain_values_without_arguments(convert):
    found = convert(plain_keys)()
    text = found[3] if isinstance(found[3], str) else found[3].numpy().decode()
    assert [bool(found[0]), bool(found[1]), int(found[2])] == [True, False, 50]
    assert "unhashable type: 'functools.KeyWrapper'" in text
    assert [int(each) for each in found[4]] == [3, 2, 1]
