"""Lists that are values of a dict whose keys only the run knows, read and changed."""

# Programs under test are written as users write them.
# ruff: noqa: PLC0206

from __future__ import annotations

import itertools

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
GROUPS = [(T(0), T(1)), (T(3), T(2)), (T(6), T(3))]
PLACES = [(T(n), T(k)) for n, k in itertools.product((0, 1, 3), (0, 1, 5))]
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


def listed(n):
    table = {}
    for i in range(n):
        table[i] = [i]
    return table


@rows.on(*GROUPS)
def begun_where_the_key_is_missing(n, m):
    m = int(m)
    groups = {}
    for i in range(n):
        if i % m in groups:
            groups[i % m].append(i)
        else:
            groups[i % m] = [i]
    return groups


@rows.on(*GROUPS)
def begun_empty(n, m):
    m = int(m)
    groups = {}
    for i in range(n):
        if i % m not in groups:
            groups[i % m] = []
        groups[i % m].append(i)
    for k in groups:
        groups[k].append(-k)
    return groups, {k: sum(v) for k, v in groups.items()}


@rows.on(*GROUPS)
def begun_in_a_handler(n, m):
    m = int(m)
    groups = {}
    for i in range(n):
        try:
            groups[i % m].append(i)
        except KeyError:
            groups[i % m] = [i]
    return groups


@rows.on(*PLACES)
def one_that_may_be_missing(n, k):
    return listed(int(n))[int(k)]


@rows.on(*PLACES)
def caught_by_its_class(n, k):
    table, found = listed(int(n)), [9]
    try:
        found = table[int(k)]
        found.append(table[int(k) + 1][0])
    except LookupError as error:
        return type(error).__name__, found, table
    return "", found, table


@rows.on(*PLACES)
def under_two_names(n, k):
    table = listed(int(n))
    if n > 1 and int(k) in table:
        one, other = table[int(k)], table[1]
        one.append(5)
        other.append(len(one))
        one[0] = 7
    return table
