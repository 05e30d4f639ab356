"""Deep nests, long graphs, many threads, and nothing left behind."""

import gc
import linecache
import time
import weakref

import numpy as np
import pytest

from executor.program import build
from graph import dtypes
from graph.specs import TensorSpec
from tests.executor.graphs import FLOAT32, INT, INT32, Writer, collatz, make


@pytest.mark.parametrize("depth", [13, 30])
def test_loops_may_be_nested_deeper_than_python_allows(depth):
    def nest(b: Writer, total, n, level):
        if not level:
            return b.op("add", total, n)
        body = lambda b, i, x, n: (b.op("add", i, 1), nest(b, x, n, level - 1))
        # Once only, but on the outermost level.
        rounds = 3 if level == depth else 1
        state = {"i": b.const(0), "total": total}
        test = lambda b, i, *_: b.op("less", i, rounds)
        return b.loop(state, [n], test, body)[1]

    program = build(make("f", {"n": INT32}, lambda b, n: nest(b, b.const(0), n, depth)))
    assert program.source.count("def ") > 1
    assert program.run(np.array(5, np.int32)) == (15,)


def test_branches_may_be_nested_deeper_than_python_allows():
    depth = 120

    def nest(b: Writer, x, level):
        if level == depth:
            return b.op("multiply", x, 2)
        negated = lambda b, x: b.op("negative", b.op("exp", x))
        # An `if` in each branch, so that no `elif` makes the nest flat.
        deeper = lambda b, x: b.cond(
            b.op("greater", x, -1), [x], lambda b, x: nest(b, x, level + 1), negated
        )
        return b.cond(b.op("less", x, 1e6), [x], deeper, negated)

    program = build(make("f", {"x": FLOAT32}, lambda b, x: nest(b, x, 0)))
    assert program.source.count("def ") > 1
    assert program.run(np.array(3, np.float32)) == (6,)


def test_errors_in_outlined_parts_are_told_at_the_users_line():
    def nest(b: Writer, n, level):
        if not level:
            return b.at(9).op("floor_divide", 1, n)
        test = lambda b, n: b.op("greater_equal", n, 0)
        return b.loop({"n": n}, [], test, lambda b, n: nest(b, n, level - 1))

    program = build(make("f", {"n": INT}, lambda b, n: nest(b, n, 14)))
    with pytest.raises(ZeroDivisionError) as found:
        program(0)
    assert found.traceback[-1].lineno + 1 == 9


@pytest.mark.long
@pytest.mark.parametrize("spec", [INT32, TensorSpec((4,), dtypes.float32)], ids=str)
def test_long_graphs_are_built_in_linear_time(spec):
    def write(b: Writer, x):
        for i in range(5000):
            x = b.op("add", b.op("multiply", x, 1), i % 3)
        return x

    graph = make("f", {"x": spec}, write)
    start = time.process_time()
    program = build(graph)
    assert time.process_time() - start < 10
    (found,) = program.run(np.zeros(spec.shape, spec.dtype.numpy))
    assert np.all(found == sum(i % 3 for i in range(5000)))


def test_a_program_leaves_nothing_behind():
    graph = collatz()
    program = build(graph)
    program(np.array(7, np.int32))
    filename = program.filename
    assert linecache.getline(filename, 1) == "def collatz(n):\n"
    references = [weakref.ref(program), weakref.ref(program.run), weakref.ref(graph)]
    gc.collect()
    gc.disable()
    try:
        del program
        assert [reference() for reference in references[:2]] == [None, None]
        assert filename not in linecache.cache
    finally:
        gc.enable()
    del graph
    gc.collect()
    assert references[2]() is None


def test_the_function_of_a_program_does_not_need_the_program():
    run = build(collatz()).run
    gc.collect()
    assert run(np.array(27, np.int32)) == (111,)
