"""Comprehensions over what is known only when the graph runs, with its conditions."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T([1, 2, 3]), T([0, 0]))
def a_condition(xs):
    return [x * 2 for x in xs if x > 1]


@rows.on(T(3), T(0))
def a_range(n):
    return [i + 1 for i in range(n)]


@rows.on(T(4), T(1))
def two_loops(n):
    return [i + j for i in range(n) for j in range(i) if j % 2 == 0]


@rows.on((T(4), T(9)), (T(4), T(1)))
def two_conditions(n, m):
    return [i for i in range(n) if i > 0 if i < m]


@rows.on(T([3, 0, 9]))
def pairs(xs):
    return [(i, x) for i, x in enumerate(xs) if x > i]


@rows.on(T([1, 2, 3]))
def used_at_once(xs):
    return len([x for x in xs if x > 1]), sum([x * x for x in xs if x > 1])


@rows.on(T([3, -1, 2]))
def sorted_items(xs):
    return sorted([x for x in xs if x > 0])


@rows.on(T([1, 2]))
def nested(xs):
    return [[x * y for y in xs] for x in xs]


@rows.on(T([1, 2, 3]))
def over_a_list_that_grew(xs):
    kept = [x for x in xs if x > 1]
    return [x * 2 for x in kept], [x for x in kept if x > 2]


@rows.on(T(3))
def functions_keep_the_variable(x):
    functions = [lambda: i for i in range(3)]
    return [f() * x for f in functions]


@rows.on(T(3))
def of_python_values(n):
    kept = [k for k in range(10) if k % 2]
    return [k * n for k in kept if k > 3]


@rows.on(T(3), T(-3))
def in_a_branch(x):
    items = []
    if x > 0:
        items = [i * i for i in range(x)]
    return items


@rows.on(T([1, 2, 3]), T([5, 5, 5]))
def a_variable_of_the_same_name(xs):
    x = 7
    kept = [x for x in xs if x > 1]
    return kept, x


@rows.on(T([2, 0, 1]))
def what_raises(xs):
    return [6 // int(x) for x in xs if x > 0]
