"""Iterators of `itertools` whose end, or items, the run decides."""

from __future__ import annotations

import itertools

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
LISTS = [(T([1, 2, 3]), T(2)), (T([4, 5, 6]), 5), ([T(3), 1, T(3)], 2), ([1, 2], 2)]
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_a_count_that_is_used_after_the_loop_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert "count" in found.staged.error.message


@rows.on(*LISTS)
def used_up(xs, n):
    return (
        list(itertools.takewhile(lambda x: x < n, xs)),
        sum(itertools.dropwhile(lambda x: x < n, xs)),
        list(itertools.filterfalse(lambda x: x < n, xs)),
        [v * 2 for v in itertools.takewhile(lambda v: v < n, xs)],
        max(itertools.filterfalse(lambda v: v > n, xs), default=-1),
    )


@rows.on(*LISTS)
def stepped_through(xs, n):
    total = 0
    for x in itertools.takewhile(lambda v: v < n, xs):
        total += x
    for i, x in enumerate(itertools.dropwhile(lambda v: v < n, xs)):
        total += i * x
    for x in itertools.filterfalse(lambda v: v > n, xs):
        if x == 3:
            break
        total += x
    return total


@rows.on(T(4), T(0), T(200), 4)
def counted(n):
    total = 0
    for i in itertools.count(1):
        if i > n:
            break
        total += i
    return total, i


@rows.on(T(4), T(0), 4)
def counted_down_until_a_return(n):
    for i in itertools.count(10, -3):
        if i < n:
            return i
        if i == 7:
            continue
        n += 1
    return -1


@rows.on(T(4), T(0), 4)
def counted_until_an_exception(n):
    try:
        for i in itertools.count():
            if i > n:
                raise ValueError(f"at {i}")
    except ValueError as error:
        return str(error)


@rows.on(T(4.0), T(1.0), T(-1.0))
def counted_until_it_converges(a):
    x = a
    for steps in itertools.count(1):
        new = (x + a / x) / 2
        if abs(new - x) < 1e-6:
            break
        if steps > 20:
            raise RuntimeError(f"no root after {steps}")
        x = new
    return steps, x


@rows.on(4, 0)
def a_count_that_goes_on(n):
    numbers = itertools.count(5)
    for i in numbers:
        if i >= n + 7:
            break
    return i, next(numbers), [x for x, _ in zip(numbers, "ab", strict=False)]


@refused.on(T(4))
def a_count_that_may_have_come_far(n):
    numbers = itertools.count()
    for i in numbers:
        if i >= n:
            break
    return next(numbers)
