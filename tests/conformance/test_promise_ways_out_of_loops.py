"""What does not settle in a loop, or an exception leaves there: told, with a way out.

Programs that are refused stand beside what their messages say.
"""

# Programs under test are written as users write them.
# ruff: noqa: PERF402

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0), T(2), T(5))
staged = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = staged.test()
test_what_cannot_be_carried_is_refused = refused.refusal_test()


class Point:
    def __init__(self, x):
        self.x = x


@refused.on(*NUMBERS)
def read_in_the_handler(n):
    last = Point(n)
    try:
        for i in range(n):
            if i > 1:
                last = Point(i)
            if i > 3:
                raise ValueError("a")
    except ValueError:
        return last.x
    return n


@staged.on(*NUMBERS)
def read_in_the_loop(n):
    last = Point(n)
    found = 0
    try:
        for i in range(n):
            if i > 1:
                last = Point(i)
                found = last.x
            if i > 3:
                raise ValueError("a")
    except ValueError:
        return found
    return n


@staged.on(*NUMBERS)
def the_try_in_the_loop(n):
    last = Point(n)
    found = n * 1
    for i in range(n):
        try:
            if i > 1:
                last = Point(i)
            if i > 3:
                raise ValueError("a")
        except ValueError:
            found = last.x
            break
    return found


@staged.on(*NUMBERS)
def lists_of_objects_of_two_lengths(n):
    a = Point(n)
    points = [a]
    for i in range(n):
        b = Point(n + i)
        a = b if i > 1 else a
        if n > 1:
            points = [b, a]
    return points[0].x


@staged.on(*NUMBERS)
def lists_of_objects_of_one_length(n):
    a = Point(n)
    points = [a, a]
    for i in range(n):
        b = Point(n + i)
        a = b if i > 1 else a
        if n > 1:
            points = [b, a]
    return points[0].x


@staged.on(*NUMBERS)
def lists_of_what_objects_hold(n):
    a = Point(n)
    held = [a.x]
    for i in range(n):
        b = Point(n + i)
        a = b if i > 1 else a
        if n > 1:
            held = [b.x, a.x]
    return [Point(each).x for each in held]


@refused.on(*NUMBERS)
def tuples_in_tuples(n):
    head = (0, None)
    for i in range(n):
        head = (i, head)
    return head[0]


@refused.on(*NUMBERS)
def tuples_in_tuples_from_none(n):
    head = None
    for i in range(n):
        head = (i, head)
    return n


@refused.on(*NUMBERS)
def tuples_in_tuples_in_a_try(n):
    head = None
    try:
        for i in range(n):
            head = (i, head)
            if i > 3:
                raise ValueError("a")
    except ValueError:
        return head[0]
    return n


@refused.on(*NUMBERS)
def lists_in_lists(n):
    nested = []
    while n > 0:
        nested = [nested]
        n -= 1
    return len(nested)


@staged.on(*NUMBERS)
def a_list_of_items(n):
    items = []
    for i in range(n):
        items.append(i)
    last = -1
    if items:
        last = items.pop()
    return last, items


@staged.on(*NUMBERS)
def out_of_a_while_in_a_try_in_two_loops(n):
    for i in range(n):
        for j in range(n):
            try:
                while True:
                    if j * 10 // (n - i - j) > 3:
                        return i, j
                    if j > 20:
                        break
                    j += 1
            except ZeroDivisionError:
                pass
    return -1, -1


@staged.on(*NUMBERS)
def out_of_a_while_in_a_try_in_whiles(n):
    i = 0
    while i < n:
        j = 0
        while j < n:
            try:
                while j < 10:
                    if j * 10 // (n + i + j) > 3:
                        return i
                    j += 1
            except ZeroDivisionError:
                pass
            j += 1
        i += 1
    return -1
