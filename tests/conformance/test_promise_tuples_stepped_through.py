"""Tuples whose length the run decides, in what steps through several things at once.

A list of the run is looked at anew for each item; a tuple, a list of a class of the
user's and a deque are stepped through as they were.
"""

# Programs under test are written as users write them.
# ruff: noqa: B905, C416, RUF007

from __future__ import annotations

import functools
import itertools
import operator
from collections import deque
from dataclasses import dataclass
from typing import Any

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
N = (T(0), T(1), T(4))
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_takes_all_items_at_once_is_refused = refused.refusal_test()


class Numbers(list):  # type: ignore[type-arg]
    """A list of a class of the user's."""


@dataclass
class Pair:
    """Two values."""

    left: Any
    right: Any


def grown(n):
    t = (1, 2)
    for i in range(n):
        t = t + (i + 3,)
    return t


@rows.on(*N)
def zip_with_what_is_known(n):
    t = grown(n)
    return (
        list(zip(t, (5, 6, 7))),
        list(zip((5, 6, 7), t)),
        list(zip(t, [5, 6, 7])),
        list(zip(t, "xyz")),
        list(zip(t, range(3))),
        list(zip(t, iter([5, 6]))),
        list(zip(t, t)),
        list(zip(t, enumerate(t), t)),
    )


@rows.on(*N)
def zip_in_a_loop(n):
    t, total = grown(n), 0
    for a, b in zip(t, t[1:]):
        total += a * b
        if total > 10:
            break
    return total, sum(a * b for a, b in zip(t, t)), [a for a in zip(t, (5, 6))]


@rows.on(*N)
def zip_strictly(n):
    t = grown(n)
    message, found = "", list(zip(t, t, strict=True))
    try:
        for a, b in zip(t, (1, 2), strict=True):
            found.append((a + b, b))
    except ValueError as error:
        message = str(error)
    return message, found


@rows.on(*N)
def zip_of_a_tuple_that_may_be_empty(n):
    t = tuple(i for i in range(n) if i != 2)
    return sum(a * b for a, b in zip(t, t)), list(zip(t, (1, 2, 3)))


@rows.on(*N)
def reduced(n):
    t = grown(n)
    return (
        functools.reduce(lambda a, b: a + b, t),
        functools.reduce(operator.add, t, 10),
        functools.reduce(lambda a, b: a + (b,), t, ()),
    )


@rows.on(*N)
def chained(n):
    t = grown(n)
    return (
        list(itertools.chain(t, (9,))),
        list(itertools.chain((9,), t)),
        list(itertools.chain(t)),
        list(itertools.chain.from_iterable([t, t])),
        list(itertools.chain.from_iterable((t, [8]))),
    )


@rows.on(*N)
def accumulated(n):
    t = grown(n)
    return (
        list(itertools.accumulate(t)),
        list(itertools.accumulate(t, lambda a, b: a * b)),
        list(itertools.accumulate(t, initial=1)),
    )


@rows.on(*N)
def compressed(n):
    t = grown(n)
    return (
        list(itertools.compress(t, (1, 0, 1))),
        list(itertools.compress("abc", t)),
        list(itertools.zip_longest(t, (1, 2, 3, 4), fillvalue=0)),
        list(itertools.pairwise(t)),
        list(itertools.islice(t, 1, None)),
        list(itertools.islice(itertools.cycle(t), 5)),
    )


@rows.on(*N)
def mapped(n):
    t = grown(n)
    return (
        list(map(lambda a, b: (a, b), t, (5, 6, 7))),
        list(map(lambda a, b: (a, b), (5, 6, 7), t)),
        list(map(max, t, [2, 1, 5])),
        sum(map(operator.mul, t, t)),
    )


@rows.on(*N)
def drawn_from(n):
    t = grown(n)
    found = iter(t)
    first = next(found)
    return first, list(found), next((a for a in t if a == 3), None)


@rows.on(*N)
def tuples_of_text_and_pairs(n):
    names: Any = ("a", "b")
    pairs: Any = ((1, 2), (3, 4))
    if n > 0:
        names = names + ("c",)
        pairs = pairs + ((5, 6),)
    return (
        dict(zip("xyz", names)),
        list(zip(names, pairs)),
        functools.reduce(lambda a, b: a + b, names),
        list(itertools.chain.from_iterable(pairs)),
    )


@rows.on(*N)
def lists_of_classes_of_the_users(n):
    xs = Numbers([1, 2])
    if n > 0:
        xs.append(3)
    return (
        list(zip(xs, (5, 6, 7))),
        list(zip(xs, iter([5, 6]))),
        list(itertools.chain(xs, (9,))),
        list(itertools.pairwise(xs)),
        list(itertools.islice(xs, 1, None)),
        functools.reduce(lambda a, b: a + b, xs),
        next((a for a in xs if a == 3), None),
    )


@rows.on(*N)
def in_a_dataclass(n):
    t = grown(n)
    return Pair(t, 9), Pair(9, t), Pair([t, 4], (t, 5)), {"a": Pair(t, 9), "b": 3}


@rows.on(*N)
def in_a_deque(n):
    held: Any = deque()
    held.append(grown(n))
    held.append(5)
    return held


@rows.on((T(0), []), (T(3), []))
def put_into_a_list_of_the_callers(n, found):
    t = grown(n)
    found.append(t)
    found.append([t, 1])
    found.append({"a": (t, 2)})


@rows.on((T(0), {}), (T(3), {}))
def put_into_a_dict_of_the_callers(n, found):
    found["a"] = grown(n)
    found["b"] = [grown(n), 1]


@rows.on((T(0), Pair([1], 2)), (T(3), Pair([1], 2)))
def put_into_an_object_of_the_callers(n, found):
    found.left = grown(n)
    found.right = [grown(n), 4]


@rows.on((T(0), deque()), (T(3), deque()))
def put_into_a_deque_of_the_callers(n, found):
    found.append(grown(n))
    found.appendleft(0)


@refused.on(T(2))
def all_orders(n):
    return list(itertools.permutations(grown(n)))


@refused.on((T(2), []))
def a_list_of_a_class_is_left(n, found):
    xs = Numbers([1, 2])
    if n > 0:
        xs.append(3)
    found.append(xs)


@rows.on((T(2), []), (T(0), []))
def a_set_is_left(n, found):
    held = {1, 2}
    if n > 0:
        held.add(3)
    found.append(held)


@refused.on((T(2), []))
def a_range_is_left(n, found):
    found.append(range(n))


@refused.on((T(2), []))
def a_view_is_left(n, found):
    table = {"a": 1}
    if n > 0:
        table["b"] = 2
    found.append(table.values())


@rows.on(T(0), T(2), T(5), T(9))
def tensors_and_numbers_zipped_strictly(a):
    pairs = zip((ag.constant([[7, 3], [7, -1]], ag.int64),), range(1), strict=True)
    if a > 2:
        next(pairs, None)
    row, _ = next(pairs, (ag.constant([[-3, 5], [1, 7]], ag.int64), 0))
    n = 0
    if a > 2:
        n = len(list(pairs))
    return abs(row), n


@rows.on(T(0), T(2), T(5), T(9))
def one_part_that_is_longer(a):
    pairs = zip((1, 2, 3), (ag.constant([1.5]), ag.constant([2.5])), strict=True)
    n = 0
    try:
        while n < a:
            number, _ = next(pairs)
            n += number
    except ValueError as error:
        return str(error)
    return str(n)


@rows.on(T(0), T(2), T(5), T(9))
def parts_that_have_ended_together(a):
    pairs = zip((1, 2), (ag.constant([1.5]), ag.constant([2.5])), "ab", strict=True)
    n = 0
    while n < a:
        number, row, text = next(pairs, (5, ag.constant([0.5]), "c"))
        n += number + len(text) * int(row[0])
    return n
