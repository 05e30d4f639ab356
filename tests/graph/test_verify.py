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


def test_a_graph_is_finished(graph):
    graph.is_finished = False
    assert "a graph is finished before it is used" in str(_broken(graph))


def test_a_body_is_finished(graph):
    _node(graph, "cond").attrs["then"].is_finished = False
    assert "graph 'then': a graph is finished" in str(_broken(graph))


def test_a_graph_does_not_hold_itself(graph):
    _node(graph, "cond").attrs["then"] = graph
    assert "a graph does not hold itself" in str(_broken(graph))


def test_names_are_unique(graph):
    graph.nodes[2].name = "x"
    assert "node 'x' (add, demo.py:3): the names of nodes are unique" in str(
        _broken(graph)
    )


def test_a_node_belongs_to_its_graph(graph):
    _node(graph, "add").graph = Graph("g")
    assert "a node belongs to its graph, not to 'g'" in str(_broken(graph))


def test_an_input_is_made_earlier(graph):
    graph.nodes[2], graph.nodes[3] = graph.nodes[3], graph.nodes[2]
    assert "an input is an output of an earlier node" in str(_broken(graph))


def test_an_input_is_not_of_an_enclosing_graph(graph):
    body = _node(graph, "cond").attrs["then"]
    _node(body, "subtract").inputs = (graph.inputs[0], body.inputs[1])
    message = str(_broken(graph))
    assert "graph 'then', node 'sub'" in message
    assert "x:0 of graph 'f' is not" in message


def test_an_input_is_not_of_a_copy(graph):
    _node(graph, "add").inputs = (parse(TEXT).inputs[0],) * 2
    assert "of the same graph; x:0 of graph 'f' is not" in str(_broken(graph))


def test_outputs_name_their_node(graph):
    _node(graph, "add").outputs[0].value_index = 1
    assert "output 0 names its node and its place" in str(_broken(graph))


def test_required_attributes_are_given(graph):
    del _node(graph, "cond").attrs["orelse"]
    assert "the attribute 'orelse' is given" in str(_broken(graph))


def test_attributes_are_those_of_the_op(graph):
    _node(graph, "add").attrs["axis"] = 1
    assert "the op has the attribute 'axis'" in str(_broken(graph))


def test_ops_take_their_inputs(graph):
    node = _node(graph, "add")
    graph.nodes[2] = Node(
        graph, node.op, "add", graph.inputs[:1] + [graph.inputs[1]], {}, (), node.origin
    )
    graph.inputs[0]._spec = TensorSpec((3,), dtypes.int32)
    graph.nodes[0].attrs["spec"] = graph.inputs[0].spec
    message = str(_broken(graph))
    assert "the op takes its inputs and attributes, but: shapes [3] and [2]" in message


def test_outputs_are_as_inferred(graph):
    _node(graph, "while_loop").outputs = _node(graph, "while_loop").outputs[:1]
    assert "outputs are as inferred, int32[], int; they are int32[]" in str(
        _broken(graph)
    )


def test_bodies_take_what_they_are_given(graph):
    body = parse("graph then(; a: int32[], b: float32[]) -> int32[]\n  return a")
    set_captures(body, [])
    _node(graph, "cond").attrs["then"] = body
    message = str(_broken(graph))
    assert "body 'then' takes float32[] for b:0, not int32[]" in message


def test_branches_agree(graph):
    body = parse("graph then(a: int32[], b: int32[]) -> int\n  return 1")
    _node(graph, "cond").attrs["then"] = body
    assert "the branches give int and int32[]" in str(_broken(graph))


def test_a_body_has_no_more_inputs_than_its_node(graph):
    body = parse("graph then(a: int, b: int, c: int, d: int)\n  return")
    _node(graph, "cond").attrs["then"] = body
    assert "the last inputs of a node are those of its body 'then'" in str(
        _broken(graph)
    )


def test_effects_are_those_of_op_and_bodies(graph):
    class Loud(Node):
        __slots__ = ()

        @property
        def effects(self):
            return PRINTS

    _node(graph, "add").__class__ = Loud
    message = str(_broken(graph))
    assert "effects are those of the op and its bodies" in message


def test_an_input_is_listed_once(graph):
    graph.inputs.append(graph.inputs[0])
    assert "an input is listed once" in str(_broken(graph))


def test_placeholders_are_inputs(graph):
    del graph.inputs[1]
    assert "node 'y' (placeholder, <unknown>:0): a placeholder is an input" in str(
        _broken(graph)
    )


def test_inputs_are_placeholders(graph):
    graph.inputs.append(_node(graph, "add").outputs[0])
    assert "an input is a placeholder of the graph; add:0 of graph 'f' is not" in str(
        _broken(graph)
    )


def test_outputs_are_of_the_graph(graph):
    graph.outputs = [parse(TEXT).outputs[0]]
    assert "an output is a value of the graph; while:0 of graph 'f' is not" in str(
        _broken(graph)
    )


def test_parameters_come_before_captures(graph):
    body = _node(graph, "while_loop").attrs["body"]
    set_captures(body, [(graph.inputs[0], body.inputs[0])])
    assert "parameters come before captures" in str(_broken(graph))


def test_what_stands_for_a_capture_is_an_input(graph):
    body = _node(graph, "cond").attrs["then"]
    add = _node(graph, "add").outputs[0]
    set_captures(body, [*body.captures, (add, _node(body, "subtract").outputs[0])])
    assert "what stands for a captured value is an input" in str(_broken(graph))


def test_an_input_stands_for_one_value(graph):
    body = _node(graph, "cond").attrs["then"]
    (_, inner), (other, _) = body.captures
    body._captures = {1: (graph.inputs[0], inner), 2: (other, inner)}
    assert "an input stands for one captured value" in str(_broken(graph))


def test_a_capture_has_the_spec_of_what_is_captured(graph):
    body = _node(graph, "cond").attrs["orelse"]
    set_captures(body, [(graph.inputs[1], body.inputs[1])])
    assert "a capture is float32[2], as the value captured" in str(_broken(graph))


def test_a_node_gives_its_body_what_that_captured(graph):
    body = _node(graph, "cond").attrs["then"]
    (_, a), (add, b) = body.captures
    set_captures(body, [(add, a), (add, b)])
    message = str(_broken(graph))
    assert "the body 'then' captures add:0 of graph 'f' and is given it, not x:0" in (
        message
    )


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
