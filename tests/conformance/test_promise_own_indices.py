"""Indices that `__index__` of one's own classes gives, which the run decides."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0), T(1), T(3))
rows = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return 1 if self.n > 1 else 0


class WrongIndex(Index):
    def __index__(self):
        return float(self.n)


@rows.on(*NUMBERS)
def indices(n):
    xs = [10, 20, 30]
    xs[Index(n)] = n
    xs[Index(n)] += 1
    del xs[Index(n)]
    return (
        xs,
        (1, 2)[Index(n)],
        "ab"[Index(n)],
        [1, 2, 3][Index(n) :],
        "abc"[: Index(n)],
    )


@rows.on(*NUMBERS)
def ranges_of_indices(n):
    total = 0
    for i in range(Index(n)):
        total += i + 1
    return total, list(range(Index(n)))


@rows.on(T(1))
def an_index_that_is_none(n):
    return [1, 2][WrongIndex(n)]
