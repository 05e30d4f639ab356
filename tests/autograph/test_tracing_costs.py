"""What tracing costs grows with what is traced, and no faster: calls are counted."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import autograph as ag

pytestmark = pytest.mark.long

FEW, MANY = 20, 60


class Thing:
    """Something that blocks can reach."""

    def __init__(self):
        self.value = 0.0


def plain(x, n):
    for _ in range(n):
        x = x * 1.01 + 0.5
    return x


def branches(x, n):
    for i in range(n):
        if ag.reduce_sum(x) > i:
            x = x * 1.01
    return x


def writes(x, n):
    y = np.array(x)
    for i in range(n):
        y[(i + 1) % 4] = y[i % 4] * 0.5
    return y


def writes_in_branches(x, n):
    y = np.array(x)
    for i in range(n):
        if y[i % 4] > i:
            y[(i + 1) % 4] = y[i % 4] * 0.5
    return y


def updates_in_branches(x, n):
    y = x * 1.0
    for i in range(n):
        if ag.reduce_sum(x) < i:
            break
        y += x
    return y


def lists(x, n):
    found = []
    for i in range(n):
        if ag.reduce_sum(x) > i:
            found.append(x)
        x = x * 1.01
    return ag.reduce_sum(x) + len(found)


def calls_of(program, n):
    """Return how many calls tracing takes, those of C included."""
    x = ag.constant(np.arange(4.0))
    count = 0

    def listen(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    staged = ag.function(program)
    before = sys.getprofile()
    sys.setprofile(listen)
    try:
        staged.get_concrete_function(x, n)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    "program",
    [plain, branches, writes, writes_in_branches, updates_in_branches, lists],
)
def test_tracing_is_linear_in_what_is_traced(program):
    calls_of(program, 1)  # converts
    least, few, many = (calls_of(program, n) for n in (1, FEW, MANY))
    each = (few - least) / (FEW - 1)
    # A part that is quadratic would show: three times as many take three times as long.
    assert many - least < 1.35 * each * (MANY - 1)


def of_things(count):
    things = [Thing() for _ in range(count)]

    def program(x, n):
        for i in range(n):
            if ag.reduce_sum(x) > i:
                things[i].value = ag.reduce_sum(x)
                x = x * 1.01
        return x

    return program


def test_what_blocks_can_reach_is_looked_at_at_a_known_cost():
    small, large = of_things(100), of_things(600)
    calls_of(small, 1)
    blocks = 2 * 4
    more = calls_of(large, 4) - calls_of(small, 4)
    assert more < 20 * 500 * blocks


def functions_with_a_table(x, n):
    table, made, total = list(range(n)), [], 0.0
    try:
        for i in range(5):
            made.append(lambda k, i=i: table[k] + i)
            total += 1.0 / int(x[i % 4])
    except ZeroDivisionError:
        return -1.0
    return total


def test_what_functions_hold_is_not_looked_through_for_each_place_that_raises():
    few, many = (calls_of(functions_with_a_table, n) for n in (100, 2_000))
    assert many < few * 1.2
