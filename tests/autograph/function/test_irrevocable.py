"""What a trace could not take back is left to plain Python, before it is done."""

import argparse
import contextlib
import contextvars
import csv
import hashlib
import io
import itertools
import logging
import os
import queue
import re
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import autograph as ag
from autograph.errors import PythonFallbackWarning
from autograph.function import trace_builder
from tests.autograph.falling import fell, refused
from tests.autograph.test_interruptions import Stop, striking

T = ag.constant
LINES = "one\ntwo\nthree\n"
pytestmark = pytest.mark.usefixtures("allowing")


def quietly(function, *args):
    """Return what a call gives, or raises, as text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PythonFallbackWarning)
        try:
            return str(np.asarray(function(*args)))
        except Exception as error:
            return repr(error)


# -- Objects of Python's library -------------------------------------------------------


def acquires_and_releases(lock, x):
    lock.acquire()
    y = refused(x)
    lock.release()
    return y


def puts_and_takes(jobs, x):
    jobs.put(1)
    jobs.put(3)
    return jobs.get() + jobs.qsize() + refused(x)


def hashes(digest, x):
    digest.update(b"a")
    return len(digest.hexdigest()) + refused(x)


def sets_a_context_variable(variable, x):
    token = variable.set(variable.get() + 1)
    return variable.get() + refused(x) if token else x


def prints_to_it(stream, x):
    print("told", file=stream)
    return refused(x)


# What calls change, how, and what shows it.
OBJECTS = [
    (
        lambda: io.StringIO(LINES),
        lambda stream, x: len(stream.read()) + refused(x),
        lambda stream: stream.tell(),
    ),
    (io.StringIO, prints_to_it, lambda stream: stream.getvalue()),
    (threading.Lock, acquires_and_releases, lambda lock: lock.locked()),
    (queue.Queue, puts_and_takes, lambda jobs: jobs.qsize()),
    (hashlib.sha256, hashes, lambda digest: digest.hexdigest()),
    (
        lambda: contextvars.ContextVar("count", default=0),
        sets_a_context_variable,
        lambda variable: variable.get(),
    ),
]


@pytest.mark.parametrize(("make", "function", "state"), OBJECTS)
def test_objects_of_the_library_are_changed_once_by_each_call(make, function, state):
    decorated, plain, ours = ag.function(function), make(), make()
    for _ in range(2):
        assert quietly(decorated, ours, T(3)) == quietly(function, plain, T(3))
        assert state(ours) == state(plain)


def test_a_lock_around_what_can_be_staged_is_taken_by_each_call():
    lock, seen = threading.Lock(), []

    @ag.function
    def f(x):
        with lock:
            seen.append(lock.locked())
            return x + 1

    fell(f, T(1))
    f(T(2))
    assert seen == [True, True]


def test_what_is_made_inside_or_only_read_and_logging_make_nothing_fall(caplog):
    log = logging.getLogger("of the test")
    digest, options = hashlib.sha256(b"a"), argparse.Namespace(zero=0)

    @ag.function
    def f(x):
        text = io.StringIO()
        text.write("abc")
        own = hashlib.sha256()
        own.update(b"a")
        assert own.hexdigest() == digest.hexdigest()
        log.warning("traced")
        zero = options.zero + len(os.environ.get("no such name", ""))
        return x + len(text.getvalue()) + zero

    assert [int(f(T(n))) for n in (1, 2)] == [4, 5]  # and nothing falls
    assert caplog.messages == ["traced"]  # as what is printed


# -- Iterators -------------------------------------------------------------------------


def adds_up(items, x):
    total = 0
    for item in items:
        total = total + len(item)
    return total + refused(x)


def takes_one(items, x):
    return len(next(items)) + refused(x)


TEXTS = ["a", "bb", "ccc", "dddd"]
ITERATORS = [
    lambda: io.StringIO(LINES),
    lambda: csv.reader(LINES.splitlines()),
    lambda: (each for each in TEXTS),
    lambda: iter(dict.fromkeys(TEXTS)),
    lambda: map(str.upper, TEXTS),
    lambda: itertools.islice(TEXTS, 3),
    lambda: itertools.pairwise(TEXTS),
    lambda: itertools.chain(TEXTS[:2], TEXTS[2:]),
    lambda: itertools.dropwhile(lambda text: len(text) < 2, TEXTS),
    lambda: itertools.tee(TEXTS)[0],
    lambda: (each.group() for each in re.finditer("[a-z]+", LINES)),
]
CALLS = [(function, make) for function in (adds_up, takes_one) for make in ITERATORS]


# The last one is set back, which none is that has come to its end.
@pytest.mark.parametrize(
    ("function", "make"), [*CALLS, (takes_one, lambda: iter(TEXTS))]
)
def test_iterators_are_advanced_once(function, make):
    plain, ours = make(), make()
    expected = quietly(function, plain, T(3))
    assert quietly(ag.function(function), ours, T(3)) == expected
    assert list(ours) == list(plain)


# -- What ends a block that a refusal leaves -------------------------------------------


@contextlib.contextmanager
def in_folder(folder):
    before = os.getcwd()  # noqa: PTH109
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def changes_it_in_a_block(x, folder):
    with in_folder(folder):
        return refused(x)


def changes_it_itself(x, folder):
    before = os.getcwd()  # noqa: PTH109
    os.chdir(folder)
    try:
        return refused(x)
    finally:
        os.chdir(before)


@pytest.mark.parametrize("policy", ["allow", "refuse"])
@pytest.mark.parametrize("function", [changes_it_itself, changes_it_in_a_block])
def test_a_trace_that_is_given_up_does_what_ends_its_blocks(function, policy, tmp_path):
    here = os.getcwd()  # noqa: PTH109
    with ag.python(policy):
        quietly(ag.function(function), T(3), str(tmp_path))
    assert os.getcwd() == here  # noqa: PTH109


# -- Threads and signals ---------------------------------------------------------------


def uses_a_thread(x, found):
    thread = threading.Thread(target=lambda: found.append(x * 2))
    thread.start()
    thread.join()
    return len(found) + found[0]


def uses_a_pool(x, found):
    with ThreadPoolExecutor(2) as pool:
        found.extend(pool.map(lambda item: item * 2, [x, x]))
    return found[0] + found[1]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("function", [uses_a_thread, uses_a_pool])
def test_what_another_thread_does_with_symbolic_tensors_is_pythons(function):
    plain, ours = [], []
    expected = quietly(function, T(3), plain)
    assert quietly(ag.function(function), T(3), ours) == expected
    assert list(map(int, ours)) == list(map(int, plain))


def test_what_another_thread_writes_meanwhile_is_kept():
    seen, begun, done = [], threading.Event(), threading.Event()

    def writes():
        begun.wait(10)
        seen.append("theirs")
        done.set()

    @ag.autograph.experimental.do_not_convert
    def wait():
        begun.set()
        done.wait(10)

    @ag.function
    def f(x):
        wait()
        return refused(x) + len(seen)

    thread = threading.Thread(target=writes)
    thread.start()
    assert quietly(f, T(3)) == "5"
    thread.join()
    assert seen == ["theirs"]


def test_an_exception_of_a_signal_handler_ends_the_call():
    @ag.function
    def f(x):
        time.sleep(5)
        return x

    with pytest.raises(Stop), striking(Stop, 0.2):
        f(T(1))


# -- The program's own exceptions ------------------------------------------------------


def test_calls_that_raise_by_themselves_are_traced_again_once_one_does_not(monkeypatch):
    trace, begun = trace_builder.traced, []

    def counted(*args):
        begun.append(1)
        return trace(*args)

    monkeypatch.setattr(trace_builder, "traced", counted)
    limit = [1]

    @ag.function
    def f(x, key):
        return x + {1: 5}[key - limit[0]]

    for _ in range(3):
        with pytest.raises(KeyError):
            f(T(1), 1)
    assert len(begun) == 1
    limit[0] = 0
    assert [int(f(T(1), 1)) for _ in range(3)] == [6, 6, 6]
    assert len(begun) == 2
    assert not f.explain().falls


def test_few_of_the_calls_that_raise_by_themselves_are_remembered():
    @ag.function
    def f(x, text):
        raise ValueError(text)

    for number in range(200):
        with pytest.raises(ValueError, match=f"^{number}$"):
            f(T(1), str(number))
    assert len(f._cache._falls) < 100
