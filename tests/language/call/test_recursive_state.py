"""Recursion that writes variables, attributes and items: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.call.recursion import T


def changes_a_new_list_in_each_call(n):
    def down(xs, k):
        xs.append(k)
        return down(xs[:], k - 1) if k > 0 else len(xs)

    return down([n], n)


def changes_a_list_in_a_list(n):
    def down(xs, k):
        xs[0][0] = k
        return down([xs[0]], k - 1) if k > 0 else xs[0][0]

    return down([[n]], n)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (changes_a_new_list_in_each_call, "down() changes an argument in place"),
        (changes_a_list_in_a_list, "down() changes an argument in place"),
    ],
)
def test_what_cannot_be_staged_says_so(function, said):
    with pytest.raises(ag.errors.StagingError) as caught:
        ag.function(function)(T(3))
    assert said in str(caught.value)
    assert __file__ in str(caught.value)
