"""Arrays of different dtype or rank on different paths: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

from autograph.testing import Verdict, check
from tests.language.array.unions import FIRST, SECOND, T

FUNCTIONS = {
    "sum": np.sum,
    "prod": np.prod,
    "cumsum": np.cumsum,
    "max": np.max,
    "dot": lambda w: np.dot(w, w),
    "array": lambda w: np.array([w, w]),
    "stack": lambda w: np.stack([w, w]),
    "repeat": lambda w: np.repeat(w, 2),
    "where": lambda w: np.where(np.array(True), w, w),
    "clip": lambda w: np.clip(w, 0, 2),
    "round": np.round,
    "zeros_like": np.zeros_like,
    "divmod": lambda w: np.divmod(w, 2),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("second", [np.uint8(3), T(1.5)], ids=["uint8", "float32"])
def test_functions_of_a_number_on_one_path(name, second):
    function = FUNCTIONS[name]

    def of_a_number(x):
        w = 3
        if x > 2:
            w = second
        return function(w)

    # It takes the dtype that the other path gives, as is documented.
    assert check(of_a_number, FIRST).verdict is Verdict.DIFFERS
    assert check(of_a_number, SECOND).verdict is Verdict.SAME


@pytest.mark.parametrize(
    "function",
    [np.sum, np.prod, np.mean, np.median, np.cumsum, np.linalg.norm, np.trace],
)
def test_functions_of_integers_on_one_path(function):
    def of_integers(x):
        w = np.array([[1.5, 2]], np.float32)
        if x > 2:
            w = np.array([[1, 2]], np.int16)
        return function(w)

    assert check(of_integers, FIRST).verdict is Verdict.SAME
    assert check(of_integers, SECOND).verdict is Verdict.SAME


NONE = np.array([])
