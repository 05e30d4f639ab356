"""`except` clauses, and what a handler sees."""

from __future__ import annotations

import logging
import sys
import traceback

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Handlers of exceptions raised at run time

T = ag.constant


class TooLargeError(ValueError):
    pass


def checked(x):
    if x > 3:
        raise TooLargeError("too large")
    return x


@programs.staged(T(3), T(-3))
def raised_and_caught(x):
    """A conditional `raise` is caught and a default assigned."""
    try:
        if x < 0:
            raise ValueError("negative")
        y = x
    except ValueError:
        y = 0
    return y


@programs.staged((T([1, 2]), T(1)), (T([1, 2]), T(9)))
def an_index(x, i):
    """The IndexError of a dynamic index of a tensor is caught."""
    try:
        y = x[i]
    except IndexError:
        y = -1
    return y


@programs.staged(T(3), T(0))
def division_of_python_numbers(n):
    """The ZeroDivisionError of a dynamic Python int is caught."""
    k = 0
    while k < n:
        k += 1
    try:
        y = 10 // k
    except ZeroDivisionError:
        y = -1
    return y


@programs.staged(T(3), T(0))
def a_value_nobody_uses(n):
    """A division by zero raises although its result is unused."""
    k = 0
    while k < n:
        k += 1
    try:
        10 // k
    except ZeroDivisionError:
        return 1
    return 2


@programs.staged(T(1), T(2), T(3), T(4))
def variables_as_they_are_where_it_is_raised(x):
    """A handler sees the value that a variable has where the exception is raised."""
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


@programs.staged(T(1), T(-1), T(-5))
def clauses_else_and_finally(x):
    """Two `except` clauses, `else` and `finally`, selected at run time."""
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


@programs.staged(T(2), T(9))
def in_a_loop(x):
    """`raise` and `continue` of a handler in a loop over `ag.range`."""
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


@programs.staged(T(2), T(9))
def around_a_loop(x):
    """A `raise` in a loop over `ag.range` is caught around it."""
    total = 0
    try:
        for i in ag.range(5):
            total += i
            if i == x:
                raise ValueError("v")
    except ValueError:
        return total + 100
    return total


@programs.staged(T(2), T(9))
def around_a_while_loop(x):
    """A `raise` in a `while` loop is caught around it; the counter has its value."""
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


@programs.staged(T(1), T(0), T(-1))
def raised_again(x):
    """A handler raises the exception again by a bare `raise`."""
    try:
        if x > 0:
            raise ValueError("v")
        if x < 0:
            raise KeyError("k")
    except ValueError:
        raise
    return x


@programs.staged(T(1), T(0))
def raised_again_by_name(x):
    """A handler raises the exception again by its name."""
    try:
        if x > 0:
            raise ValueError("v")
    except ValueError as error:
        raise error
    return x


@programs.staged(T(1), T(0))
def not_caught(x):
    """An `except` clause of another class does not catch the exception."""
    try:
        if x > 0:
            raise ValueError("v")
    except KeyError:
        return 1
    return 2


@programs.staged(T(5), T(1), T(-1))
def raised_by_a_function(x):
    """An exception of a called function is caught by its base class."""
    try:
        return checked(x) + 1
    except ValueError:
        return -1


@programs.staged(T(5), T(1))
def the_class_of_the_base_first(x):
    """Of two matching `except` clauses the first one catches."""
    try:
        checked(x)
    except Exception:
        return 1
    except TooLargeError:
        return 2
    return 3


@programs.staged(T(5), T(1), T(-1), T(-5))
def nested(x):
    """Nested `try` statements with `finally`; a handler raises for the outer one."""
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


@programs.staged(T(5), T(1))
def another_in_the_handler(x):
    """A handler raises another exception `from None`."""
    try:
        if x > 3:
            raise ValueError("v")
    except ValueError:
        raise KeyError("k") from None
    return x


@programs.staged(T(5), T(1))
def another_in_the_finally(x):
    """`finally` raises another exception in a branch."""
    try:
        if x > 3:
            raise ValueError("v")
    finally:
        if x > 4:
            raise KeyError("k")
    return x


@programs.staged(T(5), T(1))
def the_name_is_deleted(x):
    """The name of `except ... as` is unbound after its handler."""
    error = 1
    try:
        if x > 3:
            raise ValueError("v")
    except ValueError as error:
        pass
    return error


@programs.staged(T(5), T(1))
def assigned_in_the_body_only(x):
    """A variable assigned after a `raise` in a `try` is unbound if that raises."""
    try:
        if x > 3:
            raise ValueError("v")
        y = 1
    except ValueError:
        pass
    return y


@programs.staged(T(5), T(1))
def assigned_before_it_is_raised(x):
    """A handler returns a variable that the `try` assigned first."""
    try:
        y = x
        if x > 3:
            raise ValueError("v")
        z = 1
    except ValueError:
        return y
    return z


@programs.staged(T(5), T(1))
def an_assertion(x):
    """The AssertionError of a tensor condition is caught."""
    try:
        assert x < 3, "large"
    except AssertionError:
        return -x
    return x


@programs.staged(T(5), T(1))
def a_name_without_a_value(x):
    """The UnboundLocalError of a conditionally assigned variable is caught."""
    try:
        if x > 3:
            y = x
        z = y
    except UnboundLocalError:
        z = -1
    return z


@programs.staged(T(5), T(1))
def none_where_a_value_is_needed(x):
    """The TypeError of `None + 1` on one path is caught."""
    y = None
    if x > 3:
        y = x
    try:
        return y + 1
    except TypeError:
        return -1


@programs.staged(T(5), T(1), T(-1))
def jumps_out_of_every_part(x):
    """`break`, `continue` and `return` out of the parts of a `try` in a loop."""
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


@programs.staged(T(5), T(1))
def python_exceptions_while_tracing(x):
    """KeyErrors of constant dicts, unconditional and in a branch, are caught."""
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


@programs.staged(T(5), T(1))
def nothing_may_be_raised(x):
    """`try` with `except`, `else` and `finally` where nothing raises."""
    try:
        y = x * 2
    except ValueError:
        y = 1
    else:
        y = y + 1
    finally:
        y = y * 3
    return y


@programs.staged(T(5), T(0))
def a_handler_that_raises_what_another_catches(x):
    """A handler raises an exception that the outer handler catches."""
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


@programs.staged(T(5), T(0))
def a_loop_in_the_handler(x):
    """A handler with a dynamic `while` loop."""
    y = 0
    try:
        if x > 3:
            raise ValueError("v")
    except ValueError:
        while y < x:
            y += 2
    return y


@programs.staged(T(3), T(0))
def tried_until_it_works(x):
    """`while True` retries a `try` until its `break` is reached."""
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


@programs.staged((T([3, 0, 2]), T(0)), (T([3, 1, 2]), T(1)))
def sum_of_quotients(xs, default):
    """A loop over a tensor catches each division by zero."""
    total = 0
    for x in xs:
        n = int(x)
        try:
            total += 6 // n
        except ZeroDivisionError:
            total += default
    return total


@programs.staged(T(1), T(-1), T(0))
def causes(x):
    """`raise ... from` an exception, from None, and from what a handler caught."""
    try:
        if x > 0:
            raise KeyError("a")
        if x < 0:
            raise ValueError("plain") from None
        raise ValueError("static") from KeyError("c")
    except KeyError as error:
        raise ValueError(f"no {x}") from error


@programs.staged(T(1), T(-1))
def asked_what_was_caught(x):
    """`isinstance` of a caught exception, of two possible classes."""
    try:
        if x > 0:
            raise KeyError("a")
        raise ValueError("b")
    except Exception as error:
        if isinstance(error, (KeyError, IndexError)):
            return 1
        return 2


@programs.staged(T(3), T(0), T(-3))
def the_name_of_the_class(x):
    """Name, qualified name and module of the class of a caught exception."""
    try:
        if x > 0:
            raise TooLargeError("positive")
        y = 12 // int(x)
        raise KeyError(y)
    except (ValueError, ArithmeticError, LookupError) as error:
        kind = type(error)
        text = f"{type(error).__name__}: {error}"
        return text, error.__class__.__qualname__, kind.__module__ + "!"


@programs.falls(ag.constant(2), ag.constant(1))
def the_program_ends_on_another_path(n):
    """`sys.exit` in a loop, and another in a `try` that catches SystemExit."""
    for i in range(n):
        if i > 2:
            sys.exit("too many")
    try:
        if n > 1:
            sys.exit(int(n))
    except SystemExit as left:
        return left.code, n
    return 0, n


# -- The expression after except


def kinds(log):
    """Return what is caught, and log that it was asked."""
    log.append(1)
    return ValueError


@programs.staged(T(0), T(1), T(2), T(3))
def an_empty_tuple_catches_nothing(n):
    """`except ()` catches nothing."""
    try:
        if n > 2:
            raise ValueError("x")
    except ():
        return -1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def an_empty_tuple_and_an_op(n):
    """`except ()` does not catch the IndexError of a dynamic list index."""
    try:
        return [1, 2][n]
    except ():
        return -1


@programs.staged(T(0), T(1), T(2), T(3))
def classes_made_by_a_call(n):
    """A call in an `except` clause is evaluated only if something is raised."""
    log = []
    try:
        if n > 2:
            raise ValueError("x")
    except kinds(log):
        log.append(2)
    return log


@programs.staged(T(0), T(1), T(2), T(3))
def classes_are_asked_in_order(n):
    """Expressions of `except` clauses are evaluated in order until one matches."""
    log = []
    try:
        if n > 2:
            raise KeyError("x")
        if n > 0:
            raise ValueError("y")
    except kinds(log):
        log.append(2)
    except (log.append(3), KeyError)[1]:
        log.append(4)
    return log


@programs.staged(T(0), T(1), T(2), T(3))
def a_name_that_is_not_defined(n):
    """An undefined name after `except` raises NameError only if evaluated."""
    try:
        if n > 2:
            raise ValueError("x")
    except undefined_name:
        return 1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def a_name_that_is_not_defined_second(n):
    """An undefined name in a second `except` clause, reached by one path only."""
    try:
        if n > 2:
            raise ValueError("x")
        if n > 1:
            raise KeyError("x")
    except ValueError:
        return 2
    except undefined_name:
        return 1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def no_class(n):
    """`except` with a variable that is None raises TypeError if it is reached."""
    ig = None
    try:
        if n > 2:
            raise ValueError("x")
    except ig:
        return -1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def a_list_of_classes(n):
    """`except` with a list of classes raises TypeError if it is reached."""
    try:
        if n > 2:
            raise ValueError("x")
    except [ValueError]:
        return -1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def a_class_of_numbers(n):
    """`except` with `int` in its tuple raises TypeError if it is reached."""
    try:
        if n > 2:
            raise ValueError("x")
    except (ValueError, int):
        return -1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def a_tuple_in_the_tuple(n):
    """`except` with a nested tuple raises TypeError if it is reached."""
    try:
        if n > 2:
            raise ValueError("x")
    except (KeyError, (ValueError,)):
        return -1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def a_tuple_in_the_tuple_at_once(n):
    """`except` with a nested tuple raises TypeError for an unconditional `raise`."""
    try:
        raise ValueError("x")
    except (KeyError, (ValueError,)):
        return -1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def a_class_that_the_body_changes(n):
    """`except` reads a variable as the body of its `try` has reassigned it."""
    kind = KeyError
    try:
        kind = ValueError
        if n > 2:
            raise ValueError("x")
    except kind:
        return -1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def the_cause_is_there(n):
    """`raise ... from` a class selected at run time sets `__cause__`."""
    kind = ValueError if n > 2 else KeyError
    try:
        raise TypeError("a") from kind
    except TypeError as e:
        return e.__cause__ is None


@programs.falls(T(0), T(1), T(2), T(3))
def star_classes_made_by_a_call(n):
    """A call in an `except*` clause is evaluated only if something is raised."""
    log = []
    try:
        if n > 2:
            raise ValueError("x")
    except* kinds(log):
        log.append(2)
    return log


@programs.falls(T(0), T(1), T(2), T(3))
def star_no_class(n):
    """`except* None` raises TypeError if it is reached."""
    log = []
    try:
        if n > 2:
            raise ValueError(1)
    except* None:
        log.append(2)
    return log


@programs.falls(T(0), T(1), T(2), T(3))
def star_an_empty_tuple_and_a_tuple_in_one(n):
    """`except* ()` catches nothing; a nested tuple in the next clause raises."""
    x = 4
    try:
        if n > 2:
            raise ValueError(1)
    except* ():
        x = 2
    except* (ValueError, (KeyError,)):
        x = 3
    return x


@programs.falls(T(0), T(1), T(2), T(3))
def star_groups(n):
    """`except*` with a class of groups raises TypeError if it is reached."""
    x = 0
    try:
        if n > 2:
            raise ExceptionGroup("x", [KeyError("a"), ValueError("b")])
        if n > 1:
            raise KeyError("x")
    except* (KeyError, BaseExceptionGroup):
        x = 2
    return x


@programs.staged(T(0), T(1), T(2), T(3))
def classes_by_a_property(n):
    """A property in an `except` clause is read only if something is raised."""

    class Reader:
        @property
        def kinds(self):
            log.append(1)
            return KeyError

    log = []
    try:
        try:
            if n > 2:
                raise ValueError("x")
            if n > 1:
                raise KeyError("x")
        except Reader().kinds:
            log.append(2)
    except ValueError:
        log.append(3)
    return log


@programs.staged(T(0), T(1), T(2), T(3))
def a_class_out_of_a_list(n):
    """`except` with a class taken from a list by a dynamic index."""
    kinds = [ValueError, KeyError]
    try:
        if n > 0:
            raise KeyError("x")
    except kinds[n - 1]:
        return 1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def classes_that_raise(n):
    """A call in an `except` clause raises an exception of its own."""

    def bad():
        raise RuntimeError("bad")

    try:
        if n > 0:
            raise KeyError("x")
    except bad():
        return 1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def classes_that_may_raise(n):
    """A call in an `except` clause raises on one path and gives a class otherwise."""

    def bad():
        if n > 1:
            raise RuntimeError("bad")
        return KeyError

    try:
        if n > 0:
            raise KeyError("x")
    except bad():
        return 1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def an_empty_tuple_first(n):
    """`except ()` before a matching clause, with `else` and `finally`."""
    x = 0
    try:
        if n > 0:
            x = 1
            raise KeyError("x")
        x = 2
    except ():
        x = 3
    except KeyError:
        x += 10
    else:
        x += 100
    finally:
        x += 1000
    return x


@programs.staged(T(0), T(1), T(2), T(3))
def classes_by_iteration(n):
    """`except` with a class that depends on the loop index."""
    kinds = [ValueError, KeyError]
    t = 0
    for i in range(n):
        try:
            if i == 1:
                raise KeyError("k")
            if i == 0:
                raise ValueError("k")
            t += 1
        except kinds[i % 2]:
            t += 10
    return t


@programs.staged(T(0), T(1), T(2), T(3))
def a_conditional_expression(n):
    """`except` with a conditional expression, within an outer handler."""
    try:
        try:
            if n > 1:
                raise ValueError("a")
        except KeyError if n > 2 else ValueError:
            return "in"
    except ValueError as e:
        return "out" + str(e)
    return "none"


# -- sys.exception() and raise of classes selected at run time

EITHER = T(1), T(-1)


def text_of_it():
    return str(sys.exception())


class OwnError(Exception):
    def __init__(self, n=3):
        super().__init__(n)
        self.n = n


@programs.staged(*EITHER)
def in_a_handler(n):
    """`str(sys.exception())` in a handler."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return str(sys.exception())
    return "n"


@programs.staged(*EITHER)
def in_a_function_that_a_handler_calls(n):
    """`sys.exception()` in a function that a handler calls."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return text_of_it()
    return "n"


@programs.staged(*EITHER)
def in_a_handler_within(n):
    """`sys.exception()` in a nested handler, and after it in the outer one."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        try:
            raise KeyError("k")
        except KeyError:
            first = text_of_it()
        return first + text_of_it()
    return "n"


@programs.staged(*EITHER)
def where_nothing_is_handled(n):
    """`sys.exception()` is None after the handler has ended."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        n = 5
    return sys.exception() is None, sys.exc_info(), n


@programs.staged(*EITHER)
def of_what_tracing_raises(n):
    """`traceback.format_exc` of an exception that is always raised."""
    try:
        raise ValueError("a")
    except ValueError:
        return traceback.format_exc().splitlines()[-1], n


@programs.falls(*EITHER)
def the_text_of_a_traceback(n):
    """`traceback.format_exc` of an exception of the graph cannot be staged."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return traceback.format_exc().splitlines()[-1]
    return "n"


@programs.staged(*EITHER)
def what_is_handled(n):
    """`sys.exc_info()` in the handler of a dynamic `raise` cannot be staged."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return sys.exc_info()[1] is None
    return False


@programs.falls(*EITHER)
def logged(n):
    """`Logger.exception` in the handler of a dynamic `raise` cannot be staged."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        logging.getLogger("tests").exception("x")
    return n


@programs.falls(*EITHER)
def logged_as_an_error(n):
    """`logging.error` with `exc_info=True` in a handler cannot be staged."""
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        logging.error("x", exc_info=True)
    return n


@programs.falls(*EITHER)
def shown_by_a_function(n):
    """`traceback.format_exception_only` of a caught exception is not staged."""
    found = None
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError as error:
        found = error
    if found is not None:
        return "".join(traceback.format_exception_only(found))
    return "n"


@programs.staged(*EITHER)
def a_class(x):
    """`raise` of an exception class selected at run time."""
    kind = ValueError if x > 0 else KeyError
    raise kind


@programs.staged(*EITHER)
def a_class_from_none(x):
    """`raise ... from None` of an exception class selected at run time."""
    kind = ValueError if x > 0 else KeyError
    raise kind from None


@programs.staged(*EITHER)
def a_class_as_cause(x):
    """`raise ... from` an exception class selected at run time."""
    kind = ValueError if x > 0 else KeyError
    raise RuntimeError("q") from kind


@programs.staged(*EITHER)
def a_class_that_is_caught(x):
    """A raised class selected at run time reaches the handler that matches."""
    kind = ValueError if x > 0 else KeyError
    try:
        raise kind
    except ValueError:
        return "v"
    except KeyError:
        return "k"
    except TypeError:
        return "t"


@programs.staged(*EITHER)
def a_cause_that_is_there(x):
    """`__cause__` is set by `from` a class selected at run time."""
    kind = ValueError if x > 0 else KeyError
    try:
        raise TypeError("a") from kind
    except TypeError as error:
        return error.__cause__ is None


@programs.staged(*EITHER)
def an_own_class(x):
    """`raise` instantiates a user class with defaults, selected at run time."""
    kind = OwnError if x > 0 else KeyError
    try:
        raise kind
    except OwnError as error:
        return error.n
    except KeyError as error:
        return len(error.args)


@programs.staged(*EITHER)
def a_class_and_what_is_none(x):
    """`raise` of an exception class or of `int`, which is a TypeError."""
    kind = OwnError if x > 0 else int
    raise kind


@programs.staged(*EITHER)
def a_class_from_a_class(x):
    """Both the raised class and its cause are selected at run time."""
    kind = ValueError if x > 0 else KeyError
    other = TypeError if x > 0 else IndexError
    try:
        raise kind from other
    except (ValueError, KeyError) as error:
        return str(error)


@programs.staged(*EITHER)
def functions_are_none(x):
    """`raise` of a function selected at run time is a TypeError."""
    kind = (lambda: 3) if x > 0 else abs
    raise kind


@programs.staged(*map(T, (1, -1, 2, 3)))
def a_class_in_a_loop(x):
    """A loop raises and catches exception classes selected at run time."""
    result = 0
    for k in range(3):
        kind = ValueError if x > k else KeyError
        try:
            if k != x:
                raise kind
        except ValueError:
            result += 1
        except LookupError:
            result += 10
    return result


class KeptError(Exception):
    def __init__(self, kept):
        super().__init__(kept)
        self.kept = kept


@programs.staged(*EITHER)
def parts_of_what_no_place_raises(x):
    """Handlers read attributes of exceptions that nothing raises."""
    try:
        if x > 0:
            raise ValueError("a")
    except OSError as error:
        return error.errno
    except KeptError as error:
        return error.kept + 5
    except ValueError:
        return 7
    return x


@programs.staged(T(3), T(-3))
def attributes_of_the_class_of_what_is_caught(x):
    """A handler reads `__mro__` of the class of one of two exceptions."""
    try:
        if x > 0:
            raise ValueError("positive")
        raise TypeError("negative")
    except (ValueError, TypeError) as error:
        return len(error.__class__.__mro__)
