"""Objects that hold containers, and containers of objects."""

from __future__ import annotations

import copy
import dataclasses
import operator
from typing import Any

import autograph as ag
from tests.language.changed_objects import (
    Cell,
    Entry,
    Node,
    Pair,
    Particle,
    Slots,
    World,
)
from tests.language.programs import Programs

programs = Programs()


# -- Objects with lists and dicts

T = ag.constant

COUNTS = tuple(map(T, (0, 1, 2, 3, 5)))


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


@programs.staged(*COUNTS)
def made_in_branches(x):
    """Both branches create an object with a list of one item."""
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


@programs.staged(*COUNTS)
def made_in_branches_of_several_lengths(x):
    """The branches create objects with lists of unequal lengths, then appended to."""
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


@programs.staged(*COUNTS)
def lists_in_lists_made_in_branches(x):
    """The branches create objects with nested lists of unequal lengths."""
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


@programs.staged(*COUNTS)
def a_list_in_a_dict_that_a_variable_holds_too(x):
    """A list in a dict has another name in one branch only; both append."""
    if x > 2:
        d = D({"a": x + 1, "l": [x * 2]})
        l = d.d["l"]
    else:
        d = D({"a": x - 1, "l": [x * 3]})
        l = [0]
    l.append(5)
    d.d["l"].append(7)
    return d.d, l


@programs.staged(*COUNTS)
def a_matrix_to_a_power(n):
    """`**` by squaring of a class that holds a 2 x 2 matrix in lists."""
    return (M([[1, 1], [1, 0]]) ** n).rows


@programs.staged(*COUNTS)
def a_matrix_times_itself(n):
    """A loop squares a matrix object; the first one has another name."""
    m = M([[1, 1], [1, 0]])
    k = m
    for _i in range(n):
        m = m * m
    m.rows[0][0] += 1
    return m.rows, k.rows


@programs.staged(*COUNTS)
def lists_that_a_variable_may_hold_are_read(n):
    """A variable may alias the list of an object; both are read only."""
    m = M([1, 0])
    r = m.rows
    for i in range(n):
        q = [i, i + 1]
        if i % 2 == 0:
            r = q
        m = M(q)
    return m.rows, r


@programs.staged(*COUNTS)
def that_of_before_is_changed(n):
    """A loop appends to the list of the object of the previous iteration."""
    cur = M([0])
    prev = cur
    for i in range(n):
        prev = cur
        cur = M([i + prev.rows[0]])
        prev.rows.append(i)
    return cur.rows, prev.rows


@programs.staged(*COUNTS)
def that_of_before_is_changed_in_place(n):
    """A loop updates an item of the object of the previous iteration."""
    cur = M([0])
    prev = M([1])
    for i in range(n):
        prev = cur
        cur = M([i + prev.rows[0]])
        prev.rows[0] += i
    cur.rows[0] += 1
    return cur.rows, prev.rows, cur is prev


@programs.staged(*COUNTS)
def two_that_change_places(n):
    """Two loop-carried objects shift, one newly created each time."""
    a = M([0])
    b = M([1])
    for _i in range(n):
        a, b = b, M([a.rows[0] + b.rows[0]])
    a.rows[0] += 100
    return a.rows, b.rows


@programs.staged(*COUNTS)
def two_names_of_one_are_read(n):
    """Two names that are aliases on some paths, read after the loop."""
    a = b = M([0])
    for i in range(n):
        a = M([i])
        if i % 2 == 0:
            b = a
    return a.rows, b.rows, a == b


@programs.staged(*COUNTS)
def two_names_of_each(n):
    """Two names for the object of each iteration see the same changes."""
    a = b = M([0])
    for i in range(n):
        a = b = M([i])
        a.rows[0] += 1
    a.rows[0] += 100
    return a.rows, b.rows


@programs.staged(*COUNTS)
def polynomials_that_grow(n):
    """Polynomials as objects: each iteration shifts and adds another."""
    p = P([1])
    for i in range(n):
        p = p.shifted() + P([i] * 9)
    return p.c


@programs.staged(*COUNTS)
def lists_that_grow(n):
    """Each iteration creates an object whose list is one item longer."""
    p = P([1])
    for _i in range(n):
        p = p.shifted()
    return p.c


@programs.staged(*COUNTS)
def lists_that_grow_in_place(n):
    """Each iteration creates an object with a longer list and appends to it."""
    p = P([])
    for i in range(n):
        p = P(p.c + [i])
        p.c.append(7)
    p.c.append(1)
    return p.c, len(p.c)


@programs.staged(*COUNTS)
def a_reset_on_some_paths(n):
    """Every third iteration replaces the object whose list is appended to."""
    p = P([])
    for i in range(n):
        if i % 3 == 0:
            p = P([i])
        p.c.append(i)
    return p.c


@programs.staged(*COUNTS)
def slots_and_properties(n):
    """Loop-carried objects with `__slots__` and a property that sets an item."""
    s = S([1, 2])
    for i in range(n):
        s = S([s.items[1], s.items[0] + i], s.k + 1)
        s.first += 1
    s.first = 9
    return s.items, s.k


@programs.staged(*COUNTS)
def slots_of_a_class_and_its_base(n):
    """Loop-carried objects with slots of a class and its base, one of them a dict."""
    s = S2([1, 2])
    for i in range(n):
        s = S2([s.items[1], s.items[0] + i])
        s.z["a"] += i
        s.z["b"] = 4
    return s.items, s.k, s.z


@programs.staged(*COUNTS)
def dicts(n):
    """Each iteration creates an object that holds a dict."""
    d = D({"a": 1})
    for i in range(n):
        d = D({"a": d.d["a"] + i})
    d.d["b"] = 2
    return d.d


@programs.staged(*COUNTS)
def dicts_with_keys_of_the_run(n):
    """Each iteration creates an object whose dict gains a dynamic key."""
    d = D({})
    for i in range(n):
        d = D({**d.d, i: i * i})
    return d.d


@programs.staged(*COUNTS)
def none_before_the_loop(n):
    """A loop-carried object that is None before the first iteration."""
    m = None
    for i in range(n):
        if m is None or m.rows[0] < i * 7 % 5:
            m = M([i * 7 % 5, i])
    return None if m is None else m.rows


@programs.staged(*COUNTS)
def undefined_before_the_loop(n):
    """An object assigned in the loop only: UnboundLocalError without iterations."""
    for i in range(n):
        m = M([i])
    return m.rows


@programs.staged(*COUNTS)
def an_exception_in_each_iteration(n):
    """`try` and handler each create the object of the iteration."""
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


@programs.staged(*COUNTS)
def of_attributes(n):
    """An attribute of an object holds the object that each iteration creates."""
    h = M(None)
    h.m = M([1, 2])
    for _i in range(n):
        h.m = M([h.m.rows[1], h.m.rows[0] + h.m.rows[1]])
    return h.m.rows


@programs.staged(*COUNTS)
def in_a_list_of_one_length(n):
    """Each iteration replaces both objects of a list of two."""
    ms = [M([0]), M([1])]
    for _i in range(n):
        ms[0] = M([ms[1].rows[0] + 1])
        ms[1] = M([ms[0].rows[0] * 2])
    return [m.rows for m in ms]


@programs.staged(*COUNTS)
def objects_in_the_lists(n):
    """Each iteration creates an object that holds a list of objects."""
    m = M([P([1]), P([2])])
    for i in range(n):
        m = M([m.rows[1], P([m.rows[0].c[0] + i])])
        m.rows[0].c[0] += 1
    return [p.c for p in m.rows]


@programs.staged(*COUNTS)
def a_loop_in_a_loop(n):
    """Nested loops with `break` create objects and change the last one."""
    m = M([0, 1])
    for i in range(n):
        for j in range(i):
            m = M([m.rows[1], m.rows[0] + j])
            if m.rows[0] > 4:
                break
        m.rows[0] += 1
    return m.rows


@programs.staged(*COUNTS)
def a_list_of_before_that_changes(n):
    """Objects of each iteration share a list from before the loop."""
    l = [1, 2]
    m = M(l)
    for _i in range(n):
        m = M(l)
        l[0] += 1
    return m.rows, l


@programs.staged(*COUNTS)
def a_list_of_before_that_is_changed_through_them(n):
    """A list from before the loop is changed through the objects that hold it."""
    l = [1, 2]
    m = M([3])
    for _i in range(n):
        m = M(l)
        m.rows[0] += 1
    return m.rows, l


@programs.staged(*COUNTS)
def a_dataclass_as_a_result(n):
    """A dataclass instance created in each iteration is the result."""
    p = P([1, 2])
    for i in range(n):
        p = P([p.c[1], p.c[0] + i], p.name)
    return p


@programs.staged(*COUNTS)
def seen_by_a_closure(n):
    """A closure reads the object that each iteration creates."""
    m = M([1])

    def g():
        return m.rows[0]

    for i in range(n):
        m = M([g() + i])
    return g()


@programs.staged(*COUNTS)
def asked_by_the_test_of_the_loop(n):
    """The loop condition reads the object that the body creates."""
    m = M([0])
    while m.rows[0] < n:
        m = M([m.rows[0] + 1])
    return m.rows


@programs.staged(*COUNTS)
def a_list_handed_on(n):
    """Each object takes over the list of the previous one and appends to it."""
    m = M([0])
    m.rows.append(m.rows[0])
    for i in range(n):
        m = M(m.rows)
        m.rows.append(i)
    return m.rows


@programs.staged(*COUNTS)
def made_or_changed(n):
    """Each iteration creates an object or changes the previous one, by path."""
    m = M([0, 0])
    for i in range(n):
        if i % 2 == 0:
            m = M([m.rows[0] + i, 1])
        elif i % 3 == 0:
            m = M([m.rows[1], 5])
        else:
            m.rows[1] += 3
    return m.rows


# -- Objects with lists that cannot be staged


class M2:
    def __init__(self, rows):
        self.rows = rows


@programs.staged(T(3))
def a_list_that_a_variable_may_hold(n):
    """A write by a variable that may alias the list of an object is refused."""
    m = M2([[1, 1], [1, 0]])
    k = m
    r = m.rows
    for _i in range(n):
        m = M2(r)
    r[0] = 5
    return m.rows, k.rows


@programs.staged(T(3))
def a_list_that_a_variable_holds_after_each_iteration(n):
    """A write after a loop to a list that variable and object share is refused."""
    m = M2([1, 0])
    r = m.rows
    for i in range(n):
        r = [i, i + 1]
        m = M2(r)
        r[0] += 10
    r[0] = 5
    m.rows[1] = 77
    return m.rows, r, m.rows is r


@programs.staged(T(3))
def a_list_that_a_variable_holds_on_some_paths(n):
    """A write to a list that an object shares on some paths cannot be staged."""
    m = M2([1, 0])
    r = m.rows
    for i in range(n):
        q = [i, i + 1]
        if i % 2 == 0:
            r = q
        m = M2(q)
    r[0] = 5
    return m.rows, r


@programs.staged(T(3))
def a_list_of_an_object_with_two_names_on_some_paths(n):
    """A write to the list of an object with two names on some paths is refused."""
    a = b = M2([0])
    for i in range(n):
        a = M2([i])
        if i % 2 == 0:
            b = a
    a.rows[0] += 100
    return a.rows, b.rows


@programs.staged(T(3))
def a_list_of_before_that_they_may_hold(n):
    """An append to a list that an object may hold after a loop is refused."""
    l = [1, 2]
    m = M2([3])
    for _i in range(n):
        m = M2(l)
    l.append(4)
    return m.rows, l


@programs.staged(T(3))
def a_list_of_two_objects(n):
    """An append to a list that two objects share after a loop is refused."""
    r = [0]
    a, b = M2(r), M2(r)
    for i in range(n):
        r = [i]
        a, b = M2(r), M2(r)
        a.rows.append(1)
    b.rows.append(2)
    return a.rows, b.rows, r


@programs.staged(T(3))
def a_list_handed_on_of_which_another_object_holds_the_first(n):
    """A write to a list that each object passes to the next one is refused."""
    m = M2([0])
    first = m
    for i in range(n):
        m = M2(m.rows)
        m.rows[0] += i
    return m.rows, first.rows


# -- Objects in lists, changed in loops

COUNTS_2 = tuple(map(ag.constant, (2, 3, 6)))


@programs.staged((ag.constant(1), ag.constant(1)), (ag.constant(5), ag.constant(4)))
def changed_as_particles_are(n, steps):
    """Particles created in a dynamic loop move by `p.x += p.v` in a second one."""
    ps = []
    for i in range(n):
        ps.append(Particle(i * 1.0, 1.0))
    for _ in range(steps):
        for p in ps:
            p.x += p.v
        ps[0].v = -ps[0].v
    return [(p.x, p.v) for p in ps]


@programs.staged(*COUNTS_2)
def changed_that_is_in_a_list_twice(n):
    """Objects that are in a list twice are incremented twice."""
    xs = []
    for i in range(n):
        c = Cell(i)
        xs.append(c)
        xs.append(c)
    for c in xs:
        c.value += 1
    return [c.value for c in xs]


@programs.staged(*COUNTS_2)
def changed_whose_places_were_swapped(n):
    """Two objects of a list swap places; then one is changed."""
    ps = [Cell(i) for i in range(n)]
    if n > 1:
        ps[0], ps[1] = ps[1], ps[0]
    a = ps[0]
    a.value = 50
    return [p.value for p in ps]


@programs.staged(*COUNTS_2)
def changed_in_pairs_that_may_be_one(n):
    """Nested loops change pairs of objects that may be one and the same."""
    ps = [Particle(i * 1.0, i * 2.0) for i in range(n)]
    for a in ps:
        for b in ps:
            a.x += b.v
            b.v -= 0.5 * a.x
    return [p.x for p in ps], [p.v for p in ps]


@programs.staged(*COUNTS_2)
def changed_in_pairs_that_are_two(n):
    """Nested loops change pairs of objects that `is not` tells apart."""
    ps = [Particle(i * 1.0, i * 2.0) for i in range(n)]
    k = 0
    for a in ps:
        for b in ps:
            if a is not b:
                a.x += b.v
                k += 1
    return [p.x for p in ps], k


@programs.staged(*COUNTS_2)
def changed_by_methods_in_a_list_of_an_attribute(n):
    """Methods append to and step through a list that an attribute holds."""
    w = World()
    for i in range(n):
        w.add(Particle(i * 1.0, 1.0))
    w.step()
    w.step()
    return [p.x for p in w.ps]


@programs.staged(*COUNTS_2)
def changed_that_max_found(n):
    """The object that `max` with a key returns is changed."""
    ps = [Cell((i * 7) % 5) for i in range(n)]
    b = max(ps, key=lambda p: p.value)
    b.value = 100
    b.bump()
    return [p.value for p in ps], b.value


@programs.staged(*COUNTS_2)
def changed_that_pop_took_out(n):
    """An object taken out by `pop`, changed and appended again."""
    ps = [Cell(i) for i in range(n)]
    q = ps.pop()
    q.value = 77
    ps.append(q)
    ps[0].value = 3
    return [p.value for p in ps], q.value


@programs.staged(*COUNTS_2)
def changed_in_a_second_list(n):
    """A filtered list shares its objects with the first list."""
    ps = [Cell(i) for i in range(n)]
    odd = [p for p in ps if p.value % 2]
    for p in odd:
        p.value = 0
    return [p.value for p in ps]


@programs.staged(*COUNTS_2)
def changed_by_a_property(n):
    """A property setter called on each object of a list."""
    ps = [Particle(i * 1.0, 1.0) for i in range(n)]
    for p in ps:
        p.energy = p.energy + p.x
    return [p.v for p in ps]


@programs.staged(*COUNTS_2)
def changed_in_slots_that_were_none(n):
    """A slot that was None is set on some objects of a list."""
    ps = [Slots(i, None) for i in range(n)]
    for p in ps:
        if p.a % 2:
            p.b = p.a
    return [p.a if p.b is None else p.b * 10 for p in ps]


@programs.staged(*COUNTS_2)
def changed_that_another_one_holds(n):
    """Objects in attributes of objects of a list are changed and shared."""
    ps = [Pair(Particle(i * 1.0), Cell(i)) for i in range(n)]
    for p in ps:
        p.a.x += 1.0
        p.b.bump()
        p.b = Cell(p.b.value * 2)
    if ps:
        ps[0].a = ps[-1].a
    for p in ps:
        p.a.x *= 2.0
    return [p.a.x for p in ps], [p.b.value for p in ps]


@programs.staged(*COUNTS_2)
def changed_in_a_while_loop(n):
    """A `while` loop over indices changes objects until `break`."""
    ps = [Cell(i) for i in range(n)]
    k = 0
    while k < len(ps):
        if ps[k].value > 2:
            break
        ps[k].value += 10
        k += 1
    return [p.value for p in ps], k


@programs.staged(*COUNTS_2)
def changed_in_a_try(n):
    """Objects of a list changed in `try`, `except` and `finally`."""
    ps = [Cell(i) for i in range(n)]
    for p in ps:
        try:
            p.value += 1
            if p.value == 2:
                raise ValueError
            p.value += 10
        except ValueError:
            p.value = -1
        finally:
            p.value += 100
    return [p.value for p in ps]


@programs.staged(*COUNTS_2)
def changed_in_a_sorted_list_and_its_copy(n):
    """Objects changed in a sorted, reversed list and in its copy."""
    ps = [Cell((i * 7) % 5) for i in range(n)]
    qs = list(ps)
    ps.sort(key=lambda p: p.value)
    ps[0].value = -5
    ps.reverse()
    qs[-1].value = 99
    return [p.value for p in ps], [p.value for p in qs]


@programs.staged(*COUNTS_2)
def changed_in_two_lists_at_once(n):
    """Objects of two lists changed in loops over `zip` and `enumerate`."""
    ps = [Cell(i) for i in range(n)]
    qs = [Particle(i * 1.0) for i in range(n)]
    for p, q in zip(ps, qs):
        p.value += 1
        q.x += 2.0
    for i, p in enumerate(ps):
        p.value *= i
    return [p.value for p in ps], [q.x for q in qs]


@programs.staged(*COUNTS_2)
def changed_and_read_by_code_of_c(n):
    """`operator.attrgetter` as sort key reads a changed attribute."""
    ps = [Cell((i * 7) % 5) for i in range(n)]
    ps[0].value = 9
    return [c.value for c in sorted(ps, key=operator.attrgetter("value"))]


@programs.staged(*COUNTS_2)
def changed_in_a_copy_by_replace(n):
    """`dataclasses.replace` puts changed copies into the list."""
    ps = [Particle(i * 1.0, 1.0) for i in range(n)]
    for i in range(len(ps)):
        ps[i] = dataclasses.replace(ps[i], v=3.0)
    ps[0].x = 5.0
    return [(p.x, p.v) for p in ps]


@programs.staged(*COUNTS_2)
def changed_in_a_copy(n):
    """`copy.copy` of an object of the list, both changed."""
    ps = [Cell(i) for i in range(n)]
    q = copy.copy(ps[0])
    q.value = 5
    ps[0].value += 1
    return [p.value for p in ps], q.value


@programs.staged(*COUNTS_2)
def changed_and_returned_as_a_dict(n):
    """`dataclasses.asdict` of a changed object of the list."""
    ps = [Particle(i * 1.0) for i in range(n)]
    ps[0].x = 8.0
    return dataclasses.asdict(ps[0])


@programs.falls(*COUNTS_2)
def changed_in_lists_that_are_compared_by_content(n):
    """`==` of lists of dataclass instances before and after a change."""
    ps = [Particle(i * 1.0) for i in range(n)]
    qs = [Particle(i * 1.0) for i in range(n)]
    r = []
    r.append(ps == qs)
    ps[0].x = 5.0
    r.append(ps == qs)
    r.append(ps[0] == qs[0])
    return r


@programs.staged(*COUNTS_2)
def changed_in_lists_that_are_compared_by_identity(n):
    """`==` of lists whose objects compare by identity."""
    ps = [Cell(i) for i in range(n)]
    qs = [Cell(i) for i in range(n)]
    rs = list(ps)
    return [ps == qs, ps == rs, ps[0] == qs[0], ps[0] == rs[0], ps[0] != rs[0]]


@programs.staged(*COUNTS_2)
def changed_that_is_looked_for(n):
    """`in` and `index` find an object of a list by identity."""
    ps = [Cell(i) for i in range(n)]
    q = ps[-1]
    r = Cell(0)
    return q in ps, r in ps, ps.index(q)


@programs.staged(*COUNTS_2)
def changed_that_is_looked_for_by_content(n):
    """`in` and `count` find dataclass instances by their fields."""
    ps = [Particle(i * 1.0) for i in range(n)]
    q = Particle(1.0)
    return q in ps, ps.count(q)


# -- Objects of lists under several names

COUNTS_3 = tuple(map(ag.constant, (2, 3, 6)))


@programs.staged(*COUNTS_3)
def changed_that_was_removed(n):
    """An object removed from its list is changed by its other name."""
    ps = [Cell(i) for i in range(n)]
    q = ps[1]
    ps.remove(q)
    q.value = 100
    return [p.value for p in ps]


@programs.staged(*COUNTS_3)
def changed_of_a_linked_list(n):
    """A linked list built in a dynamic loop and walked until None."""
    head = None
    for i in range(n):
        head = Node(i, head)
    t = 0
    while head is not None:
        t = t * 3 + head.v
        head = head.following
    return t


@programs.staged(*COUNTS_3)
def changed_at_the_end_of_a_linked_list(n):
    """A linked list that grows at its end, whose last node is changed."""
    head = Node(0)
    cur = head
    for i in range(n):
        cur.following = Node(i + 1)
        cur = cur.following
    cur.v = 50
    t = 0
    c = head
    while c is not None:
        t = t * 3 + c.v
        c = c.following
    return t


@programs.staged(*COUNTS_3)
def changed_of_a_linked_list_that_is_turned(n):
    """A linked list of dynamic length reversed in place."""
    head = None
    for i in range(n):
        head = Node(i, head)
    prev = None
    cur = head
    while cur is not None:
        nxt = cur.following
        cur.following = prev
        prev = cur
        cur = nxt
    t = 0
    while prev is not None:
        t = t * 3 + prev.v
        prev = prev.following
    return t


@programs.staged(*COUNTS_3)
def changed_of_before_the_loop(n):
    """An object from before the loop is changed through the list."""
    a = Cell(5)
    ps = [a]
    for i in range(n):
        ps.append(Cell(i))
    ps[0].value = 9
    return a.value, [p.value for p in ps]


@programs.staged(*COUNTS_3)
def changed_of_before_in_the_loop(n):
    """One object appended in each iteration and changed by its name."""
    a = Cell(5)
    ps = []
    for i in range(n):
        ps.append(a)
        a.value += 1
    return a.value, [p.value for p in ps]


@programs.staged(*COUNTS_3)
def changed_by_code_that_runs_as_it_stands(n):
    """`object.__setattr__` on an object of a list of dynamic length."""
    ps = [Cell(i) for i in range(n)]
    object.__setattr__(ps[0], "value", 5)
    ps[1].value = 6
    return [p.value for p in ps], ps[0].value, hasattr(ps[0], "v")


@programs.staged(*COUNTS_3)
def changed_and_shown(n):
    """`str` of a dataclass instance of a list of dynamic length."""
    ps = [Particle(1.0) for i in range(n)]
    return str(ps[0])


@programs.staged(*COUNTS_3)
def changed_in_a_match(n):
    """`match` with a class pattern changes some objects of a list."""
    ps = [Particle(i * 1.0) for i in range(n)]
    t = 0
    for p in ps:
        match p:
            case Particle(x=1.0):
                t += 10
                p.x = 7.0
            case Particle(x=y):
                t += 1
    return t, [p.x for p in ps]


@programs.staged(*COUNTS_3)
def changed_by_methods_that_keep_it(n):
    """A method appends `self` to a second list and returns `self`."""
    ps = [Entry(i) for i in range(n)]
    out = []
    for p in ps:
        q = p.register(out)
        q.v += 5
    for p in out:
        p.v += 10
    return [p.v for p in ps]


@programs.staged(*COUNTS_3)
def changed_in_lists_of_lists(n):
    """Objects in a list of lists of growing lengths are changed."""
    gs = []
    for i in range(n):
        gs.append([Cell(j) for j in range(i)])
    for g in gs:
        for c in g:
            c.value += 1
    if n > 1:
        gs[1][0].value = 50
    return [[c.value for c in g] for g in gs]


@programs.staged(*COUNTS_3)
def changed_in_tuples(n):
    """Objects in a list of tuples are changed."""
    ps = [(i, Cell(i)) for i in range(n)]
    for i, c in ps:
        c.value += i
    return [c.value for _, c in ps]


@programs.staged(*COUNTS_3)
def changed_that_a_branch_made(n):
    """Objects created in both branches, appended and then changed."""
    ps = []
    for i in range(n):
        if i % 2:
            c = Cell(i)
        else:
            c = Cell(-i)
        ps.append(c)
        c.value += 1
    ps[-1].value = 9
    return [c.value for c in ps]


@programs.staged(*COUNTS_3)
def changed_that_the_loop_carried(n):
    """A loop-carried object is appended each time and changed at the end."""
    ps = [Cell(0)]
    cur = ps[0]
    for i in range(n):
        cur = Cell(cur.value + 1)
        ps.append(cur)
    cur.value = 40
    return [c.value for c in ps]


@programs.staged(*COUNTS_3)
def changed_of_a_queue(n):
    """Objects move from a queue back to it or to a list of finished ones."""
    q = [Cell(n)]
    done = []
    while q:
        c = q.pop(0)
        c.value -= 1
        if c.value > 0:
            q.append(c)
        else:
            done.append(c)
        if len(done) > 3:
            break
    return len(done), [d.value for d in done]


@programs.staged(*COUNTS_3)
def changed_in_lists_that_a_loop_makes(n):
    """Each iteration of a loop creates a list of objects and changes them."""
    total = 0
    for k in range(n):
        ps = [Cell(i) for i in range(k)]
        for p in ps:
            p.value += k
        total += sum(p.value for p in ps)
    return total


@programs.staged(*COUNTS_3)
def changed_before_a_return(n):
    """`return` in a loop after an object was changed."""
    ps = [Cell(i) for i in range(n)]
    for p in ps:
        if p.value == 2:
            p.value = 20
            return [c.value for c in ps]
        p.value += 1
    return [c.value for c in ps]


@programs.staged(*COUNTS_3)
def changed_while_a_comprehension_reads_it(n):
    """Objects change places and values; comprehensions read them before and after."""
    ps = [Cell(i) for i in range(n)]
    first = [p.value for p in ps]
    for k in range(n):
        ps[k].value += ps[(k + 1) % n].value
        ps[-1], ps[k] = ps[k], ps[-1]
    return first, [p.value for p in ps], [p is ps[0] for p in ps]


@programs.staged(*COUNTS_3)
def changed_in_a_dict_of_known_keys(n):
    """A dict holds the first and the last object of a list."""
    ps = [Cell(i) for i in range(n)]
    table = {"first": ps[0], "last": ps[-1]}
    table["first"].value += 10
    table["last"].bump(100)
    return [p.value for p in ps], table["first"].value


@programs.staged(*COUNTS_3)
def changed_by_a_closure(n):
    """A closure changes all objects of a list of the enclosing function."""
    ps = [Cell(i) for i in range(n)]

    def set_all(value):
        for p in ps:
            p.value = value + p.value

    set_all(3)
    set_all(n)
    return [p.value for p in ps]


@programs.staged(*COUNTS_3)
def changed_under_conditions(n):
    """Some objects are changed by `if` and `elif`, and one later by an alias."""
    ps = [Cell(i) for i in range(n)]
    kept = None
    for p in ps:
        if p.value % 2:
            p.value = 10 * p.value
            kept = p
        elif p.value > 2:
            p.value -= 1
    if kept is not None:
        kept.value += 1000
    return [p.value for p in ps]


@programs.staged(*COUNTS_3)
def changed_in_a_try_that_raises_on(n):
    """An exception leaves a loop that changes objects."""
    ps = [Cell(i) for i in range(n)]
    try:
        for p in ps:
            p.value += 5
            if p.value > 7:
                raise ValueError(p.value)
    except ValueError:
        ps[0].value = 99
    return [p.value for p in ps]


@programs.staged(*COUNTS_3)
def changed_in_a_second_loop_that_makes_more(n):
    """A second loop appends more objects; a third swaps and changes them."""
    ps = [Cell(i) for i in range(n)]
    for i in range(n):
        if i % 2:
            ps.append(Cell(ps[i].value * 10))
        ps[i].value += len(ps)
    for i in range(len(ps) - 1):
        ps[i], ps[i + 1] = ps[i + 1], ps[i]
        ps[i].value -= 1
    return [p.value for p in ps]


@programs.staged(*COUNTS_3)
def changed_and_returned_as_dataclasses(n):
    """Changed dataclass instances returned in a list, a dict and pairs."""
    ps = [Particle(i * 1.0, 2.0) for i in range(n)]
    for p in ps:
        p.move(0.5)
    return ps, {"last": [ps[-1]], "pairs": [(i, p) for i, p in enumerate(ps)]}


@programs.staged(ag.constant(3))
def given_an_attribute_later(n):
    """A new attribute for objects of a list of dynamic length is refused."""
    ps = [Cell(i) for i in range(n)]
    for p in ps:
        p.mark = 1
    return len(ps)


@programs.staged(ag.constant(3))
def whose_attribute_is_deleted(n):
    """`del` of an attribute of an object of a dynamic-length list is refused."""
    ps = [Cell(i) for i in range(n)]
    del ps[0].value
    return len(ps)


@programs.staged(ag.constant(3))
def whose_dict_is_asked_for(n):
    """`__dict__` of an object of a list of dynamic length cannot be staged."""
    ps = [Cell(i) for i in range(n)]
    ps[0].__dict__["value"] = 5
    return ps[0].value


@programs.staged(ag.constant(3))
def whose_variables_are_asked_for(n):
    """`vars` of an object of a list of dynamic length cannot be staged."""
    ps = [Cell(i) for i in range(n)]
    vars(ps[0])["value"] = 5
    return ps[0].value


@programs.staged(ag.constant(3))
def given_a_list(n):
    """A list assigned to an attribute that stored an int cannot be staged."""
    ps = [Cell(i) for i in range(n)]
    ps[0].value = [1, 2]
    return len(ps)


@programs.staged(ag.constant(3))
def told_apart_by_id(n):
    """`id` of objects of a list of dynamic length cannot be staged."""
    ps = [Cell(i) for i in range(n)]
    return id(ps[0]) == id(ps[-1])


@programs.staged(ag.constant(3))
def put_into_a_set(n):
    """Objects of a list of dynamic length as set elements cannot be staged."""
    ps = [Cell(i) for i in range(n)]
    seen = set()
    for p in ps:
        seen.add(p)
    return len(seen)


@programs.staged(ag.constant(3))
def as_a_key_of_a_dict(n):
    """Objects of a list of dynamic length as dict keys cannot be staged."""
    ps = [Cell(i) for i in range(n)]
    table = {}
    for p in ps:
        table[p] = 1
    return len(table)


@programs.staged(ag.constant(3))
def in_a_function_that_calls_itself(n):
    """A recursive function that changes objects of its lists cannot be staged."""

    def walk(k):
        ps = [Cell(i) for i in range(k)]
        for p in ps:
            p.value += k
        return sum(p.value for p in ps) + (walk(k - 1) if k > 0 else 0)

    return walk(n)


# -- Objects in lists of dynamic length

COUNTS_4 = tuple(map(ag.constant, (0, 1, 2, 3, 5, 8)))


@dataclasses.dataclass
class Point:
    x: float
    y: float


class Cell2:
    def __init__(self, value):
        self.value = value

    def bump(self):
        self.value += 1


@programs.staged(*COUNTS_4)
def in_a_list_that_grows(n):
    """Objects are appended in a loop and changed after the append."""
    cells = []
    for i in range(n):
        cell = Cell2(i)
        cells.append(cell)
        cell.value += 10
    return [cell.value for cell in cells], len(cells)


@programs.staged(*COUNTS_4)
def in_a_list_under_a_condition(n):
    """Objects are appended or inserted on branches of a loop."""
    cells = []
    for i in range(n):
        if i % 2 == 0:
            cells.append(Cell2(i))
        elif i == 3:
            cells.insert(0, Cell2(33))
    return [cell.value for cell in cells], len(cells)


@programs.staged(*COUNTS_4)
def in_a_comprehension(n):
    """Dataclass instances from a comprehension are read in a loop."""
    points = [Point(i / 4, i / 2) for i in range(n)]
    total = 0.0
    for point in points:
        total += point.x * point.y
    return total, len(points)


@programs.staged(*COUNTS_4[1:])
def sorted_and_chosen_by_what_they_hold(n):
    """`max` and `sorted` of a dynamic list of objects by an attribute."""
    cells = [Cell2((i * 7) % 5) for i in range(n)]
    best = max(cells, key=lambda cell: cell.value)
    ordered = sorted(cells, key=lambda cell: cell.value)
    return best.value, [cell.value for cell in ordered]


@programs.staged(*COUNTS_4)
def on_a_stack(n):
    """A stack of objects drives a `while` loop."""
    stack, total = [Cell2(n)], 0
    while stack:
        cell = stack.pop()
        total += cell.value
        if cell.value > 1:
            stack.append(Cell2(cell.value - 1))
    return total


@programs.staged(*COUNTS_4)
def put_in_the_place_of_others(n):
    """Objects replace others in a dynamic list, which is then reversed."""
    cells = [Cell2(i) for i in range(n)]
    if n > 1:
        cells[1] = Cell2(100)
        cells[0] = cells[1]
    cells.reverse()
    return [cell.value for cell in cells]


@programs.staged(*COUNTS_4)
def in_tuples_in_a_list(n):
    """Tuples with an object are added to a list and unpacked."""
    cells = [(0, Cell2(0))]
    for i in range(n):
        cells += [(i, Cell2(i * i))]
    return [(i, cell.value) for i, cell in cells]


@programs.staged(*COUNTS_4)
def in_lists_of_lists(n):
    """A dynamic list of lists of objects."""
    groups = []
    for i in range(n):
        group = [Cell2(j) for j in range(i)]
        groups.append(group)
    return [[cell.value for cell in group] for group in groups]


@programs.staged(*COUNTS_4)
def lists_made_of_lists(n):
    """A list of dataclass instances is rebuilt from itself in a loop."""
    points = [Point(i / 2, 0.0) for i in range(n)]
    for _ in range(3):
        points = [Point(point.x + 0.25, point.y + point.x) for point in points]
    return [(point.x, point.y) for point in points]


@programs.staged(*COUNTS_4)
def replaced_where_a_branch_has_put_it_into_a_list(n):
    """A branch appends an object and rebinds its name to a new one."""
    cell, cells = Cell2(n), []
    for i in range(n):
        if i > 1:
            cells.append(cell)
            cell = Cell2(i)
    return [each.value for each in cells], cell.value


@programs.staged(*COUNTS_4)
def put_into_a_list_by_a_loop_in_a_loop(n):
    """Nested loops append an object and rebind its name to items of lists."""
    cell, cells, others = Cell2(7), [], [Cell2(1), Cell2(2)]
    for i in range(n):
        for j in range(i):
            cells.append(cell)
            cell = others[j % 2]
        if cells:
            cell = cells[-1]
        cells.append(Cell2(i))
    return [each.value for each in cells], cell.value


@programs.staged(*COUNTS_4)
def taken_from_the_list_or_made(n):
    """An object is new or read from the list of the last iteration."""
    first, cells = Cell2(5), []
    for i in range(n):
        cell = Cell2(i)
        if len(cells) > 1:
            cell = cells[i % 2]
        cells = [first, cell]
    return [each.value for each in cells]


@programs.staged(*COUNTS_4)
def changed_and_put_into_a_list_in_a_branch(n):
    """A branch changes an object and appends it to a list."""
    cell, cells = Cell2(0), []
    if n > 1:
        cell.value += 1
        cells.append(cell)
    return [each.value for each in cells], cell.value


@programs.staged(*COUNTS_4)
def changed_and_put_into_another_list_in_a_branch(n):
    """A branch changes an object and stores it in new lists."""
    cell, cells = Cell2(Cell2(0)), []
    holder = Cell2(cells)
    if n > 1:
        cell.value.value += 1
        cells = [(1, cell)]
        holder.value = [cell, cell]
    return [each.value.value for _, each in cells], len(holder.value)


@programs.staged(*COUNTS_4)
def changed_and_put_into_a_list_in_a_try(n):
    """A `try` changes and appends an object, then raises or appends it again."""
    cell, cells = Cell2(0), []
    try:
        cell.value += 1
        cells.append(cell)
        if n > 1:
            raise ValueError
        cells.append(cell)
    except ValueError:
        cells.append(Cell2(5))
    return [each.value for each in cells], cell.value


@programs.staged(*COUNTS_4)
def of_one_length_changed_on_one_path(n):
    """Branches append one of two objects, which is changed through the list."""
    one, other, cells = Cell2(0), Cell2(1), []
    if n > 1:
        one.value += 1
        cells.append(one)
    else:
        cells.append(other)
    cells[0].value += 5
    return one.value, other.value


@programs.staged(*COUNTS_4)
def in_a_list_that_a_branch_makes_and_changes(n):
    """A branch in a loop creates a list of objects and appends to it."""
    cell, cells = Cell2(0), []
    for i in range(n):
        if n > 2:
            cells = [cell]
            cells.append(Cell2(i + 1))
    return [each.value for each in cells]


@programs.staged(*COUNTS_4[3:])
def changed_in_a_list(n):
    """An attribute of an object in a dynamic list is assigned by index."""
    cells = [Cell2(i) for i in range(n)]
    cells[1].value = 50
    return cells[1].value


@programs.staged(*COUNTS_4[3:])
def changed_in_a_loop_over_a_list(n):
    """A loop over a dynamic list changes an attribute of each object."""
    cells = [Cell2(i) for i in range(n)]
    for cell in cells:
        cell.value += 1
    return [cell.value for cell in cells]


@programs.staged(*COUNTS_4[3:])
def changed_by_a_method_in_a_list(n):
    """A method changes the last object of a dynamic list."""
    cells = [Cell2(i) for i in range(n)]
    last = cells[-1]
    last.bump()
    return [cell.value for cell in cells]


@programs.staged(*COUNTS_4[3:])
def changed_after_a_branch_put_it_into_a_list(n):
    """An object that a branch may have appended is changed afterwards."""
    cells = []
    for i in range(n):
        cell = Cell2(i)
        if i % 2 == 0:
            cells.append(cell)
        cell.value += 1
    return [cell.value for cell in cells]


@programs.staged(*COUNTS_4[3:])
def changed_in_the_next_iteration(n):
    """An object appended in one iteration is changed in the next."""
    cells, cell = [], Cell2(5)
    for i in range(n):
        cell.value += 1
        if i % 2 == 0:
            cells.append(cell)
        else:
            cell = Cell2(i)
    return [cell.value for cell in cells]


@programs.staged(*COUNTS_4[3:])
def one_of_before_changed_in_the_loop(n):
    """An object created before the loop is appended and changed in each iteration."""
    cells, cell = [], Cell2(5)
    for _ in range(n):
        cells.append(cell)
        cell.value += 1
    return [cell.value for cell in cells]


@programs.staged(*COUNTS_4[3:])
def changed_where_the_last_of_a_list_is_at_hand(n):
    """The object appended last is changed by its name after the loop."""
    cells, cell = [], Cell2(5)
    for i in range(n):
        cell = Cell2(i)
        cells.append(cell)
    cell.value = 100
    return [cell.value for cell in cells]


@programs.staged(*COUNTS_4[3:])
def changed_where_a_loop_took_it_from_a_list(n):
    """The last object that a loop read from a list is changed after the loop."""
    cells = [Cell2(i) for i in range(n)]
    last = Cell2(0)
    for cell in cells:
        last = cell
    last.value = 100
    return [cell.value for cell in cells]
