"""Functions of `heapq` and `bisect`, on lists and items that only the run knows."""

# Programs under test are written as users write them.
# ruff: noqa: PERF401

from __future__ import annotations

import bisect
import heapq
import math
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()

SCRAMBLED: Any = ([], [3, 1], [2, 9, 4, 4, 7, 1, 0, 2], [8, 7, 6, 5, 4, 3, 2, 1, 0])
ITEMS = [T(np.array(each, np.int64)) for each in SCRAMBLED]
GRAPH = np.random.default_rng(0).integers(0, 5, (7, 7)).astype(np.float64)
CUT_OFF = np.where(np.arange(7)[:, None] == 3, 0.0, GRAPH)


test_heaps_are_those_of_plain_python = rows.test()


def listed(xs):
    found = []
    for x in xs:
        found.append(int(x))
    return found


# -- Heaps


@rows.on(*ITEMS)
def pushed(xs):
    heap = []
    for x in xs:
        heappush(heap, int(x))
    return heap


@rows.on(*ITEMS)
def heapified(xs):
    heap = listed(xs)
    heapq.heapify(heap)
    return heap


@rows.on(*ITEMS)
def sorted_by_a_heap(xs):
    heap = listed(xs)
    heapq.heapify(heap)
    found = []
    while heap:
        found.append(heappop(heap))
    return found, heap


@rows.on(*ITEMS)
def replaced(xs):
    heap = listed(xs)
    heapq.heapify(heap)
    first = heapq.heapreplace(heap, 3)
    return first, heap


@rows.on(*ITEMS)
def pushed_and_popped(xs):
    heap = listed(xs)
    heapq.heapify(heap)
    small, large = heapq.heappushpop(heap, -1), heapq.heappushpop(heap, 6)
    return small, large, heap


@rows.on(*ITEMS)
def popped_once(xs):
    heap = listed(xs)
    heapq.heapify(heap)
    message = ""
    try:
        heappop(heap)
    except IndexError as error:
        message = str(error)
    return message, heap


@rows.on(*[(xs, n) for xs in ITEMS for n in (T(-1), T(3), 1)])
def best_of_many(xs, n):
    values = listed(xs)
    return heapq.nsmallest(n, values), heapq.nlargest(n, values)


@rows.on(*ITEMS)
def best_by_a_key(xs):
    values = listed(xs)
    near = heapq.nsmallest(3, values, key=lambda v: abs(v - 4))
    return near, heapq.nlargest(2, values, lambda v: v % 5)


@rows.on((T(2), T(5)), (T(5), T(2)), (T(3), T(3)))
def few_symbolic_items(x, y):
    heap = [4, x, 3, y]
    heapq.heapify(heap)
    heappush(heap, x - y)
    return heapq.nsmallest(2, heap), heappop(heap), heap


@rows.on((T(2.0), T(5.0)), (T(5.0), T(2.0)), (T(math.nan), T(1.0)))
def nan_among_the_items(x, y):
    heap = [x, 3.0]
    heappush(heap, y)
    return heappop(heap), heap


@rows.on(T(3), T(-3))
def plain_heap_in_a_branch(x):
    heap = [5, 3, 4]
    heapq.heapify(heap)
    if x > 0:
        heappush(heap, 1)
        heappop(heap)
        heappush(heap, x)
    return heap


@rows.on(T(0), T(4))
def plain_heap_in_a_loop(n):
    heap = [5, 3, 4]
    seen = []
    while n > 0:
        seen.append(heappop(heap))
        heappush(heap, seen[-1] * 3 % 7 + 3)
        n -= 1
    return seen, heap


@rows.on(T(0), T(5))
def popped_until_it_is_empty(n):
    heap = [5, 3, 4]
    message = ""
    try:
        for _ in range(n):
            heappop(heap)
    except IndexError as error:
        message = str(error)
    return message, heap


@rows.on(T(0), T(5))
def popped_too_often(n):
    heap = [5, 3, 4]
    for _ in range(n):
        heappop(heap)
    return heap


@rows.on(T(5), T(2))
def two_names_of_a_heap(x):
    heap = [4, x]
    same = heap
    heappush(heap, 3)
    if x > 3:
        heappush(same, 1)
    return same is heap, heap, same


@rows.on(*ITEMS)
def pairs_with_ties(xs):
    heap = []
    for place, x in enumerate(xs):
        heappush(heap, (int(x) % 3, -place))
    found = []
    while heap:
        rank, place = heappop(heap)
        found.append(rank * 100 + place)
    return found


@dataclass(frozen=True)
class Task:
    rank: int
    name: int

    def __lt__(self, other):
        return self.rank < other.rank


@rows.on(T(5), T(2), T(3))
def objects_with_an_order(x):
    heap = [Task(3, 1), Task(x, 2)]
    heapq.heapify(heap)
    heappush(heap, Task(4, 3))
    return heappop(heap).name, heappop(heap).name


@rows.on(T(0), T(4))
def an_attribute(n):
    @dataclass
    class Queue:
        heap: list

        def put(self, x):
            heappush(self.heap, x)

    queue = Queue([])
    for i in range(n):
        queue.put(i * 5 % 7)
    return queue.heap


@rows.on((GRAPH, 0), (T(GRAPH), T(2)), (T(CUT_OFF), T(3)))
def dijkstra(weights, start):
    n = weights.shape[0]
    distances = [math.inf] * n
    distances[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        distance, v = heappop(heap)
        if distance > distances[v]:
            continue
        for w in range(n):
            if weights[v, w] > 0:
                new = distance + weights[v, w]
                if new < distances[w]:
                    distances[w] = new
                    heappush(heap, (new, w))
    return distances


WALLS = np.array(
    [
        [0, 0, 0, 1, 0],
        [1, 1, 0, 1, 0],
        [0, 0, 0, 0, 0],
        [0, 1, 1, 1, 1],
        [0, 0, 0, 0, 0],
    ]
)
CLOSED = np.where(np.arange(5) == 3, 1, WALLS)


@rows.on((T(WALLS), 4, 4), (T(WALLS), 0, 4), (T(CLOSED), 4, 4))
def a_star(walls, row, column):
    size = walls.shape[0]
    costs = [-1] * (size * size)
    costs[0] = 0
    heap = [(row + column, 0, 0, 0)]
    visited = 0
    while heap:
        _, cost, i, j = heappop(heap)
        visited += 1
        if i == row and j == column:
            return cost, visited
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = i + di, j + dj
            if 0 <= y < size and 0 <= x < size and walls[y, x] == 0:
                place = y * size + x
                if costs[place] < 0 or cost + 1 < costs[place]:
                    costs[place] = cost + 1
                    left = abs(row - y) + abs(column - x)
                    heappush(heap, (cost + 1 + left, cost + 1, y, x))
    return -1, visited


@rows.on((T([5, 1, 4, 1, 3, 9]), T(3)), (T([5, 1]), T(4)))
def the_largest_of_a_stream(xs, n):
    heap = []
    for x in xs:
        if len(heap) < n:
            heappush(heap, int(x))
        else:
            heapq.heappushpop(heap, int(x))
    return sorted(heap)


# -- Sorted lists

FOUND = [(xs, v) for xs in ITEMS for v in (T(4), T(99))]


@rows.on(*FOUND)
def places(xs, v):
    values = sorted(listed(xs))
    left, right = bisect.bisect_left(values, v), bisect.bisect_right(values, v)
    return left, right, bisect.bisect(values, v)


@rows.on(*FOUND)
def inserted(xs, v):
    found = []
    for x in xs:
        bisect.insort(found, int(x))
    bisect.insort_left(found, int(v))
    return found


@rows.on(T(0), T(3), T(8), T(3.5))
def in_a_plain_list(x):
    return bisect.bisect([1, 3, 5, 7], x), bisect.bisect_left((1, 3, 3, 5), x)


@rows.on((T(0), T(2)), (T(1), T(3)), (T(-1), T(3)), (T(1), T(9)), (T(3), T(1)))
def between_places(lo, hi):
    values = [1, 3, 5, 7]
    left, right, message = -1, -1, ""
    try:
        left = bisect.bisect_left(values, 6, lo, hi)
        right = bisect.bisect(values, 6, hi=hi)
    except (IndexError, ValueError) as error:
        message = str(error)
    return left, right, message


@rows.on((T(-1), T(3)), (T(1), T(9)), (T(0), T(-1)))
def outside_of_the_list(lo, hi):
    return bisect.bisect_right([1, 3, 5, 7], 9, lo=lo, hi=hi)


@rows.on(T(0), T(3), T(8))
def by_a_key(x):
    values = [(7, 1), (5, 2), (3, 3)]
    place = bisect.bisect_left(values, -x, key=lambda pair: -pair[0])
    bisect.insort(values, (x, 9), key=lambda pair: -pair[0])
    return place, values


@rows.on(T(0.5), T(2.0), T(2.5), T(math.nan))
def in_a_tensor(x):
    table = ag.constant([0.0, 1.0, 2.0, 4.0])
    return bisect.bisect_right(table, x)


@rows.on(T([0, 55, 61, 90, 100]))
def grades(scores):
    found = []
    for score in scores:
        found.append(bisect.bisect([60, 70, 80, 90], score))
    return found


@rows.on(T([3, 1, 2]), T([5, 1, 9, 2, 2, 7]))
def the_longest_rising_run(xs):
    tails = []
    for x in xs:
        place = bisect.bisect_left(tails, int(x))
        if place == len(tails):
            tails.append(int(x))
        else:
            tails[place] = int(x)
    return len(tails)


# -- What is wrong is said as Python says it


@rows.on(T(3), T(-3))
def wrong_arguments(x):
    try:
        heappush((x, 1), 2)
    except TypeError as error:
        return str(error)
    return x


@rows.on(T(3), T(-3))
def too_many_arguments(x):
    try:
        heappush([x, 1], 2, 3)
    except TypeError as error:
        return str(error)
    return x
