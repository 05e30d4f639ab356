"""Pickles and copies of functions, concrete functions, graphs, tensors and specs."""

import copy
import pickle

import cloudpickle
import numpy as np
import pytest

import autograph as ag
from autograph.function.pickling import LoadedFunction
from graph.graph import Graph
from graph.serialise import graph_from_data, graph_to_data
from graph.structure import same
from graph.verify import verify
from tests.autograph import pickled
from tests.graph.definitions import check
from tests.language.programs import Rung, tables

X, TWO = ag.constant([0.5, 2.0]), ag.constant(2)
PICKLERS = [pickle, cloudpickle]


def again(value, pickler=pickle):
    return pickle.loads(pickler.dumps(value))


def leaves(value):
    return [np.asarray(leaf).tolist() for leaf in ag.nest.flatten(value)]


# -- Graphs of many kinds of nodes --------------------------------------------------


def text(x, n):
    ag.print("x is", x, "and", n)
    assert n > 0, f"n is {n}"
    return f"{n:>5}|{n * 2}", ag.constant(["a", "b"])


@ag.function
def long(x):
    for _ in range(9):
        x = ag.tanh(x) + 0.5
    return x


LONG = long.get_concrete_function(ag.TensorSpec([2], ag.float32))


def nested(x, n):
    return LONG(LONG(x)) + LONG(x * ag.cast(n, ag.float32))


def constants(x, n):
    table = np.arange(40_000).reshape(200, 200) / 7
    return x * np.float32("nan"), table[3] * -0.0, ag.constant(2**40), x * n


# The first program of each of these tables, that is called with tensors alone.
TABLES = (
    "array/views call/recursion call/nested dict/lookup generator/functions "
    "iterator/combined library/differentiated library/heaps list/nested none/optional "
    "match_statement/patterns number/rounding set/sets text/formatting "
    "try_statement/operations while_statement/loops"
).split()


def programs():
    every = tables()
    for name in TABLES:
        for each in every[name]:
            (args, *_) = each.calls
            if each.rung is Rung.STAGED and all(isinstance(x, ag.Tensor) for x in args):
                yield pytest.param(each.function, args, id=name)
                break
    for function in (text, nested, constants):
        yield pytest.param(function, (X, TWO), id=function.__name__)


@pytest.mark.parametrize(("function", "args"), list(programs()))
def test_a_graph_and_its_function_come_back_the_same(function, args, capfd):
    concrete = ag.function(function).get_concrete_function(*args)
    definition = concrete.graph.as_graph_def()
    check(definition)
    anew = ag.function(function).get_concrete_function(*args).graph
    assert str(anew.as_graph_def()) == str(definition)
    graph = again(concrete.graph)
    verify(graph)
    assert same(graph, concrete.graph)
    assert str(graph) == str(concrete.graph)
    assert str(graph.as_graph_def()) == str(definition)
    assert [(node.name, node.origin) for node in graph.nodes] == [
        (node.name, node.origin) for node in concrete.graph.nodes
    ]
    expected = repr(leaves(concrete(*args))), capfd.readouterr()
    for pickler in PICKLERS:
        loaded = again(concrete, pickler)
        assert (repr(leaves(loaded(*args))), capfd.readouterr()) == expected
        assert str(loaded) == str(concrete)
        assert repr(again(loaded)) != repr(concrete)  # and it can be pickled again
    if function is nested:
        calls = [node for node in graph.nodes if node.type == "PartitionedCall"]
        assert len(calls) == 3
        assert len({id(node.attrs["body"]) for node in calls}) == 1
        names = [each.signature.name for each in definition.library.function]
        assert names == ["long_0"]


def test_exceptions_that_a_graph_raises_come_along():
    def fails(x, n):
        if n > 2:
            raise ValueError("too many", 3) from KeyError("n")
        assert n != 2, f"n is {n}"
        return x

    loaded = again(ag.function(fails).get_concrete_function(X, TWO))
    with pytest.raises(ValueError, match="too many") as caught:
        loaded(X, ag.constant(3))
    assert caught.value.args == ("too many", 3)
    assert repr(caught.value.__cause__) == "KeyError('n')"
    with pytest.raises(AssertionError, match=r"n is ag.Tensor\(2,"):
        loaded(X, TWO)
    assert loaded(X, ag.constant(1)).numpy().tolist() == [0.5, 2.0]


def test_copies_of_what_never_changes_are_the_same_object():
    concrete = pickled.scaled.get_concrete_function(X)
    for value in (concrete, concrete.graph, pickled.scaled):
        assert copy.copy(value) is value
        assert copy.deepcopy([value, value]) == [value, value]


@pytest.mark.parametrize("pickler", PICKLERS)
def test_tensors_and_specs_come_back(pickler):
    values = [
        X, ag.constant("a"), ag.constant([1, 2]), ag.constant(True), ag.int32,
        ag.TensorSpec([None, 3], ag.float64, "x"), ag.TensorSpec(None, ag.string),
    ]  # fmt: skip
    for value in values:
        assert repr(again(value, pickler)) == repr(value)
        assert repr(copy.deepcopy(value)) == repr(value)


# -- What cannot be data ------------------------------------------------------------


class OwnError(Exception):
    """One of a user's."""


def with_python_function(x):
    return ag.py_function(lambda v: v + 1, [x], ag.float32)


def with_an_exception_of_its_own(x):
    if ag.reduce_sum(x) > 0:
        raise OwnError("no")
    return x


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (with_python_function, "return ag.py_function("),
        (with_an_exception_of_its_own, 'raise OwnError("no")'),
    ],
)
def test_what_is_no_data_is_refused_with_node_and_line(function, said):
    concrete = ag.function(function).get_concrete_function(X)
    with pytest.raises(pickle.PicklingError) as caught:
        pickle.dumps(concrete)
    text = str(caught.value)
    assert text.startswith("the node '")
    assert "which is no data" in text
    assert said in text
    assert "A graph is pickled as data, never as code" in text


def test_what_is_under_construction_or_gone_is_refused():
    graph = Graph("half")
    with pytest.raises(TypeError, match="'half' is being built"):
        copy.copy(graph)
    leaked, held = [], [ag.Variable(1.0)]

    @ag.function
    def outer(x):
        inner = ag.function(lambda y: y + x)
        leaked.append(inner.get_concrete_function(ag.TensorSpec([2], ag.float32)))
        return held[0] + x

    concrete = outer.get_concrete_function(X)
    held.clear()
    for value, error, message in (
        (graph, pickle.PicklingError, "'half' is being built"),
        (leaked[0], pickle.PicklingError, "a symbolic tensor of another one"),
        (concrete, ag.errors.FailedPreconditionError, "has been deleted"),
    ):
        with pytest.raises(error, match=message):
            pickle.dumps(value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 99}, "version 99 of its form; this program reads version 1"),
        ({"nodes": [("no_such_op", "a", (), {}, ("", 0, "", None, None))]},
         "there is no op 'no_such_op'"),
        ({"outputs": (77,)}, "list index out of range"),
    ],
)  # fmt: skip
def test_data_that_are_no_graph_are_refused(change, said):
    graph = pickled.scaled.get_concrete_function(X).graph
    data = graph_to_data(graph)
    assert same(graph_from_data(data), graph)
    with pytest.raises(pickle.PicklingError) as caught:
        graph_from_data({**data, **change})
    assert said in str(caught.value)


# -- Functions ----------------------------------------------------------------------


@pytest.mark.parametrize("pickler", PICKLERS)
def test_a_function_that_can_be_imported_is_pickled_by_its_name(pickler):
    assert again(pickled.scaled, pickler) is pickled.scaled
    assert again(pickled.Model.scale, pickler) is pickled.Model.scale
    assert again(pickled.decorated, pickler) is pickled.decorated


def test_a_method_is_pickled_with_its_instance():
    model = pickled.Model(3.0)
    loaded, method = again((model, model.scale))
    assert method(X).numpy().tolist() == [1.5, 6.0]
    loaded.by = 5.0
    assert method(X).numpy().tolist() == [1.5, 6.0]  # traced before
    assert loaded.scale(ag.constant(1.0)).numpy() == 5.0
    copied = copy.deepcopy(model.weigh)
    model.weight.assign(9.0)
    assert copied(X).numpy().tolist() == [1.5, 6.0]


@pytest.mark.parametrize("pickler", PICKLERS)
def test_a_function_that_cannot_be_imported_is_pickled_as_its_graphs(pickler, capfd):
    inner, weight = pickled.unnamed()
    with pytest.raises(pickle.PicklingError) as refused:  # it has no graphs yet
        pickle.dumps(inner)
    assert "unnamed.<locals>.inner cannot be imported by its name" in str(refused.value)
    assert "test_pickling.py" in str(refused.value)
    assert "Call it once, or get_concrete_function" in str(refused.value)
    expected = leaves(inner(X, TWO))
    inner(X, TWO, flag=False)
    inner(ag.constant([[1.0, 2.0]]), TWO)
    loaded = again(inner, pickler)
    assert isinstance(loaded, LoadedFunction)
    assert loaded.__name__ == "inner"
    assert leaves(loaded(X, TWO)) == expected
    assert leaves(loaded(x=X, n=TWO, flag=True)) == expected
    assert leaves(loaded(X, TWO, False)) == [[0.0, 0.0], [1.0, 2.0]]
    assert loaded(ag.constant([[1.0, 2.0]]), ag.constant(1))["total"].shape == (1, 2)
    assert leaves(ag.function(lambda x: loaded(x, TWO))(X)) == expected
    assert copy.deepcopy(loaded) is loaded
    assert leaves(again(loaded)(X, TWO)) == expected
    assert len(loaded.pretty_printed_concrete_signatures().split("ConcreteF")) <= 4
    with pytest.raises(TypeError) as caught:
        loaded(TWO, TWO)
    assert "inner() was loaded with the graphs that it had" in str(caught.value)
    assert "float32[2], int32[]" in str(caught.value)
    assert "Call it with arguments of this kind before it is" in str(caught.value)
    capfd.readouterr()
    del weight


def test_arguments_and_results_that_are_no_tensors():
    model = pickled.Model(4.0)

    def scale(model, x, n=3, kind=(1, "a")):
        return model.by * x * n

    loaded = again(ag.function(scale).get_concrete_function(model, X))
    assert loaded(x=X).numpy().tolist() == [6.0, 24.0]
    assert loaded(x=X, n=3, kind=(1, "a")).numpy().tolist() == [6.0, 24.0]
    with pytest.raises(TypeError, match="constructed with int value 3"):
        loaded(x=X, n=4)
    with pytest.raises(TypeError):
        loaded(model, X)
    point = pickled.Point(X, X * 2.0)
    result = again(pickled.pointed.get_concrete_function(point))(point)
    assert type(result) is pickled.Point
    assert result.x.numpy().tolist() == [1.0, 4.0]
    assert result.y["x"][1] is None


def test_variables_come_with_their_value_and_are_one_within_a_pickle():
    v = ag.Variable([1.0, 2.0])

    @ag.function
    def add(x):
        v.assign_add(x)
        return v * 1.0

    add(X)
    concrete = add.get_concrete_function(X)
    loaded, other, variable = again((concrete, add, v))
    assert loaded(X).numpy().tolist() == [2.0, 6.0]
    assert variable.numpy().tolist() == [2.0, 6.0]
    assert other(X).numpy().tolist() == [2.5, 8.0]
    assert v.numpy().tolist() == [1.5, 4.0]
    alone = again(concrete)
    assert alone(X).numpy().tolist() == [2.0, 6.0]
    assert alone(X).numpy().tolist() == [2.5, 8.0]
