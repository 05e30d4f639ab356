"""Keys of dicts and elements of sets that are None on some paths only."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

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
