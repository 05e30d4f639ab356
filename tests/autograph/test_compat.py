"""`ag.compat.v1`: the older spellings that the documents use.

What the documents do with them is in `tests/conformance/documents/sessions`.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag

v1 = ag.compat.v1


@pytest.mark.parametrize(
    ("shape", "fans"), [((100, 50), 150), ((3, 3, 8, 24), 9 * 32), ((7,), 14), ((), 2)]
)
def test_glorot_uniform_is_even_between_limits_of_the_fans(shape, fans):
    ag.random.set_seed(3)
    values = v1.glorot_uniform_initializer()(shape, ag.float64).numpy()
    assert values.dtype == np.float64
    assert values.shape == shape
    limit = math.sqrt(6 / fans)
    assert np.abs(values).max() <= limit
    if values.size > 1000:
        assert abs(values.std() - limit / math.sqrt(3)) < 0.05 * limit
        normal = v1.glorot_normal_initializer(seed=1)(shape).numpy()
        assert abs(normal.std() - math.sqrt(2 / fans)) < 0.05 * math.sqrt(2 / fans)


def test_assigns_return_the_variable():
    v = ag.Variable(1.0)
    assert v1.assign(v, 3.0).numpy() == 3
    assert v1.assign_add(v, 2.0).numpy() == 5
    assert v1.assign_sub(v, 1.0).numpy() == 4
    with pytest.raises(ag.errors.DTypeError, match="is not a variable"):
        v1.assign(ag.constant(1.0), 2.0)


def test_conversions():
    x = [1.75, -2.0]
    assert v1.to_float([1, 2]).dtype == ag.float32
    assert v1.to_double(x).dtype == ag.float64
    assert v1.to_int32(ag.constant(x)).numpy().tolist() == [1, -2]
    assert v1.to_int64(ag.constant(x)).dtype == ag.int64


def test_initializers_give_floats():
    with pytest.raises(ag.errors.DTypeError, match="gives floats, not int32"):
        v1.glorot_uniform_initializer(dtype=ag.int32)
