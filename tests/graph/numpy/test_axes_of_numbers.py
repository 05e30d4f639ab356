"""Arrays without axes: many functions of NumPy's take them to have one, others not."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.graph.numpy.three_ways import Row, check, staged

X, N, NAN = np.array(3.5), np.array(3), np.array(np.nan)

TAKEN = {
    "sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min, "all": np.all,
    "any": np.any, "nansum": np.nansum, "nanprod": np.nanprod, "nanmax": np.nanmax,
    "nanmin": np.nanmin, "nanmean": np.nanmean, "nanvar": np.nanvar,
    "nanstd": np.nanstd, "argmax": np.argmax, "argmin": np.argmin,
    "nanargmax": np.nanargmax, "nanargmin": np.nanargmin, "cumsum": np.cumsum,
    "cumprod": np.cumprod, "nancumsum": np.nancumsum, "nancumprod": np.nancumprod,
    "count_nonzero": np.count_nonzero, "ptp": np.ptp, "argsort": np.argsort,
    "squeeze": np.squeeze,
    "repeat": lambda x, axis: np.repeat(x, 2, axis=axis),
    "argpartition": lambda x, axis: np.argpartition(x, 0, axis=axis),
    "compress": lambda x, axis: np.compress([True], x, axis=axis),
    "take": lambda x, axis: np.take(x, 0, axis=0),
    "take several": lambda x, axis: np.take(x, [0, -1], axis=0),
    "reduce": np.add.reduce,
    "some": lambda x, axis: np.sum(x, axis, where=np.array(True), initial=2),
    ".sum": lambda x, axis: x.sum(axis),
    ".max": lambda x, axis: x.max(axis=axis),
    ".cumsum": lambda x, axis: x.cumsum(axis),
}  # fmt: skip


@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize("name", TAKEN)
def test_numbers_have_an_axis_where_numpy_says_so(name, axis):
    function = TAKEN[name]
    check(Row(lambda x: function(x, axis=axis), (X,)))
    is_of_floats = name in ("nanmean", "nanvar", "nanstd")  # np.mean has no such axis
    if not is_of_floats:
        check(Row(lambda x: function(x, axis=axis), (N,)))


@pytest.mark.parametrize("name", ["sum", "max", "all", "argmax", "count_nonzero"])
def test_axes_that_are_kept_are_none(name):
    for axis in (0, -1):
        check(Row(lambda x: TAKEN[name](x, axis=axis, keepdims=True), (X,), "rank"))


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
    for specs in (None, [ag.TensorSpec(None, "float64")]):
        with pytest.raises(np.exceptions.AxisError):
            staged(call, specs)(X)
    for given in (X, ag.constant(X)):
        with pytest.raises(np.exceptions.AxisError):
            call(given)


def test_gradients_are_of_the_shape_of_numbers():
    @ag.function(input_signature=[ag.TensorSpec(None, ag.float64)])
    def slope(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = np.sum(x * x, axis=0)
        return tape.gradient(y, x)

    np.testing.assert_array_equal(slope(X), 7.0)
    np.testing.assert_array_equal(slope(np.array([1.0, 2.0])), [2.0, 4.0])
