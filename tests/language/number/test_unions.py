"""Numbers of different types on different paths: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import UnstagedOperationError
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


# -- An integer or a NumPy scalar


def test_integers_that_floats_do_not_hold_are_an_error():
    staged, large = ag.function(either_2), -(2**60) - 1
    for kind in (np.int64, lambda n: T(n, ag.int64)):
        assert int(either_2(kind(large), np.float64(3))) == large
        with pytest.raises(UnstagedOperationError, match="1152921504606846977 is"):
            staged(kind(large), np.float64(3))
        assert staged(kind(2**53), np.float64(3)).numpy() == 3
        assert staged(kind(-(2**53)), np.float64(3)).numpy() == -(2**53)
