"""Floats on one path where another has integers of NumPy's, or of tensors.

`lowest = float("inf")` before a loop over integers is how a minimum is written.
"""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


def ints(*values, dtype=np.int64):
    return np.array(values, dtype)


VECTORS = (
    *(ints(*each) for each in ((3, 1, 2), (), (5,), (0, 4), (4, -3))),
    ints(7, 2, dtype=np.int32),
    T([3, 1, 2]),
    T([6, 8], ag.int64),
)
NUMBERS = (
    *(kind(n) for kind in (np.int64, np.int32) for n in (3, -3, 0)),
    T(3),
    T(-3),
    T(5, ag.int64),
)


@rows.on(*VECTORS)
def lowest_and_second_lowest(xs):
    first = second = float("inf")
    for x in xs:
        if x < first:
            first, second = x, first
        elif x < second:
            second = x
    return first, second, second - first


@rows.on(*VECTORS)
def profit(prices):
    lowest, best = float("inf"), 0
    for price in prices:
        lowest = min(lowest, price)
        best = max(best, price - lowest)
    return best


ROADS = np.array([[0, 4, 1, 0], [0, 0, 0, 1], [0, 2, 0, 5], [0, 0, 0, 0]])


@rows.on((ROADS, 0), (ROADS, 2), (ROADS, np.int64(1)), (T(ROADS), 0))
def distances(roads, start):
    n = len(roads)
    found = [float("inf")] * n
    done = [False] * n
    found[start] = 0
    for _ in range(n):
        nearest = -1
        for k in range(n):
            if not done[k] and (nearest < 0 or found[k] < found[nearest]):
                nearest = k
        done[nearest] = True
        for k in range(n):
            road = roads[nearest, k]
            if road > 0 and found[nearest] + road < found[k]:
                found[k] = found[nearest] + road
    return found


def lowest_of(xs):
    lowest = float("inf")
    for x in xs:
        lowest = min(lowest, x)
    return lowest


@rows.on(*VECTORS[:6])
def text_of_the_lowest(xs):
    lowest = lowest_of(xs)
    return f"{lowest} {lowest + 1} {lowest * 2.0:.1f} {-lowest}"


@rows.on(*VECTORS[:6])
def message_with_the_lowest(xs):
    lowest = lowest_of(xs)
    try:
        if lowest > 2:
            raise ValueError(f"too high: {lowest}")
    except ValueError as error:
        return str(error)
    return "ok"


class Best:
    def __init__(self):
        self.value = float("-inf")

    def note(self, x):
        self.value = max(self.value, x)


@rows.on(*VECTORS[:6])
def attribute(xs):
    best = Best()
    for x in xs:
        best.note(x)
    return best.value, f"{best.value}"


@rows.on(*VECTORS)
def items_of_lists_and_dicts(xs):
    chosen, table = [], {"first": 0.5}
    for x in xs:
        chosen.append(x if x > 1 else 0.5)
        table["first"] = max(table["first"], x)
    return chosen, sum(chosen), table


@rows.on(*VECTORS)
def pairs(xs):
    best = (float("inf"), -1)
    for k, x in enumerate(xs):
        best = min(best, (x, k))
    return best


def half_or_itself(n):
    return n if n > 0 else 0.5


@rows.on(*NUMBERS)
def arithmetic(n):
    y = half_or_itself(n)
    return y + n, y - n, y * 2, y / 2, y // 2, y % 2, -y, y**2, 1 / y, abs(y)


@rows.on(*NUMBERS)
def quotients_by_either(n):
    y = half_or_itself(n)
    return 7 // y, n % y, divmod(n, y)


@rows.on(*NUMBERS, *(np.float64(n) for n in (2, -2)))
def class_of_either(n):
    y = half_or_itself(n)
    is_integer = isinstance(y, (int, np.integer))
    return isinstance(y, int), isinstance(y, float), is_integer, isinstance(y, str)


@rows.on(*NUMBERS, *(np.float64(n) for n in (2, -2)))
def pattern_of_a_class(n):
    match half_or_itself(n):
        case int():
            return "int"
        case float() as y:
            return f"float {y > 1}"
        case _:
            return "other"


@rows.on(*NUMBERS, np.float64(2), np.float64(-2))
def pattern_of_an_integer_or_a_tensor(n):
    y = 0
    if n > 0:
        y = n
    match [y, n]:
        case [int(k), _]:
            return k + 1
        case [k, 3 | 5]:
            return k * 2
        case _:
            return n


@rows.on(*NUMBERS)
def made_a_number(n):
    y = half_or_itself(n)
    return round(y), int(y), float(y), bool(y), f"{float(y)} {int(y)}"


@rows.on(*NUMBERS[:6])
def converted_by_whoever_wants_floats(n):
    y = half_or_itself(n)
    return f"{np.float64(y)} {float(y)}", np.sqrt(y), ag.cast(y, ag.float64)


@rows.on(*((kind, n) for kind in (np.int8, np.uint8) for n in (3, 0)))
def narrow_integers(kind, n):
    y = half_or_itself(kind(n))
    return y + y, y * 3


@rows.on(np.int32(2**30), np.int32(-5), T(2**30))
def a_float_that_no_integer_reaches(n):
    y = 1e18
    if n > 0:
        y = n
    return y + 1


@rows.on(np.int64(3), np.int64(-3), np.float64(3), np.float64(-3))
def beside_float32(n):
    y = 0.5
    if n > 0:
        y = n
    return y * np.float32(3), y + np.float32(0.25)


@rows.on(np.int64(3), np.float64(3))
def beside_float32_where_it_is_no_number(n):
    y = 0.1
    if n > 0:
        y = n
    return y * np.float32(3)


@refused.on(np.int64(-3), np.float64(-3))
def a_number_that_float32_rounds(n):
    y = 0.1
    if n > 0:
        y = n
    return y * np.float32(3)


@refused.on(np.int8(-3))
def a_number_that_wraps_around(n):
    y = 100
    if n > 0:
        y = n + np.int64(0)
    return y + np.int8(100)


@refused.on(np.uint8(200), np.int8(100), np.int32(2**30), np.int64(2**52), T(2**30))
def integers_that_would_wrap_around_or_be_rounded(n):
    y = half_or_itself(n)
    return y + y + y


@refused.on(np.int64(2**53 + 1), np.int64(-(2**60)), T(2**60, ag.int64))
def integers_that_floats_do_not_hold(n):
    y = 0.5
    if n != 0:
        y = n
    return y


@refused.on(ints(2**60 + 1, 3))
def lists_of_integers_that_floats_do_not_hold(xs):
    found = [x * 1 for x in xs]
    if xs[1] > 3:
        found = [np.float64(0.5)]
    return found


@refused.on(*NUMBERS[:3])
def an_index(n):
    return [1, 2, 3, 4][half_or_itself(n)]


@refused.on(*NUMBERS[:3])
def a_count(n):
    return list(range(half_or_itself(n)))


@refused.on(*NUMBERS[:3])
def a_dtype(n):
    y = np.float64(0.5)
    if n >= 0:
        y = n
    return str(y.dtype)


@refused.on(*NUMBERS[:3])
def an_item(n):
    y = np.float64(0.5)
    if n >= 0:
        y = n
    return y.item()


@refused.on(ints(0, 4))
def the_sign_of_an_item(xs):
    found = [0.5]
    for x in xs:
        found += [x]
    return -found[1]


@refused.on(np.int64(0), np.int64(4))
def what_numpy_makes_of_both(n):
    y = 0.5
    if n >= 0:
        y = n
    return f"{np.array([y, n])} {np.sum([y, n])}"


@refused.on(np.int64(0))
def zero_divided_by_an_integer(n):
    y = 0.5
    if n >= 0:
        y = n
    return 7 // y


def either_or(first, n):
    y = first
    if n > 0:
        y = n
    return y


EITHER = [(first, np.float64(n)) for first in (0, 0.5) for n in (3, -3)]


@rows.on(*EITHER)
def an_item_of_what_may_be_pythons(first, n):
    return either_or(first, n).item()


@rows.on(*EITHER)
def items_of_what_may_be_pythons(first, n):
    return either_or(first, n).tolist()


@rows.on(*EITHER)
def a_sum_of_what_may_be_pythons(first, n):
    return either_or(first, n).sum() + 1


@rows.on(*EITHER)
def shape_of_what_may_be_pythons(first, n):
    return len(either_or(first, n).shape)


@rows.on(*EITHER)
def size_of_what_may_be_pythons(first, n):
    y = either_or(first, n)
    try:
        size = y.itemsize
    except AttributeError as error:
        return str(error)
    return str(size)
