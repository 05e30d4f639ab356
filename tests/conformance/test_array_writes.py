"""Arrays written in place in decorated functions give what NumPy's arrays give."""

from __future__ import annotations

import pickle
import types

import numpy as np
import pytest

import autograph as ag
from autograph.testing.agreement import Verdict, check
from tests.conformance.array_writes import AS_NUMPY, REFUSED

X = np.array([1.0, 2.0, 3.0, 4.0])


def same(found, expected):
    if isinstance(expected, (tuple, list)):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            same(one, other)
        return
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))


def on_own_array(function):
    """Return the function of tensors that gives it an array of its own."""

    def on_copy(x, n):
        return function(np.array(x), n)

    return ag.function(on_copy)


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("function", AS_NUMPY, ids=lambda f: f.__name__)
def test_a_graph_gives_what_plain_python_gives(function, n):
    given = ag.constant(X)
    found = on_own_array(function)(given, ag.constant(n))
    same(found, function(X.copy(), n))
    assert given.numpy().tolist() == X.tolist()


@pytest.mark.parametrize("function", AS_NUMPY, ids=lambda f: f.__name__)
def test_integers_of_python_give_the_same(function):
    same(on_own_array(function)(ag.constant(X), 2), function(X.copy(), 2))


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_what_the_run_decides_is_refused(function):
    with pytest.raises(ag.errors.UnknownIdentityError) as info:
        on_own_array(function)(ag.constant(X), ag.constant(2))
    assert info.value.hint
    assert "array" in str(info.value)


def written(x, c):
    y = np.array(x)
    y[0] = x[1] * x[2]
    y[1:3] += x[0]
    i = 0
    while i < 2:
        if c > 0:
            y[i] = y[i] * y[i + 1]
        i += 1
    y[[0, 0]] = y[2:]
    return ag.reduce_sum(y * y)


def test_gradients_flow_through_writes():
    x = np.array([1.0, 2.0, 3.0, 4.0])

    @ag.function
    def gradient(x, c):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = written(x, c)
        return tape.gradient(y, x)

    found = gradient(ag.constant(x), ag.constant(1)).numpy()
    expected = []
    for place in range(4):
        ends = []
        for step in (1e-6, -1e-6):
            moved = x.copy()
            moved[place] += step
            ends.append(float(written(moved, 1)))
        expected.append((ends[0] - ends[1]) / 2e-6)
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_a_source_that_was_written_to_has_no_gradient():
    @ag.function
    def gradient(x):
        x = np.array(x)
        with ag.GradientTape() as tape:
            tape.watch(x)
            x[0] = 2 * x[1]
            y = ag.reduce_sum(x)
        return tape.gradient(y, x)

    with pytest.raises(ag.errors.GradientError, match="was written to in place since"):
        gradient(ag.constant(X))


@ag.function
def first(x):
    x[0] = 5.0
    return x


def test_tensors_never_change_and_arrays_of_the_caller_are_refused():
    for _ in range(3):
        with pytest.raises(ag.errors.ImmutableTensorError, match="never changes"):
            first(ag.constant(X))
        with pytest.raises(ag.errors.SideEffectError) as info:
            first(X.copy())
        assert "first() writes to x in place" in str(info.value)
        assert "in user code:" in str(info.value)
        assert "x[0] = 5.0" in str(info.value)
        assert "x = x.copy()" in info.value.hint
    with pytest.raises(ag.errors.ImmutableTensorError, match="never changes"):
        first.get_concrete_function(ag.TensorSpec([4], ag.float64))


def test_what_is_computed_may_be_written_to_if_it_is_an_array():
    @ag.function
    def f(x):
        out = x + 1
        out[0] = 5.0
        return out

    for _ in range(2):  # traced, and found
        assert f(X).numpy().tolist() == [5, 3, 4, 5]
        with pytest.raises(ag.errors.ImmutableTensorError) as info:
            f(ag.constant(X))
        assert "out[0] = 5.0" in str(info.value)
    concrete = pickle.loads(pickle.dumps(f.get_concrete_function(X)))
    assert concrete(X).numpy().tolist() == [5, 3, 4, 5]


def sort(x):
    x.sort()


def fill(x):
    x.fill(0)


def put(x):
    np.put(x, 0, 1)


def add_at(x):
    np.add.at(x, 0, 1)


def flat(x):
    x.flat[0] = 1


def add_to_an_item(x):
    x[0] += 1


def of_a_computed_one(x):
    np.copyto(x * 2, 1)


def in_a_loop(x):
    for i in range(int(x[0])):
        y = x * i
        y[0] = 1


def in_a_list(x):
    for y in [x, x + 1]:
        y[0] = 1


def in_an_attribute(x):
    holder = types.SimpleNamespace(x=x)
    holder.x[0] = 1


def of_the_same_memory(x):
    np.asarray(x)[0] = 1


def of_a_copy(x):
    x.copy()[0] = 1


def to_one_of_the_library(x):
    y = ag.concat([x, x], 0)
    y[0] = x[0]


def where_it_is_handled(x):
    try:
        x[0] = 1
    except TypeError:
        return x + 1
    return x


def after_a_conversion(x):
    y = np.asarray(x, dtype=np.float32)
    y -= 1
    y[0] = 7
    return y


def by_other_names_of_a_conversion(x):
    y = np.asarray(x, dtype=np.float32)
    same, held, part = y, [y], y[1:]
    same *= 2
    held[0] += 1
    part -= 3
    return y


def after_a_copy(x):
    y = np.array(x)
    y[0] = 7
    return y


@pytest.mark.parametrize(
    "function",
    [
        *(sort, fill, put, add_at, flat, add_to_an_item, of_a_computed_one, in_a_loop),
        *(in_a_list, in_an_attribute, of_the_same_memory, of_a_copy),
        *(to_one_of_the_library, where_it_is_handled),
        *(after_a_conversion, by_other_names_of_a_conversion, after_a_copy),
    ],
    ids=lambda f: f.__name__,
)
def test_writing_to_a_tensor_is_what_plain_python_has(function):
    assert check(function, ag.constant(X)).verdict is Verdict.SAME


def test_what_may_be_a_tensor_or_an_array_is_refused():
    def f(x):
        y = np.zeros(4) if x[0] > 0 else x + 1
        y[0] = 4
        return y

    with pytest.raises(ag.errors.UnstagedOperationError) as info:
        ag.function(f)(ag.constant(X))
    assert "writing in place depends on whether that is one of NumPy's" in str(
        info.value
    )
    assert "y[0] = 4" in str(info.value)
    assert "np.array(x)" in info.value.hint


def test_a_copy_in_the_function_takes_arrays():
    @ag.function
    def f(x):
        x = x.copy()
        x[0] = 5.0
        return x

    given = X.copy()
    assert f(given).numpy().tolist() == [5, 2, 3, 4]
    assert given.tolist() == X.tolist()


def test_functions_called_in_a_trace_write_to_the_callers_array():
    @ag.function
    def outer(x):
        x = np.array(x)
        y = first(x)
        z = first(x * 2)
        return x, y, z

    same(outer(ag.constant(X)), ([5, 2, 3, 4], [5, 2, 3, 4], [5, 4, 6, 8]))


def test_elements_are_cast_as_numpy_casts_them():
    @ag.function
    def f(x):
        x = np.array(x)
        x[0] = 2.75
        x[1] = True
        x[2] += 1.5
        return x

    assert f(ag.constant([1, 2, 3])).numpy().tolist() == [2, 1, 4]


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        ("x[1:] += 0.5", TypeError, "Cannot cast ufunc 'add'"),
        ("x[0] = 1j", ag.errors.DTypeError, "no imaginary parts"),
        ("x[0] = 'a'", ag.errors.DTypeError, "string is written into an array of int"),
        ("x[:2] = ag.ones([3], ag.int32)", ag.errors.ShapeError, "cannot take a value"),
        ("x[0, 0] = 1", ag.errors.IndexingError, "too many indices"),
        ("x[7] = 1", IndexError, "out of bounds"),
        ("x[ag.constant([True, True, False])] = [1, 2, 3]", ValueError, "3"),
        ("del x[0]", TypeError, "deletion"),
    ],
)
def test_what_numpy_refuses_is_refused(function, error, text, tmp_path):
    source = tmp_path / "program.py"
    source.write_text(
        "import autograph as ag\nimport numpy as np\n"
        f"def f(x):\n    x = np.array(x)\n    {function}\n    return x\n"
    )
    names: dict[str, object] = {}
    exec(compile(source.read_text(), str(source), "exec"), names)
    with pytest.raises(error, match=text.replace("+", r"\+")):
        ag.function(names["f"])(ag.constant([1, 2, 3]))


def test_a_numpy_array_of_others_takes_no_symbolic_values():
    class Box:
        def __init__(self):
            self.outs = np.zeros(3)

    box = Box()

    @ag.function
    def f(x):
        box.outs[0] = x
        return box.outs

    with pytest.raises(ag.errors.UnstageableValueError) as info:
        f(ag.constant(1.0))
    assert "a NumPy array is written to" in str(info.value)
    assert "ag.zeros(shape)" in info.value.hint


def test_eager_tensors_never_change():
    x = ag.constant(X)
    with pytest.raises(ag.errors.ImmutableTensorError, match="a tensor never changes"):
        x[0] = 1.0


def test_names_that_a_loop_assigns_to_are_copied_before_they_are_written_to():
    @ag.function
    def f(x, n):
        x = np.array(x)
        y, i = x, 0
        while i < n:
            x[0] = i
            x, y = y, x
            i += 1
        return x

    with pytest.raises(ag.errors.SideEffectError) as info:
        f(ag.constant(X), ag.constant(2))
    assert "an array is written to whose name a loop or `try` assigns to" in str(
        info.value
    )
    assert "x = x.copy()" in info.value.hint
