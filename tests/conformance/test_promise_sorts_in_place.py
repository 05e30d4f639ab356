"""`list.sort` with keys: CPython shows the list empty while it is sorted."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (0, 3, 6)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_keys_that_change_the_list_are_refused = refused.refusal_test()


@rows.on(*EACH)
def keys_that_read_the_list(n):
    xs, ys = [3, int(n), 2], [i for i in range(n)]  # noqa: C416
    xs.sort(key=lambda v: len(xs) * v)
    ys.sort(key=lambda v: len(ys) * v - v)
    return xs, ys, sorted(xs, key=lambda v: len(xs) * v)


@rows.on(*EACH)
def keys_that_empty_the_list(n):
    xs = [3, int(n), 2]
    xs.sort(key=lambda v: xs.clear() or v)
    return xs


@rows.on(*EACH)
def keys_that_raise(n):
    xs, ys = [3, int(n), 2], [i for i in range(n)]  # noqa: C416
    for each in (xs, ys):
        try:
            each.sort(key=lambda v: 5 // v)
        except ZeroDivisionError:
            each.append(-1)
    return xs, ys


@rows.on(*EACH)
def keys_of_another_list(n):
    weights = [3, int(n), 2]
    order = [0, 1, 2]
    try:
        order.sort(key=lambda i: 12 // weights[i])
    except ZeroDivisionError:
        order.reverse()
    return order


@rows.on(*EACH)
def rows_that_are_sorted_stay_themselves(n):
    table = [[3, n], [1, n], [2, n]]
    first = table[0]
    table.sort(key=lambda row: row[0])
    first.append(9)
    return table


@refused.on(*EACH)
def a_key_that_appends(n):
    xs = [3, int(n), 2]

    def key(v):
        if v > 4:
            xs.append(1)
        return v

    xs.sort(key=key)
    return xs


@refused.on(*EACH)
def a_key_that_reads_the_list_in_a_try(n):
    xs = [3, int(n), 2]
    try:
        xs.sort(key=lambda v: len(xs) // v)
    except ZeroDivisionError:
        return 0
    return xs


class Picky:
    """An object that refuses to be compared with 9."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        if 9 in (self.value, other.value):
            raise ValueError("nine")
        return self.value < other.value


@rows.on(*EACH)
def what_a_failing_sort_leaves(n):
    xs, ys, zs = [1, 3, 2, "a"], [2, 1, 3, None, 0], [1, 3, 2, "a"]
    found = []
    for each, reverse in ((xs, False), (ys, True), (zs, True)):
        try:
            each.sort(reverse=reverse)
        except TypeError as error:
            found.append(str(error))
    return found, xs[:3], ys[:3], ys[4], zs[1:3], n


@rows.on(*EACH)
def what_a_failing_sort_of_objects_leaves(n):
    xs = [Picky(1), Picky(3), Picky(2), Picky(9), Picky(0)]
    try:
        xs.sort()
    except ValueError as error:
        return [each.value for each in xs], str(error), n


@rows.on(T(9))
def the_first_comparison_fails(n):
    xs = [Picky(n), Picky(3), Picky(2)]
    try:
        xs.sort()
    except ValueError as error:
        return [each.value for each in xs], str(error)


@refused.on(T(9))
def a_later_comparison_fails(n):
    xs = [Picky(1), Picky(3), Picky(2), Picky(n)]
    try:
        xs.sort()
    except ValueError:
        pass
    return [each.value for each in xs]
