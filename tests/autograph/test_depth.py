"""Converted functions call each other as deep as Python lets the user's."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import autograph as ag
from tests.autograph import programs


@pytest.fixture(autouse=True)
def _limit():
    """The limit of recursion is the user's own, and is left as it was."""
    before = sys.getrecursionlimit()
    yield
    assert sys.getrecursionlimit() == before


def count(n):
    return 0 if n == 0 else 1 + count(n - 1)


def nested(n):
    for _ in range(1):
        try:
            if n > 0:
                return [1 + nested(n - 1) for _ in range(1)][0]
        finally:
            pass
    return 0


def endless(n):
    return endless(n + 1)


@pytest.mark.parametrize("function", [count, nested])
def test_converted_calls_are_as_deep_as_plain_ones(function):
    depth = 450  # Python 3.11 counts two frames for `nested`, with its comprehension
    assert function(depth) == depth
    assert ag.to_graph(function)(depth) == depth


def test_a_trace_is_as_deep():
    assert int(ag.function(lambda x: count(800) + x)(ag.constant(1))) == 801


MANY = 160
STEPS = "".join(f"    elif x == {i}:\n        y = {i * i}\n" for i in range(1, MANY))
LADDER = f"""
def ladder(x):
    if x == 0:
        y = 0
{STEPS}    else:
        y = -1
    return y
"""


def test_blocks_in_blocks_have_room():
    ladder = programs.load(LADDER, "ladder")["ladder"]
    climb = ag.function(ladder)
    for x in (0, 7, MANY - 1, MANY):
        assert int(climb(ag.constant(x))) == ladder(x)


def test_no_end_is_a_recursion_error_which_a_handler_catches():
    with pytest.raises(RecursionError):
        ag.to_graph(endless)(0)

    def f():
        try:
            return endless(0)
        except RecursionError:
            return -1

    assert ag.to_graph(f)() == f() == -1


def test_the_limit_is_the_users_own():
    def limits(n):
        if n > 0:
            return limits(n - 1)
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(before + 100)
        changed = sys.getrecursionlimit()
        sys.setrecursionlimit(before)
        return before, changed

    before = sys.getrecursionlimit()
    assert ag.to_graph(limits)(30) == limits(30) == (before, before + 100)


def test_threads_do_not_take_it_from_each_other():
    converted, depths = ag.to_graph(count), [400, 20, 300, 5]
    with ThreadPoolExecutor(len(depths)) as pool:
        assert list(pool.map(converted, depths * 5)) == depths * 5
