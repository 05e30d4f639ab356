"""Parts of arrays that are read before a write: rows show it, elements do not."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

VECTOR = np.array([1.0, 2.0, 3.0])
MATRIX = np.arange(6.0).reshape(3, 2)


def swapped(x):
    y = np.array(x)
    y[0], y[1] = y[1], y[0]
    return y


def rotated(x):
    y = np.array(x)
    for i in range(len(y) - 1):
        first = y[i]
        y[i] = y[i + 1]
        y[i + 1] = first * 2
    return y


def read_before_a_branch(x):
    y = np.array(x)
    first = y[0]
    if y.sum() > 1:
        y[0] = 5
    else:
        y[1] = first
    return y, first


def sorted_by_bubbles(x):
    y, swaps = np.array(x), 0
    for i in range(len(y)):
        for j in range(len(y) - 1 - i):
            if y[j].sum() > y[j + 1].sum():
                y[j], y[j + 1] = y[j + 1], y[j]
                swaps += 1
    return y, swaps


@pytest.mark.parametrize("array", [VECTOR, MATRIX, MATRIX[::-1], VECTOR[::-1]])
@pytest.mark.parametrize(
    "program", [swapped, rotated, read_before_a_branch, sorted_by_bubbles]
)
def test_what_a_part_is_may_be_known_only_when_the_graph_runs(program, array):
    anything = ag.TensorSpec(None, ag.float64)
    staged = ag.function(program, input_signature=[anything])
    expected = ag.nest.flatten(program(array))
    for found, truth in zip(ag.nest.flatten(staged(array)), expected, strict=True):
        np.testing.assert_array_equal(np.asarray(found), truth)


def clusters(x):
    centres = x[:2].copy()
    nearest = np.zeros(len(x), dtype=np.intp)
    for turn in range(25):
        found = ((x[:, None] - centres[None]) ** 2).argmin(axis=1)
        if turn > 0 and np.all(found == nearest):
            break
        nearest = found
        for k in range(2):
            if (nearest == k).any():
                centres[k] = x[nearest == k].mean()
    return centres, nearest


def test_objects_that_many_branches_choose_are_asked_once():
    # Asked by every way through the branches, this would take ages.
    found = ag.function(clusters)(VECTOR)
    for one, truth in zip(found, clusters(VECTOR), strict=True):
        np.testing.assert_array_equal(np.asarray(one), truth)
