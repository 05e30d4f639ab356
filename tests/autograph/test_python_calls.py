"""`py_function` and its kin: plain Python, at every run of a graph, in order."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

LOG: list[object] = []


@pytest.fixture(autouse=True)
def empty_log():
    LOG.clear()


def note(*values):
    LOG.append(tuple(np.asarray(value).tolist() for value in values))


def noted(x):
    note(x)
    return x


def straight(x):
    y = ag.py_function(lambda a: a * 2 + 1, [x], ag.float32)
    z = ag.numpy_function(np.cumsum, [x], ag.float32)
    ag.numpy_function(note, [y, z], None)
    return y + z


def in_a_branch(x):
    if ag.reduce_sum(x) > 3:
        ag.numpy_function(note, [x], None)
        y = ag.py_function(noted, [x], ag.float32) + 1.0
    else:
        ag.compat.v1.py_func(note)(x, 7)
        y = -x
    ag.numpy_function(note, [y], [])
    return y


def in_a_loop(x):
    i = 0
    while ag.reduce_sum(x) < 40:
        x = ag.py_function(
            lambda a, n: noted(a) + ag.cast(n, ag.float32), [x, i], ag.float32
        )
        i += 1
        if i == 3:
            ag.numpy_function(note, ["three"], None)
            continue
        if ag.numpy_function(lambda n: n > 5, [i], ag.bool):
            break
    return x, i


def for_each_row(x):
    for row in x:
        ag.compat.v1.py_func(lambda value: LOG.append(float(value)))(row)
    return len(x)


CASES = [straight, in_a_branch, in_a_loop, for_each_row]


@pytest.mark.parametrize("function", CASES)
@pytest.mark.parametrize("x", [[1.0, 2.0], [0.5, -3.0], [10.0, 20.0]])
def test_graphs_call_what_plain_python_calls_in_the_same_order(function, x):
    value = ag.constant(x)
    staged = ag.function(function)
    staged(value)
    for _ in range(2):
        LOG.clear()
        expected = function(value)
        plain = list(LOG)
        LOG.clear()
        found = staged(value)
        assert LOG == plain
        pairs = zip(ag.nest.flatten(expected), ag.nest.flatten(found), strict=True)
        for left, right in pairs:
            assert np.asarray(left).tolist() == np.asarray(right).tolist()


def test_tracing_calls_nothing():
    ag.function(straight).get_concrete_function(ag.TensorSpec([2]))
    assert LOG == []


def test_the_result_has_the_dtype_and_the_shape_of_tout():
    @ag.function
    def f(x):
        y = ag.py_function(noted, [x], ag.TensorSpec([None, 2], ag.float32))
        z = ag.py_function(noted, [x], ag.float32)
        assert y.spec.shape == (None, 2)
        assert z.spec.shape is None
        return y

    assert f(ag.ones([3, 2])).shape == (3, 2)


def test_py_function_passes_tensors_and_numpy_function_arrays():
    kinds = []

    def see(x, n):
        kinds.append((type(x), type(n)))
        return x

    @ag.function
    def f(x):
        ag.py_function(see, [x, 1], ag.float32)
        ag.numpy_function(see, [x, 1], ag.float32)

    f(ag.ones([2]))
    assert kinds == [
        (type(ag.ones([2])), type(ag.ones([2]))),
        (np.ndarray, np.int32),
    ]


def test_arrays_are_not_to_be_written_to():
    @ag.function
    def f(x):
        def write(array):
            array[0] = 5.0
            return array

        return ag.numpy_function(write, [x], ag.float32)

    with pytest.raises(ValueError, match="read-only") as caught:
        f(ag.zeros([2]))
    assert caught.traceback[-1].name == "write"


def test_what_the_function_keeps_of_its_result_can_change_later():
    kept = np.zeros(2, np.float32)
    f = ag.function(lambda: ag.numpy_function(lambda: kept, [], ag.float32) + 0.0)
    g = ag.function(lambda: ag.numpy_function(lambda: kept, [], ag.float32))
    first, second = f(), g()
    kept[:] = 1
    assert first.numpy().tolist() == second.numpy().tolist() == [0, 0]
    assert g().numpy().tolist() == [1, 1]


def test_order_with_prints_asserts_assigns_and_random_numbers(capsys):
    v = ag.Variable(0.0)

    def say(what):
        print(what)

    def f(n):
        total = 0.0
        for i in ag.range(n):
            ag.print("before", i, v, output_stream="stdout")
            v.assign_add(ag.random.uniform([]))
            ag.numpy_function(lambda value: say(f"seen {value:.4f}"), [v], None)
            if i % 2 == 0:
                v.assign(v * 2.0)
                total += ag.random.normal([])
                ag.py_function(lambda: say(f"read {v.numpy():.4f}"), [], None)
            if i >= 4:
                raise ValueError("too far")
            ag.print("after", v, output_stream="stdout")
        return total + v

    def outcome(function, n):
        ag.random.set_seed(1)
        v.assign(0.0)
        try:
            result = function(ag.constant(n)).numpy()
        except ValueError as error:
            result = str(error)
        return result, v.numpy(), capsys.readouterr().out

    staged = ag.function(f)
    for n in (0, 3, 7, 4):
        assert outcome(f, n) == outcome(staged, n)
    assert outcome(f, 7)[0] == "too far"


def test_what_is_not_needed_is_left_out_unless_it_has_an_effect(capsys):
    v = ag.Variable(1)

    @ag.function
    def f(x):
        ag.gather(x, 10)
        ag.numpy_function(note, [x], None, stateful=False)
        ag.numpy_function(lambda a: note(a, 1), [x], ag.float32, stateful=False)
        ag.py_function(lambda a: note(a, 2), [x], None)
        ag.print("printed")
        v.assign_add(1)
        ag.debugging.assert_positive(v)
        return 1

    f(ag.zeros([1]))
    assert LOG == [([0.0], 2)]
    assert capsys.readouterr().err == "printed\n"
    assert v.numpy() == 2


def test_what_is_not_stateful_is_run_where_it_is_needed_and_never_while_tracing():
    @ag.function
    def f():
        a = ag.numpy_function(lambda: noted(3), [], ag.int32, stateful=False)
        b = ag.numpy_function(lambda: noted(3), [], ag.int32, stateful=False)
        return a + b

    f.get_concrete_function()
    assert LOG == []
    assert f().numpy() == 6
    assert len(LOG) == 2


# -- Variables of the traced function --------------------------------------------------


def counting(x):
    count = 0

    def step(v):
        nonlocal count
        count += 1
        return v

    ag.py_function(step, [x], ag.int32)
    return count


def collecting(x):
    seen = []
    ag.py_function(lambda v: seen.append(v + 1), [x], None)
    return len(seen)


def collecting_by_method(x):
    seen = []
    if x > 0:
        ag.py_function(seen.append, [x], None)
    return len(seen)


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (
            collecting_by_method,
            "append() changes the content of the variable of type list",
        ),
        (counting, "step() assigns the variable `count` of the function"),
        (collecting, "changes the content of the variable `seen` of the function"),
    ],
)
def test_changing_variables_of_the_traced_function_is_refused(function, text):
    with pytest.raises(ag.errors.SideEffectError) as caught:
        ag.function(function)(ag.constant(1))
    assert text in str(caught.value)
    assert "Keep it in an ag.Variable" in str(caught.value)
    assert function.__name__ in [entry.name for entry in caught.traceback]


def test_variables_of_functions_around_the_traced_one_are_shared():
    count = 0
    seen = []

    @ag.function
    def f(x):
        def step(v):
            nonlocal count
            count += 1
            seen.append(int(v))
            return v + count

        return ag.py_function(step, [x], ag.int32)

    assert [f(ag.constant(1)).numpy() for _ in range(3)] == [2, 3, 4]
    assert (count, seen) == (3, [1, 1, 1])


def test_methods_of_lists_made_elsewhere_may_change_them():
    seen = []

    @ag.function
    def f(x):
        alias = LOG
        ag.py_function(seen.append, [x], None)
        ag.numpy_function(alias.append, [x], None)
        return x

    for _ in range(2):
        f(ag.constant(4))
    assert [int(x) for x in seen] == [int(x) for x in LOG] == [4, 4]


def test_a_symbolic_tensor_used_by_the_function_is_told():
    @ag.function
    def f(x):
        y = x + 1
        return ag.py_function(lambda v: v + y, [x], ag.int32)

    with pytest.raises(ag.errors.LeakedTensorError, match="is symbolic"):
        f(ag.constant(1))

    @ag.function
    def g(x):
        y = x + 1
        return ag.py_function(lambda v: y, [x], ag.int32)

    with pytest.raises(ag.errors.LeakedTensorError, match="returns Tensor"):
        g(ag.constant(1))


# -- Mistakes --------------------------------------------------------------------------


class OwnError(Exception):
    pass


def fail(x):
    raise OwnError(f"no {x}")


def test_errors_come_out_as_they_are_with_the_users_line():
    def f(x):
        if x > 0:
            return ag.numpy_function(fail, [x], ag.int32)
        return x

    for function in (f, ag.function(f)):
        with pytest.raises(OwnError, match="no 3") as caught:
            function(ag.constant(3))
        names = [entry.name for entry in caught.traceback]
        assert names[-1] == "fail"
        assert "f" in names


MISTAKES = {
    "another dtype": (
        lambda x: ag.numpy_function(lambda v: v.astype("float64"), [x], ag.float32),
        "InvalidArgumentError",
        "the value that <lambda>() returns is of dtype float64, and Tout says float32",
    ),
    "another shape": (
        lambda x: ag.py_function(lambda v: v, [x], ag.TensorSpec([3])),
        "InvalidArgumentError",
        "is of shape (2,), and Tout says float32[3]",
    ),
    "None": (
        lambda x: ag.py_function(lambda v: None, [x], ag.float32),
        "InvalidArgumentError",
        "returns is None, and Tout says float32",
    ),
    "too few": (
        lambda x: ag.py_function(lambda v: v, [x], [ag.float32, ag.float32]),
        "InvalidArgumentError",
        "returns 1 values, and Tout names 2",
    ),
    "the second": (
        lambda x: ag.py_function(lambda v: (v, v), [x], [ag.float32, ag.int32]),
        "InvalidArgumentError",
        "value 1 that <lambda>() returns is of dtype float32",
    ),
    "a float number as an integer": (
        lambda x: ag.py_function(lambda v: 1.5, [x], ag.int32),
        "DTypeError",
        "floats are no integers",
    ),
    "no function": (
        lambda x: ag.py_function(x, [x], ag.int32),
        "DTypeError",
        "is not callable",
    ),
    "no list": (
        lambda x: ag.py_function(noted, x, ag.float32),
        "DTypeError",
        "which is no list",
    ),
}


@pytest.mark.parametrize("staged", [False, True], ids=["eager", "staged"])
@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_are_told(case, staged):
    call, kind, text = MISTAKES[case]
    with pytest.raises(getattr(ag.errors, kind)) as caught:
        (ag.function(call) if staged else call)(ag.ones([2]))
    assert text in str(caught.value)
