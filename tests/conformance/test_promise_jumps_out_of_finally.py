"""Jumps out of `finally`, and errors raised there: they swallow what is on its way."""

# ruff: noqa: B012

from __future__ import annotations

from contextlib import contextmanager, suppress

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(3), T(0), T(-3), 3, 0)
def a_return(x):
    try:
        if x < 0:
            raise ValueError("negative")
        result = 1
    finally:
        if x == 0:
            return 2
    return result


@rows.on(T(3), T(0), T(-3), 0, -3)
def a_return_in_place_of_another_and_of_an_exception(x):
    try:
        if x < 0:
            raise ValueError("negative")
        return 1
    finally:
        if x != 0:
            return 2


@rows.on(T(3), T(0), T(-3), -3)
def a_break(x):
    n = 0
    for i in range(3):
        try:
            n += 1
            if i > x:
                raise ValueError("small")
        finally:
            if x > 0:
                break
    return n


@rows.on(T(3), T(0), T(-3), -3)
def a_continue(x):
    n = 0
    for i in range(3):
        try:
            n += 1
            if x < 0:
                raise ValueError("negative")
            n += 10
        finally:
            if i == 1 or x < 0:
                continue
            n += 100
        n += 1000
    return n


PAIRS = [(T(x), T(y)) for x in (-1, 0, 1, 2) for y in (0, 1)]


@rows.on(*PAIRS, (T(1), 1), (-1, T(1)))
def jumps_in_place_of_jumps(x, y):
    log = []
    for i in range(3):
        try:
            log.append(i)
            if x > 1:
                return "body", log
            if x < 0:
                raise ValueError(f"x is {x}")
            if x == 1:
                break
            log.append(10)
        except KeyError:
            log.append(99)
        else:
            log.append(20)
        finally:
            log.append(30)
            if y > 0:
                log.append(40)
                if i == 1:
                    return "final", log
                continue
            log.append(50)
        log.append(60)
    else:
        log.append(70)
    return "end", log


@rows.on(*PAIRS)
def in_staged_loops(x, y):
    log = []
    while True:
        try:
            x = x - 1
            if x < -3:
                raise KeyError("deep")
            for k in range(3):
                try:
                    if k == x:
                        break
                    log.append(k)
                finally:
                    if y > 0:
                        break
                    log.append(100 + k)
            else:
                log.append(7)
        finally:
            if x < -4 + y:
                break
            log.append(5)
    return log


@rows.on(*PAIRS)
def finally_in_finally(x, y):
    try:
        try:
            if x < 0:
                raise ValueError("a")
            return 1
        finally:
            if y > 0:
                raise KeyError("b")
    finally:
        if x == 0:
            return 7


@rows.on(*PAIRS)
def a_loop_in_finally(x, y):
    try:
        result = 10 // x
    finally:
        for j in range(3):
            if j == y:
                break
            if x < 0 and j == 2:
                return j
        else:
            return 33
    return result


@rows.on(*PAIRS)
def a_continue_before_a_break(x, y):
    n = 0
    while n < 3:
        n += 1
        try:
            if n == 1:
                continue
            if x > 0:
                return n
            n += abs(10 // x)
        finally:
            if y > 0:
                break
            n += 1
    return n


@rows.on(*PAIRS)
def always(x, y):
    try:
        raise ValueError("always")
    finally:
        return x + y


@rows.on(*PAIRS)
def a_try_in_finally(x, y):
    try:
        x = 10 // x
    finally:
        try:
            if y > 0:
                raise KeyError("in finally")
        except KeyError:
            return 5
        try:
            if x < 0:
                return 6
        finally:
            y = 1
    return y


@rows.on(T(1), T(-1), 1, -1)
def a_return_that_an_error_in_finally_discards(n):
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ValueError
    except ValueError:
        n += 1


@rows.on(*PAIRS, (1, 1))
def a_return_of_some_paths_that_an_op_in_finally_discards(x, y):
    try:
        try:
            if x > -1:
                return 16
        finally:
            y = 10 // y
    except ZeroDivisionError:
        y = 3


class Leaving:
    def __init__(self, n):
        self.n = n

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.n > 0:
            raise ValueError


@contextmanager
def leaving(n):
    yield
    if n > 0:
        raise ValueError


@rows.on(T(1), T(-1), 1, -1)
def a_return_that_the_inner_manager_discards(n):
    with suppress(ValueError), Leaving(n):
        return 16


@rows.on(T(1), T(-1), 1, -1)
def a_return_that_a_generator_discards(n):
    try:
        with leaving(n):
            return 16
    except ValueError:
        n += 1


@rows.on(T(1), T(-1), T(5), 1, -1)
def a_return_in_a_loop_that_an_error_discards(n):
    while n < 3:
        try:
            try:
                return n
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            n += 1


@rows.on(T(1), T(-1), 1, -1)
def a_break_and_a_continue_that_the_inner_manager_discards(n):
    log = []
    for k in range(3):
        with suppress(ValueError), Leaving(n - k):
            if k == 0:
                continue
            break
        log.append(k)
    return log


@rows.on(T(1), T(-1), 1, -1)
def a_return_that_a_break_discards(n):
    for _ in range(3):
        try:
            return 16
        finally:
            if n > 0:
                break


@rows.on(T(1), T(-1), T(3), 1, -1)
def a_return_that_a_continue_discards(n):
    while n < 3:
        n += 1
        try:
            return n
        finally:
            if n > 0:
                continue


@rows.on(T(1), T(-1), 1, -1)
def a_return_in_a_function_inside(n):
    def g():
        try:
            try:
                return 16
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            pass

    return g() is None


@rows.on(*PAIRS, (1, 1), (1, 0))
def a_return_that_the_finally_within_a_finally_discards(x, y):
    try:
        try:
            return 1
        finally:
            try:
                if x > 0:
                    return 2
            finally:
                if y > 0:
                    raise ValueError
    except ValueError:
        x = 0


@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_converted_code_without_a_graph_gives_the_same(function, args):
    plain = [int(each) for each in args]
    outcomes = [outcome(each, plain) for each in (ag.to_graph(function), function)]
    assert outcomes[0] == outcomes[1]


def outcome(function, args):
    try:
        return function(*args)
    except Exception as error:
        return type(error), str(error)
