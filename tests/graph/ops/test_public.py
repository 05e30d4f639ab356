"""Public functions: their arguments, beside NumPy eagerly and symbolic in graphs."""

from __future__ import annotations

import inspect
import pickle
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
from graph import dtypes, ops
from graph.errors import InvalidArgumentError, ShapeError
from graph.graph import Graph
from graph.specs import TensorSpec
from tests.graph.numpy.three_ways import check, gradient_of, read, staged

ROWS = read(Path(__file__).parent / "data" / "functions.txt")
Y = np.arange(2 * 4 * 6 * 3.0).reshape(2, 4, 6, 3)


@pytest.mark.parametrize("row", ROWS)
def test_functions_give_what_numpy_gives(row):
    check(ROWS[row])


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


def test_python_numbers_adapt_to_tensors_and_numpys_functions_give_numpys_dtypes(scope):
    _, i, n = scope
    assert ag.stack([ag.constant(1, "uint8"), 2]).dtype == dtypes.uint8
    assert ag.stack([ag.constant(1.0, "float16"), n]).dtype == dtypes.float16
    assert ag.convert_to_tensor([[i, 1.5]]).dtype == dtypes.float64
    assert ag.concat([[1, 2], [0.5]], 0).dtype == dtypes.float32
    assert np.sqrt(n).dtype == dtypes.float64
    assert np.add(n, 1).dtype == dtypes.int64
    assert np.add(ag.constant(1.0), n).dtype == dtypes.float32


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


def test_results_never_share_memory_with_arrays_of_the_user():
    array = np.zeros((2, 2))
    views = [ag.reshape(array, [4]), ag.transpose(array), ag.squeeze(array),
             ag.identity(array), ag.reverse(array, [0]), *ag.unstack(array)]  # fmt: skip
    array[:] = 1
    assert not any(view.numpy().any() for view in views)


def test_public_functions_are_listed_and_documented():
    for name in set(ops.__all__) - {"OPS", "control_flow"}:
        function = getattr(ops, name)
        assert callable(function), name
        assert inspect.getdoc(function), name
        assert "name" in inspect.signature(function).parameters or name in (
            "assert_that", "raise_error", "python_not", "truth", "is_tensor",
            "executing_eagerly", "control_dependencies"), name  # fmt: skip


PLACES = ("bitwise", "math", "linalg", "signal", "nn", "strings", "random", "numpy")


@pytest.mark.parametrize("place", ["", *PLACES])
def test_public_functions_are_pickled_by_name(place):
    namespace = import_module(f"autograph.{place}".rstrip("."))
    for name in namespace.__all__:
        function = getattr(namespace, name)
        if inspect.isfunction(function):
            assert pickle.loads(pickle.dumps(function)) is function, name


# -- What rows of a table cannot show --------------------------------------------------


def traced(function, *shapes):
    """Return a function of tensors of float64 that traces only with these shapes."""
    return staged(function, [TensorSpec(shape, dtypes.float64) for shape in shapes])


def test_more_is_known_of_shapes_that_are_ensured():
    def use(x):
        y = ag.ensure_shape(x, [None, 4, None, 3])
        assert y.shape[1] == 4
        return y

    function = traced(use, None)
    assert function(Y).shape == Y.shape
    for wrong in (Y[:, 0], Y[..., :2]):
        with pytest.raises(InvalidArgumentError, match="than is said"):
            function(wrong)


def test_shapes_that_are_known_broadcast_at_once():
    assert ag.broadcast_static_shape([None, 3], [2, 1, 1]) == (2, None, 3)


def test_parts_outside_are_told_when_the_graph_runs():
    use = traced(lambda x, n: ag.slice(x, [1], [ag.cast(n, "int32")]), [None], [])
    assert use([1.0, 2.0, 3.0], 2).numpy().tolist() == [2, 3]
    with pytest.raises(InvalidArgumentError, match="not within the tensor"):
        use([1.0, 2.0, 3.0], 3)


def test_polynomials_of_unknown_length_are_refused_while_tracing():
    with pytest.raises(ShapeError, match="how many coefficients") as caught:
        traced(lambda p: ag.math.polyval(p, 2.0), [None])([1.0])
    assert "Give a list of them" in str(caught.value)


def test_gradients_flow_back_to_where_elements_came_from():
    slope = gradient_of(lambda x: ag.reverse_sequence(x, [2, 5], 2, 0) * Y)
    expected = Y.copy()
    expected[0, :, :2], expected[1, :, :5] = Y[0, :, 1::-1], Y[1, :, 4::-1]
    np.testing.assert_array_equal(slope(Y).numpy(), expected)
