"""Arrays that a staged loop writes to and exchanges: which has which name, the run tells.

NumPy has two arrays that swap their names; a loop of the graph carries what they hold.
That is the same as long as nobody else has one of them, and is refused where somebody
may.
"""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
TURNS = tuple(map(T, (0, 1, 2, 5)))
rows, refused = Rows(), Rows()
test_arrays_that_only_the_loop_has_are_exchanged = rows.test()
test_arrays_that_somebody_else_has_are_refused = refused.refusal_test()


class Grid:
    def __init__(self):
        self.now, self.next = np.array([1.0, 2, 3]), np.zeros(3)

    def step(self, k):
        self.next[1:] = self.now[:-1] + k
        self.next[0] = k
        self.now, self.next = self.next, self.now


@rows.on(*TURNS)
def smoothed(n):
    a, b = np.array([1.0, 2, 3, 4, 7, 1]), np.zeros(6)
    for _ in range(n):
        b[1:-1] = 0.5 * (a[:-2] + a[2:])
        a, b = b, a
    return a, b


@rows.on(*TURNS)
def until_it_settles(n):
    old = np.array([1.0, 2, 3, 4, 7, 1])
    new, err, k = old.copy(), 1e9, 0
    while err > 1 / (n + 1) and k < 50:
        new[1:-1] = 0.5 * (old[:-2] + old[2:])
        err = np.abs(new - old).max()
        old, new = new, old
        k += 1
    return old, k


@rows.on(*TURNS)
def three_that_rotate(n):
    a, b, c = np.array([1.0, 0, 0, 0]), np.zeros(4), np.zeros(4)
    for k in range(n):
        c[1:] = 2 * b[:-1] - a[:-1] + k
        a, b, c = b, c, a
    return a, b, c


@rows.on(*TURNS)
def items_in_a_loop_of_the_run(n):
    a, b = np.array([1.0, 5, 2, 0, 9, 9]), np.zeros(6)
    for _ in range(n):
        for i in range(1, n):
            b[i] = a[i - 1] + a[i + 1]
        a, b = b, a
    return a


@rows.on(*TURNS)
def exchanged_on_one_path(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for k in range(n):
        if k % 2 == 0:
            b[1] = a[0] + 1
            a, b = b, a
        else:
            b[:] = a * 2
    return a, b


@rows.on(*TURNS)
def by_a_third_name(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for k in range(n):
        b[:] = a + 1
        b[0] = k
        t = a
        a = b
        b = t
    return a


@rows.on(*TURNS)
def in_an_inner_loop(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for k in range(n):
        for j in range(k):
            b[1], b[0] = a[0] + 1 + j, k
            a, b = b, a
        a[2] += 1
    return a, b


@rows.on(*TURNS)
def under_a_condition(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    if n > 1:
        for j in range(n):
            b[1], b[0] = a[0] + 1 + j, j
            a, b = b, a
    else:
        a[0] = 7
    b[2] = a[1]
    return a, b


@rows.on(*TURNS)
def of_other_lengths(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(4)
    for _ in range(n):
        b[1] = a[0] + 1.5
        a, b = b, a
    return a, b


@rows.on(*TURNS)
def written_afterwards(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for j in range(n):
        b[1] = a[0] + 1 + j
        a, b = b, a
    a[0], b[1] = 50, 60
    for j in range(n):
        b[0] = a[1] + 1 + j
        a, b = b, a
    return a, b


@rows.on(*TURNS)
def written_before_it_is_another(n):
    x = np.arange(8.0)
    for k in range(n):
        x[0] = k
        x = x[1:]
    return x


@rows.on(*TURNS)
def last_one_kept(n):
    a, b = None, np.zeros(3)
    for k in range(n):
        b[0] = k
        a = b
        b = np.zeros(3)
    return a, b


@rows.on(*TURNS)
def rows_of_one_array(n):
    a, b = np.arange(6.0).reshape(2, 3).copy()
    for k in range(n):
        b[1:] = a[:-1] + k
        a, b = b, a
    return a


@rows.on(*TURNS)
def in_attributes(n):
    grid = Grid()
    for k in range(n):
        grid.step(k)
    return grid.now, grid.next


@rows.on(*TURNS)
def in_a_list(n):
    found = [np.array([1.0, 2, 3]), np.zeros(3)]
    for j in range(n):
        found[1][1], found[1][0] = found[0][0] + 1 + j, j
        found.reverse()
    return found


@rows.on(*TURNS)
def filled_by_numpy(n):
    a, b = np.array([3.0, 1, 2]), np.zeros(3)
    for k in range(n):
        np.add(a, k, out=b)
        b.sort()
        np.copyto(a, b)
        a, b = b, a
        b.fill(k)
    return a, b


@rows.on(*TURNS)
def added_to(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for k in range(n):
        b += a
        b[0] = k
        a, b = b, a
    return a, b


@rows.on(*TURNS)
def in_a_try(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    try:
        for j in range(n):
            b[j] = a[0] + 1 + j
            a, b = b, a
            a[j + 1] = 5
    except IndexError:
        b[0] += 9
    return a, b


@rows.on(*TURNS)
def copies_kept(n):
    a, b, seen = np.array([1.0, 2, 3]), np.zeros(3), []
    for k in range(n):
        b[:] = a + 1
        b[0] = k
        a, b = b, a
        seen.append(a.copy())
    return seen


@rows.on(*((np.arange(4.0), n) for n in TURNS))
def copies_of_what_is_given(x, n):
    a, b = x.copy(), np.zeros_like(x)
    for k in range(n):
        b[1:] = a[:-1] + x[1:] * k
        a, b = b, a
    return a, b, x


@rows.on(*((np.array([0.1, 0.2]), n) for n in TURNS))
def converted_as_it_is_written(x, n):
    a, b = x.astype(np.float32), np.zeros(2, np.float32)
    for _ in range(n):
        b[:] = a + x
        a, b = b, a
    return a, b


# -- What somebody else may see --------------------------------------------------------


@refused.on(T(3))
def with_another_name(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    first = a
    for _ in range(n):
        b[1] = a[0] + 1
        a, b = b, a
    return a, first


@refused.on(T(3))
def with_a_view(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    part = b[1:]
    for _ in range(n):
        b[1] = a[0] + 1
        a, b = b, a
    return a, part.sum()


@refused.on(T(3))
def read_in_the_loop(n):
    a, b, total = np.array([1.0, 2, 3]), np.zeros(3), 0.0
    first = a
    for _ in range(n):
        total = total + first.sum()
        b[1] = a[0] + 1
        a, b = b, a
    return a, total


@refused.on(T(3))
def read_in_the_test(n):
    a, b, k = np.array([1.0, 2, 3]), np.zeros(3), 0
    first = a
    while k < n and first.sum() < 20:
        b[1] = a[0] + 5
        a, b = b, a
        k += 1
    return a, k


@refused.on(T(3))
def read_in_a_handler(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    first = a
    try:
        for j in range(n):
            b[j] = a[0] + 1 + j
            a, b = b, a
            a[j + 1] = 5
    except IndexError:
        return first.sum()
    return a.sum()


@refused.on(T(3))
def given_on_a_path(n):
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    first = a
    if n > 1:
        for j in range(n):
            b[1], b[0] = a[0] + 1 + j, j
            a, b = b, a
    return a, first


@refused.on(T(3))
def begun_again_with_the_same(n):
    x, y, total = np.array([1.0, 2, 3]), np.zeros(3), 0.0
    for k in range(n):
        a, b = x, y
        for j in range(k):
            b[1], b[0] = a[0] + 1 + j, k
            a, b = b, a
        total = total + a.sum()
    return total


@refused.on(T(3))
def one_array_twice(n):
    a = b = np.zeros(3)
    for k in range(n):
        b[0] = a[1] + k + 1
        a, b = b, a
    return a, b


@refused.on(T(3))
def a_view_kept(n):
    a, b, total = np.array([1.0, 2, 3]), np.zeros(3), 0.0
    part = a[:2]
    for k in range(n):
        total = total + part.sum()
        b[1] = a[0] + 1 + k
        part = b[:2]
        a, b = b, a
    return a, total


@refused.on(T(3))
def the_array_kept_in_a_list(n):
    a, b, seen = np.array([1.0, 2, 3]), np.zeros(3), []
    for k in range(n):
        b[:] = a + 1
        b[0] = k
        a, b = b, a
        seen.append(a)
    return seen


@refused.on(T(3))
def the_best_kept(n):
    a = np.array([1.0, 2, 3])
    best = a
    for k in range(n):
        a[0] += k
        if a.sum() > best.sum():
            best = a
        a = a * 1.5
    return a, best


@refused.on(T(3))
def rows_of_one_that_is_used(n):
    both = np.arange(6.0).reshape(2, 3).copy()
    a, b = both
    for k in range(n):
        b[1:] = a[:-1] + k
        a, b = b, a
    return a, both


@refused.on(T(3))
def of_two_dtypes(n):
    a, b = np.array([1, 2, 3]), np.zeros(3)
    for _ in range(n):
        b[1] = a[0] + 1.5
        a, b = b, a
    return a, b


@refused.on((np.arange(4.0), T(3)))
def what_is_given(x, n):
    b = np.zeros(4)
    for k in range(n):
        b[0] = x[1] + k
        x, b = b, x
    return x


@refused.on(T(3))
def rows_of_one_that_a_loop_around_carries(n):
    both, other, total = np.arange(6.0).reshape(2, 3).copy(), np.zeros((2, 3)), 0.0
    for k in range(n):
        a, b = both
        for j in range(k):
            b[1:] = a[:-1] + j
            a, b = b, a
        total = total + a.sum()
        first = both
        both, other = other, both
        total = total + first.sum()
    return total
