"""What holds for every pass, on random graphs."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph.passes.pipeline import PIPELINE, optimise
from graph.specs import covers
from graph.text import show
from graph.text_parser import parse
from graph.verify import verify
from tests.graph.random_graphs import arguments, graphs
from tests.graph.reference import run

PASSES = (*PIPELINE, optimise)


@pytest.mark.parametrize("change", PASSES, ids=lambda change: change.__name__)
@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_every_pass_keeps_all_but_the_work(change, data):
    graph = data.draw(graphs())
    text = show(graph)
    changed = change(graph)
    verify(changed)
    args = data.draw(arguments(graph))
    # Results to the bit, exceptions, and effects in order.
    assert run(changed, *args).key == run(graph, *args).key
    assert show(graph) == text, "the source was changed"
    assert change(changed) is changed, "twice is not once"
    assert (changed is graph) == (
        show(changed) == text and _size(changed) == _size(graph)
    )
    _check_signatures(graph, changed)
    assert _origins(changed) <= _origins(graph)


def _check_signatures(graph, changed):
    assert changed.name == graph.name
    assert [v.node.name for v in changed.inputs] == [v.node.name for v in graph.inputs]
    assert [v.spec for v in changed.inputs] == [v.spec for v in graph.inputs]
    for old, new in zip(graph.outputs, changed.outputs, strict=True):
        assert covers(old.spec, new.spec)


def _size(graph):
    bodies = [body for node in graph.nodes for body in node.subgraphs.values()]
    return len(graph.nodes) + sum(map(_size, bodies))


def _origins(graph):
    found = {node.origin for node in graph.nodes}
    for node in graph.nodes:
        for body in node.subgraphs.values():
            found |= _origins(body)
    return found


def test_all_passes_together(golden):
    graph = parse("""
        graph f(x: float32[3], p: pybool) -> float32[3]
            %0 = const(float32[3], [1.0, 2.0, 3.0])   # demo.py:2
            %1 = multiply(%0, 2)                      # demo.py:3
            %2 = add(x, %1)                           # demo.py:4
            %3 = exp(x)                               # demo.py:5
            %4, %5, %6 = cond(p, %2, %3, %1)          # demo.py:6
                then (; a: float32[3], b: float32[3], c: float32[3]) -> float32[3], float32[3], int
                    print(a, template='{}')           # demo.py:7
                    %0 = add(a, c)                    # demo.py:8
                    return %0, b, 1
                orelse (; a: float32[3], b: float32[3], c: float32[3]) -> float32[3], float32[3], int
                    %0 = divide(6, 2)                 # demo.py:10
                    %1 = multiply(a, %0)              # demo.py:11
                    return %1, b, 2
            %7 = const(float32[3], [2.0, 4.0, 6.0])   # demo.py:12
            %8 = add(x, %7)                           # demo.py:12
            %9 = multiply(%4, %8)                     # demo.py:13
            return %9
        """)
    made = optimise(graph)
    verify(made)
    golden(show(made))
