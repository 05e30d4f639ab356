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
    inside = ag.function(lambda x, n: (ag.is_tensor(x), ag.is_tensor([x])))
    assert [bool(x) for x in inside(ag.constant(1), ag.constant(3))] == [True, False]


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


def test_lengths_of_parts_must_make_the_axis():
    specs = [ag.TensorSpec([None, 2], ag.int32), ag.TensorSpec([None], ag.int32)]
    parts = ag.function(lambda x, n: ag.split(x, n, num=3), input_signature=specs)
    for sizes in ([1, 2, 2], [-1, -1, 6], [7, -2, 1], [3, 3]):
        with pytest.raises(InvalidArgumentError, match="do not make an axis of length"):
            parts(np.ones((6, 2), np.int32), sizes)
    with pytest.raises(ValueError, match="num is 3, and 2 lengths are given"):
        ag.split([1, 2, 3], [1, 2], num=3)
