"""Which nodes may raise: no kernel raises for values unless its node is among them."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph import dtypes
from graph.failing import may_raise, may_raise_at_all
from graph.graph import Graph
from graph.op import OPS, Planned
from graph.ops import *  # noqa: F403 fills OPS
from graph.specs import TensorSpec, spec_of
from tests.graph.ops.samples import WITHOUT, Draw, case_for, weakened

SAMPLED = [op for op in OPS.values() if op.name not in WITHOUT]
few = settings(max_examples=max(settings().max_examples // 10, 1))


def planned(op, inputs, **attrs):
    outputs = op.infer(*(each.spec for each in inputs), **attrs)
    return Planned(
        op, inputs, attrs, outputs if isinstance(outputs, tuple) else (outputs,)
    )


# LAPACK's least squares never come back from some matrices with infinities.
FINITE = {"lstsq"}


def other_values(draw, op, array):
    kind = array.dtype.kind
    if kind == "O":
        return array
    # Small ones: an integer may be the size of a result.
    bounds = {"i": {"low": -3, "high": 3}, "u": {"low": 0, "high": 3}}
    other = draw.array(str(array.dtype), array.shape, **bounds.get(kind, {}))
    return np.nan_to_num(other) if op.name in FINITE else other


@pytest.mark.parametrize("op", SAMPLED, ids=lambda op: op.name)
@few
@given(data=st.data())
def test_a_kernel_that_raises_for_values_is_of_a_node_that_may(op, data):
    draw = Draw(data)
    case = case_for(op, draw)
    # Other values than the sample's, which are valid: of the same dtypes and shapes.
    inputs = [other_values(draw, op, np.asarray(x)) for x in case.inputs]
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore", RuntimeWarning)
            op.kernel(*inputs, **case.attrs)
    except Exception:  # whatever it raises
        graph = Graph("g")
        given = [graph.add_input(spec_of(x)) for x in inputs]
        assert may_raise_at_all(planned(op, given, **case.attrs)), case.attrs


@pytest.mark.parametrize("op", SAMPLED, ids=lambda op: op.name)
@few
@given(data=st.data())
def test_with_less_known_of_shapes_no_less_may_raise(op, data):
    draw = Draw(data)
    case = case_for(op, draw)
    answers = []
    for specs in (map(spec_of, case.inputs), [weakened(draw, x) for x in case.inputs]):
        graph = Graph("g")
        given = [graph.add_input(spec) for spec in specs]
        answers.append(may_raise_at_all(planned(op, given, **case.attrs)))
    exact, weak = answers
    assert weak or not exact


INT, FLOAT = TensorSpec((), dtypes.python_int), TensorSpec((), dtypes.python_float)
TENSOR, FLOATS = TensorSpec((), dtypes.int32), TensorSpec((2,), dtypes.float32)
ANY, ROWS = TensorSpec(None, dtypes.float32), TensorSpec((None, 2), dtypes.float32)
LARGE = 10**400


@pytest.mark.parametrize(
    ("name", "operands", "may", "may_at_all", "attrs"),
    [
        ("floor_divide", (INT, INT), True, True, {}),
        ("floor_divide", (INT, 5), False, False, {}),
        ("floor_divide", (INT, 0), True, True, {}),
        ("floor_divide", (TENSOR, TENSOR), False, False, {}),
        ("pow", (INT, 2), False, False, {}),
        ("pow", (INT, -1), True, True, {}),
        ("pow", (FLOAT, 2), True, True, {}),
        ("pow", (TENSOR, 2), False, False, {}),
        ("pow", (TENSOR, TENSOR), True, True, {}),
        ("pow", (FLOATS, FLOATS), False, False, {}),
        ("left_shift", (INT, INT), True, True, {}),
        ("left_shift", (INT, 2), False, False, {}),
        ("left_shift", (TENSOR, TENSOR), False, False, {}),
        ("add", (INT, INT), False, False, {}),
        ("add", (TENSOR, INT), False, True, {}),
        ("add", (FLOAT, INT), False, True, {}),
        ("add", (FLOAT, FLOAT), False, False, {}),
        ("add", (FLOATS, FLOATS), False, False, {}),
        ("add", (ROWS, ROWS), False, True, {}),
        ("add", (ROWS, TensorSpec((), dtypes.float32)), False, False, {}),
        ("add", (ANY, FLOATS), False, True, {}),
        ("exp", (ANY,), False, False, {}),
        ("cast", (FLOAT,), True, True, {"dtype": dtypes.python_int}),
        ("cast", (FLOATS,), False, False, {"dtype": dtypes.int32}),
        ("cast", (TENSOR,), False, False, {"dtype": dtypes.python_int}),
        ("cast", (INT,), False, True, {"dtype": dtypes.python_float}),
        ("cast", (INT,), False, True, {"dtype": dtypes.int32}),
        ("cast", (TensorSpec((), dtypes.python_str),), True, True, {"dtype": dtypes.python_float}),
        ("cast", (TensorSpec((), dtypes.python_bool),), False, False, {"dtype": dtypes.int8}),
    ],
)  # fmt: skip
def test_what_may_raise(name, operands, may, may_at_all, attrs):
    graph = Graph("g")
    with graph.as_default():
        given = [
            graph.add_input(x) if isinstance(x, TensorSpec) else graph.constant(x)
            for x in operands
        ]
    node = planned(OPS[name], given, **attrs)
    assert may_raise(node) is may
    assert may_raise_at_all(node) is may_at_all


@pytest.mark.parametrize(
    ("steps", "may_at_all"),
    [
        ((), False),  # an int64 fits a float
        ((("add", 1), ("multiply", 10), ("mod", 7)), False),
        ((("pow", 2),), True),
        ((("multiply", LARGE),), True),
        ((("multiply", LARGE), ("mod", 7)), False),
    ],
)
def test_integers_are_large_as_far_as_can_be_seen(steps, may_at_all):
    graph = Graph("g")
    with graph.as_default():
        number = graph.add(
            OPS["cast"],
            [graph.add_input(TensorSpec((), dtypes.int64))],
            {"dtype": dtypes.python_int},
        ).outputs[0]
        for name, other in steps:
            inputs = [number, graph.constant(other)]
            number = graph.add(OPS[name], inputs).outputs[0]
    node = planned(OPS["cast"], [number], dtype=dtypes.python_float)
    assert may_raise_at_all(node) is may_at_all


def test_shapes_of_values_may_be_none():
    size = Graph("g").add_input(TensorSpec((1,), dtypes.int32))
    zeros = OPS["zeros"]
    names = {"shape": (None,), "dtype": dtypes.float32}
    attrs = {name: names[name] for name in zeros.attrs if name in names}
    assert may_raise_at_all(planned(zeros, [size], **attrs))
