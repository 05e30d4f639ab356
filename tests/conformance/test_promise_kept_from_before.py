"""Names that a loop assigns on some paths: what an earlier iteration left is read."""

# Programs under test are written as users write them.
# ruff: noqa: B007

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T([2, 4, 0, 3]), T([0, 1]), T([1, 0, 0]))
def by_a_loop_without_iterations(counts):
    for count in counts:
        for i in ag.range(count):
            pass
        last = i
    return last


@rows.on(T([2, 4, 0, 3]), T([0, 1]))
def by_the_else_of_a_loop(counts):
    for n, count in enumerate(counts):
        for i in range(count):
            pass
        else:
            last = i + n
    return 0


@rows.on(T(5), T(4))
def by_a_branch(n):
    while n > 0:
        n -= 1
        if n % 2 == 0:
            i = n
        last = i
    return last


@rows.on(T([1, 0, 2]), T([0]))
def by_a_try(values):
    total = 0
    for value in values:
        try:
            i = 10 // int(value)
        except ZeroDivisionError:
            total = total + i
            i = 5
        total = total * 2 + i
    return total


@rows.on(T([3, 1]), T([0, 3]), T([4]))
def by_loops_three_deep(counts):
    total = 0
    for count in counts:
        for j in ag.range(count):
            for m in ag.range(j):
                pass
            if j > 0:
                total += m
    return total


@rows.on(T([1, 2]), T([0, 1, 0]))
def read_first_and_then_by_an_inner_loop(counts):
    total = 0
    for k, count in enumerate(counts):
        if k > 0:
            total += i  # noqa: F821
        for i in ag.range(count):
            pass
    return total
