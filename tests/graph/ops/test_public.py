"""Public functions: their arguments, beside NumPy eagerly and symbolic in graphs."""

from __future__ import annotations

import inspect
import pickle
from importlib import import_module

import numpy as np
import pytest

from graph import dtypes
from graph import ops as ag
from graph.errors import AutographError
from graph.graph import Graph
from graph.specs import TensorSpec, spec_of
from tests.graph.reference import run

X = np.array([[1.5, -2.0, 3.0], [0.0, 5.0, -6.5]], np.float32)
N = np.array([[3, 1, 2], [9, 8, 7]], np.int32)
V = np.array([2, 0, 1], np.int32)
T = np.array([True, False, True])


def i32(values):
    return np.array(values, np.int32)


def f32(values):
    return np.array(values, np.float32)


# What is called with x, n, v, t (as tensors), and what NumPy says of the arrays.
CALLS = {
    "reduce_sum": (lambda x, n, v, t: ag.reduce_sum(x), lambda: np.sum(X)),
    "reduce_sum axis": (lambda x, n, v, t: ag.reduce_sum(n, 1, True), lambda: N.sum(1, keepdims=True, dtype=np.int32)),
    "reduce_sum axes": (lambda x, n, v, t: ag.reduce_sum(x, axis=[0, -1]), lambda: np.sum(X)),
    "reduce_sum axis tensor": (lambda x, n, v, t: ag.reduce_sum(x, axis=ag.constant(0)), lambda: X.sum(0)),
    "reduce_mean of integers": (lambda x, n, v, t: ag.reduce_mean(-n, 0), lambda: i32([-6, -4, -4])),
    "reduce_any": (lambda x, n, v, t: ag.reduce_any(t), lambda: np.any(T)),
    "argmax": (lambda x, n, v, t: ag.argmax(x), lambda: np.argmax(X, 0)),
    "argmin": (lambda x, n, v, t: ag.argmin(x, axis=1, output_type=dtypes.int32), lambda: X.argmin(1).astype(np.int32)),
    "cumsum": (lambda x, n, v, t: ag.cumsum(n, 1), lambda: N.cumsum(1, dtype=np.int32)),
    "sort": (lambda x, n, v, t: ag.sort(n), lambda: np.sort(N)),
    "argsort": (lambda x, n, v, t: ag.argsort(v), lambda: i32([1, 2, 0])),
    "searchsorted": (lambda x, n, v, t: ag.searchsorted([1, 3, 5], v), lambda: i32([1, 0, 0])),
    "shape": (lambda x, n, v, t: ag.shape(x), lambda: i32([2, 3])),
    "size": (lambda x, n, v, t: ag.size(x), lambda: np.int32(6)),
    "rank": (lambda x, n, v, t: ag.rank(x), lambda: np.int32(2)),
    "reshape": (lambda x, n, v, t: ag.reshape(x, [3, -1]), lambda: X.reshape(3, 2)),
    "reshape by a number": (lambda x, n, v, t: ag.reshape(x, -1), lambda: np.ravel(X)),
    "reshape by a shape": (lambda x, n, v, t: ag.reshape(n, ag.shape(x)), lambda: N),
    "reshape by elements": (lambda x, n, v, t: ag.reshape(x, [v[0], 3]), lambda: X),
    "transpose": (lambda x, n, v, t: ag.transpose(x, perm=[1, 0]), lambda: X.T),
    "T": (lambda x, n, v, t: x.T, lambda: X.T),
    "expand_dims": (lambda x, n, v, t: ag.expand_dims(x, 1), lambda: X[:, None]),
    "squeeze": (lambda x, n, v, t: ag.squeeze(x[:1], axis=0), lambda: X[0]),
    "broadcast_to": (lambda x, n, v, t: ag.broadcast_to(v, [v[0], 3]), lambda: np.broadcast_to(V, (2, 3))),
    "concat": (lambda x, n, v, t: ag.concat([x, [[1, 2, 3]]], 0), lambda: np.concatenate([X, f32([[1, 2, 3]])])),
    "concat rows": (lambda x, n, v, t: ag.concat(x, 0), lambda: np.ravel(X)),
    "stack": (lambda x, n, v, t: ag.stack([v, [1, 2, 3]], axis=-1), lambda: np.stack([V, i32([1, 2, 3])], -1)),
    "stack numbers": (lambda x, n, v, t: ag.stack([x[0, 0], 2.5, 1]), lambda: f32([1.5, 2.5, 1])),
    "unstack": (lambda x, n, v, t: ag.unstack(x)[1], lambda: X[1]),
    "split": (lambda x, n, v, t: ag.split(x, 3, axis=1)[2], lambda: X[:, 2:]),
    "split sizes": (lambda x, n, v, t: ag.split(x, [1, -1], axis=1)[1], lambda: X[:, 1:]),
    "tile": (lambda x, n, v, t: ag.tile(v, [v[0]]), lambda: np.tile(V, 2)),
    "repeat": (lambda x, n, v, t: ag.repeat(x, 2), lambda: np.repeat(X, 2)),
    "repeat each": (lambda x, n, v, t: ag.repeat(x, v, axis=1), lambda: np.repeat(X, V, 1)),
    "repeat list": (lambda x, n, v, t: ag.repeat(x, [1, 2], axis=0), lambda: np.repeat(X, [1, 2], 0)),
    "reverse": (lambda x, n, v, t: ag.reverse(x, [1]), lambda: X[:, ::-1]),
    "flip": (lambda x, n, v, t: ag.flip(x), lambda: X[::-1, ::-1]),
    "roll": (lambda x, n, v, t: ag.roll(x, v[0], 1), lambda: np.roll(X, 2, 1)),
    "pad": (lambda x, n, v, t: ag.pad(x, [[1, 0], [0, 2]], constant_values=9), lambda: np.pad(X, [[1, 0], [0, 2]], constant_values=9)),
    "pad symbolic": (lambda x, n, v, t: ag.pad(v, [[v[0], 0]]), lambda: np.pad(V, [[2, 0]])),
    "pad reflect": (lambda x, n, v, t: ag.pad(v, [[1, 2]], "reflect"), lambda: np.pad(V, [[1, 2]], "reflect")),
    "meshgrid": (lambda x, n, v, t: ag.meshgrid(v, [1, 2])[0], lambda: np.meshgrid(V, i32([1, 2]))[0]),
    "meshgrid ij": (lambda x, n, v, t: ag.meshgrid(v, [1, 2], indexing="ij")[1], lambda: np.meshgrid(V, i32([1, 2]), indexing="ij")[1]),
    "where": (lambda x, n, v, t: ag.where(x > 0, x, 0), lambda: np.where(X > 0, X, 0)),
    "where numbers": (lambda x, n, v, t: ag.where(t, 1, 2.5), lambda: f32([1, 2.5, 1])),
    "where indices": (lambda x, n, v, t: ag.where(x > 0), lambda: np.argwhere(X > 0)),
    "nonzero": (lambda x, n, v, t: ag.nonzero(x)[1], lambda: np.nonzero(X)[1]),
    "gather": (lambda x, n, v, t: ag.gather(x, v, axis=1), lambda: X[:, V]),
    "gather batch": (lambda x, n, v, t: ag.gather(x, [[0, 1], [2, 2]], axis=1, batch_dims=1), lambda: np.take_along_axis(X, np.array([[0, 1], [2, 2]]), 1)),
    "gather_nd": (lambda x, n, v, t: ag.gather_nd(x, [[0, 1], [1, 2]]), lambda: X[[0, 1], [1, 2]]),
    "boolean_mask": (lambda x, n, v, t: ag.boolean_mask(x, t, axis=1), lambda: X[:, T]),
    "take_along_axis": (lambda x, n, v, t: ag.take_along_axis(x, ag.argsort(x)), lambda: np.sort(X)),
    "one_hot": (lambda x, n, v, t: ag.one_hot(v, 3), lambda: np.eye(3, dtype=np.float32)[V]),
    "one_hot symbolic": (lambda x, n, v, t: ag.one_hot(v, v[0] + 1, dtype="int32"), lambda: np.eye(3, dtype=np.int32)[V]),
    "unique": (lambda x, n, v, t: ag.unique([3, 1, 3])[0], lambda: i32([3, 1])),
    "update": (lambda x, n, v, t: ag.tensor_scatter_nd_update(v, [[1]], [9]), lambda: i32([2, 9, 1])),
    "scatter_nd": (lambda x, n, v, t: ag.scatter_nd([[1], [1]], [2, 3], [v[0]]), lambda: i32([0, 5])),
    "zeros": (lambda x, n, v, t: ag.zeros([v[0], 3]), lambda: np.zeros((2, 3), np.float32)),
    "zeros like a shape": (lambda x, n, v, t: ag.zeros(ag.shape(x), "int8"), lambda: np.zeros((2, 3), np.int8)),
    "zeros of a number": (lambda x, n, v, t: ag.zeros(v[0]), lambda: np.zeros(2, np.float32)),
    "ones": (lambda x, n, v, t: ag.ones(3, dtype=bool), lambda: np.ones(3, bool)),
    "fill": (lambda x, n, v, t: ag.fill([2, v[0]], x[0, 0]), lambda: np.full((2, 2), X[0, 0])),
    "eye": (lambda x, n, v, t: ag.eye(v[0], 3), lambda: np.eye(2, 3, dtype=np.float32)),
    "eyes": (lambda x, n, v, t: ag.eye(2, batch_shape=[3]), lambda: np.stack([np.eye(2, dtype=np.float32)] * 3)),
    "range": (lambda x, n, v, t: ag.range(5), lambda: np.arange(5, dtype=np.int32)),
    "range symbolic": (lambda x, n, v, t: ag.range(1, v[0] + 5, v[0]), lambda: np.arange(1, 7, 2, dtype="int32")),
    "range of floats": (lambda x, n, v, t: ag.range(0, 1.0, 0.25), lambda: np.arange(0, 1, 0.25, dtype="float32")),
    "range down": (lambda x, n, v, t: ag.range(5, 0, -2), lambda: np.arange(5, 0, -2, dtype="int32")),
    "range wide": (lambda x, n, v, t: ag.range(2**40, 2**40 + 2), lambda: np.arange(2**40, 2**40 + 2)),
    "linspace": (lambda x, n, v, t: ag.linspace(0, 1, v[0] + 1), lambda: np.linspace(0, 1, 3)),
    "zeros_like": (lambda x, n, v, t: ag.zeros_like(x), lambda: np.zeros_like(X)),
    "ones_like": (lambda x, n, v, t: ag.ones_like(x, dtype=dtypes.int64), lambda: np.ones((2, 3), np.int64)),
    "matmul": (lambda x, n, v, t: ag.matmul(x, x, transpose_b=True), lambda: X @ X.T),
    "matmul operator": (lambda x, n, v, t: n.T @ x, lambda: N.T @ X),
    "tensordot": (lambda x, n, v, t: ag.tensordot(x, x, [[1], [1]]), lambda: np.tensordot(X, X, ([1], [1]))),
    "tensordot count": (lambda x, n, v, t: ag.tensordot(x, x, 2), lambda: np.tensordot(X, X, 2)),
    "dot": (lambda x, n, v, t: ag.dot(x, v), lambda: np.dot(X, V)),
    "outer": (lambda x, n, v, t: ag.outer(v, v), lambda: np.outer(V, V)),
    "einsum": (lambda x, n, v, t: ag.einsum("ij,ij->i", n, n), lambda: np.einsum("ij,ij->i", N, N)),
    "norm": (lambda x, n, v, t: ag.norm(x, axis=-1), lambda: np.linalg.norm(X, axis=-1)),
    "trace": (lambda x, n, v, t: ag.trace(n), lambda: np.int32(11)),
    "diag": (lambda x, n, v, t: ag.diag(v), lambda: np.diag(V)),
    "diag_part": (lambda x, n, v, t: ag.diag_part(n), lambda: np.diag(N)),
    "clip": (lambda x, n, v, t: ag.clip_by_value(x, -1, 2), lambda: np.clip(X, -1, 2)),
    "squared_difference": (lambda x, n, v, t: ag.squared_difference(x, 1), lambda: (X - 1) ** 2),
    "add by name": (lambda x, n, v, t: ag.add(x=v, y=1), lambda: V + 1),
    "round": (lambda x, n, v, t: ag.round([0.5, 1.5, -2.5]), lambda: f32([0, 2, -2])),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_eager_functions_give_what_numpy_gives(name):
    call, truth = CALLS[name]
    found = call(*map(ag.constant, (X, N, V, T)))
    expected = np.asarray(truth())
    np.testing.assert_array_equal(found.numpy(), expected)
    assert found.dtype == expected.dtype


@pytest.mark.parametrize("unknown", ["nothing", "dimensions", "rank"])
@pytest.mark.parametrize("name", CALLS)
def test_staged_functions_give_what_numpy_gives(name, unknown):
    call, truth = CALLS[name]
    graph = Graph("f")
    with graph.as_default():
        tensors = [graph.add_input(known(x, unknown), "x") for x in (X, N, V, T)]
        try:
            result = call(*tensors)
        except AutographError as error:
            message = str(error)
        else:
            message = ""
    if message:
        assert "known" in message
        return
    outcome = run(graph.finish([result]), X, N, V, T)
    assert outcome.raised is None
    expected = np.asarray(truth())
    np.testing.assert_array_equal(outcome.outputs[0], expected)
    assert result.dtype == expected.dtype
    assert TensorSpec(result.shape, result.dtype).is_compatible_with(expected)


def known(x, unknown):
    exact = spec_of(x)
    if unknown == "nothing":
        return exact
    shape = None if unknown == "rank" else (None,) * x.ndim
    return TensorSpec(shape, exact.dtype)


@pytest.fixture
def scope():
    """A graph with x: float32[None, 3], i: int32[], n: int."""
    graph = Graph("f")
    with graph.as_default():
        yield (
            graph.add_input(TensorSpec((None, 3), dtypes.float32), "x"),
            graph.add_input(TensorSpec((), dtypes.int32), "i"),
            graph.add_input(TensorSpec((), dtypes.python_int), "n"),
        )


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        (lambda x, i, n: ag.reshape(x, [i, n, 3]), (None, None, 3)),
        (lambda x, i, n: ag.reshape(x, [-1]), (None,)),
        (lambda x, i, n: ag.reshape(x, ag.shape(x)), (None, 3)),
        (lambda x, i, n: ag.reshape(x, ag.stack([i, 3])), (None, 3)),
        (lambda x, i, n: ag.reshape(ag.zeros([4, 3]), [2, -1]), (2, 6)),
        (lambda x, i, n: ag.zeros(ag.shape(ag.zeros([2, 3]))), (2, 3)),
        (lambda x, i, n: ag.zeros(n), (None,)),
        (lambda x, i, n: ag.shape(x), (2,)),
        (lambda x, i, n: ag.size(x), ()),
        (lambda x, i, n: ag.concat([x, ag.zeros([2, 3])], 0), (None, 3)),
        (lambda x, i, n: ag.concat([x, x], -1), (None, 6)),
        (lambda x, i, n: ag.stack([x, x, x], 1), (None, 3, 3)),
        (lambda x, i, n: ag.matmul(x, ag.ones([3, 5])), (None, 5)),
        (lambda x, i, n: ag.reduce_max(x, 0), (3,)),
        (lambda x, i, n: ag.range(0, 10, 3), (4,)),
        (lambda x, i, n: ag.range(n), (None,)),
        (lambda x, i, n: ag.tile(x, [i, 2]), (None, 6)),
        (lambda x, i, n: ag.pad(x, [[1, 1], [0, 2]]), (None, 5)),
        (lambda x, i, n: ag.one_hot(ag.argmax(x, 1), 4), (None, 4)),
        (lambda x, i, n: ag.where(x > 0, x, 0.0), (None, 3)),
        (lambda x, i, n: ag.where(x > 0), (None, 2)),
        (lambda x, i, n: ag.gather(x, [i, 0], axis=1), (None, 2)),
        (lambda x, i, n: ag.einsum("ij,jk->ki", x, ag.ones([3, 5])), (5, None)),
        (lambda x, i, n: ag.squeeze(x), None),
        (lambda x, i, n: ag.broadcast_to(i, [n, 2]), (None, 2)),
        (lambda x, i, n: ag.linspace(0.0, 1.0, 5), (5,)),
        (lambda x, i, n: ag.eye(i), (None, None)),
    ],
)
def test_static_shapes_are_known_as_far_as_can_be(call, shape, scope):
    assert call(*scope).shape == shape


def test_tensor_lists_adapt_python_numbers_to_the_tensors_beside_them(scope):
    _, i, n = scope
    assert ag.stack([ag.constant(1, "uint8"), 2]).dtype == dtypes.uint8
    assert ag.stack([ag.constant(1.0, "float16"), n]).dtype == dtypes.float16
    assert ag.convert_to_tensor([[i, 1.5]]).dtype == dtypes.float64
    assert ag.concat([[1, 2], [0.5]], 0).dtype == dtypes.float32


def test_constants_keep_the_value_that_an_array_has_while_tracing(scope):
    x, _, _ = scope
    array = np.zeros(3, np.float32)
    first = x + array
    array[:] = 1
    second = x + array
    values = [y.node.inputs[1].node.attrs["value"].tolist() for y in (first, second)]
    assert values == [[0, 0, 0], [1, 1, 1]]


def test_python_numbers_keep_their_precision_on_the_way_to_a_wide_dtype(scope):
    _, _, n = scope
    wide = ag.convert_to_tensor(n, dtypes.int64)
    assert [node.op.name for node in wide.graph.nodes[3:]] == ["check_fits", "cast"]


def test_numpys_functions_give_numpys_dtypes_of_python_numbers(scope):
    _, _, n = scope
    assert np.sqrt(n).dtype == dtypes.float64
    assert np.add(n, 1).dtype == dtypes.int64
    assert np.add(ag.constant(1.0), n).dtype == dtypes.float32


def test_the_mean_of_many_small_integers_divides_their_true_sum_and_number():
    assert ag.reduce_mean(ag.ones([1000], "int8")).numpy() == 1
    assert ag.reduce_mean(ag.constant([-7, 2], "int8")).numpy() == -2


def test_results_never_share_memory_with_arrays_of_the_user():
    array = np.zeros((2, 2))
    views = [ag.reshape(array, [4]), ag.transpose(array), ag.squeeze(array),
             ag.identity(array), ag.reverse(array, [0]), *ag.unstack(array)]  # fmt: skip
    array[:] = 1
    assert not any(view.numpy().any() for view in views)


def test_public_functions_are_listed_and_documented():
    for name in set(ag.__all__) - {"OPS", "control_flow"}:
        function = getattr(ag, name)
        assert callable(function), name
        assert inspect.getdoc(function), name
        assert "name" in inspect.signature(function).parameters or name in (
            "assert_that", "raise_error", "python_not", "truth", "is_tensor",
            "executing_eagerly", "control_dependencies"), name  # fmt: skip


@pytest.mark.parametrize(
    "place",
    [
        "",
        ".bitwise",
        ".math",
        ".linalg",
        ".signal",
        ".nn",
        ".strings",
        ".random",
        ".numpy",
    ],
)
def test_public_functions_are_pickled_by_name(place):
    namespace = import_module(f"autograph{place}")
    for name in namespace.__all__:
        function = getattr(namespace, name)
        if inspect.isfunction(function):
            assert pickle.loads(pickle.dumps(function)) is function, name
