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
    # `c` is needed by `b`, which is returned, and `p` is printed; `d` and `e` only
    # need each other, in an inner loop, too.
    _check(
        """
        graph f(x: int32[], k: int32[]) -> int32[]
            %0, %1, %2, %3, %4, %5 = while_loop(0, x, x, x, x, x, x, k)
                test (n: int, b: int32[], c: int32[], d: int32[], e: int32[], p: int32[]; m: int32[], k: int32[]) -> pybool
                    %0 = less(n, 3)
                    return %0
                body (n: int, b: int32[], c: int32[], d: int32[], e: int32[], p: int32[]; m: int32[], k: int32[]) -> int, int32[], int32[], int32[], int32[], int32[]
                    print(p, template='{}')
                    %0, %1 = while_loop(n, d)
                        test (i: int, j: int32[]) -> pybool
                            %0 = less(i, 3)
                            return %0
                        body (i: int, j: int32[]) -> int, int32[]
                            %0 = add(i, 1)
                            %1 = add(j, i)
                            return %0, %1
                    %2 = add(b, c)
                    %3 = add(c, k)
                    %4 = add(%1, e)
                    %5 = add(e, m)
                    %6 = add(p, 1)
                    return %0, %2, %3, %4, %5, %6
            return %1
        """,
        """
        graph f(x: int32[], k: int32[]) -> int32[]
            %0, %1, %2, %3 = while_loop(0, x, x, x, k) : int, int32[], int32[], int32[]
                test (n: int, b: int32[], c: int32[], p: int32[]; k: int32[]) -> pybool
                    %0 = less(n, 3) : pybool
                    return %0
                body (n: int, b: int32[], c: int32[], p: int32[]; k: int32[]) -> int, int32[], int32[], int32[]
                    print(p, template='{}')
                    %0 = while_loop(n) : int
                        test (i: int) -> pybool
                            %0 = less(i, 3) : pybool
                            return %0
                        body (i: int) -> int
                            %0 = add(i, 1) : int
                            return %0
                    %1 = add(b, c) : int32[]
                    %2 = add(c, k) : int32[]
                    %3 = add(p, 1) : int32[]
                    return %0, %1, %2, %3
            return %1
        """,
    )
