"""`with` over managers of Python's library, and what ends in the graph's exceptions."""

from __future__ import annotations

import contextlib

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_is_pushed_on_some_paths_only_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert "ExitStack" in found.staged.error.message


class Door:
    """Notes in a list of its own when it is opened and left."""

    def __init__(self, value):
        self.value = value
        self.log = []

    def __enter__(self):
        self.log.append(self.value if self.value > 0 else -1)
        return self.value

    def __exit__(self, kind, error, trace):
        self.log.append(20 if kind is None else 30)
        return False

    def close(self):
        self.log.append(1 if self.value > 0 else 2)


class Passing(contextlib.AbstractContextManager[object]):
    def __exit__(self, kind, error, trace):
        return kind is ValueError


@rows.on(T(3), T(0), T(-1), 3, 0)
def closing_after_an_exception(x):
    door = Door(x)
    for i in range(2):
        try:
            with contextlib.closing(door) as same:
                y = 10 // (x - i) + (same is door)
        except ZeroDivisionError:
            y = -1
    return y, door.log


@rows.on(T(3), T(-1))
def an_abstract_manager(x):
    with Passing() as passing:
        if x < 0:
            raise ValueError("negative")
        return passing is not None, x
    return False, x - 1


@rows.on(T(3), T(0), T(-1), -1)
def callbacks_of_a_stack(x):
    log = []
    y = 0
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(log.append, 1)
            stack.callback(lambda: log.append(2))
            if x < 0:
                raise ValueError("negative")
            if x == 0:
                return 0, log
            log.append(3)
            y = 1
    except ValueError:
        y = 2
    return y, log


@rows.on(T(3), T(0), T(-1))
def pushed_between_exceptions(x):
    log = []
    with (
        contextlib.suppress(ValueError, ZeroDivisionError),
        contextlib.ExitStack() as s,
    ):
        s.callback(log.append, 1)
        if x < 0:
            raise ValueError("negative")
        s.callback(log.append, 2)
        log.append(10 // x)
    return log


@rows.on(T(3), T(0), T(-1))
def managers_of_a_stack(x):
    one, two = Door(x), Door(7)
    y = 1
    try:
        with contextlib.ExitStack() as stack:
            entered = stack.enter_context(one)
            stack.enter_context(two)
            stack.enter_context(contextlib.suppress(ZeroDivisionError))
            stack.enter_context(contextlib.nullcontext())
            if x < 0:
                raise KeyError(f"key {entered}")
            y = 10 // x
    except KeyError as error:
        return str(error), one.log, two.log
    return str(y), one.log, two.log


@rows.on(T(3), T(0), T(-1))
def a_function_of_a_stack_that_raises(x):
    log = []

    def tidy(kind, error, trace):
        log.append(5 if kind is None else 6)
        if kind is KeyError:
            raise RuntimeError("while tidying")
        return kind is ZeroDivisionError

    y = 1
    try:
        with contextlib.ExitStack() as stack:
            stack.push(tidy)
            if x < 0:
                raise KeyError("key")
            y = 10 // x
    except RuntimeError as error:
        return -1, log, isinstance(error.__context__, KeyError)
    return y, log, False


@rows.on(T(3), T(1), T(-1))
def jumps_out_of_a_stack(x):
    total = 0
    for i in range(3):
        with contextlib.ExitStack() as stack:
            value = stack.enter_context(Door(i))
            stack.enter_context(contextlib.suppress(ValueError))
            if x == i:
                break
            if x < 0:
                raise ValueError("negative")
            total += value + 1
            continue
        total += 100
    else:
        total += 1000
    return total


@rows.on(T(3), T(-1))
def a_stack_in_a_stack(x):
    log = []
    with contextlib.ExitStack() as outer, contextlib.suppress(KeyError):
        inner = outer.enter_context(contextlib.ExitStack())
        inner.callback(log.append, 1)
        outer.callback(log.append, 2)
        if x < 0:
            raise KeyError("key")
        log.append(3)
    return log


@refused.on(T(3), T(-1))
def pushed_on_some_paths(x):
    with contextlib.ExitStack() as stack:
        stack.callback(int)
        if x > 1:
            stack.callback(int)
        if x < 0:
            raise ValueError("negative")
    return x


@refused.on(T(1), T(-1))
def closed_on_a_path(x):
    log = []
    with contextlib.ExitStack() as stack:
        stack.callback(log.append, "a")
        if x < 0:
            stack.close()
        log.append("b")
    return log


@refused.on(T(1), T(-1))
def emptied_on_a_path(x):
    log = []
    with contextlib.ExitStack() as stack:
        stack.callback(log.append, "a")
        if x < 0:
            stack.pop_all()
    return log


@refused.on(T(1), T(-1))
def entered_on_a_path(x):
    log = []
    with contextlib.ExitStack() as stack:
        if x < 0:
            stack.enter_context(contextlib.suppress(ValueError))
        log.append("b")
    return log


@refused.on(T(1), T(-1))
def pushed_in_a_loop(x):
    log = []
    with contextlib.ExitStack() as stack:
        for i in range(x):
            stack.callback(log.append, i)
    return log


@rows.on(T(1), T(-1))
def closed_on_all_paths(x):
    log = []
    stack = contextlib.ExitStack()
    stack.callback(log.append, 1)
    stack.callback(log.append, x)
    stack.close()
    log.append(2)
    stack.close()
    return log


@rows.on(T(1), T(-1))
def closed_with_an_error(x):
    log = []

    def refuse():
        if x > 0:
            raise ValueError

    stack = contextlib.ExitStack()
    stack.callback(log.append, 1)
    stack.callback(refuse)
    try:
        stack.close()
    except ValueError:
        log.append(2)
    return log


@rows.on(T(1), T(-1))
def closed_within(x):
    log = []
    with contextlib.ExitStack() as stack:
        stack.callback(log.append, 0)
        stack.close()
        log.append(x)
    return log


@rows.on(T(1), T(-1))
def made_and_emptied_in_a_branch(x):
    log = []
    if x > 0:
        stack = contextlib.ExitStack()
        stack.callback(log.append, 1)
        other = stack.pop_all()
        stack.close()
        log.append(2)
        other.close()
    return log


@contextlib.contextmanager
def _counted(log):
    yield len(log)


@contextlib.contextmanager
def _logged(log):
    log.append(1)
    try:
        yield log
    finally:
        log.append(2)


@rows.on(T(0), T(3))
def a_list_of_the_run_for_a_generator(n):
    log = []
    if n > 2:
        log.append(1)
    with _counted(log) as k:
        return k + 1


@rows.on(T(0), T(3))
def a_list_that_a_generator_and_a_loop_change(n):
    log = []
    for i in range(n):
        with _logged(log) as inner:
            inner.append(i)
    return log
