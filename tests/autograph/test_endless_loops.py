"""Loops that nothing but an exception ends: staged, Python's own, or refused."""

import collections

import pytest

import autograph as ag
from autograph.operators import unrolled_loops


@ag.function
def climbs(x):
    while True:
        if x > 300:
            raise ValueError(f"{int(x)} is too high")
        x = x + 1


@ag.function
def climbs_and_catches(x):
    try:
        while True:
            if x > 300:
                raise ValueError
            x = x + 1
    except ValueError:
        return x


def take_all(iterator):
    total = ag.constant(0)
    try:
        while True:
            item = next(iterator)
            assert item >= 0, "negative"
            total = total + item
    except StopIteration:
        return total


def test_a_loop_that_an_exception_ends_is_staged():
    with pytest.raises(ValueError, match="301 is too high"):
        climbs(ag.constant(-5))
    assert int(climbs_and_catches(ag.constant(-5))) == 301


@ag.function
def takes_each(items):
    total, place = ag.constant(0), 0
    try:
        while True:
            item = items[place]
            assert item >= 0, "negative"
            total = total + item
            place += 1
    except IndexError:
        return total


def test_a_loop_that_an_exception_of_pythons_ends_is_pythons():
    items = [ag.constant(each) for each in range(20)]
    assert int(takes_each(items)) == sum(range(20))
    with pytest.raises(AssertionError, match="negative"):
        takes_each([ag.constant(-1)])


@ag.function
def takes_all(items):
    return take_all(iter(items))


@ag.function
def takes_all_values(items):
    return take_all(iter(items.values()))


@ag.function
def takes_all_of_a_queue(items):
    return take_all(iter(collections.deque(items)))


def test_an_iterator_advanced_in_a_try_that_is_staged():
    items = [ag.constant(1), ag.constant(2)]
    assert int(takes_all(items)) == 3
    # What the handler reads of the list counts as a change of it.
    with ag.python("allow"), pytest.raises(AssertionError, match="negative"):
        takes_all([*items, ag.constant(-1)])
    assert int(takes_all_values(dict(enumerate(items)))) == 3


def test_an_iterator_of_pythons_advanced_in_a_try_that_is_staged_is_refused():
    # The block is traced twice, and such an iterator cannot be put back.
    with pytest.raises(ag.errors.StagingError, match="or in a `try`"):
        takes_all_of_a_queue([ag.constant(1), ag.constant(2)])


@ag.function
def divides_for_ever(x):
    while True:
        x = 10 // x - 1


def test_a_loop_that_python_would_unroll_for_ever_is_refused(monkeypatch):
    monkeypatch.setattr(unrolled_loops, "MAX_GUARDED", 120)
    with pytest.raises(ag.errors.StagingError, match="true while tracing 1") as info:
        divides_for_ever(ag.constant(1))
    assert "in divides_for_ever\n      while " in str(info.value)
    assert "`break`" in str(info.value)


@ag.function
def asserts_for_ever(x):
    n = 0
    while n >= 0:
        assert x < 3, f"{n}"
        x = x + 1
        n += 1


def test_a_loop_with_a_test_that_python_would_unroll_for_ever_is_staged():
    with pytest.raises(AssertionError, match="5000"):
        asserts_for_ever(ag.constant(-4997))
