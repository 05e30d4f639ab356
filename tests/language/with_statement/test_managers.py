"""Managers of generators: what an abandoned attempt at a trace leaves of them."""

from __future__ import annotations

import contextlib
import gc

import pytest

import autograph as ag


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_a_generator_that_an_attempt_has_entered_does_not_end_in_the_run():
    calls = ag.Variable(0)

    @contextlib.contextmanager
    def counted():
        calls.assign_add(1)
        try:
            yield
        finally:
            calls.assign_add(100)

    @ag.function(python="allow")
    def f(n):
        done = False
        with counted():
            i = 0
            while i < n:
                i += 1
            done = True
        return done

    for total in (101, 202):
        assert f(ag.constant(5))
        gc.collect()  # a generator that is collected runs its `finally`
        assert int(calls) == total
