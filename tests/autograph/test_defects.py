"""An `assert` of this library that fails is no exception of the user's program."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

import autograph as ag
import graph
from autograph.testing.agreement import Verdict, check
from graph.errors import GraphError

T = ag.constant
SOURCE = """
def broken(value):
    assert value is None, (
        "a value"
        " is here"
    )


def raising(value):
    raise AssertionError("in Python's name")
"""
# What stands in a file of this library, and runs as it stands.
OURS = {"__name__": "graph.broken"}
exec(compile(SOURCE, str(Path(graph.__file__).with_name("broken.py")), "exec"), OURS)
broken, raising = OURS["broken"], OURS["raising"]


def in_a_branch(x):
    try:
        if x > 0:
            broken(x)
    except Exception:
        x = x * 0
    return x


def beside_what_may_raise(x):
    try:
        x = 6 // int(x)
        broken(x)
    except (AssertionError, ZeroDivisionError):
        x = x * 0
    return x


def in_a_loop(x):
    while x > 0:
        try:
            x = x - 1
            broken(x)
        except AssertionError:
            break
    return x


def in_a_finally(x):
    y = 0
    try:
        broken(x)
    finally:
        y = x
    return y


def in_a_manager(x):
    with contextlib.suppress(Exception):
        broken(x)
    return x


def at_run_time(x):
    try:
        x = ag.numpy_function(broken, [x], ag.int32)
    except Exception:
        x = x * 0
    return x


PROGRAMS = [
    *(in_a_branch, beside_what_may_raise, in_a_loop, in_a_finally),
    *(in_a_manager, at_run_time),
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_an_assertion_of_the_library_is_told_and_not_caught(function):
    with pytest.raises(GraphError) as info:
        ag.function(function)(T(3))
    text = str(info.value)
    assert "an assertion of this library failed: `" in text
    assert "in line 3 of broken.py" in text
    assert "It is a defect" in text
    assert f"in {function.__name__}" in text
    assert type(info.value.__cause__) is AssertionError


def in_pythons_name(x):
    try:
        if x > 0:
            raising(x)
    except AssertionError as error:
        return str(error)
    return "none"


@ag.do_not_convert
def as_it_stands(value):
    assert value is None


def of_code_that_runs_as_it_stands(x):
    with contextlib.suppress(AssertionError):
        as_it_stands(x)
    return x


@pytest.mark.parametrize("function", [in_pythons_name, of_code_that_runs_as_it_stands])
def test_assertions_of_others_are_caught(function):
    for x in (T(3), T(-3)):  # it may be that Python runs the line
        assert check(function, x).verdict is not Verdict.DIFFERS
