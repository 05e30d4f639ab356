"""Refusals while a graph runs, and the effects that a run has had by then.

A failing run is repeated as plain Python only if nothing is done twice by that.
"""

from __future__ import annotations

import functools
import types

import numpy as np
import pytest

import autograph as ag
from graph.errors import StagingError
from graph.late_refusals import is_refusal_of_run, refusal_behind_effect
from graph.op import OPS, never

T = ag.constant
TOTAL = ag.Variable(0.0)
STREAM = ag.random.Generator.from_seed(1)


def grown(x, n):
    """Return a list of floats: whether it holds nan is known when the graph runs."""
    xs = []
    for i in range(n):
        xs.append(float(i) * float(x))  # noqa: PERF401  # the list is staged
    return xs


# -- Programs, and the first node that may refuse behind an effect --------------------


def no_effect(x, n):
    return float(x) in grown(x, n)


def effect_afterwards(x, n):
    found = float(x) in grown(x, n)
    ag.print(x)
    return found


def printed(x, n):
    ag.print(x)
    return float(x) in grown(x, n)


def not_needed(x, n):
    ag.print(x)
    (grown(x, n) == grown(x, n + 1)) is None  # nothing needs it
    return x


def no_floats(x, n):
    ag.print(x)
    xs = []
    for i in range(n):
        xs.append(i)  # noqa: PERF402  # the list is staged
    return n in xs


def assigned(x, n):
    TOTAL.assign_add(x)
    return float(x) in grown(x, n)


def variable_read(x, n):
    return float(x + TOTAL) in grown(x, n)


def drawn(x, n):
    y = STREAM.uniform(())
    return float(y) in grown(x, n)


def called(x, n):
    y = ag.py_function(lambda v: v, [x], ag.float32)
    return float(y) in grown(x, n)


def called_without_effect(x, n):
    y = ag.numpy_function(lambda v: v, [x], ag.float32, stateful=False)
    return float(y) in grown(x, n)


def raised(x, n):
    if x < 0:
        raise ValueError("negative")
    assert n > 0
    return float(x) in grown(x, n)


def in_one_branch(x, n):
    found = False
    if x > 0:
        ag.print(x)
    else:
        found = float(x) in grown(x, n)
    return found


def after_a_branch(x, n):
    if x > 0:
        ag.print(x)
    return float(x) in grown(x, n)


def before_in_a_loop(x, n):
    found = False
    for i in range(n):
        found = float(x) in grown(x, i)
        ag.print(x)
    return found


def loops_apart(x, n):
    found = False
    for i in range(n):
        found = float(x) in grown(x, i)
    for _ in range(n):
        ag.print(x)
    return found


def before_a_test(x, n):
    xs = grown(x, n)
    while float(x) in xs:
        ag.print(x)
        x = x + 1
    return x


def in_a_handler(x, n):
    found = False
    try:
        ag.print(x)
        n = 6 // int(n)
    except ZeroDivisionError:
        found = float(x) in grown(x, T(2))
    return found, n


def counted_down(x, n):
    if n <= 0:
        return False
    found = float(x) in grown(x, n)
    ag.print(x)
    return counted_down(x, n - 1) or found


def in_a_recursion(x, n):
    return counted_down(x, n)


@ag.function
def shared(x, n):
    return float(x) in grown(x, n)


@ag.function
def shown(x):
    ag.print(x)
    return x


def in_a_function(x, n):
    ag.print(x)
    return shared(x, n)


def behind_a_function(x, n):
    return shared(shown(x), n)


PROGRAMS = (
    (no_effect, None),
    (effect_afterwards, None),
    (printed, "list_find"),
    (not_needed, "list_equal"),
    (no_floats, None),
    (assigned, "list_find"),
    (variable_read, None),
    (drawn, "list_find"),
    (called, "list_find"),
    (called_without_effect, None),
    (raised, None),
    (in_one_branch, None),
    (after_a_branch, "list_find"),
    (before_in_a_loop, "list_find"),
    (loops_apart, None),
    (before_a_test, "list_find"),
    (in_a_handler, "list_find"),
    (in_a_recursion, "list_find"),
    (in_a_function, "list_find"),
    (behind_a_function, "list_find"),
)


@pytest.mark.parametrize(
    ("program", "expected"), PROGRAMS, ids=[each.__name__ for each, _ in PROGRAMS]
)
def test_the_first_refusal_behind_an_effect_is_found(program, expected):
    traced = ag.function(program).get_concrete_function(T(1.0), T(3))
    found = refusal_behind_effect(traced.graph)
    assert (found and found.op.name) == expected
    if found is not None:
        assert found.origin.filename == __file__


# -- What a run raised ----------------------------------------------------------------


def nan_in_a_list(x):
    return float(x) in grown(x, T(3))


def a_power_of_integers(x):
    return 2 ** int(x)


def an_index_out_of_range(x):
    return ag.gather(T([1.0, 2.0]), ag.cast(x, ag.int32))


def shapes_that_do_not_fit(x):
    return ag.ones((ag.cast(x, ag.int32),)) + ag.ones((ag.cast(x, ag.int32) + 1,))


def an_error_of_the_program(x):
    if x > 0:
        raise ValueError("positive")
    return x


def a_division(x):
    return 1 // int(x - x)


def an_assertion(x):
    ag.debugging.assert_less(x, 0.0)
    return x


@pytest.mark.parametrize(
    ("program", "given", "kind", "expected"),
    [
        (nan_in_a_list, T(np.nan), ag.errors.UnknownIdentityError, True),
        (a_power_of_integers, T(-1.0), ag.errors.ResultTypeError, True),
        (an_index_out_of_range, T(7.0), ag.errors.InvalidArgumentError, False),
        (shapes_that_do_not_fit, T(2.0), ag.errors.ShapeError, False),
        (an_error_of_the_program, T(1.0), ValueError, False),
        (a_division, T(1.0), ZeroDivisionError, False),
        (an_assertion, T(1.0), ag.errors.InvalidArgumentError, False),
    ],
)
def test_refusals_of_a_run_are_told_from_what_plain_python_raises(
    program, given, kind, expected
):
    traced = ag.function(program)
    with pytest.raises(kind) as raised:
        traced(given)
    assert is_refusal_of_run(raised.value) is expected
    with pytest.raises(kind) as raised:  # from the cache
        traced(given)
    assert is_refusal_of_run(raised.value) is expected


def test_a_refusal_of_tracing_is_none_of_a_run():
    with pytest.raises(StagingError) as raised:
        ag.function(lambda x: list(bytes(x)))(np.int64(3))
    assert not is_refusal_of_run(raised.value)


def test_a_refusal_in_python_code_that_the_graph_calls_is_none_of_its_own():
    refusing = ag.function(nan_in_a_list)
    caught = []

    def call(x):
        try:
            return ag.cast(refusing(x), ag.float32)
        except StagingError as error:
            caught.append(is_refusal_of_run(error))
            raise

    outer = ag.function(lambda x: ag.py_function(call, [x], ag.float32))
    with pytest.raises(StagingError) as raised:
        outer(T(np.nan))
    assert caught == [True]
    assert not is_refusal_of_run(raised.value)


# -- Which kernels refuse -------------------------------------------------------------

# It says that an op raised an exception that it is not known to raise: a fault.
FAULTS = {"noted"}
# What records ops, which kernels do not do while a graph runs.
TRACING = {"graph.dispatch", "graph.public_functions", "graph.float_errors"}


def codes_in(code):
    yield code
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from codes_in(part)


def is_reached(start, sought):
    """Tell whether a function names a class, or a function of ours that does."""
    seen, left = set(), [start]
    while left:
        each = left.pop()
        if isinstance(each, functools.partial):
            left += [each.func, *each.args]
        if isinstance(each, type) and issubclass(each, sought):
            return True
        if type(each) is not types.FunctionType or id(each) in seen:
            continue
        if not each.__module__.startswith("graph.") or each.__module__ in TRACING:
            continue
        seen.add(id(each))
        names = {name for code in codes_in(each.__code__) for name in code.co_names}
        left += [each.__globals__[x] for x in names if x in each.__globals__]
        left += [cell.cell_contents for cell in each.__closure__ or ()]
    return False


def test_every_op_says_whose_kernel_may_refuse():
    refusing = {
        op.name
        for op in OPS.values()
        for function in (op.kernel, op.python, op.overwrite, op.change)
        if function is not None and is_reached(function, StagingError)
    }
    saying = {op.name for op in OPS.values() if op.can_refuse is not never}
    assert refusing - FAULTS == saying
