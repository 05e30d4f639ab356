"""Reads and writes of variables as nodes: their order, and what passes make of them."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import autograph as ag
from executor.program import build
from graph.op import OPS
from graph.ops.variables import handles_in
from graph.passes.pipeline import optimise
from graph.text import show
from graph.verify import verify

T = ag.constant


def optimised(function, *args):
    graph = optimise(ag.function(function).get_concrete_function(*args).graph)
    verify(graph)
    return graph


def ops_of(graph):
    return [node.op.name for node in graph.nodes if "variable" in node.op.name]


def test_the_printed_graph_names_the_variable():
    count = ag.Variable(0, name="count")

    def step(x):
        return count.assign_add(x) * 2

    concrete = ag.function(step).get_concrete_function(T(1))
    text = show(concrete.graph)
    assert "assign_variable(x, variable=<object variable count>, update='add')" in text
    assert "read_variable(variable=<object variable count>)" in text
    assert "variable_count_" in concrete.program_source()


def test_reads_that_nothing_needs_are_pruned_and_writes_never():
    a, b = ag.Variable(1), ag.Variable(2)

    def f(x):
        a.value()
        a + b
        a.assign(x)
        b.assign_add(a)
        return x

    graph = optimised(f, T(1))
    assert ops_of(graph) == ["assign_variable", "read_variable", "assign_variable"]


def test_reads_on_both_sides_of_a_write_stay_apart():
    a = ag.Variable(1)

    def f(x):
        before = a + x
        a.assign_add(1)
        return before, a + x

    graph = optimised(f, T(1))
    assert ops_of(graph) == ["read_variable", "assign_variable", "read_variable"]
    run = build(graph).run
    assert [int(value) for value in run(np.int32(10))] == [11, 12]
    assert [int(value) for value in run(np.int32(10))] == [12, 13]


def test_effects_are_those_of_the_variable():
    a, b = ag.Variable(1), ag.Variable(1)
    read = OPS["read_variable"].effects_with({"variable": a.handle})
    assign = OPS["assign_variable"].effects_with({"variable": a.handle})
    add = OPS["assign_variable"].effects_with({"variable": a.handle, "update": "add"})
    assert (read.reads, read.writes) == ((a.handle.resource,), ())
    assert (assign.reads, assign.writes) == ((), (a.handle.resource,))
    assert (add.reads, add.writes) == ((a.handle.resource,), (a.handle.resource,))
    assert a.handle.resource != b.handle.resource


def test_handles_are_found_in_bodies():
    a, b, c = (ag.Variable(1, name=name) for name in "abc")

    def f(x):
        if x > 0:
            for _ in ag.range(x):
                b.assign_add(c)
        return a + b

    graph = ag.function(f).get_concrete_function(T(1)).graph
    assert [handle.name for handle in handles_in(graph)] == ["c", "b", "a"]


def test_runs_of_many_threads_lose_no_update():
    total, parts = ag.Variable(0), ag.Variable(np.zeros(4, np.int32))

    @ag.function
    def step(i):
        total.assign_add(1)
        parts[i].assign_add(1)

    def work(i):
        for _ in range(200):
            step(T(i % 4))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert int(total) == 1600
    assert parts.numpy().tolist() == [400] * 4


def test_a_run_that_fails_leaves_no_variable_half_written():
    a, b = ag.Variable([1, 2]), ag.Variable(0)

    @ag.function
    def f(i):
        b.assign_add(1)
        a[i].assign(9)
        b.assign_add(1)

    with pytest.raises(IndexError):
        f(T(5))
    assert (a.numpy().tolist(), int(b)) == ([1, 2], 1)


def test_graphs_keep_no_variable_alive():
    def make(n):
        v = ag.Variable(np.zeros(1000))
        f = ag.function(lambda x: v + x)
        f(T(1.0, ag.float64))
        return f, v.handle

    handles = [make(n)[1] for n in range(20)]
    gc.collect()
    assert [handle.owner for handle in handles] == [None] * 20
    with pytest.raises(ag.errors.FailedPreconditionError):
        handles[0].value
