"""Dynamic shapes: what a comparison with plain Python does not show."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check

ONE, TWO, THREE = np.ones(1), np.full(2, 2.0), np.full(3, 3.0)

VECTORS = [ag.TensorSpec([None], ag.float64)] * 2

ANYTHING = [ag.TensorSpec(None, ag.float64)] * 2


def computed(x, y):
    z = x + 0
    z += y
    return z


def by_a_ufunc(x, y):
    z = np.sin(x)
    z -= y
    return z


def in_a_branch(x, y):
    z = x * 2
    if y.sum() > 0:
        z *= y
    return z


def in_a_loop(x, y):
    z = x * 2
    for _ in ag.range(2):
        z /= y
    return z


def in_an_inner_function(x, y):
    z = x * 2

    def change():
        nonlocal z
        z **= y

    change()
    return z


def made_by_numpy(x, y):
    z = np.zeros(len(x))
    z += y
    return z


def computed_of_what_numpy_made(x, y):
    z = np.ones(len(x)) * 2
    z += np.ones(len(y))
    return z


def caught(x, y):
    z = x + 0
    try:
        z += y
    except ValueError:
        return z - 1
    return z


PROGRAMS = [computed, by_a_ufunc, in_a_branch, in_a_loop, in_an_inner_function]

OF_NUMPY = [made_by_numpy, computed_of_what_numpy_made]


@pytest.mark.parametrize("program", PROGRAMS + OF_NUMPY)
@pytest.mark.parametrize("arrays", [(ONE, THREE), (TWO, TWO), (THREE, ONE)])
def test_arrays_are_widened_nowhere(program, arrays):
    staged = ag.function(program)
    if arrays[0] is not ONE:
        for _ in range(3):  # also by the short way
            np.testing.assert_array_equal(staged(*arrays), program(*arrays))
        return
    with pytest.raises(ValueError, match="broadcast") as expected:
        program(*arrays)
    with pytest.raises(ValueError, match="broadcast") as found:
        staged(*arrays)
    if program in PROGRAMS:
        assert str(found.value) == str(expected.value)
    assert __file__ in [str(each.path) for each in found.traceback]


@pytest.mark.parametrize("specs", [VECTORS, ANYTHING])
@pytest.mark.parametrize("program", [*PROGRAMS, caught])
def test_tensors_are_widened(program, specs):
    staged = ag.function(program, input_signature=specs)
    tensors = ag.constant(ONE), ag.constant(THREE)
    for _ in range(3):
        np.testing.assert_array_equal(staged(*tensors), program(*tensors))


@pytest.mark.parametrize("program", OF_NUMPY)
def test_what_numpy_makes_is_an_array_whatever_is_given(program):
    staged = ag.function(program, input_signature=VECTORS)
    for _ in range(3):
        with pytest.raises(ValueError, match="broadcast"):
            staged(ag.constant(ONE), ag.constant(THREE))


def mixed(x, y):
    z = x + 0
    w = y + 0
    w += x
    z += y
    return z, w


def test_only_what_is_an_array_is_checked():
    staged = ag.function(mixed)
    z, w = staged(ag.constant(ONE), THREE)
    np.testing.assert_array_equal(z, ONE + THREE)
    np.testing.assert_array_equal(w, ONE + THREE)
    with pytest.raises(ValueError, match="non-broadcastable output"):
        staged(ONE, ag.constant(THREE))


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_signature_makes_tensors_of_arrays(program):
    expected = program(ag.constant(ONE), ag.constant(THREE))
    concrete = ag.function(program, input_signature=VECTORS).get_concrete_function()
    for function in (concrete, pickle.loads(pickle.dumps(concrete))):
        np.testing.assert_array_equal(function(ONE, THREE), expected)


def under_two_names(x):
    z = np.zeros(len(x))
    w = z
    for _ in range(3):
        z += x
    return z, w


def in_a_staged_loop(x):
    z = np.zeros(len(x))
    while z[0] < 3:
        z += x
    return z


def in_both_branches(x):
    z = np.ones((len(x), 2))
    row = z[0]
    if x.sum() > 0:
        row += 5
    else:
        z -= 1
    return z, row


def of_integers(x):
    z = np.arange(len(x))
    z *= 2
    return z


@pytest.mark.parametrize(
    "program", [under_two_names, in_a_staged_loop, in_both_branches, of_integers]
)
def test_arrays_of_a_length_that_the_run_knows_are_changed_in_place(program):
    specs = VECTORS[:1]
    for x in (TWO, ag.constant(TWO)):
        found = check(ag.function(program, input_signature=specs), x)
        assert found.verdict is Verdict.SAME, str(found)


def test_what_such_an_array_cannot_hold_is_numpys_error():
    @ag.function(input_signature=VECTORS[:1])
    def f(x):
        z = np.arange(len(x))
        z += x
        return z

    with pytest.raises(TypeError, match="Cannot cast ufunc 'add' output from"):
        f(TWO)
