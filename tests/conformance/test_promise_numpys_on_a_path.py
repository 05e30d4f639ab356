"""What is NumPy's on one path and a tensor on another, and integers in recursions.

Constants of NumPy's, such as those of a module, are what they are also where the
arguments are tensors.
"""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()

HALF = np.float64(0.5)
VECTOR = np.array([1.0, 2.0])
NUMBERS = (T(3), T(-1), np.int64(3), np.int64(-1))


@rows.on(*NUMBERS)
def constants_of_numpys(n):
    y = HALF
    if n > 0:
        y = VECTOR[0]
    return f"{y} {y + 1} {[y]}"


@rows.on(*NUMBERS)
def arrays_of_a_module(n):
    y = VECTOR
    for _ in range(n):
        y = y * 2
    return f"{y}"


@refused.on(*NUMBERS[:2])
def a_number_of_numpys_or_a_tensor(n):
    y = HALF
    if n > 0:
        y = ag.cast(n, ag.float64)
    return f"{y}"


@refused.on(*NUMBERS[:2])
def an_array_or_a_tensor(n):
    y = VECTOR
    if n > 0:
        y = T([1.0, 2.0], ag.float64)
    return f"{y}"


@refused.on(*NUMBERS[:2])
def a_tensor_or_a_number_of_numpys_after_an_exception(n):
    y = HALF
    try:
        if n > 0:
            y = ag.cast(n, ag.float64)
            raise ValueError
    except ValueError:
        pass
    return f"{y}"


def total(n, found):
    if n <= 0:
        return found
    return total(n - 1, found + n)


@rows.on(np.int64(3), np.int64(0))
def text_of_a_total(n):
    return f"{total(n, np.int64(0))}"


@refused.on(T(3), T(0))
def text_of_a_total_that_begins_as_numpys(n):
    return f"{total(n, np.int64(0))}"


def half_or_zero(n):
    if n <= 0:
        return HALF
    if n == 1:
        return n * 0
    return half_or_zero(n - 2)


@rows.on(np.int64(2), np.int64(0), T(2))
def halves_of_a_recursion(n):
    return -half_or_zero(n), 7 // half_or_zero(n)


@refused.on(np.int64(3), T(3))
def the_sign_of_an_integer_of_a_recursion(n):
    return -half_or_zero(n)


@refused.on(np.int64(3), T(3))
def zero_of_a_recursion(n):
    return 7 // half_or_zero(n)


def either(n):
    return n if n >= 0 else HALF


@rows.on(np.int64(3), np.int64(0), np.int64(-3))
def text_of_integers_or_floats(n):
    y = either(n)
    return f"{{{y}}} {y + n} {{1}} {-y} {y * y!r} {abs(y)} {min(y, n)}{{0}}"


@refused.on(np.int64(3), T(3))
def repeated(n):
    return [0] * either(n)


@refused.on(np.int64(3), T(3))
def bits(n):
    return either(n) & 1


@refused.on(np.int64(3), T(3))
def shifted(n):
    return either(n) << 1


@refused.on(np.int64(3), T(3))
def inverted(n):
    return ~either(n)


@refused.on(np.int64(3))
def the_class(n):
    return str(type(either(n)))


@rows.on(*NUMBERS)
def a_total_of_numpys_constants(n):
    cash, k = 1000.0, 0
    for i in range(n):
        cash -= np.float64(2) * i
        k += np.uint8(100)
    rate = 1.0
    while rate < n:
        rate *= HALF * 3
    return f"{cash:.2f} {cash} {k}", f"{rate:.3f}"


@rows.on(*NUMBERS)
def constants_beside_what_is_pythons_on_a_path(n):
    price = 1.5
    for i in range(n):
        price = VECTOR[i % 2]
    total = price + HALF
    return f"{total!r}", type(total) is np.float64, isinstance(price > HALF, np.bool_)


@refused.on(T(3), T(-1))
def constants_beside_what_is_a_tensor_on_a_path(n):
    x = 1.0
    if n > 0:
        x = n * 0.5
    return f"{x + HALF}"


@refused.on(T(3), T(5))
def constants_beside_what_becomes_a_tensor(n):
    x, text = 1.0, ""
    for i in range(n):
        text += f"{x + HALF} "
        if i == 1:
            x = n / 2
    return text
