"""Dead code, before and after."""

import re

from graph.passes.prune import prune
from graph.text import show
from graph.text_parser import parse
from graph.verify import verify


def _lines(text):
    return [re.sub(r"\s+", " ", line).strip() for line in text.strip().split("\n")]


def _check(before, after):
    graph = parse(before)
    made = prune(graph)
    verify(made)
    assert _lines(show(made)) == _lines(after)
    assert prune(made) is made


def test_what_nothing_needs_is_dropped_and_the_signature_kept():
    _check(
        """
        graph f(x: int32[], y: int32[]) -> int32[]
            %0 = multiply(x, y)     # a.py:1
            %1 = add(x, 1)          # a.py:2
            %2 = add(%0, 1)         # a.py:3
            %3 = while_loop(0)
                test (n: int) -> pybool
                    return True
                body (n: int) -> int
                    return n
            return %1
        """,
        """
        graph f(x: int32[], y: int32[]) -> int32[]
            %0 = add(x, 1) : int32[] # a.py:2
            return %0
        """,
    )


def test_effects_stay_in_order_with_what_they_need():
    _check(
        """
        graph f(x: int32[])
            %0 = add(x, 1)
            print(%0, template='{}')
            %1 = add(x, 2)
            print(%1, template='{}')
            %2 = truth(x)
            assert_that(%2)
            return
        """,
        """
        graph f(x: int32[]) ->
            %0 = add(x, 1)  : int32[]
            print(%0, template='{}')
            %1 = add(x, 2)  : int32[]
            print(%1, template='{}')
            %2 = truth(x)   : pybool
            assert_that(%2)
            return
        """,
    )


def test_unused_outputs_and_captures_of_a_cond_are_dropped():
    _check(
        """
        graph f(p: pybool, x: int32[], y: int32[]) -> int32[]
            %0 = negative(y)
            %1, %2, %3 = cond(p, x, %0, y)
                then (; a: int32[], b: int32[], c: int32[]) -> int32[], int32[], int
                    %0 = add(b, c)
                    return a, %0, 1
                orelse (; a: int32[], b: int32[], c: int32[]) -> int32[], int32[], int
                    return c, b, 2
            %4 = cond(p, x)
                then (; a: int32[]) -> int32[]
                    print(template='yes')
                    return a
                orelse (; a: int32[]) -> int32[]
                    %0 = negative(a)
                    return %0
            return %1
        """,
        """
        graph f(p: pybool, x: int32[], y: int32[]) -> int32[]
            %0 = cond(p, x, y) : int32[]
                then (; a: int32[], c: int32[]) -> int32[]
                    return a
                orelse (; a: int32[], c: int32[]) -> int32[]
                    return c
            cond(p)
                then () ->
                    print(template='yes')
                    return
                orelse () ->
                    return
            return %0
        """,
    )


def test_dead_loop_variables_are_dropped():
    # `c` is needed by `b`, which is returned; `d` and `e` only need each other.
    _check(
        """
        graph f(x: int32[], k: int32[]) -> int32[]
            %0, %1, %2, %3, %4 = while_loop(0, x, x, x, x, x, k)
                test (n: int, b: int32[], c: int32[], d: int32[], e: int32[]; m: int32[], k: int32[]) -> pybool
                    %0 = less(n, 3)
                    return %0
                body (n: int, b: int32[], c: int32[], d: int32[], e: int32[]; m: int32[], k: int32[]) -> int, int32[], int32[], int32[], int32[]
                    %0 = add(n, 1)
                    %1 = add(b, c)
                    %2 = add(c, k)
                    %3 = add(d, e)
                    %4 = add(e, m)
                    return %0, %1, %2, %3, %4
            return %1
        """,
        """
        graph f(x: int32[], k: int32[]) -> int32[]
            %0, %1, %2 = while_loop(0, x, x, k) : int, int32[], int32[]
                test (n: int, b: int32[], c: int32[]; k: int32[]) -> pybool
                    %0 = less(n, 3) : pybool
                    return %0
                body (n: int, b: int32[], c: int32[]; k: int32[]) -> int, int32[], int32[]
                    %0 = add(n, 1) : int
                    %1 = add(b, c) : int32[]
                    %2 = add(c, k) : int32[]
                    return %0, %1, %2
            return %1
        """,
    )


def test_loop_variables_that_an_effect_needs_stay():
    _check(
        """
        graph f(x: int32[])
            %0, %1, %2 = while_loop(0, x, x)
                test (n: int, a: int32[], b: int32[]) -> pybool
                    %0 = less(n, 3)
                    return %0
                body (n: int, a: int32[], b: int32[]) -> int, int32[], int32[]
                    print(a, template='{}')
                    %0 = add(n, 1)
                    %1 = add(a, 1)
                    %2 = add(b, 1)
                    return %0, %1, %2
            return
        """,
        """
        graph f(x: int32[]) ->
            %0, %1 = while_loop(0, x) : int, int32[]
                test (n: int, a: int32[]) -> pybool
                    %0 = less(n, 3) : pybool
                    return %0
                body (n: int, a: int32[]) -> int, int32[]
                    print(a, template='{}')
                    %0 = add(n, 1) : int
                    %1 = add(a, 1) : int32[]
                    return %0, %1
            return
        """,
    )


def test_dead_variables_are_found_through_inner_loops():
    _check(
        """
        graph f(x: int32[]) -> int
            %0, %1 = while_loop(0, x)
                test (n: int, a: int32[]) -> pybool
                    %0 = less(n, 3)
                    return %0
                body (n: int, a: int32[]) -> int, int32[]
                    %0, %1 = while_loop(n, a)
                        test (m: int, b: int32[]) -> pybool
                            %0 = less(m, 3)
                            return %0
                        body (m: int, b: int32[]) -> int, int32[]
                            %0 = add(m, 1)
                            %1 = add(b, m)
                            return %0, %1
                    return %0, %1
            return %0
        """,
        """
        graph f(x: int32[]) -> int
            %0 = while_loop(0) : int
                test (n: int) -> pybool
                    %0 = less(n, 3) : pybool
                    return %0
                body (n: int) -> int
                    %0 = while_loop(n) : int
                        test (m: int) -> pybool
                            %0 = less(m, 3) : pybool
                            return %0
                        body (m: int) -> int
                            %0 = add(m, 1) : int
                            return %0
                    return %0
            return %0
        """,
    )
