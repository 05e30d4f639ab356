"""Differences from plain Python that are known, and should be refused or right.

A row that agrees fails here (the mark is strict): move it to the other tables.
"""

# Programs under test are written as users write them.

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


@pytest.mark.xfail(strict=True, reason="a known difference from plain Python")
@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_what_should_agree_or_be_refused(function, args):
    assert check(function, *args).verdict is not Verdict.DIFFERS


@rows.on(T(-3))
def list_with_two_names_in_a_branch(x):
    items = [1]
    kept = items
    if x > 0:
        items = [9]
    items.append(1)
    return items, kept


@rows.on(T(3))
def list_with_two_names_in_a_loop(n):
    items = [n]
    kept = items
    while n > 0:
        items = kept
        items[0] = items[0] + 1
        n -= 1
    items.append(1)
    return items, kept
