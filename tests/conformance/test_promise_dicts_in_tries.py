"""Dicts with keys of the run that a `try` makes and changes."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = (T(0), T(2), T(7))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*COUNTS)
def made_by_a_comprehension(n):
    found = {}
    try:
        found = {f"k{each * each % 5}": each for each in range(n)}
        if n > 5:
            raise ArithmeticError("more")
    except ArithmeticError:
        return sorted(found), -len(found)
    return sorted(found), len(found)


@rows.on(*COUNTS)
def made_in_each_round_and_not_used(n):
    count = 0
    for i in ag.range(n):
        try:
            square = {f"k{each}": each for each in range(i)}
            count += 10 // (4 - i)
        except ZeroDivisionError:
            count -= 1
    return count


@rows.on(*COUNTS)
def filled_by_a_loop(n):
    counts, more = {}, {}
    try:
        counts = {}
        for each in range(n):
            counts[f"k{each % 3}"] = counts.get(f"k{each % 3}", 0) + each
        more["sum"] = sum(counts.values())
        more["rest"] = 100 // (n - 2)
    except ZeroDivisionError:
        counts["none"] = 0
    else:
        counts["all"] = 1
    finally:
        more["size"] = len(counts)
    return list(counts), int(sum(counts.values())), sorted(more)


@rows.on(*COUNTS)
def of_before_and_of_the_block(n):
    known = {f"k{int(n) % 3}": 1, "b": 2}
    for i in ag.range(n):
        try:
            other = {f"k{each * 3 % 4}": each for each in range(i)}
            known["b"] += other[f"k{i * 2}"]
        except KeyError as error:
            known[error.args[0]] = known.get(error.args[0], 0) + 1
    return sorted(known), int(sum(known.values()))
