"""Tensors: printed forms, conversions, operators, and what symbolic ones refuse."""

from __future__ import annotations

import copy
import operator
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from graph import dtypes
from graph.errors import LeakedTensorError, OperatorNotAllowedInGraphError
from graph.graph import Graph
from graph.ops.core import constant
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor


@pytest.fixture
def symbolic():
    """Return a maker of symbolic tensors; their graph is being built."""
    graph = Graph("f")
    with graph.as_default():
        yield lambda shape=(), dtype="int32", name="a": graph.add_input(
            TensorSpec(shape, dtype), name
        )


@pytest.mark.parametrize(
    ("value", "text", "shown"),
    [
        (3, "ag.Tensor(3, shape=(), dtype=int32)", "<ag.Tensor: shape=(), dtype=int32, numpy=3>"),
        ([4, 1], "ag.Tensor([4 1], shape=(2,), dtype=int32)", "<ag.Tensor: shape=(2,), dtype=int32, numpy=\narray([4, 1], dtype=int32)>"),
        ("a", "ag.Tensor(b'a', shape=(), dtype=string)", "<ag.Tensor: shape=(), dtype=string, numpy=b'a'>"),
        ([["a"]], "ag.Tensor(\n[[b'a']], shape=(1, 1), dtype=string)", "<ag.Tensor: shape=(1, 1), dtype=string, numpy=\narray([[b'a']], dtype=object)>"),
    ],
)  # fmt: skip
def test_eager_tensors_are_shown_as_in_the_documents(value, text, shown):
    assert str(constant(value)) == text
    assert repr(constant(value)) == shown
    assert f"{constant(value)}" == text
    assert f"{constant(3.14159):.2f}" == "3.14"


def test_matrices_are_shown_on_lines_of_their_own():
    tensor = constant([[1.0, 2.0], [3.0, 4.0]])
    text = "ag.Tensor(\n[[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)"
    assert str(tensor) == text
    assert repr(tensor).startswith(
        "<ag.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1., 2.],\n"
    )


def test_symbolic_tensors_are_named_after_the_parameter(symbolic):
    tensor = symbolic((None,))
    assert str(tensor) == 'Tensor("a:0", shape=(None,), dtype=int32)'
    assert repr(tensor) == "<ag.Tensor 'a:0' shape=(None,) dtype=int32>"
    other = symbolic(None, name="b")
    assert str(other) == 'Tensor("b:0", shape=<unknown>, dtype=int32)'
    assert f"{tensor}" == str(tensor)
    found = (tensor.name, tensor.op.type, tensor.ndim, tensor.size)
    assert found == ("a:0", "Placeholder", 1, None)


def test_both_kinds_are_called_tensor():
    names = {kind.__name__ for kind in (EagerTensor, SymbolicTensor, Tensor)}
    assert names == {"Tensor"}
    assert EagerTensor.__module__ == "autograph"
    assert isinstance(constant(1), Tensor)


def test_eager_tensors_refuse_as_arrays_do():
    with pytest.raises(ValueError, match="truth value"):
        bool(constant([1, 2]))
    with pytest.raises(TypeError, match="cannot be iterated"):
        iter(constant(1))
    for use in (len, hash):
        with pytest.raises(TypeError):
            use(constant(1))


def test_values_cannot_be_written_to():
    tensor = constant([1, 2])
    for array in (tensor.numpy(), np.asarray(tensor)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5
    changed = np.array(tensor)
    changed[0] = 5
    assert tensor.numpy().tolist() == [1, 2]


def test_eager_tensors_pickle_and_copy():
    tensor = constant([[1.5, 2.5]])
    assert copy.deepcopy(tensor) is tensor
    again = pickle.loads(pickle.dumps(tensor))
    assert isinstance(again, Tensor)
    np.testing.assert_array_equal(again.numpy(), tensor.numpy())


BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv,
          operator.mod, operator.lt, operator.le, operator.gt, operator.ge, operator.eq,
          operator.ne, operator.pow]  # fmt: skip
BITS = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]
VALUES = [3, 2.5, np.float32(1.5), np.int64(4), np.array([1.0, 2.0]), np.array([3, 1], np.int32)]  # fmt: skip
INTEGERS = st.integers(-(2**31), 2**31 - 1)
either = pytest.mark.parametrize("make", [constant, ag.Variable])


ARRAY = np.array([[1.5, -2.0], [0.5, 4.0]], np.float32)


def same(tensor, expected):
    array = tensor if isinstance(tensor, np.ndarray) else tensor.numpy()
    np.testing.assert_array_equal(array, expected)
    assert array.dtype == np.asarray(expected).dtype


@either
@pytest.mark.parametrize("operation", BINARY, ids=lambda f: f.__name__)
@pytest.mark.parametrize("other", VALUES, ids=repr)
@pytest.mark.parametrize("dtype", ["int32", "float32"])
def test_operators_are_numpys_on_both_sides(operation, other, dtype, make):
    array = np.array([5, 7]).astype(dtype)
    same(operation(make(array), other), operation(array, other))
    same(operation(other, make(array)), operation(other, array))
    if isinstance(other, np.ndarray):
        for another in (constant, ag.Variable):
            same(operation(make(array), another(other)), operation(array, other))


@either
@pytest.mark.parametrize("operation", BITS, ids=lambda f: f.__name__)
def test_bits_and_shifts(operation, make):
    array = np.array([5, 7], np.int32)
    same(operation(make(array), 2), operation(array, 2))
    same(operation(2, make(array)), operation(2, array))


@either
@pytest.mark.parametrize(
    "use",
    [
        operator.neg, operator.pos, abs, lambda x: x.T, lambda x: x[0, 1], lambda x: x[:, 1],
        lambda x: 2**x, lambda x: x @ ARRAY, lambda x: ARRAY @ x, lambda x: x @ x,
        lambda x: np.array([1, 2], np.float32) + x, np.exp, lambda x: np.add(ARRAY, x),
    ],
)  # fmt: skip
def test_other_operators_and_functions_of_numpy(use, make):
    same(use(make(ARRAY)), use(ARRAY))
    same([1.0, 2.0] + make(ARRAY), np.float32([1, 2]) + ARRAY)
    same(~make([True, False]), [False, True])
    assert np.add.reduce(make([1, 2])) == 3
    assert (make(ARRAY).shape, make(ARRAY).ndim, make(ARRAY).size) == ((2, 2), 2, 4)


@given(INTEGERS, INTEGERS)
def test_integer_arithmetic_wraps_as_numpys(left, right):
    a, b = np.array([left], np.int32), np.array([right], np.int32)
    with np.errstate(all="ignore"):
        for name in ("add", "sub", "mul", "floordiv", "mod"):
            operation = getattr(operator, name)
            same(operation(constant(a), constant(b)), operation(a, b))


@either
def test_values_become_python_values(make):
    assert int(make(3)) == 3
    assert float(make(2.5)) == 2.5
    assert complex(make(1j)) == 1j
    assert bool(make(0.0)) is False
    assert [10, 20, 30][make(1)] == 20
    assert len(make([1, 2])) == 2
    assert [int(x) for x in make([1, 2])] == [1, 2]
    assert round(make(2.567), 1) == np.float32(2.6)
    assert 2 in make([1, 2]) and 3 not in make([1, 2])
    assert (divmod(make(7), 4)[1].numpy(), divmod(9, make(7))[0].numpy()) == (3, 1)
    same(np.asarray(make(ARRAY)), ARRAY)


def test_strangers_are_asked_before_an_operator_gives_up():
    class Stranger:
        def __radd__(self, other):
            return "asked"

    assert constant(1) + Stranger() == "asked"
    assert (constant(1) == None) is False
    assert (constant(1) != object()) is True
    with pytest.raises(TypeError):
        constant(1) + object()


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (bool, "deciding on the symbolic tensor"),
        (int, "int() of the symbolic tensor"),
        (float, "float() of the symbolic tensor"),
        (complex, "complex() of the symbolic tensor"),
        (operator.index, "indexing a Python object, or counting, with the symbolic tensor"),
        (len, "len() of the symbolic tensor"),
        (list, "iterating over the symbolic tensor"),
        (np.asarray, "making a NumPy array of the symbolic tensor"),
        (lambda t: f"{t:.2f}", "formatting the symbolic tensor"),
    ],
)  # fmt: skip
def test_symbolic_tensors_refuse_what_needs_a_value(use, text, symbolic):
    with pytest.raises(OperatorNotAllowedInGraphError) as error:
        use(symbolic((None,), name="x"))
    assert f'{text} Tensor("x:0"' in str(error.value)
    assert "test_tensor.py" in str(error.value)
    assert isinstance(error.value, TypeError)


def test_symbolic_tensors_have_what_is_known(symbolic):
    tensor = symbolic((2, 3), "float32")
    assert len(tensor) == 2
    assert tensor.size == 6
    assert tensor.dtype is dtypes.float32
    with pytest.raises(TypeError, match="unsized object"):
        len(symbolic(()))
    with pytest.raises(AttributeError, match="has no attribute 'numpy'"):
        tensor.numpy()


def test_a_symbolic_tensor_that_leaks_is_told_where_it_was_made():
    graph = Graph("f")
    with graph.as_default():
        leaked = graph.add_input(TensorSpec((), "int32"), "x") + 1
    with pytest.raises(LeakedTensorError) as error:
        leaked + 1
    text = str(error.value)
    assert "belongs to the graph of 'f' and has no value outside it" in text
    assert 'leaked = graph.add_input(TensorSpec((), "int32"), "x") + 1' in text
    with Graph("g").as_default(), pytest.raises(LeakedTensorError, match="another fun"):
        leaked + 1


def test_numpys_functions_on_symbolic_tensors_apply_ops(symbolic):
    x = symbolic((2,), "float32")
    assert np.sqrt(x).op.op.name == "sqrt"
    assert (np.ones(2) + x).dtype is dtypes.float64
    assert np.add.reduce(x).shape == ()
    with pytest.raises(TypeError, match="A tensor never changes"):
        np.sqrt(x, out=np.zeros(2))
