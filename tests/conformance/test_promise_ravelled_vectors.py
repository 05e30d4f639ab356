"""`ravel` of a vector: a view where its elements follow each other, else a copy."""

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

A = np.array([1.0, 4.0, 2.0, 0.0])
M = np.arange(6.0).reshape(3, 2)
T = ag.constant
rows = Rows()


@rows.on(A, A[::2])
def of_a_copy(x):
    y = x.copy()
    z = y.ravel()
    z[0] = 9
    return y, z


@rows.on(A, A[::2])
def of_what_is_computed(x):
    y = x * 2
    z = np.ravel(y, order="F")
    y[0] = 9
    return y, z


@rows.on(A)
def of_a_run_of_elements(x):
    y = x.copy()
    z = y[1:].ravel()
    z[0] = 9
    return y, z


@rows.on(A)
def of_every_other_one_alone(x):
    y = x.copy()
    z = y[::2].ravel()
    z[0] = 9
    return z


@rows.on(A, A[::2], T(A))
def that_is_read_only_here(x):
    return x.ravel() + 1, x[::-1].ravel().sum(), np.ravel(x[::2])


@rows.on(A)
def of_one_number(x):
    y = np.broadcast_to(x[0], (3,)).ravel()
    y[0] = 5
    return y


@rows.on(A)
def imaginary_parts_of_real_numbers(x):
    y = x.copy().imag
    y[0] = 5
    return y


@rows.on(A)
def windows(x):
    y = np.lib.stride_tricks.sliding_window_view(x.copy(), 2)
    y[0] = 5
    return y


test_they_agree_with_plain_python = rows.test()

refused = Rows()


@refused.on(A)
def every_other_one(x):
    y = x.copy()
    z = y[::2].ravel()
    z[0] = 9
    return y, z


@refused.on(A)
def backwards(x):
    y = x.copy()
    z = y[::-1].ravel()
    y[0] = 9
    return y, z


@refused.on(M)
def a_column(x):
    y = x.copy()
    z = y[:, 0].ravel()
    z[0] = 9
    return y, z


@refused.on((A, T(0)), (A, T(1)))
def of_one_of_two(x, n):
    y = x.copy()
    if n > 0:
        y = y[::-1]
    z = y.ravel()
    z[0] = 5
    return y, z


test_what_memory_decides_is_refused = refused.refusal_test()
