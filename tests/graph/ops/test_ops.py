"""What holds for every op, over the table `OPS`."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.dispatch import run_eagerly
from graph.op import OPS
from graph.ops import *  # noqa: F403 fills OPS
from graph.ops.arguments import array_of
from graph.specs import covers, spec_of
from graph.tensor import EagerTensor
from tests.graph.ops.samples import SAMPLES, WITHOUT, Draw, case_for, weakened
from tests.graph.ops.sampling import TRUTHS, truth_of

SAMPLED = [op for op in OPS.values() if op.name not in WITHOUT]
# Hundreds of tests: each takes a share of the examples that a single one would.
few = settings(max_examples=max(settings().max_examples // 10, 1))
over_ops = pytest.mark.parametrize("op", SAMPLED, ids=lambda op: op.name)


def outputs_of(result):
    return result if isinstance(result, tuple) else (result,)


def run(op, case):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return outputs_of(op.kernel(*case.inputs, **case.attrs))


def assert_same(actual, expected, case):
    actual, expected = array_of(actual), array_of(expected)
    assert actual.shape == expected.shape
    assert actual.dtype == expected.dtype
    if case.rounds:
        inexact = np.finfo(actual.dtype).eps if actual.dtype.kind in "fc" else 0
        np.testing.assert_allclose(actual, expected, rtol=8 * inexact, atol=8 * inexact)
    else:
        np.testing.assert_array_equal(actual, expected)


@over_ops
@few
@given(data=st.data())
def test_inference_agrees_with_the_kernel_whatever_is_known_of_shapes(op, data):
    draw = Draw(data)
    case = case_for(op, draw)
    weak = [weakened(draw, x) for x in case.inputs]
    specs = outputs_of(op.infer(*weak, **case.attrs))
    exact = outputs_of(op.infer(*map(spec_of, case.inputs), **case.attrs))
    for actual, spec, known in zip(run(op, case), specs, exact, strict=True):
        found = spec_of(actual)
        assert covers(known, found), (known, found)
        assert known == found or not op.is_elementwise
        assert covers(spec, found), (weak, spec, found)
        assert covers(spec, known), "less was known, and more was said"


@over_ops
@few
@given(data=st.data())
def test_kernels_compute_what_numpy_does_and_leave_their_inputs_alone(op, data):
    case = case_for(op, Draw(data))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        expected = outputs_of(case.expected())
        tensors = [EagerTensor(x) for x in case.inputs]
        eager = outputs_of(run_eagerly(op, tensors, case.attrs))
    before = [np.array(x) for x in case.inputs]
    results = run(op, case)
    for actual, wanted, tensor in zip(results, expected, eager, strict=True):
        assert_same(actual, wanted, case)
        np.testing.assert_array_equal(tensor.numpy(), actual)
        assert tensor.spec == spec_of(np.asarray(actual)) or isinstance(actual, bytes)
    for x, copy in zip(case.inputs, before, strict=True):
        np.testing.assert_array_equal(x, copy)
    if op.may_alias:
        return
    # Executors write to what kernels have made: nobody else may have it.
    given = [x for x in case.inputs if isinstance(x, np.ndarray)]
    made = [x for x in (*results, *run(op, case)) if isinstance(x, np.ndarray)]
    for place, array in enumerate(made):
        assert not any(np.shares_memory(array, x) for x in given + made[:place])
        if array.ndim and array.size:
            axes = zip(array.shape, array.strides, strict=True)
            assert array.flags.writeable
            assert all(n == 1 or step for n, step in axes)


@pytest.mark.parametrize("op", OPS.values(), ids=lambda op: op.name)
def test_every_op_is_documented_and_sampled(op):
    if op.source is None:  # of an operation of Python's it is the operation itself
        assert op.doc.strip().partition("\n")[0].endswith((".", "?")), op.doc
    if op.name not in SAMPLES.keys() | WITHOUT.keys() | TRUTHS.keys():
        assert truth_of(op)
    if op.source is None:
        assert op.signature.parameters.keys() >= {*op.inputs, *op.attrs}


def test_every_sample_belongs_to_an_op():
    assert not (SAMPLES.keys() | WITHOUT.keys()) - OPS.keys()
