"""Arrays of Python values, by the conventions of the documents."""

from __future__ import annotations

import enum

import numpy as np
import pytest

import autograph as ag
from graph import dtypes
from graph.convert import as_operand, constant_array
from graph.errors import DTypeError
from graph.ops.core import constant
from graph.tensor import EagerTensor


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (1, "int32"),
        (True, "bool"),
        (1.5, "float32"),
        (1j, "complex64"),
        ([1, 2], "int32"),
        ([1, 2.5], "float32"),
        ([True, False], "bool"),
        ([], "float32"),
        (2**31 - 1, "int32"),
        (2**31, "int64"),
        ([-(2**31) - 1], "int64"),
        (2**63, "uint64"),
        (np.float64(1), "float64"),
        ([np.int8(1), np.int8(2)], "int8"),
        (np.zeros(2), "float64"),
        (np.zeros(2, ">i4"), "int32"),
        (((1, 2), [3, 4]), "int32"),
    ],
)
def test_python_values_get_their_conventional_dtype(value, dtype):
    array = constant_array(value)
    assert array.dtype == dtype
    assert array.dtype.isnative
    np.testing.assert_array_equal(array, np.array(value))


@pytest.mark.parametrize(
    "value", ["añ", b"a\xc3\xb1", np.str_("añ"), np.array("añ"), np.array(["añ"])[0]]
)
def test_text_becomes_bytes(value):
    array = constant_array(value)
    assert array.dtype == object
    assert array[()] == b"a\xc3\xb1"
    assert EagerTensor(array).dtype is dtypes.string


def test_lists_of_text_keep_every_byte():
    assert constant_array([["a\0", b"b\0"]]).tolist() == [[b"a\0", b"b\0"]]
    assert constant_array(np.array(["a", "bc"])).tolist() == [b"a", b"bc"]
    assert constant_array([], dtypes.string).shape == (0,)


def test_arrays_are_copied_and_read_only():
    mine = np.zeros(2)
    array = constant_array(mine)
    mine[0] = 1
    assert array.tolist() == [0, 0]
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        (1, "float64", 1.0),
        (0.1, "float64", 0.1),
        ([1, 2], "uint8", [1, 2]),
        (np.array([1.7, -1.7]), "int32", [1, -1]),
        (2**40, "int64", 2**40),
        (1, "bool", True),
        ([], "int32", []),
        ((), "bool", []),
        ([[], []], "float32", [[], []]),
    ],
)
def test_a_dtype_may_be_asked_for(value, dtype, expected):
    array = constant_array(value, dtypes.as_dtype(dtype))
    assert array.dtype == dtype
    assert array.tolist() == expected


@pytest.mark.parametrize(
    ("value", "dtype", "text"),
    [
        ([[1], [2, 3]], None, "[[1], [2, 3]] cannot become a tensor"),
        (object(), None, "cannot be an element of a tensor"),
        ([1, "a"], None, "1 (of type int) cannot be an element of a tensor"),
        ({"a": 1}, None, "cannot be an element of a tensor"),
        (None, None, "None (of type NoneType) cannot be an element of a tensor"),
        (2**64, None, "cannot be an element of a tensor"),
        (1.5, "int32", "1.5 cannot become a tensor of dtype int32: floats are no integers"),
        (300, "uint8", "300 does not fit uint8, which holds 0 to 255"),
        (-1, "uint64", "-1 does not fit uint64"),
        ("a", "int32", "'a' cannot become a tensor of dtype int32"),
        (np.array(["2020"], "M8[Y]"), None, "has no counterpart here"),
    ],
)  # fmt: skip
def test_what_cannot_become_a_tensor_is_told(value, dtype, text):
    with pytest.raises(DTypeError) as error:
        constant_array(value, dtype and dtypes.as_dtype(dtype))
    assert text in str(error.value)
    assert isinstance(error.value, TypeError)


def test_lists_beside_tensors_are_weak():
    for dtype in ("uint8", "float16", "complex64", "int64"):
        beside = (constant([1, 2], dtype),)
        assert as_operand([1, 2], beside).dtype == dtype
    assert as_operand([1.5], (constant(1, "int32"),)).dtype == np.float64
    assert as_operand([1.5], ()).dtype == np.float32
    assert as_operand(["a"], (constant("b"),)).numpy().tolist() == [b"a"]


def test_operands_stay_what_they_are():
    class Color(enum.IntEnum):
        RED = 3

    class Mine(float):
        pass

    array, tensor = np.zeros(2), constant(1)
    assert as_operand(array, ()) is array
    assert as_operand(tensor, ()) is tensor
    for value in (1, 1.5, True, 2j):
        assert as_operand(value, ()) is value
    assert type(as_operand(Color.RED, ())) is int
    assert type(as_operand(Mine(1), ())) is float
    assert as_operand(np.array(["a"], object), ()).tolist() == [b"a"]


def test_constants_fill_a_shape():
    assert constant(3, shape=(2, 2)).numpy().tolist() == [[3, 3], [3, 3]]
    assert constant([1, 2, 3, 4], shape=[2, 2]).numpy().tolist() == [[1, 2], [3, 4]]
    text = r"a value of shape \(3,\) does not fill the shape \(2, 2\)"
    with pytest.raises(ValueError, match=text):
        constant([1, 2, 3], shape=(2, 2))


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        (ag.maximum, (0.0, [1, -1]), np.array([1, 0], np.float32)),
        (ag.add, ([1, 2], [3, 4]), np.array([4, 6], np.int32)),
        (ag.add, ([1, 2], 0.5), np.array([1.5, 2.5], np.float32)),
        (ag.multiply, ([[1], [2]], [1.5, 2]), np.array([[1.5, 2], [3, 4]], np.float32)),
        (ag.maximum, (1, 2.5), np.array(2.5, np.float32)),
        (ag.add, ([1, 2], np.array([0.5, 1])), np.array([1.5, 3])),
    ],
)
def test_lists_and_numbers_among_themselves_are_all_weak(function, args, expected):
    for result in (function(*args), ag.function(lambda: function(*args))()):
        assert result.dtype == expected.dtype
        assert np.array_equal(result.numpy(), expected)


def test_an_array_keeps_the_dtype_object_of_numpy():
    """Variables compare dtypes by identity, before they check a value at length."""
    assert constant_array(np.ones(2, np.float32)).dtype is np.dtype(np.float32)
    swapped = np.ones(2, np.dtype(np.float32).newbyteorder())
    assert constant_array(swapped).dtype == np.dtype(np.float32)
