"""None on some paths only: carried with a flag, tested when the graph runs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


class Pair(NamedTuple):
    left: Any
    right: Any


test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(5), T(-5))
def no_return_on_one_path(x):
    if x > 0:
        return x


@rows.on(T(5), T(-5))
def none_returned(x):
    if x > 0:
        return None
    return x * 2


@rows.on(T(5), T(-5))
def a_tuple_or_none(x):
    if x > 0:
        return x, 1


@rows.on(T(5), T(-5))
def a_dict_with_none(x):
    return {"a": x if x > 0 else None, "b": 1}


@rows.on(T([1, 2, 3]), T([1, 2]))
def first_above(xs):
    for x in xs:
        if x > 2:
            return x


@rows.on(T([4, 9, 2]), T([1]))
def largest(xs):
    best = None
    for x in xs:
        if best is None or x > best:
            best = x
    return best


@rows.on(T(5), T(-5))
def arithmetic_on_none(x):
    y = None
    if x > 0:
        y = x
    return y + 1


@rows.on(T(5), T(-5))
def comparison_with_none(x):
    y = None
    if x > 0:
        y = x
    if y >= 3:
        return 1
    return 0


@rows.on(T(5), T(-5))
def minus_none(x):
    y = x if x > 0 else None
    return -y


@rows.on(T(5), T(-5))
def equality_with_none(x):
    y = x if x > 0 else None
    a = 1 if y == None else 2
    b = 10 if y != None else 20
    c = 100 if y == 5 else 200
    return a + b + c


@rows.on(T(5), T(0), T(-5))
def truth_of_none(x):
    y = None if x < 0 else x
    if not y:
        return 1
    return y and 2


@rows.on(T(5), T(-5))
def truth_of_a_tuple_or_none(x):
    pair = None
    if x > 0:
        pair = (x, 1)
    if pair:
        a, b = pair
        return a * b
    return -1


@rows.on(T(5), T(-5))
def unpacking_none(x):
    pair = (x, 1) if x > 0 else None
    a, b = pair
    return a + b


@rows.on(T(5), T(-5))
def item_of_none(x):
    pair = (x, 1) if x > 0 else None
    return pair[0]


@rows.on(T(5), T(-5))
def attribute_of_none(x):
    pair = None
    if x > 0:
        pair = Pair(x, 2)
    return pair.right


@rows.on(T(5), T(-5))
def kept_through_variables_and_calls(x):
    def handed_on(value):
        return value

    y = (1, x) if x > 0 else None
    z = handed_on(y)
    if z is not None:
        return z[1], z[0]


@rows.on(T(0), T(5))
def a_dict_that_a_loop_makes(n):
    found = None
    for i in ag.range(n):
        if found is None:
            found = {"a": i, "b": 0}
        else:
            found = {"a": found["a"] + i, "b": found["b"] + 1}
    return found


@rows.on(T(2), T(6))
def none_for_some_iterations(n):
    best = None
    i = 0
    while i < n:
        if best is not None:
            best = best + i
        elif i > 2:
            best = i
        i += 1
    return -1 if best is None else best


@rows.on(T(5), T(-5))
def none_again(x):
    y = None
    if x > 0:
        y = x
    if x > 3:
        y = None
    return y


@rows.on(T(5), T(1), T(-5))
def none_or_undefined(x):
    if x > 0:
        y = None
        if x > 3:
            y = x
    return y


@rows.on(T(5), T(-5))
def a_static_object_on_one_path(x):
    if x > 0:
        f = lambda v: v + 1
    return f(x)


@rows.on(T(5), T(-5))
def both_paths_none(x):
    y = 1
    if x > 0:
        y = None
    else:
        y = None
    return y


@rows.on(T(5), T(-5))
def an_attribute_that_is_none(x):
    class Box:
        value = None

    box = Box()
    box.value = None
    if x > 0:
        box.value = x
    return 0 if box.value is None else box.value


@rows.on(T(5), T(0))
def same_object(x):
    y = x
    same = y is x
    is_true = (x > 0) is True
    return (same, is_true, x is not None, x is None)


@rows.on(T(1), T(4), T(6))
def none_of_a_result_that_may_be_none(x):
    def inner(value):
        if value > 5:
            return value

    def outer(value):
        if value > 3:
            return inner(value)

    y = outer(x)
    return 0 if y is None else y


@rows.on(T(np.float64(8)), T(np.float64(1)))
def recursion_of_helpers(x):
    def half(value):
        if value > 2:
            return value / 2

    y = half(x)
    if y is not None:
        y = half(y)
    return y


@rows.on(T(1), T(4), T(-1))
def a_list_or_none_compared(x):
    p, q = None, None
    if x > 0:
        p = [x, 1]
    if x > 3:
        q = [4, 1]
    return p == q, p != q, p == [1, 1], None == p, p != None, p == 3, p in (None, 3)


@rows.on(T(1), T(4), T(-1))
def a_tuple_or_none_compared(x):
    p = None
    if x > 0:
        p = (x, 1)
    return p == (1, 1), p != (4, 1), p in [(1, 1), None], p == "text"


@rows.on(T(1), T(4), T(-1))
def a_dict_or_none_compared(x):
    p = None
    if x > 0:
        p = {"a": x}
    return p == {"a": 1}, p == {}, p == p, {"a": 4} != p


def printed(x):
    y = None
    if x > 0:
        y = x
    ag.print("now", y, [y, x], sep="|")
    return x


@pytest.mark.parametrize("x", [T(1), T(-1)])
def test_what_may_be_none_is_printed_as_plain_python_prints_it(x, capsys):
    printed(x)
    plain = capsys.readouterr()
    ag.function(printed)(x)
    assert capsys.readouterr() == plain


@rows.on(T(1), T(4), T(-1))
def a_list_or_none_is_the_one(x):
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


@rows.on(T(5), T(-5))
def an_object_compared_with_constants(x):
    one = None
    if x > 0:
        one = Comparing(1)
    return one == 1, one != 1, 1 == one, one == 2, one == "a", one != None
