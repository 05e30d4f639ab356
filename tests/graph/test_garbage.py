"""Older objects are set aside while a trace runs, and only then."""

import gc
import weakref

import numpy as np
import pytest

import autograph as ag
from graph.staging import garbage
from graph.staging.garbage import collect, older_set_aside, seldom_looked_for

# So many immortal objects Python 3.12 sets aside itself.
FEW = 5_000


class Node:
    """Part of a cycle."""

    def __init__(self):
        self.me = self


@pytest.fixture(autouse=True)
def _no_automatic_collection():
    gc.collect()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def test_what_is_older_waits_and_what_is_new_goes():
    older = weakref.ref(Node())
    with older_set_aside():
        newer = weakref.ref(Node())
        collect()
        assert newer() is None
        assert older() is not None
    assert gc.get_freeze_count() < FEW
    gc.collect()
    assert older() is None


def test_traces_within_traces_set_aside_once():
    with older_set_aside():
        between = weakref.ref(Node())
        with older_set_aside():
            collect()
            assert between() is None
        assert gc.get_freeze_count() > FEW
    assert gc.get_freeze_count() < FEW


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_exception_brings_all_back(error):
    with pytest.raises(error), older_set_aside():
        raise error
    assert gc.get_freeze_count() < FEW


def test_what_the_user_froze_stays_frozen():
    gc.freeze()
    before = gc.get_freeze_count()
    with older_set_aside():
        newer = weakref.ref(Node())
        collect()
        assert newer() is None
    assert gc.get_freeze_count() > before / 2


def test_a_call_that_traces_leaves_nothing_aside():
    seen = []

    @ag.function
    def f(x):
        seen.append(gc.get_freeze_count())
        while x < 3.0:
            x = x + 1.0
        return x

    assert float(f(ag.constant(0.5))) == 3.5
    assert seen[0] > FEW
    assert gc.get_freeze_count() < FEW


@pytest.fixture
def thresholds():
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
@pytest.mark.usefixtures("thresholds")
def test_cycles_are_looked_for_less_often_until_a_trace_is_done(error):
    with pytest.raises(error), seldom_looked_for():
        with seldom_looked_for():
            assert gc.get_threshold()[0] > 700
        assert gc.get_threshold()[0] > 700
        raise error
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("given", [(0, 10, 10), (50_000, 1, 1)])
@pytest.mark.usefixtures("thresholds")
def test_who_wants_cycles_looked_for_seldom_has_it_so(given):
    gc.set_threshold(*given)
    with seldom_looked_for():
        assert gc.get_threshold() == given
    assert gc.get_threshold() == given


@pytest.mark.usefixtures("thresholds")
def test_thresholds_that_are_set_meanwhile_stay():
    with seldom_looked_for():
        gc.set_threshold(123, 4, 5)
    assert gc.get_threshold() == (123, 4, 5)


def runs(x):
    y = x * 1.0
    for i in range(6):
        if y[i] > 0:
            y[(i + 1) % 6] = y[i] * 0.5
    return y


def test_writes_to_arrays_in_branches_need_no_collection(monkeypatch):
    # What would hold an array of the graph around is no object of the branch's.
    monkeypatch.setattr(garbage, "collect", lambda: pytest.fail("all is looked at"))
    x = np.arange(6.0)
    np.testing.assert_array_equal(ag.function(runs)(ag.constant(x)), runs(x))
