"""A program gives what its graph gives node by node: values, effects, exceptions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

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
