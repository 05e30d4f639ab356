"""Functions selected at run time: called, compared and stored: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.call.dynamic import T


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_a_graph_calls_the_chosen_one_alone(allowing):
    calls = []

    def note(name):
        return lambda v: ag.py_function(lambda: calls.append(name), [], []) or v

    fast, slow = note("fast"), note("slow")

    @ag.function
    def f(x):
        step = fast if x > 0 else slow
        step(x)
        return x

    f(T(1))
    assert calls == ["fast"]
    f(T(-1))
    assert calls == ["fast", "slow"]
