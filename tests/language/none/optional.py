"""Values that are None on some paths."""

from __future__ import annotations

import collections
import copy
import dataclasses
import functools
import heapq
import inspect
import itertools
import json
import operator
import urllib.parse
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from autograph.experimental import do_not_convert
from tests.language.objects_or_none import A, B, Manager, Record, above, half, one
from tests.language.programs import Programs

programs = Programs()


# -- None on one path

T = ag.constant


class Pair(NamedTuple):
    left: Any
    right: Any


@programs.staged(T(5), T(-5))
def no_return_on_one_path(x):
    """A function returns a tensor or reaches its end without a return."""
    if x > 0:
        return x


@programs.staged(T(5), T(-5))
def none_returned(x):
    """One path returns None, the other a tensor."""
    if x > 0:
        return None
    return x * 2


@programs.staged(T(5), T(-5))
def a_tuple_or_none(x):
    """A function returns a tuple or None."""
    if x > 0:
        return x, 1


@programs.staged(T(5), T(-5))
def a_dict_with_none(x):
    """A dict whose value is a tensor or None."""
    return {"a": x if x > 0 else None, "b": 1}


@programs.staged(T([1, 2, 3]), T([1, 2]))
def first_above(xs):
    """A loop returns the first match, or the function None."""
    for x in xs:
        if x > 2:
            return x


@programs.staged(T([4, 9, 2]), T([1]))
def largest(xs):
    """A loop-carried maximum that is None at first."""
    best = None
    for x in xs:
        if best is None or x > best:
            best = x
    return best


@programs.staged(T(5), T(-5))
def arithmetic_on_none(x):
    """`+` on a possibly None value raises TypeError where it is None."""
    y = None
    if x > 0:
        y = x
    return y + 1


@programs.staged(T(5), T(-5))
def comparison_with_none(x):
    """`>=` on a possibly None value raises TypeError where it is None."""
    y = None
    if x > 0:
        y = x
    if y >= 3:
        return 1
    return 0


@programs.staged(T(5), T(-5))
def minus_none(x):
    """Unary minus of a possibly None value raises TypeError where it is None."""
    y = x if x > 0 else None
    return -y


@programs.staged(T(5), T(-5))
def equality_with_none(x):
    """`== None`, `!= None` and `== 5` on a possibly None value."""
    y = x if x > 0 else None
    a = 1 if y == None else 2
    b = 10 if y != None else 20
    c = 100 if y == 5 else 200
    return a + b + c


@programs.staged(T(5), T(0), T(-5))
def truth_of_none(x):
    """`not` and `and` on a possibly None number."""
    y = None if x < 0 else x
    if not y:
        return 1
    return y and 2


@programs.staged(T(5), T(-5))
def truth_of_a_tuple_or_none(x):
    """The truth value of a possibly None tuple guards its unpacking."""
    pair = None
    if x > 0:
        pair = (x, 1)
    if pair:
        a, b = pair
        return a * b
    return -1


@programs.staged(T(5), T(-5))
def unpacking_none(x):
    """Unpacking a possibly None tuple raises TypeError where it is None."""
    pair = (x, 1) if x > 0 else None
    a, b = pair
    return a + b


@programs.staged(T(5), T(-5))
def item_of_none(x):
    """Indexing a possibly None tuple raises TypeError where it is None."""
    pair = (x, 1) if x > 0 else None
    return pair[0]


@programs.staged(T(5), T(-5))
def attribute_of_none(x):
    """An attribute of a possibly None named tuple, or AttributeError."""
    pair = None
    if x > 0:
        pair = Pair(x, 2)
    return pair.right


@programs.staged(T(5), T(-5))
def kept_through_variables_and_calls(x):
    """A possibly None tuple passes through a call and another variable."""

    def handed_on(value):
        return value

    y = (1, x) if x > 0 else None
    z = handed_on(y)
    if z is not None:
        return z[1], z[0]


@programs.staged(T(0), T(5))
def a_dict_that_a_loop_makes(n):
    """A loop replaces None by a dict, which it then rebuilds."""
    found = None
    for i in ag.range(n):
        if found is None:
            found = {"a": i, "b": 0}
        else:
            found = {"a": found["a"] + i, "b": found["b"] + 1}
    return found


@programs.staged(T(2), T(6))
def none_for_some_iterations(n):
    """A loop-carried variable is None for some iterations."""
    best = None
    i = 0
    while i < n:
        if best is not None:
            best = best + i
        elif i > 2:
            best = i
        i += 1
    return -1 if best is None else best


@programs.staged(T(5), T(-5))
def none_again(x):
    """Branches assign a tensor and then None again."""
    y = None
    if x > 0:
        y = x
    if x > 3:
        y = None
    return y


@programs.staged(T(5), T(1), T(-5))
def none_or_undefined(x):
    """A name is None, a tensor or unbound."""
    if x > 0:
        y = None
        if x > 3:
            y = x
    return y


@programs.staged(T(5), T(-5))
def a_static_object_on_one_path(x):
    """A lambda bound on one branch only is called, or raises if unbound."""
    if x > 0:
        f = lambda v: v + 1
    return f(x)


@programs.staged(T(5), T(-5))
def both_paths_none(x):
    """Both branches replace an int by None."""
    y = 1
    if x > 0:
        y = None
    else:
        y = None
    return y


@programs.staged(T(5), T(-5))
def an_attribute_that_is_none(x):
    """An attribute is None or a tensor."""

    class Box:
        value = None

    box = Box()
    box.value = None
    if x > 0:
        box.value = x
    return 0 if box.value is None else box.value


@programs.staged(T(5), T(0))
def same_object(x):
    """`is` between two names, of a bool tensor and True, and with None."""
    y = x
    same = y is x
    is_true = (x > 0) is True
    return (same, is_true, x is not None, x is None)


@programs.staged(T(1), T(4), T(6))
def none_of_a_result_that_may_be_none(x):
    """A function returns another function's possibly None result, or None."""

    def inner(value):
        if value > 5:
            return value

    def outer(value):
        if value > 3:
            return inner(value)

    y = outer(x)
    return 0 if y is None else y


@programs.staged(T(np.float64(8)), T(np.float64(1)))
def recursion_of_helpers(x):
    """A helper's possibly None result is passed to the helper again."""

    def half(value):
        if value > 2:
            return value / 2

    y = half(x)
    if y is not None:
        y = half(y)
    return y


@programs.staged(T(1), T(4), T(-1))
def a_list_or_none_compared(x):
    """`==`, `!=` and `in` on lists that may be None."""
    p, q = None, None
    if x > 0:
        p = [x, 1]
    if x > 3:
        q = [4, 1]
    return p == q, p != q, p == [1, 1], None == p, p != None, p == 3, p in (None, 3)


@programs.staged(T(1), T(4), T(-1))
def a_tuple_or_none_compared(x):
    """`==`, `!=` and `in` on a tuple that may be None."""
    p = None
    if x > 0:
        p = (x, 1)
    return p == (1, 1), p != (4, 1), p in [(1, 1), None], p == "text"


@programs.staged(T(1), T(4), T(-1))
def a_dict_or_none_compared(x):
    """`==` and `!=` on a dict that may be None."""
    p = None
    if x > 0:
        p = {"a": x}
    return p == {"a": 1}, p == {}, p == p, {"a": 4} != p


@programs.staged(T(1), T(4), T(-1))
def a_list_or_none_is_the_one(x):
    """`is` between a possibly None name and the list that it may refer to."""
    items, other = [1], [1]
    p = None
    if x > 0:
        p = items
    return p is items, p is other, p is not items, items is p, p is None


class Comparing:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other

    __hash__ = None  # type: ignore[assignment]


@programs.staged(T(5), T(-5))
def an_object_compared_with_constants(x):
    """`==` and `!=` on a possibly None object whose class defines `__eq__`."""
    one = None
    if x > 0:
        one = Comparing(1)
    return one == 1, one != 1, 1 == one, one == 2, one == "a", one != None


# -- Tests for None

N = (T(0), T(3), T(6))


def number(n):
    return int(n) if n > 2 else None


def text(n):
    return f"k{int(n)}" if n > 2 else None


def flag(n):
    return bool(n > 5) if n > 2 else None


def listed(n):
    return [int(n), 1] if n > 2 else None


def table(n):
    return {"a": 1} if n > 2 else None


@programs.staged(*N)
def by_the_class_of_a_number(n):
    """`match` by class patterns `str()` and `int(k)` on an int or None."""
    v = number(n)
    match v:
        case str():
            return 1
        case int(k):
            return k + 2
        case _:
            return 3


@programs.staged(*N)
def by_the_class_of_a_text(n):
    """`match` by class patterns on a dynamic string or None."""
    v = text(n)
    match v:
        case int():
            return "int"
        case str():
            return v + "!"
    return "none"


@programs.staged(*N)
def by_one_of_two_classes(n):
    """The or-pattern `int() | float()` on a float or None."""
    r = -1.0
    v = float(n) if n > 2 else None
    match v:
        case int() | float():
            r = v + 1
    return r


@programs.staged(*N)
def by_the_class_of_a_tensor(n):
    """`case ag.Tensor()` and `case None` on a tensor or None."""
    v = n if n > 2 else None
    match v:
        case ag.Tensor():
            return 1
        case None:
            return 2
    return 3


@programs.staged(*N)
def by_a_class_and_a_guard(n):
    """`case int(k) if k > 3` on an int or None, with `object()` last."""
    match number(n):
        case int(k) if k > 3:
            return k
        case int(k):
            return -k
        case object():
            return 0


@programs.staged(*N)
def by_the_class_of_a_part(n):
    """A sequence pattern with `int(a)` or None as its first part."""
    v = number(n)
    match [v, 1]:
        case [int(a), b]:
            return a + b
        case [None, b]:
            return b


@programs.staged(*N)
def by_its_class_in_a_loop(n):
    """`match` by class on an int or None in each iteration of a dynamic loop."""
    total = 0
    for i in range(n + 2):
        v = None
        if i > 1:
            v = i
        match v:
            case int():
                total += v
            case None:
                total += 100
    return total


@programs.staged(*N)
def a_truth_value_that_is_one(n):
    """`is True`, `is False` and their negations on a bool or None."""
    v = flag(n)
    return v is True, v is False, v is not True, v is not False, True is v


@programs.staged(*N)
def a_truth_value_of_three(n):
    """A chain of `is True` and `is False` on a bool or None."""
    v = flag(n)
    if v is True:
        return 1
    elif v is False:
        return 2
    return 3


@programs.staged(*N)
def two_that_may_be_none(n):
    """`is` between two values that are each a bool or None."""
    w = None
    if n > 5:
        w = True
    return flag(n) is w


@programs.staged(*N)
def items_taken_while_a_test_holds(n):
    """`itertools.takewhile` over a string or None."""
    v = text(n)
    return list(itertools.takewhile(lambda c: c != "3", v))


@programs.staged(*N)
def items_dropped_while_a_test_holds(n):
    """`itertools.dropwhile` over a list or None."""
    v = listed(n)
    return list(itertools.dropwhile(lambda k: k > 1, v))


@programs.staged(*N)
def keys_of_a_dict(n):
    """`keys()` of a dict or None in a `try` that catches AttributeError."""
    try:
        return list(table(n).keys())
    except AttributeError:
        return []


@programs.staged(*N)
def keys_of_what_is_no_dict(n):
    """`keys()` of a dict or None raises AttributeError for None."""
    return list(table(n).keys())


@programs.staged(*N)
def copied_with_a_list(n):
    """`copy.deepcopy` of a list and a dict that hold possible Nones."""
    v = n if n > 2 else None
    w = number(n)
    a = np.arange(3) * int(n) if n > 2 else None
    return copy.deepcopy([v])[0], copy.deepcopy({"a": [w]}), copy.deepcopy([a])


@programs.staged(*N)
def in_ranges(n):
    """`in` of static and dynamic ranges for an int or None."""
    v = number(n)
    return v in range(5), v in range(int(n)), v not in range(4)


@programs.staged(*N)
def a_list_put_at_its_own_end(n):
    """`v.extend(v)` of a list or None."""
    v = listed(n)
    v.extend(v)
    return v


@programs.falls(*N)
def a_list_given_to_an_op(n):
    """`ag.reduce_sum` of a list or None in a `try` that catches TypeError."""
    v = listed(n)
    try:
        return ag.reduce_sum(v)
    except TypeError:
        return ag.constant(-1)


@programs.falls(*N)
def asked_whether_it_is_a_tensor(n):
    """`ag.is_tensor` and `is None` of a tensor or None."""
    v = n if n > 2 else None
    return ag.is_tensor(v), v is None


@programs.falls(*N)
def the_shape_of_none(n):
    """`ag.shape` and `ag.rank` of a tensor or None raise for None."""
    v = n if n > 2 else None
    return ag.shape(v), ag.rank(v)


@programs.staged(*N)
def by_the_keys_of_a_dict(n):
    """Mapping patterns with `**rest` on a dict or None."""
    v = None
    if n > 2:
        v = {"op": "add", "n": int(n), "more": 1}
    match v:
        case {"op": "sub", "n": k}:
            return -k, {}
        case {"op": "add", "n": k, **rest}:
            return k, rest
        case None:
            return 0, {}


@programs.staged(*N)
def by_an_empty_pattern_of_keys(n):
    """The patterns `[]` and `{}` on a dict or None."""
    match table(n):
        case []:
            return 1
        case {}:
            return 2
        case _:
            return 3


@programs.staged(*N)
def compared_with_a_range(n):
    """`==` and `!=` of an int or None with a range."""
    v = number(n)
    return v == range(3), range(3) != v


@programs.falls(*N)
def made_a_tensor_as_it_is(n):
    """`ag.convert_to_tensor` of a tensor or None in a `try`."""
    v = n if n > 2 else None
    try:
        return ag.cast(ag.convert_to_tensor(v), n.dtype)
    except TypeError:
        return ag.constant(-1)


@programs.falls(*N)
def an_error_with_fields_of_its_own(n):
    """The text of NumPy's AxisError, raised on one path and caught."""
    try:
        if n > 2:
            np.sort(3)
    except ValueError as error:
        return str(error)
    return "none"


@programs.falls(*N)
def shown_by_a_library(n):
    """`urllib.parse.urlencode` of a list or None cannot be staged."""
    return urllib.parse.urlencode({"a": listed(n)})


@programs.staged(*N)
def an_array_compared_with_none(n):
    """`==` between None and a value that is an array or None is refused."""
    a = np.arange(3) * int(n) if n > 2 else None
    return a == None


@programs.staged(*N)
def arrays_that_are_no_tensors(n):
    """`ag.is_tensor` is false for NumPy arrays and true for a constant."""
    a = np.arange(3) * int(n)
    return ag.is_tensor(a), ag.is_tensor(np.sum([n])), ag.is_tensor(ag.constant(a))


# -- Objects that may be None


@programs.falls(T(0), T(3))
def callable_function(n):
    """`callable` of a variable that is a function on one path, else None."""
    o = None
    if n > 2:
        o = one
    return callable(o), o() if callable(o) else 5


@programs.staged(T(0), T(3))
def callable_object(n):
    """`callable` of an instance with `__call__`, or None on the other path."""
    o = None
    if n > 2:
        o = A()
    return callable(o)


@programs.staged(T(0), T(3))
def callable_class(n):
    """`callable` of a class on one path and None on the other."""
    o = None
    if n > 2:
        o = A
    return callable(o)


@programs.staged(T(0), T(3))
def callable_record(n):
    """`callable` is false for a dataclass instance and for None."""
    o = None
    if n > 2:
        o = Record()
    return callable(o)


@programs.falls(T(0), T(3))
def is_class(n):
    """`inspect.isclass` of a variable that is a class on one path, else None."""
    o = None
    if n > 2:
        o = A
    return inspect.isclass(o)


@programs.falls(T(0), T(3))
def is_function(n):
    """`inspect.isfunction` and `isroutine` of a function or None."""
    o = None
    if n > 2:
        o = one
    return inspect.isfunction(o), inspect.isroutine(o)


@programs.falls(T(0), T(3))
def is_method(n):
    """`inspect.ismethod(getattr(o, "go", None))` where `o` may be None."""
    o = None
    if n > 2:
        o = A()
    return inspect.ismethod(getattr(o, "go", None))


@programs.staged(T(0), T(3))
def is_record(n):
    """`dataclasses.is_dataclass` of a dataclass instance or None."""
    o = None
    if n > 2:
        o = Record()
    return dataclasses.is_dataclass(o)


@programs.staged(T(0), T(3))
def is_record_not(n):
    """`dataclasses.is_dataclass` is false for a plain instance and for None."""
    o = None
    if n > 2:
        o = A()
    return dataclasses.is_dataclass(o)


@programs.falls(T(0), T(3))
def names_of_an_object_under_a_test(n):
    """`"go" in dir(o)` after a test that `o` is not None."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return "go" in dir(o)
    return None


@programs.falls(T(0), T(3))
def copies(n):
    """`copy.copy` of None is None, of an object is not."""
    o = None
    if n > 2:
        o = A()
    return copy.copy(o) is None


@programs.falls(T(0), T(3))
def text_of_json(n):
    """`json.dumps` is reached only where the value is None."""
    o = None
    if n > 2:
        o = 3
    return json.dumps(o) if o is None else ""


@programs.staged(T(0), T(3))
def index(n):
    """An object with `__index__` subscripts a list; None raises TypeError."""
    o = None
    if n > 2:
        o = A()
    return [1, 2][o]


@programs.staged(T(0), T(3))
def index_under_a_test(n):
    """A list indexed by an object with `__index__` after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return [1, 2][o]
    return None


@programs.falls(T(0), T(3))
def index_asked_under_a_test(n):
    """`operator.index` of an object after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return operator.index(o)
    return None


@programs.falls(T(0), T(3))
def key_of_sorted(n):
    """`sorted` with a `key` that is a function or None."""
    o = None
    if n > 2:
        o = half
    return sorted([2, 1, 3], key=o)


@programs.falls(T(0), T(3))
def key_of_smallest(n):
    """`heapq.nsmallest` and `nlargest` with a `key` that may be None."""
    o = None
    if n > 2:
        o = half
    return heapq.nsmallest(2, [2, 1, 3], key=o), heapq.nlargest(2, [2, 1, 3], o)


@programs.staged(T(0), T(3))
def filtered(n):
    """`filter` and `itertools.filterfalse` with a predicate that may be None."""
    o = None
    if n > 2:
        o = above
    return list(filter(o, [0, 1, 2])), list(itertools.filterfalse(o, [0, 1, 2]))


@programs.staged(T(0), T(3))
def accumulated(n):
    """`itertools.accumulate` with `operator.mul` or None as its function."""
    o = None
    if n > 2:
        o = operator.mul
    return list(itertools.accumulate([1, 2, 3], o))


@programs.falls(T(0), T(3))
def mapped(n):
    """`map` with None for a function raises TypeError when iterated."""
    o = None
    if n > 2:
        o = half
    return list(map(o, [1]))


@programs.staged(T(0), T(3))
def key_of_sort(n):
    """`list.sort` with a `key` that is a function or None."""
    o = None
    if n > 2:
        o = half
    xs = [2, 1, 3]
    xs.sort(key=o)
    return xs


@programs.falls(T(0), T(3))
def manager_under_a_test(n):
    """A `with` block under an `is not None` test swallows a ValueError."""
    log = []
    cm = Manager(log) if n > 2 else None
    if cm is not None:
        with cm as k:
            log.append(k)
            raise ValueError
    return log


@programs.falls(T(0), T(3))
def manager_that_may_be_none(n):
    """`with` on a context manager that may be None raises for None."""
    cm = Manager([]) if n > 2 else None
    with cm as k:
        return k


@programs.falls(T(0), T(3))
def manager_of_the_library(n):
    """`suppress` or None under a test, and `nullcontext` or None in `with`."""
    cm = suppress(ValueError) if n > 2 else None
    if cm is not None:
        with cm:
            raise ValueError
    with None if n > 5 else nullcontext(3) as k:
        return k


@programs.falls(T(0), T(3))
def manager_by_a_generator(n):
    """A `@contextmanager` generator that exists on one path only."""

    @contextmanager
    def made(k):
        yield k + 1

    cm = made(n) if n > 2 else None
    if cm is not None:
        with cm as k:
            return k
    return 0


@programs.falls(T(0), T(3))
def manager_that_is_none(n):
    """`with` on an object of one of two classes, neither a context manager."""
    o = A() if n > 0 else B()
    with o:
        return 1


@programs.falls(T(1), T(0))
def text_of_a_value_or_none(n):
    """`json.dumps` of an int on one path and None on the other."""
    value = None
    if n > 0:
        value = 3
    try:
        return json.dumps(value)
    except TypeError:
        return "bad"


@programs.staged(*map(T, (0, 1, 2, 5)))
def looked_for_in_a_list_that_grows(n):
    """`in` over lists of dynamic length that hold None and numbers or text."""
    found, words = [], []
    for i in range(n):
        found.append(i if i % 2 else None)
        words.append("a" * i if i % 2 else None)
    word = "a" if n > 1 else None
    return None in found, 3 in found, 1.0 in found, n in found, word in words


@programs.staged(*map(T, (0, 1, 2, 5)))
def looked_for_where_it_has_been(n):
    """A walk over a dict by `get` stops at None and collects the keys seen."""
    ways = {"a": "b", "b": "c"}
    room, seen = "a", ["a"]
    for _ in range(n):
        following = ways.get(room)
        if following is None:
            continue
        room = following
        if room not in seen:
            seen.append(room)
    return seen


@programs.staged(T(1), T(5))
def a_way_to_sort_pairs(n):
    """Lists and a generator of pairs sorted by a key that is a lambda or None."""
    by_last = (lambda pair: pair[1]) if n > 2 else None
    grown = [(i % 2, -i) for i in range(n)]
    known = [(3, "a"), (1, "b"), (2, "0")]
    known.sort(key=by_last, reverse=True)
    once = (pair for pair in [(int(n), 2), (3, 1)])
    return sorted(grown, key=by_last), known, sorted(once, key=by_last)


@programs.staged(T(1), T(5))
def given_to_concat(n):
    """`operator.concat` with None raises TypeError with Python's message."""
    more = None if n > 2 else "ab"
    try:
        return operator.concat("u", more)
    except TypeError as error:
        return str(error)


# -- Passed to unconverted code


class Pair2(NamedTuple):
    """A named tuple."""

    left: Any
    right: Any


class Box:
    """An object with unconverted methods."""

    def __init__(self, held):
        self.held = held

    @do_not_convert
    def is_empty(self):
        """Tell whether nothing is held."""
        return self.held is None

    @do_not_convert
    def __len__(self):
        return 0 if self.held is None else 1

    def __iter__(self):
        yield self.held is None


class Called:
    """An object that is called as it stands."""

    @do_not_convert
    def __call__(self, value):
        return value is None


class Asking:
    """An object that asks while it is made."""

    @do_not_convert
    def __init__(self, value):
        self.was_none = value is None


@do_not_convert
class Unconverted:
    """A class that runs as it stands."""

    def __init__(self, value):
        self.was_none = value is None


@do_not_convert
def is_nothing(value):
    return value is None


@do_not_convert
def or_one(*, value=None):
    if value is not None:
        return value
    return 1


@do_not_convert
def calling(value):
    return is_nothing(value)


@do_not_convert
def shown(value):
    return f"{value}"


@do_not_convert
def matched(value):
    match value:
        case None:
            return 1
    return 2


@do_not_convert
def handed_on(value):
    return value


@do_not_convert
def put_into(box, value):
    box.held = value


@programs.falls(T(1), T(-1))
def given_back(x):
    """An unconverted identity function passes a possible None and a list of it."""
    y = 1 if x > 0 else None
    return handed_on(y) is None, handed_on([y])[0]


@programs.falls(T(1), T(-1))
def kept(x):
    """An unconverted function stores a possible None in an attribute."""
    box = Box(1)
    put_into(box, 2 if x > 0 else None)
    return box.held


@programs.staged(T(1), T(-1))
def yielded(x):
    """A generator that yields a possible None; the caller tests each with `is`."""
    y = 1 if x > 0 else None

    def items():
        yield y
        yield 3

    return [each is None for each in items()]


@programs.falls(T(1), T(-1))
def in_a_named_tuple(x):
    """`_replace` and `_make` of a named tuple with a field that may be None."""
    y = 1 if x > 0 else None
    pair = Pair2(y, 2)._replace(right=y)
    return pair.left is None, pair.right, Pair2._make([1, y]).right


@programs.staged(T(1), T(-1))
def asked_by_functions_of_the_library(x):
    """`operator.is_` by `map` and `partial`, and `is_not`, on a possible None."""
    y = 1 if x > 0 else None
    asked = list(map(operator.is_, [y], [None]))
    return asked, operator.is_not(y, None), functools.partial(operator.is_, None)(y)


@programs.staged(T(1), T(-1))
def starred(x):
    """`itertools.starmap(operator.is_, ...)` on a value that may be None."""
    y = 1 if x > 0 else None
    return list(itertools.starmap(operator.is_, [(y, None)]))


@programs.staged(T(1), T(-1))
def a_generator_that_asks_about_something_else(x):
    """A generator tests other values for None than the dynamic one."""
    y = 1 if x > 0 else None

    def items(found):
        for each in found:
            yield each is None

    return list(items([None, 3])), y


@programs.falls(T(1), T(-1))
def an_argument(x):
    """An unconverted function that tests a possible None cannot be staged."""
    y = 1 if x > 0 else None
    return is_nothing(y)


@programs.falls(T(1), T(-1))
def a_named_argument(x):
    """A possible None as keyword argument of unconverted code is refused."""
    return or_one(value=[x] if x > 0 else None)


@programs.falls(T(1), T(-1))
def an_object(x):
    """An object or None passed to an unconverted `is None` test is refused."""
    return is_nothing(Box(1) if x > 0 else None)


@programs.falls(T(1), T(-1))
def an_item(x):
    """A list with a possible None as item, passed to unconverted code, is refused."""
    return is_nothing([x if x > 0 else None])


@programs.falls(T(1), T(-1))
def an_attribute(x):
    """An unconverted method that tests an attribute for None cannot be staged."""
    return Box(x if x > 0 else None).is_empty()


@programs.falls(T(1), T(-1))
def a_special_method(x):
    """An unconverted `__len__` that tests an attribute for None is refused."""
    return len(Box(x if x > 0 else None))


@programs.falls(T(1), T(-1))
def an_object_that_is_called(x):
    """An unconverted `__call__` that tests a possible None cannot be staged."""
    return Called()(x if x > 0 else None)


@programs.falls(T(1), T(-1))
def a_constructor(x):
    """An unconverted `__init__` that tests a possible None cannot be staged."""
    return Asking(x if x > 0 else None).was_none


@programs.falls(T(1), T(-1))
def a_class(x):
    """A class marked `do_not_convert` whose `__init__` tests for None is refused."""
    return Unconverted(x if x > 0 else None).was_none


@programs.falls(T(1), T(-1))
def what_calls_another(x):
    """A None test one call deeper in unconverted code cannot be staged."""
    return calling(x if x > 0 else None)


@programs.falls(T(1), T(-1))
def text_2(x):
    """An f-string in unconverted code over a list or None cannot be staged."""
    return shown([x] if x > 0 else None)


@programs.falls(T(1), T(-1))
def a_match(x):
    """`case None` in unconverted code on a possible None cannot be staged."""
    return matched(x if x > 0 else None)


@programs.falls(T(1), T(-1))
def a_partial_function(x):
    """A `partial` of an unconverted function over a possible None is refused."""
    return functools.partial(is_nothing, x if x > 0 else None)()


@programs.falls(T(1), T(-1))
def a_filter(x):
    """`filter` by an unconverted predicate over a possible None is refused."""
    return len(list(filter(is_nothing, [x if x > 0 else None])))


@programs.falls(T(1), T(-1))
def a_key(x):
    """A sort key that calls an unconverted None test cannot be staged."""
    y = x if x > 0 else None
    return sorted([1, 2], key=lambda each: is_nothing(y))


@programs.staged(T(1), T(-1))
def a_variable_of_a_generator(x):
    """A generator that tests a closure variable for None cannot be staged."""
    y = x if x > 0 else None

    def items():
        yield y is None

    made = items()
    return next(made), next(made, True)


@programs.staged(T(1), T(-1))
def a_variable_that_is_set_later(x):
    """A generator testing a variable that a dynamic branch rebinds is refused."""
    y = None
    found = []

    def items():
        yield 1
        yield y is None

    for each in items():
        found.append(each)
        if x > 0:
            y = 1
    return found


@programs.staged(T(1), T(-1))
def a_generator_method(x):
    """A generator `__iter__` that tests an attribute for None is refused."""
    found = []
    for each in Box(x if x > 0 else None):
        found.append(each)
    return found


@programs.staged(T(1), T(-1))
def a_class_of_the_library(x):
    """`collections.Counter` of a list or None cannot be staged."""
    return collections.Counter([1] if x > 0 else None)
