"""Arrays of NumPy's of which the run decides which one a name holds, written to."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = tuple(map(T, (0, 1, 2, 3, 6)))
rows, refused = Rows(), Rows()
test_what_is_written_is_seen_under_all_names = rows.test()
test_what_no_condition_tells_is_refused = refused.refusal_test()


# -- One of two ------------------------------------------------------------------------


@rows.on(*NUMBERS)
def written_under_each_name(n):
    a, b = np.zeros(4), np.ones(4)
    y = a if n > 2 else b
    y[0], a[1], b[2] = 5, 6, 7
    y[3] = y[0] + y[1] + y[2]
    return a, b, y, y.sum()


@rows.on(*NUMBERS)
def in_a_loop(n):
    left, right = np.zeros(8), np.zeros(8)
    for k in range(n):
        side = left if k % 2 else right
        side[k] += k + 1
        (left if k < 2 else right)[0] -= 1
    return left, right


@rows.on(*NUMBERS)
def chosen_before_a_loop(n):
    a, b = np.zeros(4), np.ones(4)
    y = a if n > 2 else b
    for k in range(n):
        y[k % 4] += k
        a[0] += 1
        if y[0] > 3:
            b[1] = y[0]
    while y[2] < 4:
        a[2] += 1
        b[2] += 2
    return a, b, y


@rows.on(*NUMBERS)
def two_choices(n):
    a, b = np.zeros(4), np.ones(4)
    y = a if n > 2 else b
    z = b if n > 1 else a
    y[0] = 5
    z[0] += 1
    y[0] += 10
    return a, b, y, z


@rows.on(*NUMBERS)
def a_choice_among_choices(n):
    a, b, c = np.zeros(4), np.ones(4), np.full(4, 9.0)
    y = a if n > 2 else b
    z = y if n > 1 else c
    z[1], y[2], a[3], c[0] = 3, 4, 8, 2
    return a, b, c, y, z


@rows.on(*NUMBERS)
def an_array_of_its_own_on_a_path(n):
    a = np.array([1.0, 2, 3])
    y = a if n > 2 else a * 2
    y[0] = 5
    a[1] = 7
    return a, y


@rows.on(*NUMBERS)
def views_of_it(n):
    a, b = np.arange(4.0), np.ones(4)
    y = a if n > 2 else b
    v = y[1:]
    v[0], a[2], b[3] = 50, 60, 70
    return a, b, y, v


@rows.on(*NUMBERS)
def one_of_two_views(n):
    a = np.arange(6.0)
    p, q = a[:3], a[3:]
    y = p if n > 2 else q
    y[0], a[4], q[2] = 50, 60, 9
    return a, p, q, y


@rows.on(*NUMBERS)
def of_other_lengths(n):
    a, b = np.zeros(4), np.ones(6)
    y = a if n < 2 else b
    y[3] = 1
    y[:2] = 7
    y[5] = 2
    return a, b, y


@rows.on(*NUMBERS)
def written_in_branches(n):
    a, b = np.zeros(4), np.ones(4)
    if n < 2:
        y = a
        a[1] = 3
    else:
        y = b
        y[2] = 4
    if n > 1:
        y[0] = 5
    else:
        a[1] = 6
    b[3] = 7
    return a, b, y


@rows.on(*NUMBERS)
def changed_by_numpy_and_operators(n):
    a, b = np.zeros(4), np.arange(4.0)[::-1].copy()
    y = a if n < 2 else b
    y.sort()
    y += 1
    b[0] = 9
    y *= 2
    first = y[0]
    y.fill(3)
    return a, b, y, first


@rows.on(*NUMBERS)
def given_by_a_function(n):
    def pick(c, a, b):
        if c:
            return a
        return b

    a, b = np.zeros(4), np.ones(4)
    y = pick(n > 2, a, b)
    y[1:] = 3
    a[0] = 4
    return a, b, y


@rows.on(*NUMBERS)
def in_a_try(n):
    a, b, seen = np.zeros(4), np.ones(4), 0
    y = a if n > 1 else b
    try:
        y[0] = 5
        a[n] = 7
        seen = y.sum()
        b[n] = 2
    except IndexError:
        seen = y.sum() + 100
    return a, b, y, seen


@rows.on(*NUMBERS)
def swapped(n):
    low, high = np.array([5.0, 1]), np.array([2.0, 3])
    if low.sum() > high.sum() + n:
        low, high = high, low
    low += n
    high[0] -= 1
    for k in range(n):
        if low.sum() > high.sum():
            low, high = high, low
        low += k
        high[0] -= 1
    return low, high


# -- One of more -----------------------------------------------------------------------


@rows.on(*NUMBERS)
def by_elif(n):
    a, b, c = np.zeros(8), np.zeros(8), np.zeros(8)
    for k in range(n):
        if k % 3 == 0:
            t = a
        elif k % 3 == 1:
            t = b
        else:
            t = c
        t[k] = k + 1
    return a, b, c


@rows.on(*NUMBERS)
def by_match(n):
    a, b, c = np.zeros(4), np.ones(4), np.full(4, 2.0)
    match n:
        case 0:
            y = a
        case 1:
            y = b
        case _:
            y = c
    y[0], b[1] = 8, 7
    return a, b, c, y


@rows.on(*NUMBERS)
def written_where_it_was_chosen(n):
    a, b, c = np.zeros(4), np.ones(4), np.full(4, 2.0)
    if n < 1:
        y = a
    else:
        y = b if n < 2 else c
        y[2] = 5
        b[3] = 1
    y[0], b[1], c[1] = 8, 7, 6
    return a, b, c, y


@rows.on(*NUMBERS)
def swapped_on_several_paths(n):
    a, b, c = np.zeros(3), np.ones(3), np.full(3, 2.0)
    for k in range(n):
        if k % 3 == 1:
            a, b = b, a
        elif k % 3 == 2:
            b, c = c, b
        a[0] += 5
        b[1] -= 6
        c[2] += k
    return a, b, c


@rows.on(*map(T, (0, 1, 2, 3, -1, -3, -4)))
def items_of_a_list(n):
    found = [np.zeros(4), np.ones(4), np.zeros(4)]
    try:
        found[n][0] = 5
        found[0][1] += 7
    except IndexError:
        found[1][1] = 9
    return found


@rows.on(*map(T, (0, 1, 2, 3, -1, -3, -4)))
def a_place_that_a_list_has_not(n):
    found = [np.zeros(4), np.ones(4), np.zeros(4)]
    found[n][0] = 5
    return found


@rows.on(*NUMBERS)
def buffers_in_turn(n):
    u = [np.zeros(5), np.zeros(5), np.zeros(5)]
    u[0][2] = 1.0
    for t in range(n):
        p, q, r = u[t % 3], u[(t + 1) % 3], u[(t + 2) % 3]
        r[1:-1] = 2 * q[1:-1] - p[1:-1] + 0.1 * (q[2:] - 2 * q[1:-1] + q[:-2])
        r[0] = t
    return u


@rows.on(*NUMBERS)
def one_array_in_two_places(n):
    a = np.zeros(4)
    found = [a, a, np.ones(4)]
    found[n % 3][0] += 5
    return found, a


@rows.on(*NUMBERS)
def values_of_a_dict(n):
    d = {"odd": np.zeros(8), "even": np.zeros(8)}
    for k in range(n):
        d["odd" if k % 2 else "even"][k] = k + 1
    return d


@rows.on(*NUMBERS)
def values_of_a_dict_by_numbers(n):
    d = {k: np.zeros(3) for k in range(3)}
    for k in range(n):
        d[k % 3][k % 3] += k + 1
    d[n][0] = 1
    return d


@rows.on(*NUMBERS)
def attributes_of_one_of_some_objects(n):
    class Bin:
        def __init__(self, k):
            self.held = np.full(3, float(k))

    bins = [Bin(0), Bin(1), Bin(2)]
    for k in range(n):
        bins[k % 3].held[k % 2] += k
    return [each.held for each in bins]


# -- What no condition tells -----------------------------------------------------------


@refused.on(T(3))
def kept_by_a_loop(n):
    a, b = np.zeros(4), np.ones(4)
    y = a
    for k in range(n):
        if k % 2:
            y = b
    y[0] = 5
    return a, b, y


@refused.on(T(3))
def a_new_one_under_two_names(n):
    a = np.zeros(4)
    if n > 2:
        y = a.copy()
        z = y
    else:
        y = a
        z = a + 1
    y[0], z[1], a[2] = 5, 6, 7
    return a, y, z


@refused.on(T(3))
def of_two_dtypes(n):
    a, b = np.zeros(3), np.ones(3, int)
    y = a if n > 5 else b
    y[0] = 5
    return b


@refused.on(T(3))
def of_two_dtypes_read(n):
    a, b = np.zeros(3), np.ones(3, int)
    y = a if n > 5 else b
    b[0] = 5
    return y.sum()


@refused.on(T(3))
def a_dtype_that_a_loop_widens(n):
    b = np.ones(3, int)
    y = b
    for _ in range(n):
        y = y * 0.5
    y[0] = 7
    return b


@refused.on(T(3))
def of_a_list_with_two_dtypes(n):
    found = [np.zeros(3), np.ones(3, int)]
    found[n % 2][0] = 5
    return found
