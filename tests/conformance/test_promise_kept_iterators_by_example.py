"""Programs with kept iterators: what `zip`, `map`, `reversed` and their kin make."""

# Programs under test are written as users write them.
# ruff: noqa: B905, PERF402, PLW0108, RUF007

from __future__ import annotations

import operator

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (0, 1, 3, 6)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_cannot_be_advanced_is_refused = refused.refusal_test()


@rows.on(*EACH)
def what_they_are_called(x):
    kept = zip([x], [x]), enumerate([x]), map(abs, [x]), filter(None, [x]), reversed([])
    named = [type(each).__name__ for each in kept]
    is_one = [
        isinstance(each, kind)
        for each in kept
        for kind in (zip, enumerate, map, filter, reversed)
    ]
    it = reversed((1, 2))
    return (
        named,
        is_one,
        type(it) is reversed,
        it.__class__ is reversed,
        type(kept[0]) is zip,
    )


@rows.on(*EACH)
def what_cannot_be_done_with_them(x):
    said = []
    it, up = zip([x], [x]), enumerate("ab")
    for ask in (
        lambda: len(it),
        lambda: it[0],
        lambda: it + 1,
        lambda: -up,
        lambda: it(),
        lambda: up.place_of_it,
        lambda: reversed(up),
        lambda: reversed({1: 2}.items()).nothing,
    ):
        try:
            ask()
        except (TypeError, AttributeError) as error:
            said.append((type(error).__name__, str(error)))
    return said


@rows.on(*EACH)
def wrong_arguments(x):
    said = []
    for make in (
        lambda: [zip(5, [x])],
        lambda: [zip([x], strict=True, other=1)],
        lambda: [zip(*5)],
        lambda: [enumerate()],
        lambda: [enumerate(5)],
        lambda: [enumerate([x], "a")],
        lambda: [enumerate([x], 1, 2)],
        lambda: [enumerate([x], begin=1)],
        lambda: [enumerate([x], 1.5)],
        lambda: [enumerate([x], 1, start=1)],
        lambda: [map()],
        lambda: [map(abs)],
        lambda: [map(abs, 5)],
        lambda: [map(abs, [x], strict=5) if x is None else map(5, [x])],
        lambda: [filter(abs)],
        lambda: [filter(None, 5)],
        lambda: [filter(None, [x], 1)],
        lambda: [filter(function=None, iterable=[x])],
        lambda: [reversed()],
        lambda: [reversed(5)],
        lambda: [reversed([x], 1)],
        lambda: [reversed({x.shape})],
        lambda: [reversed(sequence=[x])],
    ):
        try:
            (it,) = make()
            next(it)
        except TypeError as error:
            said.append(str(error))
    return said


@rows.on(*EACH)
def what_is_drawn_before_a_part_ends_is_gone(x):
    first, second = iter([1, 2, 3, 4]), iter([5])
    it = zip(first, second)
    t = 0
    while t < x:
        p, q = next(it, (10, 10))
        t += p + q
    return t, list(first), list(second)


@rows.on(*EACH)
def parts_of_other_lengths(x):
    it = zip([1, 2, 3], [4, 5], (6, 7, 8), strict=True)
    t = 0
    try:
        while t < 10 * x:
            p, q, r = next(it)
            t += p + q + r
    except ValueError as error:
        return t, str(error), next(it, None)
    return t, "", next(it, None)


@rows.on(*EACH)
def a_dict_that_changes_its_size(x):
    table = {"a": 1, "b": 2}
    it = reversed(table)
    first = ""
    try:
        first = next(it)
        if x > 2:
            table["c"] = 3
        first += next(it)
    except RuntimeError as error:
        first = str(error)
    return first


@rows.on(*EACH)
def a_list_that_gets_too_short(x):
    xs = [1, 2, 3, 4]
    it = reversed(xs)
    t = next(it)
    if x > 2:
        xs.clear()
    t += next(it, 50)
    xs.extend([5, 6, 7, 8])
    return t, next(it, 60), operator.length_hint(it), list(it)


@rows.on(*EACH)
def a_function_that_ends_a_map(x):
    def checked(v):
        if v > x:
            raise StopIteration
        return v * 2

    it = map(checked, [1, 2, 3, 4])
    t = 0
    while (v := next(it, -1)) > 0:
        t += v
    return t


@rows.on(*EACH)
def a_function_with_effects(x):
    seen = []

    def noted(v):
        seen.append(v)
        return v > 1

    it = filter(noted, [1, 2, 3, 4])
    t = 0
    if x > 2:
        t += next(it)
    before = len(seen)
    t += next(it, 100)
    return t, before, seen, list(it)


@rows.on(*EACH)
def made_by_functions(x):
    def pairs(xs):
        return zip(xs, xs[1:])

    def tail(items):
        next(items, None)
        return items

    class Source:
        def __init__(self, xs):
            self.items = enumerate(xs, 1)

        def take(self):
            return next(self.items, (0, 0))

    source, it = Source([x, 5, x]), tail(pairs([1, 2, 3, 4]))
    t = 0
    if x > 1:
        i, v = source.take()
        t += i * v
        p, q = next(it)
        t += p * q
    return t, source.take(), list(it), list(tail(tail(pairs([1, x, 3, 4]))))


@rows.on(*EACH)
def in_each_iteration(x):
    t = 0
    for i in range(x):
        it = zip([i, 1, 2], reversed([i, 4, 5]))
        next(it)
        if i > 1:
            next(it)
        p, q = next(it)
        t = t * 3 + p - q
    return t


@rows.on(*EACH)
def a_filter_that_a_loop_goes_through(x):
    it = enumerate(filter(lambda v: v > x, [1, 5, 2, 7]), 10)
    found = []
    for i, v in it:
        found.append(i * v)
        if v == 5:
            p, q = next(it, (0, 0))
            found.append(p - q)
    return found, next(it, None)


@rows.on(*EACH)
def a_filter_that_draws_from_another_iterator(x):
    inner = iter([5, 6, 7])
    it = filter(lambda v: next(inner, 0) > x, [1, 2, 3, 4])
    t = 0
    if x > 2:
        next(inner)
    for v in it:
        t = t * 10 + v
    return t, list(inner)


@rows.on(*EACH)
def the_first_of_them(x):
    found = next(filter(lambda v: v > x, [1, 2, 3]), None)
    return found, next(reversed([1, x])), next(zip([x], [2])), next(map(abs, [-x]))


@rows.on(*EACH)
def objects_and_lists_inside(x):
    class Point:
        def __init__(self, v):
            self.v = v

    points, held = [Point(1), Point(2)], [[1], [x]]
    up, down = enumerate(points), reversed(held)
    next(down).append(7)
    if x > 2:
        i, p = next(up)
        p.v = 10
        next(down).append(9)
    i, p = next(up)
    p.v += i
    return [p.v for p in points], held, list(down)


@rows.on(*EACH)
def names_of_ones_own(x):
    def zip(a, b):
        return [a, b]

    reversed = abs
    it = zip([1], x)
    return it, reversed(-x)


@rows.on(*EACH)
def of_what_the_run_counts(x):
    grown = [1]
    for k in range(x):
        grown.append(k)
    pairs, up = zip(grown, range(x)), enumerate(grown)
    down, even = reversed(range(x)), filter(lambda v: v % 2 == 0, range(x))
    t = 0
    for p, q in pairs:
        t += p * q
    for i, v in up:
        t += i * v
    for v in down:
        t = t * 2 + v
    return t, sum(even)


@rows.on(*EACH)
def of_a_generator(x):
    it = zip((v for v in [1, 2]), [3, 4])
    if x > 0:
        next(it)
    return next(it)


@refused.on(T(3))
def of_a_set(x):
    it = map(abs, {1, 2})
    if x > 0:
        next(it)
    return next(it)


def through_a_filter(x):
    it = filter(lambda v: v > 1.0, [x, x * 2.0, x * 3.0])
    total = x
    for v in it:
        total = total + v * x
    return total


@pytest.mark.parametrize(("x", "slope"), [(0.25, 1.0), (0.75, 8.5), (2.0, 25.0)])
def test_gradients_flow_through_a_loop_over_what_is_filtered(x, slope):
    x = T(x)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.function(through_a_filter)(x)
    assert float(tape.gradient(y, x)) == slope  # of x + (the sum of those taken) * x**2
