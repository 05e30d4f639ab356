"""Results that have the memory of an argument: writes to the one show in the other.

A graph shows the same, or refuses the use of what may have changed.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

import autograph as ag
from autograph.errors import AutographError
from tests.graph.numpy import rows, rows_more
from tests.graph.numpy.three_ways import same

X = np.arange(6.0).reshape(2, 3)
Z = X + 1j

# What the rows of other tests do not say of layouts and copies.
MORE = {
    "asarray": (np.asarray, X),
    "asarray F": (lambda x: np.asarray(x, order="F"), X),
    "asfortranarray": (np.asfortranarray, X),
    "ascontiguousarray": (np.ascontiguousarray, X),
    "ascontiguousarray of a transpose": (lambda x: np.ascontiguousarray(x.T), X),
    "array": (np.array, X),
    "array if needed": (lambda x: np.array(x, copy=None), X),
    "array in no case": (lambda x: np.array(x, copy=False), X),
    "array F": (lambda x: np.array(x, copy=None, order="F"), X),
    "array of more axes": (lambda x: np.array(x, copy=None, ndmin=3), X),
    "array of another dtype": (lambda x: np.array(x, np.float32, copy=None), X),
    "astype": (lambda x: x.astype(x.dtype), X),
    "astype if needed": (lambda x: x.astype(x.dtype, copy=False), X),
    "astype F": (lambda x: x.astype(x.dtype, order="F", copy=False), X),
    "np.astype if needed": (lambda x: np.astype(x, x.dtype, copy=False), X),
    "require": (np.require, X),
    "require F": (lambda x: np.require(x, None, "F"), X),
    "windows": (lambda x: sliding_window_view(x, 2, 1), X),
    "blocks": (np.block, X),
    "edges": (lambda x: np.histogram(np.ones(1), x[0])[1], X),
    "rounded": (np.fix, X.astype(int)),
    "real": (lambda x: x.real, X),
    "real of complex": (np.real, Z),
    "imag": (np.imag, X),
    "imag of complex": (np.imag, Z),
    ".imag of complex": (lambda x: x.imag, Z),
    "imag of a transpose": (lambda x: np.imag(x.T), Z),
    "conj": (np.conj, X),
    ".conj": (lambda x: x.conj(), X),
}
ROWS = {
    **{
        name: (row.call, *row.arrays)
        for name, row in {**rows.ROWS, **rows_more.MORE}.items()
    },
    **MORE,
}


def argument_is_written(call, *arrays):
    held = [x.copy() for x in arrays]
    found = call(*held)
    held[0][...] = 1
    return found, held


def result_is_written(call, *arrays):
    held = [x.copy() for x in arrays]
    found = call(*held)
    found[...] = 1
    return found, held


def part_is_written(call, *arrays):
    held = [x.copy() for x in arrays]
    found = call(*held)
    found[0][...] = 1
    return found, held


@pytest.mark.parametrize("name", ROWS)
def test_what_is_written_is_seen_as_numpy_shows_it(name):
    call, *arrays = ROWS[name]
    for program in (argument_is_written, result_is_written, part_is_written):
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                expected = program(call, *arrays)
            except (TypeError, ValueError, IndexError):
                continue  # a number, say: not written to
            staged = ag.function(lambda *given, run=program: run(call, *given))
            try:
                found = staged(*arrays)
            except AutographError:
                continue
            same(found, expected, program.__name__, rounds=True)


SEEN = ("asarray", "array", "array if needed", "array in no case", "array of more axes",
        "array of another dtype", "astype", "astype if needed", "np.astype if needed",
        "blocks", "rounded", "conj", ".conj")  # fmt: skip


@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated")
@pytest.mark.parametrize("name", SEEN)
def test_what_is_surely_a_copy_or_surely_none_is_not_refused(name):
    call, x = ROWS[name]
    for program in (argument_is_written, result_is_written):
        expected = program(call, x)
        staged = ag.function(lambda given, run=program: run(call, given))
        same(staged(x), expected, program.__name__)


def test_what_is_not_to_be_copied_and_has_to_be_is_numpys_error():
    @ag.function
    def converted(x):
        return np.array(x, int, copy=False)

    with pytest.raises(ValueError, match="Unable to avoid copy while creating"):
        converted(X)

    @ag.function
    def laid_out(x):
        return np.array(x, copy=False, order="F")

    with pytest.raises(AutographError, match="does not take `order=`"):
        laid_out(X)
