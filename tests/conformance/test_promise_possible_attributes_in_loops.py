"""Attributes that an object has on some paths only, assigned or deleted in loops."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
BOTH = (T(True), T(False))
COUNTS = tuple(map(T, range(6)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Box:
    pass


@rows.on(*COUNTS)
def assigned_in_a_loop(n):
    box = Box()
    for i in range(n):
        box.last = i
    return box.last


@rows.on(*COUNTS)
def assigned_in_nested_loops(n):
    box = Box()
    for i in range(n):
        for j in range(i):
            box.last = i * 10 + j
    return getattr(box, "last", -1)


@rows.on(*BOTH)
def a_loop_of_python(c):
    box = Box()
    for i in range(3):
        if c:
            box.x = i
    return getattr(box, "x", -1)


@rows.on(*COUNTS)
def after_break(n):
    box = Box()
    for i in range(10):
        if i == n:
            break
        box.last = i
    return box.last


@rows.on(*COUNTS)
def from_iteration_to_iteration(n):
    box = Box()
    total = 0
    for i in range(n):
        if i % 2:
            box.odd = i
        if hasattr(box, "odd"):
            total += box.odd
    return total


@rows.on(*COUNTS)
def of_an_object_from_outside_of_two_loops(n):
    box = Box()
    total = 0
    for i in range(n):
        if hasattr(box, "x"):
            total += box.x
            del box.x
        else:
            box.x = i
    return total, hasattr(box, "x")


@rows.on(*COUNTS)
def returned_early(n):
    box = Box()
    if n > 3:
        box.x = n
        return box.x
    if n > 1:
        box.y = n
    return getattr(box, "x", 0) + getattr(box, "y", 10)


@rows.on(*map(T, (1, 2, 7)))
def of_an_object_that_each_iteration_makes(n):
    for _ in range(n):
        box = Box()
        box.c = 4
        if n > 5:
            box.b = n
    return hasattr(box, "b"), getattr(box, "b", None), hasattr(box, "c")


@rows.on(*map(T, (1, 2, 7)))
def of_the_last_object_that_was_made(n):
    for _ in range(n):
        box = Box()
        if n > 5:
            box.b = n
        n += 1
    return box.b


@rows.on(*map(T, (1, 2, 7)))
def in_a_handler_in_an_iteration(n):
    for i in range(n):
        try:
            box = Box()
            box.c = 4 // i
            box.d = 1
        except ArithmeticError:
            box.b = n
    return hasattr(box, "b"), getattr(box, "b", None), hasattr(box, "d")


@rows.on(*COUNTS)
def of_two_objects_in_turns(n):
    one, other = Box(), Box()
    for i in range(n):
        if not hasattr(one, "x"):
            one.x = i
        one, other = other, one
    return getattr(one, "x", None), getattr(other, "x", None)


@rows.on(*COUNTS)
def under_two_names(n):
    one = other = Box()
    for i in range(n):
        if i % 2:
            other = Box()
        other.x = i
        if i == 3:
            del one.x
    return hasattr(one, "x"), getattr(other, "x", -1)
