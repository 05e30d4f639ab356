"""Arrays without axes: what takes them to have one is in `data/functions.txt`."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.graph.numpy.three_ways import gradient_of, staged

X = np.array(3.5)
REFUSED = {
    "another axis": lambda x: np.sum(x, axis=1),
    "several axes": lambda x: np.sum(x, axis=(0,)),
    "mean": lambda x: np.mean(x, axis=0),
    "var": lambda x: np.var(x, axis=0),
    "sort": lambda x: np.sort(x, axis=0),
    "flip": lambda x: np.flip(x, axis=0),
    "mean of integers": lambda x: np.nanmean(x.astype(int), axis=0),
}


@pytest.mark.parametrize("name", REFUSED)
def test_numbers_have_no_axis_elsewhere(name):
    call = REFUSED[name]
    unknown = [ag.TensorSpec(None, "float64")]
    for way in (call, staged(call), staged(call, unknown)):
        with pytest.raises(np.exceptions.AxisError) as info:
            way(ag.constant(X))
        assert isinstance(info.value, ag.errors.AxisError)
    with pytest.raises(np.exceptions.AxisError):
        call(X)
    assert issubclass(ag.errors.AxisError, (ValueError, IndexError))


def test_gradients_are_of_the_shape_of_numbers():
    slope = gradient_of(lambda x: np.sum(x * x, axis=0))
    np.testing.assert_array_equal(slope(X), 7.0)
    np.testing.assert_array_equal(slope(np.array([1.0, 2.0])), [2.0, 4.0])
