"""Functions of NumPy's that may overwrite what they are given, and values cut off."""

# written as users write them

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.testing.agreement import Verdict, check
from tests.autograph.testing.rows import Rows

rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

XS = np.array([3.0, 1.0, 2.0])


@pytest.mark.parametrize(
    "function", [np.median, np.nanmedian, np.percentile, np.quantile]
)
def test_arrays_that_are_left_in_another_order_are_refused(function):
    given = () if function in (np.median, np.nanmedian) else (0.5,)

    def overwriting(x):
        y = x * 2
        return function(y, *given, overwrite_input=True), y

    found = check(overwriting, XS)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert "overwrite_input=True leaves" in str(found.staged.error)


@rows.on(XS)
def the_array_stays(x):
    return np.median(x, overwrite_input=False), np.quantile(x, 0.5), x


@rows.on(ag.constant([3.0, 1.0, 2.0]))
def tensors_never_change(x):
    return np.median(x, overwrite_input=True), x


@pytest.mark.filterwarnings("ignore:invalid value encountered in cast")
@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.float32])
@pytest.mark.parametrize("value", [1e10, 2.7, -1e10])
def test_values_that_are_filled_in_are_cut_off(dtype, value):
    found = check(lambda x: np.full_like(x, value), np.array([1, 2], dtype))
    assert found.verdict in (Verdict.SAME, Verdict.ALLOWED), str(found)


@rows.on(np.array([1, 2], np.int8))
def integers_that_are_filled_in_are_checked(x):
    return np.full_like(x, 300)
