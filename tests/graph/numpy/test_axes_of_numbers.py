"""Arrays without axes: many functions of NumPy's take them to have one, others not."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.graph.numpy.three_ways import Row, check, gradient_of, staged

X, N = np.array(3.5), np.array(3)
OF_FLOATS = [np.nanmean, np.nanvar, np.nanstd]  # np.mean of integers has no such axis
TAKEN = [
    *(np.sum, np.prod, np.max, np.min, np.all, np.any, np.nansum, np.nanprod),
    *(np.nanmax, np.nanmin, np.argmax, np.argmin, np.nanargmax, np.nanargmin),
    *(np.cumsum, np.cumprod, np.nancumsum, np.nancumprod, np.count_nonzero, np.ptp),
    *(np.argsort, np.squeeze, np.add.reduce),
    lambda x, axis: np.repeat(x, 2, axis=axis),
    lambda x, axis: np.argpartition(x, 0, axis=axis),
    lambda x, axis: np.compress([True], x, axis=axis),
    lambda x, axis: np.take(x, 0, axis=0),
    lambda x, axis: np.take(x, [0, -1], axis=0),
    lambda x, axis: np.sum(x, axis, where=np.array(True), initial=2),
    lambda x, axis: x.sum(axis),
    lambda x, axis: x.max(axis=axis),
    lambda x, axis: x.cumsum(axis),
]


@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize("function", [*TAKEN, *OF_FLOATS])
def test_numbers_have_an_axis_where_numpy_says_so(function, axis):
    for x in (X,) if function in OF_FLOATS else (X, N):
        check(Row(lambda x: function(x, axis=axis), (x,)))


KEEPING = [np.sum, np.max, np.all, np.argmax, np.count_nonzero]


@pytest.mark.parametrize("function", KEEPING)
def test_axes_that_are_kept_are_none(function):
    for axis in (0, -1):
        check(Row(lambda x: function(x, axis=axis, keepdims=True), (X,), "rank"))


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
        with pytest.raises(np.exceptions.AxisError):
            way(ag.constant(X))
    with pytest.raises(np.exceptions.AxisError):
        call(X)


@pytest.mark.parametrize("kind", [ValueError, IndexError, np.exceptions.AxisError])
def test_an_axis_that_is_not_there_is_numpys_error(kind):
    call = REFUSED["another axis"]
    for way in (call, staged(call)):
        with pytest.raises(kind) as info:
            way(ag.constant(X))
        assert isinstance(info.value, ag.errors.AxisError)


def test_gradients_are_of_the_shape_of_numbers():
    slope = gradient_of(lambda x: np.sum(x * x, axis=0))
    np.testing.assert_array_equal(slope(X), 7.0)
    np.testing.assert_array_equal(slope(np.array([1.0, 2.0])), [2.0, 4.0])
