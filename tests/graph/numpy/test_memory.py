"""Results that have the memory of an argument: writes to the one show in the other.

A graph shows the same, or refuses the use of what may have changed.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
from autograph.errors import AutographError
from tests.graph.numpy.three_ways import read, rows_of, same

X = np.arange(6.0).reshape(2, 3)
ARRAYS = """
windows = np.lib.stride_tricks.sliding_window_view
X = np.arange(6.0).reshape(2, 3)
I = np.arange(6).reshape(2, 3)
Z = X + 1j
"""
# Surely a copy, or surely none.
SEEN = rows_of(f"""{ARRAYS}
np.asarray(X)
np.array(X)
np.array(X, copy=None)
np.array(X, copy=False)
np.array(X, copy=None, ndmin=3)
np.array(X, np.float32, copy=None)
X.astype(X.dtype)
X.astype(X.dtype, copy=False)
np.astype(X, X.dtype, copy=False)
np.block(X)
np.fix(I)
np.conj(X)
X.conj()
""")
# What the rows of other tests do not say of layouts and copies.
ROWS = {
    **read(Path(__file__).parent / "data" / "functions.txt"),
    **SEEN,
    **rows_of(f"""{ARRAYS}
np.asarray(X, order="F")
np.asfortranarray(X)
np.ascontiguousarray(X)
np.ascontiguousarray(X.T)
np.array(X, copy=None, order="F")
X.astype(X.dtype, order="F", copy=False)
np.require(X)
np.require(X, None, "F")
windows(X, 2, 1)
np.histogram(np.ones(1), X[0])[1]
X.real
np.real(Z)
np.imag(X)
np.imag(Z)
Z.imag
np.imag(Z.T)
"""),
}


def written(target):
    """Return a program that calls a function and writes to what is meant."""

    def program(call, *arrays):
        held = [x.copy() for x in arrays]
        found = call(*held)
        target(found, held)[...] = 1
        return found, held

    return program


PROGRAMS = (
    written(lambda found, held: held[0]),
    written(lambda found, held: found),
    written(lambda found, held: found[0]),
)


# Results that the new core takes for several arrays, or for a number.
FAULTS = {
    "np.diag_indices_from(D[:, :3])",
    "X.mT",
    "np.squeeze(HALVES, axis=0)",
    "np.squeeze(THREE, axis=-1)",
}


@pytest.mark.parametrize("name", sorted(ROWS.keys() - FAULTS))
def test_what_is_written_is_seen_as_numpy_shows_it(name):
    row = ROWS[name]
    for number, program in enumerate(PROGRAMS):
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                expected = program(row.call, *row.arrays)
            except (TypeError, ValueError, IndexError):
                continue  # a number, say: not written to
            staged = ag.function(lambda *given, run=program: run(row.call, *given))
            try:
                found = staged(*row.arrays)
            except AutographError:
                assert name not in SEEN or number == 2
                continue
            same(found, expected, str(number), rounds=True)


def test_what_is_not_to_be_copied_and_has_to_be_is_numpys_error():
    with pytest.raises(ValueError, match="Unable to avoid copy while creating"):
        ag.function(lambda x: np.array(x, int, copy=False))(X)
    with pytest.raises(ValueError, match="Unable to avoid copy while creating"):
        ag.function(lambda x: np.array(x, copy=False, order="F"))(X)
