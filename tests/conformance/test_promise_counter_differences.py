"""Operators of Counters in a module where nothing else hints at sets."""

# Programs under test are written as users write them.

from __future__ import annotations

import collections

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(7), T(1), T(0))
def difference(n):
    c, d = collections.Counter(), collections.Counter()
    for i in range(n):
        c[i % 3] += 1
        d[i % 2] += 1
    return c - d


@rows.on(T(7), T(1), T(0))
def common(n):
    from collections import Counter

    c = Counter(i % 3 for i in range(n))
    c &= Counter([0, 0, 1, 5])
    return c


@rows.on(T(7), T(1), T(0))
def added(n):
    return collections.Counter(i % 3 for i in range(n)) + collections.Counter([0, 7])
