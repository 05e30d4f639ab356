"""NumPy's functions of what has another dtype, or class, on another path.

Where they give something else there, the run refuses that path, and no other.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()

FIRST, SECOND = T(1), T(3)
BOTH = FIRST, SECOND

FUNCTIONS = {
    "sum": np.sum,
    "prod": np.prod,
    "cumsum": np.cumsum,
    "max": np.max,
    "dot": lambda w: np.dot(w, w),
    "array": lambda w: np.array([w, w]),
    "stack": lambda w: np.stack([w, w]),
    "repeat": lambda w: np.repeat(w, 2),
    "where": lambda w: np.where(np.array(True), w, w),
    "clip": lambda w: np.clip(w, 0, 2),
    "round": np.round,
    "zeros_like": np.zeros_like,
    "divmod": lambda w: np.divmod(w, 2),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("second", [np.uint8(3), T(1.5)], ids=["uint8", "float32"])
def test_functions_of_a_number_on_one_path(name, second):
    function = FUNCTIONS[name]

    def of_a_number(x):
        w = 3
        if x > 2:
            w = second
        return function(w)

    assert check(of_a_number, FIRST).verdict is Verdict.REFUSED
    assert check(of_a_number, SECOND).verdict is Verdict.SAME


@pytest.mark.parametrize(
    "function",
    [np.sum, np.prod, np.mean, np.median, np.cumsum, np.linalg.norm, np.trace],
)
def test_functions_of_integers_on_one_path(function):
    def of_integers(x):
        w = np.array([[1.5, 2]], np.float32)
        if x > 2:
            w = np.array([[1, 2]], np.int16)
        return function(w)

    assert check(of_integers, FIRST).verdict is Verdict.SAME
    assert check(of_integers, SECOND).verdict is Verdict.REFUSED


@rows.on(*BOTH)
def functions_that_give_the_same(x):
    w = 3
    if x > 2:
        w = np.int64(2)
    return np.sum(w), np.mean(w), np.array([w, 1]), np.argmax(w), np.clip(5, 0, w)


@rows.on(*BOTH)
def a_bound_beside_an_array(x):
    lowest = 0
    if x > 2:
        lowest = np.float32(1)
    values = np.array([-1, 0.5, 3], np.float32)
    return np.clip(values, lowest, 2), np.where(values > 0, values, lowest)


@rows.on(*BOTH)
def methods_of_two_dtypes(x):
    w = np.array([1, 2])
    if x > 2:
        w = np.array([3, 4], np.int16)
    return w.sum(), w.max(), np.zeros_like(w) + 1, w.argmin()


@rows.on(SECOND)
@refused.on(FIRST)
def a_float_beside_integers(x):
    w = 2.5
    if x > 2:
        w = np.float32(1.5)
    return w + np.int8(100)


@rows.on(SECOND)
@refused.on(FIRST)
def a_float_beside_an_array_of_integers(x):
    w = 2.5
    if x > 2:
        w = np.float32(1.5)
    w *= np.array([1, 2], np.int16)
    return w


@rows.on(*BOTH)
def a_list_beside_an_array_of_either(x):
    w = 3
    if x > 2:
        w = np.int64(2)
    return [1, 2] + np.asarray(w)


@rows.on(*BOTH)
def an_integer_or_a_float_of_pythons(x):
    w = 2.5
    if x > 2:
        w = 3.5
    return np.sqrt(w), np.array([w])


@rows.on(FIRST)
@refused.on(SECOND)
def an_integer_of_pythons_that_is_a_float(x):
    w = 2.5
    if x > 2:
        w = 3
    return np.array([w])


NARROW, WIDE = np.array([0.5, 1.5], np.float32), np.array([0.5, 1.5])
NONE = np.array([])


@rows.on((WIDE, T(2)), (WIDE, T(1)), (np.array([3, 4]), T(0)), (np.array([3]), T(1)))
@refused.on((NARROW, T(2)), (WIDE, T(0)), (np.array([1], np.uint8), T(1)))
def arrays_of_sums(xs, n):
    found = [0]
    for i in range(n):
        found.append(found[-1] + xs[i])
    return np.array(found)


@rows.on((WIDE, T(2)), (WIDE, T(0)), (WIDE, T(1)))
@refused.on((NARROW, T(2)), (T([0.5, 1.5]), T(1)))
def sums_of_floats_of_both(xs, n):
    found = [0.0]
    for i in range(n):
        found.append(xs[i])  # noqa: PERF401
    return np.asarray(found), np.max(found), np.sort(found)


@rows.on((NARROW, T(2)), (WIDE, T(0)))
def arrays_of_a_dtype_that_is_asked_for(xs, n):
    found = [0]
    for i in range(n):
        found.append(xs[i])  # noqa: PERF401
    return np.array(found, np.float32), np.array(found, float)


@refused.on((NARROW, T(2)))
def a_float_that_the_list_has_rounded(xs, n):
    found = [0.1]
    for i in range(n):
        found.append(xs[i])  # noqa: PERF401
    return np.array(found, float)


@rows.on((WIDE, T(0)))
@refused.on((WIDE, T(2)))
def items_that_may_all_be_pythons(xs, n):
    return np.array([x if x > n else 0 for x in xs])


@rows.on(T(3), T(2))
@refused.on(T(0))
def floats_of_pythons_of_which_one_is_an_integer(n):
    found = [0]
    while n > 1:
        found[-1] += n / 2
        n -= 1
    return np.array(found)


@rows.on(SECOND)
@refused.on(FIRST)
def outer_products_of_a_number(x):
    w = 2.5
    if x > 2:
        w = np.float32(1.5)
    return np.add.outer(np.ones(2, np.float32), w)


@rows.on(*BOTH)
def outer_products_that_are_the_same(x):
    w = 2
    if x > 2:
        w = np.int64(1)
    return np.multiply.outer(np.ones(2), w), np.add.reduce([w, w])


@refused.on(*BOTH)
def a_number_that_an_array_cannot_hold(x):
    w = 300
    if x > 2:
        w = np.int64(300)
    y = np.zeros(3, np.uint8)
    y[:] = w
    return y


@rows.on(SECOND)
@refused.on(FIRST)
def a_number_that_a_dtype_cannot_hold(x):
    w = -1
    if x > 2:
        w = np.int64(-1)
    return np.full(3, w, np.uint8)


@rows.on(*BOTH)
def a_number_that_a_dtype_holds(x):
    w = 7
    if x > 2:
        w = np.int64(8)
    return np.full(3, w, np.uint8), np.array(w, np.int8), np.uint8(w)


@refused.on(*BOTH)
def an_array_that_one_of_two_dtypes_is_added_to(x):
    w = 2
    if x > 2:
        w = np.float64(1.5)
    y = np.zeros(3, np.int64)
    y += w
    return y


@rows.on(*BOTH)
def sums_of_small_integers_that_are_floats_elsewhere(x):
    w = np.array([3, 5], np.uint8)
    if x > 2:
        w = w * 0.5
    return w.sum(), np.sum(w) * 2
