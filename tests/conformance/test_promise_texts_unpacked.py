"""Texts that only the run knows, taken apart letter by letter."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(3), T(0), T(12))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*NUMBERS)
def to_as_many_names(n):
    try:
        first, second = f"k{int(n)}"
    except ValueError as error:
        return str(error)
    return second + first


@rows.on(*NUMBERS)
def with_a_star(n):
    first, *rest = f"k{int(n)}b"
    *others, last = str(int(n))
    return first, rest, others, last


@rows.on(T(3), T(0))
def in_a_loop(n):
    counts = {}
    for i in range(n):
        counts[f"k{i}"] = i
    swapped = [second + first for first, second in counts]
    for (first, second), value in counts.items():
        swapped.append((first + second) * value)
    return swapped


@rows.on(T(3), T(7))
def words_of_a_list(n):
    found = []
    for first, second in [str(int(n) * 10), "ab"]:
        found.append(second + first)
    return found


@rows.on(T(3), T(0))
def nested(n):
    (first, second), (third, *rest) = str(int(n) + 10), f"{int(n)}xyz"
    return first + second + third, rest
