"""collections.deque of dynamic length: what a comparison with plain Python does not show."""

from __future__ import annotations

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from autograph.testing import Verdict, check
from tests.language.library.deques import T


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
