"""Every ufunc of NumPy has an op that gives what it gives, also those of two results."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from graph import dtypes, ops
from graph.errors import DTypeError
from graph.graph import Graph
from graph.op import OPS
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor
from tests.graph.reference import run

UFUNCS = {x for x in vars(np).values() if isinstance(x, np.ufunc)}
# What a NumPy before 2.2 does not have.
PRODUCTS = {"matmul", "matvec", "vecdot", "vecmat"}
BY_UFUNC = {op.ufunc: op for op in OPS.values() if op.ufunc is not None}
TWO = [np.divmod, np.modf, np.frexp]
X = np.array([[-2.5, 0.0, 1.5], [7.25, -0.0, 1e-3]])


def test_every_ufunc_that_works_element_by_element_has_an_op():
    assert {x.__name__ for x in UFUNCS - BY_UFUNC.keys()} <= PRODUCTS


def operands(ufunc: np.ufunc) -> tuple[np.ndarray, ...]:
    return (X, np.array([1.0, -2.0, 0.75]))[: ufunc.nin]


@pytest.mark.parametrize("ufunc", TWO, ids=lambda x: x.__name__)
def test_ufuncs_give_two_tensors_of_an_eager_one(ufunc):
    given = operands(ufunc)
    found = ufunc(*map(EagerTensor, given))
    assert type(found) is tuple
    for y, expected in zip(found, ufunc(*given), strict=True):
        np.testing.assert_array_equal(y.numpy(), expected)
        assert y.dtype == expected.dtype


@pytest.mark.parametrize("shape", [(2, 3), (None, None), None, ()], ids=str)
@pytest.mark.parametrize("ufunc", TWO, ids=lambda x: x.__name__)
def test_ufuncs_give_two_tensors_in_graphs(ufunc, shape):
    given = operands(ufunc)
    if shape == ():
        given = tuple(x.flat[-1] for x in given)
    graph = Graph("f")
    with graph.as_default():
        inputs = [graph.add_input(TensorSpec(shape, dtypes.float64), "x")]
        inputs += [graph.add_input(spec_of(x), "y") for x in given[1:]]
        found = ufunc(*inputs)
    outcome = run(graph.finish(found), *given)
    assert outcome.raised is None
    for value, y, expected in zip(outcome.outputs, found, ufunc(*given), strict=True):
        np.testing.assert_array_equal(value, expected)
        assert y.dtype == np.asarray(expected).dtype


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


def test_dates_are_refused_with_the_reason():
    with pytest.raises(DTypeError, match="there is no isnat of float64") as caught:
        ops.isnat(X)
    assert "dates and spans of time, and there are no tensors" in str(caught.value)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: ops.sqrt(["a"]), "It takes floats, complex. Convert with ag.cast"),
        (lambda: ops.bitwise_and([1.5], [2.5]), "It takes bool, integers. Convert"),
        (lambda: ops.modf([1j]), "there is no modf of complex64"),
        (lambda: ops.gcd([1.5], [2.0]), "It takes integers. Convert with ag.cast"),
    ],
)
def test_refusals_say_what_an_op_takes(call, text):
    with pytest.raises(DTypeError) as caught:
        call()
    assert text in str(caught.value)
