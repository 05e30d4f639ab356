"""The promise, for objects, exceptions that are caught, and patterns: kept or refused.

A row may be refused today and agree tomorrow. What it must never do is give another
value or raise another exception than plain Python.
"""

# Programs under test are written as users write them.
# ruff: noqa: PERF401

import contextlib
import dataclasses

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_the_graph_agrees_or_refuses(function, args):
    found = check(function, *args)
    assert found.verdict is not Verdict.DIFFERS, str(found)
    if found.verdict is Verdict.REFUSED:
        assert found.staged.error.origin is not None
        assert found.staged.error.hint


@rows.on(T(3), T(0))
def list_that_grows(n):
    items = []
    for i in range(n):
        items.append(i * n)
    return ag.stack(items) if items else n


@rows.on(T(3), T(0))
def list_of_fixed_length(n):
    items = [n, n + 1]
    while n > 0:
        items[0] = items[0] + items[1]
        n -= 1
    return items


@rows.on(T(3), T(-3))
def append_in_a_branch(x):
    items = [1]
    if x > 0:
        items.append(x)
    return items


@rows.on(T(3), T(-3))
def dict_in_a_branch(x):
    table = {"a": x}
    if x > 0:
        table["a"] = x * 2
        table["b"] = x
    return table


@dataclasses.dataclass
class Point:
    x: object
    y: object = 1


@rows.on(T(3), T(-3))
def attribute_in_a_branch(x):
    p = Point(x)
    if x > 0:
        p.y = x * 3
    return p.x, p.y


@rows.on(T(3), T(0))
def attribute_in_a_loop(n):
    p = Point(n, 0)
    while p.x > 0:
        p.x -= 1
        p.y += p.x
    return p.x, p.y


@rows.on(T(3), T(0))
def attribute_by_a_method(n):
    class Sum:
        total = 0

        def add(self, k):
            self.total += k

    s = Sum()
    for i in range(n):
        s.add(i)
    return s.total


@rows.on(T(3), T(0))
def object_made_in_a_loop(n):
    total = 0
    while n > 0:
        p = Point(n)
        p.y = p.x * 2
        total += p.y
        n -= 1
    return total


@rows.on(T(3), T(-3))
def caught_exception(x):
    try:
        if x < 0:
            raise ValueError("negative")
        y = x
    except ValueError:
        y = x * 0
    return y


@rows.on(T(3), T(-3))
def finally_after_an_exception(x):
    log = [0]
    try:
        if x < 0:
            raise ValueError("negative")
    finally:
        log[0] = 1
    return x + log[0]


@rows.on((T(3), T(0)), (T(3), T(1)))
def caught_division(x, y):
    k = 0 if y == 0 else 2
    try:
        z = 7 // k
    except ZeroDivisionError:
        z = -1
    return x + z


@rows.on((T([1, 2, 3]), T(9)), (T([1, 2, 3]), T(1)))
def caught_index(v, i):
    try:
        return v[i]
    except IndexError:
        return v[0] - 1


@rows.on(T(3), T(-3))
def return_in_try(x):
    try:
        if x > 0:
            return x
    finally:
        x = x + 1
    return x


@rows.on(T(3), T(-3))
def return_in_with(x):
    with contextlib.nullcontext(2) as k:
        if x > 0:
            return x * k
        x = x - k
    return x


@rows.on(T(3), T(0))
def break_in_with(n):
    total = 0
    for i in range(n):
        with contextlib.nullcontext():
            if i == 2:
                break
            total += i
    return total


@rows.on(T(1), T(2), T(7))
def match_of_numbers(x):
    match x:
        case 1:
            y = 10
        case 2 | 3:
            y = 20
        case _:
            y = x
    return y


@rows.on((T(1), T(2)), (T(0), T(5)))
def match_of_a_sequence(x, y):
    match (x, y):
        case (0, z):
            return z
        case (z, 2):
            return z * 10
    return x


@rows.on(T(1), T(7))
def match_with_a_guard(x):
    match x:
        case y if y > 5:
            return y
    return x - 1


TOTAL = 0


@rows.on(T(3), T(0))
def global_changed_in_a_loop(n):
    global TOTAL
    TOTAL = 0
    for i in range(n):
        TOTAL += i
    return TOTAL


@rows.on(T(3), T(-3))
def nonlocal_changed_in_a_branch(x):
    count = 0

    def bump():
        nonlocal count
        count += 1
        return count

    if x > 0:
        bump()
        bump()
    return count


@rows.on(T(3), T(0))
def list_indexed_by_a_counter(n):
    items = [10, 20, 30]
    total = 0
    for i in range(n):
        total += items[i]
    return total
