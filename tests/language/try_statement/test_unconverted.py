"""Exceptions in code that is not converted: what a comparison with plain Python does not show."""

from __future__ import annotations

import sys

import pytest

import autograph as ag
from tests.language.try_statement.unconverted import (
    FLOAT,
    decimal_or_less,
    handled_as_in_plain_python,
)

# -- Refusals that unconverted code would catch


@pytest.mark.xfail(reason="it handles what tracing says, and -1 is traced", strict=True)
def test_a_function_that_is_not_read_is_given_no_refusal():
    staged = ag.function(decimal_or_less, autograph=False)
    assert staged(FLOAT) == decimal_or_less(FLOAT)


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_what_was_traced_before_is_traced_afterwards(allowing):
    events = []

    def trace(frame, event, arg):
        if frame.f_code is handled_as_in_plain_python.__code__:
            events.append(event)
        return trace

    staged = ag.function(lambda x: (handled_as_in_plain_python(x), x))
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        staged(FLOAT)
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)
    assert {"call", "line", "exception", "return"} <= set(events)
