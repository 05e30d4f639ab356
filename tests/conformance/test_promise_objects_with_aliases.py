"""Objects of lists of the run under several names, their gradients, and refusals."""

# Programs under test are written as users write them.
# ruff: noqa: B007, PERF401

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows
from tests.conformance.changed_objects import (
    Cell,
    Entry,
    Node,
    Particle,
)

COUNTS = tuple(map(ag.constant, (2, 3, 6)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


test_what_cannot_be_told_is_refused = refused.refusal_test()


@rows.on(*COUNTS)
def changed_that_was_removed(n):
    ps = [Cell(i) for i in range(n)]
    q = ps[1]
    ps.remove(q)
    q.value = 100
    return [p.value for p in ps]


@rows.on(*COUNTS)
def changed_of_a_linked_list(n):
    head = None
    for i in range(n):
        head = Node(i, head)
    t = 0
    while head is not None:
        t = t * 3 + head.v
        head = head.following
    return t


@rows.on(*COUNTS)
def changed_at_the_end_of_a_linked_list(n):
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


@rows.on(*COUNTS)
def changed_of_a_linked_list_that_is_turned(n):
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


@rows.on(*COUNTS)
def changed_of_before_the_loop(n):
    a = Cell(5)
    ps = [a]
    for i in range(n):
        ps.append(Cell(i))
    ps[0].value = 9
    return a.value, [p.value for p in ps]


@rows.on(*COUNTS)
def changed_of_before_in_the_loop(n):
    a = Cell(5)
    ps = []
    for i in range(n):
        ps.append(a)
        a.value += 1
    return a.value, [p.value for p in ps]


@rows.on(*COUNTS)
def changed_by_code_that_runs_as_it_stands(n):
    ps = [Cell(i) for i in range(n)]
    object.__setattr__(ps[0], "value", 5)
    ps[1].value = 6
    return [p.value for p in ps], ps[0].value, hasattr(ps[0], "v")


@rows.on(*COUNTS)
def changed_and_shown(n):
    ps = [Particle(1.0) for i in range(n)]
    return str(ps[0])


@rows.on(*COUNTS)
def changed_in_a_match(n):
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


@rows.on(*COUNTS)
def changed_by_methods_that_keep_it(n):
    ps = [Entry(i) for i in range(n)]
    out = []
    for p in ps:
        q = p.register(out)
        q.v += 5
    for p in out:
        p.v += 10
    return [p.v for p in ps]


@rows.on(*COUNTS)
def changed_in_lists_of_lists(n):
    gs = []
    for i in range(n):
        gs.append([Cell(j) for j in range(i)])
    for g in gs:
        for c in g:
            c.value += 1
    if n > 1:
        gs[1][0].value = 50
    return [[c.value for c in g] for g in gs]


@rows.on(*COUNTS)
def changed_in_tuples(n):
    ps = [(i, Cell(i)) for i in range(n)]
    for i, c in ps:
        c.value += i
    return [c.value for _, c in ps]


@rows.on(*COUNTS)
def changed_that_a_branch_made(n):
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


@rows.on(*COUNTS)
def changed_that_the_loop_carried(n):
    ps = [Cell(0)]
    cur = ps[0]
    for i in range(n):
        cur = Cell(cur.value + 1)
        ps.append(cur)
    cur.value = 40
    return [c.value for c in ps]


@rows.on(*COUNTS)
def changed_of_a_queue(n):
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


@rows.on(*COUNTS)
def changed_in_lists_that_a_loop_makes(n):
    total = 0
    for k in range(n):
        ps = [Cell(i) for i in range(k)]
        for p in ps:
            p.value += k
        total += sum(p.value for p in ps)
    return total


@rows.on(*COUNTS)
def changed_before_a_return(n):
    ps = [Cell(i) for i in range(n)]
    for p in ps:
        if p.value == 2:
            p.value = 20
            return [c.value for c in ps]
        p.value += 1
    return [c.value for c in ps]


@rows.on(*COUNTS)
def changed_while_a_comprehension_reads_it(n):
    ps = [Cell(i) for i in range(n)]
    first = [p.value for p in ps]
    for k in range(n):
        ps[k].value += ps[(k + 1) % n].value
        ps[-1], ps[k] = ps[k], ps[-1]
    return first, [p.value for p in ps], [p is ps[0] for p in ps]


@rows.on(*COUNTS)
def changed_in_a_dict_of_known_keys(n):
    ps = [Cell(i) for i in range(n)]
    table = {"first": ps[0], "last": ps[-1]}
    table["first"].value += 10
    table["last"].bump(100)
    return [p.value for p in ps], table["first"].value


@rows.on(*COUNTS)
def changed_by_a_closure(n):
    ps = [Cell(i) for i in range(n)]

    def set_all(value):
        for p in ps:
            p.value = value + p.value

    set_all(3)
    set_all(n)
    return [p.value for p in ps]


@rows.on(*COUNTS)
def changed_under_conditions(n):
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


@rows.on(*COUNTS)
def changed_in_a_try_that_raises_on(n):
    ps = [Cell(i) for i in range(n)]
    try:
        for p in ps:
            p.value += 5
            if p.value > 7:
                raise ValueError(p.value)
    except ValueError:
        ps[0].value = 99
    return [p.value for p in ps]


@rows.on(*COUNTS)
def changed_in_a_second_loop_that_makes_more(n):
    ps = [Cell(i) for i in range(n)]
    for i in range(n):
        if i % 2:
            ps.append(Cell(ps[i].value * 10))
        ps[i].value += len(ps)
    for i in range(len(ps) - 1):
        ps[i], ps[i + 1] = ps[i + 1], ps[i]
        ps[i].value -= 1
    return [p.value for p in ps]


@rows.on(*COUNTS)
def changed_and_returned_as_dataclasses(n):
    ps = [Particle(i * 1.0, 2.0) for i in range(n)]
    for p in ps:
        p.move(0.5)
    return ps, {"last": [ps[-1]], "pairs": [(i, p) for i, p in enumerate(ps)]}


# -- Gradients -------------------------------------------------------------------------

X = np.array([0.5, -1.25, 2.0])


def pulled(x, n):
    ps = []
    for i in range(n):
        ps.append(Particle(x[i] * 1.0, x[i] * 0.0))
    for _ in range(2):
        for a in ps:
            for b in ps:
                if a is not b:
                    a.v += (b.x - a.x) * x[0]
        for a in ps:
            a.move(0.25)
    ps[0], ps[1] = ps[1], ps[0]
    ps[0].x = ps[0].x * ps[-1].v
    total = x[0] * 0.0
    for p in ps:
        total += p.x * p.x
    return total


def chained(x, n):
    head = None
    for i in range(n):
        head = Node(x[i] * x[i], head)
    total, node = x[0] * 0.0, head
    while node is not None:
        node.v = node.v * x[1]
        total = total * 0.5 + node.v
        node = node.following
    return total


@pytest.mark.parametrize("function", [pulled, chained])
def test_gradients_are_those_of_differences(function):
    staged = ag.function(function)
    x, n = ag.constant(X), ag.constant(len(X))
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = staged(x, n)
    found = tape.gradient(y, x).numpy()
    step = 1e-6
    for place in range(len(X)):
        moved = [X.copy(), X.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        ends = [float(function(ag.constant(each), len(X))) for each in moved]
        assert found[place] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-5)


# -- What is refused -------------------------------------------------------------------


@refused.on(ag.constant(3))
def given_an_attribute_later(n):
    ps = [Cell(i) for i in range(n)]
    for p in ps:
        p.mark = 1
    return len(ps)


@refused.on(ag.constant(3))
def whose_attribute_is_deleted(n):
    ps = [Cell(i) for i in range(n)]
    del ps[0].value
    return len(ps)


@refused.on(ag.constant(3))
def whose_dict_is_asked_for(n):
    ps = [Cell(i) for i in range(n)]
    ps[0].__dict__["value"] = 5
    return ps[0].value


@refused.on(ag.constant(3))
def whose_variables_are_asked_for(n):
    ps = [Cell(i) for i in range(n)]
    vars(ps[0])["value"] = 5
    return ps[0].value


@refused.on(ag.constant(3))
def given_a_list(n):
    ps = [Cell(i) for i in range(n)]
    ps[0].value = [1, 2]
    return len(ps)


@refused.on(ag.constant(3))
def told_apart_by_id(n):
    ps = [Cell(i) for i in range(n)]
    return id(ps[0]) == id(ps[-1])


@refused.on(ag.constant(3))
def put_into_a_set(n):
    ps = [Cell(i) for i in range(n)]
    seen = set()
    for p in ps:
        seen.add(p)
    return len(seen)


@refused.on(ag.constant(3))
def as_a_key_of_a_dict(n):
    ps = [Cell(i) for i in range(n)]
    table = {}
    for p in ps:
        table[p] = 1
    return len(table)


@refused.on(ag.constant(3))
def in_a_function_that_calls_itself(n):
    def walk(k):
        ps = [Cell(i) for i in range(k)]
        for p in ps:
            p.value += k
        return sum(p.value for p in ps) + (walk(k - 1) if k > 0 else 0)

    return walk(n)
