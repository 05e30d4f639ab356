"""Operators between objects of the user's classes: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.class_definition.operators import T


def largest(x, y):
    return max(x, y, x)


def smallest(x, y):
    return min([x, y])


def largest_by_keys(x, y):
    keys = [x, y]
    return max(x, x + 1, key=lambda _: keys.pop())


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (largest, "the result of max() is float32[] for one of its items and int32[]"),
        (smallest, "the result of min() is float32[] for one of its items and int32[]"),
        (largest_by_keys, "the key of max() is int32[] for one of its items and float"),
    ],
)
def test_what_no_type_holds_is_told_of_the_builtin(function, what):
    with pytest.raises(ag.errors.BranchMismatchError) as info:
        ag.function(function)(T(1), T(2.5))
    message = str(info.value)
    assert what in message
    assert "best" not in message
    assert "retval_" not in message
    assert "convert one side with ag.cast" in message
    assert __file__ in message
