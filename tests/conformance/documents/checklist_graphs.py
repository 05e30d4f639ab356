"""The checklist, section D: concrete functions and their graphs."""

import pytest

import autograph as ag
from tests.conformance.documents.rows import Table

d = Table("D")


@ag.function
def power(a, b):
    return a**b


@ag.function
def twice(a):
    return a + a


@d("a concrete function is called by position or keyword")
def _():
    concrete = twice.get_concrete_function(ag.constant("a"))
    assert concrete(ag.constant("b")).numpy() == b"bb"
    assert concrete(a=ag.constant("c")).numpy() == b"cc"


@d("Python arguments keep their values; objects may be left out")
def _():
    square = power.get_concrete_function(ag.TensorSpec([], ag.float32), 2)
    x = ag.constant(3.0)
    assert square(x) == square(x, 2) == square(x, b=2) == 9
    with pytest.raises(TypeError, match=r"int value 2 in b, .* with int value 3"):
        square(x, b=3)

    class Model:
        weight = 2.0

    model = Model()
    scale = ag.function(lambda model, x: model.weight * x)
    concrete = scale.get_concrete_function(model, x)
    assert concrete(x) == concrete(model, x) == 6


@d("another dtype is an InvalidArgumentError")
def _():
    concrete = twice.get_concrete_function(ag.constant("a"))
    with pytest.raises(
        ag.errors.InvalidArgumentError,
        match=r"as input #0\(zero-based\) was expected to be a string tensor but is a "
        "int32 tensor",
    ):
        concrete(ag.constant(1))


@d("its signature and results, structured, and what it captures")
def _():
    concrete = twice.get_concrete_function(ag.constant("a"))
    assert repr(concrete.structured_input_signature) == (
        "((TensorSpec(shape=(), dtype=ag.string, name='a'),), {})"
    )
    outputs = concrete.structured_outputs
    assert str(outputs) == 'Tensor("Identity:0", shape=(), dtype=string)'
    assert list(concrete.captured_inputs) == []
    variable = ag.Variable(1.0)
    concrete = ag.function(lambda x: x * variable).get_concrete_function(1.0)
    assert list(concrete.captured_inputs) == [variable]
    assert isinstance(concrete.graph, ag.Graph)


@d("how concrete functions are printed")
def _():
    square = power.get_concrete_function(a=ag.TensorSpec(None, ag.float32), b=2)
    assert str(square) == (
        "ConcreteFunction power(a, b=2)\n  Args:\n    a: float32 Tensor, "
        "shape=<unknown>\n  Returns:\n    float32 Tensor, shape=<unknown>"
    )
    relu = ag.function(lambda x: ag.maximum(0.0, x))
    relu([1, -1])
    text = relu.pretty_printed_concrete_signatures()
    assert text.splitlines()[0].endswith("(x=[1, -1])")
    assert "Args:" not in text


@d("graph definitions have the documents' names")
def _():
    graph = twice.get_concrete_function(ag.constant("a")).graph
    nodes = graph.as_graph_def().node
    assert [f"{node.input} -> {node.name}" for node in nodes] == [
        "[] -> a",
        "['a', 'a'] -> add",
        "['add'] -> Identity",
    ]
    assert nodes[0].op == "Placeholder"
    assert nodes[0].attr["dtype"].type.name == "DT_STRING"
    assert str(graph.as_graph_def()).startswith('node {\n  name: "a"\n  op: "Pl')


@d("graph definitions of conditions: the branches are functions of a library")
def _():
    def choose(x):
        if ag.greater(x, 0):
            return x
        return 0

    concrete = ag.function(choose).get_concrete_function(ag.constant(1))
    definition = concrete.graph.as_graph_def()
    assert [(node.name, node.op, [*node.input]) for node in definition.node] == [
        ("x", "Placeholder", []),
        ("Greater/y", "Const", []),
        ("Greater", "Greater", ["x", "Greater/y"]),
        ("cond", "StatelessIf", ["Greater", "x"]),
        ("cond/Identity", "Identity", ["cond"]),
        ("cond/Identity_1", "Identity", ["cond:1"]),
        ("Identity", "Identity", ["cond/Identity_1"]),
    ]
    branches = [definition.node[3].attr[f"{n}_branch"].func for n in ("else", "then")]
    names = [each.signature.name for each in definition.library.function]
    assert names == [each.name for each in branches]
    assert names[0].startswith("cond_false_")
    assert names[1].startswith("cond_true_")


@d("functions that are called are part of the graph")
def _():
    def inner(x):
        return ag.matmul(x, ag.constant([[2.0], [3.0]])) + ag.constant(4.0)

    def calls(x):
        return inner(x)

    concrete = ag.function(calls).get_concrete_function(ag.ones([1, 2]))
    ops = [node.op for node in concrete.graph.as_graph_def().node]
    assert ops == ["Placeholder", "Const", "MatMul", "Const", "AddV2", "Identity"]


@d("graphs of unrolled lists grow with them")
def _():
    @ag.function
    def total(pairs):
        loss = ag.constant(0)
        for x, y in pairs:
            loss += ag.abs(y - x)
        return loss

    graphs = [total.get_concrete_function([(1, 1)] * n).graph for n in (3, 10)]
    sizes = [len(graph.as_graph_def().node) for graph in graphs]
    assert sizes == [11, 32]


ROWS = tuple(d.rows)
