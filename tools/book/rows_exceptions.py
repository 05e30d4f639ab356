"""`try`, `raise`, `assert` and `with`, each with a small program.

The kind of a construct is not written here: it follows from a run of its program, see
`examples.py`. `tools/book/constructs.py` makes the pages from the rows.
"""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"
ZERO = "f(ag.constant(0))"

ERRORS = "Exceptions"
MANAGERS = "Context managers"

ROWS = (
    row(ERRORS, "`else` and `finally` of `try`", """
@ag.function
def f(x):
    log = ""
    try:
        assert x > 0
    except AssertionError:
        log += "except "
    else:
        log += "else "
    finally:
        log += "finally"
    return log
""", INTEGER, NEGATIVE),
    row(ERRORS, "`finally` without a handler", """
@ag.function
def f(x):
    try:
        assert x > 0, "x must be positive"
    finally:
        ag.print("finally")
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "several `except` clauses", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ValueError
        if x == 0:
            raise KeyError("zero")
        return x
    except (ValueError, TypeError):
        return -1
    except LookupError:
        return -2
""", INTEGER, NEGATIVE, ZERO),
    row(ERRORS, "`str(error)` in a handler", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ValueError(f"{int(x)} is negative")
    except ValueError as error:
        return str(error)
    return "fine"
""", INTEGER, NEGATIVE),
    row(ERRORS, "`type(error).__name__` in a handler", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise KeyError("negative")
        return f"{12 // int(x - 3)}"
    except (KeyError, ArithmeticError) as error:
        return f"{type(error).__name__}: {error}"
""", INTEGER, NEGATIVE),
    row(ERRORS, "assignments before an exception", """
@ag.function
def f(x):
    y = 0
    try:
        y = 10
        if x < 0:
            raise ValueError
        y = 20
    except ValueError:
        y += 1
    return y
""", INTEGER, NEGATIVE,
        note="The handler sees the assignments before the exception, and none after "
             "it."),
    row(ERRORS, "bare `raise` in a handler", """
@ag.function
def f(x):
    try:
        assert x > 0, "x must be positive"
    except AssertionError:
        ag.print("caught")
        raise
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "`raise ... from`", """
@ag.function
def f(x):
    try:
        assert x > 0
    except AssertionError as error:
        raise ValueError("not positive") from error
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "causes, contexts and notes of exceptions", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ValueError("negative") from KeyError(x)
        assert x > 0
    except (ValueError, AssertionError) as error:
        if error.__cause__ is None:
            error.add_note(f"x is {int(x)}")
            raise
        return error.__cause__.args[0] * 2
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "an op that raises in a handler", """
@ag.function
def f(x):
    try:
        raise KeyError("a")
    except KeyError:
        return 6 // int(x)
""", INTEGER, "f(ag.constant(0))", ops="floor_divide",
        note="The `__context__` of its exception is the exception that is being "
             "handled."),
    row(ERRORS, "exceptions with different numbers of arguments", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ValueError("negative", x)
        if x == 0:
            raise ValueError(x)
    except ValueError as error:
        return len(error.args), str(error)
    return 0, ""
""", INTEGER, NEGATIVE),
    row(ERRORS, "user-defined exception classes", """
class Negative(ValueError):
    pass

@ag.function
def f(x):
    if x < 0:
        raise Negative(int(x))
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "exceptions from a called function", """
def checked(x):
    if x < 0:
        raise ValueError("negative")
    return x

@ag.function
def f(x):
    try:
        return checked(x)
    except ValueError:
        return 0
""", INTEGER, NEGATIVE),
    row(ERRORS, "`try` in a staged loop, with `continue` and `break`", """
@ag.function
def f(xs):
    total = 0
    for x in xs:
        try:
            if x < 0:
                raise ValueError
            if x > 100:
                break
        except ValueError:
            continue
        total += x
    return total
""", "f(ag.constant([1, -5, 2, 101, 7]))"),
    row(ERRORS, "nested `try`", """
@ag.function
def f(x):
    try:
        try:
            if x < 0:
                raise ValueError
            if x == 0:
                raise KeyError
        except KeyError:
            return 10
    except ValueError:
        return 20
    return x
""", INTEGER, NEGATIVE, ZERO),
    row(ERRORS, "a Python `KeyError` under a tensor condition", """
@ag.function
def f(x):
    if x < 0:
        return {}["missing"]
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "`error.args` and attributes of a caught exception", """
class Rejected(ValueError):
    def __init__(self, code, why):
        super().__init__(f"{why}: {code}")
        self.code = code

@ag.function
def f(x):
    try:
        if x < 0:
            raise Rejected(int(x), "negative")
        if x > 2:
            raise OverflowError("large", int(x))
    except Rejected as error:
        return error.code, error.args[0]
    except OverflowError as error:
        return error.args[1], error.args[0]
    return 0, "nothing"
""", INTEGER, NEGATIVE),
    row(ERRORS, "an exception used after its handler", """
@ag.function
def f(x):
    kept = None
    try:
        assert x > 0, "x must be positive"
    except AssertionError as error:
        kept = error
    return 0 if kept is None else 1
""", INTEGER, NEGATIVE),
    row(ERRORS, "array writes before an exception", """
import numpy as np

@ag.function
def f(x):
    y = np.zeros(3)
    try:
        y[0] = x
        if x < 0:
            raise ValueError
        y[1] = x
    except ValueError:
        y[2] = -x
    return y
""", INTEGER, NEGATIVE),
    row(ERRORS, "`except*`", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ValueError("x is negative")
    except* ValueError:
        x = -x
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "`ExceptionGroup`", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ExceptionGroup("two", [ValueError(x), KeyError("k")])
    except* ValueError as group:
        x = group.exceptions[0].args[0] * 10
    return x
""", INTEGER, NEGATIVE),
    row(MANAGERS, "`with` around staged code", """
import contextlib

@ag.function
def f(x):
    with contextlib.nullcontext(10) as offset:
        if x > 0:
            x += offset
    return x
""", INTEGER, NEGATIVE,
        note="A context manager of your own is converted. One of a library is entered "
             "and exited while tracing if the body does nothing at run time."),
    row(MANAGERS, "user-defined context managers with state", """
class Doubled:
    def __init__(self):
        self.factor = 1
    def __enter__(self):
        self.factor = 2
        return self
    def __exit__(self, *about):
        self.factor = 1

@ag.function
def f(x):
    doubled = Doubled()
    with doubled:
        y = x * doubled.factor if x > 0 else x
    return y, y * doubled.factor
""", INTEGER),
    row(MANAGERS, "`contextlib.suppress` of a staged exception", """
import contextlib

@ag.function
def f(x):
    with contextlib.suppress(ValueError):
        if x < 0:
            raise ValueError("x is negative")
        return x
    return 0
""", INTEGER, NEGATIVE),
    row(MANAGERS, "`__exit__` that suppresses a staged exception", """
class Forgiving:
    def __enter__(self):
        return self
    def __exit__(self, kind, error, traceback):
        return kind is not None and issubclass(kind, ValueError)

@ag.function
def f(x):
    with Forgiving():
        if x < 0:
            raise ValueError("x is negative")
        return x
    return 0
""", INTEGER, NEGATIVE),
    row(MANAGERS, "unconverted context managers and staged exceptions", """
import unittest

@ag.function
def f(x):
    with unittest.TestCase().assertRaises(ValueError):
        if x < 0:
            raise ValueError("x is negative")
        return x
    return 0
""", NEGATIVE),
    row(MANAGERS, "`contextlib.ExitStack`, `closing` and the like", """
import contextlib

@ag.function
def f(x):
    seen = []
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(ValueError))
        stack.callback(seen.append, "tidied up")
        if x < 0:
            raise ValueError("x is negative")
        seen.append("done")
    return seen
""", INTEGER, NEGATIVE),
    row(MANAGERS, "`contextlib.contextmanager` that handles a staged exception", """
import contextlib

@contextlib.contextmanager
def zero_on(kind, seen):
    try:
        yield
    except kind as error:
        seen.append(str(error))

@ag.function
def f(x):
    seen = []
    with zero_on(ValueError, seen):
        if x < 0:
            raise ValueError(f"{x} is negative")
        return x, seen
    return 0, seen
""", INTEGER, NEGATIVE),
    row(MANAGERS, "`with` under a tensor condition", """
import contextlib

@contextlib.contextmanager
def logged(name):
    ag.print("enter", name)
    yield
    ag.print("leave", name)

@ag.function
def f(x):
    if x > 0:
        with logged("positive"):
            x += 1
    return x
""", INTEGER, NEGATIVE),
)  # fmt: skip
