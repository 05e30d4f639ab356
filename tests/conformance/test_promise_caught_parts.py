"""What exceptions hold that are caught when the graph runs."""

# Programs under test are written as users write them.
# ruff: noqa: B904, E721

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows
from tests.conformance.own_exceptions import AttrError, CodeError, PlainError, lines

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
def an_argument(x):
    try:
        if x > 2:
            raise ValueError(x)
    except ValueError as e:
        return e.args[0]
    return x - 1


@rows.on(*NUMBERS)
def text(x):
    try:
        if x > 2:
            raise ValueError("big", x)
    except ValueError as e:
        return str(e), repr(e)
    return "no", ""


@rows.on(*NUMBERS)
def attributes_of_ones_own(x):
    try:
        if x > 2:
            raise CodeError(x, "big")
    except CodeError as e:
        return e.code, e.why, str(e)
    return x, "none", ""


@rows.on(*NUMBERS)
def its_class(x):
    try:
        if x > 2:
            raise ValueError(x)
        elif x < 0:
            raise KeyError("k")
    except Exception as e:
        return type(e).__name__, type(e) is ValueError, type(e) == KeyError
    return "", False, False


@rows.on(*NUMBERS)
def attributes_that_a_list_keeps(x):
    errors = []
    for i in range(x):
        try:
            if i % 2:
                raise CodeError(i)
        except CodeError as e:
            errors.append(e.code)
    return errors


@rows.on(*NUMBERS)
def arguments_taken_apart(x):
    try:
        if x > 2:
            raise PlainError("p", x, 1.5)
    except ValueError as e:
        a, b, c = e.args
        return a, b, c
    return "", 0, 0.0


@rows.on(*NUMBERS)
def keyword_arguments(x):
    try:
        if x > 2:
            raise AttrError(x, b=x * 2.5)
    except AttrError as e:
        return e.a + 1, e.b
    return 0, 0.0


@rows.on(*NUMBERS)
def the_message_of_an_operation(x):
    try:
        z = [1, 2, 3][x]
    except IndexError as e:
        return e.args[0], str(e)
    return str(z), ""


@rows.on(*NUMBERS)
def a_tuple_among_its_arguments(x):
    try:
        if x >= 3:
            raise AssertionError(("m", x))
    except AssertionError as e:
        return e.args[0][1]
    return 0


@rows.on(*NUMBERS)
def no_arguments(x):
    try:
        if x > 2:
            raise ValueError
    except ValueError as e:
        return len(e.args), str(e), bool(e.args), repr(e)
    return 9, "", False, ""


@rows.on(*NUMBERS)
def an_attribute_of_some_classes(x):
    try:
        if x > 2:
            raise CodeError(x)
    except Exception as e:
        if isinstance(e, CodeError):
            return e.code
        return -1
    return 0


@rows.on(*NUMBERS)
def attributes_of_builtin_classes(x):
    try:
        if x > 2:
            raise OSError(2, "msg")
        if x < 1:
            raise KeyError("a", x)
    except OSError as e:
        return e.errno
    except KeyError as e:
        return e.args[1]
    return 0


@rows.on(*NUMBERS)
def the_value_of_stop_iteration(x):
    try:
        if x > 2:
            raise StopIteration(x)
    except StopIteration as e:
        return e.value
    return 0


@rows.on(*NUMBERS)
def arguments_of_several_classes(x):
    try:
        if x > 2:
            raise CodeError(x)
        y = 10 // x
    except (CodeError, ZeroDivisionError) as e:
        return e.args[0]
    return str(y)


class GivenError(Exception):
    def __init__(self, *args, **others):
        super().__init__(*args)
        self.k = others.get("k", 7)


class DerivedError(GivenError):
    pass


@rows.on(*NUMBERS)
def attributes_of_a_base_class(x):
    try:
        if x > 2:
            raise DerivedError(x, "m", k=x * 2)
        if x < 0:
            raise GivenError(x, "q")
    except GivenError as e:
        return e.args[0], e.args[1], e.k
    return 0, "", 0


@rows.on(*NUMBERS)
def raised_again_from_a_function(x):
    def risky(v):
        try:
            if v > 3:
                raise CodeError(v)
            return v
        except CodeError as e:
            if e.code > 4:
                raise
            return -e.code

    try:
        return risky(x)
    except CodeError as e:
        return e.code * 100


@rows.on(*NUMBERS)
def of_a_recursive_function(x):
    def fact(n):
        if n <= 0:
            raise CodeError(x)
        return n * fact(n - 1)

    try:
        return fact(x)
    except CodeError as e:
        return e.code


@rows.on(*NUMBERS)
def arguments_as_a_tuple(x):
    try:
        if x > 2:
            raise ValueError(x)
    except ValueError as e:
        a = e.args
        b = (*a, 1)
        return len(b), a + (2,), b[0]
    return 0, (0, 0), 0


@refused.on(T(3))
def arguments_of_different_number(x):
    try:
        if x > 2:
            raise ValueError("big", x)
        if x < 0:
            raise KeyError(x)
        parts = (0,)
    except (ValueError, KeyError) as e:
        parts = e.args
    return len(parts)


@refused.on(T(3))
def an_attribute_that_is_set(x):
    def risky(v):
        if v > 2:
            raise CodeError(v)
        return v

    try:
        r = risky(x)
    except CodeError as e:
        e.code
        e.extra = 5
        return e.code + e.extra
    return r


@rows.on(*NUMBERS)
def a_note(x):
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        e.add_note("n")
        raise
    return x


@refused.on(T(3))
def an_attribute_that_may_be_missing(x):
    try:
        if x > 2:
            raise CodeError(x)
        if x < 1:
            raise PlainError(7)
    except Exception as e:
        return getattr(e, "code", -1), hasattr(e, "code")
    return 0, False


@refused.on(T(3))
def an_attribute_set_beside_arguments(x):
    err = PlainError(x)
    err.code = x + 1
    try:
        if x > 2:
            raise err
    except PlainError as e:
        return e.code
    return 0


@refused.on(T(3))
def a_list_that_it_holds(x):
    try:
        if x > 2:
            raise CodeError([x])
    except CodeError as e:
        e.code.append(1)
        return len(e.code)
    return 0


@refused.on(T(3))
def a_call_of_its_class(x):
    try:
        if x > 2:
            raise CodeError(x)
    except ValueError as e:
        raise type(e)(x + 1)
    return x


@refused.on(T(3))
def its_class_as_a_key(x):
    try:
        if x > 2:
            raise ValueError(x)
    except ValueError as e:
        return {ValueError: 1}.get(type(e), 2)
    return x


@refused.on(T(3))
def an_item_of_a_set(x):
    seen = set()
    try:
        if x > 2:
            raise ValueError(x)
    except ValueError as e:
        seen.add(e)
    return len(seen)


@refused.on(T(3))
def matched_by_a_pattern(x):
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        match e:
            case CodeError(code=3):
                return 33
            case CodeError(code=c):
                return c
    return 0
