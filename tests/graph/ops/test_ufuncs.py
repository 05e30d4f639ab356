"""Every ufunc of NumPy has an op that gives what it gives, also those of two results."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from graph import dtypes, ops
from graph.op import OPS
from graph.tensor import EagerTensor
from tests.graph.numpy.three_ways import Row, check

UFUNCS = {x for x in vars(np).values() if isinstance(x, np.ufunc)}
# What a NumPy before 2.2 does not have.
PRODUCTS = {"matmul", "matvec", "vecdot", "vecmat"}
BY_UFUNC = {op.ufunc: op for op in OPS.values() if op.ufunc is not None}
X = np.array([[-2.5, 0.0, 1.5], [7.25, -0.0, 1e-3]])


def test_every_ufunc_that_works_element_by_element_has_an_op():
    assert {x.__name__ for x in UFUNCS - BY_UFUNC.keys()} <= PRODUCTS


@pytest.mark.parametrize("ufunc", [np.divmod, np.modf, np.frexp])
def test_ufuncs_give_two_tensors(ufunc):
    operands = (X, np.array([1.0, -2.0, 0.75]))[: ufunc.nin]
    check(Row(ufunc, operands))
    check(Row(ufunc, tuple(np.array(x.flat[-1]) for x in operands)))
    assert type(ufunc(*map(EagerTensor, operands))) is tuple


def test_numbers_beside_tensors_are_weak_in_both_results():
    quotient, rest = ops.divmod(EagerTensor(np.float32([7.5])), 2)
    assert quotient.dtype == rest.dtype == dtypes.float32
    quotient, rest = ops.divmod(7, 2)
    assert (quotient.dtype, int(quotient), int(rest)) == (dtypes.int32, 3, 1)


def test_division_by_zero_warns_where_numpy_does():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        np.divmod(X, 0.0)
    with warnings.catch_warnings(record=True) as ours:
        warnings.simplefilter("always")
        ops.divmod(X, 0.0)
    assert [str(w.message) for w in ours] == [str(w.message) for w in seen]
