"""Python numbers and tensors: dtypes, attributes, errors: what a comparison with plain Python does not show."""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
def test_scalars_of_numpy_have_a_real_part():
    z = np.complex128(1 + 2j)
    found = ag.function(lambda z: (int(z), float(z), math.sqrt(z), bool(z)))(z)
    assert [each.numpy() for each in found] == [1, 1.0, 1.0, True]
