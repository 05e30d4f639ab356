"""`sum` of Python's floats: from Python 3.12 on it compensates for rounding."""

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_a_sum_is_that_of_this_python = rows.test()


@rows.on(T(1.5), T(-1e30), T(float("inf")), T(float("nan")), T(-0.0))
def of_a_list(x):
    a = float(x)
    return sum([a, 1e100, 1.0, -1e100]), sum([a] * 10), sum([a, -a, 0.1]) == 0.1


@rows.on(T(1.5), T(0.0))
def with_integers_and_infinities(x):
    a = float(x)
    return sum([1e16, a, 1, a, -1e16]), sum([a, 1e308, 1e308]) > 0, sum([a, 1], 2)


@rows.on(T(1.5))
def with_a_tensor_after_floats(x):
    return sum([float(x), 1e16, 1.0, -1e16, x, 0.1])


@rows.on(T(np.array([1e16, 1.0, 1.0, -1e16])))
def of_a_generator(xs):
    return sum(float(x) for x in xs) == 2.0, sum(float(x) for x in xs if x > 0) > 0


@rows.on(T(np.array([1e16, 1.0, 1.0, -1e16])))
def of_tensors(xs):
    return sum(x for x in xs), sum([xs[0], xs[1], xs[2], xs[3]])
