"""Traces tell what is older than they are, and leave Python's collector as it is."""

import gc
import sys
import threading
import weakref

import numpy as np
import pytest

import autograph as ag
from graph.old_staging.ages import (
    ages_noted,
    is_from_before,
    made_since_trace_began,
)


class Node:
    """Part of a cycle."""

    def __init__(self):
        self.me = self


@pytest.fixture(autouse=True)
def _collector_of_its_own():
    before = gc.get_threshold()
    yield
    gc.enable()
    gc.set_threshold(*before)


class Collector:
    """How the collector is set; what is frozen may go, and nothing may be added."""

    def __init__(self):
        self.settings = gc.isenabled(), gc.get_threshold()
        self.n_frozen = gc.get_freeze_count()
        self.callbacks = list(gc.callbacks)

    def is_left_as_it_is(self, *, is_tracing=False):
        now = Collector()
        is_same = is_tracing or now.callbacks == self.callbacks
        is_thawed = now.n_frozen <= self.n_frozen
        return is_same and is_thawed and now.settings == self.settings


def counted(x, seen=None):
    if seen is not None:
        seen.append(seen[0].is_left_as_it_is(is_tracing=True))
    while x < 3.0:
        x = x + 1.0
    return x


@pytest.mark.parametrize("is_enabled", [True, False])
@pytest.mark.parametrize("threshold", [(700, 10, 10), (0, 10, 10), (123, 4, 5)])
def test_a_trace_leaves_the_collector_as_it_is(threshold, is_enabled):
    gc.set_threshold(*threshold)
    (gc.enable if is_enabled else gc.disable)()
    before = Collector()
    seen = [before]

    @ag.function
    def f(x):
        return counted(x, seen)

    assert float(f(ag.constant(0.5))) == 3.5
    assert seen[1:] == [True]
    assert before.is_left_as_it_is()


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_exception_that_leaves_a_trace_leaves_the_collector_as_it_is(error):
    def f(x):
        raise error

    before = Collector()
    with pytest.raises(error):
        ag.function(f)(ag.constant(0.5))
    assert before.is_left_as_it_is()


def test_cycles_of_the_user_are_collected_between_traces():
    alive = []
    for _ in range(60):
        node = Node()
        node.data = np.ones(10)
        alive.append(weakref.ref(node))
        del node
        ag.function(counted)(ag.constant(0.5))
    gc.collect()
    assert all(each() is None for each in alive)


def test_cycles_of_the_user_are_collected_while_a_trace_runs():
    before = weakref.ref(Node())
    with ages_noted():
        gc.collect()
        assert before() is None


@pytest.mark.parametrize("generation", [None, 0, 1, 2])
def test_what_is_older_is_told_from_what_is_new_whatever_is_collected(generation):
    older = Node()
    with ages_noted():
        newer = Node()
        for _ in range(3):
            if generation is not None:
                gc.collect(generation)
            later = [older]
            young = made_since_trace_began()
            assert is_from_before(older)
            assert id(older) not in young
            for each in (newer, later):
                assert not is_from_before(each)
                assert id(each) in young


def test_of_what_is_no_trace_nothing_is_from_before():
    older = Node()
    with ages_noted():
        pass
    assert not is_from_before(older)
    assert made_since_trace_began() == set()


def test_an_end_that_ctrl_c_kept_away_is_made_up_for():
    before = list(gc.callbacks)
    cut = ages_noted()
    cut.__enter__()
    with ages_noted():
        assert len(gc.callbacks) == len(before) + 1
    assert gc.callbacks == before
    cut.gen.close()


def runs(x):
    y = np.array(x)
    for i in range(6):
        if y[i] > 0:
            y[(i + 1) % 6] = y[i] * 0.5
    return y


def test_writes_to_arrays_in_branches_need_no_collection_of_all(monkeypatch):
    # What would hold an array of the graph around is no object of the branch's.
    asked = []
    monkeypatch.setattr(gc, "collect", lambda generation=2: asked.append(generation))
    x = np.arange(6.0)
    np.testing.assert_array_equal(ag.function(runs)(ag.constant(x)), runs(x))
    assert asked == [1]  # as the trace begins


def test_tuples_that_other_threads_fill_can_be_looked_for():
    # CPython refuses to change the length of a tuple that anyone else refers to.
    done, failed = [], []

    def fill():
        while not done:
            try:
                tuple([i] for i in range(300))
            except SystemError as error:
                failed.append(error)
                return

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    threads = [threading.Thread(target=fill) for _ in range(3)]
    for each in threads:
        each.start()
    try:
        with ages_noted():
            for _ in range(400):
                made_since_trace_began()
                gc.collect(1)
    finally:
        done.append(True)
        for each in threads:
            each.join()
        sys.setswitchinterval(before)
    assert not failed
