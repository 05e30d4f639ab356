"""Objects that hold lists and dicts, made anew by iterations of loops and by branches."""

from __future__ import annotations

import dataclasses
from typing import Any

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = tuple(map(T, (0, 1, 2, 3, 5)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class M:
    def __init__(self, rows):
        self.rows = rows

    def __mul__(self, other):
        a, b = self.rows, other.rows
        found = [
            [sum(a[i][k] * b[k][j] for k in range(2)) for j in range(2)]
            for i in range(2)
        ]
        return M(found)

    def __pow__(self, exponent):
        result = M([[1, 0], [0, 1]])
        base = self
        while exponent > 0:
            if exponent % 2 == 1:
                result = result * base
            base = base * base
            exponent //= 2
        return result

    def __eq__(self, other):
        return self.rows == other.rows

    __hash__ = None  # type: ignore[assignment]


@dataclasses.dataclass
class P:
    c: list[Any]
    name: str = "p"

    def __add__(self, other):
        return P([a + b for a, b in zip(self.c, other.c, strict=False)])

    def shifted(self):
        return P([0, *self.c])


class S:
    __slots__ = ("items", "k")

    def __init__(self, items, k=0):
        self.items, self.k = items, k

    @property
    def first(self):
        return self.items[0]

    @first.setter
    def first(self, value):
        self.items[0] = value


class S2(S):
    __slots__ = ("z",)

    def __init__(self, items):
        super().__init__(items, 3)
        self.z = {"a": 1}


class D:
    def __init__(self, d):
        self.d = d


@rows.on(*COUNTS)
def made_in_branches(x):
    p = (
        P([x + 1])
        if x > 2
        else P(
            [
                -x,
            ]
        )
    )
    return p.c[0]


@rows.on(*COUNTS)
def made_in_branches_of_several_lengths(x):
    p = (
        P([x + 1, x])
        if x > 2
        else P(
            [
                -x,
            ]
        )
    )
    p.c.append(x)
    return p.c


@rows.on(*COUNTS)
def lists_in_lists_made_in_branches(x):
    p = (
        M([[x + 1, x], [2, 3]])
        if x > 2
        else M(
            [
                [
                    -x,
                ],
                [x * 2],
            ]
        )
    )
    p.rows[1].append(x * 3)
    p.rows[0][0] += 1
    return p.rows


@rows.on(*COUNTS)
def a_list_in_a_dict_that_a_variable_holds_too(x):
    if x > 2:
        d = D({"a": x + 1, "l": [x * 2]})
        l = d.d["l"]
    else:
        d = D({"a": x - 1, "l": [x * 3]})
        l = [0]
    l.append(5)
    d.d["l"].append(7)
    return d.d, l


@rows.on(*COUNTS)
def a_matrix_to_a_power(n):
    return (M([[1, 1], [1, 0]]) ** n).rows


@rows.on(*COUNTS)
def a_matrix_times_itself(n):
    m = M([[1, 1], [1, 0]])
    k = m
    for _i in range(n):
        m = m * m
    m.rows[0][0] += 1
    return m.rows, k.rows


@rows.on(*COUNTS)
def lists_that_a_variable_may_hold_are_read(n):
    m = M([1, 0])
    r = m.rows
    for i in range(n):
        q = [i, i + 1]
        if i % 2 == 0:
            r = q
        m = M(q)
    return m.rows, r


@rows.on(*COUNTS)
def that_of_before_is_changed(n):
    cur = M([0])
    prev = cur
    for i in range(n):
        prev = cur
        cur = M([i + prev.rows[0]])
        prev.rows.append(i)
    return cur.rows, prev.rows


@rows.on(*COUNTS)
def that_of_before_is_changed_in_place(n):
    cur = M([0])
    prev = M([1])
    for i in range(n):
        prev = cur
        cur = M([i + prev.rows[0]])
        prev.rows[0] += i
    cur.rows[0] += 1
    return cur.rows, prev.rows, cur is prev


@rows.on(*COUNTS)
def two_that_change_places(n):
    a = M([0])
    b = M([1])
    for _i in range(n):
        a, b = b, M([a.rows[0] + b.rows[0]])
    a.rows[0] += 100
    return a.rows, b.rows


@rows.on(*COUNTS)
def two_names_of_one_are_read(n):
    a = b = M([0])
    for i in range(n):
        a = M([i])
        if i % 2 == 0:
            b = a
    return a.rows, b.rows, a == b


@rows.on(*COUNTS)
def two_names_of_each(n):
    a = b = M([0])
    for i in range(n):
        a = b = M([i])
        a.rows[0] += 1
    a.rows[0] += 100
    return a.rows, b.rows


@rows.on(*COUNTS)
def polynomials_that_grow(n):
    p = P([1])
    for i in range(n):
        p = p.shifted() + P([i] * 9)
    return p.c


@rows.on(*COUNTS)
def lists_that_grow(n):
    p = P([1])
    for _i in range(n):
        p = p.shifted()
    return p.c


@rows.on(*COUNTS)
def lists_that_grow_in_place(n):
    p = P([])
    for i in range(n):
        p = P(p.c + [i])
        p.c.append(7)
    p.c.append(1)
    return p.c, len(p.c)


@rows.on(*COUNTS)
def a_reset_on_some_paths(n):
    p = P([])
    for i in range(n):
        if i % 3 == 0:
            p = P([i])
        p.c.append(i)
    return p.c


@rows.on(*COUNTS)
def slots_and_properties(n):
    s = S([1, 2])
    for i in range(n):
        s = S([s.items[1], s.items[0] + i], s.k + 1)
        s.first += 1
    s.first = 9
    return s.items, s.k


@rows.on(*COUNTS)
def slots_of_a_class_and_its_base(n):
    s = S2([1, 2])
    for i in range(n):
        s = S2([s.items[1], s.items[0] + i])
        s.z["a"] += i
        s.z["b"] = 4
    return s.items, s.k, s.z


@rows.on(*COUNTS)
def dicts(n):
    d = D({"a": 1})
    for i in range(n):
        d = D({"a": d.d["a"] + i})
    d.d["b"] = 2
    return d.d


@rows.on(*COUNTS)
def dicts_with_keys_of_the_run(n):
    d = D({})
    for i in range(n):
        d = D({**d.d, i: i * i})
    return d.d


@rows.on(*COUNTS)
def none_before_the_loop(n):
    m = None
    for i in range(n):
        if m is None or m.rows[0] < i * 7 % 5:
            m = M([i * 7 % 5, i])
    return None if m is None else m.rows


@rows.on(*COUNTS)
def undefined_before_the_loop(n):
    for i in range(n):
        m = M([i])
    return m.rows


@rows.on(*COUNTS)
def an_exception_in_each_iteration(n):
    m = M([1])
    for i in range(n):
        try:
            m = M([10 // (i - 2)])
        except ZeroDivisionError:
            m = M(
                [
                    m.rows[0],
                ]
            )
            m.rows[0] += 100
    return m.rows


@rows.on(*COUNTS)
def of_attributes(n):
    h = M(None)
    h.m = M([1, 2])
    for _i in range(n):
        h.m = M([h.m.rows[1], h.m.rows[0] + h.m.rows[1]])
    return h.m.rows


@rows.on(*COUNTS)
def in_a_list_of_one_length(n):
    ms = [M([0]), M([1])]
    for _i in range(n):
        ms[0] = M([ms[1].rows[0] + 1])
        ms[1] = M([ms[0].rows[0] * 2])
    return [m.rows for m in ms]


@rows.on(*COUNTS)
def objects_in_the_lists(n):
    m = M([P([1]), P([2])])
    for i in range(n):
        m = M([m.rows[1], P([m.rows[0].c[0] + i])])
        m.rows[0].c[0] += 1
    return [p.c for p in m.rows]


@rows.on(*COUNTS)
def a_loop_in_a_loop(n):
    m = M([0, 1])
    for i in range(n):
        for j in range(i):
            m = M([m.rows[1], m.rows[0] + j])
            if m.rows[0] > 4:
                break
        m.rows[0] += 1
    return m.rows


@rows.on(*COUNTS)
def a_list_of_before_that_changes(n):
    l = [1, 2]
    m = M(l)
    for _i in range(n):
        m = M(l)
        l[0] += 1
    return m.rows, l


@rows.on(*COUNTS)
def a_list_of_before_that_is_changed_through_them(n):
    l = [1, 2]
    m = M([3])
    for _i in range(n):
        m = M(l)
        m.rows[0] += 1
    return m.rows, l


@rows.on(*COUNTS)
def a_dataclass_as_a_result(n):
    p = P([1, 2])
    for i in range(n):
        p = P([p.c[1], p.c[0] + i], p.name)
    return p


@rows.on(*COUNTS)
def seen_by_a_closure(n):
    m = M([1])

    def g():
        return m.rows[0]

    for i in range(n):
        m = M([g() + i])
    return g()


@rows.on(*COUNTS)
def asked_by_the_test_of_the_loop(n):
    m = M([0])
    while m.rows[0] < n:
        m = M([m.rows[0] + 1])
    return m.rows


@rows.on(*COUNTS)
def a_list_handed_on(n):
    m = M([0])
    m.rows.append(m.rows[0])
    for i in range(n):
        m = M(m.rows)
        m.rows.append(i)
    return m.rows


@rows.on(*COUNTS)
def made_or_changed(n):
    m = M([0, 0])
    for i in range(n):
        if i % 2 == 0:
            m = M([m.rows[0] + i, 1])
        elif i % 3 == 0:
            m = M([m.rows[1], 5])
        else:
            m.rows[1] += 3
    return m.rows
