"""Dicts and sets that are given keys which only the run knows."""

# ruff: noqa: B905, C402, C406, PERF403  # written as users write them

from __future__ import annotations

import copy
import functools
import itertools
from collections import Counter, OrderedDict, defaultdict

import pytest

import autograph as ag
from autograph.errors import SideEffectError, StagingError
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (5, 1, 0, 9)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused_at_the_line = refused.refusal_test()


def squares(n):
    m = {}
    for i in range(n):
        m[i * 5 % 7] = i * i
    return m


# -- Dicts -----------------------------------------------------------------------------


@rows.on(*EACH)
def keys_in_the_order_in_which_they_come(n):
    m = squares(n)
    return len(m), list(m), list(m.values()), list(m.items()), m


@rows.on(*EACH)
def one_key_given_twice(n):
    m = {}
    m[int(n)] = 3
    m[int(n) + 1] = 4
    m[int(n)] = 5
    return m


@rows.on(*EACH)
def counting(n):
    m = {}
    for i in range(n):
        k = i % 3
        if k in m:
            m[k] += 1
        else:
            m[k] = 1
    return m


@rows.on(*EACH)
def counting_with_get(n):
    m = {0: 100}
    for i in range(n):
        m[i % 4] = m.get(i % 4, 0) + i
    return m, m.get(77), m.get(0)


@rows.on(*EACH)
def keys_given_in_a_branch(n):
    m = {}
    k = int(n)
    if n > 3:
        m[k] = 1
        m[k + 1] = 2
    return m


@rows.on(*EACH)
def keys_given_beside_known_ones_in_a_branch(n):
    m = {1: 10, 2: 20}
    if n > 3:
        m[int(n)] = 30
    else:
        m[2] = 21
    return m


@rows.on(*EACH)
def a_cycle_is_found(n):
    m = {}
    x = int(n)
    steps = 0
    while x not in m:
        m[x] = steps
        steps += 1
        x = (x * x + 1) % 1000
    return m[x], steps


@rows.on(*EACH)
def deleting(n):
    m = squares(n)
    del m[1]
    return m, 3 in m, 4 in m


@rows.on(*EACH)
def a_key_that_is_not_there(n):
    return squares(n)[int(n)]


@rows.on(*EACH)
def a_missing_key_is_caught(n):
    m = {int(n): 2}
    try:
        return m[int(n) + 1]
    except KeyError as error:
        return -1 - len(str(error))


@rows.on(*EACH)
def what_methods_give_and_change(n):
    m = squares(n)
    found = m.get(3), m.get(99), m.get(5, -1), m.pop(5, None), m.pop(0)
    return found, m.setdefault(4, 9), m.setdefault(0, 8), m


@rows.on(*EACH)
def updating(n):
    m = squares(n)
    m.update({1: 100, int(n): 7})
    m.update([(int(n), 5), (50, 1)])
    m.update(squares(3))
    return m


@rows.on(*EACH)
def copies_and_equality(n):
    m = squares(n)
    k = m.copy()
    k[0] = -1
    return m, k, m == k, m == squares(n), k != m, dict(m), m == {0: 0}


@rows.on(*EACH)
def displays_and_spreading(n):
    m = {0: 1}
    m[int(n)] = 5
    return {**m, int(n) + 1: 3}, {**m}, [*m], (*m, 1), {int(n): 1, 2: int(n)}


@rows.on(*EACH)
def what_builtins_give(n):
    m = squares(n + 1)
    firsts = sorted(m), max(m), min(m.values()), sum(m.values()), sum(m)
    return firsts, any(m), all(m.values()), list(zip(m, m.values())), tuple(m)


@rows.on(*EACH)
def what_steps_through(n):
    m = squares(n)
    total = functools.reduce(lambda a, b: a + b, m, 10)
    return total, list(itertools.accumulate(m)), list(itertools.islice(m, 2))


@rows.on(*EACH)
def stepping_through(n):
    m = squares(n)
    t = 0
    for k in m:
        t = t * 3 + k
    for k, v in m.items():
        t += k * v
    for v in m.values():
        t -= v
    return t


@rows.on(*EACH)
def values_changed_while_stepping_through(n):
    m = squares(n)
    for k in m:
        m[k] += 1
    return m


@rows.on(*EACH)
def size_changed_while_stepping_through(n):
    m = squares(n)
    for k in m:
        if k > 3:
            m[k + 100] = 1
    return m


@rows.on(*EACH)
def a_changed_size_is_caught(n):
    m = squares(n)
    try:
        for k in m:
            del m[k]
    except RuntimeError as error:
        return str(error)
    return "none"


@rows.on(*EACH)
def leaving_the_loop_after_a_change(n):
    m = squares(n)
    for k in m:
        if k == 3:
            del m[k]
            break
    else:
        m[-1] = 0
    return m


@rows.on(*EACH)
def deleting_by_a_list_of_the_keys(n):
    m = squares(n)
    for k in list(m):
        if k % 2:
            del m[k]
    return m


@rows.on(*EACH)
def taking_items_until_it_is_empty(n):
    m = squares(n)
    while m:
        k, _ = m.popitem()
        if k == 3:
            break
    return m, bool(m), not m


@rows.on(*EACH)
def emptying(n):
    m = squares(n)
    if 3 in m:
        m.clear()
    return m


@rows.on(*EACH)
def comprehensions(n):
    m = squares(n)
    even = {k: k * k for k in range(n) if k % 2 == 0}
    pairs = {k % 3: v for k, v in enumerate(range(n))}
    several = {x: y for x in range(n) for y in range(2)}
    turned = {v: k for k, v in m.items()}
    return even, pairs, several, turned, [k for k in m if k > 2]


@rows.on(*EACH)
def making(n):
    return (
        dict(zip(range(n), range(n))),
        dict([(int(n), 1)]),
        dict.fromkeys(range(n), 0),
        dict((k % 2, k) for k in range(n)),
    )


@rows.on(*EACH)
def pairs_as_keys(n):
    m = {}
    for i in range(n):
        m[(i % 2, i % 3)] = i
    return m, (0, 1) in m, m.get((1, 1), -1), (int(n), 1) in {(1, 1): 2}


@rows.on(*EACH)
def text_as_keys(n):
    m = {}
    for i in range(n):
        w = f"w{i % 3}"
        m[w] = len(w) + i
    return m, ", ".join(m), [f"{k}={v}" for k, v in m.items()]


@rows.on(*EACH)
def floats_as_keys(n):
    m = {}
    for i in range(n):
        m[i / 2] = i
    m[-0.0] = 7
    return m, 1 in m, 0.25 in m


@rows.on(*EACH)
def lists_as_values(n):
    m = {}
    for i in range(n):
        m.setdefault(i % 2, []).append(i)
    return m


@rows.on(*EACH)
def lists_that_reading_adds(n):
    g = defaultdict(list)
    for i in range(n):
        g[i % 3].append(i)
        g[i % 2].append(-i)
    return g[0], g[1], g[2], 5 in g, len(g)


@rows.on(*EACH)
def tuples_and_text_as_values(n):
    m = {}
    m[int(n)] = ("x", 1)
    m[int(n) + 1] = (f"y{n}", 2)
    return m


@rows.on(*EACH)
def tensors_as_values(n):
    m = {}
    for i in range(n):
        m[i % 3] = ag.constant([1.0, 2.0]) * float(i)
    return m


@rows.on(*EACH)
def a_counter(n):
    c = Counter()
    for i in range(n):
        c[i % 4] += i
    counted = Counter(i % 3 for i in range(n))
    return c[0], c[17], c, counted, Counter(range(n)).most_common(2)


@rows.on(*EACH)
def an_ordered_dict(n):
    m = OrderedDict()
    for i in range(n):
        m[i % 4] = i
    return m


@rows.on(*EACH)
def a_memo_of_a_recursion(n):
    memo = {0: 0, 1: 1}

    def fib(k):
        if k not in memo:
            memo[k] = fib(k - 1) + fib(k - 2)
        return memo[k]

    return fib(int(n)), len(memo)


class Cache:
    def __init__(self, size):
        self.held, self.size, self.hits = {}, size, 0

    def get(self, k):
        k = int(k)
        if k in self.held:
            self.hits += 1
            v = self.held.pop(k)
            self.held[k] = v
            return v
        if len(self.held) >= self.size:
            self.held.pop(next(iter(self.held)))
        self.held[k] = k * k
        return self.held[k]


@rows.on(*EACH)
def a_cache_that_drops_the_oldest(n):
    cache = Cache(3)
    t = 0
    for i in range(n):
        t += cache.get(i * i % 5)
    return t, cache.hits, cache.held


@rows.on(T([2, 7, 11, 15]), T([3, 3, 3]), T([6, 3, 2]))
def two_numbers_of_a_sum(xs):
    seen = {}
    for i, x in enumerate(xs):
        if 9 - int(x) in seen:
            return seen[9 - int(x)], i
        seen[int(x)] = i
    return -1, -1


@rows.on(*EACH)
def the_longest_part_without_one_twice(n):
    last = {}
    best = start = 0
    text = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    for i in range(n):
        each = text[i]
        if each in last and last[each] >= start:
            start = last[each] + 1
        last[each] = i
        best = max(best, i - start + 1)
    return best


@rows.on(*EACH)
def what_is_together(n):
    parent = {}

    def find(x):
        while parent[x] != x:
            x = parent[x]
        return x

    for k in range(n):
        parent[k] = k
    for k in range(n - 1):
        a, b = find(k), find(k * 3 % int(n))
        if a != b:
            parent[a] = b
    return parent, len({find(k) for k in range(n)})


@rows.on((T(3), {3: 1}), (T(4), {3: 1}), (T(5), {3: 1}))
def the_callers_dict(n, m):
    m[int(n)] = 5
    if n > 4:
        del m[3]
        m[3] = 6
    return len(m)


@rows.on(*EACH)
def one_dict_under_two_names(n):
    m = k = {}
    for i in range(n):
        (m if i % 2 else k)[i] = i
    return m is k, len(k)


@rows.on(*EACH)
def what_a_try_has_put_in(n):
    m = {}
    try:
        for i in range(n):
            m[i] = 10 // (4 - i)
    except ZeroDivisionError:
        m[-1] = len(m)
    return m


@rows.on(T(3))
def a_tensor_is_no_key(n):
    m = {}
    m[n] = 1
    return m


@rows.on(T(3))
def a_list_is_no_key(n):
    m = {int(n): 1}
    try:
        m[[1]] = 2
    except TypeError as error:
        return str(error), m


# -- Refused ---------------------------------------------------------------------------


@refused.on(T(5))
def keys_of_two_types(n):
    m = {}
    m[int(n)] = 1
    m[float(n) / 2] = 2
    return m


def adds_to(held, n):
    if isinstance(held, dict):
        held[int(n)] = 1
    else:
        held.add(int(n))
    return len(held)


@pytest.mark.parametrize("held", [{}, {1: 2}, {1: [2]}, set(), {1}], ids=repr)
def test_what_outlives_a_call_is_refused_and_left_as_it_was(held):
    before = copy.deepcopy(held)
    with pytest.raises(StagingError) as raised:
        ag.function(lambda n: adds_to(held, n))(T(5))
    assert held == before
    assert raised.value.origin.filename == __file__


def test_what_an_object_keeps_is_refused_and_left_as_it_was():
    cache = Cache(3)
    with pytest.raises(SideEffectError, match="outlives the call"):
        ag.function(cache.get)(T(5))
    assert cache.held == {}
