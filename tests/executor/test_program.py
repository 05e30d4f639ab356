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


@pytest.mark.parametrize(
    ("kind", "arguments_of", "has_short_forms"),
    [
        (graphs, arguments, True),
        (scalar_graphs, scalar_arguments, True),
        (
            scalar_graphs,
            scalar_arguments,
            False,
        ),  # as where two functions have one name
    ],
)
@given(data=st.data())
def test_random_graphs_run_as_node_by_node(kind, arguments_of, has_short_forms, data):
    graph = data.draw(kind())
    args = data.draw(arguments_of(graph))
    with pytest.MonkeyPatch.context() as patch:
        if not has_short_forms:
            patch.setattr(Emitter, "_bind_names", lambda _, inline: not inline.names)
        program = build(graph)
    found = run_program(program, *args)
    assert agree(found, graph, args), (found, run_strictly(graph, *args))
