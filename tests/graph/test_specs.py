"""Specs: shape, dtype and name together."""

import pickle

import numpy as np
import pytest

from graph import dtypes, specs
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor


def test_specs_are_made_as_in_the_documents_and_printed_so():
    spec = TensorSpec([None, 3], "int32", name="a")
    assert spec.shape == (None, 3)
    assert spec.dtype is dtypes.int32
    assert repr(spec) == "TensorSpec(shape=(None, 3), dtype=ag.int32, name='a')"
    assert str(spec) == "int32[None, 3]"
    assert (
        repr(TensorSpec(None))
        == "TensorSpec(shape=<unknown>, dtype=ag.float32, name=None)"
    )
    assert str(TensorSpec(None)) == "float32[...]"
    assert str(TensorSpec((), dtypes.python_int)) == "int"


def test_the_name_is_no_part_of_equality():
    spec = TensorSpec((2,), "int32", "a")
    assert spec == TensorSpec((2,), "int32", "b")
    assert hash(spec) == hash(TensorSpec((2,), "int32"))
    assert spec != TensorSpec((2,), "int64")
    assert spec != TensorSpec((None,), "int32")
    assert pickle.loads(pickle.dumps(spec)).name == "a"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "int"),
        (True, "pybool"),
        (np.float64(1), "float64[]"),
        (np.zeros((2, 0), np.int8), "int8[2, 0]"),
        (np.array(["a"]), "string[1]"),
        (EagerTensor(np.zeros(3)), "float64[3]"),
        ([1.0, 2.0], "float64[2]"),
    ],
)
def test_the_spec_of_a_value_is_exact(value, text):
    assert str(spec_of(value)) == text


def test_properties():
    spec = TensorSpec((2, None))
    assert spec.rank == 2
    assert TensorSpec(None).rank is None
    assert TensorSpec(()).is_scalar and not spec.is_scalar
    weak = TensorSpec((), dtypes.python_float, "x")
    assert weak.strong == TensorSpec((), dtypes.float32)
    assert weak.strong.name == "x"
    assert spec.strong is spec


def test_values_are_compatible_when_shape_and_dtype_fit():
    spec = TensorSpec((None, 3), "float32")
    assert spec.is_compatible_with(np.zeros((5, 3), np.float32))
    assert not spec.is_compatible_with(np.zeros((5, 4), np.float32))
    assert not spec.is_compatible_with(np.zeros((5, 3)))
    assert spec.is_compatible_with(TensorSpec(None, "float32"))


def test_specs_join_and_cover():
    two, three = TensorSpec((2,), "int32"), TensorSpec((3,), "int32")
    assert specs.join(two, three) == TensorSpec((None,), "int32")
    assert specs.join(two, TensorSpec((2,), "int64")) == TensorSpec((2,), "int64")
    assert specs.join(two, TensorSpec((2,), "float32")) is None
    number = TensorSpec((), dtypes.python_int)
    assert specs.join(number, TensorSpec((), "int8")) == TensorSpec((), "int8")
    assert specs.covers(TensorSpec(None, "int32"), two)
    assert not specs.covers(two, TensorSpec(None, "int32"))
    assert not specs.covers(TensorSpec(None, "int64"), two)
