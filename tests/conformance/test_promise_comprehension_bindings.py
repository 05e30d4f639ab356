"""Names that comprehensions and generator expressions bind around them, by `:=`.

PYTEST_DONT_REWRITE: a row fails an assertion of its own.
"""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

A = np.array
T = ag.constant
NUMBERS = T(3), T(0), T(-2), T(7), np.int64(3), 3, 0
ARRAYS = A([1, 5, 2]), T([1, 5, 2]), T([0, 0, 0]), T([9, 1, 1])
LAST = 0
rows, refused, leaving = Rows(), Rows(), Rows(leave_tensors=True)
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_left_is_warned_of = leaving.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


@rows.on(*NUMBERS)
def the_item_that_decides(n):
    if any((hit := v) > n for v in [1, 5, 2]):
        return hit
    return -1


@rows.on(*ARRAYS)
def the_row_that_decides(xs):
    hit = 0
    if any((hit := v) > 4 for v in xs):
        return hit
    return -1 - hit


@rows.on(*NUMBERS)
def the_item_that_fails(n):
    found = all((last := v) != n for v in [1, 3, 0])
    return found, last


@rows.on(*NUMBERS)
def after_a_list(n):
    held = [y for x in [1, 2, 3] if (y := x * n) > 2]
    return held, y


@rows.on(*NUMBERS)
def in_a_sum_and_a_set(n):
    total = sum(y for x in [1, 2, 3] if (y := x * n) > 2)
    size = len({(z := x + n) for x in range(3)})
    return total, size, z, {(k := i): n for i in range(2)}, k


@rows.on(*NUMBERS)
def what_each_item_adds_to(n):
    total = 0
    partial = [total := total + v for v in [1, 2, n] if v > 1]
    return partial, total


@rows.on(*NUMBERS)
def over_a_range_of_the_run(n):
    total = 0
    return [total := total + v for v in range(n)], total


@rows.on(*NUMBERS)
def that_nothing_reads(n):
    inner = lambda xs: [(q := x) * 2 for x in xs if x > n]
    return [(last := x) for x in range(n)], inner([1, 5])


@rows.on(*NUMBERS)
def in_loops(n):
    for i in range(3):
        if any((w := i * k) > n for k in range(3)):
            break
    else:
        w = -1
    while any((c := v) > n for v in (1, 9)) and n < 12:
        n += c
    return w, i, n, c


@leaving.on(*NUMBERS)
def of_globals_and_functions_around(n):
    global LAST
    LAST, a = 5, 0

    def inner():
        nonlocal a
        return [a := a + x for x in range(4) if x < n]

    sums = [LAST := LAST + x for x in (1, 2) if x < n]
    found = any((LAST := x) > n for x in (9, 8))
    return sums, found, LAST, inner(), a


@rows.on(*NUMBERS)
def of_a_parameter(n):
    def f(*, y=1):
        if n > 0:
            return [y := y + x for x in (1, 2)]
        return [y]

    return f(y=n), f()


@rows.on(*NUMBERS)
def in_what_is_stepped_by_next(n):
    steps = ((y := x * n) for x in [1, 2, 3])
    a = next(steps)
    b = y
    c = next(steps)
    return a, b, c, y, list(steps), y


@rows.on(*NUMBERS)
def where_it_raises(n):
    m = 0
    try:
        all((m := 10 // (v - int(n))) for v in [1, 2, 3])
    except ZeroDivisionError:
        return m, 1
    return m, 0


@rows.on(*NUMBERS)
def shown_by_locals(n):
    held = [y for x in [1, 2] if (y := x * 2) > 1]
    return sorted(locals()), locals()["y"]


@rows.on(*NUMBERS)
def read_before_it_is_bound(n):
    try:
        str(missing)  # noqa: F821
    except UnboundLocalError as error:
        text = str(error)
    held = [missing := i for i in (1, 2)]
    return text, held, missing


@rows.on(*NUMBERS, 5)
def bound_on_some_paths_only(n):
    if n > 0 and all((e := c) != n for c in [1, 2, 7]):
        return e, "all"
    try:
        return e, "some"
    except UnboundLocalError as error:
        return 0, str(error)


@rows.on(*NUMBERS)
def behind_another_condition(x):
    return [y for v in [1, 2] if x > v and (y := v)]


@rows.on(*ARRAYS)
def of_the_loop_that_finds_it(xs):
    for k in range(2):
        if any((hit := v) > 4 + k for v in xs):
            break
    else:
        return -1
    return hit


@rows.on(*NUMBERS)
def assigned_by_functions_inside(n):
    def assign(k):
        nonlocal z
        z = k

    def changed():
        nonlocal z
        z += 1
        return z

    if n is None:
        z = 0
    if n > 0:
        assign(n * 2)
    for i in range(n):
        assign(i)
    try:
        return changed(), z, ""
    except NameError as error:
        return 0, 0, f"{type(error).__name__}: {error}"


@rows.on(T(5), T(2), 5, 2)
def bound_where_an_assertion_fails_only(n):
    assert n > 3, next((hit for v in [1] if ((hit := "x"), v)[1]), "")  # noqa: RUF018
    return hit


@rows.on(3, 0)
def of_numbers_in_a_lambda(n):
    told = lambda: (any(((hit := v), v > n)[1] for v in (1, 5, 2)), hit)
    return told()


@refused.on(T(3), T(0))
def the_item_that_decides_in_a_lambda(n):
    told = lambda: (any(((hit := v), v > n)[1] for v in (1, 5, 2)), hit)
    return told()


@refused.on(T(3), T(0))
def the_item_that_fails_in_a_lambda(n):
    told = lambda k: (all(((hit := v), v < k)[1] for v in (1, 5, 2)), hit)[1]
    return told(n)
