"""A program gives what its graph gives node by node: values, effects, exceptions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from executor.emission import Emitter
from executor.program import build
from tests.executor.evaluation import agree, run_program, run_strictly
from tests.executor.scalar_graphs import scalar_arguments, scalar_graphs
from tests.graph.random_graphs import arguments, graphs


@given(data=st.data())
def test_random_graphs_run_as_node_by_node(data):
    graph = data.draw(graphs())
    args = data.draw(arguments(graph))
    found = run_program(build(graph), *args)
    assert agree(found, graph, args), (found, run_strictly(graph, *args))


@given(data=st.data())
def test_random_scalar_arithmetic_runs_as_node_by_node(data):
    graph = data.draw(scalar_graphs())
    args = data.draw(scalar_arguments(graph))
    found = run_program(build(graph), *args)
    assert agree(found, graph, args), (found, run_strictly(graph, *args))


@given(data=st.data())
def test_ops_whose_short_form_is_not_to_be_had_call_their_kernels(data):
    graph = data.draw(scalar_graphs())
    args = data.draw(scalar_arguments(graph))
    with pytest.MonkeyPatch.context() as patch:
        # As where two functions have one name.
        patch.setattr(Emitter, "_bind_names", lambda _, inline: not inline.names)
        program = build(graph)
    found = run_program(program, *args)
    assert agree(found, graph, args), (found, run_strictly(graph, *args))
