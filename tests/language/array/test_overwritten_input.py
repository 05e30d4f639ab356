"""Functions that may overwrite their input: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

from autograph.testing import assert_agrees
from tests.language.array.updates import XS


@pytest.mark.parametrize(
    "function", [np.median, np.nanmedian, np.percentile, np.quantile]
)
def test_arrays_are_left_in_the_order_that_numpy_leaves_them_in(function):
    given = () if function in (np.median, np.nanmedian) else (0.5,)

    def overwriting(x):
        y = x * 2
        return function(y, *given, overwrite_input=True), y

    assert_agrees(overwriting, XS)
