"""Named tuples with fields whose length the run decides."""

# Programs under test are written as users write them.
# ruff: noqa: PERF402

from __future__ import annotations

from collections import namedtuple
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
N = (T(0), T(3))
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_fields_that_only_the_run_counts_are_refused = refused.refusal_test()

Pair = namedtuple("Pair", "left right", defaults=[5])  # noqa: PYI024


class Order(NamedTuple):
    """Items, and what is added to their sum."""

    items: Any
    more: int = 3

    def total(self):
        """Return the sum."""
        return sum(self.items) + self.more


def grown(n):
    xs = [1]
    for i in range(n):
        xs.append(i)
    return xs


@rows.on(*N)
def made_of_a_list(n):
    return Pair(grown(n), 0), Pair(right=0, left=grown(n))


@rows.on(*N)
def made_of_a_tuple(n):
    p = Pair(tuple(grown(n)), 9)
    return p, str(p), p == Pair((1,), 9), p._asdict(), p._replace(right=1)


@rows.on(*N)
def a_field_that_changes(n):
    p = Pair(grown(n))
    p.left.append(7)
    return p, p.left[-1], len(p[0]), p.right


@rows.on(*N)
def taken_apart(n):
    left, right = Pair(grown(n))
    return sum(left), right


@rows.on(*N)
def with_methods(n):
    order = Order(grown(n))
    return order.total(), order._replace(more=4), Order._make([grown(n), 9])


@rows.on(*N)
def made_anew_in_a_loop(n):
    p = Pair((1,), 2)
    for i in range(n):
        p = Pair((*p.left, i), p.right + 1)
    return p


@rows.on(*N)
def on_both_paths(n):
    p = Pair([1, 2], 2) if n > 0 else Pair([3], 4)
    return p, p.left[0]


@rows.on((T(0), []), (T(3), []))
def left_in_a_list_of_the_callers(n, found):
    found.append(Pair(grown(n), 3))


@refused.on(T(1))
def fields_of_a_list(n):
    return Pair._make(grown(n))


@rows.on(*N)
def looked_into(n):
    pair = Pair(n, 2)
    return 1 in pair, 3 not in pair, pair.count(2), pair.index(2)


@rows.on(*N)
def looked_for_in_vain(n):
    return Pair(7, 8).index(n)


@rows.on(*N)
def as_a_place_of_an_array(n):
    grid = np.arange(16).reshape(4, 4)
    grid[Pair(int(n), 1)] = 70
    for i in ag.range(2):
        grid[Pair(i, i + 1)] += 5
    return grid, grid[Pair(n, 1)], grid[Pair(slice(None, 2), n)]


@rows.on(*N)
def as_a_place_of_a_tensor(n):
    grid = np.arange(16).reshape(4, 4)
    return (ag.constant(grid) + n)[Pair(int(n), 1)] == (grid + int(n))[int(n), 1]


@rows.on(*N)
def as_a_place_with_a_bound_or_none(n):
    grid = np.arange(16).reshape(4, 4) * int(n)
    stop = None
    if n > 0:
        stop = int(n)
    return grid[Pair(0, slice(stop))]


@rows.on(*N)
def given_to_numpy(n):
    p = Pair(int(n), int(n) + 1)
    rows = Pair(np.arange(3) * int(n), np.ones(3))
    return (
        *(np.array(p), np.sum(p), np.array_equal(p, p), np.isin(p, 1), np.dot(p, p)),
        *(np.zeros(p), np.stack(rows), np.sum(np.ones((2, 3, 4)) * p.left, Pair(0, 1))),
    )
