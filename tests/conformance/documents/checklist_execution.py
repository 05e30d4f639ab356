"""The checklist, sections G and H: effects, execution, state, leaks."""

import gc
import sys
import timeit

import numpy as np
import pytest

import autograph as ag
from tests.conformance.documents.rows import Table, output

g, h = Table("G"), Table("H")

# --- G. Effects and execution -------------------------------------------------------


@g("Python's effects once for each trace; the graph's at every run, in order")
def _():
    traced, variable = [], ag.Variable(0)

    @ag.function
    def effects(x):
        traced.append("traced")
        ag.print("before", variable)
        variable.assign_add(x)
        ag.py_function(lambda v: print("called", int(v), file=sys.stderr), [x], [])
        ag.compat.v1.py_func(lambda v: print("array", v, file=sys.stderr), [x], [])
        ag.print("after", variable)

    with output() as (_, err):
        effects(ag.constant(1))
        effects(ag.constant(2))
    assert traced == ["traced"]
    assert err.getvalue().split("\n") == [
        "before 0", "called 1", "array 1", "after 1",
        "before 1", "called 2", "array 2", "after 3", "",
    ]  # fmt: skip


@g("py_function passes tensors, py_func arrays")
def _():
    kinds = []

    def note(x):
        kinds.append(type(x))
        return x

    @ag.function
    def call(x):
        ag.py_function(note, [x], ag.int32)
        ag.compat.v1.py_func(note, [x], ag.int32)

    call(ag.constant([1]))
    assert issubclass(kinds[0], ag.Tensor)
    assert issubclass(kinds[1], (np.ndarray, np.generic))


@g("what is not needed does not run in a graph; prints, checks and writes do")
def _():
    variable = ag.Variable(0)

    def unused(x):
        ag.gather(x, [1])
        ag.print(ag.reduce_sum(x))
        variable.assign_add(1)
        return x

    x = ag.constant([0.5])
    with output() as (_, err):
        ag.function(unused)(x)
    assert (err.getvalue(), int(variable)) == ("0.5\n", 1)
    with pytest.raises(ag.errors.InvalidArgumentError):
        unused(x)

    @ag.function
    def checked(x):
        ag.debugging.assert_positive(x)
        return 1

    with pytest.raises(ag.errors.InvalidArgumentError):
        checked(ag.constant(-1))


@g("run_functions_eagerly: Python, now; traces are kept for later")
def _():
    notes = []

    @ag.function
    def noting(x):
        notes.append(x)
        return x + 1

    x = ag.constant(1)
    noting(x)
    ag.config.run_functions_eagerly(True)
    try:
        assert noting(x) == 2
        assert notes[-1] is x
    finally:
        ag.config.run_functions_eagerly(False)
    noting(x)
    assert len(notes) == 2


@g("enable_check_numerics names NaN or Inf, where it was made")
def _():
    ag.debugging.enable_check_numerics()
    try:
        for function in (ag.log, ag.function(lambda x: ag.log(x) + 1)):
            for x, expected in ((-1.0, r"(?i)nan"), (0.0, r"(?i)inf")):
                with (
                    np.errstate(all="ignore"),
                    pytest.raises(ag.errors.InvalidArgumentError, match=expected),
                ):
                    function(ag.constant(x))
    finally:
        ag.debugging.disable_check_numerics()
    with np.errstate(all="ignore"):
        assert np.isnan(ag.log(ag.constant(-1.0)).numpy())


@g("next() of a Python iterator is frozen when tracing")
def _():
    take = ag.function(lambda iterator: next(iterator) + ag.constant(0))
    iterator = iter([1, 2, 3])
    assert [int(take(iterator)) for _ in range(3)] == [1, 1, 1]
    assert next(iterator) == 2


@g("int32: the mean is an integer, products wrap around")
def _():
    mean = ag.function(ag.reduce_mean)(ag.constant([1, 2, 4]))
    assert (int(mean), mean.dtype) == (2, ag.int32)
    big = ag.constant([[2**30, 2**30], [1, 0]])
    product = ag.function(lambda x: ag.matmul(x, x))(big)
    with np.errstate(over="ignore"):
        assert (product.numpy() == big.numpy() @ big.numpy()).all()
    assert product.dtype == ag.int32


@g("few expensive ops: a graph is about as fast as eager")
def _():
    def expensive(x):
        return ag.matmul(ag.matmul(x, x), x)

    x, as_graph = ag.random.normal([300, 300]), ag.function(expensive)
    as_graph(x)

    def seconds(function):
        return min(timeit.repeat(lambda: function(x), number=3, repeat=10))

    assert seconds(as_graph) < 2 * seconds(expensive)


# --- H. State, leaks, known issues --------------------------------------------------


@h("variables are captured by reference, and held weakly by concrete functions")
def _():
    variable = ag.Variable(3)
    concrete = ag.function(lambda x: x * variable).get_concrete_function(4)
    assert concrete(4) == 12
    variable.assign(5)
    assert concrete(4) == 20
    variable = None
    gc.collect()
    with pytest.raises(
        ag.errors.FailedPreconditionError,
        match=r"Could not find variable .* could mean that the variable has been del",
    ):
        concrete(4)


@h("variables are made at the first call only")
def _():
    @ag.function
    def makes():
        return ag.Variable(1.0)

    with pytest.raises(
        ValueError,
        match=r"tried to create variables on non-first call(.|\n)*only supports "
        "singleton ag.Variables created on the first call",
    ):
        makes()

    kept = []

    @ag.function
    def makes_once(x):
        if not kept:
            kept.append(ag.Variable(1.0))
        return kept[0] * x

    assert [float(makes_once(x)) for x in (2.0, 3.0)] == [2, 3]


@h("errors of the user's code begin with its file, line and source")
def _():
    @ag.function
    def wrong(x):
        return ag.matmul(x, ag.ones([5, 5]))

    with pytest.raises(ag.errors.ShapeError) as info:
        wrong(ag.ones([2, 2]))
    first, place, source, *_ = str(info.value).splitlines()
    assert first == "in user code:"
    assert __file__ in place
    assert source.strip() == "return ag.matmul(x, ag.ones([5, 5]))"


@h("leaked tensors show their names, have no value, and are captures elsewhere")
def _():
    kept = []

    @ag.function
    def leaks(a):
        kept.append(a + 1)
        return a

    leaks(ag.constant(1))
    (x,) = kept
    assert str(x) == 'Tensor("add:0", shape=(), dtype=int32)'
    with pytest.raises(AttributeError, match="has no attribute 'numpy'"):
        x.numpy()
    with pytest.raises(TypeError, match=r"add:0(.|\n)*kept.append\(a \+ 1\)"):
        ag.add(x, 1)
    uses = ag.function(lambda b: b + x)
    with pytest.raises(TypeError, match=r"add:0(.|\n)*kept.append\(a \+ 1\)"):
        uses(ag.constant(1))
    assert uses.get_concrete_function(ag.constant(1)).captured_inputs[0] is x


@h("closures and attributes are read when tracing; a new Function sees the change")
def _():
    class Model(ag.Module):
        def __init__(self):  # without super().__init__()
            self.weight = 2.0

    number, model, x = 1, Model(), ag.constant(10.0)

    def compute(model, x):
        return model.weight * x + number

    function = ag.function(compute)
    assert function(model, x) == 21
    number, model.weight = 5, 3.0
    assert function(model, x) == 21
    assert ag.function(compute)(model, x) == 35
    assert function(Model(), x) == 25


@h("variables of an object change without a trace")
def _():
    class Model(ag.Module):
        def __init__(self):
            self.weight = ag.Variable(2.0)

    notes, model = [], Model()

    @ag.function
    def compute(model, x):
        notes.append(x)
        return model.weight * x

    x = ag.constant(10.0)
    assert compute(model, x) == 20
    model.weight.assign_add(1.0)
    assert compute(model, x) == 30
    assert len(notes) == 1
    assert list(model.variables) == [model.weight]


ROWS = (*g.rows, *h.rows)
