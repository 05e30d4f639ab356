"""Deques whose length only the run knows: each call gives what plain Python gives."""

from __future__ import annotations

import copy
import functools
import itertools
from collections import deque

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = [T(0), T(1), T(2), T(5)]
PLACES = [(T(n), T(k)) for n, k in ((3, 1), (5, 4), (5, -2), (5, -7), (5, 7), (0, 0))]
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


def filled(n):
    found = deque()
    for i in range(n):
        found.append(i * i - 3)
    return found


# -- What users write ------------------------------------------------------------------


@rows.on(*[(T(np.random.default_rng(k).random((6, 6)) < 0.3), T(k)) for k in range(3)])
def breadth_first(adjacent, start):
    distance = [-1] * 6
    distance[start] = 0
    queue = deque([start])
    order = []
    while queue:
        node = queue.popleft()
        order.append(node)
        for other in range(6):
            if adjacent[node, other] and distance[other] < 0:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance, order


@rows.on(
    *[T(np.random.default_rng(k).integers(0, 3, (3, 3)) == 0) for k in range(4)],
    T(np.zeros((3, 3), bool)),
)
def breadth_first_on_a_grid(walls):
    visited = np.zeros((3, 3), bool)
    queue = deque([((0, 0), 0)])
    while queue:
        (row, column), distance = queue.popleft()
        if row == 2 and column == 2:
            return distance
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            i, j = row + down, column + right
            if 0 <= i < 3 and 0 <= j < 3:
                if not walls[i, j] and not visited[i, j]:
                    visited[i, j] = True
                    queue.append(((i, j), distance + 1))
    return -1


@rows.on(T(np.arange(5.0)), T(np.arange(0.0)), T(np.arange(4, dtype=np.float32)))
def window(xs):
    last, sums = deque(maxlen=3), []
    for x in xs:
        last.append(x)
        sums.append(sum(last) / len(last))
    return sums, last


@rows.on(T(np.arange(7.0)), T(np.array([3.0, 1, 2, 5, 0])), T(np.zeros(4)))
def largest_of_windows(xs):
    queue, found = deque(), []
    for i in range(len(xs)):
        while queue and xs[queue[-1]] <= xs[i]:
            queue.pop()
        queue.append(i)
        if queue[0] <= i - 3:
            queue.popleft()
        if i >= 2:
            found.append(xs[queue[0]])
    return found


@rows.on(T(1), T(2), T(7), T(-2))
def josephus(n):
    circle = deque(range(1, 6))
    while len(circle) > 1:
        circle.rotate(-n)
        circle.popleft()
    return circle[0]


# -- Methods ---------------------------------------------------------------------------


@rows.on(*COUNTS)
def grown(n):
    found = deque(maxlen=3)
    for i in range(n):
        found.append(i)
    left = deque([7, 8], maxlen=3)
    for i in range(n):
        left.appendleft(i)
    return filled(n), found, found.maxlen, left, len(filled(n))


@rows.on(*COUNTS)
def popped(n):
    xs = filled(n)
    first = xs.popleft()
    return first, xs.pop(), xs, len(xs)


@rows.on(*COUNTS)
def caught(n):
    xs = filled(n)
    try:
        xs.popleft()
        xs.pop()
    except IndexError as error:
        return -1, str(error), xs
    return 1, "", xs


@rows.on(*COUNTS)
def popped_until_empty(n):
    xs, count = deque([1, 2]), 0
    try:
        while True:
            xs.pop()
            count += n
            if count > 7:
                break
    except IndexError:
        return count, xs
    return -count, xs


@rows.on(*COUNTS)
def extended(n):
    xs = filled(n)
    xs.extend([1, 2])
    xs.extendleft([3, 4])
    xs.extend(range(n))
    xs.extendleft(range(n))
    xs.extend(xs)
    xs.extendleft(xs)
    xs.extend(i * 2 for i in range(n))
    xs.extend(len(xs) for _ in range(n))
    return xs


@rows.on(*COUNTS)
def extended_with_a_maxlen(n):
    xs = filled(n)
    some = deque(xs, maxlen=4)
    some.extend([1, 2])
    other = some.copy()
    some.extendleft([3, 4])
    some.extend(range(n))
    some.extendleft(range(n))
    some += xs
    other.extendleft(xs)
    return some, other, other.maxlen


@rows.on(*COUNTS)
def cleared(n):
    xs = filled(n)
    before = len(xs)
    xs.clear()
    after = len(xs)
    xs.append(3)
    return xs, before, after


@rows.on(
    *[(T(n), T(k)) for n, k in ((3, 1), (3, -1), (0, 2), (5, 13), (5, -7), (4, 0))]
)
def rotated(n, k):
    xs, known, back = filled(n), deque([1, 2, 3]), filled(n)
    xs.rotate(k)
    known.rotate(k)
    xs.rotate()
    back.rotate(-1)
    return xs, known, back


@rows.on(*COUNTS)
def turned_round(n):
    xs = filled(n)
    xs.append(5)
    xs.reverse()
    return xs


@rows.on(*PLACES)
def inserted(n, k):
    xs, known = filled(n), deque([1, 2])
    xs.insert(k, 50)
    known.insert(k, 5)
    return xs, known


@rows.on((T(0), T(1)), (T(1), T(0)), (T(2), T(0)), (T(3), T(1)))
def inserted_with_a_maxlen(n, k):
    xs = deque(maxlen=2)
    for i in range(n):
        xs.append(i)
    xs.insert(k, 9)
    return xs


@rows.on(*[(T(n), T(k)) for n, k in ((3, 1), (5, 6), (5, 13), (4, -2), (0, 1))])
def removed(n, k):
    xs = filled(n)
    xs.remove(k)
    return xs


@rows.on(*[(T(n), T(k)) for n, k in ((3, 1), (5, 6), (5, 13), (4, -2), (0, 1))])
def found(n, k):
    xs = filled(n)
    xs.append(1)
    try:
        place = xs.index(k)
    except ValueError:
        place = -5
    try:
        between = xs.index(k, 1, -1)
    except ValueError:
        between = -5
    return xs.count(k), k in xs, k not in xs, place, between


@rows.on(*COUNTS)
def copied(n):
    xs = filled(n)
    other, shallow = xs.copy(), copy.copy(xs)
    other.append(1)
    shallow.appendleft(2)
    return xs, other, shallow, other is xs


@rows.on(*COUNTS)
def made(n):
    xs = filled(n)
    return (
        (deque(xs), deque(range(n)), deque([i + 1 for i in range(n)], 2)),
        (deque(xs, maxlen=3), deque(range(n), maxlen=0), deque(map(abs, xs))),
    )


# -- Items -----------------------------------------------------------------------------


@rows.on(*PLACES)
def read(n, k):
    xs = filled(n)
    return xs[k], xs[0], xs[-1]


@rows.on(*PLACES)
def written(n, k):
    xs = filled(n)
    same = xs
    xs[k] = 100
    same[0] += 1
    return xs, same is xs


@rows.on(*PLACES)
def deleted(n, k):
    xs = filled(n)
    del xs[k]
    return xs


@rows.on((T(3), T(1)), (T(2), T(-1)), (T(2), T(5)))
def places_of_a_known_length(n, k):
    xs = deque([n, 2, 3])
    xs[k] += 5
    return xs[k], xs


@rows.on(*COUNTS)
def no_slices(n):
    return filled(n)[0:1]


@rows.on(*COUNTS)
def no_fractions(n):
    return filled(n)[1.5]


@rows.on(*COUNTS)
def exchanged(n):
    xs = deque([1, 2, 3])
    for i in range(n):
        xs[0], xs[-1] = xs[-1], xs[0] + i
    return xs


# -- What looks at items ---------------------------------------------------------------


@rows.on(*COUNTS)
def builtins_(n):
    xs = filled(n)
    sums = sum(xs), any(xs), all(xs), len(xs), bool(xs)
    return sums, sorted(xs), list(xs), tuple(xs), max(xs, default=3), f"{len(xs)}"


@rows.on(*COUNTS)
def extremes(n):
    xs = filled(n)
    return min(xs), max(xs), min(xs, key=lambda x: -x)


@rows.on(*COUNTS)
def stepped_through(n):
    xs, total = filled(n), 0
    for i, x in enumerate(xs):
        total += i * x
    for x, y in zip(xs, xs):  # noqa: B905  # as it is written mostly
        total += x * y
    for x, y in zip(xs, [1, 2, 3]):  # noqa: B905
        total += x * y
    for x, y in zip(xs, deque([1, 2, 3])):  # noqa: B905
        total += x * y
    for x in reversed(xs):
        total = 2 * total + x
    for x in map(lambda x: x + 1, xs):  # noqa: C417
        total += x
    for x in filter(lambda x: x > 0, xs):
        total += x
    for x in xs:
        total = 3 * total - x
    return total


@rows.on(*COUNTS)
def comprehended(n):
    xs = filled(n)
    pairs = list(enumerate(xs)), list(reversed(xs)), [*xs, 5]
    return [x + 1 for x in xs if x > 0], sum(x * x for x in xs), pairs


@rows.on(*COUNTS)
def library(n):
    xs = filled(n)
    chained = list(itertools.chain(xs, xs)), list(itertools.accumulate(xs))
    return functools.reduce(lambda a, b: a * 2 + b, xs, 1), chained


@rows.on(*COUNTS)
def compared(n):
    xs, known = filled(n), deque([-3, -2])
    alike = xs == filled(n), xs != filled(n), xs == known, known == xs
    return alike, xs == [-3, -2], xs == list(xs), xs != (1, 2)


@rows.on(*COUNTS)
def unpacked(n):
    first, *rest = filled(n)
    return first, rest


@rows.on(*COUNTS)
def unpacked_in_two(n):
    first, second = filled(n)
    return first, second


@rows.on(*COUNTS)
def text(n):
    xs = filled(n)
    return str(xs), f"{deque(xs, maxlen=2)}", repr(xs)


@rows.on(*COUNTS)
def arrays(n):
    xs = filled(n)
    xs.append(1)
    return np.array(xs), ag.stack(xs)


@rows.on(*COUNTS)
def asked(n):
    xs = filled(n)
    return isinstance(xs, deque), type(xs) is deque, not xs, len(xs) > 1


@rows.on(*COUNTS)
def places_from_a_start_on(n):
    window = deque(i % 2 for i in range(n))
    window.rotate(1)
    found = []
    for bounds in ((0,), (1,), (2,), (-2,), (1, 3), (0, -1)):
        try:
            found.append(window.index(1, *bounds))
        except ValueError:
            found.append(-1)
    return found
