"""Keys of dicts and elements of sets that are None on some paths only."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()

NUMBERS = (np.int64(2), np.int64(1), np.int64(0), T(2), T(-1))
ROADS = {0: [(1, 4), (2, 1)], 1: [(3, 1)], 2: [(1, 2), (3, 5)], 3: []}


@rows.on(*NUMBERS)
def nearest_node(n):
    distances = {k: float("inf") for k in ROADS}
    distances[0] = n
    done = []
    while len(done) < 4:
        u = None
        for k in ROADS:
            if k not in done and (u is None or distances[k] < distances[u]):
                u = k
        done.append(u)
        for v, road in ROADS[u]:
            distances[v] = min(distances[v], distances[u] + road)
    return distances


def chosen(n, value):
    u = None
    if n > 0:
        u = value
    return u


@rows.on(*NUMBERS)
def items_of_known_keys(n):
    names = {1: "a", 2: "b"}
    return names[chosen(n, 1)]


@rows.on(*NUMBERS)
def items_of_keys_of_the_run(n):
    return {1: 5, 2: 6}[chosen(n, n + 0)]


@rows.on(*NUMBERS)
def items_where_none_is_a_key(n):
    known = {1: 5, 2: 6, None: 7}
    return known[chosen(n, n + 0)], known[chosen(n, 2)]


@rows.on(*NUMBERS)
def questions(n):
    known, u = {1: "a", 2: "b"}, chosen(n, n + 0)
    return known.get(u, "?"), u in known, u not in known, known.get(chosen(n, 2))


@rows.on(*NUMBERS)
def questions_of_sets(n):
    known, other = {1, 2}, {None, 5}
    return chosen(n, n + 0) in known, chosen(n, 2) in known, chosen(n, 2) in other


@rows.on(*NUMBERS)
def a_missing_key_is_caught(n):
    try:
        return f"{ {1: 5}[chosen(n, n + 0)] }"
    except KeyError as error:
        return str(error)


@rows.on(*NUMBERS)
def texts(n):
    return {"a": 1, "b": 2}.get(chosen(n, "b"), 9), {None: "x"}.get(chosen(n, "b"))


@rows.on(*NUMBERS)
def counted_and_made(n):
    counts = Counter([1, 2, 2])
    made = defaultdict(int, {1: 3, None: 4})
    return counts[chosen(n, 2)], made[chosen(n, 1)]


@rows.on(*NUMBERS)
def where_it_is_known_not_to_be_none(n):
    names, u = {1: 5, 2: 6}, chosen(n, n + 0)
    if u is not None:
        return names[u] + 1
    return names.get(u, 0)


@rows.on(*NUMBERS[:3])
def written_under_known_keys(n):
    found = {None: 0, 1: 0, 2: 0}
    u = chosen(n, 2)
    found[u] = n + 5
    found[u] += 1
    return found[None], found[2]


@refused.on(*NUMBERS[:3])
def written_where_none_is_new(n):
    found = {1: 5, 2: 6}
    found[chosen(n, 2)] = n
    return found[2]


@refused.on(*NUMBERS[:3])
def looked_for_among_keys_that_may_be_none(n):
    found = {1: 5, 2: 6}
    if n > 0:
        found[n + 1] = n
    else:
        found[None] = n
    return found[2]


# -- Elements and keys that are not None where they are put there ----------------------


@rows.on(*map(T, (0, 1, 2, 5)))
def the_cheapest_not_used(n):
    cost, used, total = [5, 3, 8, 1, 9, 2], set(), 0
    for _ in range(n):
        j = None
        for i in range(6):
            if i not in used and (j is None or cost[i] < cost[j]):
                j = i
        used.add(j)
        total += cost[j]
    return total, len(used)


@rows.on(*map(T, (0, 1, 2, 5)))
def a_tree_that_spans(n):
    w = [[0, 2, 9, 4], [2, 0, 6, 3], [9, 6, 0, 1], [4, 3, 1, 0]]
    tree, total = {0}, 0
    while len(tree) < min(int(n) + 1, 4):
        best = found = None
        for i in range(4):
            for j in range(4):
                if i in tree and j not in tree and (best is None or w[i][j] < best):
                    best, found = w[i][j], j
        tree.add(found)
        total += best
    return total


@rows.on(*map(T, (0, 1, 2, 5)))
def put_where_it_is_not_none(n):
    seen, counts, lists = set(), {}, {}
    for k in range(n):
        j = None
        if k % 2:
            j = k
        if j is not None:
            seen.add(j)
            counts[j % 3] = counts.get(j % 3, 0) + 1
            counts[j] = k
            lists.setdefault(j, []).append(k)
        seen.discard(j)
    return seen, counts, lists


@rows.on(*map(T, (0, 1, 2, 5)))
def taken_out_of_a_set(n):
    left = {1, 2, 3, 4, 5}
    for _ in range(n):
        j = None
        for x in (1, 2, 3, 4, 5):
            if x in left and (j is None or x > j):
                j = x
        left.discard(j)
    return left


def test_a_run_that_puts_none_into_a_set_of_numbers_is_refused():
    @ag.function
    def f(n):
        seen, counts = set(), {}
        for k in range(n):
            j = None
            if k > 1:
                j = k
            try:
                if n < 5:
                    seen.add(j)
                else:
                    counts[j] = k
            except Exception:  # no handler of the user's is for it
                seen.add(9)
        return len(seen)

    for n in (2, 5):
        with pytest.raises(ag.errors.UnknownNoneError, match="None is put into a"):
            f(T(n))
    assert f(T(0)).numpy() == 0
