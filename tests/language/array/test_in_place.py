"""Arrays changed in place: what a comparison with plain Python does not show."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import autograph as ag
from autograph.testing import assert_agrees
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


@pytest.mark.parametrize(("function", "x"), [(by_item, VECTOR), (by_call, X)])
def test_gradients_flow_through(function, x):
    expected = slopes(function, x)
    np.testing.assert_allclose(staged_slopes(function, x), expected, rtol=1e-6)


def test_a_source_that_was_written_to_has_no_gradient():
    @ag.function
    def gradient(x):
        x = np.array(x)
        with ag.GradientTape() as tape:
            tape.watch(x)
            x[0] = 2 * x[1]
            y = ag.reduce_sum(x)
        return tape.gradient(y, x)

    with pytest.raises(ag.errors.GradientError, match="was written to in place since"):
        gradient(T(VECTOR))


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

# As many calls have `augmented.alike`, `augmented.apart` and `augmented.refused`.
ALIKE, APART, REFUSED = (
    [
        each
        for each in augmented.programs
        if (each.rung, len(each.calls)) == kind and len(each.calls[0]) == 2
    ]
    for kind in ((Rung.STAGED, 4), (Rung.STAGED, 3), (Rung.PYTHON, 1))
)


@pytest.mark.parametrize("program", ALIKE, ids=by_name)
def test_arrays_and_tensors_share_a_trace_if_they_give_the_same(program):
    decorated = ag.function(program.function)
    for args in program.calls:
        assert_agrees(decorated, *args)
    assert decorated.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("program", APART, ids=by_name)
@pytest.mark.parametrize("kinds", [(np.array, T), (T, np.array)])
def test_others_have_a_graph_for_each_whichever_is_first(program, kinds):
    decorated = ag.function(program.function)
    for kind in kinds * 2:
        assert_agrees(decorated, kind(X), T(2))
    assert decorated.experimental_get_tracing_count() <= 2


@pytest.mark.parametrize("program", REFUSED, ids=by_name)
def test_graphs_that_tensors_traced_refuse_arrays(program):
    after_tensors = ag.function(program.function)
    for _ in range(3):  # traced, found, and guarded
        assert_agrees(after_tensors, T(X), T(2))
        for decorated in (after_tensors, ag.function(program.function)):
            with pytest.raises(ag.errors.SideEffectError) as info:
                decorated(X.copy(), T(2))
            said = "to x in place" if "argument" in program.name else "another name"
            assert said in str(info.value)
            assert f"in user code:\n  {augmented.__file__}" in str(info.value)
            assert info.value.hint.startswith("Write ")


def test_what_is_watched_is_a_tensor():
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
    np.testing.assert_array_equal(z, X)


@pytest.mark.parametrize("function", [augmented.argument, augmented.wider_kind])
def test_pickled_functions_refuse_the_same(function):
    concrete = ag.function(function).get_concrete_function(T(X), 2)
    pickled = pickle.loads(pickle.dumps(concrete))
    np.testing.assert_array_equal(pickled(T(X)), concrete(T(X)))
    with pytest.raises(ag.errors.AutographError) as info:
        pickled(X.copy())
    with pytest.raises(type(info.value)):
        concrete(X.copy())


# -- Item assignment


@ag.function
def first(x):
    x[0] = 5.0
    return x


def test_tensors_and_arrays_of_the_caller_are_refused_in_turns():
    for _ in range(3):
        with pytest.raises(ag.errors.ImmutableTensorError, match="never changes"):
            first(T(VECTOR))
        with pytest.raises(ag.errors.SideEffectError, match="writes to x in place"):
            first(VECTOR.copy())
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
    ("write", "error", "text"),
    [
        (lambda y: y.__setitem__(0, 1j), ag.errors.DTypeError, "no imaginary parts"),
        (
            lambda y: y.__setitem__(0, "a"),
            ag.errors.DTypeError,
            "string is written into an array of int",
        ),
        (
            lambda y: y.__setitem__(slice(2), ag.ones([3], ag.int32)),
            ag.errors.ShapeError,
            "cannot take a value",
        ),
        (
            lambda y: y.__setitem__((0, 0), 1),
            ag.errors.IndexingError,
            "too many indices",
        ),
        (
            lambda y: np.negative.at(y, [0, 0]),
            ag.errors.UnsupportedArgumentError,
            r"numpy.negative.at is not staged(.|\n)*a loop over the places",
        ),
    ],
)
def test_what_no_graph_does_is_said(write, error, text):
    with pytest.raises(error, match=text):
        ag.function(lambda x: write(np.array(x)))(T([1, 2, 3]))
