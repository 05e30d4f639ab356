"""`sys.exception` and its like in handlers, and `raise` of classes that the run chooses."""

from __future__ import annotations

import logging
import sys
import traceback

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EITHER = T(1), T(-1)
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_shows_the_exception_is_refused = refused.refusal_test()


def text_of_it():
    return str(sys.exception())


class OwnError(Exception):
    def __init__(self, n=3):
        super().__init__(n)
        self.n = n


@rows.on(*EITHER)
def in_a_handler(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return str(sys.exception())
    return "n"


@rows.on(*EITHER)
def in_a_function_that_a_handler_calls(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return text_of_it()
    return "n"


@rows.on(*EITHER)
def in_a_handler_within(n):
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


@rows.on(*EITHER)
def where_nothing_is_handled(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        n = 5
    return sys.exception() is None, sys.exc_info(), n


@rows.on(*EITHER)
def of_what_tracing_raises(n):
    try:
        raise ValueError("a")
    except ValueError:
        return traceback.format_exc().splitlines()[-1], n


@refused.on(*EITHER)
def the_text_of_a_traceback(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return traceback.format_exc().splitlines()[-1]
    return "n"


@refused.on(*EITHER)
def what_is_handled(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return sys.exc_info()[1] is None
    return False


@refused.on(*EITHER)
def logged(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        logging.getLogger("tests").exception("x")
    return n


@refused.on(*EITHER)
def logged_as_an_error(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        logging.error("x", exc_info=True)  # noqa: G201, LOG015
    return n


@refused.on(*EITHER)
def shown_by_a_function(n):
    found = None
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError as error:
        found = error
    if found is not None:
        return "".join(traceback.format_exception_only(found))
    return "n"


@rows.on(*EITHER)
def a_class(x):
    kind = ValueError if x > 0 else KeyError
    raise kind


@rows.on(*EITHER)
def a_class_from_none(x):
    kind = ValueError if x > 0 else KeyError
    raise kind from None


@rows.on(*EITHER)
def a_class_as_cause(x):
    kind = ValueError if x > 0 else KeyError
    raise RuntimeError("q") from kind


@rows.on(*EITHER)
def a_class_that_is_caught(x):
    kind = ValueError if x > 0 else KeyError
    try:
        raise kind
    except ValueError:
        return "v"
    except KeyError:
        return "k"
    except TypeError:
        return "t"


@rows.on(*EITHER)
def a_cause_that_is_there(x):
    kind = ValueError if x > 0 else KeyError
    try:
        raise TypeError("a") from kind
    except TypeError as error:
        return error.__cause__ is None


@rows.on(*EITHER)
def an_own_class(x):
    kind = OwnError if x > 0 else KeyError
    try:
        raise kind
    except OwnError as error:
        return error.n
    except KeyError as error:
        return len(error.args)


@rows.on(*EITHER)
def a_class_and_what_is_none(x):
    kind = OwnError if x > 0 else int
    raise kind


@rows.on(*EITHER)
def a_class_from_a_class(x):
    kind = ValueError if x > 0 else KeyError
    other = TypeError if x > 0 else IndexError
    try:
        raise kind from other
    except (ValueError, KeyError) as error:
        return str(error)


@rows.on(*EITHER)
def functions_are_none(x):
    kind = (lambda: 3) if x > 0 else abs
    raise kind


@rows.on(*map(T, (1, -1, 2, 3)))
def a_class_in_a_loop(x):
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


@rows.on(*EITHER)
def parts_of_what_no_place_raises(x):
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
