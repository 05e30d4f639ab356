"""Recursion: what a comparison with plain Python does not show."""

from __future__ import annotations

import sys
import traceback

import pytest

import autograph as ag
from graph.passes.pipeline import optimise
from graph.structure import same
from graph.text_parser import parse
from graph.verify import verify
from tests.language.call.recursion import T


def is_sound(function, args):
    """Check the graph of a function: its rules, and its text."""
    traced = ag.function(function).get_concrete_function(*args).graph
    for graph in (traced, optimise(traced)):
        verify(graph)
        if "<object" in str(graph):  # an exception, which text cannot hold
            continue
        parsed = parse(str(graph))
        verify(parsed)
        assert same(parsed, graph)
        assert str(parsed) == str(graph)


@ag.function
def decorated(n):
    return 0 if n == 0 else n + decorated(n - 1)


def test_decorated_functions_call_themselves():
    for n in (0, 1, 20):
        assert int(decorated(T(n))) == n * (n + 1) // 2


class Node:
    def __init__(self, step):
        self.step = step

    @ag.function
    def down(self, n):
        return 0 if n <= 0 else 1 + self.down(n - self.step)


def test_decorated_methods_call_themselves():
    assert int(Node(2).down(T(9))) == 5
    assert int(Node(3).down(T(9))) == 3


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


def test_recursion_is_as_deep_as_pythons():
    run = ag.function(deep)
    assert int(run(T(800))) == 800
    with pytest.raises(RecursionError) as caught:
        run(T(sys.getrecursionlimit() * 2))
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert frame.name == "deep"
    assert frame.filename == __file__
    assert frame.line == "return 0 if n == 0 else 1 + deep(n - 1)"
    assert int(run(T(5))) == 5


def endless(n):
    return endless(n + 1) if n > 0 else endless(n - 1)


def test_what_never_returns_is_as_deep_as_pythons():
    with pytest.raises(RecursionError) as caught:
        ag.function(endless)(T(3))
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (frame.filename, frame.name) == (__file__, "endless")
