"""Numbers that are a tensor, or a float, on another path, beside numbers of NumPy's.

NumPy's integers divide by zero to zero, and not to inf.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import UnstagedOperationError
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


@rows.on(*(np.int64(n) for n in (0, 3, 7)))
def parts_of_either(x):
    y = 0
    if x > 0:
        y = 2.5
    if x > 5:
        y = 0.0
    return divmod(7, y)


@rows.on(*map(np.int64, (0, 3, -2)), np.float64(0), T(6))
def text_of_what_both_make(x):
    k = 2
    if x > 0:
        k = x
    return f"{k * x!r} {x - k} {k + k}"


class Empty:
    pass


@rows.on(np.array([1, 2]), T([1, 2]))
def text_of_a_new_attribute(xs):
    made = Empty()
    for x in xs:
        made.value = x
    return f"{made.value} {made.value!r}"


@rows.on(np.array([1.0, 0.0]), np.array([1.5, 3.0]), np.array([7.0]))
def nan_on_one_path(xs):
    k = 3
    try:
        for x in xs:
            if x < 5:
                k = x % (x * 0)
    except ValueError:
        k = 1
    return 1 / k


@rows.on(*((np.int64(n), np.float64(y)) for n in (0, 2, -3) for y in (0, 1.5) if n + y))
def an_integer_beside_numpys(n, y):
    k = 5
    if y > 0:
        k = y
    return k // n, k % n, n // k


@refused.on(*((np.int64(0), np.float64(y)) for y in (0, -2)))
def zero_beside_an_integer(n, y):
    k = 5
    if y > 0:
        k = y
    return k // n


@refused.on((np.int64(5), np.float64(0)))
def a_remainder_by_an_integer(n, y):
    k = 0
    if y > 0:
        k = y
    return n % k


@refused.on((np.int64(-2), np.float64(0)))
def a_negative_power(n, y):
    k = 5
    if y > 0:
        k = y
    return k**n


@rows.on(*((n, np.float64(y)) for n in (np.int64(3), T(3)) for y in (0, 1.5)))
def a_product_with_numpys(n, y):
    c = 2
    if y > 0:
        c = y
    return n * c, (n * c - 1) * 2, 7 // (n * c), n / (c + 1), f"{0.5 * (n * c)}"


@refused.on((np.int64(0), np.float64(0)), (T(0), np.float64(0)))
def zero_of_a_product(n, y):
    c = 2
    if y > 0:
        c = y
    return 0 // (n * c + n)


@rows.on((np.int64(3), np.float64(0)), (np.int64(3), np.float64(2)))
def the_text_of_a_product(n, y):
    c = 2
    if y > 0:
        c = y
    return f"{n * c}"


def either(x, y):
    return y if x > 1 else x


MIXED = (
    *((np.int64(n), np.float64(3.5)) for n in (-2, 0, 7)),
    *((np.int32(n), np.float64(3.5)) for n in (-2, 0, 7)),
    *((T(n), T(3.5, ag.float64)) for n in (-2, 0, 7)),
)


@rows.on(*MIXED)
def integers_that_are_floats_on_another_path(x, y):
    c = either(x, y)
    return c, c * 2, c / y, c > y


@rows.on(*MIXED)
def integers_that_become_floats_in_a_loop(x, y):
    c = x
    while c > 1:
        c = c / y
    return c * 2, 5 / (c + 9)


@rows.on(*MIXED)
def the_text_of_integers_that_are_floats_on_another_path(x, y):
    return f"{either(x, y)}"


@rows.on(*MIXED)
def the_text_of_integers_that_become_floats_in_a_loop(x, y):
    c = x
    while c > 1:
        c = c / y
    return f"{c}"


@refused.on((np.int64(0), np.float64(3)), (T(0), T(3.0, ag.float64)))
def zero_by_an_integer_that_is_a_float_on_another_path(x, y):
    return 0 // either(x, y)


def test_integers_that_floats_do_not_hold_are_an_error():
    staged, large = ag.function(either), -(2**60) - 1
    for kind in (np.int64, lambda n: T(n, ag.int64)):
        assert int(either(kind(large), np.float64(3))) == large
        with pytest.raises(UnstagedOperationError, match="1152921504606846977 is"):
            staged(kind(large), np.float64(3))
        assert staged(kind(2**53), np.float64(3)).numpy() == 3
        assert staged(kind(-(2**53)), np.float64(3)).numpy() == -(2**53)
