"""Functions that call themselves, as graphs: text, rules, passes, runs."""

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


@pytest.mark.parametrize("text", [FIB, COUNTDOWN, NESTED])
def test_the_text_parses_back(text):
    graph = parse(text)
    verify(graph)
    again = parse(str(graph))
    assert str(again) == str(graph)
    assert same(again, graph)
    verify(optimise(graph))


@given(st.integers(-3, 10), st.integers(-4, 4))
def test_a_program_gives_what_the_graph_gives(n, k):
    calls = (
        (FIB, (np.int32(n), k)),
        (COUNTDOWN, (np.int32(n),)),
        (NESTED, (n,)),
    )
    for text, args in calls:
        graph = parse(text)
        for each in (graph, optimise(graph)):
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
    assert run_program(build(merged), np.int32(4), 1) == run_strictly(
        parse(text), np.int32(4), 1
    )


def test_calls_with_effects_stay():
    graph = parse(COUNTDOWN)
    assert graph.effects.writes == ("output",)
    assert optimise(graph) is graph


def test_a_call_that_nothing_needs_is_pruned():
    unused = FIB.rsplit("return", 1)[0] + "return n"
    assert "call" not in str(optimise(parse(unused)))


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("%0, k, function='fib'", "%0, k, function='other'",
         "there is an enclosing function 'other'"),
        ("call_again(%0, k, function", "call_again(%0, function",
         "the function 'fib' takes int32[], int"),
        ("call_again(%0, k, function", "call_again(%0, 7, function",
         "the function 'fib' is given again what it captures"),
        ("call_again(%0, k, function", "call_again(k, k, function",
         "the function 'fib' takes int32[], int"),
    ],
)  # fmt: skip
def test_a_recursive_call_fits_its_function(old, new, rule):
    with pytest.raises(GraphError) as caught:
        verify(parse(FIB.replace(old, new)))
    assert rule in str(caught.value)


def test_a_recursive_call_gives_what_its_function_gives():
    text = FIB.replace(
        "results=(int32[],))  : int32[]", "results=(int64[],))  : int64[]"
    )
    text = text.replace(
        "%4 = add(%1, %3)                                           : int32[]",
        "%4 = subtract(n, 3)  : int32[]",
    )
    with pytest.raises(GraphError, match="the function 'fib' gives int32"):
        verify(parse(text))


def test_a_recursive_call_tells_the_effects_of_its_function():
    with pytest.raises(GraphError, match="its effects are those of 'down'"):
        verify(parse(COUNTDOWN.replace(", writes=('output',)", "")))


def test_names_follow_scopes():
    """The inner function of a name hides the outer one."""
    text = NESTED.replace("'g'", "'f'").replace(
        "call_again(%2, function='f'", "call_again(%2, n, function='f'"
    )
    graph = parse(text)
    verify(graph)
    for n in range(5):
        assert run_program(build(graph), n) == run_strictly(graph, n)
