"""`TensorArray`: what its programs in the corpus do not show, and its mistakes."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autograph as ag
from tests.language.library.tensor_arrays import (
    growing,
    rows,
    scan,
    scattered,
    split,
    zeros_of_the_others,
)


def test_values_are_those_of_numpy():
    n = ag.constant(4)
    assert rows(n)[0].numpy().tolist() == [0, 1, 4, 9]
    assert scan(n).numpy().tolist() == [1, 3, 6, 10]
    assert split(n)[1].numpy().tolist() == list(range(7))
    assert zeros_of_the_others(ag.constant(2)).numpy().tolist() == [
        [b"", b""],
        [b"a", b"b"],
    ]
    assert scattered(n).numpy().tolist() == [2, 1, 2, 3, 3, 0]
    assert growing(ag.constant(3))[0].numpy()[:, 0].tolist() == [0, 0, 0, 0, 2]


def test_static_shapes_are_known():
    @ag.function
    def f(x):
        ta = ag.TensorArray(ag.float32, 4)
        assert ta.element_shape.rank is None
        for i in ag.range(4):
            ta = ta.write(i, x)
        assert ta.element_shape == (3,)
        assert ta.stack().shape == (4, 3)
        assert ta.read(0).shape == (3,)
        assert ta.gather([0, 1]).shape == (2, 3)
        assert len(ta) == 4
        return ta.stack()

    assert f(ag.ones([3])).shape == (4, 3)


def test_writes_in_loops_change_the_list_itself():
    concrete = ag.function(rows).get_concrete_function(ag.TensorSpec([], ag.int32))
    source = concrete.program_source()
    assert ".copy()" not in source
    assert "] = " in source


def test_writing_costs_the_same_however_long_the_array_is():
    staged = ag.function(rows)
    n = 20000
    assert staged(ag.constant(n))[0].numpy()[-1] == (n - 1) ** 2


ACTIONS = st.lists(
    st.tuples(st.sampled_from("write read clear grow".split()), st.integers(0, 4)),
    max_size=8,
)


@settings(max_examples=40, deadline=None)
@given(
    actions=ACTIONS,
    dynamic=st.booleans(),
    clears=st.booleans(),
    times=st.integers(0, 3),
)
def test_random_programs_agree(actions, dynamic, clears, times):
    def program(n):
        ta = ag.TensorArray(ag.int32, 3, dynamic, clears, element_shape=())
        total = 0
        for i in ag.range(n):
            for action, place in actions:
                if action == "write":
                    ta = ta.write((place + i) % 5, total + place)
                elif action == "read":
                    total += ta.read((place + i) % 3)
                elif action == "grow" and i > 0:
                    ta.write(place, i)
        return total, ta.size(), ta.stack()

    def outcome(function):
        try:
            return [np.asarray(x).tolist() for x in function(ag.constant(times))]
        except (ag.errors.OutOfRangeError, ag.errors.InvalidArgumentError) as error:
            return type(error), error.message

    left, right = outcome(program), outcome(ag.function(program))
    assert left == right


# -- Mistakes


def too_far(x):
    ta = ag.TensorArray(ag.int32, 2)
    for i in ag.range(3):
        ta = ta.write(i, i)
    return ta.stack()


def another_shape_at_run_time(x):
    ta = ag.TensorArray(ag.int32, 3)
    for i in ag.range(3):
        ta = ta.write(i, ag.range(i + 1))
    return ta.stack()


def floats(size, **options):
    return ag.TensorArray(ag.float32, size, **options)


MISTAKES = [
    (too_far, "OutOfRangeError", "TensorArray.write: the index is 2, and the array has the size 2"),
    (lambda x: floats(2).write(0, x).read(-1), "OutOfRangeError", "TensorArray.read: the index is -1"),
    (lambda x: floats(2).write(0, x).read(2), "OutOfRangeError", "TensorArray.read: the index is 2"),
    (lambda x: floats(2).read(0), "InvalidArgumentError", "place 0 was never written, and the shape"),
    (lambda x: (a := floats(2, clear_after_read=True).write(0, x)).read(0) + a.read(0),
     "InvalidArgumentError", "place 0 was cleared when it was read"),
    (lambda x: ag.TensorArray(ag.int32, 2).write(0, x).stack(),
     "InvalidArgumentError", "is of int32, and the value to write of float32"),
    (lambda x: floats(2).write(0, x).write(1, [1.0, 2.0, 3.0]).stack(), "ShapeError", "the value has the shape"),
    (another_shape_at_run_time, "ShapeError", "the value has the shape (2,), and the elements have (1,)"),
    (lambda x: floats(2, element_shape=[5]).write(0, x).stack(), "ShapeError", "the value has the shape"),
    (lambda x: ag.TensorArray(ag.float32), "DTypeError", "the size is missing"),
    (lambda x: floats(-1).stack(), "InvalidArgumentError", "the size is -1, less than 0"),
    (lambda x: floats(0).stack(), "InvalidArgumentError", "no elements make no tensor"),
    (lambda x: floats(2, infer_shape=False).write(0, x).write(1, 1.0).stack(),
     "InvalidArgumentError", "elements of the shapes (2,) and ()"),
    (lambda x: floats(3).unstack(x).stack(), "InvalidArgumentError", "there are 2 values for an array of the size 3"),
    (lambda x: floats(2).split(x, [1, 2]).stack(), "InvalidArgumentError", "do not add up to the 2 rows"),
    (lambda x: floats(2).scatter([0], x).stack(),
     "InvalidArgumentError", "there are 1 indices for a value of the shape (2,)"),
    (lambda x: floats(2).write(0.5, x).stack(), "DTypeError", "an index is an integer"),
]  # fmt: skip


@pytest.mark.parametrize("staged", [False, True], ids=["eager", "staged"])
@pytest.mark.parametrize(("program", "kind", "text"), MISTAKES)
def test_mistakes_are_told(program, kind, text, staged):
    with pytest.raises(getattr(ag.errors, kind)) as caught:
        (ag.function(program) if staged else program)(ag.constant([1.0, 2.0]))
    assert text in str(caught.value)
    lines = range(program.__code__.co_firstlineno, program.__code__.co_firstlineno + 6)
    frames = [(e.name, e.lineno + 1 in lines) for e in caught.traceback]
    assert (program.__name__, True) in frames


def test_an_array_made_outside_lives_at_run_time():
    ta = ag.TensorArray(ag.float32, 2).write(0, 1.0)
    traces = []

    @ag.function(python="refuse")
    def f(x):
        traces.append(x)
        return ta.read(0) + x

    @ag.function(python="refuse")
    def g(array):
        traces.append(array)
        return array.write(1, array.read(0) + 1.0).stack()

    assert float(f(ag.constant(1.0))) == 2.0
    assert g(ta).numpy().tolist() == [1.0, 2.0]
    ta.write(0, 5.0)
    assert float(f(ag.constant(1.0))) == 6.0
    other = ag.TensorArray(ag.float32, 2).write(0, 7.0)
    assert g(other).numpy().tolist() == [7.0, 8.0]
    assert ta.stack().numpy().tolist() == [5.0, 2.0]
    for _ in range(4):
        assert g(other).numpy().tolist() == [7.0, 8.0]
        assert float(f(ag.constant(1.0))) == 6.0
    assert len(traces) == 2
    assert g.get_concrete_function(ta)(other).numpy().tolist() == [7.0, 8.0]
    g(ag.TensorArray(ag.float32, 2, element_shape=[]).write(0, 7.0))
    assert len(traces) == 3


def test_an_attribute_is_written_at_run_time():
    class Model(ag.Module):
        def __init__(self):
            self.kept = ag.TensorArray(ag.float32, 2)

        @ag.function(python="refuse")
        def __call__(self, i, x):
            self.kept = self.kept.write(i, x)
            return self.kept.read(i) * 2.0

    model = Model()
    kept = model.kept
    for i in range(2):
        assert float(model(ag.constant(i), ag.constant(i + 1.0))) == 2.0 * (i + 1)
    assert model.kept is kept
    assert kept.stack().numpy().tolist() == [1.0, 2.0]


def test_gradients_flow_through_arguments_and_results():
    @ag.function(python="allow")
    def f(array, x):
        array.write(0, x * x)
        made = ag.TensorArray(ag.float32, 1).write(0, x * 3.0)
        return array.stack(), made

    x = ag.constant(2.0)
    with ag.GradientTape() as tape, warnings.catch_warnings():
        warnings.simplefilter("ignore", ag.errors.PythonFallbackWarning)
        tape.watch(x)
        stacked, made = f(ag.TensorArray(ag.float32, 1, element_shape=[]), x)
        y = ag.reduce_sum(stacked) + ag.reduce_sum(made.stack()) ** 2
    assert float(tape.gradient(y, x)) == 2 * 2.0 + 2 * 6.0 * 3.0


def test_functions_that_return_arrays_are_pickled():
    @ag.function(python="refuse", input_signature=[ag.TensorSpec([None], ag.float32)])
    def f(x):
        made = ag.TensorArray(ag.float32, dynamic_size=True)
        i = 0
        for value in x:
            made = made.write(i, value * 2.0)
            i += 1
        return {"made": made}

    concrete = pickle.loads(pickle.dumps(f.get_concrete_function()))
    found = concrete(ag.constant([1.0, 2.0]))["made"]
    assert found.stack().numpy().tolist() == [2.0, 4.0]
    assert found.dynamic_size
    assert len(found.write(5, 1.0)) == 6


def test_results_share_no_memory_with_arguments():
    @ag.function(python="refuse")
    def f(x):
        return ag.TensorArray(ag.float64, 2).unstack(x)

    x = np.ones((2, 3))
    found = f(x)
    x[:] = 5.0
    assert found.stack().numpy().tolist() == np.ones((2, 3)).tolist()


def test_code_that_is_not_converted_takes_no_array_of_others():
    ta = ag.TensorArray(ag.float32, 2).write(0, 1.0)

    @ag.function(autograph=False)
    def f(x):
        return ta.read(0) + x

    @ag.function(autograph=False)
    def g(array):
        return array.write(1, 2.0).stack()

    for call in (lambda: f(1.0), lambda: g(ta)):
        with pytest.raises(ag.errors.SideEffectError) as caught:
            call()
        assert "made outside of the traced function" in str(caught.value)
        assert "with unstack()" in str(caught.value)


def test_an_array_of_a_graph_is_not_used_outside():
    kept = []

    @ag.function
    def f(x):
        kept.append(ag.TensorArray(ag.float32, 2).write(0, x))
        return x

    with pytest.warns(ag.errors.LeakedTensorWarning):
        f(ag.constant(1.0))
    with pytest.raises(ag.errors.LeakedTensorError):
        kept[0].stack()
    with pytest.raises(ag.errors.LeakedTensorError):
        ag.function(lambda: kept[0].read(0) + 1.0)()


def test_two_arrays_are_not_chosen_between():
    @ag.function
    def f(x):
        a, b = (ag.TensorArray(ag.float32, 1).write(0, y) for y in (x, -x))
        c = a if x > 0 else b
        return c.stack()

    with pytest.raises(ag.errors.UnstagedOperationError, match="TensorArray"):
        f(ag.constant(1.0))


def test_repr():
    assert repr(ag.TensorArray("float32", 2)) == "<ag.TensorArray of 2 float32[...]>"
    ta = ag.TensorArray("float32", 2).write(0, [1.0])
    assert repr(ta) == "<ag.TensorArray of 2 float32[1]>"


def test_a_copy_has_places_of_its_own():
    ta = ag.TensorArray(ag.float32, 2).write(0, 1.0)
    other = copy.copy(ta).write(1, 2.0)
    assert other.stack().numpy().tolist() == [1.0, 2.0]
    assert ta.stack().numpy().tolist() == [1.0, 0.0]

    @ag.function
    def f(x):
        first = ag.TensorArray(ag.float32, 1, element_shape=[]).write(0, x)
        second = copy.copy(first)
        second.write(0, -x)
        return first.stack(), second.stack()

    assert [float(y[0]) for y in f(ag.constant(1.0))] == [1.0, -1.0]

    @ag.function
    def g(array, x):
        copy.copy(array).write(0, x)
        return array.read(0)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ag.errors.PythonFallbackWarning)
        with ag.python("allow"):
            assert float(g(ta, ag.constant(4.0))) == 1.0
            assert float(g(other, ag.constant(4.0))) == 1.0
    assert other.stack().numpy().tolist() == [1.0, 2.0]
