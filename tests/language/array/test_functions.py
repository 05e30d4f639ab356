"""NumPy's functions on arrays, lists and tensors: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np

from autograph.testing import Verdict, check
from tests.language.array.functions import A, I


def test_zeros_in_front_of_a_polynomial_are_refused_when_the_run_finds_them():
    def product(p):
        try:
            return np.polymul(p, [1, 2])
        except Exception:
            return p * 0 - 1

    for p in (A - 1, A * 0, I - 3):
        assert check(product, p).verdict is Verdict.REFUSED
