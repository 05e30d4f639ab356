"""`TensorArray`: written and read in graphs as eagerly, in loops and branches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autograph as ag


def rows(n):
    ta = ag.TensorArray(ag.int32, n)
    for i in ag.range(n):
        ta = ta.write(i, i * i)
    return ta.stack(), ta.size()


def rows_without_assignment(n):
    ta = ag.TensorArray(ag.int32, n)
    for i in ag.range(n):
        ta.write(i, i * i)
    return ta.stack(), ta.read(0)


def backwards(n):
    ta = ag.TensorArray(ag.float32, size=n)
    i = n - 1
    while i >= 0:
        ta = ta.write(i, ag.cast(ag.range(3) * i, ag.float32))
        i -= 1
    return ta.concat(), ta.gather([0, n - 1, 0])


def growing(n):
    ta = ag.TensorArray(ag.float64, dynamic_size=True, element_shape=[2])
    for i in ag.range(n):
        if i % 2 == 0:
            ta = ta.write(2 * i, ag.ones([2], ag.float64) * ag.cast(i, ag.float64))
    return ta.stack(), ta.size()


def scan(n):
    values = ag.TensorArray(ag.int64, n).unstack(ag.range(n, dtype=ag.int64) + 1)
    sums = ag.TensorArray(ag.int64, n, element_shape=())
    sums = sums.write(0, values.read(0))
    for i in ag.range(1, n):
        sums = sums.write(i, sums.read(i - 1) + values.read(i))
    return sums.stack()


def in_branches(n):
    ta = ag.TensorArray(ag.float32, 3, element_shape=[])
    if n > 2:
        ta = ta.write(0, 1.5)
        if n > 3:
            ta.write(1, 2.5)
    else:
        ta = ta.write(2, -1.0)
    return ta.stack()


def by_functions(n):
    def fill(array, i):
        return array.write(i, [i, n])

    ta = ag.TensorArray(ag.int32, n)
    other = ta
    i = 0
    while i < n:
        ta = fill(ta, i)
        i = i + 1
    return other.stack()


def functional(n):
    ta = ag.TensorArray(ag.int32, n)
    _, ta = ag.while_loop(
        lambda i, ta: i < n,
        lambda i, ta: (i + 1, ta.write(i, 2 * i)),
        (ag.constant(0), ta),
    )
    ta = ag.cond(n > 2, lambda: ta.write(0, 7), lambda: ta)
    return ta.stack()


def nested(n):
    out = ag.TensorArray(ag.int32, n)
    for i in ag.range(n):
        row = ag.TensorArray(ag.int32, 3)
        for j in ag.range(3):
            row = row.write(j, i * j)
        out = out.write(i, row.stack())
    return out.stack()


def in_structures(n):
    class Model:
        def __init__(self):
            self.ta = ag.TensorArray(ag.int32, n)

        def step(self, i):
            self.ta = self.ta.write(i, i + 1)

    model = Model()
    held = {"a": [model.ta]}
    for i in ag.range(n):
        model.step(i)
        if i == 1:
            break
    held["a"][0].write(0, 9)
    return model.ta.gather([0, 1])


def scattered(n):
    ta = ag.TensorArray(ag.int32, n + 2, element_shape=[])
    ta = ta.scatter([n, 0, n], [1, 2, 3])
    for i in ag.range(1, n):
        ta = ta.scatter([i], ag.reshape(i, [1]))
    return ta.stack()


def split(n):
    ta = ag.TensorArray(ag.int32, 3).split(ag.range(n + 3), [n, 1, 2])
    return ta.read(0), ta.concat(), ta.read(2)


def zeros(n):
    ta = ag.TensorArray(ag.float32, n, element_shape=[2])
    first = ta.read(0)
    ta = ta.write(1, first + 1.0)
    return ta.stack(), first


def zeros_of_the_others(n):
    return ag.TensorArray(ag.string, n).write(1, ["a", "b"]).stack()


def once(n):
    ta = ag.TensorArray(ag.int32, n, clear_after_read=True).unstack(ag.range(n))
    total = 0
    for i in ag.range(n):
        total += ta.read(i)
    return ta.write(0, total).read(0)


def without_one_shape(n):
    ta = ag.TensorArray(ag.int32, n, infer_shape=False)
    for i in ag.range(n):
        ta = ta.write(i, ag.range(i))
    return ta.concat(), ta.read(n - 1)


def of_bools(n):
    ta = ag.TensorArray(ag.bool, n)
    for i in ag.range(n):
        ta = ta.write(i, i > 1)
    count = ag.constant(0)
    for i in ag.range(n):
        if ta.read(i):
            count += 1
    return count


def caught(n):
    ta = ag.TensorArray(ag.int32, 3, element_shape=())
    try:
        for i in ag.range(n):
            ta = ta.write(i, i + 1)
    except IndexError:
        ta = ta.write(0, -1)
    return ta.stack()


def none_at_all(n):
    return ag.TensorArray(ag.float32, 0, element_shape=[2]).stack()


PROGRAMS = [
    rows, rows_without_assignment, backwards, growing, scan, in_branches, by_functions,
    functional, nested, in_structures, scattered, split, zeros, zeros_of_the_others,
    once, without_one_shape, of_bools, caught, none_at_all,
]  # fmt: skip


def arrays(result):
    leaves = result if isinstance(result, tuple) else (result,)
    return [np.asarray(leaf) for leaf in leaves]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("n", [2, 3, 5])
def test_graphs_do_what_plain_python_does(program, n):
    value = ag.constant(n)
    staged = ag.function(program)
    for _ in range(2):
        expected, found = arrays(program(value)), arrays(staged(value))
        for left, right in zip(expected, found, strict=True):
            assert left.dtype == right.dtype
            np.testing.assert_array_equal(left, right)


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
            return [x.tolist() for x in arrays(function(ag.constant(times)))]
        except (ag.errors.OutOfRangeError, ag.errors.InvalidArgumentError) as error:
            return type(error), error.message

    left, right = outcome(program), outcome(ag.function(program))
    assert left == right


# -- Mistakes --------------------------------------------------------------------------


def too_far(x):
    ta = ag.TensorArray(ag.int32, 2)
    for i in ag.range(3):
        ta = ta.write(i, i)
    return ta.stack()


def before_the_first(x):
    return ag.TensorArray(ag.float32, 2).write(0, x).read(-1)


def read_too_far(x):
    return ag.TensorArray(ag.float32, 2).write(0, x).read(2)


def never_written(x):
    return ag.TensorArray(ag.float32, 2).read(0)


def read_twice(x):
    ta = ag.TensorArray(ag.float32, 2, clear_after_read=True).write(0, x)
    return ta.read(0) + ta.read(0)


def another_dtype(x):
    return ag.TensorArray(ag.int32, 2).write(0, x).stack()


def another_shape(x):
    return ag.TensorArray(ag.float32, 2).write(0, x).write(1, [1.0, 2.0, 3.0]).stack()


def another_shape_at_run_time(x):
    ta = ag.TensorArray(ag.int32, 3)
    for i in ag.range(3):
        ta = ta.write(i, ag.range(i + 1))
    return ta.stack()


def another_declared_shape(x):
    return ag.TensorArray(ag.float32, 2, element_shape=[5]).write(0, x).stack()


def no_size(x):
    return ag.TensorArray(ag.float32)


def negative(x):
    return ag.TensorArray(ag.float32, -1).stack()


def nothing_to_stack(x):
    return ag.TensorArray(ag.float32, 0).stack()


def different_to_stack(x):
    ta = ag.TensorArray(ag.float32, 2, infer_shape=False)
    return ta.write(0, x).write(1, 1.0).stack()


def too_many_rows(x):
    return ag.TensorArray(ag.float32, 3).unstack(x).stack()


def lengths(x):
    return ag.TensorArray(ag.float32, 2).split(x, [1, 2]).stack()


def scatter_rows(x):
    return ag.TensorArray(ag.float32, 2).scatter([0], x).stack()


def float_index(x):
    return ag.TensorArray(ag.float32, 2).write(0.5, x).stack()


MISTAKES = {
    too_far: ("OutOfRangeError", "TensorArray.write: the index is 2, and the array has the size 2"),
    before_the_first: ("OutOfRangeError", "TensorArray.read: the index is -1"),
    read_too_far: ("OutOfRangeError", "TensorArray.read: the index is 2"),
    never_written: ("InvalidArgumentError", "place 0 was never written, and the shape"),
    read_twice: ("InvalidArgumentError", "place 0 was cleared when it was read"),
    another_dtype: ("InvalidArgumentError", "is of int32, and the value to write of float32"),
    another_shape: ("ShapeError", "the value has the shape"),
    another_shape_at_run_time: ("ShapeError", "the value has the shape (2,), and the elements have (1,)"),
    another_declared_shape: ("ShapeError", "the value has the shape"),
    no_size: ("DTypeError", "the size is missing"),
    negative: ("InvalidArgumentError", "the size is -1, less than 0"),
    nothing_to_stack: ("InvalidArgumentError", "no elements make no tensor"),
    different_to_stack: ("InvalidArgumentError", "elements of the shapes (2,) and ()"),
    too_many_rows: ("InvalidArgumentError", "there are 2 values for an array of the size 3"),
    lengths: ("InvalidArgumentError", "do not add up to the 2 rows"),
    scatter_rows: ("InvalidArgumentError", "there are 1 indices for a value of the shape (2,)"),
    float_index: ("DTypeError", "an index is an integer"),
}  # fmt: skip


@pytest.mark.parametrize("staged", [False, True], ids=["eager", "staged"])
@pytest.mark.parametrize("program", MISTAKES)
def test_mistakes_are_told(program, staged):
    kind, text = MISTAKES[program]
    with pytest.raises(getattr(ag.errors, kind)) as caught:
        (ag.function(program) if staged else program)(ag.constant([1.0, 2.0]))
    assert text in str(caught.value)
    assert program.__name__ in [entry.name for entry in caught.traceback]


def test_an_array_made_outside_is_refused_in_a_graph():
    ta = ag.TensorArray(ag.float32, 2).write(0, 1.0)

    @ag.function
    def f(x):
        return ta.read(0) + x

    @ag.function
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

    with pytest.raises(ag.errors.BranchMismatchError, match="TensorArray"):
        f(ag.constant(1.0))


def test_repr():
    assert repr(ag.TensorArray("float32", 2)) == "<ag.TensorArray of 2 float32[...]>"
    ta = ag.TensorArray("float32", 2).write(0, [1.0])
    assert repr(ta) == "<ag.TensorArray of 2 float32[1]>"
