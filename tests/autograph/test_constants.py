"""`ag.constant` of tensors, and of lists with tensors in them: eagerly and in graphs."""

import numpy as np
import pytest

import autograph as ag

LISTS = {
    "beside a number": lambda x: [x, 1],
    "twice": lambda x: (x, x),
    "nested": lambda x: [[x, 2], [x, x]],
}


def like(left, right):
    return left.dtype == right.dtype and (left.numpy() == right.numpy()).all()


@pytest.mark.parametrize("dtype", [None, ag.float32, ag.int64], ids=str)
@pytest.mark.parametrize("given", [3, 2.0])
@pytest.mark.parametrize("make", LISTS.values(), ids=LISTS)
def test_a_list_with_tensors_is_stacked(make, given, dtype):
    def function(x):
        return ag.constant(make(x), dtype)

    x = ag.constant(given)
    result = function(x)
    assert like(ag.function(function)(x), result)
    assert result.numpy().tolist() == np.array(make(given), result.dtype.numpy).tolist()
    if dtype is not None:
        assert result.dtype == dtype


@pytest.mark.parametrize(
    ("given", "shape"), [([1, 2, 3, 4], [2, 2]), (7, [2, 3]), ([7], [3]), ([[7]], [])]
)
def test_a_tensor_is_given_the_shape(given, shape):
    def function(x):
        return ag.constant(x, shape=shape)

    expected = function(np.array(given, np.int32))
    x = ag.constant(given)
    assert like(function(x), expected)
    assert like(ag.function(function)(x), expected)


def test_a_tensor_that_does_not_fill_the_shape():
    for x in (np.arange(3), ag.constant([0, 1, 2])):
        with pytest.raises(ValueError, match="3"):
            ag.constant(x, shape=[2])


def test_a_float_beside_a_tensor_is_no_integer():
    def function(x):
        return ag.constant([x, 1.5], ag.int64)

    for each in (function, ag.function(function)):
        with pytest.raises(TypeError, match="floats are no integers"):
            each(ag.constant(1))
