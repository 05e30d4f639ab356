"""The different values of an array, by the standard's four functions."""

from __future__ import annotations

import numpy as np

import autograph.numpy as xp
from tests.conformance.array_api.ways import check

X = np.array([[3, 1, 3], [2, 1, 1]])
VALUES, FIRST = np.array([1, 2, 3]), np.array([1, 3, 0])
INVERSE, COUNTS = np.array([[2, 0, 2], [1, 0, 0]]), np.array([3, 1, 2])


def test_values_places_and_counts():
    everything = (VALUES, FIRST, INVERSE, COUNTS)
    check(lambda xp, x: xp.unique_all(x), X, expected=everything)
    check(lambda xp, x: xp.unique_counts(x), X, expected=(VALUES, COUNTS))
    check(lambda xp, x: xp.unique_inverse(x), X, expected=(VALUES, INVERSE))
    check(lambda xp, x: xp.unique_values(x), X, expected=VALUES)


def test_results_have_the_standards_names():
    x = xp.asarray(X)
    found = xp.unique_all(x)
    assert found._fields == ("values", "indices", "inverse_indices", "counts")
    assert xp.unique_counts(x)._fields == ("values", "counts")
    assert xp.unique_inverse(x)._fields == ("values", "inverse_indices")


def test_each_nan_is_a_value_of_its_own():
    x = np.array([np.nan, 1.0, np.nan])
    expected = (np.array([1.0, np.nan, np.nan]), np.array([1, 1, 1]))
    check(lambda xp, x: xp.unique_counts(x), x, expected=expected)


def test_both_zeros_are_one_value():
    found = xp.unique_counts(xp.asarray([0.0, -0.0, 1.0]))
    assert np.asarray(found.counts).tolist() == [2, 1]
