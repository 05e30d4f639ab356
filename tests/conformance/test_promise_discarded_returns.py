"""Returns and jumps that what `finally` or a manager raises, or jumps, discards."""

# Programs under test are written as users write them.
# ruff: noqa: B007, B012

from contextlib import contextmanager, suppress

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


class Bad:
    """A manager that raises where it is left."""

    def __init__(self, n):
        self.n = n

    def __enter__(self):
        return self

    def __exit__(self, *args):
        if self.n > 0:
            raise ValueError


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_an_error(n):
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ValueError
    except ValueError:
        n += 1


@rows.on(T(-1), T(0), T(1), T(2))
def a_conditional_return_is_discarded(n):
    try:
        try:
            if n > -5:
                return 16
        finally:
            assert n < 0
    except AssertionError:
        n += 1


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_manager(n):
    with suppress(ValueError), Bad(n):
        return 16


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_in_a_loop_is_discarded(n):
    while n < 3:
        try:
            try:
                return n
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            n += 1


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_break(n):
    for _ in range(3):
        try:
            return 16
        finally:
            if n > 0:
                break


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_continue(n):
    while n < 3:
        n += 1
        try:
            return n
        finally:
            if n > 1:
                continue


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_of_an_inner_function_is_discarded(n):
    def g():
        try:
            try:
                return 1
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            pass

    return g() is None


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_generator(n):
    @contextmanager
    def m():
        yield 1
        if n > 0:
            raise ValueError

    try:
        with m():
            return 5
    except ValueError:
        pass


@rows.on(T(-1), T(0), T(1), T(2))
def a_break_is_discarded_by_an_error(n):
    for i in range(3):
        try:
            try:
                break
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            n += 1
    return i, n


@rows.on(T(-1), T(0), T(1), T(2))
def a_continue_is_discarded_by_an_error(n):
    t = 0
    for _ in range(3):
        try:
            try:
                continue
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            n -= 1
        t += 1
    return t, n


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_always_discarded(n):
    try:
        try:
            return 16
        finally:
            raise ValueError
    except ValueError:
        n += 1


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_on_a_path(n):
    try:
        if n > 0:
            try:
                return 16
            finally:
                raise ValueError
    except ValueError:
        pass
    n += 1
    if n > 3:
        return n


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_and_another_reached(n):
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ValueError
    except ValueError:
        return 3
    finally:
        n += 1


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_in_a_loop_with_else(n):
    for _ in range(3):
        try:
            return 16
        finally:
            if n > 0:
                break
    else:
        return 7
    n += 1


@rows.on(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_group(n):
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ExceptionGroup("a", [ValueError()])
    except* ValueError:
        n += 1


test_what_is_discarded_is_not_returned = rows.test()
