"""`raise` and `assert`: when, with which arguments, and what outlives the call."""

from __future__ import annotations

import sys
import traceback
from contextlib import ExitStack

import autograph as ag
from tests.language.own_exceptions import Box, CodeError
from tests.language.own_exceptions import PlainError as PlainError_2
from tests.language.programs import Programs

programs = Programs()


# -- When exceptions are raised

T = ag.constant


@programs.staged(T(1), T(-1), 1, -1)
def failing_assert(x):
    """`assert` on a tensor or an int raises AssertionError without a message."""
    assert x > 0
    return x


@programs.staged(T(1), T(-1), 1, -1)
def failing_assert_with_a_message(x):
    """`assert` on a tensor or an int raises AssertionError with its message."""
    assert x > 0, "x must be positive"
    return x


@programs.staged(T(1), T(-1))
def assert_in_a_branch(x):
    """`assert` with a formatted message in a branch."""
    if x < 0:
        assert x > 10, f"line {1 + 1}"
    return x


@programs.staged(T(3), T(9))
def assert_in_a_loop(n):
    """`assert` with a tuple as its message fails in a dynamic loop."""
    for i in range(n):
        assert i < 5, ("a tuple", 5)
    return n


@programs.staged(T(1), T(-1))
def raise_in_a_branch(x):
    """`raise` of an exception with a message in a branch."""
    if x < 0:
        raise ValueError("negative")
    return x


@programs.staged(T(1), T(-1))
def raise_of_a_class(x):
    """`raise` of an exception class without a call in a branch."""
    if x < 0:
        raise KeyError
    return x


class OwnError(Exception):
    pass


@programs.staged(T(1), T(-1), T(5))
def raise_of_an_own_class(x):
    """`raise` of a user-defined exception, by call with arguments and by class."""
    if x < 0:
        raise OwnError("mine", 1)
    elif x > 4:
        raise OwnError
    return x


@programs.staged(T(1), T(-1))
def raise_in_both_branches(x):
    """Both branches raise, each another exception."""
    if x < 0:
        raise ValueError("negative")
    else:
        raise TypeError("not negative")


@programs.staged(T(3), T(9))
def raise_in_a_loop(n):
    """`raise` in a `while` loop where a running total is too large."""
    total = 0
    while n > 0:
        if total > 20:
            raise RuntimeError("too much")
        total += n
        n -= 1
    return total


@programs.staged(T(3), T(9), T(0))
def raise_in_the_else_of_a_loop(n):
    """`raise` in the `else` clause of a loop that may break."""
    for i in range(n):
        if i == 5:
            break
    else:
        raise LookupError("no 5")
    return i


@programs.staged((T(1), 0), (T(-1), 0), (T(1), 2))
def division_by_a_python_zero_in_a_branch(x, d):
    """`//` by an int argument that is zero, in a branch."""
    if x > 0:
        return 7 // d
    return 0


@programs.staged(T(3), T(0), T(7))
def division_of_staged_python_integers(n):
    """`//` by a loop-carried Python int raises ZeroDivisionError."""
    k = 3
    total = 0
    for i in range(n):
        k -= 1
        total += 10 // k
    return total


@programs.staged(T(3), T(4), T(0))
def remainder_of_staged_python_integers(n):
    """`%` by an int computed in a dynamic loop raises ZeroDivisionError."""
    k = 0
    for i in range(n):
        k = (k + 1) % (3 - i)
    return k


@programs.staged(T(3), T(4), T(0))
def true_division_of_staged_python_numbers(n):
    """`/` of a float by a loop-carried int raises ZeroDivisionError."""
    y = 1.0
    d = 3
    for _ in range(n):
        y = y / d
        d = d - 1
    return y


@programs.staged((T(7), T(0)), (T(0), T(0)), (T(-7), T(0)))
def division_of_tensors_by_zero(x, y):
    """`//` and `%` of integer tensors by zero give 0; `/` gives infinity or NaN."""
    return x // y, x % y, x / y


@programs.staged((T(7.0), T(0.0)), (T(0.0), T(-0.0)), (T(-7.0), T(0.0)))
def division_of_float_tensors_by_zero(x, y):
    """`//`, `%` and `/` of float tensors by zero give infinity or NaN."""
    return x // y, x % y, x / y


@programs.staged(T(1), T(-1))
def division_in_the_branch_not_taken(x):
    """`1 // 0` raises only if its branch of the conditional expression is taken."""
    zero = 0
    return 1 // zero if x > 0 else 5


@programs.staged(T(1), T(-1))
def index_error_in_a_branch(x):
    """A list index out of range raises IndexError only if its branch is taken."""
    items = [1, 2, 3]
    if x > 0:
        return items[7]
    return items[0]


@programs.staged(T(1), T(-1))
def key_error_in_a_branch(x):
    """A missing dict key raises KeyError only if its branch is taken."""
    table = {"a": 1}
    return table["b"] if x > 0 else table["a"]


@programs.staged(T(1), T(-1))
def attribute_error_in_a_branch(x):
    """A missing tensor attribute raises only if its branch is taken."""
    if x > 0:
        return x.no_such_attribute
    return x


@programs.staged(T(1), T(-1))
def name_error_in_a_branch(x):
    """An undefined name raises NameError only if its branch is taken."""
    if x > 0:
        return no_such_name
    return x


@programs.staged(T(1), T(-1))
def unbound_in_a_branch(x):
    """A name deleted and read in a branch raises UnboundLocalError."""
    if x > 0:
        del x
        return x
    return x


@programs.staged(T(1), T(-1))
def error_after_a_failing_assert(x):
    """A failing `assert` comes before an IndexError on the next line."""
    assert x > 0, "first"
    return [1, 2][5]


@programs.staged((T(1), T(1)), (T(-1), T(1)), (T(1), T(-1)), (T(-1), T(-1)))
def the_first_of_two_errors(x, y):
    """Of two conditional `raise` statements the first one wins."""
    if x < 0:
        raise ValueError("x")
    if y < 0:
        raise ValueError("y")
    return x + y


@programs.staged(T(7), T(2))
def error_in_a_called_function(x):
    """A conditional `raise` in a nested function that is called twice."""

    def check(y):
        if y > 5:
            raise ValueError("large")
        return y

    return check(x - 1) + check(x)


@programs.staged(T([1, 2, 3]), T([[1, 2], [3, 4]]))
def ambiguous_truth(v):
    """A branch on `ag.reduce_sum` of a tensor returns an element or a row."""
    if ag.reduce_sum(v) > 7:
        return v[0]
    return v[5] if False else v[1]


@programs.staged((T(5), T([1, 2, 3])), (T(2), T([1, 2, 3])), (T(-3), T([1, 2, 3])))
def index_out_of_bounds(i, v):
    """Indexing a tensor by a tensor: negative from the end, IndexError beyond."""
    return v[i]


@programs.staged(T(float("nan")), T(float("inf")), T(2.5))
def int_of_a_float(x):
    """`int()` of a tensor raises ValueError for NaN, OverflowError for infinity."""
    return int(x)


@programs.staged((T(2), T(-1)), (T(2), T(3)))
def negative_integer_power(x, y):
    """An integer tensor to a negative integer power raises ValueError."""
    return x**y


@programs.falls(T(3), T(0))
def unpacking_of_the_wrong_length(n):
    """Unpacking three items into two names in a branch raises ValueError."""
    items = [1, 2, 3]
    if n > 0:
        a, b = items
    else:
        a, b = items[:2]
    return a + b


@programs.staged(T(3), T(-3))
def caught_exception_of_plain_python(x):
    """A KeyError raised while tracing is caught; its handler branches."""
    try:
        y = {}["missing"]
    except KeyError:
        y = x + 1 if x > 0 else x
    return y


@programs.staged((T(3), 40), (T(3), -1))
def shift_of_python_integers(x, k):
    """`<<` of Python ints beyond 32 bits, taken modulo 1000, plus a tensor."""
    return (1 << k if k > 0 else 1) % 1000 + x


# -- Arguments that are dynamic

NUMBERS = (T(7), T(-3), T(0))


@programs.staged(*NUMBERS)
def raise_with_a_value(x):
    """Exceptions with tensors in formatted messages and as arguments."""
    if x > 3:
        raise ValueError(f"bad {x}, {int(x):>4}")
    if x < 0:
        raise KeyError(x, int(x), "text") from None
    return x


@programs.staged(*NUMBERS)
def always_raise(x):
    """An `OSError` with an errno and a formatted message is always raised."""
    raise OSError(2, f"no {x}")


@programs.staged(*NUMBERS)
def assert_with_a_value(x):
    """`assert` with a formatted message, and with a tensor as its message."""
    assert x > 0, f"got {x}"
    assert x < 5, x
    return x


@programs.staged(*NUMBERS)
def assert_with_structures(x):
    """`assert` with a tuple of text, a list and a dict as its message."""
    assert x < 5, ("a tuple", [x, {"k": int(x)}])
    return x


class RejectedError(Exception):
    def __init__(self, x, *, more=0):
        if x > 3 and not more:
            more = -1
        super().__init__(f"rejected {x} {more}")
        self.x = x


class PlainError(ValueError):
    pass


@programs.staged(*NUMBERS)
def raise_of_a_class_with_a_constructor(x):
    """Exception classes with a constructor that branches on a tensor."""
    if x > 3:
        raise RejectedError(x)
    if x < 0:
        raise RejectedError(int(x), more=[x, "q"])
    error = PlainError("plain", [x, 3])
    raise error


@programs.staged(*NUMBERS, T(9))
def raise_in_a_loop_2(x):
    """A dynamic loop raises with a message from an f-string and `%`."""
    for i in ag.range(x):
        if i == 4:
            raise ValueError(f"at {i} of %s" % x)
    return x


def checked(x, name):
    if x > 3:
        raise ValueError("{} must not be {!r}".format(name, x))
    return x


@programs.staged(*NUMBERS)
def raise_in_a_function_that_is_called(x):
    """A called function raises with a message from `str.format`."""
    return checked(x, "x") + checked(x + 4, f"x + {int(x)}")


@programs.staged(*NUMBERS)
def none_in_a_message(x):
    """A possibly None value in the message and arguments of exceptions."""
    y = None
    if x > 3:
        y = x
    if x != 0:
        raise ValueError(f"{y} of {x}")
    raise KeyError(y, [y, x])


@programs.staged(*NUMBERS)
def none_in_an_assertion(x):
    """A possibly None value in the message of `assert`."""
    y = None
    if x > 3:
        y = x
    assert x < 0, (y, "q")
    return x


@programs.staged(*NUMBERS)
def text_of_what_is_caught(x):
    """`repr` and `str` of a caught exception of one of two classes."""
    try:
        if x > 3:
            raise ValueError(f"bad {x}", x)
        assert x == 0, f"got {x}"
        text = "fine"
    except (ValueError, AssertionError) as error:
        text = f"{error!r} {error}" + str(error)
    return text


@programs.staged(*NUMBERS)
def caught_with_a_constructor(x):
    """`str` of a caught exception whose constructor formats its text."""
    try:
        if x > 3:
            raise RejectedError(x, more=2)
        text = "fine"
    except RejectedError as error:
        text = str(error)
    return text


@programs.staged(T(7), T(1))
def attribute_of_what_is_caught(x):
    """An attribute that the constructor set is read from a caught exception."""
    try:
        if x > 3:
            raise RejectedError(x)
    except RejectedError as error:
        return error.x
    return x


@programs.staged(*NUMBERS)
def attribute_of_what_is_not_made_yet(x):
    """An attribute is read from an exception that is always raised."""
    try:
        raise RejectedError(x)
    except RejectedError as error:
        return error.x


@programs.staged(*NUMBERS)
def text_of_what_is_not_made_yet(x):
    """`str` of an exception that is always raised, from a branching constructor."""
    try:
        raise RejectedError(x)
    except RejectedError as error:
        return str(error)


@ag.autograph.do_not_convert
def unconverted(x):
    return repr(x)


@programs.falls(T(7))
def message_of_unconverted_code(x):
    """A message that unconverted code computes from a tensor cannot be staged."""
    if x > 3:
        raise ValueError(unconverted(x))
    return x


@programs.staged(T(3), T("ab"))
def the_length_of_a_scalar(x):
    """`len` of a scalar tensor raises TypeError."""
    return len(x)


# -- Exceptions that outlive their handler

NUMBERS_2 = (T(0), T(-1), T(3), T(5))


@programs.staged(*NUMBERS_2)
def kept_and_shown(x):
    """A caught exception is stored, and its text is returned later."""
    err = None
    try:
        if x > 2:
            raise ValueError(f"big {x}")
    except ValueError as e:
        err = e
    if err is not None:
        return str(err)
    return "none"


@programs.staged(*NUMBERS_2)
def kept_in_a_loop_and_raised(x):
    """An exception caught in a loop is raised after the loop."""
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


@programs.staged(*NUMBERS_2)
def kept_and_raised_again(x):
    """A stored exception is raised again and caught by another `try`."""
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


@programs.staged(*NUMBERS_2)
def one_exception_after_the_other(x):
    """A loop-carried variable is the last caught exception, of two classes."""
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


@programs.staged(*NUMBERS_2)
def a_choice_of_exceptions(x):
    """`str` of one of two exceptions selected at run time."""
    err = ValueError("a") if x > 2 else KeyError("b")
    return str(err)


@programs.staged(*NUMBERS_2)
def a_choice_that_is_raised(x):
    """One of two exceptions selected at run time is raised and caught."""
    err = ValueError(x) if x > 2 else KeyError(x + 1)
    try:
        raise err
    except KeyError as e:
        return e.args[0]
    except ValueError as e:
        return -e.args[0]


@programs.staged(*NUMBERS_2)
def made_on_one_path(x):
    """An exception that one branch creates is raised after the branch."""
    err = None
    if x > 2:
        err = CodeError(x)
    if err is not None:
        raise err
    return x


@programs.staged(*NUMBERS_2)
def an_attribute_of_what_is_kept(x):
    """An attribute of a stored exception, read after an `is not None` test."""
    err = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        err = e
    return err.code if err is not None else 0


@programs.staged(*NUMBERS_2)
def an_attribute_of_what_may_be_none(x):
    """An attribute of a stored exception; None raises AttributeError."""
    err = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        err = e
    return err.code


@programs.staged(*NUMBERS_2)
def a_list_of_exceptions(x):
    """A list collects exceptions, and a loop adds up their attributes."""
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


@programs.staged(*NUMBERS_2)
def a_list_of_some_exceptions(x):
    """A list collects exceptions of a Python loop; attributes are listed."""
    errs = []
    for i in range(4):
        try:
            if x > i:
                raise CodeError(x + i)
        except CodeError as e:
            errs.append(e)
    return len(errs), [e.code for e in errs]


@programs.staged(*NUMBERS_2)
def the_first_of_several(x):
    """A loop stores only the first exception that it catches."""
    first = None
    for i in range(x):
        try:
            if i >= 2:
                raise CodeError(i)
        except CodeError as e:
            if first is None:
                first = e
    return -1 if first is None else first.code


@programs.staged(*NUMBERS_2)
def kept_where_it_is_always_raised(x):
    """The handler binds a name that is read only where it has run."""
    try:
        if x > 2:
            raise CodeError(x)
        if x < 1:
            raise PlainError_2("p")
    except (CodeError, PlainError_2) as e:
        kept = e
    else:
        return "else"
    if isinstance(kept, CodeError):
        return f"code {kept.code}"
    return f"plain {kept}"


@programs.staged(*NUMBERS_2)
def the_truth_of_what_is_kept(x):
    """The truth of a stored exception or None."""
    err = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        err = e
    if err:
        return 1
    return 0


@programs.staged(*NUMBERS_2)
def returned_by_a_function(x):
    """A helper returns an exception or None, and the caller raises it."""

    def check(v):
        if v > 2:
            return CodeError(v)
        return None

    e = check(x)
    if e:
        raise e
    return x


@programs.staged(*NUMBERS_2)
def kept_in_an_attribute(x):
    """A caught exception is stored in an attribute and shown."""
    b = Box()
    b.error = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        b.error = e
    return "none" if b.error is None else str(b.error)


@programs.staged(*NUMBERS_2)
def kept_in_a_dict(x):
    """A dynamic loop stores a caught exception in a dict."""
    d = {"e": None}
    while x > 0:
        try:
            if x == 2:
                raise CodeError(x)
        except CodeError as e:
            d["e"] = e
        x -= 1
    return "none" if d["e"] is None else repr(d["e"])


@programs.staged(*NUMBERS_2)
def a_cause_that_was_kept(x):
    """`raise ... from` an exception stored under another name."""
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


@programs.staged(*NUMBERS_2)
def a_cause_that_may_be_none(x):
    """`raise ... from` an exception that a loop stored, unless it is None."""
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


@programs.staged(*NUMBERS_2)
def kept_without_a_value_before(x):
    """A name bound only in a handler may be unbound when it is read."""
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


@programs.staged(*NUMBERS_2)
def asked_for_its_class_in_a_loop(x):
    """`isinstance` of a loop-carried exception of two classes, or None."""
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


@programs.staged(*NUMBERS_2)
def shown_where_it_may_be_none(x):
    """`str`, `!r` and `%s` of an exception of two classes, or None."""
    return str(keep(x)), f"{keep(x)!r}", "%s" % keep(x)


@programs.staged(*NUMBERS_2)
def another_one_by_default(x):
    """`or` provides a default exception; `isinstance` of the result."""
    e = keep(x) or ValueError("default")
    return (
        str(e),
        isinstance(e, KeyError),
        isinstance(e, (int, str)),
        isinstance(e, object),
    )


@programs.staged(*NUMBERS_2)
def one_of_two(x):
    """A loop returns the code of the first of two exceptions that has one."""
    a, b = keep(x), keep(x + 1)
    for e in (a, b):
        if isinstance(e, CodeError):
            return e.code
    return -1


@programs.staged(*NUMBERS_2)
def made_in_a_loop(x):
    """A dynamic loop creates an exception unless one is stored."""
    err = keep(x)
    while x > 0:
        x -= 1
        if err is None:
            err = ValueError(f"at {x}")
    return str(err)


@programs.staged(*NUMBERS_2)
def raised_where_it_may_be_none(x):
    """`raise` of a stored exception; None is a TypeError."""
    try:
        raise keep(x)
    except TypeError as e:
        return "t " + str(e)
    except (ValueError, KeyError) as e:
        return "v " + str(e)


@programs.staged(*NUMBERS_2)
def classes_of_what_may_be_none(x):
    """`isinstance`, also with a union, and `callable` of an exception or None."""
    e = keep(x)
    return (
        isinstance(e, (CodeError, type(None))),
        isinstance(e, Exception),
        callable(e),
        isinstance(e, CodeError | KeyError),
    )


@programs.staged(*NUMBERS_2)
def kept_with_else_and_finally(x):
    """An exception is stored by a `try` with `else` and `finally` in a loop."""
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


@programs.staged(*NUMBERS_2)
def kept_by_a_loop_of_the_run(x):
    """A dynamic loop appends exceptions to a list; the first is shown."""
    errs = []
    while x > 0:
        try:
            if x % 2:
                raise CodeError(x)
        except CodeError as e:
            errs.append(e)
        x -= 1
    return [0], len(errs), str(errs[0]) if errs else ""


@programs.staged(T(3))
def returned_by_the_decorated_function(x):
    """A caught exception cannot be returned from a staged function."""
    err = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        err = e
    return err


@programs.staged(T(3))
def which_exception_it_is(x):
    """`is` between two names of a caught exception cannot be staged."""
    a = b = None
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        a = e
        b = e
    return a is b


@programs.staged(T(0), T(3), T(5))
def one_that_is_made_before_and_raised_in_two_places(x):
    """One exception object is raised at two places of a loop."""
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


@programs.staged(T(0), T(3), T(5))
def one_that_is_made_before_and_caught_in_two_places(x):
    """One exception object is raised and caught by two `try` statements."""
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


@programs.staged(T(0), T(3))
def one_that_may_have_a_note_by_then(x):
    """Raising an exception that may have a note by then cannot be staged."""
    err = KeyError(3)
    try:
        if x > 0:
            raise err
    except KeyError as e:
        e.add_note("seen")
    raise err


@programs.staged(T(0), T(3))
def one_that_may_have_a_context_by_then(x):
    """`__context__` of an exception that may have been raised is not staged."""
    err = KeyError(3)
    try:
        try:
            6 // int(x)
        except ZeroDivisionError:
            raise err
    except KeyError:
        pass
    return err.__context__ is None


@programs.staged(T(0), T(3))
def one_that_may_have_a_cause_by_then(x):
    """`__cause__` of an exception that may have been raised cannot be staged."""
    err = KeyError(3)
    try:
        if x > 0:
            raise err from ValueError(1)
    except KeyError:
        pass
    return getattr(err, "__cause__", None) is None


# -- What cannot be staged


@programs.falls(T(1))
def the_text_of_a_traceback(n):
    """`traceback.format_exc` of a dynamic exception cannot be staged."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return traceback.format_exc().splitlines()[-1]
    return "n"


@programs.staged(T(1))
def the_exception_with_its_traceback(n):
    """`sys.exc_info` of a dynamic exception cannot be staged."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return sys.exc_info()[1] is None
    return True


@programs.staged(T(0), T(1))
def arguments_that_a_path_sets(n):
    """`args` of an exception assigned in a branch cannot be staged."""
    e = ValueError("a")
    if n > 0:
        e.args = ("b",)
    return e.args[0]


@programs.staged(T(0), T(1))
def a_cause_that_a_path_sets(n):
    """`__cause__` of an exception assigned in a branch cannot be staged."""
    e = ValueError("a")
    if n > 0:
        e.__cause__ = KeyError("b")
    return e.__cause__ is None


@programs.falls(T(1))
def a_stack_that_a_path_closes(n):
    """`close` of an ExitStack in a branch cannot be staged."""
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, "a")
        if n < 0:
            stack.close()
        log.append("b")
    return log


@programs.falls(T(1))
def a_stack_that_a_path_empties(n):
    """`pop_all` of an ExitStack in a branch cannot be staged."""
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, "a")
        if n < 0:
            stack.pop_all()
    return log


@programs.falls(T(1))
def a_stack_without_with(n):
    """`close` in a branch of an ExitStack used without `with` cannot be staged."""
    log = []
    stack = ExitStack()
    stack.callback(log.append, 1)
    if n < 0:
        stack.close()
    log.append(2)
    stack.close()
    return log


@programs.staged(T(0), T(1))
def the_exception_that_is_handled(n):
    """`sys.exception()` in the handler of a dynamic exception is not None."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return sys.exception() is None
    return True


@programs.staged(T(0), T(1))
def arguments_that_are_set(n):
    """`args` of an exception are assigned before a conditional `raise`."""
    e = ValueError("a")
    e.args = ("b", n)
    if n > 0:
        raise e
    return e.args[1]


@programs.staged(T(0), T(1))
def a_stack_that_is_closed(n):
    """`close` of an ExitStack runs its callback inside the `with` block."""
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, 1)
        stack.close()
        log.append(n)
    return log


@programs.staged(T(0), T(1))
def a_stack_that_is_emptied(n):
    """`pop_all` of an ExitStack defers its callback past the `with` block."""
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, 1)
        kept = stack.pop_all()
        log.append(n)
    kept.close()
    return log
