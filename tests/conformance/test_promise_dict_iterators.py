"""Iterators over dicts, which staged code advances by `next`."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (-1, 1, 2, 3, 5)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*EACH)
def items_in_a_branch(n):
    it = iter({"a": 1, "b": 2, "c": 3}.items())
    if n > 1:
        next(it)
    key, value = next(it)
    return key, value, list(it)


@rows.on(*EACH)
def keys_in_a_loop(n):
    table = {1: 10, 2: 20, 3: 30}
    it = iter(table)
    total = 0
    while n > 0:
        total += table[next(it)]
        n -= 1
    return total


@rows.on(*EACH)
def with_a_default(n):
    it = iter({"a": 1.5, "b": 2.5}.values())
    total = 0.0
    for _ in range(n):
        total += next(it, 10.0)
    return total, next(it, -1.0)


@rows.on(*EACH)
def values_of_the_run_and_the_rest(n):
    it = iter({"a": n, "b": n + 1, "c": n * 2}.values())
    total = next(it)
    if n > 1:
        total += next(it)
    for value in it:
        total = total * 2 + value
    return total


@rows.on(*EACH)
def the_first_of_a_dict(n):
    table = {"b": n, "a": [1]}
    first = next(iter(table))
    return first, next(iter(table.items())), next(iter(table.values())) + 1


@rows.on(*EACH)
def of_no_items(n):
    it = iter({})
    try:
        if n > 1:
            next(it)
    except StopIteration:
        return "ended"
    return next(it, "none")


@rows.on(*EACH)
def values_that_change_meanwhile(n):
    table = {"a": 1, "b": 2, "c": 3}
    it = iter(table.values())
    first = next(it)
    if n > 1:
        first += next(it)
        table["c"] = 7
    table["b"] = 9
    return first, next(it, 0), next(it, 0)


@rows.on(*EACH)
def a_dict_that_grows_meanwhile(n):
    table = {"a": n, "b": 2}
    it = iter(table)
    next(it)
    table["c"] = 3
    found = ""
    try:
        if n > 1:
            next(it)
    except RuntimeError as error:
        found = str(error)
    return found


@rows.on(*EACH)
def stepped_through_as_it_stands(n):
    it = iter({"a": n, "b": "text", "c": None}.items())
    found = []
    for key, value in it:
        if key != "c":
            found.append((key, value))
    return found, list(it)


@rows.on(*EACH)
def given_to_builtins(n):
    table = {"a": n, "b": 2}
    pairs = list(zip(iter(table), iter(table.values()), strict=False))
    return (
        pairs,
        sorted(iter(table)),
        dict(iter(table.items())),
        sum(iter(table.values())),
    )


@rows.on(*EACH)
def left_by_a_break(n):
    it = iter({1: n, 2: n + 1, 3: n + 2}.values())
    total = 0
    for value in it:
        total += value
        if total > 4:
            break
    return total, list(it)


@rows.on(*EACH)
def an_iterator_is_one(n):
    it = iter({"a": 1, "b": 2})
    return iter(it) is it, type(it).__name__, next(it), n
