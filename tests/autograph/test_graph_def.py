"""Graph definitions of functions: the documents' node names, and every construct."""

import pickle

import pytest

import autograph as ag
from tests.graph.definitions import check

ONE, OTHER = ag.Variable(1, name="w"), ag.Variable(1, name="w")


def rows(definition):
    return [(node.name, node.op, list(node.input)) for node in definition.node]


def positive(x):
    if ag.greater(x, 0):
        return x
    else:  # as it is documented
        return 0


def definition_of(function, *args):
    return ag.function(function).get_concrete_function(*args).graph.as_graph_def()


def test_nodes_of_an_expression():
    def double(a):
        return a + a

    nodes = definition_of(double, ag.constant("a")).node
    assert [f"{node.input} -> {node.name}" for node in nodes] == [
        "[] -> a",
        "['a', 'a'] -> add",
        "['add'] -> Identity",
    ]


def test_nodes_of_a_choice():
    definition = definition_of(positive, ag.constant(1))
    assert rows(definition) == [
        ("x", "Placeholder", []),
        ("Greater/y", "Const", []),
        ("Greater", "Greater", ["x", "Greater/y"]),
        ("cond", "StatelessIf", ["Greater", "x"]),
        ("cond/Identity", "Identity", ["cond"]),
        ("cond/Identity_1", "Identity", ["cond:1"]),
        ("Identity", "Identity", ["cond/Identity_1"]),
    ]
    cond = definition.node[3].attr
    assert (cond["then_branch"].func.name, cond["else_branch"].func.name) == (
        "cond_true_0",
        "cond_false_1",
    )
    assert [t.name for t in cond["Tout"].list.type] == ["DT_BOOL", "DT_INT32"]
    functions = {each.signature.name: each for each in definition.library.function}
    assert list(functions) == ["cond_false_1", "cond_true_0"]
    assert [
        [arg.name for arg in each.signature.input_arg] for each in functions.values()
    ] == [["cond_placeholder"], ["cond_identity_1_x"]]


def test_text_of_a_choice(golden):
    golden(str(definition_of(positive, ag.constant(1))))


def loops(x):
    total = x
    for i in ag.range(x):
        if i % 2 == 0:
            continue
        while total < 100:
            total += i + 1
        ag.print(total)
    return total


def attempts(x):
    try:
        if x > 0:
            raise ValueError(x)
        y = 1
    except ValueError as error:
        ag.print("caught", str(error))
        y = 2
    return y


def lists(x):
    found = []
    for i in ag.range(x):
        found.append(i * 2)  # noqa: PERF401  # that is what is looked at
    return found


def recursion(x):
    def factorial(n):
        return 1 if n <= 1 else n * factorial(n - 1)

    return factorial(x)


def missing(x):
    if x > 0:
        y = x
    return y


def optional(x):
    word = None
    if x > 0:
        word = f"{x} is positive"
    return "none" if word is None else word


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


def python_functions(x):
    return ag.py_function(lambda a: a + 1, [x], ag.int32)


def arrays(x):
    states = ag.TensorArray(ag.int32, size=3)
    for i in ag.range(3):
        states = states.write(i, x * i)
    return states.stack()


def randoms(x):
    return ag.random.uniform([2]) + ag.nn.dropout(ag.ones([2]), 0.5)


def gradients(x):
    y = ag.cast(x, ag.float32)
    with ag.GradientTape() as tape:
        tape.watch(y)
        z = y
        while z < 100.0:
            z = z * z + 1.0
    return tape.gradient(z, y)


def checks(x):
    ag.debugging.assert_greater(x, 0)
    return ag.debugging.check_numerics(ag.cast(x, ag.float32), "bad")


CONSTRUCTS = (
    loops, attempts, lists, recursion, missing, optional, matching, nothing, variables,
    python_functions, arrays, randoms, gradients, checks,
)  # fmt: skip


@pytest.mark.parametrize("function", CONSTRUCTS, ids=lambda each: each.__name__)
def test_every_construct_has_a_valid_definition(function):
    concrete = ag.function(function).get_concrete_function(ag.constant(2))
    definition = concrete.graph.as_graph_def()
    check(definition)
    again = ag.function(function).get_concrete_function(ag.constant(3))
    assert str(again.graph.as_graph_def()) == str(definition)


@pytest.mark.parametrize(
    "function", [positive, loops, attempts, lists, recursion, missing, checks]
)
def test_a_pickled_graph_has_the_same_definition(function):
    graph = ag.function(function).get_concrete_function(ag.constant(2)).graph
    read = pickle.loads(pickle.dumps(graph))
    assert str(read.as_graph_def()) == str(graph.as_graph_def())


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


def test_a_recursive_function_calls_itself_by_its_name_in_the_library():
    definition = definition_of(recursion, ag.constant(2))
    called = {
        value.func.name
        for function in definition.library.function
        for node in function.node_def
        if node.op == "CallAgain"
        for value in node.attr.values()
        if value.func is not None
    }
    assert len(called) == 1
    assert called <= {each.signature.name for each in definition.library.function}


def test_structured_outputs_are_the_nodes_that_return():
    def three(x):
        return {"a": x, "b": (x + 1, None)}

    concrete = ag.function(three).get_concrete_function(ag.constant(1))
    outputs = concrete.structured_outputs
    assert str(outputs["a"]) == 'Tensor("Identity:0", shape=(), dtype=int32)'
    assert repr(outputs["b"][0]) == "<ag.Tensor 'Identity_1:0' shape=() dtype=int32>"
    assert outputs["b"][1] is None
    assert outputs["a"].op.type == "Identity"
    assert outputs["a"].graph is concrete.graph
