"""Iterators of Python and NumPy that count inside how far they have come.

What the run may not do, or does after a loop that it may have left, must not advance
them: no block can put them back.
"""

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
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()

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


@refused.on(T(1))
def asked_for_an_item(n):
    pairs = itertools.combinations([1, 2, 3], 2)
    found = n > 1 and (1, 3) in pairs
    return found, len(list(pairs))


@refused.on(T(1))
def zipped_and_used_again(n):
    kept = iter({1, 2, 3})
    for v, _ in zip(kept, range(4), strict=False):
        if v > n:
            break
    return list(kept)


@refused.on(T(1))
def chained_and_used_again(n):
    kept = iter({1, 2, 3})
    for v in itertools.chain([0], kept):
        if v > n:
            break
    return list(kept)


@refused.on(T(1))
def advanced_by_a_generator(n):
    kept = iter({1, 2, 3})
    return any(v > n for v in (w for w in kept)), list(kept)


@refused.on(T(1))
def advanced_by_a_function(n):
    kept = np.arange(1, 4).flat
    for v in iter(lambda: next(kept, 9), 9):
        if v > n:
            break
    return len(list(kept))


@refused.on(T(1))
def a_generator_that_is_zipped(n):
    seen = []

    def drawn():
        for k in range(4):
            seen.append(k)
            yield k

    for v, _ in zip(drawn(), range(5), strict=False):
        if v > n:
            break
    return seen


@refused.on(T(1))
def a_generator_that_writes(n):
    stream = io.StringIO()

    def drawn():
        for k in range(4):
            stream.write(str(k))
            yield k

    for v in drawn():
        if v > n:
            break
    return stream.getvalue()


@rows.on(T(0), T(1), T(4))
def made_and_used_in_one_block(n):
    s = 0
    while n > 0:
        n -= 1
        for a, b in itertools.combinations([1, 2, 3], 2):
            s += a * b
            if s > 20:
                break
        for m in re.finditer("a", "banana"):
            s += m.start()
        x, y = itertools.tee([1, 2, 3])
        s += sum(x) * max(y)
    return s


@rows.on(T(0), T(4))
def asked_without_a_step(n):
    pairs, flat = itertools.product([1, 2], [3]), np.arange(4).flat
    s = T(0, "int64")
    if n > 1:
        s = s + isinstance(pairs, itertools.product) + len(flat) + flat[2]
        s = s + (iter(pairs) is pairs)
    return s, len(list(pairs))


@rows.on(T(0), T(2))
def groups_made_lists(n):
    s = []
    for k, g in itertools.groupby([1, 1, 2, 3]):
        items = list(g)
        if n > k:
            s += items
    return s


test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_would_be_noticed_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert isinstance(found.staged.error, ag.errors.SideEffectError)
