"""What a program asks about itself, and what it has computed first."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import DTypeError, InvalidArgumentError


def test_tensors_and_variables_are_tensors():
    assert ag.is_tensor(ag.constant(1))
    assert ag.is_tensor(ag.Variable(1.0))
    for other in (1, 1.0, "a", np.ones(2), [ag.constant(1)], None, ag.TensorSpec([])):
        assert not ag.is_tensor(other)

    @ag.function
    def of_arguments(x, n):
        count = 0
        while count < n:
            count += 1
        return ag.is_tensor(x), ag.is_tensor(count), ag.is_tensor([x])

    found = of_arguments(ag.constant(1), ag.constant(3))
    assert [bool(x) for x in found] == [True, False, False]


def test_ops_are_applied_at_once_outside_of_graphs():
    @ag.function
    def inside():
        with ag.init_scope():
            outside = ag.executing_eagerly()
        return ag.executing_eagerly(), outside

    assert ag.executing_eagerly()
    assert [bool(x) for x in inside()] == [False, True]


def test_what_comes_first_is_computed_though_nothing_uses_it():
    @ag.function
    def unused(x):
        ag.gather(x, 10)
        return x + 1

    @ag.function
    def first(x):
        y = ag.gather(x, 10)
        with ag.control_dependencies([y]):
            return x + 1

    x = ag.constant([1.0, 2.0])
    np.testing.assert_array_equal(unused(x), [2, 3])
    with pytest.raises(InvalidArgumentError, match="= 10 is not in"):
        first(x)


def test_functions_are_called_at_once():
    called = []
    with ag.control_dependencies([lambda: called.append(1), ag.constant(1), None]):
        assert called == [1]
    with ag.control_dependencies(None):
        pass
    with (
        pytest.raises(DTypeError, match=r"control_dependencies: 2\.5 is no tensor"),
        ag.control_dependencies([2.5]),
    ):
        pass


# -- Arguments that TensorFlow's functions have ----------------------------------------


def test_lengths_of_parts_that_the_run_knows():
    specs = [ag.TensorSpec([None, 2], ag.int32), ag.TensorSpec([None], ag.int32)]

    @ag.function(input_signature=specs)
    def parts(x, sizes):
        return tuple(ag.split(x, sizes, num=3))

    x = np.arange(12, dtype=np.int32).reshape(6, 2)
    for sizes in ([1, 2, 3], [0, -1, 4], [6, 0, 0]):
        ends = np.cumsum([2 if size == -1 else size for size in sizes])
        expected = np.split(x, ends[:-1])
        for found, part in zip(parts(x, sizes), expected, strict=True):
            np.testing.assert_array_equal(found, part)
    for sizes in ([1, 2, 2], [-1, -1, 6], [7, -2, 1], [3, 3]):
        with pytest.raises(InvalidArgumentError, match="do not make an axis of length"):
            parts(x, sizes)

    @ag.function
    def columns(x, n):
        return tuple(ag.split(x, [n, -1], axis=-1))

    one, rest = columns(x, ag.constant(1))
    np.testing.assert_array_equal(one, x[:, :1])
    np.testing.assert_array_equal(rest, x[:, 1:])
    assert len(ag.split([1, 2, 3], [1, 2], num=2)) == 2
    with pytest.raises(ValueError, match="num is 3, and 2 lengths are given"):
        ag.split([1, 2, 3], [1, 2], num=3)


@pytest.mark.parametrize("shift", [None, 0.5])
@pytest.mark.parametrize("axes", [[0], [0, 1], [-1]])
def test_moments_are_made_of_sums(axes, shift):
    x = np.random.default_rng(0).normal(size=(4, 3)) + 1

    def both(x):
        count, *sums = ag.nn.sufficient_statistics(x, axes, shift)
        return count, *ag.nn.normalize_moments(count, *sums)

    unknown = ag.function(
        both, input_signature=[ag.TensorSpec([None, None], "float64")]
    )
    over = tuple(axes)
    for call in (both, unknown):
        count, mean, variance = call(x)
        assert float(count) == np.prod([x.shape[axis] for axis in axes])
        np.testing.assert_allclose(mean, x.mean(over))
        np.testing.assert_allclose(variance, x.var(over))
    kept = ag.nn.sufficient_statistics(x, axes, keepdims=True)[1]
    np.testing.assert_allclose(kept, x.sum(over, keepdims=True))
