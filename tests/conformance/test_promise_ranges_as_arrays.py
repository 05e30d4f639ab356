"""Ranges of which the run knows the bounds, where NumPy makes arrays of them."""

from __future__ import annotations

import random
import reprlib
from collections import deque
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_ranges_become_arrays_as_in_plain_python = rows.test()
test_what_numpy_makes_objects_of_is_refused = refused.refusal_test()

COUNTS: Any = (T(3), T(1), T(5), np.int64(4))


class Pair(NamedTuple):
    low: int
    high: int


@rows.on(*COUNTS)
def reduced(n):
    items = range(n)
    return np.mean(items), np.std(items), np.median(items), np.max(range(1, n + 1, 2))


@rows.on(*COUNTS)
def counted(n):
    return np.size(range(n)), np.shape(range(n)), np.ndim(range(n))


@rows.on(*COUNTS)
def placed(n):
    items = range(n, 0, -1)
    return np.argmax(items), np.argsort(items), np.isin(1, items)


@rows.on(*COUNTS)
def computed(n):
    items = range(n)
    return (
        np.sqrt(items),
        np.add(items, 1),
        np.clip(items, 1, 2),
        np.outer(items, items),
    )


@rows.on(*COUNTS)
def beside_arrays(n):
    x = np.linspace(0.0, 1.0, n)
    return x * range(n), range(n) + x, np.arange(n) - range(n), np.float32(2) * range(n)


@rows.on(T(3))
def beside_a_known_array(n):
    return np.array([1, 2, 3]) + range(n)


@rows.on(*COUNTS)
def as_indices(n):
    x = np.arange(10) * 3
    grid = x.reshape(5, 2)
    return x[range(n)], x[range(n, 0, -2)], x[range(n - n)], grid[range(n), 1]


@rows.on(*COUNTS)
def deque_beside_an_array(n):
    items = deque()
    for i in range(n):
        items.append(i)
    return np.zeros(len(items)) + items


@rows.on(*COUNTS)
def stack_of_text(n):
    words = [str(i) for i in range(n)]
    return ag.constant(words), ag.stack(words)


@rows.on(*[(T([1.0, 2.0, 3.0]), T(k)) for k in (0, 1, 2)], (np.arange(3), T(1)))
def pair_as_an_index(x, k):
    grid = np.arange(9).reshape(3, 3)
    return grid[Pair(k, 1)], x[k]


@rows.on(*[T(k) for k in (0, 1, 2, 5)])
def part_of_a_pair(k):
    pair = Pair(k, 7)
    return sum(pair[:k]), len(pair[k:])


@refused.on(T(3), T(0))
def size_of_a_dict(n):
    table = {i: i for i in range(n)}
    return np.size(table)


@refused.on(T(3))
def sum_of_a_set(n):
    return np.sum({i % 2 for i in range(n)})


@refused.on(T(3))
def permuted(n):
    return np.random.default_rng(0).permutation(range(n))


@refused.on(T(3))
def as_a_dtype(n):
    return np.float64(range(n))


@rows.on(T(3), T(2))
def known_ranges_beside_arrays(n):
    x = np.arange(3) * int(n)
    return (
        *(x + range(3), range(3) * x, x - range(3), range(1, 4) / (x + 1.0)),
        *(x == range(3), range(3) != x, x < range(3), range(0, 9, 3) >= x),
    )


@rows.on(T(3), T(2))
def ranges_of_the_run_compared_with_arrays(n):
    x = np.arange(int(n))
    return (x == range(n)).all(), np.sum([int(n)]) == range(2)


@rows.on(T(3), T(2))
def arrays_beside_what_equals_itself_alone(n):
    x = np.arange(3) * int(n)
    return x == {}, x != {}, x == set(), x == frozenset({1}), {1: 2} != x, x == None


@rows.on(T(3), T(0))
def ranges_are_no_numbers(n):
    found = []
    for make in (int, float, complex, round):
        try:
            found.append(make(range(n)))
        except TypeError:
            found.append(-1)
    return found


@rows.on(T(3), T(1))
def ranges_given_to_ops(n):
    try:
        return ag.reduce_sum(range(n)), ag.constant(range(1, n + 1)), ag.size(range(n))
    except TypeError:
        return 0, 0, 0


@refused.on(T(3), T(0))
def ranges_kept_in_a_list_of_the_run(n):
    return [range(i) for i in range(n)]


@refused.on(T(3), T(0))
def ranges_shown_by_a_library(n):
    return reprlib.repr(range(n))


@refused.on(T(3), T(0))
def ranges_to_draw_from(n):
    try:
        return random.sample(range(n + 1), 1)
    except TypeError:
        return []
