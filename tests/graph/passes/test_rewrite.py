"""The frame of passes: copying graphs, asking rules."""

import re

import pytest

from graph.errors import GraphError
from graph.ops import OPS
from graph.passes.rewrite import Skip, rewrite
from graph.text import show
from graph.text_parser import parse
from graph.verify import verify

TEXT = """\
graph f(x: int32[]; c: int32[]) -> int32[]
    %0 = add(x, c)             : int32[]       # a.py:1
    %1 = truth(%0)             : pybool        # a.py:2
    %2, %3 = cond(%1, %0)      : int32[], int  # a.py:3
        then (; y: int32[]) -> int32[], int
            %0 = add(y, 1)  : int32[]  # a.py:4
            return %0, 2
        orelse (; y: int32[]) -> int32[], int
            return y, 3
    %4 = multiply(%2, %3)      : int32[]       # a.py:5
    return %4"""


def _nothing(node, to):
    return Skip("nothing to do")


def _adds_to_subtractions(node, to):
    if node.op.name != "add":
        return Skip("not an add")
    return to.add(OPS["subtract"], node.inputs)


def test_nodes_are_replaced_in_bodies_too_and_the_source_stays():
    graph = parse(TEXT)
    text = show(graph)
    made = rewrite(graph, _adds_to_subtractions)
    verify(made)
    assert show(graph) == text
    assert re.sub(" +", " ", show(made)) == re.sub(
        " +", " ", text.replace("add", "subtract")
    )


def test_names_origins_and_captures_are_copied():
    graph = parse(TEXT)
    made = rewrite(graph, _adds_to_subtractions)
    kept = [node for node in graph.nodes if node.op.name != "add"]
    copied = [node for node in made.nodes if node.op.name != "subtract"]
    assert [n.name for n in kept] == [n.name for n in copied]
    assert [n.origin for n in graph.nodes] == [n.origin for n in made.nodes]
    assert made.captures[0][0] is graph.captures[0][0]
    body = next(n for n in made.nodes if n.op.name == "cond").attrs["then"]
    assert body.parent is made
    assert body.captures[0][0] is made.nodes[2].outputs[0]


def test_new_nodes_get_names_of_their_own():
    def rule(node, to):
        if node.op.name != "multiply":
            return Skip("not a multiply")
        twice = [to.add(OPS["multiply"], node.inputs)[0] for _ in range(2)]
        return twice[-1]

    made = rewrite(parse(TEXT), rule)
    verify(made)
    names = [node.name for node in made.nodes if node.op.name == "multiply"]
    assert names == ["mul_1", "mul_2"]


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (lambda graph, to: to.constant(1.5), "cannot take the place of"),
        (lambda graph, to: to.constant(True), "cannot take the place of"),
        (lambda graph, to: graph.inputs[0], "x:0, int32"),
    ],
)
def test_a_value_of_another_type_or_graph_is_refused(wrong, text):
    graph = parse(TEXT)

    def rule(node, to):
        return wrong(graph, to) if node.op.name == "add" else Skip("not an add")

    with pytest.raises(GraphError, match=text):
        rewrite(graph, rule)


def test_a_graph_that_a_rule_leaves_is_not_copied(monkeypatch):
    def refuse(*_):
        raise AssertionError("something is copied")

    monkeypatch.setattr("graph.passes.rewrite.Builder.draft", refuse)
    graph = parse(TEXT)
    assert rewrite(graph, _nothing) is graph
