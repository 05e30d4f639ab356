"""Arrays that a program writes to: what reads them before a write finds what was there.

In a graph such an array is an object; `py_array` is what it holds where that stands.
Passes and the executor may defer, merge and copy what computes with values, but no read
of an array across a write to it.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import settings

from executor.program import build
from graph import dtypes
from graph.passes.pipeline import optimise
from graph.python.record import OBJECT
from graph.specs import TensorSpec
from graph.verify import verify
from tests.executor.graphs import INT, make

MANY = 2 * settings().max_examples
VECTOR = TensorSpec((3,), dtypes.float64)
NUMBER = TensorSpec((), dtypes.float64)


def now(b, x):
    """Return what an array holds at this point of the program."""
    return b.op("py_array", x, specs=(VECTOR,), effect="r")


def store(b, x, place, value):
    """Write an element of an array."""
    b.op("py_set_item", x, place, value, specs=(), effect="w")


def with_seven(b, x):
    """Return what an array is with 7 at its first place: an op gives it."""
    values = b.const([7.0], np.float64)
    return b.op("tensor_scatter_nd_update", x, b.const([[0]]), values)


def total(b, value):
    return b.op("reduce_sum", value, axis=None, keepdims=False)


def results_of(write, *arrays, **specs):
    """Return what a program gives, not optimised and optimised, on arrays of its own."""
    found = []
    for prepare in (lambda x: x, optimise):
        graph = prepare(make("program", specs or {"x": OBJECT}, write))
        verify(graph)
        (result,) = build(graph)(*(x.copy() for x in arrays))
        found.append(result)
    return found


X = np.array([1.0, 2.0, 4.0])


def deferred(b, x):
    """A short expression is not deferred past the write: `s = sum(x) + 1; x[0] = 9`."""
    s = b.op("add", b.op("getitem", now(b, x), key="0"), 1.0)
    store(b, x, 0, 9.0)
    return b.op("multiply", s, 2.0)


def seen_through_a_view(b, x):
    """Nor one that reads a view: `s = x[::-1][2]; x[0] = 9`."""
    s = b.op("getitem", b.op("getitem", now(b, x), key="::-1"), key="2")
    store(b, x, 0, 9.0)
    return b.op("multiply", s, 2.0)


def merged(b, x):
    """Equal reads before and after a write are two: `sum(x); x[0] = 9; sum(x)`."""
    before = total(b, now(b, x))
    store(b, x, 0, 9.0)
    return b.op("subtract", total(b, now(b, x)), before)


def changed_in_place(b, x):
    """An op that may change its operand in place leaves the array as it was."""
    y = with_seven(b, now(b, x))
    return b.op("subtract", total(b, y), total(b, now(b, x)))


def changed_in_a_loop(b, x):
    """What a loop changes in place is a copy of the array where it begins."""

    def body(b, count, y, x):
        y = with_seven(b, y)
        return b.op("add", count, 1), b.op("add", y, now(b, x))

    state = {"count": b.graph.constant(0), "y": now(b, x)}
    _, y = b.loop(state, [x], lambda b, count, *_: b.op("less", count, 2), body)
    return b.op("add", total(b, y), b.op("multiply", 100.0, total(b, now(b, x))))


def snapshot(b, x):
    """A snapshot is what the array held: `y = x.copy(); x[0] = 9`."""
    y = b.op("py_snapshot", now(b, x), specs=(VECTOR,), effect="r")
    store(b, x, 0, 9.0)
    return total(b, y)


def passed_through_a_branch(b, x):
    """A value that a branch gives is read where the branch stands."""
    big = b.op("greater", total(b, now(b, x)), 3.0)
    given = [x]
    s = b.cond(
        big, given, lambda b, x: total(b, now(b, x)), lambda b, x: b.const(0.0, float)
    )
    store(b, x, 0, 9.0)
    return b.op("add", s, 0.5)


@pytest.mark.parametrize(
    ("write", "expected"),
    [
        (deferred, 4.0),
        (seen_through_a_view, 2.0),
        (merged, 8.0),
        (changed_in_place, 6.0),
        (changed_in_a_loop, 726.0),
        (snapshot, 7.0),
        (passed_through_a_branch, 7.5),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_what_is_read_before_a_write_is_what_was_there(write, expected):
    assert results_of(write, X) == [expected, expected]


def swapped(b, x, y, n):
    """Two arrays change places in a branch of a loop, and one is written to there."""

    def body(b, count, high, low):
        is_less = b.op("less", total(b, now(b, high)), total(b, now(b, low)))
        high, low = b.cond(
            is_less, [high, low], lambda _, h, lo: (lo, h), lambda _, h, lo: (h, lo)
        )
        attrs = {"symbol": "+", "specs": (OBJECT,), "effect": "w"}
        low = b.op("py_update", low, 3.0, **attrs)
        return b.op("add", count, 1), high, low

    state = {"count": b.graph.constant(0), "high": x, "low": y}
    _, high, low = b.loop(
        state,
        [n],
        lambda b, c, h, lo, n: b.op("less", c, n),
        lambda b, c, h, lo, n: body(b, c, h, lo),
    )
    return now(b, high), now(b, low)


def test_arrays_may_change_places_in_a_branch_of_a_loop():
    x, y = X.copy(), X[::-1] + 0.5
    high, low = x.copy(), y.copy()
    for _ in range(4):
        if high.sum() < low.sum():
            high, low = low, high
        low += 3.0
    specs = {"x": OBJECT, "y": OBJECT, "n": INT}
    graph = make("program", specs, swapped)
    for prepared in (graph, optimise(graph)):
        found = build(prepared)(x.copy(), y.copy(), 4)
        np.testing.assert_array_equal(found, (high, low))


def random_program(seed):
    """Return a graph and a function of NumPy's that reads and writes in random order."""
    draw = random.Random(seed)
    plan = [
        (draw.choice(["read", "write", "view", "add"]), draw.randrange(3))
        for _ in range(12)
    ]

    def write(b, x):
        found = b.const(0.0, float)
        views = [x]
        for act, place in plan:
            one = views[place % len(views)]
            if act == "read":
                held = b.op("getitem", now(b, one), key=str(place))
                found = b.op("add", b.op("multiply", found, 2.0), held)
            elif act == "write":
                held = b.op("getitem", now(b, one), key=str(2 - place))
                store(b, one, place, b.op("add", held, 1.0))
            elif act == "view":
                turned = b.op("getitem", now(b, one), key="::-1")
                views.append(b.op("py_same", turned, specs=(OBJECT,), effect="r"))
            else:
                held = b.op("add", now(b, one), now(b, views[-1]))
                found = b.op("add", found, total(b, held))
        return found

    def plain(x):
        found, views = 0.0, [x]
        for act, place in plan:
            one = views[place % len(views)]
            if act == "read":
                found = found * 2.0 + one[place]
            elif act == "write":
                one[place] = one[2 - place] + 1.0
            elif act == "view":
                views.append(one[::-1])
            else:
                found += (one + views[-1]).sum()
        return found

    return write, plain


@pytest.mark.parametrize("seed", range(MANY))
def test_random_programs_that_read_and_write_agree_with_numpy(seed):
    write, plain = random_program(seed)
    x = X.copy()
    expected = plain(x)
    for prepare in (lambda graph: graph, optimise):
        graph = prepare(make("program", {"x": OBJECT}, write))
        given = X.copy()
        assert build(graph)(given) == (expected,)
        np.testing.assert_array_equal(given, x)
