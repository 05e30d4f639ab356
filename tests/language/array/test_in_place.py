"""Arrays changed in place: what a comparison with plain Python does not show."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check
from tests.language.array import augmented, changing_calls
from tests.language.array.augmented import T, X
from tests.language.programs import Rung

MATRIX = [ag.TensorSpec([None, None], ag.float64)]

VECTOR = np.array([1.0, 2.0, 3.0, 4.0])


def by_name(program):
    return program.name


def slopes(function, x):
    """Return the central differences of a function of an array to a number."""
    found = np.zeros(x.shape)
    for place in np.ndindex(*x.shape):
        step = np.zeros(x.shape)
        step[place] = 1e-6
        found[place] = (function(x + step) - function(x - step)) / 2e-6
    return found


def staged_slopes(function, x):
    """Return the gradient, where the tape is in the graph."""

    @ag.function
    def gradient(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x)

    return gradient(T(x)).numpy()


def by_item(x):
    y = np.array(x)
    y[0] = x[1] * x[2]
    y[1:3] += x[0]
    i = 0
    while i < 2:
        if x[3] > 0:
            y[i] = y[i] * y[i + 1]
        i += 1
    y[[0, 0]] = y[2:]
    return (y * y).sum()


def by_call(x):
    y = np.array(x * x)
    np.add.at(y, ([0, 0], [1, 1]), x[1, 0])
    y[1].sort()
    np.put(y, 0, 1.0)
    return y.sum()


def overwritten_by_numbers(x):
    y = np.array(x * x)
    y[1] = y[0] * y[1]
    y[0] = 2
    y[2:3] = 0.5
    y[3:] = np.array([4])
    return (y * y).sum() + (y * x).sum()


@pytest.mark.parametrize("function", [by_item, overwritten_by_numbers])
def test_gradients_flow_through(function):
    expected = slopes(function, VECTOR)
    np.testing.assert_allclose(staged_slopes(function, VECTOR), expected, rtol=1e-6)


def test_gradients_do_not_flow_through_what_python_does():
    with pytest.raises(ag.errors.GradientError, match="py_apply") as info:
        staged_slopes(by_call, X)
    assert __file__ in str(info.value)


def test_a_source_that_is_written_to_has_no_gradient():
    def gradient(x):
        x = np.array(x)
        with ag.GradientTape() as tape:
            tape.watch(x)
            x[0] = 2 * x[1]
            y = ag.reduce_sum(x)
        return tape.gradient(y, x)

    assert check(gradient, T(VECTOR)).verdict is Verdict.REFUSED


# A signature makes tensors of arrays.
CHANGING = [
    pytest.param(program, args, id=f"{program.name}-{args[0].dtype}")
    for program in changing_calls.programs
    for args in program.calls[:: 3 if len(program.calls) == 4 else 1]
    if program.rung is Rung.STAGED and isinstance(args[0], np.ndarray)
]


@pytest.mark.parametrize(("program", "args"), CHANGING)
def test_shapes_need_not_be_known(program, args):
    specs = [ag.TensorSpec([None] * np.ndim(x), np.asarray(x).dtype) for x in args]
    on_own_array = ag.function(
        lambda x, *rest: program.function(np.array(x), *rest), input_signature=specs
    )
    assert_agrees(on_own_array, *args)


# -- Augmented assignment

OF_BOTH = [
    each
    for each in augmented.programs
    if each.rung is Rung.STAGED
    and len(each.calls) in (3, 4)
    and len(each.calls[0]) == 2
]


@pytest.mark.parametrize("program", OF_BOTH, ids=by_name)
@pytest.mark.parametrize("kinds", [(np.array, T), (T, np.array)])
def test_arrays_and_tensors_have_a_graph_for_each_whichever_is_first(program, kinds):
    decorated = ag.function(program.function)
    for kind in kinds * 2:
        assert_agrees(decorated, kind(X), T(2))
    assert decorated.experimental_get_tracing_count() <= 2


def test_an_array_that_is_watched_changes_in_place():
    @ag.function
    def f(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x * 1.0
            z = y
            y *= x
        return tape.gradient(y, x), z

    slope, z = f(X)
    np.testing.assert_array_equal(slope, 2 * X)
    np.testing.assert_array_equal(z, X * X)


@pytest.mark.parametrize("function", [augmented.argument, augmented.wider_kind])
def test_functions_traced_for_a_tensor_make_one_of_an_array(function):
    concrete = ag.function(function).get_concrete_function(T(X), 2)
    pickled = pickle.loads(pickle.dumps(concrete))
    np.testing.assert_array_equal(pickled(T(X)), concrete(T(X)))
    for called in (pickled, concrete):
        given = X.copy()
        np.testing.assert_array_equal(called(given), concrete(T(X)))
        np.testing.assert_array_equal(given, X)


# -- Item assignment


@ag.function
def first(x):
    x[0] = 5.0
    return x


def test_arrays_of_the_caller_are_written_and_tensors_are_not_in_turns():
    for _ in range(3):
        with pytest.raises(ag.errors.ImmutableTensorError, match="never changes"):
            first(T(VECTOR))
        given = VECTOR.copy()
        assert first(given).numpy().tolist() == given.tolist() == [5, 2, 3, 4]
    with pytest.raises(ag.errors.ImmutableTensorError, match="never changes"):
        first.get_concrete_function(ag.TensorSpec([4], ag.float64))


def test_functions_called_in_a_trace_write_to_the_array_of_their_caller():
    @ag.function
    def outer(x):
        x = np.array(x)
        return x, first(x), first(x * 2)

    found = [each.numpy().tolist() for each in outer(T(VECTOR))]
    assert found == [[5, 2, 3, 4], [5, 2, 3, 4], [5, 4, 6, 8]]


def test_a_pickled_graph_of_an_array_writes_to_a_copy():
    def of_a_sum(x):
        out = x + 1
        out[0] = 5.0
        return out

    concrete = ag.function(of_a_sum).get_concrete_function(VECTOR)
    pickled = pickle.loads(pickle.dumps(concrete))
    assert pickled(VECTOR).numpy().tolist() == [5, 3, 4, 5]


@pytest.mark.parametrize(
    "write",
    [
        lambda y: y.__setitem__(0, 1j),
        lambda y: y.__setitem__(0, "a"),
        lambda y: y.__setitem__(slice(2), ag.ones([3], ag.int32)),
        lambda y: y.__setitem__((0, 0), 1),
        lambda y: np.negative.at(y, [0, 0]),
    ],
)
def test_writes_raise_what_numpy_raises(write):
    def written(x):
        y = np.array(x)
        write(y)
        return y

    assert_agrees(written, T([1, 2, 3]))
