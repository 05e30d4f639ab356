"""Refusals while a graph runs, and the effects that a run has had by then.

A failing run is repeated as plain Python only if nothing is done twice by that.
"""

from __future__ import annotations

import functools
import statistics
import types
from inspect import getsource
from textwrap import indent

import numpy as np
import pytest

import autograph as ag
from graph.errors import StagingError
from graph.late_refusals import is_refusal_of_run, refusal_behind_effect
from graph.op import OPS, never
from tests.autograph.programs import load

T = ag.constant
TOTAL = ag.Variable(0.0)
STREAM = ag.random.Generator.from_seed(1)


def power(x, n):
    """Return an integer, or a float where Python has one: the graph refuses that."""
    return 2 ** int(n) + int(x)


# -- The first node that may refuse behind an effect ----------------------------------


def behind_effect(function):
    traced = ag.function(function).get_concrete_function(T(1.0), T(3))
    found = refusal_behind_effect(traced.graph)
    if found is not None:
        assert found.origin.filename == function.__code__.co_filename
    return found and found.op.name


def printed(x):
    ag.print(x)
    return x


def checked(x):
    if x < 0:
        raise ValueError("negative")
    assert x < 9
    return x


@pytest.mark.parametrize(
    ("effect", "counts"),
    [
        (printed, True),
        (ag.function(printed), True),
        (TOTAL.assign_add, True),
        (lambda _: STREAM.uniform(()), True),
        (lambda x: ag.py_function(lambda v: v, [x], ag.float32), True),
        (lambda x: x, False),
        (lambda x: x + TOTAL, False),
        (lambda x: ag.numpy_function(lambda v: v, [x], x.dtype, stateful=False), False),
        (checked, True),  # an exception is an object that the run makes
    ],
)
def test_what_cannot_be_repeated_counts_as_effect(effect, counts):
    @ag.function
    def shared(x, n):
        return power(x, n)

    for look in (shared.python_function, shared):
        found = behind_effect(lambda x, n, look=look: look(effect(x), n))
        assert found == ("pow" if counts else None)


# Programs, and the op of the node that may refuse so, if there is one.
PROGRAMS = """
=== an effect afterwards | None
found = power(x, n)
ag.print(x)
return found
=== not needed | None
ag.print(x)
power(x, n)
return x
=== no floats | None
ag.print(x)
xs = []
for i in range(n):
    xs.append(i)
return n in xs
=== in one branch | None
found = 0
if x > 0:
    ag.print(x)
else:
    found = power(x, n)
return found
=== before in a loop | pow
found = 0
for i in range(n):
    found = power(x, i)
    ag.print(x)
return found
=== before a test | pow
while power(x, n) > 9:
    ag.print(x)
    x = x + 1
return x
=== in a handler | pow
found = 0
try:
    ag.print(x)
    n = 6 // int(n)
except ZeroDivisionError:
    found = power(x, n)
return found, n
=== in a recursion | pow
def counted_down(n):
    if n <= 0:
        return 0
    found = power(x, n)
    ag.print(x)
    return counted_down(n - 1) + found
return counted_down(n)
"""


@pytest.mark.parametrize(
    "row", PROGRAMS.split("=== ")[1:], ids=lambda row: row.partition(" |")[0]
)
def test_the_first_refusal_behind_an_effect_is_found(row):
    head, _, body = row.partition("\n")
    title, _, expected = head.partition(" | ")
    text = getsource(power) + "def f(x, n):\n" + indent(body, "    ")
    function = load(f"import autograph as ag\n{text}", title)["f"]
    assert str(behind_effect(function)) == expected


# -- What a run raised ----------------------------------------------------------------


def negative_power(x):
    return power(x, -abs(int(x)))


def shapes_that_do_not_fit(x):
    n = ag.cast(x, ag.int32)
    return ag.ones((n,)) + ag.ones((n + 1,))


def an_error_of_the_program(x):
    if x > 0:
        raise ValueError("positive")
    return x


@pytest.mark.parametrize(
    ("program", "given", "kind", "expected"),
    [
        (negative_power, T(2.0), ag.errors.ResultTypeError, True),
        (lambda x: 2 ** int(x), T(-1.0), ag.errors.ResultTypeError, True),
        (
            lambda x: ag.gather(T([1.0, 2.0]), ag.cast(x, ag.int32)),
            *(T(7.0), ag.errors.InvalidArgumentError, False),
        ),
        (shapes_that_do_not_fit, T(2.0), ag.errors.ShapeError, False),
        (an_error_of_the_program, T(1.0), ValueError, False),
        (lambda x: 1 // int(x - x), T(1.0), ZeroDivisionError, False),
        (
            lambda x: ag.debugging.assert_less(x, 0.0),
            *(T(1.0), ag.errors.InvalidArgumentError, False),
        ),
    ],
)
def test_refusals_of_a_run_are_told_from_what_plain_python_raises(
    program, given, kind, expected
):
    traced = ag.function(program)
    for _ in range(2):  # traced, and from the cache
        with pytest.raises(kind) as raised:
            traced(given)
        assert is_refusal_of_run(raised.value) is expected


def test_a_refusal_of_tracing_is_none_of_a_run():
    with pytest.raises(StagingError) as raised:
        ag.function(lambda x: statistics.fmean([x]))(np.int64(3))
    assert not is_refusal_of_run(raised.value)


def test_a_refusal_in_python_code_that_the_graph_calls_is_none_of_its_own():
    refusing = ag.function(negative_power)
    caught = []

    def call(x):
        try:
            return ag.cast(refusing(x), ag.float32)
        except StagingError as error:
            caught.append(is_refusal_of_run(error))
            raise

    outer = ag.function(lambda x: ag.py_function(call, [x], ag.float32))
    with pytest.raises(StagingError) as raised:
        outer(T(2.0))
    assert caught == [True]
    assert not is_refusal_of_run(raised.value)


# -- Which kernels refuse -------------------------------------------------------------

# It says that an op raised an exception that it is not known to raise: a fault.
FAULTS = {"noted"}
# What they raise their attributes say.
RAISING = {"assert_that", "raise_error", "py_stacked"}
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
    return 0


def test_every_op_says_whose_kernel_may_refuse():
    refusing = {
        op.name
        for op in OPS.values()
        for function in (op.kernel, op.python, op.overwrite)
        if function is not None and is_reached(function, StagingError)
    }
    saying = {op.name for op in OPS.values() if op.can_refuse is not never}
    assert (refusing | RAISING) - FAULTS == saying
