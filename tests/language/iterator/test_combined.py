"""filter, map, zip, reduce and itertools with dynamic results: what a comparison with plain Python does not show."""

from __future__ import annotations

import collections
import io
import itertools
import re
import string
import struct

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.language.iterator.combined import T

MAKERS = {
    "tee": lambda: itertools.tee([1, 2, 3])[0],
    "product": lambda: itertools.product([1, 2], [3]),
    "permutations": lambda: itertools.permutations([1, 2, 3], 2),
    "combinations": lambda: itertools.combinations([1, 2, 3], 2),
    "combinations_with_replacement": lambda: itertools.combinations_with_replacement(
        [1, 2], 2
    ),
    "the first of accumulate": lambda: itertools.accumulate([1, 2], initial=5),
    "a group": lambda: next(itertools.groupby([1, 1, 1]))[1],
    "the key of a group": lambda: itertools.groupby([1, 2, 3]),
    "finditer": lambda: re.finditer("a", "banana"),
    "OrderedDict": lambda: iter(collections.OrderedDict(a=1, b=2)),
    "memoryview": lambda: iter(memoryview(b"abc")),
    "iter_unpack": lambda: struct.iter_unpack("b", b"abc"),
    "Formatter.parse": lambda: string.Formatter().parse("a{b}c{d}"),
    "flat": lambda: np.arange(3).flat,
    "nditer": lambda: np.nditer(np.arange(3)),
    "ndindex": lambda: np.ndindex(2, 2),
    "ndenumerate": lambda: np.ndenumerate(np.arange(3)),
    "broadcast": lambda: np.broadcast(np.arange(3), 1),
    "readline": lambda: iter(io.StringIO("a\nb\n").readline, ""),
    "strip": lambda: map(str.strip, io.StringIO("a\nb\n")),
    "chain": lambda: itertools.chain([1, 2], {3}),
    "pairwise": lambda: itertools.pairwise([1, 2, 3]),
    "islice": lambda: itertools.islice({1, 2, 3}, 2),
    "cycle": lambda: itertools.islice(itertools.cycle(itertools.chain([1], {2})), 5),
    "a chain of flat": lambda: itertools.chain.from_iterable([np.arange(3).flat]),
}


def length(items):
    return sum(1 for _ in items)


def of_next(make, n):
    items = make()
    if n > 1:
        next(items)
    return length(items)


def of_a_loop(make, n):
    items, count = make(), 0
    if n > 1:
        for _ in items:
            count += 1
    return count, length(items)


def of_a_list(make, n):
    items, found = make(), 0
    if n > 1:
        found = len(list(items))
    return found, length(items)


def of_a_while(make, n):
    items = make()
    while n > 1:
        next(items, None)
        n -= 1
    return length(items)


def of_a_loop_that_is_left(make, n):
    items, at = make(), 0
    for at, _ in zip(range(5), items, strict=False):
        if at >= n:
            break
    return at, length(items)


def of_any(make, n):
    items = make()
    return any(at >= n for at, _ in enumerate(items)), length(items)


USES = (of_next, of_a_loop, of_a_list, of_a_while, of_a_loop_that_is_left, of_any)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("use", USES)
def test_what_cannot_be_put_back_is_advanced_as_plain_python_does(use, maker):
    @ag.function
    def f(n):
        return use(MAKERS[maker], n)

    for n in (0, 1, 2):
        found = check(f, T(n))
        assert found.verdict in (Verdict.SAME, Verdict.REFUSED), str(found)
