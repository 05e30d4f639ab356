"""Common subexpressions, before and after."""

import numpy as np
import pytest

from graph.graph import Graph
from graph.ops import OPS
from graph.passes.common import merge_common
from graph.passes.fold import MAX_BYTES
from graph.passes.prune import prune
from graph.text import show
from graph.text_parser import parse


def _merged(text):
    graph = merge_common(parse(text))
    return [" ".join(line.split()) for line in show(graph).split("\n")[1:]]


def test_equal_loops_and_branches_share_the_first():
    cond = """
                then (; a: int32[]) -> int32[]
                    return a
                orelse (; a: int32[]) -> int32[]
                    %0 = negative(a)
                    return %0"""
    lines = _merged(f"""
        graph f(x: int32[], p: pybool) -> int32[]
            %0 = cond(p, x){cond}
            %1 = cond(p, x){cond.replace("a", "b").replace("negbtive", "negative")}
            %2 = add(%0, %1)
            return %2
        """)
    assert sum("cond" in line for line in lines) == 1
    assert "%1 = add(%0, %0) : int32[]" in lines


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("add(x, y)", "add(y, x)"),
        ("add(x, 0.0)", "add(x, -0.0)"),
        ("add(x, 1)", "add(x, 1.0)"),
        ("add(x, 1)", "add(x, True)"),
        ("reduce_sum(x, axis=(0,))", "reduce_sum(x)"),
        ("const(float64[1], [0.0])", "const(float64[1], [-0.0])"),
        ("const(int32[1], [0])", "const(int64[1], [0])"),
        ("const(int32[1], [0])", "const(int32[1, 1], [[0]])"),
    ],
)
def test_nodes_that_differ_stay_two(left, right):
    text = f"""
        graph f(x: float32[1], y: float64[1])
            %0 = {left}
            %1 = {right}
            return %0, %1
        """
    lines = _merged(text)
    assert lines[-1] == "return %0, %1"


def test_constants_and_attributes_in_another_order_are_equal():
    graph = Graph("f")
    values = [
        graph.add(OPS["reduce_sum"], (graph.constant(np.arange(3.0)),), attrs)
        for attrs in ({"axis": None, "keepdims": False}, {"keepdims": False, "axis": None})
    ]  # fmt: skip
    made = merge_common(graph.finish([node.outputs[0] for node in values]))
    assert made.outputs[0] is made.outputs[1]
    assert len(made.nodes) == 2


def test_effects_are_not_merged():
    text = """
        graph f(x: int32[])
            print(x, template='{}')
            print(x, template='{}')
            return
        """
    graph = parse(text)
    assert merge_common(graph) is graph


def test_equal_nodes_of_two_branches_stay_where_they_are():
    graph = parse("""
        graph f(x: int32[], p: pybool) -> int32[]
            %0 = cond(p, x)
                then (; a: int32[]) -> int32[]
                    %0 = negative(a)
                    return %0
                orelse (; a: int32[]) -> int32[]
                    %0 = negative(a)
                    return %0
            %1 = negative(x)
            %2 = add(%0, %1)
            return %2
        """)
    assert merge_common(graph) is graph


def test_constants_with_another_layout_or_large_ones_stay_two():
    array = np.arange(6.0).reshape(2, 3)
    large = np.zeros(MAX_BYTES + 1, np.int8)
    pairs = [(array, np.asfortranarray(array)), (large, large.copy())]
    for one, two in pairs:
        graph = Graph("f")
        values = [graph.constant(one), graph.constant(two)]
        graph.finish(values)
        assert merge_common(graph) is graph


def test_two_captures_of_one_value_stay_captures():
    graph = merge_common(
        parse("""
        graph f(x: int32[], p: pybool) -> int32[]
            %0 = negative(x)
            %1 = negative(x)
            %2 = cond(p, %0, %1)
                then (; a: int32[], b: int32[]) -> int32[]
                    return a
                orelse (; a: int32[], b: int32[]) -> int32[]
                    %0 = add(a, b)
                    return %0
            return %2
        """)
    )
    assert "cond(p, %0, %0)" in show(graph)
    assert "then (; a: int32[], b: int32[])" in show(graph)
    assert prune(graph) is graph
