"""What code that runs as it stands needs a value for, and catches: refused all the same.

`except Exception` in such code would catch the refusal, and go on to a result that plain
Python does not give.
"""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, check

T = ag.constant


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


@ag.autograph.do_not_convert
def picked(place):
    return [5, 6, 7][place]


def counted(x, n):
    """Cannot be a function of the graph, where `n` is symbolic; it is unrolled."""
    if n >= 3:
        return x
    if x > n:
        return counted(x, n + 1) + picked(n)
    return x


def test_what_can_be_traced_in_another_way_is_not_refused():
    for x in (-1, 1, 5):
        found = check(lambda x: counted(x, 0), T(x))
        assert found.verdict is Verdict.SAME, str(found)
