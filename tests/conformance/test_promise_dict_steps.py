"""Dicts that get or lose keys, as the run decides, while they are stepped through."""

from __future__ import annotations

from collections import OrderedDict

import pytest

import autograph as ag
from autograph.errors import UnknownKeysError
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (0, 1, 2, 3)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*EACH)
def a_key_on_a_path(n):
    table = {1: 10, 2: 20}
    for key in table:
        if key == n:
            table[99] = 1
    return table


@rows.on(*EACH)
def sorted_keys_of_values_of_several_types(n):
    table = {"n": n, "listed": [1, 2], "told": True}
    if n > 1:
        table["big"] = "text"
    return sorted(table), sorted(table, reverse=True)


@rows.on(*EACH)
def a_key_before_a_break(n):
    table = {1: 10, 2: 20}
    for key in table:
        if key == n:
            table[99] = 1
            break
    return table


@rows.on(*EACH)
def a_key_before_a_return(n):
    table = {1: 10, 2: 20}
    for key in table:
        if key == n:
            table[99] = 1
            return table, 5
    return table, 6


@rows.on(*EACH)
def a_key_that_goes(n):
    table = {1: 10, 2: 20, 3: 30}
    for key in table.keys():
        if key == n:
            del table[3]
    return table


@rows.on(*EACH)
def an_ordered_dict(n):
    table = OrderedDict({1: 10, 2: 20, 3: 30})
    total = 0
    for value in table.values():
        total += value
        if value == n * 10:
            table[int(n) + 7] = 3
    return table, total


@rows.on(*EACH)
def a_value_on_a_path(n):
    table = {1: 10, 2: 20}
    for key in table:
        if key == n:
            table[key] = 5
    return table


@rows.on(*EACH)
def nested_loops_over_one_dict(n):
    table = {"a": 1, "b": 2}
    if n > 0:
        table["c"] = 3
    total = 0
    for _ in table:
        for value in table.values():
            total += value
    return total, [(k, j) for k in table for j in table], table


@rows.on(*EACH)
def dict_of_a_dict_with_names(n):
    table = {"a": 1}
    if n > 0:
        table["c"] = 3
    named = dict(table.items(), z=2), dict(table, a=n)
    return dict(table, z=1), named, dict(table.items())


@rows.on(*EACH)
def failed_reads_in_a_loop(n):
    counts, seen, failed = {}, set(), 0
    for i in range(n):
        try:
            counts[i % 2] += 1
        except KeyError:
            counts[i % 2] = 1
        try:
            seen.remove(i % 2)
        except KeyError:
            seen.add(i % 2)
            failed += 1
    return counts, len(seen), failed


@refused.on(*EACH)
def keys_of_two_types(n):
    table = {1: 10, "b": 20, 3: 30}
    total = 0
    for value in table.values():
        total += value
        if value == n * 10:
            table[4] = 3
    return table, total


@refused.on(*EACH)
def an_enumeration(n):
    table = {1: 10, 2: 20}
    for _, key in enumerate(table):
        if key == n:
            table[99] = 1
    return table


@refused.on(*EACH)
def a_comprehension(n):
    table = {1: 10, 2: 20}
    return [table.setdefault(5, 1) if key == n else 0 for key in table], table


@rows.on(*EACH)
def counted_keys_while_keys_are_added(n):
    table = {int(n): 0}
    try:
        for i, key in enumerate(table):
            table[key + 1] = i
    except RuntimeError as error:
        return str(error), table
    return "", table


@rows.on(*EACH)
def counted_items_while_others_are_changed(n):
    table, found = {int(n): 0, 7: 2, 8: 3}, []
    for i, (key, value) in enumerate(table.items()):
        found.append((key, value))
        if i == 0:
            table.pop(7)
            table[9] = 5
            table[8] = 4
    return table, found


@rows.on(*EACH)
def zipped_with_what_ends_before(n):
    table, found = {int(n): 0, 7: 2}, []
    for key, x in zip(table, [1, 2, 3], strict=False):
        table[7] += x
        found.append((key, table[7]))
    pairs = zip(table.values(), table)  # noqa: B905
    return found, sorted(pairs), max(map(abs, table))


@rows.on(*EACH)
def the_last_of_several_comes_back_and_ends_it(n):
    table = {int(n): 0, 7: 1, 9: 2}
    for key in table:
        if key == 7:
            table[key] = table.pop(key)
            break
    return table


@refused.on(*EACH)
def the_last_key_comes_back(n):
    table, total = {int(n): 0}, 0
    for key in table:
        table.pop(key)
        table[key] = 1
        total += 1
    return total


@refused.on(*EACH)
def a_default_of_the_last_key_that_was_popped(n):
    table = {int(n): 0}
    for i, key in enumerate(table):
        table.pop(key)
        table.setdefault(key, i)
    return table


@rows.on(*EACH)
def the_last_item_of_an_ordered_dict_comes_back(n):
    table = OrderedDict({int(n): 0, 70: 1})
    for _ in table:
        table.popitem()
        table[70] = 2
    return table


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_steps_as_it_stands_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert type(found.staged.error) is UnknownKeysError
