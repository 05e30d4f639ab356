"""Dicts with keys of the run in whose place another dict stands on some paths."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = tuple(map(T, (0, 1, 2, 3, 5)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class A:
    def __init__(self):
        self.table = {}


@rows.on(*COUNTS)
def emptied_in_a_loop(n):
    t = {}
    for i in range(n):
        t[i % 3] = i
        if i == 2:
            t = {}
    return t


@rows.on(*COUNTS)
def emptied_in_a_loop_by_an_expression(n):
    t = {}
    for i in range(n):
        t[i % 3] = i
        t = {} if i == 2 else t
    return t


@rows.on(*COUNTS)
def given_another_one(n):
    t = {}
    for i in range(n):
        t[i % 3] = i
        if i == 2:
            t = {5: 5}
    return t


@rows.on(*COUNTS)
def emptied_in_each_iteration(n):
    t = {}
    for i in range(n):
        t[i % 3] = i
        t = {}
    return t


@rows.on(*COUNTS)
def emptied_and_filled(n):
    t = {}
    for i in range(n):
        t[i % 3] = i
        if i == 2:
            t = {}
        t[7] = i
    return t


@rows.on(*COUNTS)
def emptied_before_it_is_filled(n):
    t = {}
    for i in range(n):
        if i == 2:
            t = {}
        t[i % 3] = i
    return t


@rows.on(*COUNTS)
def not_empty_before_the_loop(n):
    t = {9: 1}
    for i in range(n):
        t[i % 3] = i
        if i == 2:
            t = {}
    return t


@rows.on(*COUNTS)
def emptied_and_left_to_another_name(n):
    t = {}
    for i in range(n):
        u = {}
        u[i % 3] = i
        if i == 2:
            u = {}
        t = u
    return t


@rows.on(*COUNTS)
def emptied_while_another_name_has_it(n):
    t = {}
    for i in range(n):
        u = t
        u[i % 3] = i
        if i == 2:
            t = {}
    return t, len(t)


@rows.on(*COUNTS)
def in_an_attribute(n):
    a = A()
    for i in range(n):
        a.table[i % 3] = i
        if i % 3 == 2:
            a.table = {}
    return a.table
