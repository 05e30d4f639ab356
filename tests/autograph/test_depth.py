"""Converted functions call each other as deep as Python lets the user's."""

import importlib.util
import sys
import threading

import pytest

import autograph as ag


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


def after(n, x):
    return count(n) + x


def endless(n):
    return endless(n + 1)


@pytest.mark.parametrize("function", [count, nested])
def test_converted_calls_are_as_deep_as_plain_ones(function):
    depth = 450  # Python 3.11 counts two frames for `nested`, with its comprehension
    assert function(depth) == depth
    assert ag.to_graph(function)(depth) == depth


def test_a_trace_is_as_deep():
    assert int(ag.function(after)(800, ag.constant(1))) == 801


MANY = 160
STEPS = "".join(f"    elif x == {i}:\n        y = {i * i}\n" for i in range(1, MANY))
SOURCE = f"""
def ladder(x):
    if x == 0:
        y = 0
{STEPS}    else:
        y = -1
    return y
"""


def test_blocks_in_blocks_have_room(tmp_path):
    (tmp_path / "ladder.py").write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("ladder", tmp_path / "ladder.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before = sys.getrecursionlimit()
    climb = ag.function(module.ladder)
    for x in (0, 7, MANY - 1, MANY):
        assert int(climb(ag.constant(x))) == module.ladder(x)
    assert sys.getrecursionlimit() == before


def test_no_end_is_a_recursion_error():
    before = sys.getrecursionlimit()
    with pytest.raises(RecursionError):
        ag.to_graph(endless)(0)
    assert sys.getrecursionlimit() == before


def test_a_handler_catches_it():
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
    assert sys.getrecursionlimit() == before


def test_threads_do_not_take_it_from_each_other():
    failed = []
    converted = ag.to_graph(count)

    def run(depth):
        try:
            for _ in range(5):
                assert converted(depth) == depth
        except BaseException as error:
            failed.append(error)
            raise

    threads = [threading.Thread(target=run, args=(n,)) for n in (400, 20, 300, 5)]
    before = sys.getrecursionlimit()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not failed
    assert sys.getrecursionlimit() == before
