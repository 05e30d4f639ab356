"""What a function changes in lists, dicts and dataclasses that are its arguments.

What single changes do is shown in `tests/language/call/arguments.py`.
"""

import collections
import dataclasses
import pickle
import threading
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import (
    ConcreteArgumentError,
    PythonFallbackWarning,
    SerialisationError,
)

T = ag.constant
ONE = T(1)


@dataclasses.dataclass
class Box:
    x: Any
    n: Any = 3


def append(items):
    items.append(items[0] + 1)
    return items[-1]


def replace(items):
    items[0] = items[0] * 2
    return items[0]


def count(table):
    table["n"].append(1)
    return len(table["n"])


def set_field(box):
    box.x = box.x + 1
    box.n += 1
    return box.x * box.n


def attribute_on_some_paths(box):
    if box.x > 0:
        box.extra = box.x * 2
    elif box.x > -3:
        del box.n
    if box.x > 2:
        box.extra = None
    return box.x


@pytest.mark.parametrize(
    ("function", "make", "calls"),
    [
        (count, lambda: collections.defaultdict(list), 3),
        (set_field, lambda: Box(T(1)), 3),
        *((attribute_on_some_paths, lambda n=n: Box(T(n)), 1) for n in (0, 1, 3, -5)),
    ],
)
def test_objects_of_the_caller_change_as_in_plain_python(function, make, calls):
    traced, ours, theirs = ag.function(function), make(), make()
    for _ in range(calls):
        assert int(traced(ours)) == int(function(theirs))
        parts, expected = (getattr(each, "__dict__", each) for each in (ours, theirs))
        assert parts == expected


def test_what_stays_is_the_same_object():
    @ag.function
    def change(items, thing):
        items.append(items[0])
        items.append(thing)
        items.append(items)
        items[1].append(2)

    tensor, array, thing = T(1), np.zeros(2), object.__new__(type("Thing", (), {}))
    for first in (tensor, array):
        items = [first, [1]]
        inner = items[1]
        change(items, thing)
        assert items[0] is items[2] is first
        assert (items[1] is inner, inner) == (True, [1, 2])
        assert items[3] is thing
        assert items[4] is items


def test_a_trace_serves_further_calls_also_of_threads():
    change = ag.function(replace)
    items = [T(1)]
    for expected in (2, 4, 8):
        assert int(change(items)) == int(items[0]) == expected
    lists = [[T(1)] for _ in range(8)]

    def run(items):
        for _ in range(20):
            change(items)

    threads = [threading.Thread(target=run, args=(items,)) for items in lists]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert {int(items[0]) for items in lists} == {2**20}
    assert change.experimental_get_tracing_count() == 1


def test_defaults_and_keywords_change():
    @ag.function
    def gather(x, found=[]):  # noqa: B006  # that is the point
        found.append(x)
        return len(found)

    assert [int(gather(T(x))) for x in (5, 6, 7)] == [1, 2, 3]
    assert gather.python_function.__defaults__[0] == [5, 6, 7]

    @ag.function
    def pops(x, **named):
        return x + named.pop("by")

    assert [int(pops(T(1), by=2)) for _ in range(3)] == [3] * 3
    assert len(pops.get_concrete_function(T(1), by=2).outputs) == 1


def test_concrete_functions_change_their_arguments():
    concrete = ag.function(append).get_concrete_function([T(1)])
    items = [T(4)]
    assert int(concrete(items)) == 5
    assert items == [4, 5]
    with pytest.raises(ConcreteArgumentError):
        concrete(items)
    with pytest.raises(SerialisationError, match="takes items as an object of the"):
        pickle.dumps(concrete)


def test_with_an_input_signature(allowing):
    change = ag.function(append, input_signature=[[ag.TensorSpec([], ag.float32)]])
    items = [1]
    with pytest.warns(PythonFallbackWarning):
        assert float(change(items)) == 2
    assert items == [1, 2]


def test_gradients_flow_through_what_was_changed(allowing):
    change, x = ag.function(replace), T(3.0)
    items = [x]
    with ag.GradientTape() as tape:
        tape.watch(x)
        with pytest.warns(PythonFallbackWarning):
            changed = change(items)
        y = changed * items[0]
    assert (float(y), float(tape.gradient(y, x))) == (36, 24)


# -- One container twice


def is_same(one, two):
    return one is two


def is_same_on_a_path(one, two, x=ONE):
    return one is two if x > 0 else one is not two


def counts_others(one, two):
    if one is not two:
        one.no_such_method()
    return 1


def test_a_container_that_is_two_arguments_is_changed_once():
    def change(one, two):
        one.append(1)
        return len(two), two

    staged = ag.function(change)
    for wrapped in (lambda x: x, lambda x: [x], lambda x: {"a": x}, lambda _: []):
        ours: list[Any] = [5]
        plain: list[Any] = [5]
        found, expected = staged(ours, wrapped(ours)), change(plain, wrapped(plain))
        assert int(found[0]) == expected[0]
        assert ours == plain
        assert repr(ag.nest.map_structure(int, found[1])) == repr(expected[1])


@pytest.mark.parametrize("function", [is_same, is_same_on_a_path, counts_others])
@pytest.mark.parametrize("make", [lambda: [T(1)], lambda: {"a": 1}, lambda: Box(2)])
def test_a_container_that_is_two_arguments_is_one(function, make):
    staged, once = ag.function(function), make()
    for _ in range(2):
        assert int(staged(once, once)) == int(function(once, once))
        if function is not counts_others:
            assert bool(staged(make(), make())) is function(make(), make())


@pytest.mark.parametrize(
    "make", [lambda: [T(1)], lambda: tuple(range(2)), lambda: {"a": 1}]
)
def test_a_call_within_a_trace_is_not_taken_for_one_with_an_object_twice(make):
    same = ag.function(is_same)

    @ag.function
    def several(a, b):
        return same(a, b), same(a, a), same(b, b), same(b, a)

    assert [*map(bool, several(make(), make()))] == [False, True, True, False]
