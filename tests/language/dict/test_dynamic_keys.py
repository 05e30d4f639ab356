"""Dicts and sets with dynamic keys: what a comparison with plain Python does not show."""

from __future__ import annotations

import copy

import pytest

import autograph as ag
from autograph.errors import StagingError
from tests.language.dict.dynamic_keys import Cache, T

# -- Dynamic keys


def adds_to(held, n):
    if isinstance(held, dict):
        held[int(n)] = 1
    else:
        held.add(int(n))
    return len(held)


@pytest.mark.parametrize("held", [{}, {1: 2}, {1: [2]}, set(), {1}], ids=repr)
def test_what_outlives_a_call_is_refused_and_left_as_it_was(held):
    before = copy.deepcopy(held)
    with pytest.raises(StagingError) as raised:
        ag.function(lambda n: adds_to(held, n))(T(5))
    assert held == before
    assert raised.value.origin.filename == __file__


def test_what_an_object_keeps_is_refused_and_left_as_it_was():
    cache = Cache(3)
    with pytest.raises(StagingError, match="outlives the call"):
        ag.function(cache.get)(T(5))
    assert cache.held == {}
