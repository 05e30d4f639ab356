"""Graphs under construction."""

import threading

import numpy as np
import pytest

from graph import dtypes
from graph.errors import GraphError, LeakedTensorError, ShapeError
from graph.graph import Graph, current_graph, eager_scope
from graph.op import PRINTS, PURE
from graph.ops import OPS
from graph.specs import TensorSpec
from graph.tensor import EagerTensor
from graph.text_parser import parse

INT = TensorSpec((), dtypes.int32)


def test_names_are_numbered_when_taken():
    graph = Graph()
    names = [graph.add(OPS["const"], (), {"value": 1}, name="a").name for _ in range(3)]
    assert names == ["a", "a_1", "a_2"]
    assert graph.unique_name("a_1") == "a_1_1"
    assert graph.unique_name("b c") == "b_c"


def test_name_scopes_nest_and_are_numbered():
    graph = Graph()
    with graph.name_scope("outer"), graph.name_scope("inner") as scope:
        assert scope == "outer/inner"
        assert graph.constant(1).node.name == "outer/inner/Const"
    with graph.name_scope("outer") as scope:
        assert scope == "outer_1"


def test_add_infers_and_checks():
    graph = Graph()
    x = graph.add_input(TensorSpec((2,), dtypes.int32), "x")
    y = graph.add_input(TensorSpec((3,), dtypes.int32), "y")
    assert graph.add(OPS["add"], (x, x)).outputs[0].spec == x.spec
    with pytest.raises(ShapeError):
        graph.add(OPS["add"], (x, y))
    assert len(graph.nodes) == 3


def test_values_of_other_graphs_and_late_nodes_are_refused():
    graph, other = Graph("f"), Graph("g")
    x = graph.add_input(INT, "x")
    with pytest.raises(GraphError, match="x:0 is not of graph 'g'"):
        other.add(OPS["add"], (x, x))
    with pytest.raises(GraphError, match="output x:0 is not of graph 'g'"):
        other.finish([x])
    graph.finish([x])
    with pytest.raises(GraphError, match="graph 'f' is finished; add comes late"):
        graph.add(OPS["add"], (x, x))


def test_an_array_becomes_one_constant_and_python_numbers_stay_numbers():
    graph = Graph()
    array = np.arange(3)
    assert graph.constant(array) is graph.constant(array)
    tensor = EagerTensor(array)
    assert graph.constant(tensor).node.attrs["value"] is array
    assert graph.constant(1).spec == TensorSpec((), dtypes.python_int)
    assert graph.constant(True).spec == TensorSpec((), dtypes.python_bool)


def test_captures_become_inputs_once():
    outer = Graph("outer")
    x = outer.add_input(INT, "x")
    inner = Graph("inner", outer)
    y = inner.capture(x)
    assert inner.capture(x) is y
    assert inner.capture(y) is y
    assert inner.inputs == [y]
    assert inner.captures == [(x, y)]
    assert inner.capture(2).node.attrs["value"] == 2


def test_a_tensor_of_a_graph_that_does_not_enclose_is_leaked():
    one, two = Graph("one"), Graph("two")
    x = one.add_input(INT, "x")
    with pytest.raises(LeakedTensorError, match="while another function was traced"):
        two.capture(x)


def test_rollback_forgets_what_came_after_the_checkpoint():
    outer = Graph("outer")
    x = outer.add_input(INT, "x")
    graph = Graph("f", outer)
    graph.constant(1)
    mark = graph.checkpoint()
    graph.capture(x)
    graph.constant(np.arange(3))
    graph.rollback(mark)
    assert len(graph.nodes) == 1
    assert graph.inputs == []
    assert graph.captures == []
    assert graph.unique_name("x") == "x"


def test_effects_of_bodies_are_effects_of_the_node():
    graph = parse("""
        graph f(p: pybool)
          cond(p)
            then ()
              print(template='a')
              return
            orelse ()
              return
          %0 = python_not(p)
          return
        """)
    _, cond, other = graph.nodes
    assert cond.effects == PRINTS
    assert not cond.op.effects
    assert other.effects == PURE
    assert graph.effects == PRINTS
    assert list(cond.subgraphs) == ["then", "orelse"]


def test_the_graph_being_built_is_that_of_the_thread():
    graph = Graph()
    seen = []
    with graph.as_default():
        thread = threading.Thread(target=lambda: seen.append(current_graph()))
        thread.start()
        thread.join()
        assert current_graph() is graph
        with eager_scope():
            assert current_graph() is None
        assert current_graph() is graph
    assert seen == [None]
    assert current_graph() is None


def test_nodes_are_named_after_their_ops_and_constants_after_their_place():
    graph = Graph()
    x = graph.add_input(INT, "x")
    with graph.as_default():
        (x > 0, x > 1, x + 1, -x)
    assert [node.name for node in graph.nodes] == [
        "x", "Greater/y", "Greater", "Greater_1/y", "Greater_1", "add/y", "add", "Neg",
    ]  # fmt: skip


def test_inputs_of_bodies_are_called_by_ops():
    outer = Graph("outer")
    x = outer.add_input(INT, "x")
    attrs = {"axis": None, "keepdims": False}
    sums = [outer.add(OPS["reduce_sum"], (x,), attrs).outputs[0] for _ in range(2)]
    named = outer.add(OPS["add"], (x, x), name="total").outputs[0]
    inner = Graph("inner", outer)
    names = [inner.capture(value).node.name for value in (*sums, named)]
    assert names == ["reduce_sum", "reduce_sum_1", "total"]
