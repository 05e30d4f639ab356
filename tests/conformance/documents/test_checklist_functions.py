"""What the documents demand of functions: arguments, traces, concrete functions.

What a block of `sessions/` shows is not here.
"""

import gc
import inspect
import warnings
import weakref
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

import autograph as ag

T = ag.constant


def noting(function=lambda x: x, **options):
    """Return a Function of one argument, and the arguments that it was traced with."""
    notes = []

    @ag.function(**options)
    def traced(x):
        notes.append(x)
        return function(x)

    return traced, notes


# -- Arguments of `function`


def test_the_arguments_of_function_have_the_documents_defaults():
    parameters = inspect.signature(ag.function).parameters
    expected = {
        "func": None,
        "input_signature": None,
        "autograph": True,
        "experimental_autograph_options": None,
        "experimental_relax_shapes": False,
        "experimental_compile": None,
    }
    for name, default in expected.items():
        found = parameters[name].default
        assert found is default or (not found and not default), name
    assert {"reduce_retracing", "jit_compile"} <= set(parameters)
    assert next(iter(parameters)) == "func"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"input_signature": None, "autograph": True},
        {"experimental_autograph_options": None},
        {"experimental_autograph_options": ag.autograph.experimental.Feature.ALL},
        {"experimental_relax_shapes": True},
        {"reduce_retracing": True},
        {"experimental_compile": None},
        {"experimental_compile": False},
        {"input_signature": [ag.TensorSpec([], ag.int32)]},
        {"input_signature": (ag.TensorSpec(None, ag.int32),)},
    ],
    ids=str,
)
def test_options_are_taken_by_a_decorator_and_by_a_call(options):
    assert ag.function(**options)(lambda x: x)(T(3)) == 3
    assert ag.function(None, **options)(lambda x: x)(T(3)) == 3
    assert ag.function(lambda x: x, **options)(T(3)) == 3


def test_each_instance_has_traces_of_its_own():
    notes = []

    class Scale:
        def __init__(self, factor):
            self.factor = factor

        @ag.function
        def __call__(self, x):
            notes.append(self.factor)
            return self.factor * x

    two, three = Scale(2), Scale(3)
    assert [int(f(T(5))) for f in (two, three, two, three)] == [10, 15, 10, 15]
    assert notes == [2, 3]


def test_an_input_signature_is_a_list_or_tuple_of_specs_which_may_be_nested():
    spec = ag.TensorSpec([], ag.int32)

    @ag.function(input_signature=([spec, (spec,)], {"a": spec}))
    def total(pair, named):
        return pair[0] + pair[1][0] + named["a"]

    assert total([1, (2,)], {"a": 3}) == 6
    for wrong in (spec, 1, [1], [None], "int32"):
        with pytest.raises(TypeError):
            ag.function(lambda x: x, input_signature=wrong)
    with pytest.raises((TypeError, ValueError)):
        ag.function(lambda **more: more, input_signature=[ag.TensorSpec([])])


def test_an_input_signature_converts_refuses_dtypes_and_ranks_and_makes_one_graph():
    function, notes = noting(input_signature=[ag.TensorSpec([None], ag.float32)])
    for x, expected in (
        ([1, 2], [1.0, 2.0]),
        ((1.5, True), [1.5, 1.0]),
        (np.array([0.5], np.float32), [0.5]),
        (ag.Variable([1.0, 2.0]), [1.0, 2.0]),
    ):
        assert function(x).numpy().tolist() == expected
        assert function(x).dtype == ag.float32
    for wrong in (T([1]), [[1.0]], 1.0):
        with pytest.raises(ValueError, match="incompatible with input_signature"):
            function(wrong)
    assert function.get_concrete_function()(T([3.0])) == 3
    assert len(notes) == 1
    any_rank, notes = noting(input_signature=[ag.TensorSpec(None, ag.float32)])
    assert [any_rank(x).shape for x in (1, [1], [[1]])] == [(), (1,), (1, 1)]
    assert len(notes) == 1


def test_without_autograph_nothing_is_staged_but_cond_and_while_loop_work():
    def loop(x):
        while x < 10:
            x = x * 2
        return x

    def by_op(x):
        return ag.while_loop(lambda x: x < 10, lambda x: (x * 2,), [x])[0]

    def choose(x):
        return ag.cond(x > 2, lambda: x * 4, lambda: x)

    for function in (loop, lambda x: 1 if x else 2):
        with pytest.raises(TypeError):
            ag.function(function, autograph=False)(T(3))
    for function in (choose, by_op):
        assert ag.function(function, autograph=False)(T(3)) == 12
    assert ag.function(loop)(T(3)) == 12


@pytest.mark.parametrize("name", ["experimental_relax_shapes", "reduce_retracing"])
def test_relaxed_shapes_have_fewer_traces_than_shapes(name):
    function, notes = noting(**{name: True})
    for n in range(1, 9):
        assert function(ag.ones([n])).shape == (n,)
    assert len(notes) < 8


def test_jit_compile_gives_the_same_results():
    x = ag.random.normal([7])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ag.errors.NoEffectWarning)
        plain, *others = (
            noting(lambda x: ag.tanh(x) * 2 + 1, jit_compile=flag)[0](x).numpy()
            for flag in (None, False, True)
        )
    for each in others:
        np.testing.assert_array_equal(each, plain)


def test_results_keep_their_nesting_and_values_become_tensors():
    class Pair(NamedTuple):
        left: object
        right: object

    @ag.function
    def nested(x):
        return {"a": [x, 1], "b": (True, None, "s"), "c": Pair(2.5, np.arange(2))}

    result = nested(T(0))
    assert list(result) == ["a", "b", "c"]
    assert [t.dtype for t in result["a"]] == [ag.int32, ag.int32]
    assert (bool(result["b"][0]), result["b"][1]) == (True, None)
    assert result["b"][2].numpy() == b"s"
    assert type(result["c"]) is Pair
    assert result["c"].right.numpy().tolist() == [0, 1]
    with pytest.raises(TypeError, match="object"):
        ag.function(lambda x: object())(1)


# -- Tracing and the cache


def test_a_trace_runs_nothing_of_the_graph_and_a_call_does(capsys):
    variable, printed = ag.Variable(0), []

    @ag.function
    def effects(x):
        printed.append("traced")
        variable.assign_add(x)
        ag.print("ran")
        return variable.read_value()

    concrete = effects.get_concrete_function(T(1))
    assert (printed, int(variable), capsys.readouterr().err) == (["traced"], 0, "")
    assert [int(effects(T(1))), int(concrete(T(1)))] == [1, 2]
    assert (printed, capsys.readouterr().err) == (["traced"], "ran\nran\n")


class Point(NamedTuple):
    x: object
    y: object


class Pair:  # as a class that attrs decorates
    __attrs_attrs__ = (SimpleNamespace(name="x"), SimpleNamespace(name="y"))

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Thing:
    pass


V, W, THING = ag.Variable(1), ag.Variable(1), Thing()
STRUCTURES = (
    lambda x, n: [x, n],
    lambda x, n: (x, n),
    lambda x, n: {"a": x, "b": [n]},
    Point,
    Pair,
)
KEYS = {
    "a tensor: its shape and dtype": (3, [T(1), T(2), T(1.0), T([1])] * 2),
    "a variable: itself": (2, [V, W, V]),
    "a primitive: its value, 1, 1.0 and True are three": (
        6,
        [1, 1.0, True, "1", b"1", None, 1, 1.0, True],
    ),
    **{
        f"a structure: its leaves {number}": (2, [make(T(1), 3), make(T(2), 3), make(T(1), 4)])
        for number, make in enumerate(STRUCTURES)
    },
    "a dict: its items in any order": (1, [{"a": 1, "b": 2}, {"b": 2, "a": 1}]),
    "any other object: itself": (2, [THING, THING, Thing()]),
}  # fmt: skip


@pytest.mark.parametrize("title", KEYS)
def test_the_key_is(title):
    count, values = KEYS[title]
    function, notes = noting(lambda x: 0)
    for value in values:
        function(value)
    assert len(notes) == count
    kept = [note for note in notes if isinstance(note, (ag.Variable, Thing))]
    assert all(any(note is value for value in values) for note in kept)


def test_objects_are_held_weakly():
    function, notes = noting(lambda x: 0)
    thing = Thing()
    gone = weakref.ref(thing)
    function(thing)
    notes.clear()
    del thing
    gc.collect()
    assert gone() is None


def test_positional_keyword_and_default_spellings_share_a_trace():
    notes = []

    @ag.function
    def add(x, y=2, *, z=3):
        notes.append((x, y, z))
        return x + y + z

    calls = [add(1), add(1, 2), add(x=1), add(y=2, x=1), add(1, z=3)]
    assert [int(result) for result in calls] == [6] * 5
    assert len(notes) == 1


def test_python_numbers_have_graphs_of_one_structure():
    @ag.function
    def train(steps):
        total = T(0)
        for i in ag.range(steps):
            total += i
        return total

    def shape_of(steps):
        nodes = train.get_concrete_function(steps).graph.as_graph_def().node
        return [(node.name, node.op, list(node.input)) for node in nodes]

    assert shape_of(10) == shape_of(20)
    assert (int(train(10)), int(train(20))) == (45, 190)


# -- Concrete functions and their graphs


def test_python_arguments_keep_their_values_and_objects_may_be_left_out():
    power = ag.function(lambda a, b: a**b)
    square = power.get_concrete_function(ag.TensorSpec([], ag.float32), 2)
    x = T(3.0)
    assert square(x) == square(x, 2) == square(x, b=2) == 9

    class Model:
        weight = 2.0

    model = Model()
    scale = ag.function(lambda model, x: model.weight * x)
    concrete = scale.get_concrete_function(model, x)
    assert concrete(x) == concrete(model, x) == 6


def test_another_nesting_is_a_type_error():
    function, _ = noting(lambda x: x[0])
    concrete = function.get_concrete_function([T(1), T(2)])
    assert concrete([T(3), T(4)]) == 3
    with pytest.raises(TypeError):
        concrete([T(3), [T(4)]])


def test_a_concrete_function_shows_what_it_captures():
    variable = ag.Variable(1.0)
    concrete = ag.function(lambda x: x * variable).get_concrete_function(1.0)
    assert list(concrete.captured_inputs) == [variable]
    assert isinstance(concrete.graph, ag.Graph)
    assert list(noting()[0].get_concrete_function(T("a")).captured_inputs) == []


def test_signatures_of_python_values_are_printed_without_arguments():
    relu = ag.function(lambda x: ag.maximum(0.0, x))
    relu([1, -1])
    text = relu.pretty_printed_concrete_signatures()
    assert text.splitlines()[0].endswith("(x=[1, -1])")
    assert "Args:" not in text


def test_nodes_of_graph_definitions_have_the_documents_ops_and_attributes():
    def inner(x):
        return ag.matmul(x, T([[2.0], [3.0]]))

    function = ag.function(lambda x: inner(x) + T(4.0))
    concrete = function.get_concrete_function(ag.ones([1, 2]))
    definition = concrete.graph.as_graph_def()
    ops = ["Placeholder", "Const", "MatMul", "Const", "AddV2", "Identity"]
    assert [node.op for node in definition.node] == ops
    assert definition.node[0].attr["dtype"].type.name == "DT_FLOAT"
    assert str(definition).startswith('node {\n  name: "x"\n  op: "Pl')
