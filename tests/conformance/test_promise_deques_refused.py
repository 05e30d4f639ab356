"""Deques whose length the run decides: what is refused; any steps at random."""

from __future__ import annotations

import collections
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
refused = Rows()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_is_not_kept_is_refused_as_a_deque(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    error = found.staged.error
    assert error.origin.filename == function.__code__.co_filename
    assert "deque" in error.message


def filled(n):
    found = deque()
    for i in range(n):
        found.append(i * i - 3)
    return found


# -- Refused ---------------------------------------------------------------------------


@refused.on(T(2))
def lists_in_it(n):
    queue = deque([(0, [0])])
    while queue:
        node, path = queue.popleft()
        if node < n:
            queue.append((node + 1, [*path, node]))
    return n


@refused.on(T(2))
def changed_in_a_loop_over_it(n):
    total = 0
    xs = deque([1, 2])
    for x in xs:
        total += x
        if n > 2:
            xs.append(4)
    return total


@refused.on(T(2))
def changed_in_a_staged_loop_over_it(n):
    total, xs = 0, filled(n)
    for x in xs:
        total += x
        if total > 100:
            xs.append(4)
    return total


@refused.on(T(2))
def changed_in_a_loop_over_its_places(n):
    xs, total = deque([1, 2]), 0
    for i, x in enumerate(xs):
        total += i * x
        if n > 2:
            xs.append(4)
    return total


@refused.on(T(2))
def changed_in_a_comprehension(n):
    xs = deque([1, 2])
    return [xs.append(3) if n > 2 else x for x in xs]


@refused.on(T(2))
def changed_in_a_sum(n):
    xs = deque([1, 2])
    return sum(x if n < 2 else xs.pop() for x in xs)


@refused.on(T(2))
def changed_while_it_is_looked_at(n):
    xs = filled(n)

    def key(x):
        xs.append(x)
        return x

    return max(xs, key=key)


@refused.on(T(2))
def changed_before_its_items_are_drawn(n):
    xs = filled(n)
    pairs = enumerate(xs)
    xs.append(2)
    return [x for _, x in pairs]


@refused.on(T(2))
def two_in_one_variable(n):
    level = deque([1])
    while level:
        following = deque()
        for x in level:
            if x < n:
                following.append(x + 1)
        level = following
    return n


@refused.on(T(2))
def one_of_two(n):
    queue = deque([1, 2])
    if n > 1:
        queue = deque([n])
    return list(queue)


class Own(deque[int]):
    pass


@refused.on(T(2))
def a_subclass(n):
    xs = Own()
    for i in range(n):
        xs.append(i)
    return len(xs)


@refused.on(T(2))
def a_maxlen_of_the_run(n):
    return deque([1, 2], maxlen=n)


@refused.on(T(2))
def an_iterator(n):
    return next(iter(filled(n)), -1)


@refused.on(T(2))
def an_order(n):
    return filled(n) < deque([1])


@refused.on(T(2))
def what_runs_as_it_stands(n):
    return len(collections.Counter(filled(n)))


@refused.on(T(2))
def shown_by_percent(n):
    return "%s" % filled(n)


@refused.on(T(2))
def a_pattern(n):
    match filled(n):
        case [first, *_]:
            return first
    return 0


# -- At random -------------------------------------------------------------------------


def _append(xs, n):
    xs.append(n + 10)


def _appendleft(xs, n):
    xs.appendleft(n - 10)


def _pop(xs, n):
    return xs.pop() if xs else n


def _popleft(xs, n):
    try:
        return xs.popleft()
    except IndexError:
        return -n


def _extend(xs, n):
    xs.extend([n, 2 * n, 5])


def _extendleft(xs, n):
    xs.extendleft(range(n))


def _rotate(xs, n):
    xs.rotate(n)


def _rotate_back(xs, n):
    xs.rotate(-2)
    return n


def _reverse(xs, n):
    xs.reverse()
    return len(xs) + n


def _clear(xs, n):
    if n == 2:
        xs.clear()


def _insert(xs, n):
    try:
        xs.insert(n - 2, n)
    except IndexError:
        return -1
    return len(xs)


def _remove(xs, n):
    if n in xs:
        xs.remove(n)
    return xs.count(5)


def _write(xs, n):
    if len(xs) > 1:
        xs[-2] = n + xs[0]


def _delete(xs, n):
    if len(xs) > n:
        del xs[n]


def _add(xs, n):
    xs += xs + deque([n])


def _repeat(xs, n):
    xs *= n


def _itself(xs, n):
    xs.extendleft(xs)
    return sum(xs) + n


STEPS = [
    *(_append, _appendleft, _pop, _popleft, _extend, _extendleft, _rotate),
    *(_rotate_back, _reverse, _clear, _insert, _remove, _write, _delete, _add),
    *(_repeat, _itself),
]


@given(
    steps=st.lists(st.sampled_from(STEPS), min_size=1, max_size=4),
    later=st.sampled_from(STEPS),
    start=st.lists(st.integers(-3, 3), max_size=3),
    maxlen=st.sampled_from([None, None, 1, 2, 3]),
    n=st.integers(0, 3),
)
def test_any_steps_do_what_they_do_in_plain_python(steps, later, start, maxlen, n):
    def program(n):
        xs = deque(start, maxlen)
        total = 0
        for i in range(n):
            for step in steps:
                got = step(xs, i)
                total = (total * 7 + (0 if got is None else got)) % 1009
            if len(xs) > 20:
                xs.clear()
        if n > 1:
            later(xs, n)
        return xs, len(xs), list(xs), total

    found = check(program, T(n))
    assert found.verdict is Verdict.SAME, str(found)


def _mixed(total, got):
    return (total * 7 + (0 if got is None else got)) % 1009


@given(
    steps=st.tuples(*[st.sampled_from(STEPS)] * 3),
    start=st.lists(st.integers(-3, 3), max_size=3),
    maxlen=st.sampled_from([None, None, 1, 3]),
    is_shared=st.booleans(),
    n=st.integers(0, 4),
)
def test_steps_in_blocks_do_what_they_do_in_plain_python(
    steps, start, maxlen, is_shared, n
):
    one, two, three = steps

    def program(n):
        xs = deque(start, maxlen)
        ys = xs if is_shared else deque([1])
        held, total = {"ys": ys}, 0
        for i in range(n):
            if i % 2 == n % 2:
                total = _mixed(total, one(xs, i))
            else:
                total = _mixed(total, two(held["ys"], i))
            try:
                total = _mixed(total, three(ys, i))
                total += 6 // (i - 1)
                ys.append(total)
            except ZeroDivisionError:
                xs.appendleft(-1)
            while len(xs) > 6:
                xs.popleft()
            while len(held["ys"]) > 6:
                ys.pop()
        return xs, held, total, xs is ys, len(ys)

    found = check(program, T(n))
    assert found.verdict is Verdict.SAME, str(found)
