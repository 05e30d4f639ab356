"""Variables made inside decorated functions: by the first call only."""

from __future__ import annotations

import copy
import gc
import threading

import numpy as np
import pytest

import autograph as ag

T = ag.constant
NON_FIRST = (
    "ag.function-decorated function tried to create variables on non-first call of {}()"
    ": ag.function only supports singleton ag.Variables created on the first call."
)


class Count:
    def __init__(self):
        self.count = None

    @ag.function
    def __call__(self):
        if self.count is None:
            self.count = ag.Variable(0)
        return self.count.assign_add(1)


def test_a_variable_is_made_where_there_is_none():
    counts = Count(), Count()
    assert [int(c()) for c in (*counts, counts[0], counts[0])] == [1, 1, 2, 3]
    assert counts[0].count is not counts[1].count


def error_of(call):
    with pytest.raises(ag.errors.VariableCreationError) as info:
        call()
    assert isinstance(info.value, ValueError)
    assert info.value.hint
    assert info.value.origin.filename == __file__
    return str(info.value)


def test_a_variable_made_by_every_call_is_refused_at_the_users_line():
    @ag.function
    def f(x):
        v = ag.Variable(1.0)
        return v * x

    for _ in range(2):
        text = error_of(lambda: f(1.0))
        assert NON_FIRST.format("f") in text
        assert "v = ag.Variable(1.0)" in text


def test_a_variable_made_by_a_later_trace_is_refused():
    kept = []

    @ag.function
    def f(n):
        if n > 1:
            kept.append(ag.Variable(1.0))
        return n

    assert int(f(1)) == 1
    assert NON_FIRST.format("f") in error_of(lambda: f(2))
    assert int(f(1)) == 1


class Dense:
    def __init__(self):
        self.kernel = None

    @ag.function
    def __call__(self, x):
        if self.kernel is None:
            self.kernel = ag.Variable(lambda: ag.ones([x.shape[-1], 2]), name="kernel")
            self.bias = ag.Variable(ag.zeros([2]) + 1)
            self.mean = ag.Variable(ag.reduce_mean(x))
            self.twice = ag.Variable(lambda: x * 2)
            self.state = ag.Variable(x[0, 0] if x.shape[0] == 1 else 7.0)
        return x @ self.kernel + self.bias + self.mean


def test_initial_values_are_computed_for_the_arguments_of_the_first_call():
    layer, x = Dense(), np.array([[1.0, 3.0]], np.float32)
    np.testing.assert_array_equal(layer(x).numpy(), [[7, 7]])
    np.testing.assert_array_equal(layer.twice.numpy(), [[2, 6]])
    assert (layer.kernel.name, float(layer.mean), float(layer.state)) == (
        "kernel:0", 2.0, 1.0
    )  # fmt: skip
    np.testing.assert_array_equal(layer(x + 1).numpy(), [[9, 9]])
    assert float(layer.mean) == 2.0


def test_an_argument_is_copied_for_what_begins_with_it():
    class Keep:
        kept = None

        @ag.function
        def __call__(self, x):
            if self.kept is None:
                self.kept = ag.Variable(x)
            return self.kept + 0

    keep, x = Keep(), np.ones(2)
    keep(x)
    x[0] = 9
    np.testing.assert_array_equal(keep.kept.numpy(), [1, 1])


class First:
    """Makes a variable in its first call, as a callable says."""

    def __init__(self, make):
        self.make = make
        self.made = None

    @ag.function
    def __call__(self, x):
        if self.made is None:
            self.made = self.make(x)
        return x


def under_a_condition(x):
    if x > 0:
        made = ag.Variable(1.0)
        return made + x
    return x


def in_a_loop(x):
    for _ in ag.range(ag.cast(x, ag.int32)):
        ag.Variable(1.0)
    return x


other = ag.Variable(1.0)


def after_a_write(x):
    other.assign_add(1.0)
    return ag.Variable(other + x)


REFUSED = [
    (under_a_condition, "a variable is made in a block that the run may skip or rep"),
    (in_a_loop, "a variable is made in a block that the run may skip or repeat"),
    (after_a_write, "depends on a variable that the same call writes before"),
]


@pytest.mark.parametrize(("make", "text"), REFUSED)
def test_what_only_the_run_could_make_is_refused(make, text):
    other.assign(1.0)
    first = First(make)
    assert text in error_of(lambda: first(T(2.0)))
    assert float(other) == 1.0


def test_a_spec_is_no_value_to_begin_with():
    first = First(ag.Variable)
    call = first.__call__.get_concrete_function
    text = error_of(lambda: call(ag.TensorSpec([], ag.float32)))
    assert "depends on the argument 'x', of which only the spec is given" in text
    assert float(first(T(3.0))) == 3.0
    assert float(first.made) == 3.0


def test_a_first_call_that_fails_may_be_repeated():
    class Fails:
        made = None
        is_broken = True

        @ag.function
        def __call__(self, x):
            if self.made is None:
                self.made = ag.Variable(1.0)
                if self.is_broken:
                    raise KeyError("broken")
            self.other = ag.Variable(2.0) if self.other is None else self.other
            return self.made + self.other + x

        other = None

    fails = Fails()
    with pytest.raises(KeyError, match="broken"):
        fails(1.0)
    assert float(fails.made) == 1.0
    assert float(fails(1.0)) == 4.0


def test_the_scope_of_initialisation_is_outside_of_the_trace():
    class Scoped:
        made = None

        @ag.function
        def __call__(self, x):
            with ag.init_scope():
                if self.made is None:
                    self.made = ag.Variable(ag.ones([]) * 3)
                    assert int(self.made) == 3
                now = ag.constant(2.0) * 2
            return self.made * x + now

    scoped = Scoped()
    assert [float(scoped(T(2.0))) for _ in range(2)] == [10.0, 10.0]

    @ag.function
    def f(x):
        with ag.init_scope():
            made = ag.Variable(1.0)
        return made + x

    assert NON_FIRST.format("f") in error_of(lambda: f(1.0))


def test_a_graph_that_is_no_trace_makes_no_variables():
    with ag.Graph().as_default():
        assert "in a graph that is not the trace of a function" in error_of(
            lambda: ag.Variable(1)
        )
        with ag.init_scope():
            assert int(ag.Variable(1)) == 1


def test_functions_run_eagerly_make_variables_as_python_does():
    @ag.function
    def f(x):
        return ag.Variable(1.0) + x

    ag.config.run_functions_eagerly(True)
    try:
        assert [float(f(1.0)) for _ in range(2)] == [2.0, 2.0]
    finally:
        ag.config.run_functions_eagerly(False)


def test_a_decorated_function_inside_makes_its_variables_in_the_outer_first_call():
    count = Count()

    @ag.function
    def outer(x):
        count()
        return count() + x

    assert [int(outer(T(10))), int(outer(T(10))), int(count())] == [12, 14, 5]


def test_the_first_trace_is_not_kept():
    class Leaves:
        made = None

        @ag.function
        def scaled_once(self, x):
            y = x + 1
            if self.made is None:
                self.made = ag.Variable(y)
            return y * self.made

    leaves = Leaves()
    leaves.scaled_once(T(1.0))
    gc.collect()
    graphs = [each for each in gc.get_objects() if isinstance(each, ag.Graph)]
    kept = leaves.scaled_once.get_concrete_function(T(1.0)).graph
    assert [each for each in graphs if each.name == kept.name] == [kept]


def test_copies_are_variables_that_are_made():
    v = ag.Variable(1.0)

    @ag.function
    def f(x):
        return copy.copy(v) + x

    assert NON_FIRST.format("f") in error_of(lambda: f(1.0))


def test_first_calls_of_many_threads_make_one_variable():
    count = Count()
    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert int(count.count) == 8
