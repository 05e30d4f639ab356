"""Functions that have room for the frames of what they call."""

import sys
import traceback

import pytest

from graph.roomy import roomy

DEPTH = 150  # more frames than the first chunk of a thread holds
MANY = 4000


def add(a, *others, times=1):
    """Add."""
    return (a + sum(others)) * times


def deepen(depth, function):
    return function() if depth == 0 else deepen(depth - 1, function)


def test_it_does_what_the_function_does():
    assert roomy(add)(1, 2, 3, times=4) == 24
    assert roomy(add).__name__ == "add"
    assert roomy(add).__doc__ == "Add."
    with pytest.raises(TypeError, match=r"add\(\) missing 1 required"):
        roomy(add)()


def test_exceptions_pass_with_their_frames():
    with pytest.raises(ZeroDivisionError) as caught:
        roomy(deepen)(3, lambda: 1 / 0)
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[2:] == ["deepen"] * 4 + ["<lambda>"]


def test_frames_inside_can_be_looked_at():
    def names():
        frame, found = sys._getframe(), []
        while frame is not None:
            found.append((frame.f_code.co_name, len(frame.f_locals) > 0))
            frame = frame.f_back
        return found

    assert ("deepen", True) in roomy(deepen)(2, names)


def test_the_limit_of_recursion_is_what_it_was():
    def depth_reached(n=0):
        try:
            return depth_reached(n + 1)
        except RecursionError:
            return n

    assert 0 <= depth_reached() - roomy(depth_reached)() <= 3


def test_it_nests():
    assert roomy(roomy(deepen))(2, roomy(lambda: 5)) == 5


def faults_at_depths(pages):
    """Return how many pages the system gave while calls were made, depth by depth."""
    found = []

    def leaf(a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0, j=0, k=0, m=0):
        return [a, b, c, d, e, f, g, h, i, j, k, m]

    def down(depth):
        before = pages()
        for _ in range(MANY):
            leaf()
        found.append(pages() - before)
        if depth:
            down(depth - 1)

    down(DEPTH)
    return found


def test_no_depth_takes_memory_for_each_call():
    resource = pytest.importorskip("resource")

    def pages():
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

    assert max(roomy(faults_at_depths)(pages)) < MANY / 10
