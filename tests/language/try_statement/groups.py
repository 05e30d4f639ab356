"""`except*` and exception groups."""

from __future__ import annotations

import contextlib

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant

NUMBERS = (T(0.0), T(-1.0), T(1.0), T(5.0))


@programs.falls(*NUMBERS)
def a_naked_exception(x):
    """`except*` catches an exception that is raised without a group."""
    try:
        if x > 0:
            raise ValueError("a")
    except* ValueError as g:
        x = x + 10
    return x


@programs.falls(*NUMBERS)
def one_that_no_clause_takes(x):
    """An exception that no `except*` clause matches is raised without a group."""
    try:
        if x > 0:
            raise ValueError("a")
        if x < 0:
            raise KeyError("k")
    except* ValueError as g:
        x = x + 10
    return x


@programs.falls(*NUMBERS)
def a_group_for_two_clauses(x):
    """A group is split between two `except*` clauses; the rest is raised."""
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


@programs.falls(*NUMBERS)
def what_a_group_holds(x):
    """`except*` reads the exceptions of its group, with `else` and `finally`."""
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


@programs.falls(*NUMBERS)
def handlers_that_raise(x):
    """`except*` clauses raise another exception, or the caught group again."""
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


@programs.falls(*NUMBERS)
def raised_and_raised_again(x):
    """One `except*` clause may raise, another raises its part again: both remain."""
    try:
        if x > 0:
            raise ExceptionGroup("m", [ValueError(x), KeyError("b"), OSError("o")])
    except* ValueError as g:
        if x > 2:
            raise TypeError("t") from g
    except* KeyError as g:
        raise
    return x


@programs.falls(*NUMBERS)
def a_handler_of_tracing_that_raises(x):
    """The `except*` clause of an unconditional `raise` branches and may raise."""
    try:
        raise ValueError("v")
    except* ValueError as g:
        if x > 0:
            raise TypeError("t")
        x = x + 7
    return x


@programs.falls(*NUMBERS)
def a_group_of_tracing(x):
    """The part of an unconditional group that no clause matches is raised."""
    try:
        raise ExceptionGroup("m", [ValueError("v"), KeyError("u")])
    except* ValueError as g:
        x = x + 7
    return x


@programs.falls(*NUMBERS)
def what_is_told_of_a_group(x):
    """Text, message, exceptions and class of the group that `except*` binds."""
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


@programs.falls(*NUMBERS)
def what_is_left_is_raised(x):
    """The rest of a group is caught by an outer `except ExceptionGroup`."""
    try:
        try:
            if x > 0:
                raise ExceptionGroup("m", [ValueError(x), KeyError("b")])
        except* ValueError as g:
            x = x * 2
    except ExceptionGroup as h:
        return x + 1, str(h)
    return x, ""


@programs.staged(*NUMBERS)
def a_group_of_groups(x):
    """A nested group with dynamic arguments is raised in a branch."""
    if x > 0:
        raise ExceptionGroup(
            "m", [ValueError(x), ExceptionGroup("n", [KeyError(f"{x}")])]
        )
    return x


@programs.staged(*NUMBERS)
def a_group_of_what_was_caught(x):
    """A handler raises a group with the exception that it caught."""
    try:
        if x > 0:
            raise OSError("positive")
    except OSError as e:
        raise ExceptionGroup("m", [e, KeyError("z")])
    return x


@programs.staged(*NUMBERS)
def parts_of_a_group(x):
    """`split` and `subgroup` of a caught group."""
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


@programs.falls(*NUMBERS)
def in_a_loop_with_break(x):
    """`except*` in a loop that may break."""
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


@programs.falls(*NUMBERS)
def a_note_on_a_group(x):
    """`add_note` on the group of `except*`, which is then raised again."""
    try:
        if x > 0:
            raise ValueError("a")
    except* ValueError as g:
        g.add_note(f"n {x}")
        raise
    return x


@programs.falls(*NUMBERS)
def a_class_of_groups(x):
    """`except* ExceptionGroup` raises TypeError if it is reached."""
    try:
        if x > 0:
            raise ValueError("a")
    except* ExceptionGroup as g:
        pass
    return x


@programs.falls(*NUMBERS)
def no_clause_for_it(x):
    """An exception that the only `except*` clause does not match is raised."""
    try:
        if x > 0:
            raise ValueError("a")
    except* OSError as g:
        x = x + 1
    return x


@programs.falls(*NUMBERS)
def a_clause_in_a_clause(x):
    """An `except*` clause raises, an outer one catches it and reads its context."""
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


@programs.falls(*NUMBERS)
def ops_that_fail(x):
    """`except*` catches the IndexError of a dynamic list index."""
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


@programs.falls(*NUMBERS)
def a_part_of_an_inner_group(x):
    """`except*` clauses split a nested group with its structure."""
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


@programs.falls(*NUMBERS)
def groups_of_any_exceptions(x):
    """A BaseExceptionGroup is split between ValueError and KeyboardInterrupt."""
    try:
        if x > 0:
            raise BaseExceptionGroup("m", [KeyboardInterrupt(), ValueError("v")])
    except* ValueError as g:
        x = x + 1
    except* KeyboardInterrupt:
        x = x + 10
    return x


@programs.falls(*NUMBERS)
def a_finally_inside(x):
    """`finally` runs before an outer `except*` clause."""
    try:
        try:
            if x > 0:
                raise KeyError("k")
        finally:
            x = x + 1
    except* KeyError:
        x = x * 10
    return x


@programs.falls(*NUMBERS)
def in_a_function_that_is_called(x):
    """A function with `return` in a `try` and an `except*` clause, called twice."""
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


@programs.falls(*NUMBERS)
def groups_of_two_lengths(x):
    """`except*` receives groups of one or two exceptions and loops over them."""
    try:
        if x > 2:
            raise ExceptionGroup("m", [ValueError(x), ValueError(1)])
        if x > 0:
            raise ValueError(x)
    except* ValueError as group:
        for error in group.exceptions:
            x = x + len(group.exceptions) + error.args[0]
    return x


@programs.falls(*NUMBERS)
def a_group_and_a_manager_that_suppresses(x):
    """`suppress` of KeyError around groups with and without other exceptions."""
    with contextlib.suppress(KeyError):
        if x > 2:
            raise ExceptionGroup("m", [KeyError("k"), ValueError(x)])
        if x > 0:
            raise ExceptionGroup("m", [KeyError(x)])
        if x < 0:
            raise KeyError("k")
        x = x + 1
    return x


@programs.staged(*NUMBERS)
def a_group_of_tracing_and_a_manager_that_suppresses(x):
    """`suppress` of a group that is raised unconditionally."""
    with contextlib.suppress(KeyError):
        raise ExceptionGroup("m", [KeyError("k")])
    return x


@programs.staged(*NUMBERS)
def what_is_no_exception_but_caught(x):
    """A KeyboardInterrupt raised in a branch is caught."""
    try:
        if x > 0:
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        return x * 2
    return x


@programs.falls(T(1.0))
def a_condition_for_parts(x):
    """`split` of a group by a function cannot be staged."""
    try:
        if x > 0:
            raise ExceptionGroup("m", [ValueError(x)])
    except* ValueError as group:
        x = x + len(group.split(lambda error: True)[0].exceptions)
    return x


@programs.falls(*((T(x), T(y)) for x in (0, 1) for y in (0, 1, 2)))
def a_group_around_what_is_raised_alone_has_no_context(x, y):
    """`except*` in a handler wraps a lone exception and raises it again."""
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


@programs.falls(*((T(x),) for x in (0, 1)))
def one_that_is_surely_raised(x):
    """`except*` in a handler wraps a lone unconditional exception, raised again."""
    try:
        raise ZeroDivisionError("around")
    except ZeroDivisionError:
        if x > 0:
            try:
                raise ValueError("sure")
            except* ValueError:
                raise
    return x


@programs.falls(*((T(x), T(y)) for x in (0, 1) for y in (0, 1)))
def what_is_left_of_a_group_has_its_context(x, y):
    """The rest of a group raised in a handler retains its context."""
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


@programs.falls(*((T(x), T(y)) for x in (0, 1) for y in (0, 1)))
def several_that_clauses_raise(x, y):
    """Two `except*` clauses in a handler raise: a group of both is raised."""
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


@programs.falls(*((T(x), T(y)) for x in (0, 1) for y in (0, 1)))
def one_that_a_function_raises(x, y):
    """A function with `except*` and a bare `raise`, called in a handler."""
    try:
        if x > 0:
            raise ZeroDivisionError("around")
    except ZeroDivisionError:
        if y > 0:
            handle(x)
    return x
