"""Objects that staged loops make, in lists of the run: each is changed as what it is."""

# Programs under test are written as users write them.
# ruff: noqa: B905, PERF401

from __future__ import annotations

import copy
import dataclasses
import operator

import autograph as ag
from tests.autograph.testing.rows import Rows
from tests.conformance.changed_objects import (
    Cell,
    Pair,
    Particle,
    Slots,
    World,
)

COUNTS = tuple(map(ag.constant, (2, 3, 6)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on((ag.constant(1), ag.constant(1)), (ag.constant(5), ag.constant(4)))
def changed_as_particles_are(n, steps):
    ps = []
    for i in range(n):
        ps.append(Particle(i * 1.0, 1.0))
    for _ in range(steps):
        for p in ps:
            p.x += p.v
        ps[0].v = -ps[0].v
    return [(p.x, p.v) for p in ps]


@rows.on(*COUNTS)
def changed_that_is_in_a_list_twice(n):
    xs = []
    for i in range(n):
        c = Cell(i)
        xs.append(c)
        xs.append(c)
    for c in xs:
        c.value += 1
    return [c.value for c in xs]


@rows.on(*COUNTS)
def changed_whose_places_were_swapped(n):
    ps = [Cell(i) for i in range(n)]
    if n > 1:
        ps[0], ps[1] = ps[1], ps[0]
    a = ps[0]
    a.value = 50
    return [p.value for p in ps]


@rows.on(*COUNTS)
def changed_in_pairs_that_may_be_one(n):
    ps = [Particle(i * 1.0, i * 2.0) for i in range(n)]
    for a in ps:
        for b in ps:
            a.x += b.v
            b.v -= 0.5 * a.x
    return [p.x for p in ps], [p.v for p in ps]


@rows.on(*COUNTS)
def changed_in_pairs_that_are_two(n):
    ps = [Particle(i * 1.0, i * 2.0) for i in range(n)]
    k = 0
    for a in ps:
        for b in ps:
            if a is not b:
                a.x += b.v
                k += 1
    return [p.x for p in ps], k


@rows.on(*COUNTS)
def changed_by_methods_in_a_list_of_an_attribute(n):
    w = World()
    for i in range(n):
        w.add(Particle(i * 1.0, 1.0))
    w.step()
    w.step()
    return [p.x for p in w.ps]


@rows.on(*COUNTS)
def changed_that_max_found(n):
    ps = [Cell((i * 7) % 5) for i in range(n)]
    b = max(ps, key=lambda p: p.value)
    b.value = 100
    b.bump()
    return [p.value for p in ps], b.value


@rows.on(*COUNTS)
def changed_that_pop_took_out(n):
    ps = [Cell(i) for i in range(n)]
    q = ps.pop()
    q.value = 77
    ps.append(q)
    ps[0].value = 3
    return [p.value for p in ps], q.value


@rows.on(*COUNTS)
def changed_in_a_second_list(n):
    ps = [Cell(i) for i in range(n)]
    odd = [p for p in ps if p.value % 2]
    for p in odd:
        p.value = 0
    return [p.value for p in ps]


@rows.on(*COUNTS)
def changed_by_a_property(n):
    ps = [Particle(i * 1.0, 1.0) for i in range(n)]
    for p in ps:
        p.energy = p.energy + p.x
    return [p.v for p in ps]


@rows.on(*COUNTS)
def changed_in_slots_that_were_none(n):
    ps = [Slots(i, None) for i in range(n)]
    for p in ps:
        if p.a % 2:
            p.b = p.a
    return [p.a if p.b is None else p.b * 10 for p in ps]


@rows.on(*COUNTS)
def changed_that_another_one_holds(n):
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


@rows.on(*COUNTS)
def changed_in_a_while_loop(n):
    ps = [Cell(i) for i in range(n)]
    k = 0
    while k < len(ps):
        if ps[k].value > 2:
            break
        ps[k].value += 10
        k += 1
    return [p.value for p in ps], k


@rows.on(*COUNTS)
def changed_in_a_try(n):
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


@rows.on(*COUNTS)
def changed_in_a_sorted_list_and_its_copy(n):
    ps = [Cell((i * 7) % 5) for i in range(n)]
    qs = list(ps)
    ps.sort(key=lambda p: p.value)
    ps[0].value = -5
    ps.reverse()
    qs[-1].value = 99
    return [p.value for p in ps], [p.value for p in qs]


@rows.on(*COUNTS)
def changed_in_two_lists_at_once(n):
    ps = [Cell(i) for i in range(n)]
    qs = [Particle(i * 1.0) for i in range(n)]
    for p, q in zip(ps, qs):
        p.value += 1
        q.x += 2.0
    for i, p in enumerate(ps):
        p.value *= i
    return [p.value for p in ps], [q.x for q in qs]


@rows.on(*COUNTS)
def changed_and_read_by_code_of_c(n):
    ps = [Cell((i * 7) % 5) for i in range(n)]
    ps[0].value = 9
    return [c.value for c in sorted(ps, key=operator.attrgetter("value"))]


@rows.on(*COUNTS)
def changed_in_a_copy_by_replace(n):
    ps = [Particle(i * 1.0, 1.0) for i in range(n)]
    for i in range(len(ps)):
        ps[i] = dataclasses.replace(ps[i], v=3.0)
    ps[0].x = 5.0
    return [(p.x, p.v) for p in ps]


@rows.on(*COUNTS)
def changed_in_a_copy(n):
    ps = [Cell(i) for i in range(n)]
    q = copy.copy(ps[0])
    q.value = 5
    ps[0].value += 1
    return [p.value for p in ps], q.value


@rows.on(*COUNTS)
def changed_and_returned_as_a_dict(n):
    ps = [Particle(i * 1.0) for i in range(n)]
    ps[0].x = 8.0
    return dataclasses.asdict(ps[0])


@rows.on(*COUNTS)
def changed_in_lists_that_are_compared_by_content(n):
    ps = [Particle(i * 1.0) for i in range(n)]
    qs = [Particle(i * 1.0) for i in range(n)]
    r = []
    r.append(ps == qs)
    ps[0].x = 5.0
    r.append(ps == qs)
    r.append(ps[0] == qs[0])
    return r


@rows.on(*COUNTS)
def changed_in_lists_that_are_compared_by_identity(n):
    ps = [Cell(i) for i in range(n)]
    qs = [Cell(i) for i in range(n)]
    rs = list(ps)
    return [ps == qs, ps == rs, ps[0] == qs[0], ps[0] == rs[0], ps[0] != rs[0]]


@rows.on(*COUNTS)
def changed_that_is_looked_for(n):
    ps = [Cell(i) for i in range(n)]
    q = ps[-1]
    r = Cell(0)
    return q in ps, r in ps, ps.index(q)


@rows.on(*COUNTS)
def changed_that_is_looked_for_by_content(n):
    ps = [Particle(i * 1.0) for i in range(n)]
    q = Particle(1.0)
    return q in ps, ps.count(q)
