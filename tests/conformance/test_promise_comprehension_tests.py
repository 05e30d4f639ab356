"""Conditions of comprehensions: what they name, and truths of different kinds."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
LISTS = (T([1, 5, -2]), T([0, 0]), [T(1), 5, T(-2)], [1, 5, -2])
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*LISTS)
def named_in_the_condition(xs):
    return [y for v in xs if (y := v * 2) > 2]


@rows.on(*LISTS)
def named_as_the_condition(xs):
    return [(y, v) for v in xs if (y := v - 1) and y < 3]


@rows.on(*LISTS)
def named_once_in_each(xs):
    first = [y for v in xs if (y := v * 2) > 0]
    second = [y for v in xs if not (y := v * 3) > 0 if y < 9]
    return first, second


@rows.on(*LISTS)
def named_in_two_loops(xs):
    return [z for v in xs if (y := v * 2) > 0 for w in (1, 2) if (z := y + w) != 3]


@rows.on(*LISTS)
def named_in_a_dict(xs):
    return {str(i): y for i, v in enumerate([xs[0], xs[1]]) if (y := v + 1) > -9}


@rows.on(*LISTS[2:])
def named_and_read_afterwards(xs):
    kept = [y for v in [1, 2] if (y := v * 2) > 2]
    return kept, y, xs


@rows.on(LISTS[2], LISTS[3])
def effects_in_their_order(xs):
    log = []

    def noted(v):
        log.append(v)
        return v

    return [y for v in xs if (y := noted(v) + 10) > 11 if noted(3)], log


@rows.on(*LISTS)
def truths_of_numbers_and_comparisons(xs):
    return [v for v in xs if v and v < 3], sum(v for v in xs if v or v < 3)


@rows.on((T(1), T(2)), (T(0), 5), (4, T(0)))
def truths_of_what_is_around(a, b):
    return [k for k in (1, 2, 3) if (a and k < b) or b], {k: b for k in "ab" if not a}


def given(function, value):
    return function(value)


@rows.on(*LISTS)
def beside_functions_that_keep_no_item(xs):
    k = xs[0]
    called = [given(lambda p: p + k, v) for v in xs if v > 0]
    rows = [[given(lambda p: p + w, v) for v in [w, 2] if v > k] for w in [1, 2]]
    return called, rows, [max([v, 3], key=lambda p: -p) for v in xs if not v]


@rows.on(T(1), T(-1))
def functions_that_are_kept(x):
    plain = [lambda p: p + x for _ in range(2)]
    late = [lambda: v for v in range(2)]
    return [each(1) for each in plain], [each() for each in late], plain[0] is plain[1]
