"""Functions that may overwrite their input: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

from autograph.testing.agreement import Verdict, check
from tests.language.array.updates import XS


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
