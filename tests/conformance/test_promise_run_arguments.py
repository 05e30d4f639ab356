"""Calls `f(*xs)` where only the run knows how many arguments there are."""

from __future__ import annotations

import itertools
import math
import operator
from dataclasses import dataclass
from functools import partial

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = (T(0), T(1), T(2), T(3), T(5))
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


def grown(n):
    xs = []
    for i in range(n):
        xs.append(i * i - 3)  # noqa: PERF401  # as many write it
    return xs


@rows.on(*COUNTS)
def the_largest(n):
    return max(*grown(n), 7), min(-2, *grown(n), 7), max(1, *grown(n), key=abs)


@rows.on(*COUNTS)
def the_largest_of_them_alone(n):
    return max(*grown(n))


@rows.on(*COUNTS)
def the_smallest_that_is_caught(n):
    try:
        return min(*grown(n), key=lambda x: -x), ""
    except TypeError as error:
        return 0, str(error)


@rows.on(*COUNTS)
def transposed(n):
    pairs = [(i, i + 1) for i in range(n)]
    return list(zip(*pairs))  # noqa: B905


@rows.on(*COUNTS)
def columns_as_lists(n):
    table = [[i, i * 2, -i] for i in range(n)]
    return [list(column) for column in zip(*table)]  # noqa: B905


@rows.on(*COUNTS)
def two_columns(n):
    firsts, seconds = zip(*[(i, i + 1) for i in range(n)])  # noqa: B905
    return sum(firsts), max(seconds)


@rows.on(*COUNTS)
def columns_of_rows_of_other_lengths(n):
    table = [list(range(i, 3)) for i in range(n)]
    total = 0
    for column in zip(*table):  # noqa: B905
        total += len(column) + column[0]
    return total


@rows.on(*COUNTS)
def two_parameters(n):
    def less(a, b):
        return a - b

    return less(*grown(n))


@rows.on(*COUNTS)
def parameters_with_defaults_and_keywords(n):
    def combined(a, b=10, /, c=100, *, d=1000):
        return a + b * 2 + c * 3 + d

    try:
        return combined(*grown(n), d=1), ""
    except TypeError as error:
        return 0, str(error)


@rows.on(*COUNTS)
def no_parameters(n):
    def nothing():
        return 1

    try:
        return nothing(*grown(n)), ""
    except TypeError as error:
        return 0, str(error)


@rows.on(*COUNTS)
def a_keyword_that_is_given_twice(n):
    def combined(a, b):
        return a - b

    try:
        return combined(*grown(n), b=2), ""
    except TypeError as error:
        return 0, str(error)


@rows.on(*COUNTS)
def any_number(n):
    def total(*xs):
        return sum(xs), len(xs), xs

    return total(*grown(n)), total(9, *grown(n)), total(*grown(n), 9)


@rows.on(*COUNTS)
def a_parameter_and_any_number(n):
    def total(first, second=7, *rest, sign=1):
        return sign * (first + second), sum(rest), len(rest)

    try:
        return total(*grown(n), sign=-1), ""
    except TypeError as error:
        return (0, 0, 0), str(error)


@rows.on(*COUNTS)
def what_is_called_has_effects(n):
    seen = []

    def add(a, b):
        seen.append(a + b)
        return len(seen)

    try:
        add(*grown(n))
        add(0, *grown(n))
    except TypeError:
        seen.append(-1)
    return seen


class Scaled:
    def __init__(self, factor, offset=0):
        self.factor, self.offset = factor, offset

    def times(self, x, y=1):
        return self.factor * x + y + self.offset


@dataclass
class Point:
    x: int
    y: int


@rows.on(*COUNTS)
def classes_and_methods(n):
    try:
        made = Scaled(*grown(n))
        point = Point(*grown(n))
        return made.factor + point.y, made.times(*grown(n)), ""
    except TypeError as error:
        return 0, 0, str(error)


@rows.on(*COUNTS)
def partial_functions(n):
    def three(a, b, c):
        return a + 10 * b + 100 * c

    try:
        return partial(three, 5)(*grown(n))
    except TypeError:
        return 0


@rows.on(T(0), T(1), T(2), T(3), T(4))
def ranges(n):
    bounds = [2 + 3 * i for i in range(n)]
    try:
        return sum(range(*bounds)), ""
    except TypeError as error:
        return 0, str(error)


@rows.on(T(0), T(2))
def too_many_bounds(n):
    try:
        return len(range(n, 1, 2, 3)), ""
    except TypeError as error:
        return 0, str(error)


@rows.on(T([1, 2]), T([4, 3]))
def rows_of_a_tensor(x):
    def less(a, b):
        return a - b

    return less(*x), [less(*pair) for pair in zip(x, x * 2)]  # noqa: B905


@rows.on(*COUNTS)
def a_chain(n):
    table = [[i, i + 1] for i in range(n)]
    return list(itertools.chain(*table)), sum(itertools.chain([7], *table))


@refused.on(T(2))
def a_builtin_that_tells_nothing_of_its_parameters(n):
    return math.hypot(*[float(i) for i in range(n)])


@refused.on(T(2))
def functions_of_each_path(n):
    extreme = max if n > 1 else min
    return extreme(*grown(n), 0, 1)


@refused.on(T(2))
def a_template(n):
    return "{} and {}".format(*grown(n))


@refused.on(T(2))
def a_default_of_the_largest(n):
    return max(*grown(n), default=operator.neg(1))


@refused.on(T(2))
def what_is_printed_while_tracing(n):
    print(*grown(n))
    return n
