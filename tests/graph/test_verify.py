"""For every rule of graphs: a graph that breaks it is found."""

import pytest
from hypothesis import given

from graph import dtypes
from graph.errors import GraphError
from graph.graph import Graph, Node
from graph.op import PRINTS
from graph.ops import OPS
from graph.origin import Origin
from graph.specs import TensorSpec
from graph.structure import set_captures
from graph.text_parser import parse
from graph.verify import verify
from tests.graph.random_graphs import graphs

TEXT = """
graph f(x: int32[], y: float32[2]) -> int32[]
    %0 = add(x, x)  # demo.py:3
    %1 = truth(%0)
    %2 = cond(%1, x, %0)
        then (; a: int32[], b: int32[]) -> int32[]
            %0 = subtract(a, b)
            return %0
        orelse (; a: int32[], b: int32[]) -> int32[]
            return b
    %3, %4 = while_loop(%2, 0, %0)
        test (s: int32[], n: int; a: int32[]) -> pybool
            %0 = less(n, 3)
            return %0
        body (s: int32[], n: int; a: int32[]) -> int32[], int
            %0 = add(s, a)
            %1 = add(n, 1)
            return %0, %1
    return %3
"""


@pytest.fixture
def graph():
    graph = parse(TEXT)
    verify(graph)
    return graph


def _node(graph, op):
    return next(node for node in graph.nodes if node.op.name == op)


def _broken(graph):
    with pytest.raises(GraphError) as caught:
        verify(graph)
    return caught.value


@given(graph=graphs())
def test_random_graphs_keep_every_rule(graph):
    verify(graph)


def test_the_message_names_graph_node_line_and_rule(graph):
    _node(graph, "add").outputs[0]._spec = TensorSpec((), dtypes.float32)
    error = _broken(graph)
    assert error.message == (
        "graph 'f', node 'add' (add, demo.py:3): outputs are as inferred, int32[]; "
        "they are float32[]."
    )
    assert error.origin == Origin("demo.py", 3, "<unknown>")


def _swapped_nodes(graph):
    graph.nodes[2], graph.nodes[3] = graph.nodes[3], graph.nodes[2]


def _input_of_the_enclosing_graph(graph):
    body = _node(graph, "cond").attrs["then"]
    _node(body, "subtract").inputs = (graph.inputs[0], body.inputs[1])


def _shapes_that_do_not_fit(graph):
    node = _node(graph, "add")
    graph.nodes[2] = Node(graph, node.op, "add", graph.inputs[:2], {}, (), node.origin)
    graph.inputs[0]._spec = TensorSpec((3,), dtypes.int32)
    graph.nodes[0].attrs["spec"] = graph.inputs[0].spec


def _body(graph, head, result):
    body = parse(f"graph then({head}\n  return {result}")
    set_captures(body, [])
    _node(graph, "cond").attrs["then"] = body


class Loud(Node):
    __slots__ = ()

    @property
    def effects(self):
        return PRINTS


def _captures(graph, change, op="cond", body="then"):
    """Set the captures of a body to what `change` makes of the graph and the body."""
    body = _node(graph, op).attrs[body]
    set_captures(body, change(graph, body))


def _one_input_for_two_values(graph):
    body = _node(graph, "cond").attrs["then"]
    (_, inner), (other, _) = body.captures
    body._captures = {1: (graph.inputs[0], inner), 2: (other, inner)}


BROKEN = {
    "a graph is finished": (
        lambda g: setattr(g, "is_finished", False),
        "a graph is finished before it is used"),
    "a body is finished": (
        lambda g: setattr(_node(g, "cond").attrs["then"], "is_finished", False),
        "graph 'then': a graph is finished"),
    "a graph does not hold itself": (
        lambda g: _node(g, "cond").attrs.update(then=g), "a graph does not hold itself"),
    "names are unique": (
        lambda g: setattr(g.nodes[2], "name", "x"),
        "node 'x' (add, demo.py:3): the names of nodes are unique"),
    "a node belongs to its graph": (
        lambda g: setattr(_node(g, "add"), "graph", Graph("g")),
        "a node belongs to its graph, not to 'g'"),
    "an input is made earlier": (
        _swapped_nodes, "an input is an output of an earlier node"),
    "an input is not of an enclosing graph": (
        _input_of_the_enclosing_graph,
        "graph 'then', node 'sub'", "x:0 of graph 'f' is not"),
    "an input is not of a copy": (
        lambda g: setattr(_node(g, "add"), "inputs", (parse(TEXT).inputs[0],) * 2),
        "of the same graph; x:0 of graph 'f' is not"),
    "outputs name their node": (
        lambda g: setattr(_node(g, "add").outputs[0], "value_index", 1),
        "output 0 names its node and its place"),
    "required attributes are given": (
        lambda g: _node(g, "cond").attrs.pop("orelse"),
        "the attribute 'orelse' is given"),
    "attributes are those of the op": (
        lambda g: _node(g, "add").attrs.update(axis=1), "the op has the attribute 'axis'"),
    "ops take their inputs": (
        _shapes_that_do_not_fit,
        "the op takes its inputs and attributes, but: shapes [3] and [2]"),
    "outputs are as inferred": (
        lambda g: setattr(_node(g, "while_loop"), "outputs", _node(g, "while_loop").outputs[:1]),
        "outputs are as inferred, int32[], int; they are int32[]"),
    "bodies take what they are given": (
        lambda g: _body(g, "; a: int32[], b: float32[]) -> int32[]", "a"),
        "body 'then' takes float32[] for b:0, not int32[]"),
    "branches agree": (
        lambda g: _body(g, "a: int32[], b: int32[]) -> int", 1),
        "the branches give int and int32[]"),
    "a body has no more inputs than its node": (
        lambda g: _body(g, "a: int, b: int, c: int, d: int)", ""),
        "the last inputs of a node are those of its body 'then'"),
    "effects are those of op and bodies": (
        lambda g: setattr(_node(g, "add"), "__class__", Loud),
        "effects are those of the op and its bodies"),
    "an input is listed once": (
        lambda g: g.inputs.append(g.inputs[0]), "an input is listed once"),
    "placeholders are inputs": (
        lambda g: g.inputs.pop(1),
        "node 'y' (placeholder, <unknown>:0): a placeholder is an input"),
    "inputs are placeholders": (
        lambda g: g.inputs.append(_node(g, "add").outputs[0]),
        "an input is a placeholder of the graph; add:0 of graph 'f' is not"),
    "outputs are of the graph": (
        lambda g: setattr(g, "outputs", [parse(TEXT).outputs[0]]),
        "an output is a value of the graph; while:0 of graph 'f' is not"),
    "parameters come before captures": (
        lambda g: _captures(g, lambda g, b: [(g.inputs[0], b.inputs[0])], "while_loop", "body"),
        "parameters come before captures"),
    "what stands for a capture is an input": (
        lambda g: _captures(g, lambda g, b: [
            *b.captures, (_node(g, "add").outputs[0], _node(b, "subtract").outputs[0])]),
        "what stands for a captured value is an input"),
    "an input stands for one value": (
        _one_input_for_two_values, "an input stands for one captured value"),
    "a capture has the spec of what is captured": (
        lambda g: _captures(g, lambda g, b: [(g.inputs[1], b.inputs[1])], body="orelse"),
        "a capture is float32[2], as the value captured"),
    "a node gives its body what that captured": (
        lambda g: _captures(g, lambda g, b: [
            (_node(g, "add").outputs[0], inner) for _, inner in b.captures]),
        "the body 'then' captures add:0 of graph 'f' and is given it, not x:0"),
}  # fmt: skip


@pytest.mark.parametrize("rule", BROKEN)
def test_a_graph_that_breaks_a_rule_is_found(rule, graph):
    change, *texts = BROKEN[rule]
    change(graph)
    message = str(_broken(graph))
    assert all(text in message for text in texts), message


def test_a_capture_may_reach_a_body_through_the_graphs_between():
    graph = Graph("f")
    x = graph.add_input(TensorSpec((), dtypes.int32), "x")
    p = graph.add_input(TensorSpec((), dtypes.python_bool), "p")
    middle = Graph("middle", graph)
    bodies = {name: Graph(name, middle) for name in ("then", "orelse")}
    for body in bodies.values():
        body.finish([body.capture(x)])
    inner_p = middle.capture(p)
    node = middle.add(OPS["cond"], (inner_p, middle.capture(x)), bodies)
    middle.finish(node.outputs)
    other = parse("graph other(p: pybool, x: int32[]) -> int32[]\n  return x")
    attrs = {"then": middle, "orelse": other}
    made = graph.add(OPS["cond"], (p, p, x), attrs)
    verify(graph.finish(made.outputs))
