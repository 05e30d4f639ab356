"""Dataclasses that the run chooses, as results: their lists are of the length they have."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import autograph as ag
from autograph.errors import UnknownLengthError
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@dataclasses.dataclass
class Pair:
    a: Any
    b: Any = 7


@dataclasses.dataclass(slots=True)
class Slotted:
    a: Any
    b: Any


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: Any
    b: Any


@rows.on(T(0), T(1))
def with_a_list(n):
    found = Pair(1, [1])
    if n > 0:
        found = Pair(2, [5, 6])
    return found


@rows.on(T(0), T(1))
def with_slots(n):
    found = Slotted(1, [1])
    if n > 0:
        found = Slotted(2, [5, 6])
    return found


@rows.on(T(0), T(1))
def frozen(n):
    found = Frozen(1, [1])
    if n > 0:
        found = Frozen(2, [5, 6])
    return [found], {"found": found}


@rows.on(T(0), T(1))
def with_a_list_that_changes(n):
    one, other = Pair(1, [1]), Pair(2, [5, 6])
    found = one if n > 0 else other
    found.b.append(n)
    return found


@rows.on(T(0), T(1))
def with_a_list_in_a_tuple(n):
    found = Pair(1, ([1], 2))
    if n > 0:
        found = Pair(2, ([5, 6], 3))
    return found


@rows.on(T(0), T(1))
def in_another_dataclass(n):
    found = Pair(1, Pair(2, [1]))
    if n > 0:
        found = Pair(2, Pair(3, [5, 6]))
    return [found]


@rows.on(T(0), T(1))
def with_a_list_of_dataclasses(n):
    found = Pair(1, [Pair(1)])
    if n > 0:
        found = Pair(2, [Pair(5), Pair(6)])
    return len(found.b)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_known_objects_in_lists_of_the_run_leak_no_tensors(n):
    def function(n):
        found = [Pair(n, 1)]
        for i in range(n):
            found.append(Pair(i, i))  # noqa: PERF401
        return found

    refused = check(function, T(n))
    assert refused.verdict is Verdict.REFUSED, str(refused)
    assert type(refused.staged.error) is UnknownLengthError
    assert refused.staged.error.origin.filename == __file__
