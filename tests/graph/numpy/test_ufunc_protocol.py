"""NumPy's ufuncs on tensors: values and dtypes are NumPy's, staged or not."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import (
    UnstagedOperationError,
    UnsupportedArgumentError,
)
from graph.numpy.registry import FUNCTIONS
from graph.numpy.ufunc_protocol import ops_by_ufunc
from tests.graph.numpy.three_ways import Row, check, staged

UFUNCS = {
    name: ufunc
    for name, ufunc in sorted(vars(np).items())
    if isinstance(ufunc, np.ufunc) and ufunc.__name__ == name
}
# Of dates, which no tensor holds.
WITHOUT = {"isnat"}
STAGED = [name for name in UFUNCS if name not in WITHOUT]
LOOPS = ("?", "b", "H", "i", "L", "e", "f", "d", "F", "D")


def numbers(kind, ufunc, place):
    low = 1 if kind in "HL" else -2
    found = np.arange(low, low + 4).astype(kind)
    if place == 1:
        found = found[::-1].copy()
        if ufunc in (np.power, np.left_shift, np.right_shift):
            found = np.abs(found) if kind in "bi" else found
    return found if ufunc.signature is None else np.stack([found] * 4)


def loops(ufunc):
    for kind in LOOPS:
        given = [numbers(kind, ufunc, i) for i in range(ufunc.nin)]
        if ufunc is np.ldexp:
            given[1] = np.arange(4)
        try:
            with np.errstate(all="ignore"):
                ufunc(*given)
        except TypeError:
            continue
        yield given


@pytest.mark.parametrize("name", STAGED)
def test_calls(name):
    ufunc = UFUNCS[name]
    for given in loops(ufunc):
        check(Row(ufunc, tuple(given)))


FOLDS = {
    "add": np.add.reduce,
    "add, axes": lambda x: np.add.reduce(x, axis=(0, 1), keepdims=True),
    "add, dtype": lambda x: np.add.reduce(x, 1, np.float64),
    "multiply": lambda x: np.multiply.reduce(x, axis=None),
    "maximum": lambda x: np.maximum.reduce(x, axis=-1),
    "subtract": lambda x: np.subtract.reduce(x, axis=1),
    "bitwise_xor": lambda x: np.bitwise_xor.reduce(x, axis=None),
    "gcd, initial": lambda x: np.gcd.reduce(x, initial=12),
    "logical_or": np.logical_or.reduce,
    "add.accumulate": np.add.accumulate,
    "maximum.accumulate": lambda x: np.maximum.accumulate(x, axis=1),
    "multiply.accumulate": lambda x: np.multiply.accumulate(x, 1, "f"),
    "add.reduceat": lambda x: np.add.reduceat(x, [0, 2, 1], axis=1),
}


@pytest.mark.parametrize("kind", ["?", "b", "i", "L"])
@pytest.mark.parametrize("name", FOLDS)
def test_folds(name, kind):
    x = np.array([[3, 1, 4], [1, 5, 9]]).astype(kind)
    try:
        FOLDS[name](x)
    except TypeError:
        with pytest.raises(TypeError):
            FOLDS[name](ag.constant(x))
        return
    check(Row(FOLDS[name], (x,)))


def test_every_ufunc_is_staged():
    known = set(ops_by_ufunc()) | set(FUNCTIONS)
    assert [name for name in STAGED if UFUNCS[name] not in known] == []


def test_ufuncs_of_two_results_give_two_tensors_and_numbers_beside_them_are_weak():
    assert type(np.divmod(ag.constant(X), 2)) is tuple
    for operands, kind in (((ag.constant(X), 2), ag.float32), ((7, 2), ag.int32)):
        assert [part.dtype for part in ag.math.divmod(*operands)] == [kind] * 2


def test_division_by_zero_warns_where_numpy_does():
    texts = []
    for divmod_ in (np.divmod, ag.math.divmod):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            divmod_(np.array([-2.5, 0.0, -0.0]), 0.0)
        texts.append([str(each.message) for each in seen])
    assert texts[0] == texts[1] != []


def in_graph(function, *arrays):
    return staged(function)(*map(ag.constant, arrays))


X = np.array([1.0, 2.0], np.float32)
EXP: Any = np.exp
ADD: Any = np.add
CALLED_WRONGLY = {
    "a dtype by position": lambda x: EXP(x, np.float64),
    "a number to fill": lambda x: ADD(x, x, 3),
    "a number to fill, by name": lambda x: ADD(x, x, out=3),
    "too few": lambda x: ADD(x),  # noqa: PLW0108
    "none": lambda x: EXP(),
    "too many": lambda x: ADD(x, x, None, x),
}


@pytest.mark.parametrize("name", CALLED_WRONGLY)
def test_wrong_calls_raise_what_numpy_raises(name):
    call = CALLED_WRONGLY[name]
    with pytest.raises(TypeError) as expected:
        call(X)
    for run in (lambda: call(ag.constant(X)), lambda: ag.function(call)(X)):
        with pytest.raises(TypeError) as error:
            run()
        assert str(error.value) == str(expected.value)


def test_nothing_to_fill_may_be_said_by_position():
    np.testing.assert_array_equal(ag.function(lambda x: np.add(x, x, None))(X), X + X)


def test_arrays_are_not_changed_by_symbolic_tensors():
    total = np.zeros(2)

    def add(x):
        nonlocal total
        total += x

    with pytest.raises(UnsupportedArgumentError, match="changes an array of NumPy's"):
        in_graph(add, X)


def test_other_ufuncs_give_what_numpy_gives():
    double = np.frompyfunc(lambda x: 2 * x, 1, 1)
    assert type(double(ag.constant(X))) is np.ndarray
    assert double(ag.Variable(X)).tolist() == [2.0, 4.0]
    with pytest.raises(UnstagedOperationError, match="has no staged form"):
        in_graph(double, X)


def test_variables_stand_for_their_values():
    found = np.add(ag.Variable(X), ag.Variable(X))
    assert isinstance(found, ag.Tensor)
    assert found.numpy().tolist() == [2.0, 4.0]
