"""What an abandoned trace has done is taken back, before plain Python runs."""

from __future__ import annotations

import collections
import contextlib
import functools
import gc
import heapq
import io
import itertools
import random
import sys
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import UnstagedOperationError
from tests.autograph.falling import fell

T = ag.constant
COUNTS = {"calls": 0}
KEPT: list[int] = []


def refused(x):
    """Return `x + 1`, by way of what makes the whole function run as plain Python."""
    if x > -1000:
        KEPT.append(1)
    return x + 1


# -- What an abandoned trace has done is taken back ------------------------------------


class Account:
    total = 0

    def __init__(self):
        self.log = []


def test_what_converted_code_wrote_is_written_once(allowing):
    account, heap, ring = Account(), [5], collections.deque([1])
    nested: dict[str, Any] = {"inner": [1]}
    n = 0

    def writes(x):
        nonlocal n
        n += 1
        COUNTS["calls"] += 1
        account.log.append(len(account.log))
        account.total += 2
        account.extra = 1
        Account.total += 1
        heapq.heappush(heap, 3)
        ring.appendleft(0)
        nested["inner"].append(2)
        nested.setdefault("new", []).append(1)
        return refused(x)

    COUNTS["calls"] = Account.total = 0
    assert int(fell(ag.function(writes), T(1))) == 2
    assert (n, COUNTS, account.log, account.total) == (1, {"calls": 1}, [0], 2)
    assert (Account.total, heap, ring) == (1, [3, 5], collections.deque([0, 1]))
    assert nested == {"inner": [1, 2], "new": [1]}


def test_random_numbers_are_drawn_once(allowing):
    generator = np.random.default_rng(1)

    def draws(x):
        drawn = [random.random(), np.random.rand(), generator.normal()]
        cards = [1, 2, 3, 4, 5, 6]
        random.shuffle(cards)
        return refused(x) * 0 + np.array([*drawn, *cards])

    def seeded(function):
        random.seed(3)
        np.random.seed(3)
        generator.bit_generator.state = np.random.default_rng(1).bit_generator.state
        return np.asarray(function(T(1)))

    expected = seeded(draws)
    found = fell(lambda x: seeded(ag.function(draws)), T(1))
    assert np.array_equal(found, expected)


def test_what_is_printed_is_printed_once_and_in_order(allowing, capsys):
    def prints(x):
        print("one", end="; ")
        y = refused(x)
        print("two", flush=True)
        return y

    fell(ag.function(prints), T(1))
    assert capsys.readouterr().out == "one; two\n"

    @ag.function
    def stands(x):
        print("stands")
        return x

    stands(T(1))
    stands(T(2))
    assert capsys.readouterr().out == "stands\n"
    with pytest.raises(UnstagedOperationError), ag.python("refuse"):
        ag.function(prints)(T(1))
    assert capsys.readouterr().out == "one; "


def test_a_refused_call_changes_nothing():
    account = Account()

    @ag.function(python="refuse")
    def writes(x):
        account.log.append(1)
        return refused(x)

    with pytest.raises(UnstagedOperationError, match="outlives the call"):
        writes(T(1))
    assert account.log == []


def test_a_variable_is_made_once(allowing):
    class Layer:
        weight: Any = None

        @ag.function
        def __call__(self, x):
            if self.weight is None:
                self.weight = ag.Variable(2)
            self.weight.assign_add(1)
            return refused(x) * self.weight

    layer = Layer()
    assert int(fell(layer, T(1))) == 6
    kept = layer.weight
    assert int(layer(T(1))) == 8
    assert layer.weight is kept


def test_the_finally_of_an_abandoned_generator_does_not_come_late(allowing):
    log = []

    def numbers():
        try:
            yield 1
            yield 2
        finally:
            log.append("closed")

    def drawn(x):
        source = numbers()
        first = next(source)
        return refused(x) + first

    assert int(fell(ag.function(drawn), T(1))) == 3
    gc.collect()
    assert log == ["closed"]


# -- Iterators and caches that outlive the call ----------------------------------------


# Those of ranges cannot be set back from Python 3.12 on.
SET_BACK = [list, tuple, str, bytes, *([range] if sys.version_info < (3, 12) else [])]


@pytest.mark.parametrize("kind", SET_BACK)
def test_an_iterator_is_where_it_was(allowing, kind):
    items = {range: range(5, 9), str: "abcd", bytes: b"abcd"}.get(kind)
    source = iter(kind([5, 6, 7, 8]) if items is None else items)
    expected = list(iter(kind([5, 6, 7, 8]) if items is None else items))

    def drawn(x):
        first = next(source)
        return refused(x), first

    found = fell(ag.function(drawn), T(1))
    assert np.asarray(found[1]) == np.asarray(T(expected[0]))
    assert next(source) == expected[1]


@pytest.mark.parametrize("kind", [list, tuple, lambda xs: (x for x in xs)])
def test_what_is_drawn_is_drawn_once_whatever_the_attempts(kind):
    captured = iter(kind([2, 3, 4, 5]))

    @ag.function
    def drawn(items, x):
        first, (second, third) = next(items), (next(captured), next(captured))
        rest = [*items, *map(int, captured)]
        found = []
        for _ in range(x):  # which starts the trace anew
            found.append(first)  # noqa: PERF401
        return first, second, third, sum(rest), len(found)

    given = iter(kind([1, 6, 7]))
    assert [int(each) for each in drawn(given, T(3))] == [1, 2, 3, 22, 3]
    assert (list(given), list(captured)) == ([], [])


def _numbers():
    yield 0
    yield 1


@pytest.mark.parametrize("make", [_numbers, itertools.count])
def test_what_cannot_be_put_back_ends_the_call_that_drew_from_it(allowing, make):
    source = make()

    @ag.function
    def drawn(x):
        first = next(source)
        return refused(x) * 0 + first

    with pytest.raises(UnstagedOperationError, match="outlives") as info:
        drawn(T(1))
    assert "cannot be put back" in "".join(info.value.__notes__)
    second = fell(drawn, T(1))
    assert int(second) == 1


def test_a_cache_that_was_empty_is_empty(allowing):
    called = []

    @functools.cache
    def kept(n):
        called.append(n)
        return n

    def asks(x):
        return refused(x) + kept(3)

    assert int(fell(ag.function(asks), T(1))) == 5
    assert called == [3]


def test_what_is_printed_to_an_object_of_the_programs_own_is_there_at_once(allowing):
    @ag.function
    def redirected(x):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            print("known")
        return len(text.getvalue()), x

    length, _ = redirected(T(1))
    assert int(length) == len("known\n")
