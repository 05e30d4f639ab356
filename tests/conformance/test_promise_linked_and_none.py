"""Causes, contexts and notes of exceptions that are made of what may be None."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(-1.0), T(1.0))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*NUMBERS)
def of_what_may_be_none_from_none(x):
    v = None
    if x > 0:
        v = x
    raise ValueError(v, 1) from None


@rows.on(*NUMBERS)
def of_what_may_be_none_with_a_note_from_another(x):
    v = None
    if x > 0:
        v = x
    error = ValueError(v)
    error.add_note("n")
    raise error from KeyError(2)


@rows.on(*NUMBERS)
def from_one_that_is_of_what_may_be_none(x):
    v = None
    if x > 0:
        v = int(x)
    raise ValueError("a") from KeyError(v, 2)
