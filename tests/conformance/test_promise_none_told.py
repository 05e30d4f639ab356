"""Values that are None on some paths, where something tells None from the others."""

from __future__ import annotations

import copy
import itertools
import urllib.parse

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
N = (T(0), T(3), T(6))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
refused = Rows()
test_what_only_the_run_knows_is_refused = refused.refusal_test()


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


@rows.on(*N)
def by_the_class_of_a_number(n):
    v = number(n)
    match v:
        case str():
            return 1
        case int(k):
            return k + 2
        case _:
            return 3


@rows.on(*N)
def by_the_class_of_a_text(n):
    v = text(n)
    match v:
        case int():
            return "int"
        case str():
            return v + "!"
    return "none"


@rows.on(*N)
def by_one_of_two_classes(n):
    r = -1.0
    v = float(n) if n > 2 else None
    match v:
        case int() | float():
            r = v + 1
    return r


@rows.on(*N)
def by_the_class_of_a_tensor(n):
    v = n if n > 2 else None
    match v:
        case ag.Tensor():
            return 1
        case None:
            return 2
    return 3


@rows.on(*N)
def by_a_class_and_a_guard(n):
    match number(n):
        case int(k) if k > 3:
            return k
        case int(k):
            return -k
        case object():
            return 0


@rows.on(*N)
def by_the_class_of_a_part(n):
    v = number(n)
    match [v, 1]:
        case [int(a), b]:
            return a + b
        case [None, b]:
            return b


@rows.on(*N)
def by_its_class_in_a_loop(n):
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


@rows.on(*N)
def a_truth_value_that_is_one(n):
    v = flag(n)
    return v is True, v is False, v is not True, v is not False, True is v


@rows.on(*N)
def a_truth_value_of_three(n):
    v = flag(n)
    if v is True:
        return 1
    elif v is False:
        return 2
    return 3


@rows.on(*N)
def two_that_may_be_none(n):
    w = None
    if n > 5:
        w = True
    return flag(n) is w


@rows.on(*N)
def items_taken_while_a_test_holds(n):
    v = text(n)
    return list(itertools.takewhile(lambda c: c != "3", v))


@rows.on(*N)
def items_dropped_while_a_test_holds(n):
    v = listed(n)
    return list(itertools.dropwhile(lambda k: k > 1, v))


@rows.on(*N)
def keys_of_a_dict(n):
    try:
        return list(table(n).keys())
    except AttributeError:
        return []


@rows.on(*N)
def keys_of_what_is_no_dict(n):
    return list(table(n).keys())


@rows.on(*N)
def copied_with_a_list(n):
    v = n if n > 2 else None
    w = number(n)
    a = np.arange(3) * int(n) if n > 2 else None
    return copy.deepcopy([v])[0], copy.deepcopy({"a": [w]}), copy.deepcopy([a])


@rows.on(*N)
def in_ranges(n):
    v = number(n)
    return v in range(5), v in range(int(n)), v not in range(4)


@rows.on(*N)
def a_list_put_at_its_own_end(n):
    v = listed(n)
    v.extend(v)
    return v


@rows.on(*N)
def a_list_given_to_an_op(n):
    v = listed(n)
    try:
        return ag.reduce_sum(v)
    except TypeError:
        return ag.constant(-1)


@rows.on(*N)
def asked_whether_it_is_a_tensor(n):
    v = n if n > 2 else None
    return ag.is_tensor(v), v is None


@rows.on(*N)
def the_shape_of_none(n):
    v = n if n > 2 else None
    return ag.shape(v), ag.rank(v)


@rows.on(*N)
def by_the_keys_of_a_dict(n):
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


@rows.on(*N)
def by_an_empty_pattern_of_keys(n):
    match table(n):
        case []:
            return 1
        case {}:
            return 2
        case _:
            return 3


@rows.on(*N)
def compared_with_a_range(n):
    v = number(n)
    return v == range(3), range(3) != v


@rows.on(*N)
def made_a_tensor_as_it_is(n):
    v = n if n > 2 else None
    try:
        return ag.cast(ag.convert_to_tensor(v), n.dtype)
    except TypeError:
        return ag.constant(-1)


@rows.on(*N)
def an_error_with_fields_of_its_own(n):
    try:
        if n > 2:
            np.sort(3)
    except ValueError as error:
        return str(error)
    return "none"


@refused.on(*N)
def shown_by_a_library(n):
    return urllib.parse.urlencode({"a": listed(n)})


@refused.on(*N)
def an_array_compared_with_none(n):
    a = np.arange(3) * int(n) if n > 2 else None
    return a == None


@rows.on(*N)
def arrays_that_are_no_tensors(n):
    a = np.arange(3) * int(n)
    return ag.is_tensor(a), ag.is_tensor(np.sum([n])), ag.is_tensor(ag.constant(a))
