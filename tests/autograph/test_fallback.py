"""Calls that cannot be staged run as plain Python, and say so."""

from __future__ import annotations

import gc
import math
import threading
import types
import warnings
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import PythonFallbackWarning
from autograph.testing import assert_agrees
from tests.autograph.falling import fell, refused

T = ag.constant
SEEN: list[Any] = []


# -- What falls, and gives what plain Python gives -------------------------------------


def value_needed(x):
    return {math.frexp(x)[1]: "a"}[2]


def shapes_that_differ_in_a_branch(x):
    if x > 0:
        return ag.zeros([2]) + ag.zeros([3])
    return x


def looked_up(x):
    return ["a", "b"][math.frexp(x)[1]]


def stepped_through_as_it_grows(x):
    values = [x]

    def growing():
        for item in values:
            if item < 20:
                values.append(item * 2)
            yield item

    return list(growing())


def raises_as_python(x):
    if math.frexp(x)[1] == 2:
        raise KeyError("three")
    return x


FALLING = [
    (value_needed, T(3), "AG310"),
    (shapes_that_differ_in_a_branch, T(-1), "AG311"),
    (looked_up, T(1), "AG310"),
    (stepped_through_as_it_grows, T(3), "AG310"),
    (raises_as_python, T(3), "AG310"),
]


@pytest.mark.parametrize(("function", "arg", "code"), FALLING)
def test_a_call_that_falls_agrees_with_plain_python(function, arg, code):
    decorated = ag.function(function, python="allow")
    try:
        expected = function(arg)
    except Exception as error:
        with pytest.warns(PythonFallbackWarning), pytest.raises(type(error)):
            decorated(arg)
    else:
        found = fell(decorated, arg, code=code)
        assert np.array_equal(np.asarray(found), np.asarray(T(expected)))
    assert decorated.experimental_get_tracing_count() == 0
    with pytest.raises(ag.errors.AutographError):
        ag.function(function, python="refuse")(arg)


def test_generators_and_coroutines_fall():
    @ag.function(python="allow")
    def numbers(n):
        for i in range(n):
            yield i * 2

    @ag.function(python="allow")
    async def fetched(x):
        return x + 1

    assert list(fell(numbers, 3)) == [0, 2, 4]
    made = fell(fetched, 3)
    assert isinstance(made, types.CoroutineType)
    with pytest.raises(StopIteration) as info:
        made.send(None)
    assert info.value.value == 4


def test_a_function_without_source_falls():
    names: dict[str, Any] = {}
    exec("def f(x):\n    return x * 2 if x > 1 else x", names)
    assert int(fell(ag.function(names["f"], python="allow"), T(4))) == 8


def test_a_fault_of_the_library_falls_and_says_so(monkeypatch):
    def broken(*_args, **_kwargs):
        raise ValueError("<Operation 'cond'> is not in list")

    broken.__code__ = broken.__code__.replace(
        co_filename=ag.nest.__file__.replace("nest.py", "made.py")
    )
    monkeypatch.setattr("autograph.making.trace", broken)
    decorated = ag.function(lambda x: x + 1, python="allow")
    with pytest.warns(PythonFallbackWarning, match="a fault of this library") as found:
        assert int(decorated(T(1))) == 2
    assert found[0].message.code == "AG312"


def test_a_trace_over_budget_falls():
    def unrolled(x, n):
        total = 0
        for _ in range(n):
            if x > 1:
                total += 1
        return total

    quick = ag.function(unrolled, python="allow", trace_budget_s=0.05)
    assert int(fell(quick, T(2), 10**4, code="AG313")) == 10**4
    small = ag.function(unrolled, python="allow", trace_budget_nodes=50)
    assert int(fell(small, T(2), 100, code="AG313")) == 100
    assert int(ag.function(unrolled, trace_budget_nodes=None)(T(2), 100)) == 100


def test_a_budget_that_is_swallowed_ends_the_trace_all_the_same():
    def careless(x):
        try:
            for _ in range(10**4):
                x = x + 1
        except Exception:
            return -x
        return x

    decorated = ag.function(careless, python="allow", trace_budget_nodes=100)
    assert int(fell(decorated, T(0), code="AG313")) == 10**4


# -- What does not fall ----------------------------------------------------------------


def test_what_the_documents_make_an_error_stays_one(allowing):
    def makes_variables(x):
        return ag.Variable(1.0) * x

    def leaks(x):
        SEEN.append(x)
        return x

    def uses_leaked(x):
        return x + SEEN[-1]

    ag.function(leaks)(T(1))
    signed = ag.function(lambda x: x, input_signature=[ag.TensorSpec([], ag.int32)])
    unconverted = ag.function(lambda x: 1 if x else 2, autograph=False)
    for call, error, text in (
        (lambda: ag.function(makes_variables)(T(1.0)), ValueError, "non-first call"),
        (
            lambda: ag.function(uses_leaked)(T(1)),
            TypeError,
            "another function was traced",
        ),
        (lambda: signed(T(1.5)), ValueError, "incompatible with input_signature"),
        (lambda: unconverted(T(1)), TypeError, "needs its value"),
        (lambda: ag.function(int), TypeError, "is a class"),
        (lambda: ag.function(len), TypeError, "builtin"),
        (lambda: ag.function(refused).get_concrete_function(T(1)), TypeError, "value"),
        (lambda: ag.function(refused, jit_compile=True)(T(1)), TypeError, "value"),
    ):
        with pytest.raises(error, match=text):
            call()


def test_an_error_of_the_program_is_neither_noted_nor_warned_of(allowing, capsys):
    @ag.function
    def checked(x, limit):
        print("checking")
        if limit < 0:
            raise ValueError("limit")
        return x

    for _ in range(2):
        with pytest.raises(ValueError, match="limit"):
            checked(T(1), -1)
    assert capsys.readouterr().out == "checking\n" * 2
    assert checked.explain().falls == ()


def test_wrong_calls_are_pythons(allowing):
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        ag.function(refused)()


# -- What is kept ----------------------------------------------------------------------


def test_a_call_that_fell_is_traced_once_for_its_key(allowing):
    traced = []

    def noted(x):
        if not isinstance(x, int):
            traced.append(type(x).__name__)
        return refused(x)

    decorated = ag.function(noted)
    fell(decorated, T(1))
    for value in (2, 3):
        assert int(decorated(T(value))) == value + 1
    report = decorated.explain()
    assert report.traces == ()
    (fall,) = report.falls
    assert (fall.code, fall.cause, fall.n_kinds, fall.n_calls) == (
        *("AG310", "AG103", 1, 3),
    )
    assert fall.origin.function == "refused"
    assert "plain Python at falling.py:" in str(report)


def test_after_three_keys_at_one_line_no_call_is_traced(allowing, monkeypatch):
    decorated = ag.function(refused)
    fell(decorated, T(1))
    for value in (1.5, np.int8(2)):
        decorated(T(value))
    assert decorated.explain().is_untraced
    monkeypatch.setattr("autograph.making.trace", lambda *_: pytest.fail("traced"))
    assert float(decorated(T(2, ag.float64))) == 3.0


def test_methods_of_instances_share_what_fell(allowing):
    class Model:
        @ag.function
        def call(self, x):
            return refused(x)

    models = [Model() for _ in range(4)]
    fell(models[0].call, T(1))
    for model in models[1:]:
        assert int(model.call(T(1))) == 2  # without another warning
    assert models[3].call.explain().is_untraced


def test_a_fall_goes_with_the_object_of_its_key(allowing):
    class Config:
        pass

    decorated = ag.function(lambda x, config: refused(x))
    config = Config()
    fell(decorated, T(1), config)
    assert len(decorated._cache._falls) == 1
    del config
    gc.collect()
    assert len(decorated._cache._falls) == 0


def test_threads_wait_for_the_decision_and_take_it(allowing):
    traced, begun = [], threading.Barrier(4)

    def slow(x):
        traced.append(x)
        for _ in range(200):
            x = x + 1
        return refused(x)

    decorated, found = ag.function(slow), []

    def call():
        begun.wait()
        found.append(int(decorated(T(1))))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PythonFallbackWarning)
        threads = [threading.Thread(target=call) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert found == [202] * 4
    (fall,) = decorated.explain().falls
    assert (fall.n_kinds, fall.n_calls) == (1, 4)


def test_traces_that_stand_stay_beside_calls_that_fell(allowing):
    @ag.function
    def either(x, is_read):
        return refused(x) if is_read else x + 2

    assert int(either(T(1), False)) == 3
    assert int(fell(either, T(1), True)) == 2
    assert int(either(T(2), False)) == 4
    report = either.explain()
    assert (len(report.traces), len(report.falls), report.n_traced) == (1, 1, 1)


# -- Callers ---------------------------------------------------------------------------


def test_a_call_in_another_trace_falls_with_its_caller(allowing):
    inner = ag.function(refused)
    outer = ag.function(lambda x: inner(x) * 2)
    with pytest.warns(PythonFallbackWarning) as found:
        assert int(outer(T(1))) == 4
    assert len(found) == 2  # plain Python calls the inner function, which falls, too


@pytest.mark.parametrize(
    "call",
    [
        lambda x: ag.cond(x > 0, lambda: refused(x), lambda: x),
        lambda x: ag.while_loop(lambda i: i < 3, lambda i: (refused(i),), (x,)),
        lambda x: ag.map_fn(refused, ag.stack([x, x])),
    ],
)
def test_callbacks_fall_with_their_caller(allowing, call):
    found = fell(ag.function(call), T(1))
    assert np.array_equal(np.asarray(found), np.asarray(call(T(1))))


def test_gradients_are_those_of_plain_python(allowing):
    def squared(x):
        return x * x * (1 if x.numpy() > 0 else 2)

    x = T(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = fell(ag.function(squared), x)
    assert float(tape.gradient(y, x)) == 6.0


# -- What is said ----------------------------------------------------------------------


def test_the_warning_tells_the_line_the_reason_and_what_to_do(allowing):
    decorated = ag.function(refused)
    with pytest.warns(PythonFallbackWarning) as found:
        decorated(T(1))
    (warning,) = found
    text = str(warning.message)
    assert text.startswith("refused() runs as plain Python: ")
    assert "[AG310, of AG103]" in text
    assert "return x + 1 + 0 * math.frexp(x)[1]" in text
    assert 'python="refuse"' in text
    assert ".explain()" in text
    assert warning.filename == refused.__code__.co_filename
    assert warning.lineno == warning.message.origin.lineno


def test_a_warning_that_is_an_error_comes_before_the_run(allowing):
    log = []

    @ag.function
    def logged(x):
        log.append(1)
        return refused(x)

    for _ in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("error", PythonFallbackWarning)
            with pytest.raises(PythonFallbackWarning):
                logged(T(1))
    assert log == []


def test_exceptions_of_a_call_that_fell_show_the_users_frames_alone(allowing):
    def raises(x):
        math.frexp(x)
        raise KeyError("k")

    decorated = ag.function(raises)
    with pytest.warns(PythonFallbackWarning), pytest.raises(KeyError) as info:
        decorated(T(1))
    names = [each.path.name for each in info.traceback]
    assert names == ["test_fallback.py", "function.py", "test_fallback.py"]
    assert info.value.__context__ is None


def test_assert_agrees_stages():
    with pytest.raises(AssertionError):
        assert_agrees(refused, T(1))


# -- Checks of the run that plain Python does not have ----------------------------------


def power(n):
    return 2 ** int(n)  # an integer, or a float of a negative exponent


def test_a_run_that_refuses_is_repeated_and_its_key_has_fallen(allowing):
    decorated = ag.function(power)
    assert int(decorated(T(3))) == 8
    assert float(fell(decorated, T(-2), code="AG314")) == 0.25
    assert int(decorated(T(3))) == 8
    report = decorated.explain()
    assert (report.traces, report.falls[0].n_calls) == ((), 2)
    with pytest.raises(ag.errors.ResultTypeError):
        ag.function(power, python="refuse")(T(-2))


def test_a_check_behind_an_effect_falls_while_tracing(allowing, capsys):
    counter = ag.Variable(0)

    def counted(n):
        counter.assign_add(1)
        return power(n)

    def shown(n):
        print("tracing")
        return power(n)

    decorated = ag.function(counted)
    for function in (decorated, ag.function(shown)):
        assert float(fell(function, T(-2))) == 0.25
        assert int(function(T(3))) == 8
    assert int(counter) == 2
    assert capsys.readouterr().out == "tracing\n" * 2
    assert "after an effect" in decorated.explain().falls[0].reason


def test_a_run_that_has_had_an_effect_is_not_repeated():
    counter = ag.Variable(0)

    @ag.function
    def counted(n):
        counter.assign_add(1)
        return power(n)

    assert int(counted(T(3))) == 8  # a graph, as nothing may fall
    ag.config.set_python("allow")
    try:
        with pytest.raises(ag.errors.ResultTypeError) as info:
            counted(T(-2))
        assert "cannot be done again" in "".join(info.value.__notes__)
        assert int(counter) == 2
        with pytest.warns(PythonFallbackWarning):
            assert float(counted(T(-2))) == 0.25
    finally:
        ag.config.set_python("refuse")
    assert int(counter) == 3


def test_an_error_of_an_op_is_told_as_one_in_user_code(allowing):
    @ag.function
    def f(x):
        return ag.reshape(x, [7])

    for _ in range(2):  # traced, and not again
        with pytest.raises(ag.errors.ShapeError, match=r"(?s)^in user code:.*, in f\n"):
            f(T([1.0, 2.0]))
