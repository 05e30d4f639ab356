"""Tuples whose length is known only when the graph runs."""

# Programs under test are written as users write them.
# ruff: noqa: PERF402

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()


@rows.on(T(3), T(0), T(5))
def by_plus(n):
    t = ()
    for i in range(n):
        t = t + (i,)
    return t


@rows.on(T(3), T(0), T(5))
def in_place(n):
    t = ()
    for i in range(n):
        t += (i,)
    return t, len(t)


@rows.on(T(3), T(0))
def on_one_path(n):
    t = (1,)
    if n > 2:
        t = t + (n,)
    return t, t[0], len(t), t[-1], sum(t)


@rows.on(T(3), T(0), T(5))
def looked_into(n):
    xs = []
    for i in range(n):
        xs.append(i)
    t = tuple(xs)
    return t == (0, 1, 2), t[1:], 1 in t, t + (5,), sorted(t), t.count(1), t != ()


@rows.on(T(3), T(0), T(5))
def on_one_path_in_a_loop(n):
    t = (1, 2)
    for i in range(n):
        if i > 1:
            t = t + (i,)
    total = 0
    for x in t:
        total += x
    return total, t == (1, 2), t * 2


@rows.on(T(3), T(0), T(5))
def of_pairs(n):
    t = ()
    for i in range(n):
        t += ((i, i + 1),)
    return t, [a + b for a, b in t], (1, 2) in t


@rows.on(T(3), T(0), T(5))
def from_the_front(n):
    t = ()
    while n > 0:
        t = (n, *t)
        n -= 1
    return t, t[::-1]


@rows.on(T(3), T(0), T(5))
def a_window(n):
    t = (0,)
    for i in range(n):
        t = t[1:] + (i,)
    return t


@rows.on(T(3), T(0), T(5))
def longer_and_shorter(n):
    t = (1, 2)
    for i in range(n):
        t = t[:1] if i % 2 == 0 else t + (i,)
    for k, v in enumerate(t):
        n = n + k * v
    return n, t


@rows.on(T(3), T(0), T(5))
def as_long_as_it_has_to_be(n):
    t = ()
    while len(t) < n:
        t = (*t, len(t))
    return t, isinstance(t, tuple), type(t) is tuple, bool(t), not t


@rows.on(T(3), T(0), T(5))
def taken_apart(n):
    t = ()
    for i in range(n):
        t += (i,)
    a, *b = t + (1, 2)
    return a, b


@rows.on(T(3), T(0))
def that_may_be_none(n):
    t = None
    if n > 2:
        t = (1,)
    if t is not None:
        t = t + (n,)
    return t


@rows.on(T(3), T(0))
def returned_on_two_paths(n):
    if n > 2:
        return n, n + 1
    return (n,)


@rows.on(T(3), T(0))
def of_lists(n):
    t = ([1],)
    if n > 2:
        t = t + ([n],)
    return t, t[0]


@refused.on(T(3))
def with_text_beside_numbers(n):
    t = (1, "a")
    if n > 2:
        t = t + (n,)
    return t


@refused.on(T(3))
def as_a_key(n):
    t = ()
    for i in range(n):
        t += (i,)
    return {(0, 1): 5}[t]


@rows.on(T(3), T(6), T(0))
def compared_by_order(n):
    t = ()
    for i in range(n):
        t += (i,)
    return t < (5, 6)


@refused.on(T(3))
def with_a_list_that_is_changed(n):
    kept = [1]
    t = (kept,)
    if n > 2:
        t = t + ([n],)
    kept.append(2)
    return t


@refused.on(T(3))
def in_a_list_that_grows(n):
    kept = []
    t = ()
    for i in range(n):
        t += (i,)
        kept.append(t)
    return kept


test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_cannot_be_kept_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert found.staged.error.origin.filename == __file__
