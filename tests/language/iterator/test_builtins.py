"""Iterators of builtins, advanced in staged code: what a comparison with plain Python does not show."""

from __future__ import annotations

import copy
import linecache
import operator
from typing import Any, Final

import pytest

import autograph as ag
from autograph.testing import Verdict, check

# -- zip, enumerate, map, filter and reversed

T = ag.constant

# Each with an item such as it gives.
MAKERS: Final = {
    "zip(xs, ys)": (8, 9),
    "zip(ys, xs, range(9))": (7, 8, 9),
    "zip(xs, ys, strict=True)": (8, 9),
    "zip(ys, xs, strict=True)": (8, 9),
    "zip(ys, ys, strict=True)": (8, 9),
    "zip(ys, ys, xs, strict=True)": (7, 8, 9),
    "zip(ys, ys, (), strict=True)": (7, 8, 9),
    "zip(xs, [], strict=True)": (8, 9),
    "zip(*[iter(xs)] * 2)": (8, 9),
    "zip(iter(xs), reversed(ys))": (8, 9),
    "zip(d.values(), reversed(d.values()))": (8, 9),
    "zip([x, 15], ys)": (8, 9),
    "zip([], xs)": (8, 9),
    "enumerate(xs)": (8, 9),
    "enumerate(ys, 3)": (8, 9),
    "enumerate(ys, start=x)": (8, 9),
    "enumerate(zip(xs, ys))": (7, (8, 9)),
    "enumerate(d.values(), True)": (8, 9),
    "enumerate(iterable=ys)": (8, 9),
    "enumerate(reversed([]))": (8, 9),
    "map(lambda v: v * x, xs)": 9,
    "map(lambda v, w: v - w, xs, ys)": 9,
    "map(abs, (-1, x, -3))": 9,
    "map(max, xs, ys)": 9,
    "map(lambda p: p[0] + p[1], zip(xs, reversed(xs)))": 9,
    "filter(None, [0, 1, 0, 2])": 9,
    "filter(None, [0, x * 2, 2, 3])": 9,
    "filter(lambda v: v != 2, xs)": 9,
    "filter(lambda v: v > x, xs)": 9,
    "filter(lambda p: p[0] != x, enumerate(ys))": (8, 9),
    "enumerate(map(lambda v: v + x, filter(lambda v: v != x, xs)))": (8, 9),
    "reversed(xs)": 9,
    "reversed(ys)": 9,
    "reversed(range(5))": 9,
    "reversed([x, x + 1, 0])": 9,
    "reversed(d.values())": 9,
    "iter(reversed(ys))": 9,
    "(v + x for v in xs)": 9,
    "(v for v in xs if v != x)": 9,
    "((v, w) for v, w in zip(xs, ys) if w > x if v > 0)": (8, 9),
    "(v - w for v, w in enumerate(ys))": 9,
    "(next(others) + v for v in xs)": 9,
    "(v for v in xs if next(others) > x)": 9,
    "(d[k] for k in d if d[k] != x)": 9,
    "(10 // (v - 2) for v in ys if v != 4)": 9,
    "(v for v in range(x))": 9,
    "(v for v in row if v > x)": 9,
    "(weight(p) for p in enumerate(v for v in row))": 9,
}

USES: Final = (
    """
    t = 0
    if x > 2:
        t = weight(next(it, LIKE))
    return t, list(it)
""",
    """
    t = 1
    if x > 2:
        t += weight(next(it, LIKE))
    elif x > 0:
        t += weight(next(it, LIKE)) * 2
        t += weight(next(it, LIKE))
    return t, next(it, None), next(it, LIKE)
""",
    """
    n = 0
    while n < x * 3:
        n += weight(next(it, LIKE)) + 1
    return n, list(it)
""",
    """
    n = 0
    try:
        while n < x * 9:
            n += weight(next(it)) + 1
    except StopIteration:
        n = -n
    return n
""",
    """
    n = 0
    while n < x * 9:
        n += weight(next(it)) + 1
    return n
""",
    """
    t = 0
    for v in it:
        t += weight(v)
        if t > x:
            break
    else:
        t = -t
    return t, list(it)
""",
    """
    t = 0
    for v in it:
        t = t * 3 + weight(v)
        if weight(v) > x:
            t += weight(next(it, LIKE))
    return t
""",
    """
    t = 0
    for i in range(x):
        t = t * 2 + weight(next(it, LIKE))
    return t, list(it)
""",
    """
    t = 0
    try:
        t = t + weight(next(it))
        if x > 2:
            raise ValueError
        t = t + weight(next(it))
    except ValueError:
        t = t + 100
    except StopIteration:
        t = t + 1000
    return t, list(it)
""",
    """
    a = next(it, None)
    b = list(it)
    return a, b, next(it, LIKE), list(it)
""",
    """
    other = it
    t = 0
    if x > 2:
        t += weight(next(other, LIKE))
    t = t * 10 + weight(next(it, LIKE))
    return t, list(other), it is other, iter(it) is it
""",
    """
    box, held = Box(), [it]
    box.it = it
    t = 0
    if x > 2:
        t += weight(next(box.it, LIKE))
    if x < 5:
        t = 10 * t + weight(next(held[0], LIKE))
    return t, list(it)
""",
    """
    def take(source, n):
        found = 0
        while n > 0:
            found = found * 2 + weight(next(source, LIKE))
            n -= 1
        return found
    return take(it, x), take(it, 1), list(it)
""",
    """
    t = operator.length_hint(it, -5)
    if x > 2:
        next(it, None)
    return t, operator.length_hint(it, -5), type(it).__name__
""",
    """
    if x > 3:
        next(it, None)
    return LIKE in it, list(it)
""",
    """
    if x > 3:
        next(it, None)
    return sum(weight(v) for v in it), sum(map(weight, it))
""",
    """
    if x > 3:
        next(it, None)
    a, *b = it
    return a, b
""",
    """
    t = n = 0
    while n < x:
        t += weight(next(it, LIKE))
        n += 1
        if n < 4:
            xs.append(n)
    return t, list(it), xs
""",
    """
    t = 0
    t += weight(next(it, LIKE))
    if x > 2:
        xs.pop()
        xs.pop()
    t += weight(next(it, LIKE)) * 10
    return t, list(it)
""",
    """
    next(it, None)
    other = copy.copy(it)
    return next(other, 0), next(it, 0), list(other), list(it)
""",
    """
    next(it, None)
    return [weight(p) for p in zip(it, it)], list(it)
""",
)


class Box:
    pass


def weight(item):
    if isinstance(item, tuple):
        total = 0
        for part in item:
            total = total * 2 + weight(part)
        return total
    return item


def program(maker: str, use: int) -> Any:
    """Return a function that makes an iterator and advances it."""
    source = f"""
def f(x):
    xs, ys, d = [1, 2, 3, 4], (5, 6, 7), {{"a": 1, "b": 2, "c": 3}}
    row, others = ag.stack([x, 3, x - 1, 4]), iter([x, 2 * x, 3])
    it = {maker}
{USES[use].replace("LIKE", str(MAKERS[maker]))[1:]}"""
    lines = source.splitlines(keepends=True)
    name = f"<{maker} {use}>"
    linecache.cache[name] = len(source), None, lines, name
    names = {"weight": weight, "Box": Box, "copy": copy, "operator": operator, "ag": ag}
    exec(compile(source, name, "exec", dont_inherit=True), names)
    return names["f"]


@pytest.mark.parametrize("number", range(2 * len(MAKERS)))
def test_each_way_to_make_one_beside_some_ways_to_advance_it(number):
    at, turn = divmod(number, 2)
    maker = [*MAKERS][at]
    function = ag.function(
        program(maker, (at * (1 + 4 * turn) + 11 * turn) % len(USES))
    )
    for x in (0, 2, 3, 6):
        found = check(function, T(x))
        assert found.verdict is not Verdict.DIFFERS, f"{maker}, {x}: {found}"
        if found.verdict is Verdict.REFUSED:
            path = function.python_function.__code__.co_filename
            assert found.staged.error.origin.filename in (path, __file__)


# -- Programs with stored iterators


def through_a_filter(x):
    it = filter(lambda v: v > 1.0, [x, x * 2.0, x * 3.0])
    total = x
    for v in it:
        total = total + v * x
    return total


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
@pytest.mark.parametrize(("x", "slope"), [(0.25, 1.0), (0.75, 8.5), (2.0, 25.0)])
def test_gradients_flow_through_a_loop_over_what_is_filtered(x, slope, allowing):
    x = T(x)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.function(through_a_filter)(x)
    assert float(tape.gradient(y, x)) == slope  # of x + (the sum of those taken) * x**2
