"""Lists in objects that staged code makes, changed where they may have another name."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
refused = Rows()


test_what_may_or_may_not_have_another_name_is_refused = refused.refusal_test()


class M:
    def __init__(self, rows):
        self.rows = rows


@refused.on(T(3))
def a_list_that_a_variable_may_hold(n):
    m = M([[1, 1], [1, 0]])
    k = m
    r = m.rows
    for _i in range(n):
        m = M(r)
    r[0] = 5
    return m.rows, k.rows


@refused.on(T(3))
def a_list_that_a_variable_holds_after_each_iteration(n):
    m = M([1, 0])
    r = m.rows
    for i in range(n):
        r = [i, i + 1]
        m = M(r)
        r[0] += 10
    r[0] = 5
    m.rows[1] = 77
    return m.rows, r, m.rows is r


@refused.on(T(3))
def a_list_that_a_variable_holds_on_some_paths(n):
    m = M([1, 0])
    r = m.rows
    for i in range(n):
        q = [i, i + 1]
        if i % 2 == 0:
            r = q
        m = M(q)
    r[0] = 5
    return m.rows, r


@refused.on(T(3))
def a_list_of_an_object_with_two_names_on_some_paths(n):
    a = b = M([0])
    for i in range(n):
        a = M([i])
        if i % 2 == 0:
            b = a
    a.rows[0] += 100
    return a.rows, b.rows


@refused.on(T(3))
def a_list_of_before_that_they_may_hold(n):
    l = [1, 2]
    m = M([3])
    for _i in range(n):
        m = M(l)
    l.append(4)
    return m.rows, l


@refused.on(T(3))
def a_list_of_two_objects(n):
    r = [0]
    a, b = M(r), M(r)
    for i in range(n):
        r = [i]
        a, b = M(r), M(r)
        a.rows.append(1)
    b.rows.append(2)
    return a.rows, b.rows, r


@refused.on(T(3))
def a_list_handed_on_of_which_another_object_holds_the_first(n):
    m = M([0])
    first = m
    for i in range(n):
        m = M(m.rows)
        m.rows[0] += i
    return m.rows, first.rows
