"""Operators between objects of the user's classes: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

from autograph.testing import assert_agrees
from tests.language.class_definition.operators import T


def largest(x, y):
    return max(x, y, x)


def smallest(x, y):
    return min([x, y])


def largest_by_keys(x, y):
    keys = [x, y]
    return max(x, x + 1, key=lambda _: keys.pop())


@pytest.mark.parametrize("function", [largest, smallest, largest_by_keys])
def test_what_is_of_one_type_for_some_items_agrees(function):
    for x in (1, 3):
        assert_agrees(function, T(x), T(2.5))
