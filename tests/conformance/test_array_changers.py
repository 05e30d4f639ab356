"""What changes NumPy's arrays in place does so in decorated functions."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.conformance.array_changers import PROGRAMS

X = np.array([[3, 1, 2], [4, 5, 0]])


def outcome(function, *args):
    try:
        return np.asarray(function(*args))
    except Exception as error:
        return error


@pytest.mark.parametrize("is_known", [True, False], ids=["known", "ranks"])
@pytest.mark.parametrize("dtype", ["float64", "int64"])
@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_a_graph_gives_what_numpy_gives(function, n, dtype, is_known):
    x = X.astype(dtype)
    signature = [ag.TensorSpec([None, None], dtype), ag.TensorSpec([], ag.int64)]

    def on_own_array(x, n):
        return function(np.array(x), n)

    kept = None if is_known else signature
    decorated = ag.function(on_own_array, input_signature=kept)
    found = outcome(decorated, ag.constant(x), ag.constant(n, ag.int64))
    expected = outcome(function, x.copy(), n)
    if isinstance(expected, Exception):
        kind = TypeError if isinstance(expected, TypeError) else type(expected)
        assert isinstance(found, kind)
        return
    assert not isinstance(found, Exception), found
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype


def test_gradients_flow_through():
    @ag.function
    def gradient(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = np.array(x * x)
            np.add.at(y, ([0, 0], [1, 1]), x[1, 0])
            y[1].sort()
            np.put(y, 0, 1.0)
        return tape.gradient(y, x)

    # y01 = x01^2 + 2 x10, and y00 is a constant; sorting moves elements.
    expected = 2.0 * X
    expected[0, 0] = 0
    expected[1, 0] += 2
    found = gradient(ag.constant(X.astype(float)))
    np.testing.assert_allclose(found.numpy(), expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.fill(1),
        lambda x: x.sort(),
        lambda x: np.put(x, 0, 1),
        lambda x: np.copyto(x, 0),
        lambda x: np.add.at(x, 0, 1),
    ],
)
def test_eager_tensors_never_change(call):
    x = ag.constant(X)
    with pytest.raises(ag.errors.ImmutableTensorError) as info:
        call(x)
    assert info.value.hint
    np.testing.assert_array_equal(x.numpy(), X)


def test_arrays_of_the_caller_are_refused():
    @ag.function
    def f(x):
        x.sort()
        return x

    with pytest.raises(ag.errors.SideEffectError, match=r"f\(\) writes to x in place"):
        f(X.copy())


def test_what_no_op_does_is_refused_with_the_way_out():
    @ag.function
    def f(x):
        y = np.array(x)
        np.negative.at(y, [0, 0])
        return y

    with pytest.raises(ag.errors.UnsupportedArgumentError) as info:
        f(ag.constant(X))
    assert "numpy.negative.at is not staged" in str(info.value)
    assert "a loop over the places" in info.value.hint


OF_FLOATS = [np.multiply, np.divide, np.power, np.floor_divide, np.remainder, np.fmod,
             np.hypot, np.logical_and, np.logical_or, np.logical_xor, np.fmax]  # fmt: skip
OF_INTEGERS = [np.divide, np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.left_shift, np.gcd,
               np.multiply, np.floor_divide, np.logical_and]  # fmt: skip


@pytest.mark.parametrize(
    ("ufunc", "kind"),
    [(each, np.float32) for each in OF_FLOATS]
    + [(each, np.int64) for each in OF_INTEGERS],
)
def test_ufuncs_write_to_a_place_as_often_as_it_is_named(ufunc, kind):
    def f(x, places):
        y = np.array(x)
        ufunc.at(y, places, 3)
        ufunc.at(y, (places, 1), np.array([1, 2, 3], kind))
        return y

    x, places = np.arange(1, 10).reshape(3, 3).astype(kind), np.array([0, 2, 2])
    expected = f(x, places)
    anything = [ag.TensorSpec([None, None], kind), ag.TensorSpec([None], np.int64)]
    for specs in (None, anything):
        found = ag.function(f, input_signature=specs)(x, places)
        assert found.dtype.numpy == expected.dtype
        np.testing.assert_array_equal(found, expected)
