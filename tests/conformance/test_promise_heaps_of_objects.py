"""Heaps of objects that staged loops push and pop: tasks of a scheduler."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
COUNTS = [np.int64(0), np.int64(1), np.int64(2), np.int64(4)]

test_heaps_are_those_of_plain_python = rows.test()


class Task:
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


@rows.on(*COUNTS)
def pushed_and_popped(n):
    heap, out, i = [Task(2), Task(5)], [], 0
    while i < n:
        heapq.heappush(heap, Task(n * i % 5, i))
        i += 1
    while len(heap) > 0:
        task = heapq.heappop(heap)
        out.append(task.priority * 10 + task.name)
    return out


@rows.on(*COUNTS)
def one_with_another_name(n):
    task, heap, i = Task(1), [Task(2)], 0
    while i < n:
        heapq.heappush(heap, task if i == 1 else Task(3, i))
        i += 1
    task.name = 7
    return [each.name for each in heap], [each.priority for each in heap], task in heap


@rows.on(*COUNTS)
def jobs(n):
    heap = [Job(2)]
    while n > 0:
        heapq.heappush(heap, Job(n % 3, n))
        n -= 1
    names = [(job.at, job.name) for job in heap]
    return names, heapq.heappop(heap).name, len(heap)


@rows.on(*COUNTS)
def taking_turns(n):
    first, second = Task(1, 1), Task(2, 2)
    heap, log, k = [first, second], [], 0
    while k < n:
        task = heapq.heappop(heap)
        task.runs += 1
        log.append(task.name)
        task.priority += n
        heapq.heappush(heap, task)
        k += 1
    return log, first.runs, second.runs, first.priority, second.priority


@rows.on(*COUNTS)
def sifted_by_hand(n):
    heap, i = [Task(4), Task(6)], 0
    while i < n:
        task = Task(i, i)
        heap.append(task)
        task.name = 10 + i
        place = len(heap) - 1
        while place > 0 and heap[place] < heap[place - 1]:
            heap[place], heap[place - 1] = heap[place - 1], heap[place]
            place -= 1
        task.runs = place
        i += 1
    return [(each.priority, each.name, each.runs) for each in heap]


@rows.on(*COUNTS)
def every_neighbour_swapped(n):
    heap, i = [Task(1), Task(2)], 0
    while i < n:
        heap.append(Task(3 + i))
        j = 0
        while j < len(heap) - 1:
            heap[j], heap[j + 1] = heap[j + 1], heap[j]
            j += 1
        i += 1
    heap[0].name = 9
    return [(each.priority, each.name) for each in heap]


@rows.on(T([3, 1, 2]), T([1]))
def the_largest_two(xs):
    heap = []
    for x in xs:
        task = Task(x)
        if len(heap) < 2:
            heapq.heappush(heap, task)
        elif heap[0] < task:
            heapq.heapreplace(heap, task)
    return [task.priority for task in heap]
