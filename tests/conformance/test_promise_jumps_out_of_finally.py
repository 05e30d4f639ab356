"""`return`, `break` and `continue` out of `finally`: they swallow what is on its way."""

# ruff: noqa: B012

from __future__ import annotations

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
