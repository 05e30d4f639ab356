"""Generators that decide on tensors, in `zip`, `map`, `next`, `itertools` and `reduce`."""

from __future__ import annotations

import collections
import functools
import itertools
import operator

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = (T(0), T(1), T(4))
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


def squares(n):
    i = 0
    while i < n:
        yield i * i
        i += 1


def upwards(n):
    while True:
        yield n
        n = n + 2


def told(n, seen):
    i = 0
    while i < n:
        seen.append(i)
        yield i
        i += 1
    seen.append(-1)


@rows.on(*COUNTS)
def zipped_with_sequences(n):
    xs = [i + 5 for i in range(n)]
    return (
        list(zip("abc", squares(n), strict=False)),
        list(zip(squares(n), (5, 6, 7))),  # noqa: B905
        list(zip(range(4), squares(n), [7, 8, 9])),  # noqa: B905
        dict(zip("abc", squares(n))),  # noqa: B905
        list(zip(xs, squares(n))),  # noqa: B905
        list(zip(squares(n + 1), xs)),  # noqa: B905
    )


@rows.on(*COUNTS)
def zipped_in_loops_that_are_left(n):
    total = 0
    for place, (x, name) in enumerate(zip(squares(n), "abcd")):  # noqa: B007, B905
        if x > 3:
            break
        total += x + len(name)
    else:
        place = -1
    for i, x in zip(itertools.count(2, 3), squares(n)):
        if x > 10:
            return total, place, i
    return total, place, -1


@rows.on(*COUNTS)
def how_far_it_is_drawn(n):
    seen = []
    pairs = list(zip([8, 9], told(n, seen)))  # noqa: B905
    seen.append(-2)
    pairs += list(zip(told(n, seen), [8, 9]))  # noqa: B905
    seen.append(-2)
    sliced = list(itertools.islice(told(n, seen), 1, 3))
    seen.append(-2)
    taken = list(itertools.takewhile(lambda x: x < 2, told(n, seen)))
    seen.append(-2)
    chosen = list(itertools.compress(told(n, seen), [0, 1]))
    return seen, pairs, sliced, taken, chosen


@rows.on(*COUNTS)
def slices(n):
    return (
        list(itertools.islice(squares(n), 3)),
        list(itertools.islice(squares(n), 1, None)),
        list(itertools.islice(squares(n), 0, 9, 2)),
        list(itertools.islice(upwards(n), 1, 8, 3)),
        list(itertools.islice(upwards(n), n)),
        list(itertools.islice(upwards(n), n, n + 3)),
        list(itertools.islice(squares(n), 5, 2)),
        list(itertools.islice(squares(n), 0)),
    )


@rows.on(T(0), T(1), T(2))
def a_slice_with_bounds_that_are_none(n):
    try:
        return list(itertools.islice(upwards(n), n - 1)), ""
    except ValueError as error:
        return [n], str(error)


@rows.on(*COUNTS)
def as_long_as_a_test_holds(n):
    return (
        list(itertools.takewhile(lambda x: x < 8, squares(n))),
        list(itertools.takewhile(lambda x: x < 20, upwards(n))),
        list(itertools.dropwhile(lambda x: x < 3, squares(n))),
        list(itertools.filterfalse(lambda x: x % 2, squares(n))),
        sum(itertools.dropwhile(lambda x: x < 3, itertools.islice(upwards(n), 5))),
    )


@rows.on(*COUNTS)
def accumulated(n):
    return (
        list(itertools.accumulate(squares(n))),
        list(itertools.accumulate(squares(n), operator.mul, initial=2)),
        list(itertools.accumulate(squares(n), lambda x, y: 2 * x - y)),
        list(itertools.pairwise(squares(n))),
        functools.reduce(lambda x, y: x * 2 + y, squares(n), 1),
    )


@rows.on(*COUNTS)
def reduced_of_none(n):
    try:
        return functools.reduce(lambda x, y: x * 2 + y, squares(n)), ""
    except TypeError as error:
        return -1, str(error)


@rows.on(*COUNTS)
def chained(n):
    return (
        list(itertools.chain(squares(n), [7], squares(2 * n))),
        sum(itertools.chain.from_iterable([squares(n), squares(n + 1)])),
        list(itertools.compress(squares(n), [1, 0, 1])),
    )


@rows.on(*COUNTS)
def mapped_with_others(n):
    return (
        list(map(operator.add, squares(n), [1, 2, 3])),
        list(map(lambda c, x: c * 2 + str(x), "ab", squares(n))),
        list(map(pow, squares(n), [1, 2, 3])),
    )


@rows.on(*COUNTS)
def collected(n):
    last = collections.deque(squares(n), 2)
    return list(last), collections.Counter(x % 3 for x in squares(n))


@rows.on(*COUNTS)
def the_next_of_a_new_one(n):
    first = next(squares(n), -1)
    found = next((x for x in squares(n) if x > 3), -1)
    try:
        return first, found, next(squares(n))
    except StopIteration:
        return first, found, -2


@rows.on(*COUNTS)
def unpacked(n):
    first, second = itertools.islice(upwards(n), 2)
    head, *tail = squares(n + 1)
    return first, second, head, tail


@refused.on(T(2))
def two_at_once(n):
    return list(zip(squares(n), squares(n)))  # noqa: B905


@refused.on(T(2))
def the_next_of_one_that_is_kept(n):
    items = squares(n)
    return next(items, 0), list(items)
