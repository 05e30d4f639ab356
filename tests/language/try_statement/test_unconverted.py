"""Exceptions in code that is not converted: what a comparison with plain Python does not show."""

from __future__ import annotations

import inspect
import sys
import traceback

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.language.try_statement.unconverted import (
    FLOAT,
    T,
    Taking,
    decimal_or_less,
    handled_as_in_plain_python,
)

# -- A try in unconverted code


def test_a_refusal_that_was_suppressed_holds_no_generator():
    """Python 3.13.0 crashes on the frame of one that waits at its end."""

    def divide(n):
        k, manager = int(n), Taking()

        def g():
            with manager:
                yield 1 // k
            yield 4

        return next(g())

    with pytest.raises(ag.errors.UnstagedHandlerError) as caught:
        ag.function(divide)(T(0))
    codes = [frame.f_code for frame, _ in traceback.walk_tb(caught.value.__traceback__)]
    assert not any(code.co_flags & inspect.CO_GENERATOR for code in codes)


# -- Refusals that unconverted code would catch


@ag.autograph.do_not_convert
def decided(x):
    try:
        return 1 if x > 0 else 2
    except Exception:
        return 3


@ag.autograph.do_not_convert
def raised_otherwise(x):
    try:
        return int(x)
    except TypeError:
        raise ValueError("no number") from None


def yielded(x):
    try:
        yield from x
    except TypeError:
        yield T(5)


def at_the_end(x):
    return decided(x)


def on_one_path(x):
    result = 0
    if x > 0:
        result = decided(x)
    return result


def in_a_loop(x):
    result = 0
    for _ in range(x):
        result += decided(x)
    return result


def in_a_try(x):
    result = 0
    try:
        result = raised_otherwise(x)
    except ValueError:
        result = -1
    return result


def by_a_generator(x):
    return list(yielded(ag.range(x)))


def as_an_exception(x):
    return raised_otherwise(x)


FUNCTIONS = (
    at_the_end,
    on_one_path,
    in_a_loop,
    in_a_try,
    by_a_generator,
    as_an_exception,
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_refusal_that_is_caught_is_raised_again(function):
    found = check(function, T(3))
    assert found.verdict is Verdict.REFUSED, str(found)
    error = found.staged.error
    assert isinstance(error, ag.errors.OperatorNotAllowedInGraphError)
    assert "needs its value, which is known only when the graph runs" in str(error)
    assert error.origin.function in ("decided", "raised_otherwise", "yielded")


def test_nor_is_one_of_a_function_that_is_not_read():
    staged = ag.function(decimal_or_less, autograph=False)
    with pytest.raises(ag.errors.UnstagedOperationError, match="handles what is said"):
        staged(FLOAT)


def test_what_was_traced_before_is_traced_afterwards():
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
