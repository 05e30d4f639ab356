"""Numbers of different types on different paths: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check
from tests.language.number.unions import T, either_2

# -- A Python number or a tensor: operators


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
def test_numbers_of_two_kinds_are_divided_as_python_divides_them(function):
    staged = ag.function(function)
    for n in map(np.int64, (7, 9, 3, 0)):
        assert_agrees(staged, n)


def squared(x):
    k = 1_000_000
    if x > 0:
        k = x
    return k * k - 1


def test_integers_take_the_dtype_of_another_path():
    staged = ag.function(squared)
    assert staged(np.int32(3)).numpy() == squared(3)
    assert squared(np.int32(-3)) == 10**12 - 1
    assert staged(np.int32(-3)).dtype is ag.int32  # as is documented
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


# -- An integer or a NumPy scalar


def test_integers_that_floats_do_not_hold():
    staged, large = ag.function(either_2), -(2**60) - 1
    for n in (large, 2**53, -(2**53)):
        assert_agrees(staged, np.int64(n), np.float64(3))
        found = check(staged, T(n, ag.int64), np.float64(3))
        assert found.verdict in (Verdict.SAME, Verdict.ALLOWED)
