"""Heavy independent steps run beside each other, and agree with one thread."""

import os
import threading

import numpy as np
import pytest

from executor import threads
from executor.program import build
from executor.threads import Tasks
from graph import dtypes
from graph.specs import TensorSpec
from tests.executor.graphs import Writer, make
from tests.forks import is_true_in_child

HEAVY = TensorSpec((1000, 1000), dtypes.float64)
SMALL = TensorSpec((1000,), dtypes.float64)


def two_chains(b: Writer, x, y):
    left = b.at(2).op("exp", b.op("sin", x))
    right = b.at(3).op("exp", b.op("cos", y))
    return b.at(4).op("add", left, right)


def test_two_chains(golden):
    graph = make("two_chains", {"x": HEAVY, "y": HEAVY}, two_chains)
    program = build(graph)
    golden(program.source)
    x, y = np.random.default_rng(1).standard_normal((2, 1000, 1000))
    (found,) = program.run(x, y)
    (expected,) = build(graph, threads=1).run(x, y)
    assert found.tobytes() == expected.tobytes()


def products(b: Writer, x, y):
    return b.op("matmul", x, x), b.op("matmul", y, y)


@pytest.mark.parametrize(
    ("spec", "write", "options"),
    [
        (HEAVY, two_chains, {"threads": 1}),
        (SMALL, two_chains, {}),
        (HEAVY, products, {}),  # which have threads of their own
    ],
)
def test_what_does_not_pay_has_no_threads(spec, write, options):
    graph = make("f", {"x": spec, "y": spec}, write)
    assert "spawn" not in build(graph, **options).source


def test_effects_stay_in_order():
    def write(b: Writer, x, y):
        left = b.op("exp", x)
        b.op("print", 1, template="{}\n", stream="stdout", summarize=3)
        return left, b.op("exp", y)

    source = build(make("f", {"x": HEAVY, "y": HEAVY}, write)).source
    positions = [source.index(text) for text in ("spawn", "print", "result")]
    assert positions == sorted(positions)


def test_an_error_of_a_worker_is_told_at_its_own_line():
    def write(b: Writer, x, y, z):
        return b.at(2).op("exp", x), b.at(3).op("add", y, z)

    # Known to be heavy, not known to fail.
    specs = {"x": HEAVY, "y": HEAVY, "z": TensorSpec((None, 1000), dtypes.float64)}
    program = build(make("demo", specs, write))
    assert "spawn" in program.source
    x = np.zeros((1000, 1000))
    with pytest.raises(ValueError, match="broadcast") as found:
        program(x, x, np.zeros((3, 1000)))
    entry = found.traceback[-1]
    assert (str(entry.path), entry.lineno + 1) == ("/home/user/demo.py", 3)
    assert found.value.__notes__ == ["in 'add', a node of graph 'demo'"]


def test_settings_of_numpy_hold_in_other_threads():
    def write(b: Writer, x, y):
        return b.op("sin", x), b.op("log", y)

    program = build(make("f", {"x": HEAVY, "y": HEAVY}, write))
    assert "spawn(log" in program.source
    x = np.zeros((1000, 1000))
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        program.run(x, x)


def test_all_tasks_are_done_when_the_block_ends():
    running, finished = threading.Event(), []

    def slow():
        running.set()
        threading.Event().wait(0.05)
        finished.append(1)

    with pytest.raises(KeyError), Tasks() as tasks:
        tasks.spawn(slow)
        if threads.processors() > 1:
            running.wait()
        raise KeyError
    assert finished == [1] or threads.processors() == 1


def test_what_no_thread_has_taken_is_run_by_the_caller(monkeypatch):
    monkeypatch.setattr(threads._Pool, "get", lambda self: None)
    with Tasks() as tasks:
        task = tasks.spawn(threading.get_ident)
    assert task.result() == threading.get_ident()


def test_programs_within_programs_do_not_wait_for_each_other():
    def work(depth):
        if not depth:
            return 1
        with Tasks() as tasks:
            parts = [tasks.spawn(work, depth - 1) for _ in range(3)]
        return sum(part.result() for part in parts)

    assert work(5) == 3**5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_has_threads_of_its_own():
    def compute():
        with Tasks() as tasks:
            parts = [tasks.spawn(pow, 2, n) for n in range(4)]
        return [part.result() for part in parts]

    expected = compute()
    assert is_true_in_child(lambda: compute() == expected)
