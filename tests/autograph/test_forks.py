"""A child that is forked while another thread traces can trace, draw and run."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from graph.locks import Lock, cached
from tests.forks import Flag, is_true_in_child

pytestmark = pytest.mark.long

if not hasattr(os, "fork"):
    pytest.skip("this system does not fork", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 240
# Threads trace, draw and import what is imported when first needed; children, forked at
# any time, do the same. A child that hangs is ended by its alarm.
PROGRAM = """
import os, signal, threading, time

import autograph as ag

def new(k):
    def f(x):
        s = x * k
        for _ in range(2):
            if s > k:
                s = s - 1.0
            else:
                s = s + ag.random.uniform((1000,))[0]
        return s
    f.__code__ = f.__code__.replace()  # converted anew
    return ag.function(f)

def work():
    v = ag.Variable(1.0)
    k = 0
    while True:
        k += 1
        v.assign(new(k)(v))

for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
results = []
for i in range(24):
    time.sleep(0.011 * (i % 7))
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(60)
        code = 2
        try:
            code = 0 if 2.0 <= float(new(3)(ag.constant(1.0))) <= 5.0 else 1
        finally:
            os._exit(code)
    results.append(os.waitpid(pid, 0)[1])
    if os.WIFSIGNALED(results[-1]):
        break
print(results, flush=True)
os._exit(any(results))
"""


def test_children_trace_that_are_forked_while_threads_trace(tmp_path):
    path = tmp_path / "forking.py"
    path.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", path],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("make", [threading.Lock, threading.RLock])
def test_a_lock_that_another_thread_holds_is_free_in_a_child(make):
    lock = Lock(make)
    held, done = Flag(), Flag()

    def hold():
        with lock():
            held.set()
            done.wait()

    def is_free():
        return lock().acquire(timeout=5)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    try:
        assert is_true_in_child(is_free)
        assert not lock().acquire(blocking=False)
    finally:
        done.set()
        thread.join()


def test_what_another_thread_computes_is_computed_in_a_child():
    begun, done = Flag(), Flag()

    class Slow:
        @cached
        def value(self):
            """What takes long in one thread."""
            if threading.current_thread() is thread:
                begun.set()
                done.wait()
            return object()

    slow, other = Slow(), Slow()
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    begun.wait()
    try:
        assert is_true_in_child(lambda: other.value is other.value)
    finally:
        done.set()
        thread.join()
    assert slow.value is slow.value
    assert Slow.value.__doc__ == "What takes long in one thread."


def test_no_lock_of_python_s_is_held_by_more_than_one_process():
    """Locks are `graph.locks.Lock`; those that a fork cannot find held are listed."""
    known = {
        "graph/locks.py": 1,
        "autograph/traces.py": 1,  # of a trace under way: a child does not wait for it
        "executor/threads.py": 1,  # of a task, which the thread that waits for it began
    }
    found = {}
    for package in ("graph", "executor", "autograph"):
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            count = text.count("threading.Lock()") + text.count("threading.RLock()")
            count += text.count("threading.Lock\n")
            count += text.count("@cached_property") + text.count(
                "@functools.cached_property"
            )
            if count:
                found[path.relative_to(ROOT).as_posix()] = count
    found.pop("autograph/testing/programs.py")
    assert found == known
