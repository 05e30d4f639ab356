"""What NumPy lets pass that tracing refuses is refused at once too, and told alike.

Eager calls run the kernels alone; where NumPy's function takes more than the op, the
kernel must say no itself. Then what TensorFlow's functions of the same names take.
"""

import re

import numpy as np
import pytest

import autograph as ag
from autograph.errors import AutographError

SCALAR, EMPTY = ag.constant(2.5), ag.zeros([0, 3])
MATRIX = ag.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
COMPLEX = ag.constant([[1 + 2j, -0.5j, 3], [4, 5j, 6 - 1j]])

REFUSED = {
    "argmax of a scalar": (ag.argmax, SCALAR, "axis 0 is out of bounds"),
    "argmin of a scalar": (ag.argmin, SCALAR, "axis 0 is out of bounds"),
    "argsort of a scalar": (ag.argsort, SCALAR, "axis -1 is out of bounds"),
    "softmax of a scalar": (ag.nn.softmax, SCALAR, "axis -1 is out of bounds"),
    "log_softmax of a scalar": (ag.nn.log_softmax, SCALAR, "axis -1 is out of bounds"),
    "softmax of nothing": (
        lambda x: ag.nn.softmax(x, axis=2),
        EMPTY,
        "axis 2 is out of bounds",
    ),
    "repeat of a scalar": (
        lambda x: ag.repeat(x, 3, axis=0),
        SCALAR,
        "axis 0 is out of bounds",
    ),
    "reshape": (lambda x: ag.reshape(x, [2, -3]), MATRIX, "shape"),
    "one_hot": (
        lambda x: ag.one_hot(x, -1),
        ag.constant([1]),
        "negative dimension -1",
    ),
    "round": (ag.round, COMPLEX, "there is no round of complex64"),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_eager_calls_refuse_what_tracing_refuses(name):
    function, x, words = REFUSED[name]
    with pytest.raises(AutographError, match=words) as eager:
        function(x)
    with pytest.raises(AutographError, match=words) as traced:
        ag.function(function)(x)
    assert type(eager.value) is type(traced.value)


NO_ELEMENTS = {
    "reduce_max": (ag.reduce_max, "there is no largest element of none"),
    "reduce_min": (ag.reduce_min, "there is no smallest element of none"),
    "pad": (
        lambda x: ag.pad(x, [[1, 0], [0, 1]], mode="REFLECT"),
        "an axis without elements has nothing to mirror",
    ),
}


@pytest.mark.parametrize("name", sorted(NO_ELEMENTS))
def test_what_needs_an_element_says_that_there_is_none(name):
    function, words = NO_ELEMENTS[name]
    for call in (function, ag.function(function)):
        with pytest.raises(ag.errors.InvalidArgumentError, match=words):
            call(EMPTY)
    kept = ag.reduce_max(EMPTY, axis=1)
    assert kept.shape == (0,)


@pytest.mark.parametrize(
    "values",
    [
        np.array([2**31 - 1, 2**31 - 1], np.int32),
        np.array([200, 101], np.uint8),
        np.array([-100, -100, -3], np.int8),
    ],
)
def test_the_mean_of_narrow_integers_does_not_wrap(values):
    wanted = values.dtype.type(int(sum(values.tolist()) / values.size))
    for call in (ag.reduce_mean, ag.function(ag.reduce_mean)):
        found = call(ag.constant(values)).numpy()
        assert found == wanted
        assert found.dtype == values.dtype


def test_the_squared_difference_of_complex_numbers_is_that_of_the_modulus():
    found = np.asarray(ag.squared_difference(COMPLEX, 1j))
    np.testing.assert_allclose(found, np.abs(COMPLEX.numpy() - 1j) ** 2)
    assert found.dtype == np.complex64


ALONE = np.asarray(COMPLEX)
CONJUGATED = {
    "transpose": (lambda x: ag.transpose(x, conjugate=True), ALONE.conj().T),
    "matrix_transpose": (
        lambda x: ag.linalg.matrix_transpose(x, conjugate=True),
        ALONE.conj().T,
    ),
    "adjoint_a": (lambda x: ag.matmul(x, x, adjoint_a=True), ALONE.conj().T @ ALONE),
    "adjoint_b": (lambda x: ag.matmul(x, x, adjoint_b=True), ALONE @ ALONE.conj().T),
}


@pytest.mark.parametrize("name", sorted(CONJUGATED))
def test_matrices_are_conjugated_on_the_way(name):
    function, wanted = CONJUGATED[name]
    for call in (function, ag.function(function)):
        np.testing.assert_allclose(call(COMPLEX).numpy(), wanted)
    np.testing.assert_array_equal(
        ag.transpose(MATRIX, conjugate=True).numpy(), MATRIX.numpy().T
    )


def test_a_matrix_is_not_transposed_both_ways():
    words = "transpose_b and adjoint_b are both"
    with pytest.raises(AutographError, match=words) as told:
        ag.matmul(COMPLEX, COMPLEX, transpose_b=True, adjoint_b=True)
    assert "test_agreement.py" in str(told.value)


@pytest.mark.parametrize("batch_dims", [1, -1])
def test_gather_takes_along_the_first_axis_after_the_batch(batch_dims):
    indices = ag.constant([[0, 1], [2, 0]])
    wanted = np.take_along_axis(MATRIX.numpy(), indices.numpy(), 1)

    def take(x, indices):
        return ag.gather(x, indices, batch_dims=batch_dims)

    for call in (take, ag.function(take)):
        np.testing.assert_array_equal(call(MATRIX, indices).numpy(), wanted)
    open_rank = ag.TensorSpec(None, ag.int32)
    if batch_dims < 0:
        traced = ag.function(take, input_signature=[ag.TensorSpec([2, 3]), open_rank])
        with pytest.raises(ag.errors.ShapeError, match="not known"):
            traced(MATRIX, indices)


FLOATS = ag.constant([2.0, 3.0])
COUNTS = {
    "zeros": (ag.zeros, FLOATS),
    "reshape": (lambda n: ag.reshape(ag.ones([6]), n), FLOATS),
    "tile": (lambda n: ag.tile(MATRIX, n), FLOATS),
    "broadcast_to": (lambda n: ag.broadcast_to(1.0, n), FLOATS),
    "one_hot": (lambda n: ag.one_hot([1, 2], n), ag.constant(3.0)),
    "linspace": (lambda n: ag.linspace(0.0, 1.0, n), ag.constant(2.5)),
    "fftfreq": (ag.signal.fftfreq, ag.constant(2.5)),
    "top_k": (lambda n: ag.math.top_k([1, 2], n)[0], ag.constant(1.5)),
    "unsorted_segment_sum": (
        lambda n: ag.math.unsorted_segment_sum([1, 2], [0, 0], n),
        ag.constant(1.5),
    ),
}


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_counts_that_are_known_when_the_graph_runs_are_integers_too(name):
    function, count = COUNTS[name]
    with pytest.raises(ag.errors.DTypeError, match="not an integer"):
        function(count)
    with pytest.raises(ag.errors.DTypeError, match="is float32, not integers") as told:
        ag.function(function)(count)
    assert "Convert with ag.cast first" in str(told.value)
    assert "test_agreement.py" in str(told.value)


BARE = {
    "stack": (lambda x: ag.stack(1.5), "1.5 is no list of tensors"),
    "concat": (lambda x: ag.concat(None, 0), "None is no list of tensors"),
    "bias_add": (lambda x: ag.nn.bias_add(x, [0.0]), "the value ()"),
}


@pytest.mark.parametrize("name", sorted(BARE))
def test_arguments_of_a_wrong_form_are_told_by_the_library(name):
    function, words = BARE[name]
    for call in (function, ag.function(function)):
        with pytest.raises(AutographError, match=re.escape(words)) as told:
            call(SCALAR)
        assert "test_agreement.py" in str(told.value)
