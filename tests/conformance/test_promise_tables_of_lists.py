"""Containers of known length that hold lists whose length the run decides."""

# Programs under test are written as users write them.
# ruff: noqa: B905, C417, PERF402, RUF007, RUF017

from __future__ import annotations

import copy
import functools
import itertools

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
BOTH = [T(3), T(0)]
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_compares_the_lists_as_it_stands_is_refused = refused.refusal_test()


def made(n):
    first, second = [], [7, 8]
    for i in range(n):
        first.append(i)
    return [first, second, [1, 2]]


@rows.on(*BOTH)
def measured(n):
    lists = made(n)
    return max(map(len, lists)), sum(map(sum, lists)), max(len(x) for x in lists)


@rows.on(*BOTH)
def copied(n):
    lists = made(n)
    return list(lists), tuple(lists), copy.copy(lists), lists[::-1], lists + [[3]]


@rows.on(*BOTH)
def asked_for_truth(n):
    return any(made(n)), all(made(n)), bool(made(n))


@rows.on(*BOTH)
def stepped_through(n):
    lists = made(n)
    return (
        [(i, len(row)) for i, row in enumerate(lists[-2:])],
        [len(row) + x for row, x in zip(lists, [1, 2, 3])],
        sum(len(row) * x for row, x in zip(lists, [1, 2, 3]) if row),
        list(reversed(lists)),
        [x for i, row in enumerate(lists) for x in row],
    )


@rows.on(*BOTH)
def sifted(n):
    lists = made(n)
    return list(filter(None, lists)), list(filter(len, lists))


@rows.on(*BOTH)
def mapped(n):
    return list(map(lambda row: row + [1], made(n)))


@rows.on(*BOTH)
def ordered_by_keys(n):
    lists = made(n)
    return sorted(lists, key=len), max(lists, key=len), min(lists, key=sum)


@rows.on(*BOTH)
def joined(n):
    lists = made(n)
    return (
        sum(lists, []),
        list(itertools.chain(*lists)),
        list(itertools.chain.from_iterable(lists)),
        functools.reduce(lambda left, right: left + right, lists),
    )


@rows.on(*BOTH)
def looked_into(n):
    lists = made(n)
    return [7, 8] in lists, [0, 1, 2] in lists, 3 in lists, [] not in lists


@rows.on(*BOTH)
def looked_for(n):
    return made(n)[0] in [[0, 1, 2], [1]], made(n).index([7, 8]), made(n).count([1, 2])


@rows.on(*BOTH)
def drawn_from(n):
    lists = iter(made(n))
    return next(lists), list(lists)


@rows.on(*BOTH)
def dicts_of_them(n):
    table = dict(zip("abc", made(n)))
    return (
        dict(enumerate(made(n))),
        sum(map(len, table.values())),
        max(table, key=lambda k: len(table[k])),
        sorted(table.items(), key=lambda entry: len(entry[1])),
        {k: len(v) for k, v in table.items()},
        [k for k, v in table.items() if v],
    )


@rows.on(*BOTH)
def pairs_with_them(n):
    pairs = [(row, i) for i, row in enumerate(made(n))]
    return max(pairs, key=lambda pair: pair[1]), sorted(pairs, key=lambda p: -p[1])


@rows.on(*BOTH)
def given_as_arguments(n):
    def total(*lists, extra):
        return sum(map(len, lists)) + len(extra)

    return total(*made(n), extra=made(n)[0])


@rows.on(T(2), T(3))
def taken_apart_in_comprehensions(n):
    first = []
    for i in range(n):
        first.append(i)
    lists = [first[:2], [7, 8]]
    return (
        [a + b for a, b in lists],
        [a + sum(rest) for a, *rest in lists],
        {i: a * b for i, (a, b) in enumerate(lists)},
    )


@rows.on(T(3), T(1))
def taken_apart_wrongly_in_a_comprehension(n):
    return [a + b + c for a, b, c in made(n)[:1]]


# -- Their rows are the lists themselves -----------------------------------------------


@rows.on(*BOTH)
def changed_under_other_names(n):
    lists = made(n)
    lists[0], lists[1] = lists[1], lists[0]
    lists[2] = lists[0]
    lists[0].append(4)
    also, them = tuple(lists), iter(lists)
    also[1].append(5)
    next(them).append(6)
    return lists, list(lists)


@rows.on(*BOTH)
def changed_in_loops_over_them(n):
    lists = made(n)
    for row in filter(None, lists):
        row.pop()
    for row in map(lambda it: it, lists):
        row.append(1)
    for i, row in enumerate(reversed(lists)):
        row.append(i)
    for row, following in zip(lists, lists[1:]):
        row.append(len(following))
    for i in range(n):
        lists[min(2, i)].append(i)
    return lists


@rows.on(T(3))
def ordered_by_themselves(n):
    return made(n) < made(n + 1)


@refused.on(T(3))
def copied_deeply(n):
    return copy.deepcopy(made(n))
