"""`try` around operations that raise for some values: what a comparison with plain Python does not show."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import autograph as ag
from tests.language.try_statement.operations import T, X, set_for_a_while

# -- Operations that raise at run time


def add(x, y):
    return x + y


def matmul(x, y):
    return x @ y


def reshape(x, y):
    return ag.reshape(x, [7, -1]) * ag.reduce_max(y)


def concat(x, y):
    return ag.concat([x, y], 1)


def truth(x, y):
    if x > 0:
        return y
    return x


@pytest.mark.parametrize("shape", [[None, None], None])
@pytest.mark.parametrize("function", [add, matmul, reshape, concat, truth])
def test_shapes_that_do_not_fit_are_caught(function, shape):
    def caught(x, y):
        done = T(0.0)
        try:
            done = done + 1.0
            done = done + ag.reduce_sum(function(x, y))
        except ValueError:
            return done
        return done

    spec = ag.TensorSpec(shape, ag.float32)
    staged = ag.function(caught, input_signature=[spec, spec])
    for sizes in [((2, 3), (5, 4)), ((1, 1), (1, 1)), ((7, 7), (7, 7))]:
        x, y = (T(np.ones(size, np.float32)) for size in sizes)
        assert staged(x, y).numpy() == caught(x, y).numpy()


def largest(x, y):
    return max(ag.reshape(x, [-1])[ag.size(y) :])


# What may be wrong with two arrays whose shapes only the run knows.
OPERATIONS = {
    "add": add,
    "minus": lambda x, y: ag.exp(x) - y * 2.0,
    "matmul": matmul,
    "reshape": reshape,
    "reshape by a number": lambda x, y: ag.reshape(x, [ag.size(y), 2]),
    "concat": concat,
    "stack": lambda x, y: ag.stack([x, y]),
    "where": lambda x, y: ag.where(x > 0.5, x, y),
    "maximum": ag.maximum,
    "item": lambda x, y: x[ag.size(y)],
    "items": lambda x, y: x[:, ag.size(y)],
    "gather": lambda x, y: ag.gather(x, ag.size(y)),
    "broadcast": lambda x, y: ag.broadcast_to(x, ag.shape(y)),
    "tile": lambda x, y: ag.tile(x, [ag.size(y) - 5, 1]),
    "zeros": lambda x, y: ag.zeros([ag.size(x) - ag.size(y)]),
    "solve": ag.linalg.solve,
    "inverse": lambda x, y: ag.linalg.inv(x) + y,
    "determinant": lambda x, y: ag.linalg.det(x) + ag.reduce_sum(y),
    "logarithm": lambda x, y: ag.linalg.logdet(x) + y,
    "exponential": lambda x, y: ag.linalg.expm(x) * y,
    "factors": lambda x, y: ag.linalg.lu(x)[0] + y,
    "add_n": lambda x, y: ag.add_n([x, y]),
    "einsum": lambda x, y: ag.einsum("ij,jk", x, y),
    "largest": largest,
    "nested": ag.function(add),
    "a function of a function": ag.function(lambda x, y: ag.function(concat)(x, y)[0]),
    "numpy": lambda x, y: np.concatenate([x, y]),
    "shifts": lambda x, y: ag.roll(x, ag.cast(ag.reshape(y, [-1]), ag.int32), [0]),
}

KINDS = [ag.errors.AxisError, ag.errors.ShapeError, ag.errors.MatrixShapeError,
         ag.errors.DTypeError, ag.errors.InvalidArgumentError, np.linalg.LinAlgError,
         IndexError, TypeError, ValueError, ArithmeticError]  # fmt: skip

SIZES = [
    ((2, 3), (5, 4)),
    ((1, 1), (1, 1)),
    ((7, 7), (7, 7)),
    ((2, 2), (1, 3)),
    ((2, 2), (0, 2)),
]


@pytest.mark.parametrize("shape", [[None, None], None])
@pytest.mark.parametrize("name", OPERATIONS)
def test_what_kernels_raise_is_caught_as_what_eager_execution_raises(name, shape):
    function = OPERATIONS[name]

    def kind(x, y):
        for number, each in enumerate(KINDS):  # it is read after the loop
            try:
                try:
                    function(x, y)
                except each:
                    break
            except Exception:
                continue
        else:
            number = -1
        return number

    spec = ag.TensorSpec(shape, ag.float32)
    caught = ag.function(kind, input_signature=[spec, spec])
    staged = ag.function(function, input_signature=[spec, spec])
    for sizes in SIZES:
        x, y = (T(np.ones(size, np.float32)) for size in sizes)
        assert caught(x, y).numpy() == kind(x, y)
        assert raised(staged, x, y) is raised(function, x, y)


def raised(function, *args):
    try:
        function(*args)
    except Exception as error:
        return type(error)
    return None


# -- numpy.errstate


def test_what_is_set_around_the_call_holds_for_the_graph():
    function = ag.function(lambda x: 1 / x)
    function(X)
    before = np.geterr()
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        function(X)
    assert np.geterr() == before


@pytest.mark.xfail(
    reason="what a `finally` puts back is not, when the run raises", strict=True
)
def test_what_is_set_for_a_while_is_put_back():
    with np.errstate(invalid="warn"):  # which puts it back
        before = np.geterr()
        with pytest.raises(FloatingPointError):
            ag.function(set_for_a_while)(X)
        assert np.geterr() == before


def test_graphs_that_are_built_by_hand_are_no_traces():
    ag.function(lambda x: 1 / x)(X)
    with warnings.catch_warnings(record=True), np.errstate(all="raise"):
        graph = ag.Graph()
        with graph.as_default():
            ag.constant(X) / 2.0
        assert ag.function(lambda x: x / 2)(X).numpy().tolist() == [0.0, 0.5]
