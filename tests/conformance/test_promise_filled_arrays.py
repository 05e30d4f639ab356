"""Arrays that ufuncs fill: `np.add(x, y, out=z)`, and where a condition holds."""

# Programs under test are written as users write them.

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
X = np.arange(6.0)
rows = Rows()
refused = Rows()
test_the_array_is_filled = rows.test()
test_it_is_refused_in_the_function = refused.refusal_test()


@rows.on(X)
def one_after_the_other(x):
    o = np.empty(6)
    np.add(x, 1, out=o)
    np.multiply(o, 2, out=o)
    return o


@rows.on(X)
def quotients_where_there_are_any(x):
    z = np.divide(1.0, x, out=np.zeros_like(x), where=x != 0)
    return z


@rows.on(X)
def roots_under_two_names(x):
    y = x.copy()
    w = y
    r = np.sqrt(x, out=y, where=x > 2)
    return y, w, r is y


@rows.on(X)
def numbers_that_are_not_held(x):
    o = np.zeros(6, int)
    np.add(x, 1, out=o)
    return o


@rows.on(X)
def too_short_an_array(x):
    o = np.zeros(3)
    np.add(x, 1, out=o)
    return o


@rows.on(X)
def rows_of_a_wider_array(x):
    o = np.zeros((2, 6))
    np.add(x, 1, out=o)
    o[0] = 0
    return o


@rows.on(X)
def parts_that_overlap(x):
    a = x.copy()
    np.add(a[:-1], a[1:], out=a[1:])
    np.greater(x, 2, out=a)
    return a


@rows.on((X, T(3)), (X, T(0)))
def in_a_loop(x, n):
    a = np.zeros(6)
    for i in range(n):
        np.add(a, x * i, out=a)
        np.maximum(a, i, out=a, where=a > 1)
    return a


@rows.on(T(3), T(0))
def as_many_as_the_run_says(n):
    a = np.zeros(n)
    np.add(np.arange(n), 2, out=a)
    np.log(a, out=a, where=a > 2)
    return a


@rows.on(X)
def what_is_returned(x):
    a = np.zeros(6)
    b = np.add(x, 1, out=a)
    b[0] = 100
    c = np.negative(b, out=b)
    return a, b is a, c


class Buffer:
    """An array that is used again."""

    def __init__(self, n):
        self.held = np.zeros(n)


@rows.on(X)
def an_attribute(x):
    b = Buffer(6)
    np.add(x, 1, out=b.held)
    np.divide(1, b.held, out=b.held, where=x > 2)
    return b.held


@refused.on(X)
def an_array_of_the_callers(x):
    np.add(x, 1, out=x)
    return x


@refused.on(T(2))
def of_a_length_that_does_not_fit(n):
    a = np.zeros(3)
    np.add(np.arange(n), 2, out=a)
    return a
