"""Deques whose length the run decides, in operators, objects, blocks; what they hold."""

from __future__ import annotations

from collections import deque

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = [T(0), T(1), T(2), T(5)]
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


def filled(n):
    found = deque()
    for i in range(n):
        found.append(i * i - 3)
    return found


# -- Operators -------------------------------------------------------------------------


@rows.on(*COUNTS)
def added(n):
    xs, some = filled(n), deque([1, 2], maxlen=3)
    sums = xs + some, some + xs, xs + xs
    return sums, (xs * 2, 2 * some, some * n, xs * n, n * xs)


@rows.on(*COUNTS)
def added_in_place(n):
    xs, some = filled(n), deque([1, 2], maxlen=3)
    same = xs
    xs += [1]
    some += xs
    xs *= 2
    some *= n
    xs += range(n)
    return xs, some, same is xs


@rows.on(*COUNTS)
def no_sum_with_a_list(n):
    return filled(n) + [1]


# -- Where deques are ------------------------------------------------------------------


class Queue:
    def __init__(self):
        self.items = deque()
        self.last = deque(maxlen=2)

    def push(self, item):
        self.items.append(item)
        self.last.append(item)

    def pop(self):
        return self.items.popleft()


@rows.on(*COUNTS)
def in_objects(n):
    queue, total = Queue(), 0
    for i in range(n):
        queue.push(i * 2)
    last = list(queue.last)
    while queue.items:
        total = total * 3 + queue.pop()
    return total, last, queue.last


@rows.on(*COUNTS)
def under_several_names(n):
    xs = deque([1])
    same, pair, table = xs, (xs, deque()), {"xs": xs}
    for i in range(n):
        same.append(i)
        table["xs"].appendleft(len(xs))
        pair[1].append((i, len(pair[0])))
    return xs, same is xs, pair, table


@rows.on(*COUNTS)
def of_each_iteration(n):
    total = 0
    for i in range(n):
        queue, count = deque([i]), 0
        while queue:
            x = queue.popleft()
            count += 1
            if x > 0:
                queue.append(x - 1)
        total += count
    return total


@rows.on(*COUNTS)
def on_some_paths(n):
    xs = deque([1, 2, 3], maxlen=3)
    if n > 2:
        xs.append(9)
    elif n > 1:
        xs.clear()
    elif n > 0:
        xs.popleft()
    first = xs[0] if xs else -1
    xs.append(first)
    return xs, first, len(xs)


@rows.on(*COUNTS)
def in_nested_loops(n):
    xs = deque()
    for i in range(n):
        xs.append(i)
        for j in range(i):
            xs.appendleft(j)
            if j > 1:
                xs.pop()
        if len(xs) > 4:
            xs.clear()
    return xs


@rows.on(*COUNTS)
def through_exceptions(n):
    xs = deque([1])
    try:
        for i in range(n):
            xs.append(xs.popleft() + i)
            if i == 1:
                raise ValueError
    except ValueError:
        xs.append(100)
    finally:
        xs.appendleft(-1)
    return xs


@rows.on(
    (T(2), deque([1, 2])), (T(0), deque([1, 2], maxlen=2)), (T(3), deque())
)  # fmt: skip
def given_and_changed(n, xs):
    for i in range(n):
        xs.append(i)
    xs.appendleft(4)
    return sum(xs), xs.maxlen


@rows.on(*[T(n) for n in (1, 4, 5)])
def one_that_returns_early(n):
    xs = deque()
    for i in range(n):
        xs.append(i)
        if i == 3:
            return xs
    return xs


# -- What they hold --------------------------------------------------------------------


@rows.on(*COUNTS)
def tuples(n):
    queue, seen = deque([(0, 0)]), 0
    while queue:
        a, b = queue.popleft()
        seen += a + b
        if a < n:
            queue.append((a + 1, b + 2))
            if b < 2:
                queue.append((a + 1, b + 3))
    pairs = deque([(1, 2)])
    for i in range(n):
        pairs.append((i, i * i))
    return seen, pairs, (1, 2) in pairs, pairs.index((1, 2)), pairs.count((1, 1))


@rows.on(*COUNTS)
def values_of_several_kinds(n):
    numbers, missing, words = deque([1]), deque(), deque()
    for i in range(n):
        numbers.append(i / 2)
        missing.append(None if i % 2 else i)
        words.append("a" if i % 2 else "b")
    count = 0
    while missing:
        if missing.popleft() is None:
            count += 1
    return len(numbers), numbers[-1], count, ",".join(words)


@rows.on(T(np.arange(6.0).reshape(3, 2)), T(np.zeros((0, 2))))
def rows_of_a_tensor(xs):
    last = deque(maxlen=2)
    for row in xs:
        last.append(row)
    return sum(last), len(last)


class Node:
    def __init__(self, value):
        self.value = value
        self.seen = 0


@rows.on(*COUNTS)
def objects(n):
    nodes = [Node(i) for i in range(4)]
    queue, total = deque([nodes[0]]), 0
    while queue:
        node = queue.popleft()
        node.seen += 1
        total += node.value
        if total < n:
            queue.append(nodes[1])
        elif total < n + 2:
            queue.append(nodes[2])
    return total, [node.seen for node in nodes]
