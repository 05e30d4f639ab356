"""`x += y` in a loop of the run, of an array of NumPy's that another name has, too."""

# Programs under test are written as users write them.

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0), T(2))
BASE = np.arange(4.0)
staged = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = staged.test()
test_what_another_name_would_show_is_refused = refused.refusal_test()


def add(y, k):
    for i in range(k):
        y += i + 1
    return y


def add_to_part(y, k):
    part = y[1:3]
    while k > 0:
        part += k
        k -= 1
    return part


@refused.on(*NUMBERS)
def by_a_function(k):
    z = np.ones(3)
    add(z, k)
    return z


@refused.on(*NUMBERS)
def a_part_by_a_function(k):
    z = np.ones(3)
    w = add_to_part(z, k)
    return w, z


@refused.on(*NUMBERS)
def in_a_list(k):
    xs = [np.ones(3)]
    add(xs[0], k)
    return xs[0]


@refused.on(*NUMBERS)
def what_an_operator_made(k):
    z = BASE * 2
    w = z
    for i in range(k):
        z += i
    return z, w


@refused.on(*NUMBERS)
def in_a_function_inside(k):
    z = BASE * 2

    def change(y):
        for i in range(k):
            y += i

    change(z)
    return z


@staged.on(*NUMBERS)
def items_by_a_function(k):
    def change(y):
        for i in range(k):
            y[...] += i

    z = np.ones(3)
    change(z)
    return z


@staged.on(*NUMBERS)
def used_no_more(k):
    z = np.ones(3)
    return add(z, k)


@staged.on(*NUMBERS)
def bound_again(k):
    z = np.ones(3)
    z = add(z, k)
    return add(z, k)


@staged.on(*NUMBERS)
def by_one_name(k):
    z = BASE * 2
    for i in range(k):
        z += i
    return z


@staged.on(*NUMBERS)
def descent(k):
    def train(w, steps):
        for _ in range(steps):
            w -= 0.1 * (w * 2 - 1)
        return w

    w = np.zeros(3)
    return train(w, k)


@refused.on(*NUMBERS)
def a_variable_of_a_function_inside(k):
    z = BASE * 2

    def step():
        nonlocal z
        z += 1

    w = z
    for _ in range(k):
        step()
    return w


@refused.on(*NUMBERS)
def in_a_loop_that_raises(k):
    z = BASE * 2
    y = z
    try:
        for i in range(k):
            y += i
            if i > 0:
                raise ValueError
    except ValueError:
        y += 5
    return z


@refused.on(*NUMBERS)
def in_a_tuple(k):
    z = BASE * 2
    held = (z, 1)
    for _ in range(k):
        z += 1
    return held[0]


@refused.on(*NUMBERS)
def in_a_closure(k):
    def total():
        return z.sum()

    z = BASE * 2
    y = z
    for _ in range(k):
        y += 1
    return total()


@refused.on(*NUMBERS)
def in_an_iterator(k):
    z = BASE * 2
    kept = iter([z])
    for _ in range(k):
        z += 1
    return next(kept)


@refused.on(*NUMBERS)
def a_view(k):
    z = BASE * 2
    y = z.reshape(2, 2)
    for _ in range(k):
        y += 1
    return z


@refused.on(*NUMBERS)
def on_a_path(k):
    z = BASE * 2
    y = z
    for i in range(k):
        if i > 0:
            y = z + 1
        y += 1
    return z
