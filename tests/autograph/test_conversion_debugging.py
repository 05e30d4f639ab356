"""Tracebacks, breakpoints and coverage of converted code are the user's own."""

import bdb
import linecache
import sys
import traceback

import pytest

from autograph.conversion import is_helper
from tests.autograph import programs, python_operators

FILENAME = "<user>"

RAISING = {
    "in a branch": """
def f(x):
    y = 1
    if x:
        y = 2
        boom(y)
    return y
""",
    "in nested blocks": """
def f(x):
    for i in range(3):
        while True:
            if i == 2:
                boom(
                    i
                )
            break
    return 0
""",
    "in a test": """
def f(x):
    while (
        boom(x)
    ):
        pass
""",
    "in the iterated": """
def f(x):
    for i in boom(x):
        pass
""",
    "in iteration": """
def f(x):
    def gen():
        yield 1
        boom(x)
    total = 0
    for i in gen():
        total += i
    return total
""",
    "in a target": """
def f(x):
    z = 1
    for (
        a, b
    ) in [(1, 2), 3]:
        z = a
    return z
""",
    "in a condition's truth": """
class T:
    def __bool__(self):
        boom('bool')
def f(x):
    t = T()
    if x:
        if t:
            pass
""",
    "in an operand": """
def f(x):
    return (x and
            x + 1 and
            boom(2))
""",
    "in a conditional expression": """
def f(x):
    return (boom(1)
            if x else
            2)
""",
    "in a comparison chain": """
def f(x):
    return (0 < x <
            boom(x))
""",
    "in an assert": """
def f(x):
    if x:
        assert not x, 'no'
""",
    "in an assert's message": """
def f(x):
    assert not x, boom('m')
""",
    "in a raise": """
def f(x):
    for i in range(2):
        if i:
            raise ValueError('i')
""",
    "in an undefined variable": """
def f(x):
    if not x:
        y = 1
    if x:
        x = (1 +
             y)
""",
    "in a nested function": """
def f(x):
    def g(y):
        if y:
            return boom(y)
    if x:
        return g(x)
""",
    "in a lambda": """
def f(x):
    g = lambda y: y and boom(y)
    return x and g(x)
""",
    "in a lambda with a conditional": """
f = lambda x: (1 if x
    else 2) + boom(x)
""",
    "in recursion": """
def f(x):
    if x > 3:
        boom(x)
    else:
        f(x + 1)
""",
    "in a store": """
def f(x):
    if x:
        x.y = 1
""",
    "in an item store": """
def f(x):
    d = {}
    d['a'] = 3
    for i in range(2):
        d['b'] += boom(
            d)
""",
    "in a method": """
class C:
    def f(self, x):
        if x:
            self.g(x)
    def g(self, x):
        boom(x)
def f(x):
    c = C()
    if x:
        c.f(x)
""",
    "in a handler": """
def f(x):
    try:
        1 / 0
    except ZeroDivisionError:
        if x:
            boom(x)
    finally:
        x = 0
""",
    "in with": """
def f(x):
    with Manager('a'):
        if x:
            with Manager(
                boom(x)
            ):
                pass
""",
    "in a keyword call": """
def f(x):
    if x:
        print(*x)
""",
    "in a comprehension": """
def f(x):
    if x:
        return [
            boom(i)
            for i in range(3)
        ]
""",
    "in a return": """
def f(x):
    for i in range(3):
        if i:
            return (
                boom(i))
""",
    "in match": """
def f(x):
    match x:
        case int() if x and boom(x):
            pass
""",
    "decorated": """
def deco(g):
    return g
@deco
@deco
def f(x):
    if x:
        boom(x)
""",
}


def run_raising(source, *, is_converted):
    """Return the user's part of the traceback: lines, functions, texts."""
    whole = programs.PRELUDE + source
    linecache.cache[FILENAME] = (len(whole), None, whole.splitlines(True), FILENAME)
    namespace = {"__name__": "user"}
    exec(compile(whole, FILENAME, "exec", dont_inherit=True), namespace)
    if is_converted:
        namespace["f"] = python_operators.convert(namespace["f"])
    try:
        namespace["f"](1)
    except Exception as error:
        return type(error), user_frames(error.__traceback__)
    raise AssertionError("nothing was raised")


def user_frames(trace):
    """Return (line, function, source) per frame; generated parts stand for the whole."""
    frames = []
    for frame, line in traceback.walk_tb(trace):
        code = frame.f_code
        if code.co_filename != FILENAME:
            continue
        name = code.co_name
        if is_helper(code):
            frames.pop()
        elif name == "<listcomp>":  # a part of the function since Python 3.12
            _, name, _ = frames.pop()
        frames.append((line, name, linecache.getline(FILENAME, line)))
    return frames


@pytest.mark.parametrize("name", RAISING)
def test_tracebacks_show_the_original_lines(name):
    expected = run_raising(RAISING[name], is_converted=False)
    assert run_raising(RAISING[name], is_converted=True) == expected


class Lines(bdb.Bdb):
    """Records where a debugger with a breakpoint on each line would stop."""

    def __init__(self):
        super().__init__()
        self.stops = []

    def user_line(self, frame):
        if frame.f_code.co_filename == self.canonic(FILENAME):
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
    lines = (programs.PRELUDE + source).splitlines()
    line = lines.index("            total += i") + 1
    whole = programs.PRELUDE + source
    linecache.cache[FILENAME] = (len(whole), None, whole.splitlines(True), FILENAME)
    namespace = {"__name__": "user"}
    exec(compile(whole, FILENAME, "exec"), namespace)
    f = python_operators.convert(namespace["f"])
    debugger = Lines()
    assert debugger.set_break(FILENAME, line) is None
    before = sys.gettrace()
    try:
        assert debugger.runcall(f, 4) == 4
    finally:
        sys.settrace(before)
        debugger.clear_all_breaks()
    # The first stop is at the call, where the debugger begins.
    assert [stop for stop in debugger.stops if stop[0] == line] == [(line, "f")] * 2


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
    for call in program.calls:
        original = programs.load(program.source, call)
        expected = executed_lines(original["f"], call, original)
        converted = programs.load(program.source, call)
        owner, _, name = original["f"].__qualname__.rpartition(".")
        f = python_operators.convert(converted["f"])
        converted["f"] = f
        if owner:
            setattr(converted[owner], name, f)
        seen = executed_lines(f, call, converted)
        first = f.__code__.co_firstlineno
        missing = expected - seen
        extra = seen - expected - {first}
        text = (programs.PRELUDE + "\n" + program.source).splitlines()
        assert not missing, [text[line - 1] for line in missing]
        assert not extra, [text[line - 1] for line in extra]
