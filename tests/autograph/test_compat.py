"""`ag.compat.v1`: the older spellings that the documents use."""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag

v1 = ag.compat.v1


def test_the_documents_loop_over_a_tensor():
    v = ag.Variable(0)
    found = []

    @ag.function
    def g(x):
        for i in x:
            v1.assign(v, i)
            v1.py_func(lambda i: found.append(i))(i)  # noqa: PLW0108  # as documented

    g(ag.constant([1, 2, 3]))
    g(ag.constant([1, 2, 3]))
    assert [int(i) for i in found] == [1, 2, 3] * 2
    assert v.numpy() == 3


def test_the_documents_counter():
    c = ag.Variable(0)

    @ag.function
    def f(x):
        c.assign_add(1)
        return x + v1.to_float(c)

    assert int(c) == 0
    assert f(1.0) == 2.0
    assert int(c) == 1
    assert f(1.0) == 3.0
    assert int(c) == 2


def test_the_documents_dense_layers():
    class Dense:
        def __init__(self):
            self.W = ag.Variable(v1.glorot_uniform_initializer()((10, 10)))
            self.b = ag.Variable(ag.zeros(10))

        @ag.function
        def compute(self, x):
            return ag.matmul(x, self.W) + self.b

    d1, d2 = Dense(), Dense()
    x = ag.random.uniform((10, 10))
    assert not (d1.compute(x).numpy() == d2.compute(x).numpy()).all()


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
