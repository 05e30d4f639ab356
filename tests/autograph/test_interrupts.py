"""Ctrl-C, and other exceptions of no step in particular: all is in order after them."""

import io
import signal
import sys
import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest

import autograph as ag
from autograph.values.state import STATE
from graph.building import _STATE
from graph.origin import is_library_code

pytestmark = pytest.mark.long

TIMEOUT_S = 120


def interrupt(after_s):
    """Let Ctrl-C strike the main thread in a moment."""

    def strike():
        time.sleep(after_s)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    threading.Thread(target=strike).start()


def is_clean():
    return _STATE.graph is None and not _STATE.stack and STATE.trace is None


@pytest.fixture
def _ctrl_c():
    """Have Ctrl-C raise KeyboardInterrupt, whoever runs the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextmanager
def what_python_drops():
    """Give the classes of what is raised where Python cannot: in finalisers."""
    found = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda args: found.append(args.exc_type)
    try:
        yield found
    finally:
        sys.unraisablehook = before


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_while_steps_run_beside_each_other_leaves_no_thread_behind():
    @ag.function
    def heavy(x, y):
        for _ in ag.range(100_000):
            a, b = ag.exp(-x), ag.sin(y)
            c, d = ag.tanh(x), ag.cos(y)
            x, y = (a + c) * 0.5, (b + d) * 0.5
        return x, y

    @ag.function
    def once(x, y):
        return ag.exp(-x) + ag.tanh(x), ag.sin(y) * ag.cos(y)

    x = ag.constant(np.linspace(0.0, 1.0, 400_000))
    expected = [np.exp(-x.numpy()) + np.tanh(x.numpy()), np.sin(x) * np.cos(x)]
    for after_s in (0.1, 0.15, 0.2):
        with pytest.raises(KeyboardInterrupt):
            interrupt(after_s)
            heavy(x, x)
        assert is_clean()
        for found, wanted in zip(once(x, x), expected, strict=True):
            assert np.allclose(found, wanted)


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_in_a_trace_leaves_everything_in_order():
    state = {"slow": True, "items": [1]}

    @ag.function
    def inner(x):
        while state["slow"]:
            time.sleep(0.001)
        return ag.tanh(x) + 1.0

    @ag.function
    def outer(x):
        if ag.reduce_sum(x) > 0.0:
            state["items"] = [2]
            x = inner(x)
        return x

    x = ag.constant([0.5])
    with pytest.raises(KeyboardInterrupt):
        interrupt(0.2)
        outer(x)
    assert is_clean()
    assert state["items"] == [1]
    assert not outer.explain().traces
    state["slow"] = False
    assert np.allclose(outer(x), np.tanh(x) + 1.0)


class Strike:
    """A profiler that raises KeyboardInterrupt once, where Ctrl-C may strike.

    That is where a Python function of the library begins, and one of C returns.
    """

    def __init__(self, after):
        self.left = after

    def __call__(self, frame, event, _):
        if event in ("call", "c_return") and is_library_code(frame.f_code):
            self.left -= 1
            if not self.left:
                sys.setprofile(None)
                raise KeyboardInterrupt

    def run(self, function, *args):
        sys.setprofile(self)
        try:
            return function(*args)
        finally:
            sys.setprofile(None)


def halving():
    @ag.function
    def f(x, n):
        total = x
        for i in ag.range(n):
            if ag.reduce_sum(total) > 3.0:
                total = total * 0.5
            else:
                total = total + ag.cast(i, ag.float32)
        return total

    return f


def halved(total):
    for i in range(4):
        total = total * 0.5 if total.sum() > 3.0 else total + i
    return total


def test_ctrl_c_anywhere_in_a_first_call_leaves_everything_in_order():
    """Strike in conversion, tracing and building; the next call finds no trace of it."""
    x = ag.constant([1.0, 1.0])
    halving()(x, 4)  # what is made once in a process is made
    counted = Strike(10**9)
    counted.run(halving(), x, 4)
    n_places = 10**9 - counted.left
    assert n_places > 1000
    n_raised = 0
    for after in range(1, n_places, n_places // 150):
        f = halving()
        with what_python_drops() as dropped:
            try:
                Strike(after).run(f, x, 4)
            except KeyboardInterrupt:
                n_raised += 1
        assert set(dropped) <= {KeyboardInterrupt}
        assert is_clean()
        assert np.allclose(f(x, 4), halved(x.numpy()))
    assert n_raised > 120


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_while_other_threads_wait_for_the_trace_lets_them_go():
    slow = [True]

    @ag.function
    def f(x):
        while slow[0]:
            time.sleep(0.001)
        return x + 1

    started = threading.Event()
    results = []

    def other():
        started.wait(TIMEOUT_S)
        results.append(int(f(ag.constant(1))))

    def strike():
        started.set()
        time.sleep(0.2)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        time.sleep(0.1)
        slow[0] = False

    threads = [threading.Thread(target=each) for each in (other, other, strike)]
    for thread in threads:
        thread.start()
    with pytest.raises(KeyboardInterrupt):
        started.wait()
        f(ag.constant(1))
        time.sleep(TIMEOUT_S)  # the others were first: Ctrl-C finds this thread here
    for thread in threads:
        thread.join(TIMEOUT_S)
    assert results == [2, 2]
    assert is_clean()


def test_exceptions_of_a_trace_leave_everything_in_order():
    log = io.StringIO()

    @ag.function
    def f(x, kind):
        log.write("traced ")
        if ag.reduce_sum(x) > 0.0:
            y = x + 1
        else:
            y = x - 1
        if kind is not None:
            raise kind
        return y

    x = ag.constant([1.0])
    for kind in (MemoryError, SystemExit, GeneratorExit, KeyboardInterrupt):
        with pytest.raises(kind):
            f(x, kind)
        assert is_clean()
        assert not f.explain().traces
    assert f(x, None).numpy().tolist() == [2.0]
    assert log.getvalue().count("traced") == 5


def test_an_error_at_an_instruction_without_a_line_stays_that_error():
    """Ctrl-C may strike between the lines of Python's code."""

    def fails(x):
        raise KeyboardInterrupt

    fails.__code__ = fails.__code__.replace(co_linetable=b"")
    f = ag.function(fails, autograph=False)
    outer = ag.function(lambda x: f(x) + 1)
    for function in (f, outer):
        with pytest.raises(KeyboardInterrupt) as caught:
            function(ag.constant(1))
        names = [frame.name for frame in caught.traceback]
        assert "fails" in names
    assert is_clean()
