"""`ag.function`: calls, the cache of traces, concrete functions, switches."""

import functools
import gc
import inspect
import threading
import weakref

import numpy as np
import pytest

import autograph as ag


@pytest.fixture
def traced():
    """A list of what was traced, and a decorated function that adds to it."""
    log = []

    @ag.function
    def double(x, factor=2):
        log.append((x, factor))
        return x * factor

    return log, double


def test_a_call_returns_an_eager_tensor(traced):
    _, double = traced
    result = double(ag.constant([1, 2]))
    assert isinstance(result, ag.Tensor)
    assert result.dtype == ag.int32
    assert result.numpy().tolist() == [2, 4]


def test_calls_of_one_kind_share_a_trace(traced):
    log, double = traced
    for value in (1, 2, 3):
        assert int(double(ag.constant(value))) == 2 * value
    assert len(log) == 1


@pytest.mark.parametrize(
    "calls",
    [
        [((1,), {}), ((1,), {"factor": 2}), ((), {"x": 1}), ((1, 2), {})],
        [((np.float32(1),), {}), ((np.array(1, np.float32),), {})],
    ],
)
def test_spellings_of_one_call_share_a_trace(traced, calls):
    log, double = traced
    for args, kwargs in calls:
        double(*args, **kwargs)
    assert len(log) == 1


@pytest.mark.parametrize(
    "values",
    [
        (1, 1.0, True),
        (0.0, -0.0),
        ([1, 2], (1, 2), [1, 2, 3]),
        ({"a": 1}, {"b": 1}),
        (np.zeros(2), np.zeros(3), np.zeros(2, np.float32)),
        ("a", b"a"),
    ],
)
def test_each_kind_of_argument_has_its_own_trace(values):
    log = []

    @ag.function
    def f(x):
        log.append(x)
        return 0

    for value in values:
        f(value)
    assert len(log) == len(values)
    for value in values:
        f(value)
    assert len(log) == len(values)


def test_the_order_of_a_dict_is_no_part_of_the_key():
    log = []

    @ag.function
    def f(x):
        log.append(x)
        return x["a"] - x["b"]

    one, two = ag.constant(1), ag.constant(2)
    assert int(f({"a": one, "b": two})) == -1
    assert int(f({"b": two, "a": one})) == -1
    assert len(log) == 1


def test_objects_are_told_apart_by_identity_and_held_weakly():
    class Scale:
        def __init__(self, by):
            self.by = by

    @ag.function
    def f(scale, x):
        return x * scale.by

    two, three = Scale(2), Scale(3)
    assert int(f(two, ag.constant(5))) == 10
    assert int(f(three, ag.constant(5))) == 15
    gone = weakref.ref(two)
    del two
    gc.collect()
    assert gone() is None


def test_separate_functions_never_share_traces():
    log = []

    def f():
        log.append(1)

    ag.function(f)()
    ag.function(f)()
    assert len(log) == 2


def test_arrays_and_numbers_are_results_like_any():
    @ag.function
    def f():
        return np.arange(3.0), 1, 2.5, True, None, "text"

    array, integer, real, truth, nothing, text = f()
    assert array.dtype == ag.float64
    assert (integer.dtype, real.dtype, truth.dtype) == (ag.int32, ag.float32, ag.bool)
    assert nothing is None
    assert text.numpy() == b"text"


def test_results_keep_their_nesting():
    @ag.function
    def f(x):
        return {"a": [x, (x + 1,)], "b": None}

    result = f(ag.constant(1))
    assert type(result) is dict
    assert int(result["a"][1][0]) == 2
    assert result["b"] is None


def test_a_result_that_is_no_tensor_is_refused():
    @ag.function
    def f(x):
        return x, object()

    with pytest.raises(TypeError, match=r"f\(\) returns an object as the part \[1\]"):
        f(ag.constant(1))


def test_a_result_does_not_change_with_the_array_it_came_from():
    @ag.function
    def f(x):
        return x

    array = np.zeros(3)
    result = f(array)
    array[0] = 1
    assert result.numpy().tolist() == [0, 0, 0]


def test_get_concrete_function_traces_and_does_not_run(capsys):
    @ag.function
    def f(x):
        ag.print("ran")
        return x + 1

    concrete = f.get_concrete_function(ag.TensorSpec((None,), ag.float32))
    assert "ran" not in capsys.readouterr().err
    for n in (1, 3):
        assert concrete(ag.ones([n])).numpy().tolist() == [2.0] * n
    assert capsys.readouterr().err == "ran\nran\n"


def test_a_concrete_function_refuses_other_dtypes_and_values():
    @ag.function
    def power(a, b):
        return a**b

    square = power.get_concrete_function(ag.TensorSpec(None, ag.float32), b=2)
    assert float(square(ag.constant(10.0))) == 100
    assert float(square(ag.constant(10.0), b=2)) == 100
    with pytest.raises(TypeError, match=r"int value 2 in b.*int value 3"):
        square(ag.constant(10.0), b=3)
    with pytest.raises(
        ValueError,
        match=r"input #0\(zero-based\) was expected to be a float32 tensor but is a "
        "int32 tensor",
    ):
        square(ag.constant(1))


def test_program_source_is_python_that_names_the_users_lines(traced):
    _, double = traced
    source = double.get_concrete_function(ag.constant(1)).program_source()
    compile(source, "program", "exec")
    assert "test_function.py:" in source


def test_run_functions_eagerly_runs_plain_python(traced):
    log, double = traced
    ag.config.run_functions_eagerly(True)
    try:
        for _ in range(3):
            double(ag.constant(1))
    finally:
        ag.config.run_functions_eagerly(False)
    assert len(log) == 3
    double(ag.constant(1))
    double(ag.constant(1))
    assert len(log) == 4


def test_without_autograph_control_flow_cannot_depend_on_data():
    @ag.function(autograph=False)
    def f(x):
        return ag.cond(x > 0, lambda: x, lambda: -x)

    @ag.function(autograph=False)
    def g(x):
        return x if x > 0 else -x

    assert int(f(ag.constant(-3))) == 3
    with pytest.raises(TypeError, match="deciding on the symbolic tensor"):
        g(ag.constant(-3))


def test_functions_inside_functions_become_part_of_the_graph():
    @ag.function
    def add(a, b):
        return a + b

    @ag.function
    def outer(x):
        return add(x, add(x, 1))

    assert int(outer(ag.constant(2))) == 5
    names = [
        node.op.name for node in outer.get_concrete_function(ag.constant(2)).graph.nodes
    ]
    assert names.count("add") == 2


def test_each_instance_has_its_own_traces_and_is_not_kept_alive():
    class Model:
        def __init__(self, weight):
            self.weight = weight

        @ag.function
        def apply(self, x):
            return x * self.weight

    first, second = Model(2), Model(3)
    assert int(first.apply(ag.constant(5))) == 10
    assert int(second.apply(ag.constant(5))) == 15
    gone = weakref.ref(first)
    del first
    gc.collect()
    assert gone() is None


def test_the_wrapper_looks_like_the_function():
    @ag.function
    def documented(x: int, *, y: int = 1) -> int:
        """Say what it does."""
        return x + y

    assert documented.__name__ == "documented"
    assert documented.__doc__ == "Say what it does."
    assert "documented" in repr(documented)
    assert int(documented.python_function(1)) == 2


def test_decorators_between_may_change_what_is_taken():
    def plain(x, y):
        return x + 10 * y

    @functools.wraps(plain)
    def partly(x):
        return plain(x, 3)

    @functools.wraps(plain)
    def reversed_(*args, **kwargs):
        return plain(kwargs["y"], *args) if kwargs else plain(*args)

    one, two = ag.constant(1), ag.constant(2)
    first, second = ag.function(partly), ag.function(reversed_)
    for _ in range(3):
        assert int(first(one)) == 31
        assert int(second(one, two)) == 21
        assert int(second(one, y=two)) == 12
    vector = ag.TensorSpec([None], ag.float32)
    signed = ag.function(reversed_, input_signature=[vector, vector])
    assert signed([1], [2]).numpy().tolist() == [21]
    assert str(inspect.signature(first)) == "(x, y)"


def test_wrong_arguments_are_what_python_says():
    @ag.function
    def f(x):
        return x

    for call in (f, lambda: f(1, 2), lambda: f(1, z=2)):
        with pytest.raises(TypeError, match=r"f\(\)"):
            call()


def test_first_calls_from_many_threads_trace_once():
    log = []

    @ag.function
    def f(x):
        log.append(1)
        total = x
        for i in ag.range(100):
            total = total + i
        return total

    results = []
    barrier = threading.Barrier(8)

    def call(k):
        barrier.wait()
        results.append(int(f(ag.constant(k))) - k)

    threads = [threading.Thread(target=call, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [4950] * 8
    assert len(log) == 1


def test_a_failed_trace_leaves_nothing_behind():
    @ag.function
    def f(x, fail):
        if fail:
            raise KeyError("no")
        return x + 1

    for _ in range(2):
        with pytest.raises(KeyError, match="no"):
            f(ag.constant(1), True)
    assert int(f(ag.constant(1), False)) == 2
    assert ag.constant(1) + 1 is not None


def test_traces_die_with_their_function():
    def make():
        @ag.function
        def f(x):
            while x < 10:
                x = x * 2
            return x

        f(ag.constant(1))
        return weakref.ref(f), weakref.ref(f.get_concrete_function(ag.constant(1)))

    refs = make()
    gc.collect()
    assert [ref() for ref in refs] == [None, None]


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((5, 3), {}),
        ((5,), {"alpha": 3}),
        ((), {"alpha": 3, "zeta": 5}),
        ((5,), {}),
        ((5, 3, 7, 8), {}),
        ((5, 3), {"beta": 9}),
        ((5, 3), {"more": 1, "extra": 2}),
    ],
)
def test_every_spelling_gives_the_same_every_time(args, kwargs):
    one, two = ag.constant(1), ag.constant(2)

    def plain(zeta, alpha=two, *rest, beta=one, **named):
        total = 100 * zeta + 10 * alpha + beta
        for value in rest:
            total = 2 * total - value
        for value in named.values():
            total = 3 * total - value
        return total

    staged = ag.function(plain)
    args = [ag.constant(value) for value in args]
    kwargs = {name: ag.constant(value) for name, value in kwargs.items()}
    for _ in range(3):
        assert int(staged(*args, **kwargs)) == int(plain(*args, **kwargs))
        args = [value + 1 for value in args]
