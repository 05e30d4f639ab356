"""`match` on values of the run, and statements on objects selected at run time: what a comparison with plain Python does not show."""

from __future__ import annotations

import traceback

import pytest

import autograph as ag
from tests.language.match_statement.patterns import Point, T


def test_the_items_of_a_staged_range_are_refused():
    @ag.function
    def f(n):
        match range(n):
            case [0, 1]:
                return 1
        return 2

    with pytest.raises(ag.errors.StagingError, match="items of this range") as caught:
        f(T(2))
    assert caught.value.origin.lineno == f.python_function.__code__.co_firstlineno + 3
    assert caught.value.hint == "Compare its bounds instead of matching its items."


def test_attributes_of_a_staged_number_are_refused():
    @ag.function
    def f(n):
        for i in range(n):
            match i:
                case int(real=1):
                    return 1
        return 2

    with pytest.raises(
        ag.errors.StagingError, match="attributes of this int"
    ) as caught:
        f(T(2))
    assert caught.value.origin.lineno == f.python_function.__code__.co_firstlineno + 4
    assert caught.value.hint == "Compute with the value itself."


def test_errors_of_patterns_show_the_users_frames_alone():
    @ag.function
    def f(x):
        match x:
            case Point(1, 2, 3):
                return 1

    with pytest.raises(TypeError, match="3 given") as caught:
        f(Point(1, 2))
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.line) == (__file__, "case Point(1, 2, 3):")
