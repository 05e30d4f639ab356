"""Exceptions that are caught when the graph runs, and kept beyond their handler."""

# Programs under test are written as users write them.

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows
from tests.conformance.own_exceptions import Box, CodeError, PlainError, lines

T = ag.constant
NUMBERS = (T(0), T(-1), T(3), T(5))
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_an_exception_that_leaves_shows_the_lines_of_plain_python(function, args):
    found = lines(ag.function(function), args, __file__)
    assert found == lines(function, args, __file__)


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_a_graph_cannot_carry_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)


@rows.on(*NUMBERS)
def kept_and_shown(x):
    err = None
    try:
        if x > 2:
            raise ValueError(f"big {x}")
    except ValueError as e:
        err = e
    if err is not None:
        return str(err)
    return "none"


@rows.on(*NUMBERS)
def kept_in_a_loop_and_raised(x):
    err = None
    for i in range(x):
        try:
            if i == 2:
                raise ValueError(f"at {i}")
        except ValueError as e:
            err = e
    if err:
        raise err
    return x


@rows.on(*NUMBERS)
def kept_and_raised_again(x):
    e = None
    try:
        if x > 2:
            raise ValueError(f"v{x}")
    except ValueError as caught:
        e = caught
    if e is None:
        return "none"
    try:
        raise e
    except ValueError as again:
        return "again " + str(again)


@rows.on(*NUMBERS)
def one_exception_after_the_other(x):
    last = ValueError("start")
    while x > 0:
        try:
            if x % 2 == 0:
                raise KeyError(x)
            raise ValueError(f"odd {x}")
        except (KeyError, ValueError) as e:
            last = e
        x -= 1
    return str(last), isinstance(last, KeyError)


@rows.on(*NUMBERS)
def a_choice_of_exceptions(x):
    err = ValueError("a") if x > 2 else KeyError("b")
    return str(err)


@rows.on(*NUMBERS)
def a_choice_that_is_raised(x):
    err = ValueError(x) if x > 2 else KeyError(x + 1)
    try:
        raise err
    except KeyError as e:
        return e.args[0]
    except ValueError as e:
        return -e.args[0]


@rows.on(*NUMBERS)
def made_on_one_path(x):
    err = None
    if x > 2:
        err = CodeError(x)
    if err is not None:
        raise err
    return x


@rows.on(*NUMBERS)
def an_attribute_of_what_is_kept(x):
    err = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        err = e
    return err.code if err is not None else 0


@rows.on(*NUMBERS)
def an_attribute_of_what_may_be_none(x):
    err = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        err = e
    return err.code


@rows.on(*NUMBERS)
def a_list_of_exceptions(x):
    errs = []
    for i in range(x):
        try:
            if i % 2 == 0:
                raise CodeError(i)
        except CodeError as e:
            errs.append(e)
    s = 0
    for each in errs:
        s += each.code
    return s, len(errs)


@rows.on(*NUMBERS)
def a_list_of_some_exceptions(x):
    errs = []
    for i in range(4):
        try:
            if x > i:
                raise CodeError(x + i)
        except CodeError as e:
            errs.append(e)
    return len(errs), [e.code for e in errs]


@rows.on(*NUMBERS)
def the_first_of_several(x):
    first = None
    for i in range(x):
        try:
            if i >= 2:
                raise CodeError(i)
        except CodeError as e:
            if first is None:
                first = e
    return -1 if first is None else first.code


@rows.on(*NUMBERS)
def kept_where_it_is_always_raised(x):
    try:
        if x > 2:
            raise CodeError(x)
        if x < 1:
            raise PlainError("p")
    except (CodeError, PlainError) as e:
        kept = e
    else:
        return "else"
    if isinstance(kept, CodeError):
        return f"code {kept.code}"
    return f"plain {kept}"


@rows.on(*NUMBERS)
def the_truth_of_what_is_kept(x):
    err = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        err = e
    if err:
        return 1
    return 0


@rows.on(*NUMBERS)
def returned_by_a_function(x):
    def check(v):
        if v > 2:
            return CodeError(v)
        return None

    e = check(x)
    if e:
        raise e
    return x


@rows.on(*NUMBERS)
def kept_in_an_attribute(x):
    b = Box()
    b.error = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        b.error = e
    return "none" if b.error is None else str(b.error)


@rows.on(*NUMBERS)
def kept_in_a_dict(x):
    d = {"e": None}
    while x > 0:
        try:
            if x == 2:
                raise CodeError(x)
        except CodeError as e:
            d["e"] = e
        x -= 1
    return "none" if d["e"] is None else repr(d["e"])


@rows.on(*NUMBERS)
def a_cause_that_was_kept(x):
    try:
        try:
            if x > 2:
                raise CodeError(x)
            if x < 0:
                raise KeyError(x)
        except CodeError as e:
            saved = e
            raise RuntimeError(f"r{e.code}") from saved
    except Exception as e:
        return type(e).__name__, str(e)
    return "", ""


@rows.on(*NUMBERS)
def a_cause_that_may_be_none(x):
    err = None
    for i in range(3):
        try:
            if x > i:
                raise ValueError(f"{i}")
        except ValueError as e:
            if err is None:
                err = e
            else:
                err = e
    if err is not None:
        raise RuntimeError("last") from err
    return x


@rows.on(*NUMBERS)
def kept_without_a_value_before(x):
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        k = e
    return k.code


def keep(x):
    err = None
    try:
        if x > 2:
            raise CodeError(x)
        if x < 0:
            raise KeyError("k", x)
    except (CodeError, KeyError) as e:
        err = e
    return err


@rows.on(*NUMBERS)
def asked_for_its_class_in_a_loop(x):
    last = None
    n = 0
    while n < x:
        try:
            if n % 3 == 0:
                raise KeyError(n)
            elif n % 3 == 1:
                raise CodeError(n)
        except (KeyError, CodeError) as e:
            if last is not None and isinstance(last, KeyError):
                n += 10
            last = e
        n += 1
    return n, "-" if last is None else str(last)


@rows.on(*NUMBERS)
def shown_where_it_may_be_none(x):
    return str(keep(x)), f"{keep(x)!r}", "%s" % keep(x)


@rows.on(*NUMBERS)
def another_one_by_default(x):
    e = keep(x) or ValueError("default")
    return (
        str(e),
        isinstance(e, KeyError),
        isinstance(e, (int, str)),
        isinstance(e, object),
    )


@rows.on(*NUMBERS)
def one_of_two(x):
    a, b = keep(x), keep(x + 1)
    for e in (a, b):
        if isinstance(e, CodeError):
            return e.code
    return -1


@rows.on(*NUMBERS)
def made_in_a_loop(x):
    err = keep(x)
    while x > 0:
        x -= 1
        if err is None:
            err = ValueError(f"at {x}")
    return str(err)


@rows.on(*NUMBERS)
def raised_where_it_may_be_none(x):
    try:
        raise keep(x)
    except TypeError as e:
        return "t " + str(e)
    except (ValueError, KeyError) as e:
        return "v " + str(e)


@rows.on(*NUMBERS)
def classes_of_what_may_be_none(x):
    e = keep(x)
    return (
        isinstance(e, (CodeError, type(None))),
        isinstance(e, Exception),
        callable(e),
        isinstance(e, CodeError | KeyError),
    )


@rows.on(*NUMBERS)
def kept_with_else_and_finally(x):
    total = 0
    for i in range(4):
        err = None
        try:
            if x > i:
                raise CodeError(i * 2)
        except CodeError as e:
            err = e
        else:
            total += 100
        finally:
            total += 1000
        if err:
            total += err.code
    return total


@rows.on(*NUMBERS)
def kept_by_a_loop_of_the_run(x):
    errs = []
    while x > 0:
        try:
            if x % 2:
                raise CodeError(x)
        except CodeError as e:
            errs.append(e)
        x -= 1
    return [0], len(errs), str(errs[0]) if errs else ""


@refused.on(T(3))
def returned_by_the_decorated_function(x):
    err = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        err = e
    return err


@refused.on(T(3))
def which_exception_it_is(x):
    a = b = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        a = e
        b = e
    return a is b


@rows.on(T(0), T(3), T(5))
def one_that_is_made_before_and_raised_in_two_places(x):
    err, total = KeyError(3), 0
    for i in range(x):
        try:
            if i == 1:
                raise err
            if i == 4:
                raise err
        except KeyError as e:
            total += e.args[0]
    return total


@rows.on(T(0), T(3), T(5))
def one_that_is_made_before_and_caught_in_two_places(x):
    err, total = KeyError(3), 0
    try:
        if x > 0:
            raise err
    except KeyError:
        total += 1
    try:
        if x > 3:
            raise err
    except KeyError:
        total += 2
    return total


@refused.on(T(0), T(3))
def one_that_may_have_a_note_by_then(x):
    err = KeyError(3)
    try:
        if x > 0:
            raise err
    except KeyError as e:
        e.add_note("seen")
    raise err


@refused.on(T(0), T(3))
def one_that_may_have_a_context_by_then(x):
    err = KeyError(3)
    try:
        try:
            6 // int(x)
        except ZeroDivisionError:
            raise err  # noqa: B904
    except KeyError:
        pass
    return err.__context__ is None


@refused.on(T(0), T(3))
def one_that_may_have_a_cause_by_then(x):
    err = KeyError(3)
    try:
        if x > 0:
            raise err from ValueError(1)
    except KeyError:
        pass
    return getattr(err, "__cause__", None) is None
