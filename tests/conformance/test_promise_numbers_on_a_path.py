"""Operators of what is a number of Python's on one path, and a tensor on another.

Division by zero raises of Python's numbers, and gives inf or nan of NumPy's; integers
of Python's grow, and those of NumPy's wrap around.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import UnstagedOperationError
from tests.autograph.testing.rows import Rows
from tests.conformance.path_arguments import ARRAYS, NUMBERS

T = ag.constant
rows = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*NUMBERS)
def a_number_on_one_path(x):
    k = 0
    if x > 0:
        k = x
    return 10 / k


@rows.on(*map(T, (-6, 0, 6)))
def an_integer_or_a_float_or_a_tensor(n):
    found = 0.0
    if n > 3:
        found = ag.reduce_prod(T([0.0, 3.0]))
    try:
        found = 1.5 / found
    except ZeroDivisionError:
        found = 0
    try:
        return found // found, ""
    except ZeroDivisionError as error:
        return 0.0, str(error)


@rows.on(*map(T, (-6, 0, 6)))
def a_quotient_of_an_integer_or_a_float_or_a_tensor(n):
    found = 0
    if n == 2:
        found = ag.cast(n, ag.float64)
    elif n > 7:
        found = -2.0
    try:
        return found / found, ""
    except ZeroDivisionError as error:
        return 0.0, str(error)


@rows.on(*NUMBERS)
def a_conditional_expression(x):
    k = x if x > 5 else 0
    return 5 // k, 5 % (k - k)


@rows.on(*ARRAYS)
def the_mean_of_some(xs):
    total = 0
    count = 0
    for x in xs:
        if x > 2:
            total += x
            count += 1
    return total / count


@rows.on(*ARRAYS)
def the_mean_of_floats(xs):
    total = 0.0
    count = 0
    for x in xs * 0.5:
        if x > 1:
            total += x
            count += 1
    return total / count, 5.0 // (total - total), total % count


@rows.on(*ARRAYS)
def the_largest(xs):
    best = 1
    for x in xs:
        if x > best:  # noqa: PLR1730  # which `max` would stage otherwise
            best = x
    return 10 // (best - 1)


@rows.on(*NUMBERS)
def an_extreme(x):
    return 10 / max(0, x)


@rows.on(*NUMBERS)
def an_absolute_value(x):
    k = 0
    if x > 0:
        k = x
    return 10 % abs(k), 10 // -k


@rows.on(*ARRAYS)
def divided_in_the_loop(xs):
    low = 0
    for x in xs:
        if x < low:  # noqa: PLR1730
            low = x
        y = 5 % low
    return low, y


@rows.on(*ARRAYS)
def handed_from_one_to_another(xs):
    a = b = 0
    for x in xs:
        a, b = b, x
        if x > 3:
            break
    return 7 // a, 7 % b


@rows.on(*ARRAYS)
def in_loops_of_loops(xs):
    total = 0
    for x in xs:
        for y in xs:
            if x + y > 5:
                total = total + x * y
        if total:
            total = 100 // total
    return 3 // total


@rows.on(*(np.int64(n) for n in (0, 3, 5)))
def powers_and_shifts(x):
    k = 2
    if x > 3:
        k = x
    return 1 << k, (-k) ** 3


@rows.on(*NUMBERS)
def in_a_dict(x):
    table = {"a": 0}
    if x > 0:
        table["a"] = x
    return 5 / table["a"]


class Sum:
    def __init__(self):
        self.value = 0

    def add(self, x):
        if x > 0:
            self.value += x


@rows.on(*NUMBERS)
def in_an_attribute(x):
    total = Sum()
    total.add(x)
    return 5 / total.value


@rows.on(*((np.int64(a), np.int64(b)) for a in (0, 3, -1) for b in (0, 3, 1)))
def of_two(pair):
    x, y = pair
    k = max(0, x)
    m = max(0, y)
    z = k + m if k > m else k - m
    return [10 // z for _ in range(2)]


@rows.on(*NUMBERS)
def in_a_generator(x):
    def quotients():
        k = 0
        for i in range(3):
            if x > i:
                k = x
            yield 5 // (k + 1 - 1)

    return sum(quotients())


@rows.on(*NUMBERS)
def a_quotient_and_its_remainder(x):
    k = 0
    for i in range(3):
        if x > i:
            k = x
    return divmod(7, k)


@rows.on(np.int64(0), np.int64(9), T(5))
def grown_in_the_test(x):
    k = 0
    while k < x:
        k = k + 1 if k % 2 else k + x
    return 7 // k


@rows.on(*ARRAYS)
def caught(xs):
    total = 0
    for x in xs:
        if x > 2:
            total += x
    found = 0.0
    try:
        found = total / (total - total)
    except ZeroDivisionError:
        found = -1.0
    return found


@rows.on(*ARRAYS)
def caught_in_the_loop(xs):
    best = 0
    seen = 0
    for x in xs:
        try:
            if x > best:  # noqa: PLR1730
                best = x
            seen += 10 // best
        except ZeroDivisionError:
            best = 5
    return best, seen, 7 // best


@rows.on(*NUMBERS)
def divided_in_a_branch(x):
    k = 0
    if x > 0:
        k = x
    if x < 3:
        k = 3 // k if x > -1 else 1
    return k


@rows.on(*NUMBERS)
def given_to_a_function(x):
    def half(n):
        return n / (n * 0)

    k = 0
    if x > 2:
        k = x
    return half(k)


@rows.on(*NUMBERS[:4])
def a_sum_by_recursion(x):
    def fact(n):
        if n <= 1:
            return 1
        return n * fact(n - 1)

    total = 0
    for k in range(4):
        total = total + 1 / fact(x + k)
    return total


@rows.on(*NUMBERS, np.float64(-1), T(-1.0))
def zeros_without_a_sign(x):
    k = m = 0
    if x > 0:
        k, m = x, 2.5
    return -k, k * -3, k // -3, 3 % -3 + k, -m, m * -3, m // -3


@rows.on(*map(T, (-1.0, 0.0, 2.5)), np.float64(-1))
def zeros_with_a_sign(x):
    k = 0.0
    if x > 0:
        k = x
    return -k, k * -3


def by_recursion(x):
    def total(n):
        if n <= 0:
            return 0
        return n + total(n - 1)

    return 10 / total(x)


def of_a_list(n):
    numbers = []
    for _ in range(n * 0 + 2):
        numbers.append(n)
        numbers.append(int(n))
    return [5 // v for v in numbers]


def in_a_handler(x):
    k = 0
    try:
        if x > 5:
            k = x
        if x > 2:
            raise ValueError
    except ValueError:
        return 3 // k
    return 3


@pytest.mark.parametrize("function", [by_recursion, of_a_list, in_a_handler])
def test_what_is_not_known_is_told_where_it_would_matter(function):
    staged = ag.function(function)
    for n in map(np.int64, (7, 9)):
        given, expected = staged(n), function(n)
        assert np.array_equal(np.array(given), np.array(expected))
    zero = np.int64(3 if function is in_a_handler else 0)
    with pytest.raises(ZeroDivisionError):
        function(zero)
    with pytest.raises(ag.errors.UnstagedOperationError, match="ZeroDivisionError"):
        staged(zero)


def squared(x):
    k = 1_000_000
    if x > 0:
        k = x
    return k * k - 1


def test_integers_of_pythons_that_grow_do_not_wrap_around():
    staged = ag.function(squared)
    assert staged(np.int32(3)).numpy() == squared(3)
    assert squared(np.int32(-3)) == 10**12 - 1
    with pytest.raises(
        UnstagedOperationError, match=r"the Python integer 1000000000000 .*int32"
    ):
        staged(np.int32(-3))
    # NumPy's wrap around, in plain Python as well.
    with np.errstate(over="ignore"):
        assert staged(np.int32(100_000)).numpy() == squared(np.int32(100_000))


def test_what_is_not_asked_leaves_the_graph_as_it_is():
    def total(xs):
        found = 0
        for x in xs:
            found += x
        return found / 2

    text = str(ag.function(total).get_concrete_function(np.array([1, 2])).graph)
    assert "is_number" not in text
    assert "check_number" not in text
