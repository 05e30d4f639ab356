"""Instances that are returned: they come as they are, with what plain Python has in them."""

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()
T = ag.constant
NUMBERS = (T(3), T(1), np.int64(3), 3)


class Point:
    """Holds a value, a number, and a list."""

    def __init__(self, value):
        self.value, self.number, self.items = value, 0, [value]


@programs.staged(*NUMBERS)
def with_an_argument(x):
    """An instance that holds an argument."""
    return Point(x)


@programs.staged(*NUMBERS)
def changed_in_a_branch(x):
    """An instance whose attribute a dynamic branch assigns."""
    point = Point(x)
    if x > 2:
        point.number = x * 2
    return point


@programs.staged(*NUMBERS)
def changed_in_a_loop(x):
    """An instance that grows in a dynamic loop, in a list."""
    point = Point(x)
    for _ in range(x):
        point.number += x
        point.items.append(x + 1)
    return [point]


@programs.staged(*NUMBERS)
def one_of_two(x):
    """One of two instances, by a dynamic condition."""
    first, second = Point(x), Point((x + 1, 1.5))
    return {"chosen": first if x > 2 else second}


@programs.staged(*NUMBERS)
def out_of_a_list(x):
    """An instance out of a list that grows, with a tuple."""
    points = [Point((x + i, x * 1.5)) for i in range(x)]
    return points[0]


@programs.staged(*NUMBERS)
def within_an_instance(x):
    """An instance that another one holds."""
    inner = Point(x)
    while inner.number < x:
        inner.number += 1
    return Point(inner)
