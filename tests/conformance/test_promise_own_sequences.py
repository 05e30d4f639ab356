"""Sequences of classes that `Sequence` or `UserList` gives their iterators.

They hold lists whose length the run decides, and are asked for items by number. Text,
and dicts whose keys the run decides, are reduced and chained beside them.
"""

# Programs under test are written as users write them.
# ruff: noqa: B905, PERF402

from __future__ import annotations

import functools
import itertools
import operator
from collections import UserList
from collections.abc import Sequence

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
N = (T(0), T(1), T(4))
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_takes_all_items_at_once_is_refused = refused.refusal_test()


class Held(Sequence):  # type: ignore[type-arg]
    """A sequence of the items of a list."""

    def __init__(self, items):
        self.items = items

    def __getitem__(self, place):
        return self.items[place]

    def __len__(self):
        return len(self.items)


def grown(n):
    xs = UserList([2, 1])
    if n > 0:
        xs.append(3)
    return xs


def held(n):
    xs = [2, 1]
    for i in range(n):
        xs.append(i)
    return Held(xs)


def of_several(t):
    return (
        list(zip(t, [5, 6, 7])),
        list(zip((5, 6, 7), t)),
        list(enumerate(t, 1)),
        list(reversed(t)),
        list(map(lambda a, b: a - b, t, t)),
        list(map(operator.neg, t)),
        list(filter(lambda a: a > 1, t)),
        sum(t),
        max(t),
    )


def combined(t):
    return (
        list(itertools.chain(t, [9])),
        list(itertools.accumulate(t)),
        list(itertools.compress(t, (1, 0, 1))),
        list(itertools.pairwise(t)),
        list(itertools.islice(t, 1, None)),
        list(itertools.product(t, (1, 2))),
        list(itertools.combinations(t, 2)),
        functools.reduce(lambda a, b: a * 2 + b, t),
    )


@rows.on(*N)
def user_lists(n):
    return of_several(grown(n))


@rows.on(*N)
def user_lists_combined(n):
    return combined(grown(n))


@rows.on(*N)
def own_sequences(n):
    return of_several(held(n))


@rows.on(*N)
def own_sequences_combined(n):
    return combined(held(n))


@rows.on(*N)
def taken_apart(n):
    xs = grown(n)
    first, *rest = xs
    *others, last = held(n)
    return first, rest, others, last, [(a, b) for a in xs for b in xs]


@rows.on(*N)
def unpacked_where_it_fits(n):
    try:
        a, b, c = grown(n)
    except ValueError:
        return 0
    return a + b + c


@rows.on(*N)
def advanced(n):
    found = iter(grown(n))
    first = next(found)
    if n > 0:
        first = first * 10 + next(found)
    return first, next(found, 0), next(found, -1)


@rows.on(*N)
def grows_while_it_is_stepped_through(n):
    xs, total = grown(n), 0
    for i, x in enumerate(xs):
        total += x
        if i < 2:
            xs.append(x + 1)
    return total, len(xs)


@rows.on(*N)
def text(n):
    s = "ab"
    for _ in range(n):
        s += "c"
    return (
        functools.reduce(lambda a, b: b + a, s),
        functools.reduce(operator.add, s, "x"),
        list(itertools.chain.from_iterable([s, "de"])),
        list(itertools.accumulate(s)),
        list(itertools.pairwise(s)),
        list(itertools.islice(s, 1, None)),
        list(itertools.compress(s, (1, 0, 1))),
    )


@rows.on(*N)
def views_of_a_key_on_some_paths(n):
    d = {"a": 1, "b": 2}
    if n > 0:
        d["c"] = 3
    return (
        functools.reduce(lambda a, b: a * 2 + b, d.values()),
        functools.reduce(operator.add, d),
        functools.reduce(operator.add, d.keys(), "x"),
        functools.reduce(lambda total, item: total + item[1], d.items(), 5),
    )


@rows.on(*N)
def views_of_keys_of_the_run(n):
    d = {7: 1}
    for i in range(n):
        d[i] = i + 1
    return (
        functools.reduce(lambda a, b: a * 2 + b, d.values()),
        functools.reduce(operator.add, d),
    )


@rows.on(*N)
def nothing_to_reduce(n):
    d = {i: i for i in range(n)}
    return functools.reduce(operator.add, d.values())


@refused.on(T(2))
def all_orders(n):
    return list(itertools.permutations(grown(n)))
