"""What a child that is forked finds of the locks of its parent's threads.

That it can trace while they trace is shown by `test_threads.py`.
"""

import os
import re
import threading
from pathlib import Path

import pytest

from graph.locks import Lock, cached
from tests.forks import Flag, is_true_in_child

pytestmark = pytest.mark.long

if not hasattr(os, "fork"):
    pytest.skip("this system does not fork", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[2]


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
        "autograph/function/cache.py": 1,  # of a trace under way: no child waits for it
        "executor/threads.py": 1,  # of a task, which the thread that waits for it began
    }
    found = {}
    lock = re.compile(r"threading\.R?Lock\(\)|threading\.Lock\n|@\S*cached_property")
    for package in ("graph", "executor", "autograph"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if count := len(lock.findall(path.read_text(encoding="utf-8"))):
                found[path.relative_to(ROOT).as_posix()] = count
    found.pop("autograph/testing/programs.py")
    assert found == known
