"""Many threads at once: one trace for each kind of call, and no run disturbs another.

A deadlock fails: pytest ends a test after a while, with the stacks of all threads.
"""

import os
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import autograph as ag
from autograph import conversion
from tests.forks import Flag, is_true_in_child

TIMEOUT_S = 120
N_THREADS = 8


@pytest.fixture(autouse=True)
def _switches():
    """Let threads change places often, so that races have their chance."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def at_once(*tasks):
    """Run functions in a thread each, all from one moment on; return their results."""
    barrier = threading.Barrier(len(tasks))

    def run(task):
        barrier.wait(TIMEOUT_S)
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        futures = [pool.submit(run, task) for task in tasks]
        return [future.result(TIMEOUT_S) for future in futures]


def test_first_calls_of_many_threads_trace_once():
    for _ in range(10):
        log = []

        @ag.function
        def f(x):
            log.append(1)
            time.sleep(0.001)
            return ag.tanh(x) * 2.0

        x = ag.constant(np.linspace(0, 1, 7))
        results = at_once(*[lambda: f(x)] * N_THREADS)
        assert len(log) == 1
        expected = np.tanh(x.numpy()) * 2.0
        assert all(np.allclose(each, expected) for each in results)


def test_first_calls_with_many_shapes_trace_once_each():
    log = []

    @ag.function
    def f(x):
        log.append(x.shape)
        return ag.reduce_sum(x * x)

    shapes = [(n,) for n in range(1, 7)] * 3
    results = at_once(*[lambda s=s: float(f(ag.constant(np.ones(s)))) for s in shapes])
    assert results == [float(n) for (n,) in shapes]
    assert sorted(log) == [(n,) for n in range(1, 7)]


def test_traces_take_no_warnings_of_another_thread_for_their_functions():
    """Steps of ours keep warnings, which Python does for all threads at once."""
    expected = warnings.showwarning, warnings._showwarnmsg_impl, list(warnings.filters)
    one = ag.constant(1.0)

    def work():
        for n in range(20):

            @ag.function
            def f(x, n=n):
                half = ag.sqrt(ag.constant(4.0)) * 0.25  # is folded
                if ag.reduce_sum(x) > n:
                    half = half + 1.0
                return x / half

            f(one).numpy()
            ag.to_code(f.python_function)

    at_once(*[work] * N_THREADS)
    found = warnings.showwarning, warnings._showwarnmsg_impl, list(warnings.filters)
    assert found == expected


def test_runs_share_no_scratch_under_load(capfd):
    """Threads, functions and shapes, with exceptions and prints, against NumPy."""

    @ag.function
    def chain(x):
        for _ in ag.range(3):
            x = ag.tanh(x) + x * 0.5
        return x

    @ag.function
    def table(x):
        items = []
        for i in ag.range(4):
            items.append(x * ag.cast(i, x.dtype))  # noqa: PERF401  # staged
        return ag.stack(items)

    @ag.function
    def fails(x):
        if ag.reduce_sum(x) > 0.0:
            raise ValueError("positive")
        return -x

    @ag.function
    def shows(x, who):
        ag.print("thread", who, ag.reduce_sum(x))
        return chain(chain(x))

    def numpy_chain(x):
        for _ in range(3):
            x = np.tanh(x) + x * 0.5
        return x

    def work(who):
        random = np.random.default_rng(who)
        for turn in range(25):
            x = random.normal(size=random.choice([1, 3, 1000, 40_000]))
            assert np.allclose(chain(x), numpy_chain(x))
            assert np.array_equal(table(x), np.stack([x * i for i in range(4)]))
            if turn % 5 == 0:
                assert np.allclose(
                    shows(x, ag.constant(who)), numpy_chain(numpy_chain(x))
                )
            if x.sum() > 0.0:
                with pytest.raises(ValueError, match="positive"):
                    fails(x)
            else:
                assert np.array_equal(fails(x), -x)
        return who

    tasks = [lambda who=who: work(who) for who in range(N_THREADS)]
    assert at_once(*tasks) == list(range(N_THREADS))
    printed = capfd.readouterr().err.splitlines()
    assert sorted(line.split()[1] for line in printed) == sorted(
        str(who) for who in range(N_THREADS) for _ in range(5)
    )


def test_one_thread_traces_while_others_run():
    @ag.function
    def warm(x):
        return ag.exp(-x) + x

    x = ag.constant(np.linspace(0, 1, 500))
    expected = warm(x).numpy()
    is_done = threading.Event()

    def run():
        count = 0
        while not is_done.is_set():
            assert np.array_equal(warm(x), expected)
            count += 1
        return count

    def trace():
        try:
            for n in range(30):

                @ag.function
                def fresh(x, n):
                    for i in ag.range(n):
                        if ag.reduce_sum(x) > 1.0:
                            x = x * 0.5 + warm(x) * ag.cast(i, x.dtype)
                    return x

                found, plain = fresh(x, n), x.numpy()
                for i in range(n):
                    if plain.sum() > 1.0:
                        plain = plain * 0.5 + (np.exp(-plain) + plain) * i
                assert np.allclose(found, plain)
        finally:
            is_done.set()
        return 1

    assert min(at_once(run, trace, run, run)) > 0


def test_functions_that_call_each_other_are_traced_from_both_ends():
    """No thread waits for a trace that waits for its own."""
    for _ in range(10):

        @ag.function
        def a(x, n):
            return x if n == 0 else b(x + 1, n - 1)

        @ag.function
        def b(x, n):
            return x if n == 0 else a(x * 2, n - 1)

        x = ag.constant(1)
        results = at_once(
            *[lambda: int(a(x, 4)), lambda: int(b(x, 4))] * 3,
        )
        assert results == [10, 7] * 3


def test_an_error_in_the_first_trace_is_raised_in_that_thread_and_nothing_stays():
    fails = [3]

    @ag.function
    def f(x):
        time.sleep(0.002)
        if fails[0]:
            fails[0] -= 1
            raise LookupError("again")
        return x + 1

    def call():
        try:
            return int(f(ag.constant(1)))
        except LookupError:
            return None

    results = at_once(*[call] * N_THREADS)
    assert results.count(None) == 3
    assert results.count(2) == N_THREADS - 3
    assert len(f.explain().traces) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_fork_does_not_wait_for_a_trace_of_a_thread_that_it_has_not():
    is_tracing, go_on = Flag(), Flag()

    @ag.function
    def waits(x):
        is_tracing.set()
        go_on.wait()
        return x + 1

    def works_in_child():
        go_on.set()
        return int(waits(ag.constant(1))) == 2

    thread = threading.Thread(target=lambda: waits(ag.constant(1)))
    thread.start()
    is_tracing.wait()
    assert is_true_in_child(works_in_child)
    go_on.set()
    thread.join(TIMEOUT_S)
    assert int(waits(ag.constant(2))) == 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_fork_does_not_wait_for_a_conversion_of_a_thread_that_it_has_not(monkeypatch):
    is_converting, go_on = Flag(), Flag()
    find_code = conversion.find_code

    def slowly(*args):
        is_converting.set()
        go_on.wait()
        return find_code(*args)

    def works_in_child():
        go_on.set()
        return int(two(ag.constant(1))) == 3

    monkeypatch.setattr(conversion, "find_code", slowly)
    one, two = ag.function(lambda x: x + 1), ag.function(lambda x: x + 2)
    thread = threading.Thread(target=lambda: one(ag.constant(1)))
    thread.start()
    is_converting.wait()
    assert is_true_in_child(works_in_child)
    go_on.set()
    thread.join(TIMEOUT_S)
