"""Graph definitions of functions: the documents' node names, and every construct."""

import pickle

import pytest

import autograph as ag
from tests.graph.definitions import check

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


def loops(x):
    total = x
    states = ag.TensorArray(ag.int32, size=x)
    found = []
    for i in ag.range(x):
        if i % 2 == 0:
            continue
        while total < 100:
            total += i + 1
        ag.print(total)
        found.append(i * 2)
        states = states.write(i, total)
    return total, found, states.stack()


def attempts(x):
    try:
        if x > 0:
            raise ValueError(x)
        y = 1
    except ValueError as error:
        ag.print("caught", str(error))
        y = 2
    return y


def recursion(x):
    def factorial(n):
        return 1 if n <= 1 else n * factorial(n - 1)

    return factorial(x)


def missing(x):
    word = None
    if x > 0:
        y = x
        word = f"{x} is positive"
    ag.print("none" if word is None else word)
    return y


def matching(x):
    match x:
        case 1:
            return x
        case 2 | 3:
            return x * 2
        case _:
            assert x > 3, "small"
            return (x, [x, {"a": x}])[0]


def nothing(x):
    ag.print(x)


def variables(x):
    ONE.assign_add(x)
    if x > 0:
        OTHER.assign(2)
    return ONE * OTHER


def calls(x):
    ag.debugging.assert_greater(x, 0)
    y = ag.py_function(lambda a: a + 1.0, [ag.cast(x, ag.float32)], ag.float32)
    return ag.random.uniform([2]) + ag.nn.dropout(ag.ones([2]), 0.5) * y


def gradients(x):
    y = ag.debugging.check_numerics(ag.cast(x, ag.float32), "bad")
    with ag.GradientTape() as tape:
        tape.watch(y)
        z = y
        while z < 100.0:
            z = z * z + 1.0
    return tape.gradient(z, y)


CONSTRUCTS = (
    positive, loops, attempts, recursion, missing, matching, nothing, variables, calls,
    gradients,
)  # fmt: skip


@pytest.mark.parametrize("function", CONSTRUCTS, ids=lambda each: each.__name__)
def test_every_construct_has_a_valid_definition(function):
    concrete = ag.function(function).get_concrete_function(ag.constant(2))
    definition = concrete.graph.as_graph_def()
    check(definition)
    assert str(definition_of(function, ag.constant(3))) == str(definition)
    if function not in (calls, variables):  # which are no data
        read = pickle.loads(pickle.dumps(concrete.graph))
        assert str(read.as_graph_def()) == str(definition)


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
