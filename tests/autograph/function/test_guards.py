"""Guards: what they let through, how many there are, and when there are none."""

import itertools

import numpy as np
import pytest

import autograph as ag
from autograph.function.cache import MAX_GUARDS, MISS


def guards_of(function, *args, **kwargs):
    """Return the guards of a function after calls with these arguments."""
    for _ in range(4):
        function(*args, **kwargs)
    return function._cache.guards


@pytest.mark.parametrize(
    "value",
    [
        *(ag.constant(1.0), np.ones(2), np.float32(1), 1, 1.5, -0.0, float("nan")),
        *(1j, True, None, "a", b"a", ..., [], {}, object),
        [1, (2, {"a": ag.ones([2])})],
    ],
    ids=str,
)
def test_a_guard_knows_its_own_calls_and_no_others(value):
    f = ag.function(lambda x, n=1: 0)
    (guard,) = guards_of(f, value)
    assert guard(value) is not MISS
    assert guard(x=value, n=1) is not MISS
    assert guard(value, 2) is MISS
    for other in (object(), [value], (value,), {"a": value}, ag.ones([7]), 12345):
        assert guard(other) is MISS


@pytest.mark.parametrize(
    "value",
    [{1, 2}, {1: 2}, range(3), slice(2), ag.float32, np.array("a"), bytearray(b"a")],
    ids=str,
)
def test_some_arguments_have_no_guards_and_work(value):
    f = ag.function(lambda x: 0)
    assert guards_of(f, value) == ()
    assert int(f(value)) == 0
    assert f.experimental_get_tracing_count() == 1


def test_a_few_guards_are_kept_however_many_kinds_there_are():
    f = ag.function(lambda x, n=1: (x, n))
    kinds = [ag.zeros([n]) for n in range(5)] + [np.zeros(2), np.ones((2, 2)), 3, "a"]
    for _, value in itertools.product(range(5), kinds):
        x, n = f(value)
        assert x.shape == getattr(value, "shape", ())
        assert int(n) == 1
    assert len(f._cache.guards) == MAX_GUARDS
    reports = f.explain().traces
    assert len(reports) == len(kinds)
    assert [each.hits for each in reports] == [4] * len(kinds)


def test_many_arguments_get_a_guard_later():
    f = ag.function(lambda tree: 0)
    tree = [ag.constant(k) for k in range(100)]
    for k in range(12):
        f(tree)
        assert len(f._cache.guards) == (k >= 10)
    assert guards_of(ag.function(lambda tree: 0), tree * 4) == ()


def test_unknown_dimensions_are_let_through():
    f = ag.function(lambda x: x + 1, reduce_retracing=True)
    for n in (1, 2, 3, 4, 5):
        assert f(ag.zeros([n, 3])).shape == (n, 3)
    guard = f._cache.guards[0]
    assert guard(ag.zeros([9, 3])).shape == (9, 3)
    for other in (ag.zeros([9, 4]), ag.zeros([9]), ag.zeros([9, 3], ag.int32)):
        assert guard(other) is MISS


def test_defaults_that_are_tensors_are_inputs():
    f = ag.function(lambda x, y=ag.constant(5): x - y)  # noqa: B008
    for k in range(4):
        assert int(f(ag.constant(k))) == k - 5
        assert int(f(ag.constant(k), ag.constant(1))) == k - 1
        assert int(f(y=ag.constant(2), x=ag.constant(k))) == k - 2
