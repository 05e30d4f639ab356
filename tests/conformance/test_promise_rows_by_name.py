"""Rows of a list of lists that have names of their own, changed before it grows."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = (T(3), T(-1))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*EACH)
def a_row_that_loses_an_item(x):
    table = [[1]]
    row = table[0]
    if x > 0:
        row.pop()
        table += [[]]
    return table


@rows.on(*EACH)
def a_row_that_gets_an_item(x):
    table = [[1, 2], [3]]
    row = table[0]
    if x > 0:
        row.append(5)
        table += [[]]
    return table, row
