"""`x.T.copy()` is laid out row by row, and its sums are rounded accordingly."""

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

X = np.random.default_rng(0).normal(size=(37, 53))
rows = Rows()
test_sums_are_rounded_as_in_numpy = rows.test()


@rows.on(X, X.astype(np.float32), X[:1], X[:, :0], ag.constant(X))
def of_copies(x):
    y = x.T.copy()
    return y.sum(axis=0), y.sum(), y.mean(axis=1), y.T.sum(axis=1)


@rows.on(X, ag.constant(X))
def of_copies_of_what_is_computed(x):
    y = (x.T * 1.1 + x.T[::-1]).copy()
    return y.sum(axis=0), y.sum(), y.std()


@rows.on(X, X.astype(np.float32))
def of_arrays_that_are_contiguous(x):
    y = np.ascontiguousarray(x.T)
    return y.sum(axis=0), y.sum(), np.copy(x.T).sum(axis=0)


@rows.on(X)
def of_copies_that_are_written_to(x):
    y = x.T.copy()
    y[0] = 3
    y[:, 1] += x[1]
    return y.sum(axis=0), y, x


@rows.on(X, ag.constant(X))
def of_copies_in_a_loop(x):
    y = x.T.copy()
    for _ in range(3):
        y = (y.T * 1.5).T.copy()
    return y.sum(axis=0), y.sum()
