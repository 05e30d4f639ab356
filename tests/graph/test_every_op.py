"""What holds of every op's node: it prints, parses, verifies, folds, is exported."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph import dtypes
from graph.graph import Graph
from graph.op import OPS
from graph.ops import *  # noqa: F403 fills OPS
from graph.passes.fold import fold
from graph.passes.pipeline import optimise
from graph.specs import spec_of
from graph.structure import same
from graph.text import show
from graph.text_parser import parse
from graph.verify import verify
from tests.graph.definitions import check
from tests.graph.ops.samples import WITHOUT, Draw, case_for
from tests.graph.reference import run

SAMPLED = [op for op in OPS.values() if op.name not in WITHOUT]
few = settings(max_examples=max(settings().max_examples // 20, 1))
over_ops = pytest.mark.parametrize("op", SAMPLED, ids=lambda op: op.name)


def _given(case):
    """Return inputs as graphs hold them."""
    return [
        x if dtypes.of_python(x) is not None else np.array(x, copy=None)
        for x in case.inputs
    ]


@over_ops
@few
@given(data=st.data())
def test_every_op_prints_and_parses_back_and_has_a_definition(op, data):
    case = case_for(op, Draw(data))
    graph = Graph("f")
    inputs = [graph.add_input(spec_of(x), "x") for x in _given(case)]
    graph.finish(graph.add(op, inputs, case.attrs).outputs)
    text = show(graph)
    again = parse(text)
    verify(graph)
    verify(again)
    assert show(again) == text
    assert same(graph, again)
    definition = graph.as_graph_def()
    check(definition)
    node = definition.node[len(inputs)]
    assert (node.name, node.op) == (op.node_name, op.type_name)
    assert str(node).startswith(f'name: "{op.node_name}"\nop: "{op.type_name}"\n')


@over_ops
@few
@given(data=st.data())
def test_every_op_folds_to_what_a_run_gives(op, data):
    case = case_for(op, Draw(data))
    graph = Graph("f")
    inputs = [graph.constant(x) for x in _given(case)]
    graph.finish(graph.add(op, inputs, case.attrs).outputs)
    folded = fold(graph)
    verify(folded)
    assert run(folded).key == run(graph).key
    assert run(optimise(graph)).key == run(graph).key
    layouts = [getattr(x, "strides", None) for x in run(graph).outputs or ()]
    assert layouts == [getattr(x, "strides", None) for x in run(folded).outputs or ()]
