"""Causes, contexts and notes of exceptions."""

from __future__ import annotations

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Causes, contexts and notes

T = ag.constant

NUMBERS = (T(0.0), T(-1.0), T(1.0))


@programs.staged(*NUMBERS)
def raised_from_what_was_caught(x):
    """`raise ... from e` in a handler makes the caught exception the cause."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise ValueError("b") from e
    return x


@programs.staged(*NUMBERS)
def raised_in_a_handler(x):
    """A raise in a handler has the caught exception as its context."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise ValueError("b")
    return x


@programs.staged(*NUMBERS)
def raised_from_none(x):
    """`raise ... from None` in a handler suppresses the context."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise ValueError("b") from None
    return x


@programs.staged(*NUMBERS)
def a_cause_made_of_a_value(x):
    """The cause is an exception whose argument is a tensor."""
    if x > 0:
        raise ValueError("b") from KeyError(x)
    return x


@programs.staged(*NUMBERS)
def a_cause_with_text_of_a_value(x):
    """The cause's message is formatted from a tensor."""
    if x > 0:
        raise ValueError(x) from KeyError(f"{x}")
    return x


@programs.staged(*NUMBERS)
def what_was_caught_from_another(x):
    """A caught exception is raised again from a new cause."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise e from ValueError("why")
    return x


@programs.staged(*NUMBERS)
def what_was_caught_from_none(x):
    """A caught exception is raised again `from None`."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        raise e from None
    return x


@programs.staged(*NUMBERS)
def raised_in_a_handler_of_tracing(x):
    """The handler of an exception that always occurs raises conditionally."""
    try:
        raise KeyError("a")
    except KeyError as e:
        if x > 0:
            raise ValueError("b")
    return x


@programs.staged(*NUMBERS)
def raised_from_what_tracing_caught(x):
    """An exception that always occurs is the cause of a conditional one."""
    try:
        raise KeyError("a")
    except KeyError as e:
        if x > 0:
            raise ValueError("b") from e
    return x


@programs.staged(*NUMBERS)
def a_cause_that_may_be_none(x):
    """A handler tests `__cause__ is None` of an exception with a cause."""
    try:
        if x > 0:
            raise ValueError("a") from KeyError("k")
    except ValueError as e:
        if e.__cause__ is None:
            return x
        return x * 2
    return x


@programs.staged(*NUMBERS)
def what_a_cause_is_made_of(x):
    """A handler reads `__cause__.args` where only one of two raises has a cause."""
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


@programs.staged(*NUMBERS)
def the_class_of_a_context(x):
    """`isinstance` of `__context__` distinguishes two raises at run time."""
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


@programs.staged(*NUMBERS)
def whether_a_context_is_shown(x):
    """`__suppress_context__` distinguishes a raise `from None` at run time."""
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


@programs.staged(*NUMBERS)
def notes(x):
    """A handler adds two notes, one formatted from a tensor, and raises again."""
    try:
        if x > 0:
            raise KeyError(x)
    except KeyError as e:
        e.add_note("hello")
        e.add_note(f"x={x}")
        raise
    return x


@programs.staged(*NUMBERS)
def a_note_with_a_value_on_what_is_surely_raised(x):
    """A note formatted from a tensor on an exception that is always raised."""
    e = ValueError("m")
    e.add_note(f"n1 {x}")
    raise e


@programs.staged(*NUMBERS)
def a_note_of_tracing(x):
    """A constant note on a conditionally raised exception."""
    e = ValueError("m")
    e.add_note("n1")
    if x > 0:
        raise e
    return x


@programs.staged(*NUMBERS)
def a_note_with_a_value(x):
    """A note formatted from a tensor on a conditionally raised exception."""
    e = ValueError("m")
    e.add_note(f"n1 {x}")
    if x > 0:
        raise e
    return x


@programs.staged(*NUMBERS)
def arguments_of_two_lengths(x):
    """A handler indexes `args` that have one item or two."""
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


@programs.staged(*NUMBERS)
def text_of_two_lengths(x):
    """`str` of a caught exception with one argument or two."""
    try:
        if x > 0:
            raise ValueError(x)
        if x < 0:
            raise ValueError("a", x)
    except ValueError as e:
        return str(e)
    return "none"


@programs.staged(*NUMBERS)
def the_number_of_arguments(x):
    """`len(e.args)` depends on which raise was executed."""
    try:
        if x > 0:
            raise ValueError(x)
        if x < 0:
            raise ValueError("a", x)
    except ValueError as e:
        return len(e.args)
    return 0


@programs.staged(*NUMBERS)
def whether_there_are_arguments(x):
    """The truth value of `e.args` where one of two raises has no arguments."""
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


@programs.staged(*NUMBERS)
def raised_in_a_finally(x):
    """`finally` raises conditionally while another exception propagates."""
    try:
        if x > 0:
            raise KeyError("a")
    finally:
        if x > 0:
            raise ValueError("f")
    return x


@programs.staged(*NUMBERS)
def an_op_that_fails_in_a_handler(x):
    """An integer tensor divided by zero in `try` or in its handler yields 0."""
    try:
        if x > 0:
            raise KeyError("a")
        return 10 // ag.cast(x, ag.int32)
    except KeyError:
        return 10 // ag.cast(x - 1, ag.int32)
    return x


@programs.staged(*NUMBERS)
def a_cause_that_is_set(x):
    """A handler assigns `__cause__` and raises again."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        e.__cause__ = ValueError("c")
        raise
    return x


@programs.staged(*NUMBERS)
def a_cause_that_is_taken_away(x):
    """A handler clears `__cause__`, suppresses the context and raises again."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        e.__cause__ = None
        e.__suppress_context__ = True
        raise
    return x


@programs.staged(*NUMBERS)
def notes_that_are_read(x):
    """A handler joins the `__notes__` after adding one."""
    try:
        if x > 0:
            raise KeyError("a")
        if x < 0:
            raise KeyError
    except KeyError as e:
        e.add_note(f"x={x}")
        return "; ".join(e.__notes__)
    return ""


@programs.staged(*NUMBERS)
def whether_there_are_notes(x):
    """`hasattr(e, '__notes__')` of a caught exception without notes."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        return hasattr(e, "__notes__")
    return False


@programs.staged(*NUMBERS)
def a_cause_that_is_raised(x):
    """A handler raises the `__cause__` of the exception it caught."""
    try:
        if x > 0:
            raise ValueError("a") from KeyError("k")
    except ValueError as e:
        raise e.__cause__
    return x


@programs.staged(*NUMBERS)
def causes_of_causes(x):
    """The cause of a caught exception becomes the cause of a third one."""
    try:
        try:
            if x > 0:
                raise KeyError("a")
        except KeyError as e:
            raise ValueError("b") from e
    except ValueError as f:
        raise TypeError(f"{f} {f.__cause__} {f.__context__}") from f.__cause__
    return x


@programs.staged(*NUMBERS)
def a_handler_of_tracing_in_one_of_the_run(x):
    """A static `try` in a dynamic handler raises with a chain of contexts."""
    try:
        if x > 0:
            raise KeyError("a")
    except KeyError as e:
        try:
            raise ValueError("in")
        except ValueError:
            raise TypeError("t")
    return x


@programs.staged(*NUMBERS)
def a_cause_set_on_a_new_one(x):
    """A handler sets `__cause__` of a new exception and raises it."""
    try:
        if x > 0:
            raise KeyError(x)
    except KeyError as e:
        err = ValueError(f"from {e}")
        err.__cause__ = e
        raise err
    return x


@programs.staged(*NUMBERS)
def arguments_of_two_kinds(x):
    """`repr` of an exception of two classes and of its `args`."""
    try:
        if x > 0:
            raise KeyError(x)
        if x < 0:
            raise AssertionError("negative")
    except (KeyError, AssertionError) as e:
        return repr(e), repr(e.args)
    return "", ""


@programs.staged(T(1.0))
def a_note_on_one_path(x):
    """`add_note` on one branch only cannot be staged."""
    error = ValueError("m")
    if x > 0:
        error.add_note("positive")
    raise error


@programs.staged(T(1.0))
def an_attribute_with_a_value(x):
    """A tensor as attribute of an exception raised again cannot be staged."""
    try:
        raise ValueError("m")
    except ValueError as error:
        error.code = x
        if x > 0:
            raise
    return x


@programs.staged(T(1.0))
def notes_that_are_set(x):
    """Assigning `__notes__` of an exception caught at run time cannot be staged."""
    try:
        if x > 0:
            raise ValueError("m")
    except ValueError as error:
        error.__notes__ = ["n"]
        raise
    return x


@programs.staged(*NUMBERS)
def a_cause_that_is_no_exception(x):
    """Assigning an int to `__cause__` raises TypeError."""
    try:
        if x > 0:
            raise ValueError("m")
    except ValueError as error:
        error.__cause__ = 3
    return x


@programs.staged(*NUMBERS)
def a_note_that_is_no_text(x):
    """`add_note` of an int raises TypeError."""
    try:
        if x > 0:
            raise ValueError("m")
    except ValueError as error:
        error.add_note(3)
    return x


@programs.staged(*NUMBERS)
def notes_if_there_are_any(x):
    """`getattr(error, '__notes__', [])` after a conditional `add_note`."""
    try:
        if x > 0:
            raise ValueError("m")
    except ValueError as error:
        if x > 0:
            error.add_note("n")
        return len(getattr(error, "__notes__", []))
    return 0


@programs.staged(*NUMBERS)
def contexts_in_a_loop(x):
    """A loop chains exceptions: each caught one is the cause of the next."""
    last = ValueError("first")
    for i in ag.range(3):
        try:
            if x > ag.cast(i, ag.float32):
                raise ValueError(f"{i}") from last
        except ValueError as error:
            last = error
    raise last


@programs.staged(*NUMBERS)
def what_hangs_on_a_cause(x):
    """A cause has a cause of its own and notes from two handlers."""
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


# -- Causes that may be None

NUMBERS_2 = (T(-1.0), T(1.0))


@programs.staged(*NUMBERS_2)
def of_what_may_be_none_from_none(x):
    """An exception with a possibly None argument is raised `from None`."""
    v = None
    if x > 0:
        v = x
    raise ValueError(v, 1) from None


@programs.staged(*NUMBERS_2)
def of_what_may_be_none_with_a_note_from_another(x):
    """An exception with a possibly None argument has a note and a cause."""
    v = None
    if x > 0:
        v = x
    error = ValueError(v)
    error.add_note("n")
    raise error from KeyError(2)


@programs.staged(*NUMBERS_2)
def from_one_that_is_of_what_may_be_none(x):
    """The cause of an exception has a possibly None argument."""
    v = None
    if x > 0:
        v = int(x)
    raise ValueError("a") from KeyError(v, 2)


# -- The context of errors of operations

NUMBERS_3 = (T(0), T(-1), T(2))


@programs.staged(*NUMBERS_3)
def a_division(x):
    """A division by zero in a handler has the handled exception as its context."""
    try:
        raise KeyError("a")
    except KeyError:
        return 6 // int(x)


@programs.staged(*NUMBERS_3)
def an_index(x):
    """An index out of range in a handler has the handled exception as its context."""
    xs = [1, 2]
    try:
        {}["a"]
    except KeyError:
        return xs[x]


@programs.staged(*NUMBERS_3)
def after_the_handler(x):
    """A division by zero after the handler has no context."""
    try:
        raise KeyError("a")
    except KeyError:
        y = 1
    return 6 // int(x) + y


@programs.staged(*NUMBERS_3)
def the_same_op_before_and_after(x):
    """One division before, in and after a handler: each has its own context."""
    total = 0
    if x > 1:
        total = 6 // int(x)
    try:
        raise KeyError("a")
    except KeyError:
        total += 6 // int(x)
    return total + 6 // int(x)


@programs.staged(*NUMBERS_3)
def a_handler_in_a_handler(x):
    """A division in the handler of an exception that a handler raised."""
    try:
        try:
            raise KeyError("a")
        except KeyError:
            raise IndexError("b")
    except IndexError:
        return 6 // int(x)


@programs.staged(*NUMBERS_3)
def in_a_handler_of_a_handler(x):
    """A division in a handler nested in another handler chains both contexts."""
    try:
        raise KeyError("a")
    except KeyError:
        try:
            raise IndexError("b")
        except IndexError:
            return 6 // int(x)


@programs.staged(*NUMBERS_3)
def caught_in_the_handler(x):
    """A division's error caught in the handler is raised again as ValueError."""
    try:
        raise KeyError("a")
    except KeyError:
        try:
            return 6 // int(x)
        except ZeroDivisionError as error:
            raise ValueError(str(error))


@programs.staged(*NUMBERS_3)
def caught_and_raised_again(x):
    """A division's error caught in a handler is raised again by a bare `raise`."""
    try:
        raise KeyError("a")
    except KeyError:
        try:
            return 6 // int(x)
        except ZeroDivisionError:
            raise


@programs.staged(*NUMBERS_3)
def caught_around_and_raised_by_name(x):
    """A division's error caught by an outer `try` is raised again by name."""
    try:
        try:
            raise KeyError("a")
        except KeyError:
            return 6 // int(x)
    except ZeroDivisionError as error:
        raise error


@programs.staged(*NUMBERS_3)
def caught_around_and_another_one_fails(x):
    """A second division fails in the handler of the first one's error."""
    try:
        try:
            raise KeyError("a")
        except KeyError:
            return 6 // int(x)
    except ZeroDivisionError:
        return 5 % int(x)


@programs.staged(*NUMBERS_3)
def the_context_is_asked_for(x):
    """The program reads `__context__` of a division's error and its class."""
    try:
        try:
            raise KeyError("a")
        except KeyError:
            y = 6 // int(x)
    except ZeroDivisionError as error:
        return isinstance(error.__context__, KeyError), 0
    return False, y


@programs.staged(*NUMBERS_3)
def within_what_the_run_handles(x):
    """A handler nested in that of a division's error: a modulo by zero in both."""
    try:
        y = 6 // int(x)
    except ZeroDivisionError:
        try:
            raise KeyError("a")
        except KeyError:
            y = 5 % int(x)
    return y


@programs.staged(*NUMBERS_3)
def around_what_the_run_handles(x):
    """A handler around the handler of a division's error, where a modulo fails."""
    try:
        raise KeyError("a")
    except KeyError:
        try:
            y = 6 // int(x)
        except ZeroDivisionError:
            y = 5 % int(x)
    return y


@programs.staged(*NUMBERS_3)
def in_a_function_that_is_called(x):
    """A division in a called function's handler chains to the caller's handler."""

    def divide(value):
        try:
            raise IndexError("b")
        except IndexError:
            return 6 // int(value)

    try:
        raise KeyError("a")
    except KeyError:
        return divide(x)


@ag.function
def divide(value):
    return 6 // int(value)


@programs.staged(*NUMBERS_3)
def in_a_function_that_is_traced_by_itself(x):
    """A separately traced function called in a handler has the caller's context."""
    y = divide(x + 1)
    try:
        raise KeyError("a")
    except KeyError:
        return y + divide(x)


@programs.staged(*NUMBERS_3)
def in_a_recursion(x):
    """A recursive function called in a handler has its context; after it, none."""

    def down(n, value):
        if n > 0:
            return down(n - 1, value)
        return 6 // int(value)

    try:
        raise KeyError("a")
    except KeyError:
        y = down(x + 1, x)
    return y + down(x, x - 2)


@programs.staged(*NUMBERS_3)
def in_a_loop(x):
    """A division in a handler in a dynamic loop fails in one of the iterations."""
    total = 0
    for i in range(x + 2):
        try:
            raise KeyError("a")
        except KeyError:
            total += 6 // int(x - i)
    return total


class Bad(Exception):
    def __init__(self, first, second):
        super().__init__(first)
        self.second = second


@programs.staged(*NUMBERS_3)
def of_a_class_with_a_constructor(x):
    """The context is an exception of a class with its own constructor."""
    try:
        raise Bad(1, 2)
    except Bad:
        return 6 // int(x)


@programs.staged(*NUMBERS_3)
def from_a_cause(x):
    """The context of a division's error has a `__cause__` of its own."""
    try:
        raise KeyError("a") from ValueError("b")
    except KeyError:
        return 6 // int(x)


@programs.staged(*NUMBERS_3)
def in_finally_and_caught(x):
    """A division by zero in `finally` replaces the exception that passes through."""
    y = 0
    try:
        try:
            raise KeyError("a")
        finally:
            y = 6 // int(x)
    except KeyError:
        return y
    return y


@programs.staged(*NUMBERS_3)
def in_a_with(x):
    """A division by zero in `__exit__` has the block's exception as its context."""

    class Manager:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            self.found = 6 // int(x)
            return True

    manager = Manager()
    with manager:
        raise KeyError("a")
    return manager.found


@programs.falls(*NUMBERS_3)
def in_a_group(x):
    """A division by zero in an `except*` clause has the group as its context."""
    try:
        raise ExceptionGroup("g", [KeyError("a")])
    except* KeyError:
        y = 6 // int(x)
    return y


@programs.staged(*NUMBERS_3)
def in_a_branch(x):
    """A division in a branch of a handler has the handled exception as context."""
    try:
        raise KeyError("a")
    except KeyError:
        if x < 1:
            return 6 // int(x)
    return x


@programs.staged(*NUMBERS_3)
def raised_again_in_a_branch(x):
    """A bare `raise` in a branch of a handler."""
    try:
        raise KeyError("a")
    except KeyError:
        if x < 1:
            raise
    return x


@programs.staged(*NUMBERS_3)
def raised_by_name_in_a_branch(x):
    """A handler's branches raise the caught exception by name, or another one."""
    try:
        raise KeyError("a")
    except KeyError as error:
        if x < 1:
            raise error
        if x < 3:
            raise ValueError("b")
    return x


@programs.staged(*NUMBERS_3)
def what_is_handled_has_values_of_the_run(x):
    """A handled exception with dynamic `args` is the context of two failing ops."""
    try:
        raise ValueError(f"{x}", int(x))
    except ValueError as error:
        y = error.args[1] + 1
        return [6 // int(x), y][x]


@programs.staged(*NUMBERS_3)
def what_finally_goes_on_with_has_values_of_the_run(x):
    """`finally` may divide by zero while an exception with dynamic args passes."""
    y = 0
    try:
        try:
            raise KeyError(int(x))
        finally:
            y = 6 // int(x)
    except ZeroDivisionError as error:
        return repr(error.__context__), y
    except KeyError as error:
        return repr(error), y


@programs.staged(*NUMBERS_3)
def variables_and_lists_are_as_they_were(x):
    """A list changed in `try`, a failing `except` and `finally`."""
    xs = [int(x)]
    try:
        xs.append(int(x) + 1)
        raise KeyError(int(x))
    except KeyError:
        xs.append(6 // int(x))
    finally:
        xs.append(9)
    return xs


@programs.staged(*NUMBERS_3)
def what_a_constructor_gives_it_is_asked_for(x):
    """A handler reads an attribute that the exception's constructor set."""
    try:
        raise Bad(1, second=int(x))
    except Bad as error:
        return error.second + 1


@programs.staged(*NUMBERS_3)
def raised_on_a_path_and_failing(x):
    """A handler raises IndexError on one path and divides by zero on the other."""
    try:
        raise KeyError(int(x))
    except KeyError:
        if x > 1:
            raise IndexError(int(x))
        return 6 // int(x)


@programs.staged(*NUMBERS_3)
def what_its_context_holds_is_asked_for(x):
    """`__context__` of a division's error has the dynamic args and attributes."""
    found = []
    for i in range(3):
        try:
            raise Bad(int(x) + i, second=i)
        except Bad as error:
            try:
                found.append(6 // (int(x) - error.second))
            except ZeroDivisionError as failed:
                found.append(failed.__context__.second)
                found.append(failed.__context__.args[0])
    return found


@programs.staged(*NUMBERS_3)
def a_mistake_is_handled(x):
    """The handler of an invalid `reshape` raises KeyError or divides by zero."""
    y = ag.constant([1, 2, 3])
    try:
        ag.reshape(y, [2, 2])
    except ValueError:
        if x > 1:
            raise KeyError("a")
        return 6 // int(x)


@programs.staged(T([1, 2]), T([3]), T([]))
def missing_in_a_list(xs):
    """`list.remove` of a missing value in a handler raises with a context."""
    found = []
    for x in xs:
        found.append(int(x))
    try:
        raise KeyError("a")
    except KeyError:
        found.remove(1)
    return found


@programs.staged((T(3.0), T([1.0, 2.0])))
def shapes_that_do_not_fit(x, y):
    """A `reshape` to an unfitting dynamic shape in a handler has a context."""
    try:
        raise KeyError("a")
    except KeyError:
        return ag.reshape(y, [int(x)])
