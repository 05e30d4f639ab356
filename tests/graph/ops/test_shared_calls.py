"""Functions whose graph all their calls share: text, rules, passes, runs."""

import numpy as np
import pytest

from executor.program import build
from graph.errors import GraphError
from graph.passes.pipeline import optimise
from graph.structure import same
from graph.text_parser import parse
from graph.verify import verify
from tests.executor.evaluation import agree, run_program, run_strictly
from tests.graph import reference

TWICE = """\
graph twice(x: float32[], n: int) -> float32[]
    %0 = call_function(x, function='g')   : float32[]
        body (x: float32[]) -> float32[]
            %0 = exp(x)           : float32[]
            %1 = sin(x)           : float32[]
            %2 = multiply(%0, x)  : float32[]
            return %2
    %1 = call_function(%0, function='g')  : float32[]
    %2 = greater(n, 0)                    : pybool
    %3 = cond(%2, %1)                     : float32[]
        then (; v: float32[]) -> float32[]
            %0 = call_function(v, function='g')  : float32[]
            return %0
        orelse (; v: float32[]) -> float32[]
            %0, %1 = call_function(v, 2, function='h')  : float32[], float32[]
                body (x: float32[], k: int) -> float32[], float32[]
                    %0 = call_function(x, function='g')  : float32[]
                    %1 = multiply(%0, k)                 : float32[]
                    print(%0, template='{}')
                    return %0, %1
            return %1
    return %3"""


def test_the_text_holds_each_graph_once_and_parses_back():
    graph = parse(TWICE)
    verify(graph)
    assert str(graph) == TWICE
    assert same(parse(str(graph)), graph)
    assert str(graph).count("body (") == 2


def test_calls_share_one_graph_object():
    graph = parse(TWICE)
    first, second = (n for n in graph.nodes if n.op.name == "call_function")
    assert first.attrs["body"] is second.attrs["body"]


def test_graphs_of_one_name_are_told_apart_in_the_text():
    left = parse(TWICE)
    other = parse(TWICE.replace("exp", "tanh"))
    (call, *_) = (n for n in other.nodes if n.op.name == "call_function")
    graph = parse("graph both(x: float32[]) -> float32[]\n    return x")
    graph.is_finished = False
    values = [graph.inputs[0]]
    for node in (*(n for n in left.nodes if n.op.name == "call_function"), call):
        values.append(graph.add(node.op, values[-1:], node.attrs).outputs[0])
    graph.finish(values[-1:])
    text = str(graph)
    assert [text.count(f"function='{name}'") for name in ("g", "g_1")] == [2, 1]
    assert str(parse(text)) == text
    assert same(parse(text), graph)


@pytest.mark.parametrize("n", [-1, 1])
def test_a_program_gives_what_the_graph_gives(n):
    graph = parse(TWICE)
    args = (np.float32(0.3), n)
    for each in (graph, optimise(graph)):
        verify(each)
        found = run_program(build(each), *args)
        assert found == run_strictly(graph, *args)
        assert agree(found, each, args)
    assert reference.run(graph, *args).key == reference.run(each, *args).key


def test_passes_change_a_shared_graph_once_for_all_calls():
    graph = optimise(parse(TWICE))
    assert "sin" not in str(graph)
    assert str(graph).count("body (") == 2
    assert optimise(graph) is graph


def test_a_program_holds_a_shared_graph_once():
    source = build(parse(TWICE)).source
    assert source.count("def g(") == 1
    assert source.count("def h(") == 1
    assert source.count("g(") == 5


def test_equal_calls_without_effects_are_one():
    text = TWICE.replace("    %1 = call_function(%0,", "    %1 = call_function(x,")
    merged = optimise(parse(text))
    assert str(merged).count("call_function(x, function='g')") == 2  # one is in h


def test_a_call_that_nothing_needs_is_pruned_and_one_with_effects_stays():
    unused = TWICE.rsplit("return", 1)[0] + "return x"
    text = str(optimise(parse(unused)))
    assert "print" in text
    assert text.count("'h'") == 1
    silent = unused.replace("print(%0, template='{}')\n", "\n")
    assert "call_function" not in str(optimise(parse(silent)))


def test_graphs_that_call_each_other_many_times_stay_small():
    """Each of 40 functions calls the one before twice: 2^40 calls, never unfolded."""
    text = "body (x: float32[]) -> float32[]\n{0}    %0 = tanh(x)\n{0}    return %0"
    for level in range(1, 40):
        body = text.replace("\n", "\n        ").format("")
        text = (
            "body (x: float32[]) -> float32[]\n"
            f"    %0 = call_function(x, function='f{level}')\n"
            f"        {body}\n"
            f"    %1 = call_function(%0, function='f{level}')\n"
            "    return %1"
        )
    graph = parse("graph f" + text[4:])
    verify(graph)
    assert optimise(graph) is graph
    assert not graph.effects
    assert same(parse(str(graph)), graph)
    assert build(graph).source.count("def ") == 40


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "%1 = call_function(%0, function='g')",
            "%1 = call_function(%0, function='h')",
            "call_function with the attribute body",
        ),
        (
            "%0 = call_function(v, function='g')  : float32[]\n",
            (
                "%0 = call_function(v, function='g')  : float32[]\n"
                "                body (x: float32[]) -> float32[]\n"
                "                    return x\n"
            ),
            "a call without a body; 'g' has one above",
        ),
        (
            "%1 = call_function(%0, function='g')",
            "%1 = call_function(%0, n, function='g')",
            "body 'g' takes 1 inputs, not 2",
        ),
        (
            "body (x: float32[]) -> float32[]",
            "body (; x: float32[]) -> float32[]",
            "the graph of 'g', which calls share, has captures",
        ),
    ],
)
def test_a_text_that_breaks_a_rule_is_refused(old, new, said):
    assert TWICE.count(old) >= 1
    with pytest.raises(GraphError) as caught:
        parse(TWICE.replace(old, new, 1))
    assert said in str(caught.value)
