"""Parts of arrays that are read before a write: rows show it, elements do not.

What a part is, is known only at run time: the arrays may have any number of axes.
"""

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
@pytest.mark.parametrize("program", [swapped, read_before_a_branch, sorted_by_bubbles])
def test_a_part_is_what_it_is_in_numpy(program, array):
    anything = ag.TensorSpec(None, ag.float64)
    staged = ag.function(program, input_signature=[anything])
    expected = ag.nest.flatten(program(array))
    for found, truth in zip(ag.nest.flatten(staged(array)), expected, strict=True):
        np.testing.assert_array_equal(np.asarray(found), truth)
