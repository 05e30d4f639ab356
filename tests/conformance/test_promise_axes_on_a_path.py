"""The promise, for what has axes on one path, and none on another.

Also for what is an array of NumPy's on one path, and one of its numbers on another; and
for builtins that are given arguments that they do not take.
"""

from __future__ import annotations

import math

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_depends_on_the_path_is_refused = refused.refusal_test()
OF_TENSORS = [(T(n), T(1.5), T([1.0, 2.0])) for n in (0, 2)]
OF_ARRAYS = [(T(n), np.array(1.5), np.array([1.0, 2.0])) for n in (0, 2)]
OF_BOTH = [(T(n), np.float64(1.5), np.array([1.0, 2.0])) for n in (0, 2)]


def either(n, x, y):
    return y if n > 0 else x


@rows.on(*OF_TENSORS, *OF_ARRAYS)
def the_length(n, x, y):
    return len(either(n, x, y))


@rows.on(*OF_TENSORS, *OF_ARRAYS)
def a_loop(n, x, y):
    total = 0.0
    for each in either(n, x, y):
        total += each
    return total


@rows.on(*OF_TENSORS, *OF_ARRAYS)
def a_sum_in_a_try(n, x, y):
    text = ""
    try:
        text = f"{float(sum(either(n, x, y)))}"
    except TypeError as error:
        text = str(error)
    return text


@rows.on(*OF_BOTH, *OF_ARRAYS, *OF_TENSORS)
def the_dtype(n, x, y):
    z = either(n, x, y)
    return z.dtype, z.dtype == np.float64, np.result_type(z, np.int8), z.sum()


@refused.on(*OF_BOTH)
def the_length_of_both(n, x, y):
    return len(either(n, x, y))


@refused.on(*OF_BOTH)
def a_loop_over_both(n, x, y):
    return sum(either(n, x, y))


@refused.on(*OF_BOTH)
def a_name_of_the_class(n, x, y):
    return either(n, x, y).no_such_attribute


@refused.on(*OF_BOTH)
def a_method_of_numbers(n, x, y):
    try:
        return either(n, x, y).is_integer()
    except AttributeError:
        return -1


@refused.on((T(0), np.uint8(200)))
def a_negative_number(n, w):
    y = 3
    if n > 0:
        y = w
    try:
        return -y
    except OverflowError:
        return -1


@rows.on(T(2), 2)
def arguments_that_builtins_do_not_take(n):
    found = []
    for call in (
        lambda: pow(n),
        lambda: divmod(n),
        lambda: any(n, n),
        lambda: int(n, foo=1),
        lambda: bin(n, n),
        lambda: enumerate(n, n, n),
        lambda: math.gcd(foo=n),
    ):
        try:
            call()
        except TypeError as error:
            found.append(str(error))
    return found


OUT_OF_RANGE = [(T(300), np.uint8(5)), (T(-3), np.uint8(5)), (T(7), np.uint8(5))]


@rows.on(*OUT_OF_RANGE)
def numbers_that_are_inserted(n, w):
    return np.insert(np.zeros(4, np.uint8), 0, int(n))


@rows.on(*OUT_OF_RANGE)
def numbers_among_choices(n, w):
    z = np.arange(4).astype(np.uint8)
    found = np.choose([0, 1, 0, 1], [int(n), z])
    return found, found.dtype, np.choose([0, 1], [int(n), 300])


@rows.on(*OUT_OF_RANGE)
def choices_of_pythons_among_bytes(n, w):
    try:
        return np.select([np.zeros(3, np.uint8) == 0], [int(n)], w)
    except TypeError as error:
        return str(error)


@refused.on(*OUT_OF_RANGE)
def a_number_that_an_array_does_not_hold(n, w):
    k = -3
    if n > 1000:
        k = w
    return np.maximum(np.zeros(2, np.uint8), k)


@refused.on(*OUT_OF_RANGE)
def a_number_that_is_put_into_an_array(n, w):
    k = -3
    if n > 1000:
        k = w
    z = np.zeros(2, np.uint8)
    np.put(z, [0], k)
    return z
