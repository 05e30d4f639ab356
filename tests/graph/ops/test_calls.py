"""Calls of functions, recursive ones and ones that share a graph: text, rules, runs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from executor.program import build
from graph.errors import GraphError
from graph.passes.pipeline import optimise
from graph.structure import same
from graph.text_parser import parse
from graph.verify import verify
from tests.executor.evaluation import agree, run_program, run_strictly
from tests.graph import reference

FIB = """\
graph fib(n: int32[], k: int) -> int32[]
    %0 = call(n, k, function='fib')  : int32[]
        body (n: int32[]; k: int) -> int32[]
            %0 = less(n, 2)      : bool[]
            %1 = truth(%0)       : pybool
            %2 = cond(%1, n, k)  : int32[]
                then (; n: int32[], k: int) -> int32[]
                    %0 = add(n, k)  : int32[]
                    return %0
                orelse (; n: int32[], k: int) -> int32[]
                    %0 = subtract(n, 1)                                        : int32[]
                    %1 = call_again(%0, k, function='fib', results=(int32[],))  : int32[]
                    %2 = subtract(n, 2)                                        : int32[]
                    %3 = call_again(%2, k, function='fib', results=(int32[],))  : int32[]
                    %4 = add(%1, %3)                                           : int32[]
                    return %4
            return %2
    return %0"""

COUNTDOWN = """\
graph countdown(n: int32[]) ->
    call(n, function='down')
        body (n: int32[]) ->
            %0 = greater(n, 0)  : bool[]
            %1 = truth(%0)      : pybool
            cond(%1, n)
                then (; n: int32[]) ->
                    print(n, template='{}')
                    %0 = subtract(n, 1)  : int32[]
                    call_again(%0, function='down', results=(), writes=('output',))
                    return
                orelse (; n: int32[]) ->
                    return
            return
    return"""

# Each function calls the other one; the inner one is of the outer one's body.
NESTED = """\
graph nested(n: int) -> int
    %0 = call(n, function='f')  : int
        body (n: int) -> int
            %0 = call(n, n, function='g')  : int
                body (k: int; n: int) -> int
                    %0 = greater(k, 0)     : pybool
                    %1 = cond(%0, k, n)    : int
                        then (; k: int, n: int) -> int
                            %0 = subtract(k, 2)  : int
                            %1 = call_again(%0, n, function='g', results=(int[],))  : int
                            %2 = subtract(k, 4)  : int
                            %3 = call_again(%2, function='f', results=(int[],))  : int
                            %4 = add(%1, %3)  : int
                            return %4
                        orelse (; k: int, n: int) -> int
                            return n
                    return %1
            return %0
    return %0"""


TWICE = """\
graph twice(x: float32[], n: int) -> float32[]
    %0 = call_function(x, function='g')   : float32[]
        body (x: float32[]) -> float32[]
            %0 = exp(x)           : float32[]
            %1 = sin(x)           : float32[]
            %2 = multiply(%0, x)  : float32[]
            return %2
    %1 = call_function(%0, function='g')  : float32[]
    %2 = greater(n, 0)                    : pybool
    %3 = cond(%2, %1)                     : float32[]
        then (; v: float32[]) -> float32[]
            %0 = call_function(v, function='g')  : float32[]
            return %0
        orelse (; v: float32[]) -> float32[]
            %0, %1 = call_function(v, 2, function='h')  : float32[], float32[]
                body (x: float32[], k: int) -> float32[], float32[]
                    %0 = call_function(x, function='g')  : float32[]
                    %1 = multiply(%0, k)                 : float32[]
                    print(%0, template='{}')
                    return %0, %1
            return %1
    return %3"""


@pytest.mark.parametrize("text", [FIB, COUNTDOWN, NESTED, TWICE])
def test_the_text_parses_back(text):
    graph = parse(text)
    again = parse(str(graph))
    assert str(again) == str(graph)
    assert same(again, graph)
    verify(graph)


@given(st.integers(-3, 10), st.integers(-4, 4), st.floats(-1, 1, width=32))
def test_a_program_gives_what_the_graph_gives(n, k, x):
    calls = (
        (FIB, (np.int32(n), k)),
        (COUNTDOWN, (np.int32(n),)),
        (NESTED, (n,)),
        (TWICE, (np.float32(x), n)),
    )
    for text, args in calls:
        graph = parse(text)
        for each in (graph, optimise(graph)):
            verify(each)
            found = run_program(build(each), *args)
            assert found == run_strictly(graph, *args)
            assert agree(found, each, args)
        assert reference.run(graph, *args).key == reference.run(each, *args).key


def test_a_function_is_one_function_of_the_program():
    source = build(parse(FIB)).source
    assert source.count("def ") == 2
    assert source.count("fib_1(") == 4  # its definition, two calls, the first call


def test_equal_calls_without_effects_are_one():
    text = FIB.replace("subtract(n, 2)", "subtract(n, 1)")
    merged = optimise(parse(text))
    assert str(merged).count("call_again(") == 1
    verify(merged)
    args = np.int32(4), 1
    assert run_program(build(merged), *args) == run_strictly(parse(text), *args)
    text = TWICE.replace("    %1 = call_function(%0,", "    %1 = call_function(x,")
    merged = optimise(parse(text))
    assert str(merged).count("call_function(x, function='g')") == 2  # one is in h


def test_calls_with_effects_stay():
    graph = parse(COUNTDOWN)
    assert graph.effects.writes == ("output",)
    assert optimise(graph) is graph


def test_a_call_that_nothing_needs_is_pruned_and_one_with_effects_stays():
    unused = FIB.rsplit("return", 1)[0] + "return n"
    assert "call" not in str(optimise(parse(unused)))
    unused = TWICE.rsplit("return", 1)[0] + "return x"
    text = str(optimise(parse(unused)))
    assert "print" in text
    assert text.count("'h'") == 1
    silent = unused.replace("print(%0, template='{}')\n", "\n")
    assert "call_function" not in str(optimise(parse(silent)))


WIDE = FIB.replace("results=(int32[],))  : int32[]", "results=(int64[],))  : int64[]")
SUM = "%4 = add(%1, %3)                                           : int32[]"
CALL = "%0 = call_function(v, function='g')  : float32[]\n"
BODY = """\
                body (x: float32[]) -> float32[]
                    return x
"""
AGAIN = "%1 = call_function(%0, function='g')"
RULES = [
    (FIB, "%0, k, function='fib'", "%0, k, function='other'",
     "there is an enclosing function 'other'"),
    (FIB, "call_again(%0, k, function", "call_again(%0, function",
     "the function 'fib' takes int32[], int"),
    (FIB, "call_again(%0, k, function", "call_again(k, k, function",
     "the function 'fib' takes int32[], int"),
    (FIB, "call_again(%0, k, function", "call_again(%0, 7, function",
     "the function 'fib' is given again what it captures"),
    (WIDE, SUM, "%4 = subtract(n, 3)  : int32[]", "the function 'fib' gives int32"),
    (COUNTDOWN, ", writes=('output',)", "", "its effects are those of 'down'"),
    (TWICE, AGAIN, AGAIN.replace("'g'", "'h'"), "call_function with the attribute body"),
    (TWICE, AGAIN, AGAIN.replace("%0", "%0, n"), "body 'g' takes 1 inputs, not 2"),
    (TWICE, CALL, CALL + BODY, "a call without a body; 'g' has one above"),
    (TWICE, "body (x: float32[])", "body (; x: float32[])",
     "the graph of 'g', which calls share, has captures"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "rule"), RULES)
def test_a_call_that_breaks_a_rule_is_refused(text, old, new, rule):
    assert old in text
    with pytest.raises(GraphError) as caught:
        verify(parse(text.replace(old, new, 1)))
    assert rule in str(caught.value)


def test_names_follow_scopes():
    """The inner function of a name hides the outer one."""
    text = NESTED.replace("'g'", "'f'").replace(
        "call_again(%2, function='f'", "call_again(%2, n, function='f'"
    )
    graph = parse(text)
    verify(graph)
    for n in range(5):
        assert run_program(build(graph), n) == run_strictly(graph, n)


def test_calls_share_one_graph_which_the_text_holds_once():
    graph = parse(TWICE)
    assert str(graph) == TWICE
    assert TWICE.count("body (") == 2
    first, second = (n for n in graph.nodes if n.op.name == "call_function")
    assert first.attrs["body"] is second.attrs["body"]


def test_graphs_of_one_name_are_told_apart_in_the_text():
    left = parse(TWICE)
    other = parse(TWICE.replace("exp", "tanh"))
    (call, *_) = (n for n in other.nodes if n.op.name == "call_function")
    graph = parse("graph both(x: float32[]) -> float32[]\n    return x")
    graph.is_finished = False
    values = [graph.inputs[0]]
    for node in (*(n for n in left.nodes if n.op.name == "call_function"), call):
        values.append(graph.add(node.op, values[-1:], node.attrs).outputs[0])
    graph.finish(values[-1:])
    text = str(graph)
    assert [text.count(f"function='{name}'") for name in ("g", "g_1")] == [2, 1]
    assert str(parse(text)) == text
    assert same(parse(text), graph)


def test_passes_change_a_shared_graph_once_for_all_calls():
    graph = optimise(parse(TWICE))
    assert "sin" not in str(graph)
    assert str(graph).count("body (") == 2
    assert optimise(graph) is graph


def test_a_program_holds_a_shared_graph_once():
    source = build(parse(TWICE)).source
    assert source.count("def g(") == 1
    assert source.count("def h(") == 1
    assert source.count("g(") == 5


def test_graphs_that_call_each_other_many_times_stay_small():
    """Each of 40 functions calls the one before twice: 2^40 calls, never unfolded."""
    text = "body (x: float32[]) -> float32[]\n{0}    %0 = tanh(x)\n{0}    return %0"
    for level in range(1, 40):
        body = text.replace("\n", "\n        ").format("")
        text = (
            "body (x: float32[]) -> float32[]\n"
            f"    %0 = call_function(x, function='f{level}')\n"
            f"        {body}\n"
            f"    %1 = call_function(%0, function='f{level}')\n"
            "    return %1"
        )
    graph = parse("graph f" + text[4:])
    verify(graph)
    assert optimise(graph) is graph
    assert not graph.effects
    assert same(parse(str(graph)), graph)
    assert build(graph).source.count("def ") == 40
