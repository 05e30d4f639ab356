"""Stored views: what a comparison with plain Python does not show."""

from __future__ import annotations

import itertools
from collections import Counter, OrderedDict

import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check
from tests.language.dict.iteration import NUMBERS, T


def _combined(pairs, keys, values, table):
    return len(keys & {1, 2}), len(keys | [7]), len({1, 2} - keys), len(keys ^ {1})


def _compared(pairs, keys, values, table):
    return keys == {1: 0, 2: 0}.keys(), keys == table.keys(), keys <= {1, 2, 3}


def _compared_by_items(pairs, keys, values, table):
    return pairs == {1: 1, 2: 2}.items(), pairs == table.items(), keys != {1}


def _disjoint(pairs, keys, values, table):
    return table.keys().isdisjoint({2})


def _reversed(pairs, keys, values, table):
    return list(reversed(keys)), list(reversed(values))


def _drawn(pairs, keys, values, table):
    it = iter(keys)
    first = next(it)
    return first, next(it, None), list(it), next(iter(values))


def _stepped(pairs, keys, values, table):
    return list(zip(keys, values, strict=True)), list(enumerate(values)), list(pairs)


def _reduced(pairs, keys, values, table):
    return max(keys), sum(values), min(values), any(keys), all(v > 0 for v in values)


def _looked_into(pairs, keys, values, table):
    return (2, 2) in pairs, 2 in values, 2 in keys, 3 not in keys


def _asked(pairs, keys, values, table):
    return f"{len(values)}", bool(pairs), not keys, (1 if values else 0), keys.__len__()


def _gone_through(pairs, keys, values, table):
    total = 0
    for key, value in pairs:
        total += key * value
    return total, [key for key in keys if key > 1], {v: k for k, v in pairs}


def _spread(pairs, keys, values, table):
    first, *rest = values
    return first, rest, [0, *table.keys()], list(itertools.chain(table, [5]))


def _named(pairs, keys, values, table):
    kinds = type(keys).__name__, type(values).__name__, type(pairs).__name__
    return kinds, isinstance(keys, type({}.keys())), isinstance(pairs, list)


def _emptied(pairs, keys, values, table):
    while values:
        del table[next(iter(table))]
    return len(keys)


def _extended(pairs, keys, values, table):
    found = [0]
    found.extend(keys)
    found += values
    return found


USES = (
    *(_combined, _compared, _compared_by_items, _disjoint, _reversed, _drawn),
    *(_stepped, _reduced, _looked_into, _asked, _gone_through, _spread, _named),
    *(_emptied, _extended),
)


def _on_a_path(n, table):
    if n > 1:
        table[2] = 2


def _of_the_run(n, table):
    table[int(n)] = 2


def _both(n, table):
    if n > 0:
        table[3] = 5
    if n > 2:
        table[int(n)] = 2


def _in_a_loop(n, table):
    for i in range(n):
        table[i] = table.get(i, 0) + len(table)


def _late(n, table):
    if n > 0:
        table[3] = 5
    for i in range(n):
        if i > 1:
            table[i] = 7


WAYS = (_on_a_path, _of_the_run, _both, _in_a_loop, _late)


# What a graph does not hold: methods by their special names, objects of itertools.
FALL = (_asked,)


def _viewed(use, fill, kind):
    def function(n):
        table = kind({1: 1})
        pairs, keys, values = table.items(), table.keys(), table.values()
        fill(n, table)
        return use(pairs, keys, values, table)

    return function


@pytest.mark.parametrize("fill", WAYS)
@pytest.mark.parametrize("use", USES)
def test_views_show_what_the_dict_has_become(use, fill):
    _agree(use, _viewed(use, fill, dict))


@pytest.mark.parametrize("kind", [OrderedDict, Counter])
@pytest.mark.parametrize("use", USES)
def test_so_do_those_of_its_subclasses(use, kind):
    _agree(use, _viewed(use, _of_the_run, kind))


def _agree(use, function):
    function = ag.function(function)
    for number in NUMBERS:
        if use in FALL:  # it agrees where Python may
            assert check(function, T(number)).verdict is Verdict.REFUSED
        else:
            assert_agrees(function, T(number))
