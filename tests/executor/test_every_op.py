"""A program of one op gives, bit for bit, what the op gives eagerly."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from executor.program import build
from graph.dispatch import run_eagerly
from graph.graph import Graph
from graph.op import OPS
from graph.ops.arguments import array_of
from graph.specs import spec_of
from graph.tensor import EagerTensor
from tests.graph.ops.samples import WITHOUT, Draw, case_for, weakened

SAMPLED = [op for op in OPS.values() if op.name not in WITHOUT]
few = settings(max_examples=max(settings().max_examples // 10, 1))


def tuple_of(result):
    return result if isinstance(result, tuple) else (result,)


@pytest.mark.parametrize("op", SAMPLED, ids=lambda op: op.name)
@few
@given(data=st.data())
def test_programs_and_eager_ops_agree_to_the_last_bit(op, data):
    draw = Draw(data)
    case = case_for(op, draw)
    given_arrays = [np.array(array_of(x)) for x in case.inputs]
    is_constant = [draw.integer(0, 4) == 0 for _ in given_arrays]
    is_known = draw.flag()
    graph = Graph("f")
    inputs = []
    for x, fixed in zip(given_arrays, is_constant, strict=True):
        spec = spec_of(x) if is_known else weakened(draw, x)
        inputs.append(graph.constant(x) if fixed else graph.add_input(spec, "x"))
    graph.finish(graph.add(op, inputs, case.attrs).outputs)
    args = [x for x, fixed in zip(given_arrays, is_constant, strict=True) if not fixed]
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        eager = run_eagerly(op, [EagerTensor(x) for x in given_arrays], case.attrs)
        found = build(graph)(*args)
    for tensor, value, output in zip(
        tuple_of(eager), found, graph.outputs, strict=True
    ):
        expected, actual = tensor.numpy(), array_of(value)
        if type(value) in (bool, int):  # strong integers are unboxed
            actual = np.array(value, output.spec.dtype.numpy)
        assert actual.shape == np.shape(expected)
        assert actual.dtype == array_of(expected).dtype
        if actual.dtype == object:
            assert actual.tolist() == array_of(expected).tolist()
        else:
            assert actual.tobytes() == expected.tobytes()
