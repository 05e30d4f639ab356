"""Methods that `functools.cache` and `lru_cache` keep the results of, in a run."""

from __future__ import annotations

from functools import lru_cache

import autograph as ag
from tests.autograph.testing.rows import Rows

# Programs under test are written as users write them.

T = ag.constant
NUMBERS = (T(0), T(1), T(5))
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_other_calls_would_see_is_refused = refused.refusal_test()


class Series:
    def __init__(self, first):
        self.first = first

    @lru_cache(maxsize=None)  # noqa: B019
    def fib(self, n):
        return n + self.first if n < 2 else self.fib(n - 1) + self.fib(n - 2)

    @lru_cache  # noqa: B019
    def square(self, n):
        return n * n + self.first

    @lru_cache  # noqa: B019
    def counted(self, n):
        self.first += 1
        return n


@rows.on(*NUMBERS)
def one_that_calls_itself(n):
    return Series(0).fib(int(n))


@rows.on(*NUMBERS)
def of_two_objects(n):
    one, other, n = Series(1), Series(2), int(n)
    return one.square(n), other.square(n), one.square(n), other.fib(n)


@rows.on(*NUMBERS)
def of_a_chosen_object(n):
    series = Series(1) if n > 2 else Series(5)
    return series.square(int(n))


@rows.on(*NUMBERS)
def in_a_loop(n):
    series, total = Series(3), 0
    for i in range(n):
        total += series.square(i)
    return total


@rows.on(*NUMBERS)
def of_an_object_changed_before(n):
    series = Series(1)
    if n > 2:
        series.first = 7
    return series.square(int(n))


@refused.on(*NUMBERS)
def of_an_object_changed_between(n):
    series, n = Series(1), int(n)
    before = series.square(n)
    series.first = 5
    return before + series.square(n)


@refused.on(*NUMBERS)
def with_effects(n):
    series = Series(1)
    return series.counted(int(n)) + series.counted(int(n)), series.first
