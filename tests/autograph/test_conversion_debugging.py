"""Tracebacks, breakpoints and coverage of converted code are the user's own."""

import bdb
import sys
import traceback

import pytest

from autograph.conversion import is_helper
from tests.autograph import programs, python_operators


def loaded(program, call, *, is_converted):
    """Return the names of a program, whose `f` may be converted where it stands."""
    namespace = programs.load(program.source, call)
    f = namespace["f"]
    if is_converted:
        owner, _, name = f.__qualname__.rpartition(".")
        namespace["f"] = python_operators.convert(f)
        if owner:
            setattr(namespace[owner], name, namespace["f"])
    return namespace


def text_of(program):
    return (programs.PRELUDE + "\n" + program.source).splitlines()


def raised(program, call, *, is_converted):
    """Return what is raised, and the user's part of its traceback."""
    namespace = loaded(program, call, is_converted=is_converted)
    try:
        eval(call, namespace)
    except Exception as error:
        filename = namespace["f"].__code__.co_filename
        return type(error), user_frames(error.__traceback__, filename)
    return None


def user_frames(trace, filename):
    """Return (line, function) per frame; generated parts stand for the whole."""
    frames = []
    for frame, line in traceback.walk_tb(trace):
        code = frame.f_code
        if code.co_filename != filename:
            continue
        name = code.co_name
        if is_helper(code):
            frames.pop()
        elif name == "<listcomp>":  # a part of the function since Python 3.12
            _, name = frames.pop()
        frames.append((line, name))
    return frames


@pytest.mark.parametrize(
    "program", [*programs.rows("raising.txt")], ids=lambda each: each.name
)
def test_tracebacks_show_the_original_lines(program):
    for call in program.calls:
        expected = raised(program, call, is_converted=False)
        assert expected is not None
        assert raised(program, call, is_converted=True) == expected, call


def executed_lines(f, call, namespace):
    """Return the lines of the user's file that a call executes."""
    seen = set()

    def trace(frame, event, argument):
        if frame.f_code.co_filename != f.__code__.co_filename:
            return None
        if event == "line":
            seen.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        eval(call, namespace)
    except Exception:
        pass
    finally:
        sys.settrace(before)
    return seen


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda each: each.name)
def test_coverage_is_that_of_the_original(program):
    """Every line that runs is seen; no other, but the headers that Python skips."""
    text = text_of(program)
    for call in program.calls:
        original = loaded(program, call, is_converted=False)
        expected = executed_lines(original["f"], call, original)
        converted = loaded(program, call, is_converted=True)
        seen = executed_lines(converted["f"], call, converted)
        missing = expected - seen
        extra = seen - expected - {converted["f"].__code__.co_firstlineno}
        assert not missing, [text[line - 1] for line in missing]
        assert not extra, [text[line - 1] for line in extra]


class Lines(bdb.Bdb):
    """Records where a debugger with a breakpoint on each line would stop."""

    def __init__(self, filename):
        super().__init__()
        self.filename = self.canonic(filename)
        self.stops = []

    def user_line(self, frame):
        if frame.f_code.co_filename == self.filename:
            self.stops.append((frame.f_lineno, frame.f_code.co_name))
        self.set_continue()


def test_breakpoint_stops_at_the_users_line():
    source = """
def f(x):
    total = 0
    for i in range(x):
        if i % 2:
            total += i
    return total
"""
    program = programs.Program("stops", source, ("f(4)",))
    f = loaded(program, "f(4)", is_converted=True)["f"]
    filename = f.__code__.co_filename
    line = text_of(program).index("            total += i") + 1
    debugger = Lines(filename)
    assert debugger.set_break(filename, line) is None
    before = sys.gettrace()
    try:
        assert debugger.runcall(f, 4) == 4
    finally:
        sys.settrace(before)
        debugger.clear_all_breaks()
    # The first stop is at the call, where the debugger begins.
    assert [stop for stop in debugger.stops if stop[0] == line] == [(line, "f")] * 2
