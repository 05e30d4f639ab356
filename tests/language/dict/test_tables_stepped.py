"""Dicts with dynamic keys that change while iterated: what a comparison with plain Python does not show."""

from __future__ import annotations

import itertools
from collections import OrderedDict, defaultdict

import pytest

import autograph as ag
from autograph.testing import assert_agrees

T = ag.constant

STEPS = {
    "accumulate": lambda d: itertools.accumulate(d.values(), lambda a, b: b),
    "chain": lambda d: itertools.chain(d.values()),
    "chain of two": lambda d: itertools.chain(d.values(), d.values()),
    "enumerate": lambda d: (value for _, value in enumerate(d.values())),
    "enumerate items": lambda d: (value for _, (_, value) in enumerate(d.items())),
    "filter": lambda d: filter(lambda value: True, d.values()),
    "filterfalse": lambda d: itertools.filterfalse(lambda value: False, d.values()),
    "islice": lambda d: itertools.islice(d.values(), 2),
    "keys": lambda d: (d[key] for key in itertools.chain(d)),
    "map": lambda d: map(lambda item: item[1], d.items()),
    "reversed": lambda d: reversed(d.values()),
    "reversed items": lambda d: (value for _, value in reversed(d.items())),
    "reversed keys": lambda d: (d[key] for key in reversed(d)),
    "takewhile": lambda d: itertools.takewhile(lambda value: True, d.values()),
    "zip": lambda d: (value for value, _ in zip(d.values(), range(5))),
}


def put_last(d, made):
    d[2] = made


def put_in_the_middle(d, made):
    d[1] = made


def add(d, made):
    d[9] = made


def add_and_delete(d, made):
    d[9] = made
    del d[9]


def pop(d, made):
    d.pop(1)


def leave(d, made):
    pass


def of_numbers(n, make, steps, change):
    d = make()
    for i in range(n):
        d[i % 3] = i
    total = 0
    for value in steps(d):
        change(d, total + 50)
        total = total * 3 + value
    return total, len(d)


def of_lists(n, make, steps, change):
    d = make()
    for i in range(n):
        d[i % 3] = [i]
    total = 0
    for value in steps(d):
        change(d, [1, 2, total])
        total = total * 3 + len(value) + value[-1]
    return total, len(d)


CHANGES = (put_last, put_in_the_middle, add, add_and_delete, pop, leave)

# Each of them for one of the two programs.
CASES = [(of_numbers, change) for change in CHANGES[::2]]

CASES += [(of_lists, change) for change in CHANGES[1::2]]


@pytest.mark.parametrize(
    ("function", "change"), CASES, ids=lambda function: function.__name__
)
@pytest.mark.parametrize("steps", STEPS)
def test_a_change_is_seen_by_what_steps_through(function, steps, change):
    decorated = ag.function(function)
    for n in (4, 2, 0):
        assert_agrees(decorated, T(n), dict, STEPS[steps], change)


def move_twice(d, made):
    d.move_to_end(0)
    d.move_to_end(2)


def move_where_it_is(d, made):
    d.move_to_end(0, last=False)
    d.move_to_end(2)
    d[1] = made


@pytest.mark.parametrize("change", [move_twice, move_where_it_is])
@pytest.mark.parametrize("steps", ["chain", "reversed", "reversed keys", "zip"])
def test_an_ordered_dict_is_not_to_be_put_in_another_order(steps, change):
    decorated = ag.function(of_numbers)
    for n in (4, 3, 0):
        assert_agrees(decorated, T(n), OrderedDict, STEPS[steps], change)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("make", [OrderedDict, lambda: defaultdict(int)])
@pytest.mark.parametrize("steps", ["chain", "reversed"])
def test_so_it_is_by_those_of_other_kinds_of_dicts(steps, make, change):
    decorated = ag.function(of_numbers)
    for n in (4, 2, 0):
        assert_agrees(decorated, T(n), make, STEPS[steps], change)


def key_that_comes_back_behind_others(n):
    d = {}
    for i in range(n):
        d[i] = i
    total = 0
    for key in reversed(d):
        x, y = d.pop(1), d.pop(2)
        d[1], d[2] = x, y
        total = total * 3 + key
    return total


def key_in_the_place_of_another(n):
    d = {}
    for i in range(n):
        d[i] = i
    total = 0
    for key in reversed(d):
        del d[0]
        d[7] = 3
        total = total * 3 + key
    return total


@pytest.mark.parametrize(
    "function", [key_that_comes_back_behind_others, key_in_the_place_of_another]
)
def test_keys_that_take_a_place_again_are_stepped_through_as_python_does(function):
    assert_agrees(ag.function(function), T(3))
