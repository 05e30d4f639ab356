"""Loops with a test of Python's that goes on, which what the run raises ends."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.operators import loops
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.fixture(autouse=True, params=["MAX_TESTED", "MAX_TESTED_NODES"])
def _few_iterations(monkeypatch, request):
    monkeypatch.setattr(loops, request.param, 20)


def going_on():
    return True


def below_50(x):
    if x >= 50:
        raise ValueError("high")


@rows.on(T(-50), T(500))
def a_function_that_is_true(x):
    while going_on():
        if x > 50:
            raise ValueError(f"{int(x)} is too high")
        x = x + 1


@rows.on(T(-50), T(500))
def caught_around(x):
    steps = 0
    try:
        while going_on():
            if x > 50:
                raise ValueError("high")
            x = x + 1
            steps += 1
    except ValueError as error:
        return x, steps, str(error)


@rows.on(T(-50), T(500))
def what_stands_after_it_is_not_reached(x):
    while going_on():
        below_50(x)
        x = x + 1
    return x + "text"


@rows.on(T(0), T(-50))
def a_test_that_ends_later(x):
    n = 0
    while n < 60:
        below_50(x)
        x = x + 1
        n += 1
    return x, n


@rows.on(T(0), T(-50))
def a_test_that_counts(x):
    class Counter:
        n = 0

        def more(self):
            self.n += 1
            return self.n < 60

    counter = Counter()
    while counter.more():
        below_50(x)
        x = x + 1
    return x, counter.n


@rows.on(T(0), T(-50))
def a_test_that_counts_and_is_true(x):
    class Counter:
        n = 0

        def more(self):
            self.n += 1
            return True

    counter = Counter()
    try:
        while counter.more():
            below_50(x)
            x = x + 1
    except ValueError:
        return x, counter.n


@rows.on(T(0), T(-50))
def a_test_that_steps(x):
    steps = iter(range(60))
    while next(steps, None) is not None:
        below_50(x)
        x = x + 1
    return x, list(steps)


@rows.on(T(0), T(-50))
def a_test_of_a_list(x):
    left = [1] * 60
    while left:
        below_50(x)
        x = x + left.pop()
    return x, left


@rows.on(T(0), T(-50))
def a_break_of_pythons(x):
    n = 0
    while going_on():
        below_50(x)
        x = x + 1
        n += 1
        if n > 60:
            break
    return x, n


@rows.on(T(0), T(-50))
def raised_by_python(x):
    n = 0
    while going_on():
        below_50(x)
        x = x + 1
        n += 1
        if n > 60:
            raise ValueError("enough")
    return x, n


@rows.on(T(0), T(-50))
def nothing_that_may_raise(x):
    n = 0
    while going_on():
        x = x + 1
        n += 1
        if n > 60:
            return x
