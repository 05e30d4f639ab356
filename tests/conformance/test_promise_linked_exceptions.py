"""Causes, contexts and notes of exceptions, and arguments of several forms."""

# Programs under test are written as users write them.
# ruff: noqa: B904

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from autograph.testing.agreement import outcome_of
from autograph.testing.raised import difference
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0.0), T(-1.0), T(1.0))
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_a_graph_cannot_carry_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)


@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_each_run_raises_an_exception_of_its_own(function, args):
    plain, staged = (
        [outcome_of(each, args, {}).error for _ in range(3)]
        for each in (function, ag.function(function))
    )
    for expected, given in zip(plain, staged, strict=True):
        assert (expected is None) == (given is None)
        assert expected is None or difference(expected, given) is None


@rows.on(*NUMBERS)
def raised_from_what_was_caught(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise ValueError("b") from e
    return x


@rows.on(*NUMBERS)
def raised_in_a_handler(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise ValueError("b")
    return x


@rows.on(*NUMBERS)
def raised_from_none(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise ValueError("b") from None
    return x


@rows.on(*NUMBERS)
def a_cause_made_of_a_value(x):
    if x > 0:
        raise ValueError("b") from KeyError(x)
    return x


@rows.on(*NUMBERS)
def a_cause_with_text_of_a_value(x):
    if x > 0:
        raise ValueError(x) from KeyError(f"{x}")
    return x


@rows.on(*NUMBERS)
def what_was_caught_from_another(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise e from ValueError("why")
    return x


@rows.on(*NUMBERS)
def what_was_caught_from_none(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise e from None
    return x


@rows.on(*NUMBERS)
def raised_in_a_handler_of_tracing(x):
    try:
        raise KeyError("a")
    except KeyError as e:
        if x > 0:
            raise ValueError("b")
    return x


@rows.on(*NUMBERS)
def raised_from_what_tracing_caught(x):
    try:
        raise KeyError("a")
    except KeyError as e:
        if x > 0:
            raise ValueError("b") from e
    return x


@rows.on(*NUMBERS)
def a_cause_that_may_be_none(x):
    try:
        if x > 0:
            raise ValueError("a") from KeyError("k")
    except ValueError as e:
        if e.__cause__ is None:
            return x
        return x * 2
    return x


@rows.on(*NUMBERS)
def what_a_cause_is_made_of(x):
    try:
        if x > 0:
            raise ValueError("a") from KeyError(x)
        if x < 0:
            raise ValueError("a")
    except ValueError as e:
        if e.__cause__ is None:
            return x
        return e.__cause__.args[0] * 2
    return x


@rows.on(*NUMBERS)
def the_class_of_a_context(x):
    try:
        try:
            if x > 0:
                raise KeyError(x)
            if x < 0:
                raise ValueError("direct")
        except KeyError:
            raise ValueError("b")
    except ValueError as e:
        if isinstance(e.__context__, KeyError):
            return x + 10.0
        return x + 20.0
    return x


@rows.on(*NUMBERS)
def whether_a_context_is_shown(x):
    try:
        if x > 0:
            raise KeyError(x) from None
        if x < 0:
            raise KeyError(x)
    except KeyError as e:
        if e.__suppress_context__:
            return x + 10.0
        return x + 20.0
    return x


@rows.on(*NUMBERS)
def notes(x):
    try:
        if x > 0:
            raise KeyError(x)
    except KeyError as e:
        e.add_note("hello")
        e.add_note(f"x={x}")
        raise
    return x


@rows.on(*NUMBERS)
def a_note_with_a_value_on_what_is_surely_raised(x):
    e = ValueError("m")
    e.add_note(f"n1 {x}")
    raise e


@rows.on(*NUMBERS)
def a_note_of_tracing(x):
    e = ValueError("m")
    e.add_note("n1")
    if x > 0:
        raise e
    return x


@rows.on(*NUMBERS)
def a_note_with_a_value(x):
    e = ValueError("m")
    e.add_note(f"n1 {x}")
    if x > 0:
        raise e
    return x


@rows.on(*NUMBERS)
def arguments_of_two_lengths(x):
    try:
        if x > 0:
            raise ValueError(x)
        if x < 0:
            raise ValueError("a", x)
    except ValueError as e:
        if len(e.args) == 2:
            return e.args[1] * 3
        return e.args[0]
    return x


@rows.on(*NUMBERS)
def text_of_two_lengths(x):
    try:
        if x > 0:
            raise ValueError(x)
        if x < 0:
            raise ValueError("a", x)
    except ValueError as e:
        return str(e)
    return "none"


@rows.on(*NUMBERS)
def the_number_of_arguments(x):
    try:
        if x > 0:
            raise ValueError(x)
        if x < 0:
            raise ValueError("a", x)
    except ValueError as e:
        return len(e.args)
    return 0


@rows.on(*NUMBERS)
def whether_there_are_arguments(x):
    try:
        if x > 0:
            raise ValueError
        if x < 0:
            raise ValueError("a", x)
    except ValueError as e:
        if e.args:
            return e.args[-1] * 2
        return x
    return x


@rows.on(*NUMBERS)
def raised_in_a_finally(x):
    try:
        if x > 0:
            raise KeyError("a")
    finally:
        if x > 0:
            raise ValueError("f")
    return x


@rows.on(*NUMBERS)
def an_op_that_fails_in_a_handler(x):
    try:
        if x > 0:
            raise KeyError("a")
        return 10 // ag.cast(x, ag.int32)
    except KeyError:
        return 10 // ag.cast(x - 1, ag.int32)
    return x


@rows.on(*NUMBERS)
def a_cause_that_is_set(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        e.__cause__ = ValueError("c")
        raise
    return x


@rows.on(*NUMBERS)
def a_cause_that_is_taken_away(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        e.__cause__ = None
        e.__suppress_context__ = True
        raise
    return x


@rows.on(*NUMBERS)
def notes_that_are_read(x):
    try:
        if x > 0:
            raise KeyError("a")
        if x < 0:
            raise KeyError
    except KeyError as e:
        e.add_note(f"x={x}")
        return "; ".join(e.__notes__)
    return ""


@rows.on(*NUMBERS)
def whether_there_are_notes(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        return hasattr(e, "__notes__")
    return False


@rows.on(*NUMBERS)
def a_cause_that_is_raised(x):
    try:
        if x > 0:
            raise ValueError("a") from KeyError("k")
    except ValueError as e:
        raise e.__cause__
    return x


@rows.on(*NUMBERS)
def causes_of_causes(x):
    try:
        try:
            if x > 0:
                raise KeyError("a")
        except KeyError as e:
            raise ValueError("b") from e
    except ValueError as f:
        raise TypeError(f"{f} {f.__cause__} {f.__context__}") from f.__cause__
    return x


@rows.on(*NUMBERS)
def a_handler_of_tracing_in_one_of_the_run(x):
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        try:
            raise ValueError("in")
        except ValueError:
            raise TypeError("t")
    return x


@rows.on(*NUMBERS)
def a_cause_set_on_a_new_one(x):
    try:
        if x > 0:
            raise KeyError(x)
    except KeyError as e:
        err = ValueError(f"from {e}")
        err.__cause__ = e
        raise err
    return x


@rows.on(*NUMBERS)
def arguments_of_two_kinds(x):
    try:
        if x > 0:
            raise KeyError(x)
        if x < 0:
            raise AssertionError("negative")
    except (KeyError, AssertionError) as e:
        return repr(e), repr(e.args)
    return "", ""


@refused.on(T(1.0))
def a_note_on_one_path(x):
    error = ValueError("m")
    if x > 0:
        error.add_note("positive")
    raise error


@refused.on(T(1.0))
def an_attribute_with_a_value(x):
    try:
        raise ValueError("m")
    except ValueError as error:
        error.code = x
        if x > 0:
            raise
    return x


@refused.on(T(1.0))
def notes_that_are_set(x):
    try:
        if x > 0:
            raise ValueError("m")
    except ValueError as error:
        error.__notes__ = ["n"]
        raise
    return x


@rows.on(*NUMBERS)
def a_cause_that_is_no_exception(x):
    try:
        if x > 0:
            raise ValueError("m")
    except ValueError as error:
        error.__cause__ = 3
    return x


@rows.on(*NUMBERS)
def a_note_that_is_no_text(x):
    try:
        if x > 0:
            raise ValueError("m")
    except ValueError as error:
        error.add_note(3)
    return x


@rows.on(*NUMBERS)
def notes_if_there_are_any(x):
    try:
        if x > 0:
            raise ValueError("m")
    except ValueError as error:
        if x > 0:
            error.add_note("n")
        return len(getattr(error, "__notes__", []))
    return 0


@rows.on(*NUMBERS)
def contexts_in_a_loop(x):
    last = ValueError("first")
    for i in ag.range(3):
        try:
            if x > ag.cast(i, ag.float32):
                raise ValueError(f"{i}") from last
        except ValueError as error:
            last = error
    raise last


@rows.on(*NUMBERS)
def what_hangs_on_a_cause(x):
    try:
        try:
            if x > 0:
                raise ValueError("a") from OSError("o")
        except ValueError as error:
            error.add_note("inner")
            raise KeyError("k") from error
    except KeyError as error:
        error.__cause__.add_note("outer")
        notes = ",".join(error.__cause__.__notes__)
        return (
            notes,
            repr(error.__cause__.__cause__),
            error.__cause__.__suppress_context__,
        )
    return "", "", False
