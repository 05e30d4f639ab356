"""Hearing of the functions that Python enters, by each means that Python has."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from autograph.old_operators.entries import ByMonitoring, ByProfiler, entries

MEANS = ["profiler"]
if sys.version_info >= (3, 12):
    MEANS.append("monitoring")
TOOL = 3
LENGTH = [("__len__", "self"), ("size", "self")]

by_tools = pytest.mark.skipif(sys.version_info < (3, 12), reason="there are no tools")
by_profilers = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="only profilers go away"
)


class Heard:
    """A listener that notes what functions of this file are entered."""

    def __init__(self, *, again=True):
        self.names = []
        self.again = again

    def __call__(self, frame):
        if frame.f_code.co_filename == __file__:
            self.names.append((frame.f_code.co_name, *frame.f_locals))
        return self.again

    def taken(self):
        names, self.names = self.names, []
        return [name for name in names if name[0] not in OURS]


OURS = ("taken", "hearing", "<listcomp>")


@contextmanager
def hearing(means):
    means.begin()
    try:
        yield
    finally:
        means.end()


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture(params=MEANS)
def means(request, heard):
    if request.param == "profiler":
        found = ByProfiler(heard)
        yield found
        found.end()
        return
    sys.monitoring.use_tool_id(TOOL, "test")
    found = ByMonitoring(heard, TOOL)
    yield found
    found.end()
    sys.monitoring.free_tool_id(TOOL)


class Thing:
    @property
    def size(self):
        return 3

    def __add__(self, other):
        return other

    def __len__(self):
        return self.size


def numbers(n):
    yield n
    yield n + 1


def failing(n):
    raise ValueError(n)


def test_what_python_enters_by_itself_is_heard_with_its_arguments(means, heard):
    thing, steps = Thing(), numbers(1)
    with hearing(means), pytest.raises(ZeroDivisionError):
        found = [thing.size, thing + 2, len(thing), *map(abs, sorted([3, 1]))]
        found += [next(steps), next(steps)]
        steps.throw(ZeroDivisionError)
    assert found == [3, 2, 3, 1, 3, 1, 2]
    names = heard.taken()
    assert names[:4] == [("size", "self"), ("__add__", "self", "other"), *LENGTH]
    steps_heard = [name for name in names[4:] if name[0] == "numbers"]
    assert steps_heard == [("numbers", "n")] * 3


def test_nothing_is_heard_before_and_after(means, heard):
    assert not means.is_on()
    numbers(1)
    means.begin()
    assert means.is_on()
    means.begin()  # once more is the same
    means.end()
    assert not means.is_on()
    means.end()
    Thing().__len__()
    assert heard.taken() == []


def test_exceptions_of_what_is_entered_and_of_listeners_pass(means, heard):
    def refuse(frame):
        if frame.f_code is failing.__code__:
            raise KeyError("refused")
        return True

    means.begin()
    with pytest.raises(ValueError, match="4"):
        failing(4)
    means.end()
    assert heard.taken() == [("failing", "n")]
    means._listener = refuse
    means.begin()
    try:
        with pytest.raises(KeyError, match="refused"):
            failing(4)
    finally:
        means.end()


def test_threads_hear_their_own(means, heard):
    """One that begins and ends while another hears takes nothing from it."""
    found = []

    def not_heard():
        return len(Thing())

    def hear():
        found.append(means.is_on())
        not_heard()
        means.begin()
        found.append(means.is_on())
        means.end()

    means.begin()
    others = [Thread(target=hear) for _ in range(8)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert sorted(found) == [False] * 8 + [True] * 8
    assert ("not_heard",) not in heard.taken()
    len(Thing())
    means.end()
    assert heard.taken() == LENGTH


def test_what_needs_no_more_looking_at_is_forgotten(means, heard):
    heard.again = False
    means.begin()
    for _ in range(5):
        len(Thing())
    means.end()
    assert heard.taken() == LENGTH


def test_a_profiler_forgets_nothing_longer_than_it_hears():
    heard = Heard(again=False)
    means = ByProfiler(heard)
    for _ in range(2):
        means.begin()
        len(Thing())
        means.end()
    assert heard.taken() == LENGTH * 2


def test_a_paused_profiler_hears_nothing_until_it_is_set_again():
    heard = Heard()
    means = ByProfiler(heard)
    means.begin()
    means.pause()
    assert means.is_on()
    len(Thing())
    assert not heard.taken()
    means.set_again()
    len(Thing())
    means.end()
    assert heard.taken() == LENGTH


@by_tools
def test_without_a_free_tool_it_is_a_profiler():
    taken = [each for each in (3, 4) if sys.monitoring.get_tool(each) is None]
    for each in taken:
        sys.monitoring.use_tool_id(each, "test")
    try:
        assert isinstance(entries(Heard()), ByProfiler)
    finally:
        for each in taken:
            sys.monitoring.free_tool_id(each)


@by_tools
def test_a_tool_is_taken_by_traces_that_need_it_only(tmp_path):
    path = tmp_path / "program.py"
    path.write_text("""
import sys
import autograph as ag

def tools():
    return [sys.monitoring.get_tool(each) for each in (3, 4)]

def squares(n):
    found = []
    for i in range(n):
        found.append(i * i)
    return found

ag.function(lambda x: x + 1)(ag.constant(1))
assert tools() == [None, None], tools()
assert ag.function(squares)(ag.constant(3)) == [0, 1, 4]
assert tools() == [None, "autograph"], tools()
assert sys.monitoring.get_events(4) == 0
""")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run([sys.executable, str(path)], check=True, env=environment)


@by_profilers
def test_what_passes_over_an_error_is_heard_of_afterwards():
    def refuse(frame):
        found.append(frame.f_code.co_name)
        if frame.f_code.co_name == "__len__":
            raise TypeError
        return True

    class Sized:
        def __len__(self):
            return 0

        def __iter__(self):
            return iter(())

    found: list[str] = []
    with hearing(ByProfiler(refuse)):
        list(Sized())  # which asks for a length, and passes over a TypeError
        Sized().__iter__()
    assert found.count("__iter__") == 2
    assert found.index("__len__") < len(found) - 1
    assert sys.getprofile() is None


@by_profilers
def test_copies_of_errors_set_no_profiler():
    def refuse(frame):
        if frame.f_code.co_name == "entered":
            raise TypeError
        return True

    def entered():
        pass

    with hearing(ByProfiler(refuse)):
        try:
            entered()
        except TypeError as error:
            copied = copy.deepcopy(vars(error))
    assert list(copied.values()) == [None]
    assert sys.getprofile() is None
