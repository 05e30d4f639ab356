"""Lists whose length the run decides, where something looks into them as it stands."""

# Programs under test are written as users write them.
# ruff: noqa: FURB171, PLC3002, PERF401, PERF402

from __future__ import annotations

import collections
import copy
import heapq
import itertools
import json
import operator

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
staged = Rows()


test_what_looks_into_a_list_as_it_stands_is_refused = rows.refusal_test()


test_what_is_converted_looks_into_a_list_as_plain_python_does = staged.test()


def listed(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return xs


class Stack:
    def __init__(self, n):
        self.items = []
        for i in range(n):
            self.items.append(i)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]

    def __bool__(self):
        return len(self.items) > 0

    def __iter__(self):
        return iter(self.items)

    def __eq__(self, other):
        return len(self.items) == len(other.items)

    def __hash__(self):
        return 1

    @property
    def size(self):
        return len(self.items)


@ag.do_not_convert
def length_as_it_stands(xs):
    return len(xs)


@staged.on(T(0), T(2))
def a_special_method(n):
    return len(Stack(n))


@staged.on(T(0), T(2))
def an_equality(n):
    return Stack(n) == Stack(n)


@rows.on(T(0), T(2))
def a_generator(n):
    xs = listed(n)

    def count():
        yield len(xs)

    items = count()
    return next(items), next(items, 0)


@rows.on(T(0), T(2))
def a_class_body(n):
    xs = listed(n)

    class Held:
        size = len(xs)

    return Held.size


@staged.on(T(0), T(2))
def an_iterator(n):
    total = 0
    for _ in Stack(n):
        total += 1
    return total


@rows.on(T(0), T(2))
def an_unconverted_function(n):
    return length_as_it_stands(listed(n))


@rows.on(T(0), T(2))
def an_unconverted_function_by_an_attribute(n):
    return length_as_it_stands(Stack(n))


@rows.on(T(0), T(2))
def numpy_functions(n):
    return np.vander(listed(n))


@rows.on(T(0), T(2))
def numpy_operators(n):
    return np.ones(3) + listed(n)


@rows.on(T(0), T(2))
def json_text(n):
    return len(json.dumps(listed(n)))


@staged.on(T(0), T(2))
def a_set(n):
    return len(set(listed(n)))


@staged.on(T(0), T(2))
def a_tuple(n):
    return len(tuple(listed(n)))


@staged.on(T(0), T(2))
def a_star_in_a_tuple(n):
    return len((*listed(n), 1))


@staged.on(T(0), T(2))
def a_star_in_a_call(n):
    return (lambda *args: len(args))(*listed(n))


@staged.on(T(0), T(2))
def a_deque(n):
    return len(collections.deque(listed(n)))


@rows.on(T(0), T(2))
def a_merge(n):
    return list(heapq.merge(listed(n), [1]))


@rows.on(T(0), T(2))
def groups(n):
    return [key for key, _ in itertools.groupby(listed(n))]


@rows.on(T(0), T(2))
def two_iterators(n):
    return len(list(itertools.tee(listed(n))[0]))


@rows.on(T(0), T(2))
def an_operator_by_name(n):
    return operator.eq(listed(n), [])


@rows.on(T(0), T(2))
def an_order_of_a_list_and_a_tuple(n):
    return listed(n) < (5,)


@staged.on(T(0), T(2))
def an_order_of_lists(n):
    return listed(n) < [5]


@staged.on(T(0), T(2))
def an_equality_of_dicts(n):
    return {"a": listed(n)} == {"a": []}


@staged.on(T(0), T(2))
def a_list_among_lists(n):
    return [] in [listed(n)]


@staged.on(T(0), T(2))
def a_list_counted_among_lists(n):
    return [listed(n)].count([])


@staged.on(T(0), T(2))
def text(n):
    return str(listed(n))


@staged.on(T(0), T(2))
def an_f_string(n):
    return f"{listed(n)}"


@staged.on(T(0), T(2))
def a_pattern(n):
    match listed(n):
        case []:
            return 0
        case [_]:
            return 1
    return 2


@rows.on(T(0), T(2))
def a_deep_copy(n):
    return len(copy.deepcopy(listed(n)))


@rows.on(T(0), T(2))
def a_shape(n):
    return ag.reshape(ag.range(6), listed(n))


@rows.on(T(0), T(2))
def an_operator_of_tensors(n):
    return ag.constant([1, 2]) + listed(n)


@rows.on(T(1), T(2))
def lists_in_a_list(n):
    rows = []
    row = [1]
    for _ in range(n):
        rows.append(row)
    row.append(5)
    return rows


@rows.on(T(1), T(2))
def arrays_in_a_list(n):
    found = []
    array = np.ones(2)
    for _ in range(n):
        found.append(array)
    array[0] = 5
    return found


@rows.on(T(3))
def a_list_changed_under_enumerate(n):
    xs = [1, 2]
    for place, x in enumerate(xs):
        if n > 2:
            if place < 3:
                xs.append(x)
    return xs


@pytest.mark.parametrize(("function", "args"), rows.calls[:8])
def test_a_run_does_not_make_the_next_trace_careless(function, args):
    assert len(ag.function(listed)(T(2))) == 2
    assert check(function, *args).verdict is Verdict.REFUSED
