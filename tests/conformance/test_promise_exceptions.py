"""`try` around what is raised when the graph runs: caught as Python catches it."""

from __future__ import annotations

import sys

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
test_the_graph_gives_what_plain_python_gives = rows.test()


class TooLargeError(ValueError):
    pass


def checked(x):
    if x > 3:
        raise TooLargeError("too large")
    return x


@rows.on(T(3), T(-3))
def raised_and_caught(x):
    try:
        if x < 0:
            raise ValueError("negative")
        y = x
    except ValueError:
        y = 0
    return y


@rows.on((T([1, 2]), T(1)), (T([1, 2]), T(9)))
def an_index(x, i):
    try:
        y = x[i]
    except IndexError:
        y = -1
    return y


@rows.on(T(3), T(0))
def division_of_python_numbers(n):
    k = 0
    while k < n:
        k += 1
    try:
        y = 10 // k
    except ZeroDivisionError:
        y = -1
    return y


@rows.on(T(3), T(0))
def a_value_nobody_uses(n):
    k = 0
    while k < n:
        k += 1
    try:
        10 // k
    except ZeroDivisionError:
        return 1
    return 2


@rows.on(T(1), T(2), T(3), T(4))
def variables_as_they_are_where_it_is_raised(x):
    a = 1
    try:
        a = 2
        if x > 1:
            a = 3
            if x > 2:
                a = 4
                raise ValueError("bad")
            a = 5
            if x > 1:
                raise ValueError("bad")
        a = 6
    except ValueError:
        return a * 10
    return a


@rows.on(T(1), T(-1), T(-5))
def clauses_else_and_finally(x):
    a = 0
    try:
        if x > 0:
            raise ValueError("v")
        if x < -3:
            raise KeyError("k")
        a += 1
    except ValueError:
        a += 10
    except (KeyError, IndexError):
        a += 100
    else:
        a += 1000
    finally:
        a += 5
    return a


@rows.on(T(2), T(9))
def in_a_loop(x):
    total = 0
    for i in ag.range(5):
        try:
            if i == x:
                raise ValueError("v")
            total += i
        except ValueError:
            total += 100
            continue
        total += 1
    return total


@rows.on(T(2), T(9))
def around_a_loop(x):
    total = 0
    try:
        for i in ag.range(5):
            total += i
            if i == x:
                raise ValueError("v")
    except ValueError:
        return total + 100
    return total


@rows.on(T(2), T(9))
def around_a_while_loop(x):
    total = n = 0
    try:
        while n < 5:
            n += 1
            total += n
            if n == x:
                raise ValueError("v")
    except ValueError:
        return total + 100, n
    return total, n


@rows.on(T(1), T(0), T(-1))
def raised_again(x):
    try:
        if x > 0:
            raise ValueError("v")
        if x < 0:
            raise KeyError("k")
    except ValueError:
        raise
    return x


@rows.on(T(1), T(0))
def raised_again_by_name(x):
    try:
        if x > 0:
            raise ValueError("v")
    except ValueError as error:
        raise error
    return x


@rows.on(T(1), T(0))
def not_caught(x):
    try:
        if x > 0:
            raise ValueError("v")
    except KeyError:
        return 1
    return 2


@rows.on(T(5), T(1), T(-1))
def raised_by_a_function(x):
    try:
        return checked(x) + 1
    except ValueError:
        return -1


@rows.on(T(5), T(1))
def the_class_of_the_base_first(x):
    try:
        checked(x)
    except Exception:
        return 1
    except TooLargeError:
        return 2
    return 3


@rows.on(T(5), T(1), T(-1), T(-5))
def nested(x):
    a = 0
    try:
        try:
            a += 1
            if x > 3:
                raise ValueError("v")
            if x < -3:
                raise KeyError("k")
            a += 10
        except ValueError:
            a += 100
            if x > 4:
                raise KeyError("again") from None
        finally:
            a += 1000
    except KeyError:
        a += 10000
    return a


@rows.on(T(5), T(1))
def another_in_the_handler(x):
    try:
        if x > 3:
            raise ValueError("v")
    except ValueError:
        raise KeyError("k") from None
    return x


@rows.on(T(5), T(1))
def another_in_the_finally(x):
    try:
        if x > 3:
            raise ValueError("v")
    finally:
        if x > 4:
            raise KeyError("k")
    return x


@rows.on(T(5), T(1))
def the_name_is_deleted(x):
    error = 1
    try:
        if x > 3:
            raise ValueError("v")
    except ValueError as error:
        pass
    return error


@rows.on(T(5), T(1))
def assigned_in_the_body_only(x):
    try:
        if x > 3:
            raise ValueError("v")
        y = 1
    except ValueError:
        pass
    return y


@rows.on(T(5), T(1))
def assigned_before_it_is_raised(x):
    try:
        y = x
        if x > 3:
            raise ValueError("v")
        z = 1
    except ValueError:
        return y
    return z


@rows.on(T(5), T(1))
def an_assertion(x):
    try:
        assert x < 3, "large"
    except AssertionError:
        return -x
    return x


@rows.on(T(5), T(1))
def a_name_without_a_value(x):
    try:
        if x > 3:
            y = x
        z = y
    except UnboundLocalError:
        z = -1
    return z


@rows.on(T(5), T(1))
def none_where_a_value_is_needed(x):
    y = None
    if x > 3:
        y = x
    try:
        return y + 1
    except TypeError:
        return -1


@rows.on(T(5), T(1), T(-1))
def jumps_out_of_every_part(x):
    total = 0
    for i in range(4):
        try:
            if x > 3:
                raise ValueError("v")
            if x < 0:
                break
            total += i
        except ValueError:
            total += 10
            if i == 2:
                return total
            continue
        else:
            total += 100
        finally:
            total += 1000
        total += 10000
    return total


@rows.on(T(5), T(1))
def python_exceptions_while_tracing(x):
    try:
        y = {"a": x}["b"]
    except KeyError:
        y = x + 1
    try:
        if x > 3:
            y = {"a": 1}["b"]
    except KeyError:
        y = -y
    return y


@rows.on(T(5), T(1))
def nothing_may_be_raised(x):
    try:
        y = x * 2
    except ValueError:
        y = 1
    else:
        y = y + 1
    finally:
        y = y * 3
    return y


@rows.on(T(5), T(0))
def a_handler_that_raises_what_another_catches(x):
    y = 1
    try:
        try:
            if x > 3:
                y = 2
                raise ValueError("v")
        except ValueError:
            y = 3
            raise KeyError("k") from None
    except KeyError:
        y = y * 10
    return y


@rows.on(T(5), T(0))
def a_loop_in_the_handler(x):
    y = 0
    try:
        if x > 3:
            raise ValueError("v")
    except ValueError:
        while y < x:
            y += 2
    return y


@rows.on(T(3), T(0))
def tried_until_it_works(x):
    tries = 0
    while True:
        tries += 1
        try:
            if tries < x:
                raise ValueError("not yet")
            break
        except ValueError:
            pass
    return tries


@rows.on((T([3, 0, 2]), T(0)), (T([3, 1, 2]), T(1)))
def sum_of_quotients(xs, default):
    total = 0
    for x in xs:
        n = int(x)
        try:
            total += 6 // n
        except ZeroDivisionError:
            total += default
    return total


@rows.on(T(1), T(-1), T(0))
def causes(x):
    try:
        if x > 0:
            raise KeyError("a")
        if x < 0:
            raise ValueError("plain") from None
        raise ValueError("static") from KeyError("c")
    except KeyError as error:
        raise ValueError(f"no {x}") from error


@rows.on(T(1), T(-1))
def asked_what_was_caught(x):
    try:
        if x > 0:
            raise KeyError("a")
        raise ValueError("b")
    except Exception as error:
        if isinstance(error, (KeyError, IndexError)):
            return 1
        return 2


@rows.on(T(3), T(0), T(-3))
def the_name_of_the_class(x):
    try:
        if x > 0:
            raise TooLargeError("positive")
        y = 12 // int(x)
        raise KeyError(y)
    except (ValueError, ArithmeticError, LookupError) as error:
        kind = type(error)
        text = f"{type(error).__name__}: {error}"
        return text, error.__class__.__qualname__, kind.__module__ + "!"


def test_other_attributes_of_the_class_are_refused():
    def f(x):
        try:
            if x > 0:
                raise ValueError("positive")
            raise TypeError("negative")
        except (ValueError, TypeError) as error:
            return len(error.__class__.__mro__)

    found = check(f, T(3))
    assert found.verdict is Verdict.REFUSED
    assert "known only when the graph runs" in str(found.staged.error)


@rows.on(ag.constant(2), ag.constant(1))
def the_program_ends_on_another_path(n):
    for i in range(n):
        if i > 2:
            sys.exit("too many")
    try:
        if n > 1:
            sys.exit(int(n))
    except SystemExit as left:
        return left.code, n
    return 0, n


def test_a_call_that_ends_the_program_raises_when_the_run_comes_to_it():
    @ag.function
    def ends(n):
        if n > 1:
            sys.exit("too many")
        return n

    assert int(ends(ag.constant(1))) == 1
    with pytest.raises(SystemExit, match="too many"):
        ends(ag.constant(2))
