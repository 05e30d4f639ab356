"""Older objects are set aside while a trace runs, and only then."""

import gc
import weakref

import pytest

import autograph as ag
from graph.staging.garbage import collect, older_set_aside

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
