"""Lists, dicts and sets under a key of the run: tracing knows all, the run which."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (0, 1, 2, 3)))
EDGES = T([[0, 1], [1, 2], [0, 2], [3, 3]]), T([[2, 0]]), T(np.zeros((0, 2), np.int32))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*EDGES, T([[0, 5]]))
def an_adjacency_list(edges):
    graph = {i: [] for i in range(4)}
    for a, b in edges:
        graph[int(a)].append(int(b))
        graph[int(b)].append(int(a))
    return graph, {k: len(v) for k, v in graph.items()}


@rows.on(*EDGES)
def dicts_that_count(edges):
    degrees = {i: {"in": 0, "out": 0} for i in range(4)}
    for a, b in edges:
        degrees[int(a)]["out"] += 1
        degrees[int(b)]["in"] += 1
    return degrees, [k for k, v in degrees.items() if v["in"] > v["out"]]


@rows.on(*EACH)
def sets_that_grow(k):
    d = {0: {1}, 1: set(), 2: {5, 7}}
    d[int(k) % 3].add(7)
    d[1].discard(7)
    return [sorted(x) for x in d.values()]


@rows.on(*EACH)
def one_list_under_two_keys(k):
    a = [1]
    d = {0: a, 1: a, 2: [5]}
    try:
        d[int(k)].append(7)
    except KeyError as error:
        return d, a, str(error)
    a.append(9)
    return d, a, ""


@rows.on(*EACH)
def two_that_may_be_one(k):
    d = {0: [1], 1: [2, 3], 2: []}
    one, other = d[int(k) % 3], d[int(k + 1) % 3 if k < 3 else 0]
    one.append(50)
    other.append(60)
    if one is other:
        return "same", d, one
    d[0], d[1] = d[1], d[0]
    one.append(70)
    d[0].append(80)
    return "other", d, one


@rows.on(*EACH)
def changed_in_a_loop(k):
    d = {0: [1], 1: [2, 3], 2: []}
    row = d[int(k) % 3]
    for i in range(k):
        row.append(i)
        d[i % 3].append(-i)
    if row:
        row.pop()
    return d, row, len(row)


@rows.on(*EACH)
def changed_by_functions(k):
    d = {"a": [1], "b": [2, 3]}

    def fill(name, value):
        d[name].append(value)
        return d[name]

    found = fill("a" if k > 1 else "b", 5)
    found += [6]
    found.sort(reverse=True)
    del found[0]
    return d, found


@rows.on(*EACH)
def items_of_one_that_is_given(k):
    people = [{"age": 1, "tags": [1]}, {"age": 2, "tags": []}]
    person = people[int(k) % 2]
    person["age"] += 5
    person["tags"].append(3)
    people[int(k) % 2]["age"] *= 2
    return people, person


@rows.on(*EACH)
def got_or_none(k):
    d = {0: {"n": 1}, 1: {"n": 2}}
    found = d.get(int(k))
    if found is None:
        return d, -1
    found["n"] += 5
    return d, found["n"]


@rows.on(*EACH)
def got_or_another(k):
    d, other = {0: [1], 1: [2]}, [7]
    found = d.get(int(k), other)
    found.append(5)
    other.append(6)
    d[0].append(8)
    d.get(int(k), []).append(9)
    return d, found, other


@rows.on(*EACH)
def got_again_and_again(k):
    d, n = {0: [1], 1: [2]}, 0
    while d.get(n) is not None and n <= k:
        d[n].append(n)
        n += 1
    return d, n
