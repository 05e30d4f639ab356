"""`x += y` in decorated functions does what it does to arrays, and to tensors."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import autograph as ag
from autograph.testing.agreement import outcome_of
from tests.conformance.array_updates import ALIKE, APART, SEEN, argument, wider_kind

X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]])


def name_of(value):
    return getattr(value, "__name__", "")


def same(found, expected):
    if isinstance(expected, tuple):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            same(one, other)
        return
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))
    assert np.asarray(found).dtype == np.asarray(expected).dtype


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("function", ALIKE, ids=name_of)
def test_arrays_and_tensors_give_what_they_give_plain_python(function, n):
    decorated, given = ag.function(function), X.copy()
    same(decorated(given, ag.constant(n)), function(X.copy(), n))
    same(given, X)
    given = ag.constant(X)
    same(decorated(given, ag.constant(n)), function(given, n))
    assert decorated.experimental_get_tracing_count() == 1  # one trace for both


@pytest.mark.parametrize("function", APART, ids=name_of)
def test_what_somebody_else_sees_has_a_graph_for_arrays_alone(function):
    n = ag.constant(2)
    for kinds in ((np.array, ag.constant), (ag.constant, np.array)):
        decorated = ag.function(function)
        for kind in kinds * 2:
            given, other = kind(X), kind(X)
            found = outcome_of(decorated, (given, n), {})
            expected = outcome_of(function, (other, 2), {})
            if expected.error is not None:
                assert type(found.error) is type(expected.error)
                assert str(found.error) == str(expected.error)
            else:
                same(found.value, expected.value)
            same(given, other)
        assert decorated.experimental_get_tracing_count() <= 2


@pytest.mark.parametrize(("function", "kind", "text"), SEEN, ids=name_of)
def test_what_somebody_else_sees_is_refused_of_arrays_alone(function, kind, text):
    given, n = ag.constant(X), ag.constant(2)
    decorated = ag.function(function)
    for _ in range(3):  # traced, found, and guarded
        same(decorated(given, n), function(given, 2))
        with pytest.raises(kind) as info:
            decorated(X.copy(), n)
        assert text in str(info.value)
        assert "in user code:" in str(info.value)
        assert "array_updates.py" in str(info.value)
        assert info.value.hint.startswith("Write ")
    with pytest.raises(kind) as info:
        ag.function(function)(X.copy(), n)  # traced for an array
    assert text in str(info.value)


@pytest.mark.parametrize(("function", "kind", "text"), SEEN, ids=name_of)
def test_what_is_refused_would_have_differed(function, kind, text):
    """NumPy raises, changes its argument, or gives what tensors do not give."""
    given = X.copy()
    try:
        found = function(given, 2)
    except (TypeError, ValueError):
        return
    expected = function(ag.constant(X), 2)
    if np.array_equal(given, X):
        with pytest.raises(AssertionError):
            same(expected, found)


def test_each_call_is_asked_what_it_gives():
    @ag.function
    def f(x, y):
        a = x + y
        b = a
        a += 1
        return b

    tensor = ag.constant(X)
    expected = X + X
    for given in ((tensor, tensor), (tensor, X), (X, tensor)):
        same(f(*given), expected)
    same(f(X, X), expected + 1)


def test_a_tensor_that_is_at_hand_makes_tensors():
    tensor = ag.constant(X)

    @ag.function
    def f(x):
        a = x + tensor
        b = a
        a += 1
        return b

    same(f(X), X + X)


def test_variables_make_tensors():
    v = ag.Variable(X)

    @ag.function
    def f(x):
        a = x + v
        b = a
        a += 1
        return b

    same(f(X), X + X)


def test_what_is_watched_is_a_tensor():
    @ag.function
    def f(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x * 1.0
            z = y
            y *= x
        return tape.gradient(y, x), z

    same(f(X), (2 * X, X))


def test_numbers_of_numpy_are_never_changed():
    @ag.function
    def f(x):
        y = x
        x += 1
        return x, y

    same(f(np.float64(1.5)), (2.5, 1.5))
    with pytest.raises(ag.errors.SideEffectError, match="writes to x in place"):
        f(np.array(1.5))


@pytest.mark.parametrize("function", [argument, wider_kind], ids=name_of)
def test_pickled_functions_refuse_the_same(function):
    concrete = ag.function(function).get_concrete_function(ag.constant(X), 2)
    left = pickle.loads(pickle.dumps(concrete))
    same(left(ag.constant(X)), concrete(ag.constant(X)))
    with pytest.raises(ag.errors.AutographError) as info:
        left(X.copy())
    with pytest.raises(type(info.value)):
        concrete(X.copy())
