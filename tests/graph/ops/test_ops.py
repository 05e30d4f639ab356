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
def test_inference_agrees_with_the_kernel(op, data):
    case = case_for(op, Draw(data))
    specs = op.infer(*map(spec_of, case.inputs), **case.attrs)
    for actual, spec in zip(run(op, case), outputs_of(specs), strict=True):
        assert covers(spec, spec_of(actual)), (spec, spec_of(actual))
        if op.is_elementwise:
            assert spec == spec_of(actual)


@over_ops
@few
@given(data=st.data())
def test_unknown_dimensions_are_never_contradicted(op, data):
    draw = Draw(data)
    case = case_for(op, draw)
    weak = [weakened(draw, x) for x in case.inputs]
    specs = op.infer(*weak, **case.attrs)
    exact = outputs_of(op.infer(*map(spec_of, case.inputs), **case.attrs))
    for actual, spec, known in zip(
        run(op, case), outputs_of(specs), exact, strict=True
    ):
        assert covers(spec, spec_of(actual)), (weak, spec, spec_of(actual))
        assert covers(spec, known), "less was known, and more was said"


@over_ops
@few
@given(data=st.data())
def test_kernels_compute_what_numpy_does(op, data):
    case = case_for(op, Draw(data))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        expected = outputs_of(case.expected())
    for actual, wanted in zip(run(op, case), expected, strict=True):
        assert_same(actual, wanted, case)


@over_ops
@few
@given(data=st.data())
def test_kernels_leave_their_inputs_alone(op, data):
    case = case_for(op, Draw(data))
    before = [np.array(x) for x in case.inputs]
    results = run(op, case)
    for x, copy in zip(case.inputs, before, strict=True):
        np.testing.assert_array_equal(x, copy)
    if not op.may_alias:
        arrays = [x for x in case.inputs if isinstance(x, np.ndarray)]
        for result in results:
            assert not any(np.shares_memory(result, x) for x in arrays)


@over_ops
@few
@given(data=st.data())
def test_arrays_that_are_no_views_can_be_written_to(op, data):
    # Executors write to what kernels have made: nobody else may have it.
    if op.may_alias or keeps_state(op):
        return
    case = case_for(op, Draw(data))
    arrays = [
        x
        for results in (run(op, case), run(op, case))
        for x in results
        if isinstance(x, np.ndarray) and x.ndim and x.size
    ]
    for place, array in enumerate(arrays):
        assert array.flags.writeable
        assert not any(np.shares_memory(array, x) for x in arrays[place + 1 :])
        assert all(
            n == 1 or step for n, step in zip(array.shape, array.strides, strict=True)
        )


def keeps_state(op):
    return bool({*op.effects.reads, *op.effects.writes} - {"control", "output"})


@over_ops
@few
@given(data=st.data())
def test_eager_tensors_hold_what_kernels_return(op, data):
    case = case_for(op, Draw(data))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        eager = outputs_of(
            run_eagerly(op, [EagerTensor(x) for x in case.inputs], case.attrs)
        )
    for tensor, wanted in zip(eager, run(op, case), strict=True):
        np.testing.assert_array_equal(tensor.numpy(), wanted)
        assert tensor.spec == spec_of(np.asarray(wanted)) or isinstance(wanted, bytes)


@pytest.mark.parametrize("op", OPS.values(), ids=lambda op: op.name)
def test_every_op_is_documented_and_sampled(op):
    assert op.doc.strip().partition("\n")[0].endswith((".", "?")), op.doc
    if op.name not in SAMPLES.keys() | WITHOUT.keys() | TRUTHS.keys():
        assert truth_of(op)
    assert op.signature.parameters.keys() >= {*op.inputs, *op.attrs}


def test_every_sample_belongs_to_an_op():
    assert not (SAMPLES.keys() | WITHOUT.keys()) - OPS.keys()
