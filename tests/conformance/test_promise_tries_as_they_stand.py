"""A `try` in code that runs as it stands, around what may raise in the run."""

from __future__ import annotations

import contextlib
import inspect
import traceback

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_seen_there_is_refused_at_the_line = refused.refusal_test()


class Taking:
    def __init__(self):
        self.left = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.left.append(kind is None)
        return True


@contextlib.contextmanager
def passing():
    try:
        yield
    except ZeroDivisionError:
        pass


@refused.on(T(3), T(0))
def a_generator(n):
    k = int(n)

    def g():
        try:
            yield 10 // k  # refused: g() runs as it stands, and has a `try` or `with`
        except ZeroDivisionError:
            yield -1

    total = 0
    for v in g():
        total += v
    return total


@refused.on(T(3), T(0))
def a_generator_that_would_handle_the_refusal(n):
    k = int(n)

    def g():
        try:
            yield 10 // k  # refused: around what may raise an exception
        except Exception:
            yield -1

    try:
        return next(g())
    except ZeroDivisionError:
        return 77


@refused.on(T(0))
def what_finally_does(n):
    k, log = int(n), []

    def g():
        try:
            yield 10 // k  # refused: around what may raise an exception
        finally:
            log.append(2)

    try:
        next(g())
    except ZeroDivisionError:
        pass
    return log


@refused.on(T(0))
def what_the_generator_calls(n):
    k = int(n)

    def divide(a):
        return a // k

    def g():
        try:
            yield divide(3)  # refused: around what may raise an exception
        except ZeroDivisionError:
            yield -1

    return next(g())


@ag.function
def halved(k):
    if k == 0:
        raise ZeroDivisionError("none")
    return 10 // k


@refused.on(T(0))
def a_traced_function_that_is_called(n):
    k = int(n)

    def g():
        try:
            yield halved(k)  # refused: around what may raise an exception
        except ZeroDivisionError:
            yield -1

    return next(g())


@rows.on(T(0), T(2))
def what_getattr_calls(n):
    k = int(n)

    def check(a):
        if k == 0:
            raise ValueError("none")
        return a

    class C:
        def __getattr__(self, name):
            try:
                return check(len(name))
            except ValueError:
                raise AttributeError(name) from None

    return getattr(C(), "abc", -1)


@refused.on(T(0))
def a_manager_of_ones_own(n):
    k, manager = int(n), Taking()

    def g(manager):
        with manager:
            yield 1 // k  # refused: around what may raise an exception
        yield 4

    return next(g(manager)), manager.left


@refused.on(T(0))
def managers_that_suppress(n):
    k = int(n)

    def g():
        with contextlib.suppress(ZeroDivisionError), passing():
            yield 1 // k  # refused: around what may raise an exception
        yield 4

    return next(g())


@refused.on(T(0))
def the_body_of_a_class(n):
    k = int(n)

    class C:
        try:
            a = 10 // k  # refused: around what may raise an exception
        except ZeroDivisionError:
            a = -1

    return C.a


@refused.on(T(3))
def what_may_be_none(n):
    a = None if n > 0 else 3

    def g():
        try:
            yield a + 1  # refused: around what may raise an exception
        except TypeError:
            yield 5

    return next(g())


@refused.on(T(3))
def what_may_have_no_value(n):
    if n < 0:
        z = 1

    def g():
        try:
            yield z  # refused: around what may raise an exception
        except NameError:
            yield 5

    return next(g())


@rows.on(T(3), T(0), np.int64(3), 3)
def what_raises_nothing_there(n):
    k, log = int(n), []

    def g():
        try:
            yield k * 2 + 1
        finally:
            log.append(1)

    return list(g()), log


@rows.on(T(3), T(0), 0)
def outside_of_the_try(n):
    k = int(n)

    def g():
        try:
            yield 1
        finally:
            pass
        yield 6 // k

    try:
        return sum(g())
    except ZeroDivisionError:
        return -1


@rows.on(T(3), 0)
def under_managers_of_ours(n):
    def g():
        with ag.name_scope("inside"):
            yield ag.constant([4, 5, 6, 7])[n]

    return next(g())


@rows.on(T(3), T(0))
def in_a_function_that_is_converted(n):
    k = int(n)

    def divide(a):
        try:
            return a // k
        except ZeroDivisionError:
            return -1

    def g():
        yield from map(divide, [1, 9])

    return list(g())


def test_a_refusal_that_was_suppressed_holds_no_generator():
    """Python 3.13.0 crashes on the frame of one that waits at its end."""

    def divide(n):
        k, manager = int(n), Taking()

        def g():
            with manager:
                yield 1 // k
            yield 4

        return next(g())

    with pytest.raises(ag.errors.UnstagedHandlerError) as caught:
        ag.function(divide)(T(0))
    codes = [frame.f_code for frame, _ in traceback.walk_tb(caught.value.__traceback__)]
    assert not any(code.co_flags & inspect.CO_GENERATOR for code in codes)
