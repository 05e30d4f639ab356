"""`except*` and groups of exceptions that the run raises."""

# Programs under test are written as users write them.
# ruff: noqa: B904

from __future__ import annotations

import contextlib

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0.0), T(-1.0), T(1.0), T(5.0))
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_a_graph_cannot_carry_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)


@rows.on(*NUMBERS)
def a_naked_exception(x):
    try:
        if x > 0:
            raise ValueError("a")
    except* ValueError as g:
        x = x + 10
    return x


@rows.on(*NUMBERS)
def one_that_no_clause_takes(x):
    try:
        if x > 0:
            raise ValueError("a")
        if x < 0:
            raise KeyError("k")
    except* ValueError as g:
        x = x + 10
    return x


@rows.on(*NUMBERS)
def a_group_for_two_clauses(x):
    try:
        if x > 0:
            raise ExceptionGroup("m", [ValueError("a"), KeyError("b"), TypeError(x)])
        if x < 0:
            raise KeyError("k")
    except* ValueError as g:
        x = x + 10
    except* KeyError as g:
        x = x + 100
    return x


@rows.on(*NUMBERS)
def what_a_group_holds(x):
    try:
        if x > 0:
            raise ExceptionGroup("m", [ValueError(x), KeyError("b")])
        if x < 0:
            raise KeyError("k")
    except* ValueError as g:
        x = x + g.exceptions[0].args[0]
    except* KeyError as g:
        x = x + len(g.exceptions)
    else:
        x = x + 1000
    finally:
        x = x * 2
    return x


@rows.on(*NUMBERS)
def handlers_that_raise(x):
    try:
        if x > 0:
            raise ValueError(x)
        if x < 0:
            raise KeyError("k")
    except* ValueError as g:
        raise TypeError("t")
    except* KeyError as g:
        raise
    return x


@rows.on(*NUMBERS)
def raised_and_raised_again(x):
    try:
        if x > 0:
            raise ExceptionGroup("m", [ValueError(x), KeyError("b"), OSError("o")])
    except* ValueError as g:
        if x > 2:
            raise TypeError("t") from g
    except* KeyError as g:
        raise
    return x


@rows.on(*NUMBERS)
def a_handler_of_tracing_that_raises(x):
    try:
        raise ValueError("v")
    except* ValueError as g:
        if x > 0:
            raise TypeError("t")
        x = x + 7
    return x


@rows.on(*NUMBERS)
def a_group_of_tracing(x):
    try:
        raise ExceptionGroup("m", [ValueError("v"), KeyError("u")])
    except* ValueError as g:
        x = x + 7
    return x


@rows.on(*NUMBERS)
def what_is_told_of_a_group(x):
    try:
        if x > 0:
            raise ValueError("v")
        if x < 0:
            raise KeyError("v")
    except* (ValueError, KeyError) as g:
        told = f"{g} {g.message!r} {g.exceptions[0]!r}"
        told += str(isinstance(g, ExceptionGroup))
    else:
        told = "none"
    return told


@rows.on(*NUMBERS)
def what_is_left_is_raised(x):
    try:
        try:
            if x > 0:
                raise ExceptionGroup("m", [ValueError(x), KeyError("b")])
        except* ValueError as g:
            x = x * 2
    except ExceptionGroup as h:
        return x + 1, str(h)
    return x, ""


@rows.on(*NUMBERS)
def a_group_of_groups(x):
    if x > 0:
        raise ExceptionGroup(
            "m", [ValueError(x), ExceptionGroup("n", [KeyError(f"{x}")])]
        )
    return x


@rows.on(*NUMBERS)
def a_group_of_what_was_caught(x):
    try:
        if x > 0:
            raise OSError("positive")
    except OSError as e:
        raise ExceptionGroup("m", [e, KeyError("z")])
    return x


@rows.on(*NUMBERS)
def parts_of_a_group(x):
    try:
        if x > 0:
            raise ExceptionGroup("m", [ValueError(x), KeyError("b")])
    except ExceptionGroup as g:
        v, rest = g.split(ValueError)
        s = g.subgroup(OSError)
        if s is None:
            x = x + 100
        return x + v.exceptions[0].args[0] + len(rest.exceptions)
    return x


@rows.on(*NUMBERS)
def in_a_loop_with_break(x):
    for i in ag.range(4):
        try:
            if x > ag.cast(i, ag.float32):
                raise ValueError(i)
            if i == 3:
                break
        except* ValueError as g:
            x = x - 0.5
            if x > 100:
                raise
    return x


@rows.on(*NUMBERS)
def a_note_on_a_group(x):
    try:
        if x > 0:
            raise ValueError("a")
    except* ValueError as g:
        g.add_note(f"n {x}")
        raise
    return x


@rows.on(*NUMBERS)
def a_class_of_groups(x):
    try:
        if x > 0:
            raise ValueError("a")
    except* ExceptionGroup as g:
        pass
    return x


@rows.on(*NUMBERS)
def no_clause_for_it(x):
    try:
        if x > 0:
            raise ValueError("a")
    except* OSError as g:
        x = x + 1
    return x


@rows.on(*NUMBERS)
def a_clause_in_a_clause(x):
    try:
        try:
            if x > 0:
                raise ValueError("a")
        except* ValueError as g:
            raise KeyError("in handler")
    except* KeyError as g:
        x = x + 1
        e = g.exceptions[0]
        if isinstance(e.__context__, ExceptionGroup):
            x = x + 50
    return x


@rows.on(*NUMBERS)
def ops_that_fail(x):
    try:
        y = 10 / x
        z = [1, 2][ag.cast(x, ag.int32)]
    except* IndexError as g:
        told = -1.0
    except* Exception as g:
        told = -2.0
    else:
        told = y + z
    return told


@rows.on(*NUMBERS)
def a_part_of_an_inner_group(x):
    n = 0
    try:
        if x > 0:
            inner = ExceptionGroup("n", [ValueError(2), KeyError(3)])
            raise ExceptionGroup("m", [ValueError(1), inner])
    except* ValueError as g:
        n = len(g.exceptions)
        x = x + len(g.exceptions[1].exceptions)
    except* KeyError as g:
        n = n + len(g.exceptions)
    return x, n


@rows.on(*NUMBERS)
def groups_of_any_exceptions(x):
    try:
        if x > 0:
            raise BaseExceptionGroup("m", [KeyboardInterrupt(), ValueError("v")])
    except* ValueError as g:
        x = x + 1
    except* KeyboardInterrupt:
        x = x + 10
    return x


@rows.on(*NUMBERS)
def a_finally_inside(x):
    try:
        try:
            if x > 0:
                raise KeyError("k")
        finally:
            x = x + 1
    except* KeyError:
        x = x * 10
    return x


@rows.on(*NUMBERS)
def in_a_function_that_is_called(x):
    out = []

    def h(y):
        try:
            if y > 0:
                raise ValueError(y)
            return y
        except* ValueError as g:
            out.append(1)
        return y * 5

    return h(x) + h(x - 1.0)


@rows.on(*NUMBERS)
def groups_of_two_lengths(x):
    try:
        if x > 2:
            raise ExceptionGroup("m", [ValueError(x), ValueError(1)])
        if x > 0:
            raise ValueError(x)
    except* ValueError as group:
        for error in group.exceptions:
            x = x + len(group.exceptions) + error.args[0]
    return x


@ag.function
def leaves(x):
    if x > 0:
        raise SystemExit(3)
    return x


def test_what_is_no_exception_is_raised_on_its_path_only():
    assert leaves(T(-1.0)) == -1
    for _ in range(2):
        with pytest.raises(SystemExit) as found:
            leaves(T(1.0))
        assert found.value.code == 3


@rows.on(*NUMBERS)
def a_group_and_a_manager_that_suppresses(x):
    with contextlib.suppress(KeyError):
        if x > 2:
            raise ExceptionGroup("m", [KeyError("k"), ValueError(x)])
        if x > 0:
            raise ExceptionGroup("m", [KeyError(x)])
        if x < 0:
            raise KeyError("k")
        x = x + 1
    return x


@rows.on(*NUMBERS)
def a_group_of_tracing_and_a_manager_that_suppresses(x):
    with contextlib.suppress(KeyError):
        raise ExceptionGroup("m", [KeyError("k")])
    return x


@rows.on(*NUMBERS)
def what_is_no_exception_but_caught(x):
    try:
        if x > 0:
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        return x * 2
    return x


@refused.on(T(1.0))
def a_condition_for_parts(x):
    try:
        if x > 0:
            raise ExceptionGroup("m", [ValueError(x)])
    except* ValueError as group:
        x = x + len(group.split(lambda error: True)[0].exceptions)
    return x


# -- What is being handled around it


@rows.on(*((T(x), T(y)) for x in (0, 1) for y in (0, 1, 2)))
def a_group_around_what_is_raised_alone_has_no_context(x, y):
    try:
        if x > 0:
            raise ZeroDivisionError("around")
    except ZeroDivisionError:
        if y > 0:
            try:
                if y > 1:
                    raise KeyError("run")
                raise ValueError("sure")
            except* (ValueError, KeyError):
                x += 1
                raise
    return x


@rows.on(*((T(x),) for x in (0, 1)))
def one_that_is_surely_raised(x):
    try:
        raise ZeroDivisionError("around")
    except ZeroDivisionError:
        if x > 0:
            try:
                raise ValueError("sure")
            except* ValueError:
                raise
    return x


@rows.on(*((T(x), T(y)) for x in (0, 1) for y in (0, 1)))
def what_is_left_of_a_group_has_its_context(x, y):
    try:
        if x > 0:
            raise ZeroDivisionError("around")
    except ZeroDivisionError:
        if y > 0:
            try:
                raise ExceptionGroup("two", [ValueError("left"), KeyError("taken")])
            except* KeyError:
                x += 1
    return x


@rows.on(*((T(x), T(y)) for x in (0, 1) for y in (0, 1)))
def several_that_clauses_raise(x, y):
    try:
        if x > 0:
            raise ZeroDivisionError("around")
    except ZeroDivisionError:
        if y > 0:
            try:
                raise ExceptionGroup("two", [ValueError("one"), KeyError("other")])
            except* KeyError as group:
                raise OSError("instead") from group
            except* ValueError:
                raise
    return x


def handle(x):
    try:
        raise ValueError("sure")
    except* ValueError:
        x += 1
        raise


@rows.on(*((T(x), T(y)) for x in (0, 1) for y in (0, 1)))
def one_that_a_function_raises(x, y):
    try:
        if x > 0:
            raise ZeroDivisionError("around")
    except ZeroDivisionError:
        if y > 0:
            handle(x)
    return x
