"""Calls that cannot be staged run as plain Python, and say so."""

from __future__ import annotations

import gc
import statistics
import sys
import types
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import PythonFallbackWarning
from autograph.function import trace_builder
from tests.autograph import falling
from tests.autograph.falling import by_a_line, fell, refused

T = ag.constant
SEEN: list[Any] = []


# -- What falls ------------------------------------------------------------------------


def shapes_that_differ_in_a_branch(x):
    if x > 0:
        return ag.zeros([2]) + ag.zeros([3])
    return x


def raises_while_traced(x):
    if not ag.executing_eagerly():
        raise LookupError("a graph is made")
    return x


def unrolled(x, n):
    return unrolled(x, n - 1) + unrolled(x + 1, n - 1) if n else x


def careless(x):
    try:
        return unrolled(x, 10)
    except Exception:
        return -x


def power(n):
    return 2 ** int(n)  # an integer, or a float of a negative exponent


def without_source():
    names: dict[str, Any] = {}
    exec("def f(x):\n    return x * 2 if x > 1 else x", names)
    return names["f"]


@pytest.mark.parametrize(
    ("function", "args", "code", "options"),
    [
        (refused, [T(3)], "AG310", {}),
        (without_source(), [T(4)], "AG310", {}),
        (raises_while_traced, [T(-1)], "AG311", {}),
        (unrolled, [T(2), 10], "AG313", {"trace_budget_s": 0.05}),
        (unrolled, [T(2), 6], "AG313", {"trace_budget_nodes": 50}),
        (careless, [T(0)], "AG313", {"trace_budget_nodes": 100}),
        (power, [T(-2)], "AG314", {}),
    ],
)
def test_a_call_that_falls_agrees_and_has_no_trace(function, args, code, options):
    decorated = ag.function(function, python="allow", **options)
    found = fell(decorated, *args, code=code)
    assert found.numpy() == function(*args)
    assert not decorated.explain().traces
    if code != "AG313":
        with pytest.raises((ag.errors.AutographError, LookupError)):
            ag.function(function, python="refuse")(*args)


def test_without_a_budget_nothing_falls():
    assert int(ag.function(unrolled, trace_budget_nodes=None)(T(2), 6)) == 320


def test_an_error_in_a_branch_is_one_of_the_runs_that_take_it():
    decorated = ag.function(shapes_that_differ_in_a_branch, python="refuse")
    assert int(decorated(T(-1))) == -1
    for function in (decorated, shapes_that_differ_in_a_branch):
        with pytest.raises(ag.errors.ShapeError):
            function(T(1))


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


def test_a_fault_of_the_library_falls_and_says_so(monkeypatch):
    def broken(*_args, **_kwargs):
        raise ValueError("<Operation 'cond'> is not in list")

    broken.__code__ = broken.__code__.replace(
        co_filename=ag.nest.__file__.replace("nest.py", "made.py")
    )
    monkeypatch.setattr(trace_builder, "traced", broken)
    decorated = ag.function(lambda x: x + 1, python="allow")
    with pytest.warns(PythonFallbackWarning, match="a fault of this library") as found:
        assert int(decorated(T(1))) == 2
    assert found[0].message.code == "AG312"


# -- What does not fall ----------------------------------------------------------------


def test_what_the_documents_make_an_error_stays_one(allowing):
    ag.function(lambda x: SEEN.append(x))(T(1))  # noqa: PLW0108 is converted
    makes_variables = ag.function(lambda x: ag.Variable(1.0) * x)
    uses_leaked = ag.function(lambda x: x + SEEN[-1])
    signed = ag.function(lambda x: x, input_signature=[ag.TensorSpec([], ag.int32)])
    unconverted = ag.function(lambda x: 1 if x else 2, autograph=False)
    for call, error, text in (
        (lambda: makes_variables(T(1.0)), ValueError, "non-first call"),
        (lambda: uses_leaked(T(1)), TypeError, "another function was traced"),
        (lambda: signed(T(1.5)), ValueError, "incompatible with input_signature"),
        (lambda: unconverted(T(1)), TypeError, "needs its value"),
        (lambda: ag.function(int), TypeError, "is a class"),
        (lambda: ag.function(len), TypeError, "builtin"),
        (ag.function(refused), TypeError, "missing 1 required positional"),
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


# -- What is kept ----------------------------------------------------------------------


def test_a_call_that_fell_is_counted_for_its_key(allowing):
    @ag.function
    def either(x, is_read):
        return refused(x) if is_read else x + 2

    assert int(either(T(1), False)) == 3
    fell(either, T(1), True)
    for value in (2, 3):
        assert int(either(T(value), True)) == value + 1
    assert int(either(T(2), False)) == 4
    report = either.explain()
    assert (len(report.traces), report.n_traced) == (1, 1)
    (fall,) = report.falls
    assert (fall.code, fall.cause, fall.n_kinds, fall.n_calls) == (
        *("AG310", "AG103", 1, 3),
    )
    assert (fall.origin.function, fall.origin.filename) == ("Signs", falling.__file__)
    assert "plain Python at falling.py:" in str(report)


def test_after_three_keys_at_one_line_no_call_is_traced(allowing, monkeypatch):
    decorated = ag.function(refused)
    fell(decorated, T(1))
    for value in (1.5, np.int8(2)):
        decorated(T(value))
    assert decorated.explain().is_untraced
    monkeypatch.setattr(trace_builder, "traced", lambda *_: pytest.fail("traced"))
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
    @ag.function
    def slow(x):
        for _ in range(200):
            x = x + 1
        return refused(x)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PythonFallbackWarning)
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda _: int(slow(T(1))), range(4)))
    assert found == [202] * 4
    (fall,) = slow.explain().falls
    assert (fall.n_kinds, fall.n_calls) == (1, 4)


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


# -- What is said ----------------------------------------------------------------------


def test_the_warning_tells_the_line_the_reason_and_what_to_do(allowing):
    with pytest.warns(PythonFallbackWarning) as found:
        ag.function(refused)(T(1))
    (warning,) = found
    text = str(warning.message)
    assert text.startswith("refused() runs as plain Python: ")
    assert "[AG310, of AG103]" in text
    assert "if x > 0:" in text
    assert 'python="refuse"' in text
    assert ".explain()" in text
    assert warning.filename == refused.__code__.co_filename
    assert warning.lineno == warning.message.origin.lineno


def test_lines_that_python_runs_are_told_once_and_the_rest_is_a_graph(allowing):
    decorated = ag.function(lambda x: by_a_line(x) * 2)
    assert int(fell(decorated, T(1))) == 4
    assert [float(decorated(T(x))) for x in (2, 2.5)] == [6.0, 7.0]
    report = decorated.explain()
    assert (len(report.traces), report.falls) == (2, ())
    for each in report.traces:
        ((code, reason, origin),) = each.python_lines
        assert (code, reason) == ("AG310", "fmean() is not converted")
        assert origin.function == "by_a_line"
    with pytest.warns(PythonFallbackWarning) as found:
        ag.function(by_a_line)(T(1))
    text = str(found[0].message)
    assert text.startswith("Python runs a line of by_a_line(): fmean() is not conv")
    assert "return x + 1 + 0 * int(statistics.fmean([x]))" in text
    assert 'python="refuse"' in text
    assert found[0].lineno == found[0].message.origin.lineno


@pytest.mark.parametrize("falling", [refused, by_a_line])
def test_a_warning_that_is_an_error_comes_before_the_run(allowing, falling):
    log = []

    @ag.function
    def logged(x):
        log.append(1)
        return falling(x)

    for _ in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("error", PythonFallbackWarning)
            with pytest.raises(PythonFallbackWarning):
                logged(T(1))
    assert log == []


def test_exceptions_of_a_call_that_fell_show_the_users_frames_alone(allowing):
    def raises(x):
        statistics.fmean([x])
        raise KeyError("k")

    decorated = ag.function(raises)
    with pytest.warns(PythonFallbackWarning), pytest.raises(KeyError) as info:
        decorated(T(1))
    names = [each.path.name for each in info.traceback]
    assert names == ["test_fallback.py", "function.py", "test_fallback.py"]
    assert info.value.__context__ is None


# -- Checks of the run that plain Python does not have ----------------------------------


def test_a_run_that_refuses_is_repeated_and_its_key_has_fallen(allowing):
    decorated = ag.function(power)
    assert int(decorated(T(3))) == 8
    assert float(fell(decorated, T(-2), code="AG314")) == 0.25
    assert int(decorated(T(3))) == 8
    report = decorated.explain()
    assert (report.traces, report.falls[0].n_calls) == ((), 2)


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
    with ag.python("allow"):
        with pytest.raises(ag.errors.ResultTypeError) as info:
            counted(T(-2))
        assert "cannot be done again" in "".join(info.value.__notes__)
        assert int(counter) == 2
        with pytest.warns(PythonFallbackWarning):
            assert float(counted(T(-2))) == 0.25
    assert int(counter) == 3


def test_a_method_that_is_called_by_its_class_decides_itself():
    class Counter:
        def __init__(self):
            self.counter = ag.Variable(0)

        @ag.function(input_signature=[ag.TensorSpec([], ag.int32)])
        def counted(self, n):
            self.counter.assign_add(1)
            return power(n)

    counter = Counter()
    assert int(Counter.counted(counter, T(3))) == 8
    with ag.python("allow"), pytest.raises(ag.errors.ResultTypeError) as info:
        Counter.counted(counter, T(-2))
    assert "".join(info.value.__notes__).count("cannot be done again") == 1


def test_an_error_of_an_op_is_told_as_one_in_user_code(allowing):
    reshaped = ag.function(lambda x: ag.reshape(x, [7]))
    for _ in range(2):  # traced, and not again
        with pytest.raises(ag.errors.ShapeError, match=r"(?s)^in user code:.*, in <la"):
            reshaped(T([1.0, 2.0]))


def test_what_an_op_writes_to_a_stream_is_an_effect_of_the_graph(capsys):
    @ag.function(python="allow")
    def shown(x):
        ag.print("x", x, output_stream=sys.stdout)
        return x

    for _ in range(2):
        shown(ag.constant(2))
    assert capsys.readouterr().out == "x 2\n" * 2
    assert shown.explain().falls == ()


def test_an_error_of_an_op_that_numpy_raises_too_is_the_programs_own():
    @ag.function(python="allow")
    def product(x):
        return x @ np.ones((3, 2))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match="mismatch in its core dimension"):
            product(np.ones((2, 4)))
    assert product.explain().falls == ()


def test_a_variable_of_a_numpy_scalar_is_created_on_the_first_call_alone():
    @ag.function(python="allow")
    def created(x):
        return ag.Variable(x).assign_add(1)

    with pytest.raises(ag.errors.VariableCreationError):
        created(np.int64(3))
