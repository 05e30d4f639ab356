"""What is refused of exceptions: what no graph has of them, or could put back."""

# Programs under test are written as users write them.

import sys
import traceback
from contextlib import ExitStack

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
staged = Rows()


@rows.on(T(1))
def the_text_of_a_traceback(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return traceback.format_exc().splitlines()[-1]
    return "n"


@rows.on(T(1))
def the_exception_with_its_traceback(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return sys.exc_info()[1] is None
    return True


@rows.on(T(0), T(1))
def arguments_that_a_path_sets(n):
    e = ValueError("a")
    if n > 0:
        e.args = ("b",)
    return e.args[0]


@rows.on(T(0), T(1))
def a_cause_that_a_path_sets(n):
    e = ValueError("a")
    if n > 0:
        e.__cause__ = KeyError("b")
    return e.__cause__ is None


@rows.on(T(1))
def a_stack_that_a_path_closes(n):
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, "a")
        if n < 0:
            stack.close()
        log.append("b")
    return log


@rows.on(T(1))
def a_stack_that_a_path_empties(n):
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, "a")
        if n < 0:
            stack.pop_all()
    return log


@rows.on(T(1))
def a_stack_without_with(n):
    log = []
    stack = ExitStack()
    stack.callback(log.append, 1)
    if n < 0:
        stack.close()
    log.append(2)
    stack.close()
    return log


@staged.on(T(0), T(1))
def the_exception_that_is_handled(n):
    try:
        if n > 0:
            raise ValueError("a")
    except ValueError:
        return sys.exception() is None
    return True


@staged.on(T(0), T(1))
def arguments_that_are_set(n):
    e = ValueError("a")
    e.args = ("b", n)
    if n > 0:
        raise e
    return e.args[1]


@staged.on(T(0), T(1))
def a_stack_that_is_closed(n):
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, 1)
        stack.close()
        log.append(n)
    return log


@staged.on(T(0), T(1))
def a_stack_that_is_emptied(n):
    log = []
    with ExitStack() as stack:
        stack.callback(log.append, 1)
        kept = stack.pop_all()
        log.append(n)
    kept.close()
    return log


test_what_no_graph_has_is_refused = rows.refusal_test()
test_what_all_paths_do_is_staged = staged.test()
