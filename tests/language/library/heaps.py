"""heapq and bisect."""

from __future__ import annotations

import bisect
import heapq
import math
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Numbers and tuples

T = ag.constant

SCRAMBLED: Any = ([], [3, 1], [2, 9, 4, 4, 7, 1, 0, 2], [8, 7, 6, 5, 4, 3, 2, 1, 0])

ITEMS = [T(np.array(each, np.int64)) for each in SCRAMBLED]

GRAPH = np.random.default_rng(0).integers(0, 5, (7, 7)).astype(np.float64)

CUT_OFF = np.where(np.arange(7)[:, None] == 3, 0.0, GRAPH)


def listed(xs):
    found = []
    for x in xs:
        found.append(int(x))
    return found


@programs.staged(*ITEMS)
def pushed(xs):
    """`heappush` of each element of a tensor onto an empty list."""
    heap = []
    for x in xs:
        heappush(heap, int(x))
    return heap


@programs.staged(*ITEMS)
def heapified(xs):
    """`heapify` of a dynamic-length list."""
    heap = listed(xs)
    heapq.heapify(heap)
    return heap


@programs.staged(*ITEMS)
def sorted_by_a_heap(xs):
    """Heapsort of a dynamic-length list."""
    heap = listed(xs)
    heapq.heapify(heap)
    found = []
    while heap:
        found.append(heappop(heap))
    return found, heap


@programs.staged(*ITEMS)
def replaced(xs):
    """`heapreplace` on a dynamic-length heap that may be empty."""
    heap = listed(xs)
    heapq.heapify(heap)
    first = heapq.heapreplace(heap, 3)
    return first, heap


@programs.staged(*ITEMS)
def pushed_and_popped(xs):
    """`heappushpop` of a small and of a large number."""
    heap = listed(xs)
    heapq.heapify(heap)
    small, large = heapq.heappushpop(heap, -1), heapq.heappushpop(heap, 6)
    return small, large, heap


@programs.staged(*ITEMS)
def popped_once(xs):
    """`heappop` of a dynamic-length heap; its IndexError is caught."""
    heap = listed(xs)
    heapq.heapify(heap)
    message = ""
    try:
        heappop(heap)
    except IndexError as error:
        message = str(error)
    return message, heap


@programs.falls(*[(xs, n) for xs in ITEMS for n in (T(-1), T(3), 1)])
def best_of_many(xs, n):
    """`nsmallest` and `nlargest` with a static or dynamic count."""
    values = listed(xs)
    return heapq.nsmallest(n, values), heapq.nlargest(n, values)


@programs.falls(*ITEMS)
def best_by_a_key(xs):
    """`nsmallest` and `nlargest` with a key function."""
    values = listed(xs)
    near = heapq.nsmallest(3, values, key=lambda v: abs(v - 4))
    return near, heapq.nlargest(2, values, lambda v: v % 5)


@programs.falls((T(2), T(5)), (T(5), T(2)), (T(3), T(3)))
def few_symbolic_items(x, y):
    """`heapify`, `heappush` and `nsmallest` of a short list with tensors."""
    heap = [4, x, 3, y]
    heapq.heapify(heap)
    heappush(heap, x - y)
    return heapq.nsmallest(2, heap), heappop(heap), heap


@programs.staged((T(2.0), T(5.0)), (T(5.0), T(2.0)), (T(math.nan), T(1.0)))
def nan_among_the_items(x, y):
    """A heap of floats, one of which may be NaN."""
    heap = [x, 3.0]
    heappush(heap, y)
    return heappop(heap), heap


@programs.staged(T(3), T(-3))
def plain_heap_in_a_branch(x):
    """A dynamic branch pushes to and pops from a heap of Python ints."""
    heap = [5, 3, 4]
    heapq.heapify(heap)
    if x > 0:
        heappush(heap, 1)
        heappop(heap)
        heappush(heap, x)
    return heap


@programs.staged(T(0), T(4))
def plain_heap_in_a_loop(n):
    """A dynamic loop pops from a heap of Python ints and pushes new items."""
    heap = [5, 3, 4]
    seen = []
    while n > 0:
        seen.append(heappop(heap))
        heappush(heap, seen[-1] * 3 % 7 + 3)
        n -= 1
    return seen, heap


@programs.staged(T(0), T(5))
def popped_until_it_is_empty(n):
    """A dynamic loop pops an empty heap; the IndexError is caught."""
    heap = [5, 3, 4]
    message = ""
    try:
        for _ in range(n):
            heappop(heap)
    except IndexError as error:
        message = str(error)
    return message, heap


@programs.staged(T(0), T(5))
def popped_too_often(n):
    """A dynamic loop pops an empty heap, which raises IndexError."""
    heap = [5, 3, 4]
    for _ in range(n):
        heappop(heap)
    return heap


@programs.staged(T(5), T(2))
def two_names_of_a_heap(x):
    """A heap is pushed to through two names, one in a branch."""
    heap = [4, x]
    same = heap
    heappush(heap, 3)
    if x > 3:
        heappush(same, 1)
    return same is heap, heap, same


@programs.staged(*ITEMS)
def pairs_with_ties(xs):
    """A heap of tuples with ties in their first items."""
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


@programs.staged(T(5), T(2), T(3))
def objects_with_an_order(x):
    """A heap of frozen dataclass objects with `__lt__`."""
    heap = [Task(3, 1), Task(x, 2)]
    heapq.heapify(heap)
    heappush(heap, Task(4, 3))
    return heappop(heap).name, heappop(heap).name


@programs.staged(T(0), T(4))
def an_attribute(n):
    """A method pushes onto a heap in an attribute, in a dynamic loop."""

    @dataclass
    class Queue:
        heap: list

        def put(self, x):
            heappush(self.heap, x)

    queue = Queue([])
    for i in range(n):
        queue.put(i * 5 % 7)
    return queue.heap


@programs.staged((GRAPH, 0), (T(GRAPH), T(2)), (T(CUT_OFF), T(3)))
def dijkstra(weights, start):
    """Dijkstra's shortest paths over a matrix of weights."""
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


@programs.staged((T(WALLS), 4, 4), (T(WALLS), 0, 4), (T(CLOSED), 4, 4))
def a_star(walls, row, column):
    """A* search in a grid with walls."""
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


@programs.staged((T([5, 1, 4, 1, 3, 9]), T(3)), (T([5, 1]), T(4)))
def the_largest_of_a_stream(xs, n):
    """A heap of bounded length finds the largest items of a tensor."""
    heap = []
    for x in xs:
        if len(heap) < n:
            heappush(heap, int(x))
        else:
            heapq.heappushpop(heap, int(x))
    return sorted(heap)


FOUND = [(xs, v) for xs in ITEMS for v in (T(4), T(99))]


@programs.staged(*FOUND)
def places(xs, v):
    """`bisect_left` and `bisect_right` in a sorted dynamic-length list."""
    values = sorted(listed(xs))
    left, right = bisect.bisect_left(values, v), bisect.bisect_right(values, v)
    return left, right, bisect.bisect(values, v)


@programs.staged(*FOUND)
def inserted(xs, v):
    """`insort` and `insort_left` into a growing list."""
    found = []
    for x in xs:
        bisect.insort(found, int(x))
    bisect.insort_left(found, int(v))
    return found


@programs.staged(T(0), T(3), T(8), T(3.5))
def in_a_plain_list(x):
    """`bisect` of a tensor in a Python list and in a tuple."""
    return bisect.bisect([1, 3, 5, 7], x), bisect.bisect_left((1, 3, 3, 5), x)


@programs.staged((T(0), T(2)), (T(1), T(3)), (T(-1), T(3)), (T(1), T(9)), (T(3), T(1)))
def between_places(lo, hi):
    """`bisect` with dynamic `lo` and `hi`; errors are caught."""
    values = [1, 3, 5, 7]
    left, right, message = -1, -1, ""
    try:
        left = bisect.bisect_left(values, 6, lo, hi)
        right = bisect.bisect(values, 6, hi=hi)
    except (IndexError, ValueError) as error:
        message = str(error)
    return left, right, message


@programs.staged((T(-1), T(3)), (T(1), T(9)), (T(0), T(-1)))
def outside_of_the_list(lo, hi):
    """`bisect_right` with dynamic bounds outside of the list."""
    return bisect.bisect_right([1, 3, 5, 7], 9, lo=lo, hi=hi)


@programs.staged(T(0), T(3), T(8))
def by_a_key(x):
    """`bisect_left` and `insort` with a key function."""
    values = [(7, 1), (5, 2), (3, 3)]
    place = bisect.bisect_left(values, -x, key=lambda pair: -pair[0])
    bisect.insort(values, (x, 9), key=lambda pair: -pair[0])
    return place, values


@programs.staged(T(0.5), T(2.0), T(2.5), T(math.nan))
def in_a_tensor(x):
    """`bisect_right` in a constant tensor."""
    table = ag.constant([0.0, 1.0, 2.0, 4.0])
    return bisect.bisect_right(table, x)


@programs.staged(T([0, 55, 61, 90, 100]))
def grades(scores):
    """`bisect` finds the grade of each score in a list of limits."""
    found = []
    for score in scores:
        found.append(bisect.bisect([60, 70, 80, 90], score))
    return found


@programs.staged(T([3, 1, 2]), T([5, 1, 9, 2, 2, 7]))
def the_longest_rising_run(xs):
    """Length of the longest increasing subsequence by `bisect_left`."""
    tails = []
    for x in xs:
        place = bisect.bisect_left(tails, int(x))
        if place == len(tails):
            tails.append(int(x))
        else:
            tails[place] = int(x)
    return len(tails)


@programs.staged(T(3), T(-3))
def wrong_arguments(x):
    """`heappush` onto a tuple raises TypeError."""
    try:
        heappush((x, 1), 2)
    except TypeError as error:
        return str(error)
    return x


@programs.staged(T(3), T(-3))
def too_many_arguments(x):
    """`heappush` with three arguments raises TypeError."""
    try:
        heappush([x, 1], 2, 3)
    except TypeError as error:
        return str(error)
    return x


# -- Objects

COUNTS = [np.int64(0), np.int64(1), np.int64(2), np.int64(4)]


class Task2:
    """A task that is less by its priority."""

    def __init__(self, priority, name=0):
        self.priority, self.name, self.runs = priority, name, 0

    def __lt__(self, other):
        return self.priority < other.priority


@dataclass(order=True)
class Job:
    """A job that is compared by its time alone."""

    at: int
    name: int = field(compare=False, default=0)


@programs.staged(*COUNTS)
def pushed_and_popped_2(n):
    """Loops push objects ordered by `__lt__` onto a heap and pop them."""
    heap, out, i = [Task2(2), Task2(5)], [], 0
    while i < n:
        heapq.heappush(heap, Task2(n * i % 5, i))
        i += 1
    while len(heap) > 0:
        task = heapq.heappop(heap)
        out.append(task.priority * 10 + task.name)
    return out


@programs.staged(*COUNTS)
def one_with_another_name(n):
    """An object pushed in a loop is changed through its other name."""
    task, heap, i = Task2(1), [Task2(2)], 0
    while i < n:
        heapq.heappush(heap, task if i == 1 else Task2(3, i))
        i += 1
    task.name = 7
    return [each.name for each in heap], [each.priority for each in heap], task in heap


@programs.staged(*COUNTS)
def jobs(n):
    """A heap of dataclass objects that compare by one field."""
    heap = [Job(2)]
    while n > 0:
        heapq.heappush(heap, Job(n % 3, n))
        n -= 1
    names = [(job.at, job.name) for job in heap]
    return names, heapq.heappop(heap).name, len(heap)


@programs.staged(*COUNTS)
def taking_turns(n):
    """A scheduler pops objects, raises their priority and pushes them back."""
    first, second = Task2(1, 1), Task2(2, 2)
    heap, log, k = [first, second], [], 0
    while k < n:
        task = heapq.heappop(heap)
        task.runs += 1
        log.append(task.name)
        task.priority += n
        heapq.heappush(heap, task)
        k += 1
    return log, first.runs, second.runs, first.priority, second.priority


@programs.staged(*COUNTS)
def sifted_by_hand(n):
    """A nested loop sifts new objects to their place in a list."""
    heap, i = [Task2(4), Task2(6)], 0
    while i < n:
        task = Task2(i, i)
        heap.append(task)
        task.name = 10 + i
        place = len(heap) - 1
        while place > 0 and heap[place] < heap[place - 1]:
            heap[place], heap[place - 1] = heap[place - 1], heap[place]
            place -= 1
        task.runs = place
        i += 1
    return [(each.priority, each.name, each.runs) for each in heap]


@programs.staged(*COUNTS)
def every_neighbour_swapped(n):
    """A nested loop swaps all neighbouring objects of a growing list."""
    heap, i = [Task2(1), Task2(2)], 0
    while i < n:
        heap.append(Task2(3 + i))
        j = 0
        while j < len(heap) - 1:
            heap[j], heap[j + 1] = heap[j + 1], heap[j]
            j += 1
        i += 1
    heap[0].name = 9
    return [(each.priority, each.name) for each in heap]


@programs.staged(T([3, 1, 2]), T([1]))
def the_largest_two(xs):
    """`heapreplace` finds the objects with the two largest priorities."""
    heap = []
    for x in xs:
        task = Task2(x)
        if len(heap) < 2:
            heapq.heappush(heap, task)
        elif heap[0] < task:
            heapq.heapreplace(heap, task)
    return [task.priority for task in heap]
