"""Graph definitions of functions: the documents' node names, and those of variables.

That those of programs of all kinds are valid is shown by `test_pickling.py`.
"""

import autograph as ag

ONE, OTHER = ag.Variable(1, name="w"), ag.Variable(1, name="w")


def positive(x):
    if ag.greater(x, 0):
        return x
    else:  # as it is documented
        return 0


def definition_of(function, *args):
    return ag.function(function).get_concrete_function(*args).graph.as_graph_def()


def test_nodes_of_an_expression():
    nodes = definition_of(lambda a: a + a, ag.constant("a")).node
    assert [f"{node.input} -> {node.name}" for node in nodes] == [
        "[] -> a",
        "['a', 'a'] -> add",
        "['add'] -> Identity",
    ]


def test_text_of_a_choice(golden):
    golden(str(definition_of(positive, ag.constant(1))))


def variables(x):
    ONE.assign_add(x)
    if x > 0:
        OTHER.assign(2)
    return ONE * OTHER


def test_variables_are_told_apart():
    definition = definition_of(variables, ag.constant(1))
    functions = definition.library.function
    nodes = [node for each in functions for node in each.node_def]
    assert [
        (node.name, node.attr["variable"].s)
        for node in (*definition.node, *nodes)
        if "variable" in node.attr
    ] == [
        ("AssignVariableOp", b"w"),
        ("ReadVariableOp", b"w"),
        ("ReadVariableOp_1", b"w_1"),
        ("cond/AssignVariableOp", b"w_1"),
    ]


def test_structured_outputs_are_the_nodes_that_return():
    three = ag.function(lambda x: {"a": x, "b": (x + 1, None)})
    concrete = three.get_concrete_function(ag.constant(1))
    outputs = concrete.structured_outputs
    assert str(outputs["a"]) == 'Tensor("Identity:0", shape=(), dtype=int32)'
    assert repr(outputs["b"][0]) == "<ag.Tensor 'Identity_1:0' shape=() dtype=int32>"
    assert outputs["b"][1] is None
    assert outputs["a"].op.type == "Identity"
    assert outputs["a"].graph is concrete.graph
