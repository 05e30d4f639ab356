"""The checklist, sections B and C: arguments and traces of functions."""

import gc
import inspect
import warnings
import weakref
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

import autograph as ag
from tests.conformance.documents.rows import Table, output

b, c = Table("B"), Table("C")


def noting(function=lambda x: x, **options):
    """Return a Function of one argument, and the arguments that it was traced with."""
    notes = []

    @ag.function(**options)
    def traced(x):
        notes.append(x)
        return function(x)

    return traced, notes


# --- B. `function`: arguments and returns -------------------------------------------


@b("the arguments of function, with the documents' defaults")
def _():
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


@b("each option in a decorator and in a call")
def _():
    for options in (
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
    ):
        assert ag.function(**options)(lambda x: x)(ag.constant(3)) == 3
        assert ag.function(None, **options)(lambda x: x)(ag.constant(3)) == 3
        assert ag.function(lambda x: x, **options)(ag.constant(3)) == 3


@b("a decorator with and without parentheses")
def _():
    @ag.function
    def plain(x):
        return x + 1

    @ag.function()
    def called(x):
        return x + 1

    assert plain(1) == called(1) == ag.function(lambda x: x + 1)(1) == 2


@b("each instance has traces of its own")
def _():
    notes = []

    class Scale:
        def __init__(self, factor):
            self.factor = factor

        @ag.function
        def __call__(self, x):
            notes.append(self.factor)
            return self.factor * x

    two, three = Scale(2), Scale(3)
    x = ag.constant(5)
    assert [int(f(x)) for f in (two, three, two, three)] == [10, 15, 10, 15]
    assert notes == [2, 3]


@b("an input signature is a list or tuple of specs, which may be nested")
def _():
    spec = ag.TensorSpec([], ag.int32)

    @ag.function(input_signature=([spec, (spec,)], {"a": spec}))
    def total(pair, named):
        return pair[0] + pair[1][0] + named["a"]

    assert total([1, (2,)], {"a": 3}) == 6
    for wrong in (spec, 1, [1], [None], "int32"):
        with pytest.raises(TypeError):
            ag.function(lambda x: x, input_signature=wrong)


@b("an input signature converts, refuses dtypes and ranks, and makes one graph")
def _():
    function, notes = noting(input_signature=[ag.TensorSpec([None], ag.float32)])
    for x, expected in (
        ([1, 2], [1.0, 2.0]),
        ((1.5, True), [1.5, 1.0]),
        (np.array([0.5], np.float32), [0.5]),
        (ag.Variable([1.0, 2.0]), [1.0, 2.0]),
    ):
        assert function(x).numpy().tolist() == expected
        assert function(x).dtype == ag.float32
    for wrong in (ag.constant([1]), [[1.0]], 1.0):
        with pytest.raises(ValueError, match="incompatible with input_signature"):
            function(wrong)
    assert len(notes) == 1
    any_rank, notes = noting(input_signature=[ag.TensorSpec(None, ag.float32)])
    assert [any_rank(x).shape for x in (1, [1], [[1]])] == [(), (1,), (1, 1)]
    assert len(notes) == 1


@b("with an input signature get_concrete_function needs no arguments")
def _():
    function, _ = noting(input_signature=[ag.TensorSpec([], ag.int32)])
    assert function.get_concrete_function()(ag.constant(3)) == 3


@b("with an input signature there are no other keywords")
def _():
    with pytest.raises((TypeError, ValueError)):
        ag.function(lambda **more: more, input_signature=[ag.TensorSpec([])])


@b("autograph=False stages nothing; cond and while_loop work all the same")
def _():
    def loop(x):
        while x < 10:
            x = x * 2
        return x

    def by_op(x):
        return ag.while_loop(lambda x: x < 10, lambda x: (x * 2,), [x])[0]

    def choose(x):
        return ag.cond(x > 2, lambda: x * 4, lambda: x)

    with pytest.raises(TypeError):
        ag.function(loop, autograph=False)(ag.constant(3))
    with pytest.raises(TypeError):
        ag.function(lambda x: 1 if x else 2, autograph=False)(ag.constant(3))
    assert ag.function(choose, autograph=False)(ag.constant(3)) == 12
    assert ag.function(by_op, autograph=False)(ag.constant(3)) == 12
    assert ag.function(loop)(ag.constant(3)) == 12


@b("relaxed shapes: fewer traces than shapes")
def _():
    for name in ("experimental_relax_shapes", "reduce_retracing"):
        function, notes = noting(**{name: True})
        for n in range(1, 9):
            assert function(ag.ones([n])).shape == (n,)
        assert len(notes) < 8


@b("jit_compile: the same results")
def _():
    x = ag.random.normal([7])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ag.errors.NoEffectWarning)
        results = [
            noting(lambda x: ag.tanh(x) * 2 + 1, jit_compile=flag)[0](x)
            .numpy()
            .tolist()
            for flag in (None, False, True)
        ]
    assert results[0] == results[1] == results[2]


@b("results keep their nesting; values become tensors, None stays, the rest is refused")
def _():
    class Pair(NamedTuple):
        left: object
        right: object

    @ag.function
    def nested(x):
        return {"a": [x, 1], "b": (True, None, "s"), "c": Pair(2.5, np.arange(2))}

    result = nested(ag.constant(0))
    assert list(result) == ["a", "b", "c"]
    assert [t.dtype for t in result["a"]] == [ag.int32, ag.int32]
    assert (bool(result["b"][0]), result["b"][1]) == (True, None)
    assert result["b"][2].numpy() == b"s"
    assert type(result["c"]) is Pair
    assert result["c"].right.numpy().tolist() == [0, 1]
    with pytest.raises(TypeError, match="object"):
        ag.function(lambda x: object())(1)


# --- C. Tracing and the cache -------------------------------------------------------


@c("a trace runs nothing of the graph; a call does")
def _():
    variable, printed = ag.Variable(0), []

    @ag.function
    def effects(x):
        printed.append("traced")
        variable.assign_add(x)
        ag.print("ran")
        return variable.read_value()

    with output() as (_, err):
        concrete = effects.get_concrete_function(ag.constant(1))
    assert (printed, int(variable), err.getvalue()) == (["traced"], 0, "")
    assert [int(effects(ag.constant(1))), int(concrete(ag.constant(1)))] == [1, 2]
    assert printed == ["traced"]
    with output() as (_, err):
        effects(ag.constant(1))
    assert err.getvalue() == "ran\n"


@c("what NumPy draws is a constant, what ag draws is not")
def _():
    frozen = ag.function(lambda: ag.constant(np.random.default_rng().random()))
    drawn = ag.function(lambda: ag.random.uniform([]))
    assert float(frozen()) == float(frozen())
    assert float(drawn()) != float(drawn())


@c("the key of a tensor is its shape and dtype")
def _():
    function, notes = noting()
    for x in (ag.constant(1), ag.constant(2), ag.constant(1.0), ag.constant([1])) * 2:
        function(x)
    assert len(notes) == 3


@c("the key of a variable is its identity")
def _():
    function, notes = noting(lambda v: v + 1)
    one, two = ag.Variable(1), ag.Variable(1)
    for variable in (one, two, one):
        function(variable)
    assert [note is variable for note, variable in zip(notes, (one, two), strict=True)]
    assert len(notes) == 2


@c("the key of a Python primitive is its value: 1, 1.0 and True are three")
def _():
    function, notes = noting(lambda x: 0)
    for x in (1, 1.0, True, "1", b"1", None, 1, 1.0, True):
        function(x)
    assert [type(note) for note in notes] == [int, float, bool, str, bytes, type(None)]


@c("the key of a structure is that of its leaves")
def _():
    class Point(NamedTuple):
        x: object
        y: object

    class Pair:  # as a class that attrs decorates
        __attrs_attrs__ = (SimpleNamespace(name="x"), SimpleNamespace(name="y"))

        def __init__(self, x, y):
            self.x = x
            self.y = y

    one, two = ag.constant(1), ag.constant(2)
    for make in (
        lambda x, n: [x, n],
        lambda x, n: (x, n),
        lambda x, n: {"a": x, "b": [n]},
        Point,
        Pair,
    ):
        function, notes = noting(lambda x: 0)
        for x, n in ((one, 3), (two, 3), (one, 4)):
            function(make(x, n))
        assert len(notes) == 2


@c("the key of any other object is its identity, held weakly")
def _():
    class Thing:
        pass

    function, notes = noting(lambda x: 0)
    thing = Thing()
    for x in (thing, thing, Thing()):
        function(x)
    assert len(notes) == 2
    notes.clear()
    gone = weakref.ref(thing)
    del thing, x
    gc.collect()
    assert gone() is None


@c("positional, keyword and default spellings share a trace")
def _():
    notes = []

    @ag.function
    def add(x, y=2, *, z=3):
        notes.append((x, y, z))
        return x + y + z

    calls = [add(1), add(1, 2), add(x=1), add(y=2, x=1), add(1, z=3)]
    assert [int(result) for result in calls] == [6] * 5
    assert len(notes) == 1


@c("the order of a dict does not matter")
def _():
    function, notes = noting(lambda x: x["a"] - x["b"])
    one, two = ag.constant(1), ag.constant(2)
    assert function({"a": one, "b": two}) == function({"b": two, "a": one}) == -1
    assert len(notes) == 1


@c("another nesting on a concrete function is a TypeError")
def _():
    function, _ = noting(lambda x: x[0])
    concrete = function.get_concrete_function([ag.constant(1), ag.constant(2)])
    assert concrete([ag.constant(3), ag.constant(4)]) == 3
    with pytest.raises(TypeError):
        concrete([ag.constant(3), [ag.constant(4)]])


@c("two Functions share no traces")
def _():
    notes = []

    def function(x):
        notes.append(x)
        return x

    for _ in range(2):
        ag.function(function)(1)
    assert len(notes) == 2


@c("train(10) and train(20) have graphs of one structure")
def _():
    @ag.function
    def train(steps):
        total = ag.constant(0)
        for i in ag.range(steps):
            total += i
        return total

    def shape_of(steps):
        nodes = train.get_concrete_function(steps).graph.as_graph_def().node
        return [(node.name, node.op, list(node.input)) for node in nodes]

    assert shape_of(10) == shape_of(20)
    assert (int(train(10)), int(train(20))) == (45, 190)


ROWS = (*b.rows, *c.rows)
