"""Liveness and definitions hold for what programs do, and for hand-made examples."""

import linecache
import sys

import pytest

from autograph import syntax
from autograph.analysis.flow import Flow
from autograph.converters import base
from autograph.source import find_source
from autograph.syntax import nodes
from tests.autograph import programs
from tests.autograph.analysis.helpers import Analysed

BRANCHES = """
def f(c):
    x = 1
    if c:
        y = x
    else:
        y = 2
        z = 3
    return y
"""


def test_what_is_read_later_is_live():
    f = Analysed(BRANCHES)
    assert f.live_before("x = 1") == {"c"}
    assert f.live_before("if c:") == {"c", "x"}
    assert f.live_before("y = x") == {"x"}
    assert f.live_before("y = 2") == set()
    assert f.live_before("return y") == {"y"}


def test_definitions_of_both_branches_reach_what_follows():
    f = Analysed(BRANCHES)
    assert f.defined_by("return y", "y") == {"y = x", "y = 2"}
    assert f.defined_by("return y", "z") == {None, "z = 3"}
    assert f.may_be_undefined("return y", "z")
    assert not f.may_be_undefined("return y", "c")


LOOP = """
def f(xs):
    for x in xs:
        if x:
            break
        y = x
    else:
        z = 1
    return x
"""


def test_a_loop_may_not_run():
    f = Analysed(LOOP)
    assert f.may_be_undefined("return x", "x")
    assert f.defined_by("z = 1", "y") == {None, "y = x"}


def test_a_break_skips_the_else():
    f = Analysed(LOOP)
    assert f.defined_by("return x", "z") == {None, "z = 1"}


def test_a_while_test_is_read_at_each_turn():
    f = Analysed("""
def f(n):
    while n > 0:
        m = n
        n = m - 1
    return 0
""")
    assert f.live_before("n = (m - 1)") == {"m"}
    assert f.live_before("m = n") == {"n"}


TRY = """
def f(x):
    y = 1
    try:
        y = 2
        g()
        y = 3
    except E as e:
        log(y)
    else:
        z = y
    finally:
        w = x
    return y
"""


def test_an_exception_may_come_at_any_step_of_a_try():
    f = Analysed(TRY)
    assert f.defined_by("log(y)", "y") == {"y = 1", "y = 2", "y = 3"}
    assert f.defined_by("z = y", "y") == {"y = 3"}
    assert "y" in f.live_before("y = 2")


def test_a_handler_forgets_its_name():
    f = Analysed(TRY)
    assert not f.may_be_undefined("log(y)", "e")
    assert f.may_be_undefined("w = x", "e")


def test_finally_runs_on_every_way_out():
    f = Analysed("""
def f(xs):
    for x in xs:
        try:
            if x:
                return 1
            continue
        finally:
            y = x
        z = 1
    return y
""")
    assert f.live_before("return 1") == {"x"}
    assert f.defined_by("return y", "y") == {None, "y = x"}


def test_a_with_may_swallow_what_its_body_raises():
    f = Analysed("def f():\n    with m:\n        x = 1\n    return x")
    assert f.may_be_undefined("return x", "x")


def test_a_with_of_the_operators_swallows_nothing():
    f = Analysed("def f():\n    with ag__.m():\n        x = 1\n    return x")
    assert not f.may_be_undefined("return x", "x")


def test_captures_of_a_pattern_are_made_when_it_matches():
    f = Analysed("""
def f(v):
    match v:
        case [a] if a:
            x = a
        case b:
            x = b
    return x
""")
    assert not f.may_be_undefined("x = a", "a")
    assert f.may_be_undefined("x = b", "a")


def test_del_leaves_a_name_undefined():
    f = Analysed("def f(x):\n    del x\n    return x")
    assert f.may_be_undefined("return x", "x")
    assert f.live_before("del x") == {"x"}


def test_what_follows_a_return_is_not_reached():
    f = Analysed("def f(x):\n    return 1\n    y = x")
    assert f.defined_by("y = x", "x") == set()


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda each: each.name)
def test_every_line_that_runs_after_another_does_so_in_the_graph(program):
    """Traced runs take only the ways that the control-flow graph has."""
    for call in program.calls:
        namespace = programs.load(program.source, "flow")
        f = namespace["f"]
        lines = ways_taken(f, call, namespace)
        analysed = analysed_function(f)
        if analysed is None:
            return
        known = lines_in_order(analysed)
        for before, after in lines:
            assert (before, after) in known or before == after, (before, after)


def analysed_function(f):
    if f.__code__.co_flags & 0x2A0:
        return None
    return Flow(syntax.from_ast(find_source(f).node))


def ways_taken(f, call, namespace):
    """Return the pairs of lines that followed each other in a frame of `f`."""
    pairs = set()

    def trace(frame, event, argument):
        if frame.f_code is not f.__code__:
            return None
        last = [None]

        def local(frame, event, argument):
            text = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
            # `try:` does nothing; Python comes back to `with` when it is left.
            if event == "line" and not text.strip().startswith(("try:", "with ")):
                if last[0] is not None:
                    pairs.add((last[0], frame.f_lineno))
                last[0] = frame.f_lineno
            return local

        return local

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        eval(call, namespace)
    except Exception:
        pass
    finally:
        sys.settrace(before)
    return pairs


def lines_in_order(flow):
    """Return all pairs of lines (first, later) that a way through the graph joins."""
    reach = {step.index: set() for step in flow.steps}
    lines = {step.index: lines_of(step) for step in flow.steps}
    pairs = set()
    for step in flow.steps:
        pending = [*step.after, *step.on_error]
        while pending:
            following = pending.pop()
            if following.index not in reach[step.index]:
                reach[step.index].add(following.index)
                pending += [*following.after, *following.on_error]
        later = set().union(
            *(lines[each] for each in reach[step.index]), lines[step.index]
        )
        pairs |= {(a, b) for a in lines[step.index] for b in later}
    return pairs


def lines_of(step):
    """Return the lines of a step: a compound statement lends those of its header."""
    node = step.node
    blocks = [field for _, field in base.blocks_of(node)]
    if isinstance(node, nodes.match_case):
        node = node.pattern
    if blocks or isinstance(node, nodes.ExceptHandler):
        start, _, end, _ = syntax.position_of(node)
        parts = [*getattr(node, "items", ()), getattr(node, "target", None)]
        lines = (
            {node.lineno, *range(start, end + 1)} if hasattr(node, "lineno") else set()
        )
        for each in parts:
            lines |= (
                {part.lineno for part in syntax.walk(each) if hasattr(part, "lineno")}
                if each
                else set()
            )
        return lines
    if isinstance(node, nodes.FunctionDef) and step.uses.writes == set():
        return set()
    decorators = [each.lineno for each in getattr(node, "decorator_list", ())]
    return set(range(min([node.lineno, *decorators]), node.end_lineno + 1))
