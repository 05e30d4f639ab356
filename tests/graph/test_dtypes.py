"""Element types: names, equality, conventions, and how they join."""

import copy
import itertools
import pickle

import numpy as np
import pytest

from graph import dtypes
from graph.errors import DTypeError

STRONG_NUMBERS = [d for d in dtypes.STRONG if d is not dtypes.string]


@pytest.mark.parametrize("dtype", STRONG_NUMBERS, ids=str)
def test_a_dtype_equals_what_numpy_calls_it(dtype):
    assert dtype == dtype.numpy
    assert dtype == dtype.numpy.type
    assert dtype == dtype.numpy.name
    assert dtype == dtype.numpy.newbyteorder(">")
    assert dtypes.as_dtype(dtype.numpy) is dtype
    assert dtypes.from_numpy(dtype.numpy) is dtype
    assert dtype.as_numpy_dtype is dtype.numpy.type
    assert dtype.size == dtype.numpy.itemsize
    assert (
        sum([dtype.is_bool, dtype.is_integer, dtype.is_floating, dtype.is_complex]) == 1
    )


@pytest.mark.parametrize("dtype", dtypes.STRONG + dtypes.PYTHON, ids=str)
def test_there_is_one_object_for_each_dtype(dtype):
    assert copy.deepcopy(dtype) is dtype
    assert pickle.loads(pickle.dumps(dtype)) is dtype
    assert dtypes.dtype_named(dtype.name) is dtype
    assert hash(dtype) == hash(copy.copy(dtype))


def test_dtypes_are_shown_by_their_public_names():
    assert repr(dtypes.float32) == "ag.float32"
    assert str(dtypes.float32) == "float32"


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (int, "int32"), (float, "float32"), (bool, "bool"), (complex, "complex64"),
        (str, "string"), (bytes, "string"), ("string", "string"),
        ("float16", "float16"), (np.uint8, "uint8"), (np.dtype(">i4"), "int32"),
        (np.dtype("S3"), "string"), (np.dtype("U3"), "string"),
        (np.dtype(object), "string"),
    ],
)  # fmt: skip
def test_values_that_name_a_dtype(value, name):
    assert dtypes.as_dtype(value).name == name


@pytest.mark.parametrize(
    "value", ["nonsense", None, 3, [], np.dtype("M8[s]"), np.dtype("i4,f4")]
)
def test_values_that_name_none(value):
    with pytest.raises(DTypeError) as error:
        dtypes.as_dtype(value)
    assert isinstance(error.value, TypeError)
    assert "float16, float32" in str(error.value)
    assert dtypes.float64 != value


def test_python_numbers_have_dtypes_of_their_own():
    assert [dtypes.of_python(x) for x in (True, 1, 1.0, 1j)] == list(dtypes.PYTHON)
    assert dtypes.of_python(np.float64(1)) is None
    assert dtypes.of_python("text") is dtypes.python_str
    assert dtypes.of_python(b"text") is None
    assert dtypes.python_int != dtypes.int32
    strong = [dtypes.strengthen(dtype).name for dtype in dtypes.PYTHON]
    assert strong == ["bool", "int32", "float32", "complex64"]
    assert dtypes.strengthen(dtypes.int8) is dtypes.int8


@pytest.mark.parametrize(
    ("left", "right", "joined"),
    [
        ("int", "int", "int"), ("int", "float", "float"),
        ("float", "complex", "complex"), ("pybool", "pybool", "pybool"),
        ("pybool", "int", None), ("int", "int8", "int8"),
        ("float", "float16", "float16"), ("pybool", "bool", "bool"),
        ("pybool", "int32", None), ("int", "bool", None), ("int", "string", None),
        ("int32", "int32", "int32"), ("int32", "int64", "int64"),
        ("float64", "int32", "float64"), ("int32", "float32", None),
        ("uint8", "int8", None), ("bool", "int32", None), ("string", "int32", None),
        ("string", "string", "string"),
    ],
)  # fmt: skip
def test_dtypes_join_as_variables_of_both_need(left, right, joined):
    expected = joined and dtypes.dtype_named(joined)
    first, second = dtypes.dtype_named(left), dtypes.dtype_named(right)
    assert dtypes.join(first, second) is expected
    assert dtypes.join(second, first) is expected


@pytest.mark.parametrize(
    "python", [dtypes.python_int, dtypes.python_float, dtypes.python_complex], ids=str
)
@pytest.mark.parametrize("strong", STRONG_NUMBERS[1:], ids=str)
def test_a_python_number_beside_a_tensor_is_weak_as_in_numpy(python, strong):
    result = np.zeros(1, strong.numpy) + python.python(1)
    if result.dtype == strong:  # else the tensor's dtype would change as well
        assert dtypes.join(python, strong) is strong


def test_joining_does_not_depend_on_the_order():
    everything = dtypes.STRONG + dtypes.PYTHON
    for left, right in itertools.product(everything, everything):
        assert dtypes.join(left, right) is dtypes.join(right, left)
