"""Numbers of NumPy's that the graph computes, as keys of dicts and elements of sets.

Plain Python looks up by them as by its own; a tensor has no hash there.
"""

# written as users write them

from __future__ import annotations

from collections import Counter, defaultdict, deque

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

A = np.array
I64 = np.int64
T = ag.constant
SOME = (A([1, 2, 2, 3]), A([4]), [I64(1), I64(1), I64(2)])
NAMES = {1: "one", 2: "two", 5: "five"}
BY_NUMPY = {I64(1): 10, I64(2): 20}
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused_at_the_line = refused.refusal_test()
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


# -- What has known keys ---------------------------------------------------------------


@rows.on(I64(1), I64(3), np.float64(2.0), np.float64(2.5), np.uint8(5), T(1), 5)
def known_keys(n):
    try:
        return NAMES.get(n, "none"), n in NAMES, n in {1, 5}, n in {"a", "b"}
    except TypeError as error:
        return str(error)


@rows.on(I64(1), I64(3))
def a_key_that_is_missing(n):
    try:
        return NAMES[n], 0
    except KeyError as error:
        return "none", error.args[0]


@rows.on(I64(1), I64(3), 1)
def keys_of_numpy_that_are_known(n):
    return BY_NUMPY.get(n, -1), n in BY_NUMPY, BY_NUMPY.get(int(n), -1)


@rows.on(I64(1), I64(-1))
def keys_that_no_array_holds(n):
    return {10**30: 1, 1: 2}.get(n), n in {10**30, 5}


@rows.on(A([1, 2]), T([1, 2]), T(1), A(1.5))
def what_has_no_hash(x):
    try:
        return {x: 1}[x]
    except TypeError as error:
        return str(error)


@rows.on(1, 5)
def a_number_in_an_array(x):
    counts = np.zeros(3, dtype=np.int64)
    counts[0] = x
    return {1: 5, 5: 6}[counts[0]]


@rows.on(T(1), T(0), I64(2))
def what_a_mask_picks(n):
    v = A([3, 1, 2])
    return [(a, b) for a, b in {a: a * 2 for a in v[v > n]}.items()]


# -- New keys --------------------------------------------------------------------------


@rows.on((A([1, 2, 3, 4]), I64(5)), (A([1, 1]), I64(3)), (A([1.0, 2.0]), 3.0))
def two_of_a_sum(xs, total):
    seen = {}
    for i, v in enumerate(xs):
        c = total - v
        if c in seen:
            return seen[c], i
        seen[v] = i
    return -1, -1


@rows.on(*SOME, A([1.0, 1.0]), A([0.1, 0.2], np.float32), A([200, 9, 200], np.uint8))
def counted(xs):
    d = {}
    for v in xs:
        d[v] = d.get(v, 0) + 1
    return d, list(d), [v * 2 for v in d], len(d)


@rows.on(*SOME)
def stepped_through(xs):
    d = defaultdict(int)
    for v in xs:
        d[v] += 1
    total = 0
    for k in d:
        total += k * d[k]
    return total, max(d, key=d.get), sorted(d.items()), [f"{k}:{d[k]}" for k in d]


@rows.on(*SOME, A([True, False, True]))
def with_a_default(xs):
    d = defaultdict(list)
    for i, v in enumerate(xs):
        d[v].append(i)
    return {k: v for k, v in d.items()}, xs[0] in d  # noqa: C416


@rows.on(*SOME)
def added_to_a_set(xs):
    seen = set()
    twice = 0
    for v in xs:
        if v in seen:
            twice += 1
        else:
            seen.add(v)
    return twice, len(seen), sorted(seen), seen


@rows.on(A([[1, 2]]))
def made_of_a_matrix(xs):
    try:
        return len(set(xs))
    except TypeError as error:
        return str(error)


@rows.on(*SOME, A([]), A([1.5, 1.5]))
def made_of_an_array(xs):
    found = set(xs)
    counts = Counter(xs)
    counts.update(xs)
    filled = dict.fromkeys(xs, 0)
    others = {9} - {9}
    others.update(xs)
    return len(found), frozenset(xs) == found, counts, filled, sorted(others)


@rows.on(*SOME)
def comprehensions(xs):
    found = {v % 2 for v in xs}
    d = {v: v * 2 for v in xs}
    return len(found), d, 1 in found, 2 in d


@rows.on((I64(0), I64(0)), (I64(3), I64(1)))
def parts_of_tuples(r, c):
    seen = {(r, c)}
    for a, b in ((0, 1), (1, 0), (0, 0)):
        place = (r + a, c + b)
        if place not in seen:
            seen.add(place)
    return len(seen), (r, c) in seen, (r, c + 5) in seen


@rows.on(A([5, 1, 5]), A([0]))
def numbered(xs):
    first = {}
    for v in xs:
        if v not in first:
            first[v] = len(first)
    return [first[v] for v in xs], xs[0] in first


@rows.on(I64(0), I64(1), I64(2))
def beside_keys_of_python(source):
    steps = {source: 0}
    waiting = deque([source])
    while waiting:
        u = waiting.popleft()
        for v in {0: [1], 1: [2, 0]}.get(u, []):
            if v not in steps:
                steps[v] = steps[u] + 1
                waiting.append(v)
    return len(steps), steps[source], steps.get(2, -1), 1 in steps, 5 in steps


@rows.on(np.float64(0.5), np.float64(1.0))
def fractions_beside_those_of_python(x):
    d = {1.0: 3}
    d[x] = d.get(x, 0) + 1
    return len(d), d[x], d.get(1.0), 0.5 in d


# -- What a loop carries ---------------------------------------------------------------


@rows.on(I64(19), I64(4), I64(7))
def numbers_of_a_loop(n):
    seen = set()
    while n != 1 and n not in seen:
        seen.add(n)
        n = n * 5 % 13
    return n, len(seen)


@rows.on(np.float64(3), T(3.0), np.float64(2.5))
def asked_in_a_loop(x):
    n = 0
    while x > 0:
        n += x.is_integer() if isinstance(x, np.generic) else 5
        x = x - 0.5
    return n


@rows.on(I64(0), I64(2))
def asked_of_what_a_list_holds(n):
    xs = [n]
    for i in range(n):
        xs.append(xs[0] * i)
    return {0: 3}.get(xs[-1], 8)


@rows.on(I64(4))
def a_number_of_python_before_the_loop(n):
    k = 0
    seen = set()
    while k not in seen:
        seen.add(k)
        k = (k * 3 + n) % 11
    return len(seen)


# -- What a function is given that calls itself ----------------------------------------


@rows.on(I64(7), I64(20), 7, np.uint8(9))
def arguments_of_a_recursion(n):
    known = {}

    def fib(k):
        if k in known:
            return known[k]
        found = k if k < 2 else fib(k - 1) + fib(k - 2)
        known[k] = found
        return found

    return fib(n), len(known), known


@rows.on(I64(4), I64(0), 3)
def parts_of_tuples_in_a_recursion(n):
    known = {}

    def paths(r, c):
        if r == 0 or c == 0:
            return 1
        if (r, c) in known:
            return known[(r, c)]
        known[r, c] = paths(r - 1, c) + paths(r, c - 1)
        return known[r, c]

    return paths(n, n), len(known)


@rows.on(I64(5))
def elements_in_a_recursion(n):
    seen = set()

    def go(k, seen):
        if k in seen or k < 0:
            return 0
        seen.add(k)
        return 1 + go(k - 1, seen) + go(k - 2, seen)

    return go(n, seen), sorted(seen), n in seen


@rows.on((A([[0, 1, 1], [0, 0, 1], [1, 0, 0]]), A([[1, 2], [2, 0], [0, 0]]), I64(0)))
def neighbours_in_an_array(links, near, start):
    seen, order = set(), []

    def visit(v):
        if v in seen:
            return
        seen.add(v)
        order.append(v)
        for w in near[v]:
            if links[v][w]:
                visit(w)

    visit(start)
    return order, len(seen)


@rows.on(I64(2), I64(0))
def what_a_recursion_gives(n):
    def last(k):
        return k if k <= 0 else last(k - 1)

    return {0: "none", 2: "two"}.get(last(n), "other")


# -- Refused ---------------------------------------------------------------------------


@rows.on(I64(2), I64(0), I64(1))
def a_number_of_python_that_a_recursion_may_give(n):
    def product(k):
        return 1 if k <= 0 else k * product(k - 1)

    return {1: 1}.get(product(n), 0)


@refused.on((A([1, 2]), 2), (A([0.5]), 0.5))
def a_dict_returned_that_has_keys_of_python_too(xs, n):
    d = {n: 2}
    for v in xs:
        d[v] = 1
    return d


@refused.on((A([1, 2]), 2), (A([0.5]), 0.5))
def a_set_returned_that_has_elements_of_python_too(xs, n):
    found = {n}
    found.update(xs)
    return found


@refused.on((A([0.1], np.float32), 0.1), (A([1], np.uint8), 257))
def keys_of_python_that_smaller_numbers_would_round(xs, n):
    found = {n}
    for v in xs:
        found.add(v)
    return len(found)


@refused.on(I64(0))
def keys_of_two_types(n):
    d = {"a": 0}
    d[n] = 1
    return d


@refused.on(T([1, 2]))
def the_text_of_numbers_in_a_list_with_tensors(x):
    xs = [0]
    for v in x:
        xs.append(v)  # noqa: PERF402
    return f"{xs[0]}"


# What plain Python raises for a tensor, which has no hash.


@rows.on(I64(2))
def a_tensor_that_a_recursion_gives(n):
    def last(k):
        return T(5, dtype=ag.int64) if k <= 0 else last(k - 1)

    return {5: 1}.get(last(n), 0)


@refused.on(I64(2))
def a_tensor_that_a_later_call_passes(n):
    def last(k, m):
        return {5: 1}.get(m, 0) if k <= 0 else last(k - 1, T(5, dtype=ag.int64))

    return last(n, n)


@refused.on(I64(2))
def a_tensor_in_the_second_iteration(n):
    x, y, i, found = n, n, 0, 0
    while i < n + 3:
        found += {5: 1, 2: 7}.get(x, 0)
        x, y, i = y, T(5, dtype=ag.int64), i + 1
    return found
