"""What is asked of objects, functions and managers that are None on some paths."""

# Programs under test are written as users write them.

import copy
import dataclasses
import heapq
import inspect
import itertools
import json
import operator
from contextlib import contextmanager, nullcontext, suppress

import autograph as ag
from tests.autograph.testing.rows import Rows
from tests.conformance.objects_or_none import A, B, Manager, Record, above, half, one

T = ag.constant
rows = Rows()


@rows.on(T(0), T(3))
def callable_function(n):
    o = None
    if n > 2:
        o = one
    return callable(o), o() if callable(o) else 5


@rows.on(T(0), T(3))
def callable_object(n):
    o = None
    if n > 2:
        o = A()
    return callable(o)


@rows.on(T(0), T(3))
def callable_class(n):
    o = None
    if n > 2:
        o = A
    return callable(o)


@rows.on(T(0), T(3))
def callable_record(n):
    o = None
    if n > 2:
        o = Record()
    return callable(o)


@rows.on(T(0), T(3))
def is_class(n):
    o = None
    if n > 2:
        o = A
    return inspect.isclass(o)


@rows.on(T(0), T(3))
def is_function(n):
    o = None
    if n > 2:
        o = one
    return inspect.isfunction(o), inspect.isroutine(o)


@rows.on(T(0), T(3))
def is_method(n):
    o = None
    if n > 2:
        o = A()
    return inspect.ismethod(getattr(o, "go", None))


@rows.on(T(0), T(3))
def is_record(n):
    o = None
    if n > 2:
        o = Record()
    return dataclasses.is_dataclass(o)


@rows.on(T(0), T(3))
def is_record_not(n):
    o = None
    if n > 2:
        o = A()
    return dataclasses.is_dataclass(o)


@rows.on(T(0), T(3))
def names_of_an_object_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return "go" in dir(o)
    return None


@rows.on(T(0), T(3))
def copies(n):
    o = None
    if n > 2:
        o = A()
    return copy.copy(o) is None


@rows.on(T(0), T(3))
def text_of_json(n):
    o = None
    if n > 2:
        o = 3
    return json.dumps(o) if o is None else ""


@rows.on(T(0), T(3))
def index(n):
    o = None
    if n > 2:
        o = A()
    return [1, 2][o]


@rows.on(T(0), T(3))
def index_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return [1, 2][o]
    return None


@rows.on(T(0), T(3))
def index_asked_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return operator.index(o)
    return None


@rows.on(T(0), T(3))
def key_of_sorted(n):
    o = None
    if n > 2:
        o = half
    return sorted([2, 1, 3], key=o)


@rows.on(T(0), T(3))
def key_of_smallest(n):
    o = None
    if n > 2:
        o = half
    return heapq.nsmallest(2, [2, 1, 3], key=o), heapq.nlargest(2, [2, 1, 3], o)


@rows.on(T(0), T(3))
def filtered(n):
    o = None
    if n > 2:
        o = above
    return list(filter(o, [0, 1, 2])), list(itertools.filterfalse(o, [0, 1, 2]))


@rows.on(T(0), T(3))
def accumulated(n):
    o = None
    if n > 2:
        o = operator.mul
    return list(itertools.accumulate([1, 2, 3], o))


@rows.on(T(0), T(3))
def mapped(n):
    o = None
    if n > 2:
        o = half
    return list(map(o, [1]))


@rows.on(T(0), T(3))
def key_of_sort(n):
    o = None
    if n > 2:
        o = half
    xs = [2, 1, 3]
    xs.sort(key=o)
    return xs


@rows.on(T(0), T(3))
def manager_under_a_test(n):
    log = []
    cm = Manager(log) if n > 2 else None
    if cm is not None:
        with cm as k:
            log.append(k)
            raise ValueError
    return log


@rows.on(T(0), T(3))
def manager_that_may_be_none(n):
    cm = Manager([]) if n > 2 else None
    with cm as k:
        return k


@rows.on(T(0), T(3))
def manager_of_the_library(n):
    cm = suppress(ValueError) if n > 2 else None
    if cm is not None:
        with cm:
            raise ValueError
    with None if n > 5 else nullcontext(3) as k:
        return k


@rows.on(T(0), T(3))
def manager_by_a_generator(n):
    @contextmanager
    def made(k):
        yield k + 1

    cm = made(n) if n > 2 else None
    if cm is not None:
        with cm as k:
            return k
    return 0


@rows.on(T(0), T(3))
def manager_that_is_none(n):
    o = A() if n > 0 else B()
    with o:
        return 1


test_what_may_be_none_answers_as_in_plain_python = rows.test()


@rows.on(T(1), T(0))
def text_of_a_value_or_none(n):
    value = None
    if n > 0:
        value = 3
    try:
        return json.dumps(value)
    except TypeError:
        return "bad"


@rows.on(T(1), T(5))
def a_way_to_sort_pairs(n):
    by_last = (lambda pair: pair[1]) if n > 2 else None
    grown = [(i % 2, -i) for i in range(n)]
    known = [(3, "a"), (1, "b"), (2, "0")]
    known.sort(key=by_last, reverse=True)
    once = (pair for pair in [(int(n), 2), (3, 1)])
    return sorted(grown, key=by_last), known, sorted(once, key=by_last)


@rows.on(T(1), T(5))
def given_to_concat(n):
    more = None if n > 2 else "ab"
    try:
        return operator.concat("u", more)
    except TypeError as error:
        return str(error)
