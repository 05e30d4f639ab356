"""Lists, dicts and sets that a dict holds, found by a key of the run, and changed."""

# Programs under test are written as users write them.

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
SIZES = (T(5), T(1), T(0))
NAMES = ["a", "b", "c"]
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_no_condition_tells_is_refused = refused.refusal_test()


@rows.on(*SIZES)
def a_key_that_is_one_of_two(n):
    found = {"a": {"x": 1, "y": 0}, "b": {"x": 5, "y": 0}}
    for i in range(n):
        found["a" if i % 2 else "b"]["x"] += i
        found["a" if i % 3 else "b"]["y"] -= 1
    last = found["a" if n > 3 else "b"]
    last["x"] = 7
    return found, last


@rows.on(*SIZES)
def lists_under_three_keys(n):
    found = {"a": [1], "b": [5], "c": []}
    taken = []
    for i in range(n):
        found[NAMES[i % 3]].append(i)
        found[NAMES[i % 2]][0] += 1
        one = found[NAMES[(i + 1) % 3]]
        if one:
            taken.append(one.pop())
        else:
            one.append(i)
    while len(found[NAMES[n % 3]]) < 4:
        found[NAMES[n % 3]].append(0)
    return found, taken


@rows.on(*SIZES)
def under_keys_that_are_numbers(n):
    found = {0: [], 1: [], 2: []}
    for i in range(int(n)):
        found[i % 3].append(i)
    return found, found[int(n) % 3]


@rows.on(*SIZES)
def lists_in_dicts(n):
    found = {"a": {"x": [1], "y": 0}, "b": {"x": [2], "y": 0}}
    for i in range(n):
        key = "a" if i % 2 else "b"
        found[key]["x"].append(i)
        found[key]["y"] += len(found[key]["x"])
    return found


@rows.on(*SIZES)
def one_list_under_two_keys(n):
    same = [1]
    found = {"a": same, "b": same, "c": [2]}
    found[NAMES[n % 3]].append(n)
    return found, same


@rows.on(*SIZES)
def sets(n):
    found = {"a": {1, 2}, "b": {3}, "c": set()}
    found[NAMES[n % 3]].add(7)
    return sorted(found["a"]), len(found["c"])


@rows.on(*SIZES)
def two_that_may_be_one(n):
    found = {"a": [1], "b": [5], "c": []}
    one, other = found[NAMES[n % 3]], found[NAMES[(n + n) % 3]]
    one.append(1)
    other.append(2)
    found["a"].append(4)
    return found, one, other, one is other


@rows.on(*SIZES)
def returned_before_it_is_changed(n):
    key = "a" if n > 2 else "b"
    found = {"a": [n], "b": [2]}
    if n == 0:
        return "out", found
    found[key].append(3)
    return "ok", found


@rows.on((T(1), "a"), (T(1), "z"), (T(0), "z"))
def a_key_that_is_not_there(n, name):
    found = {"a": [1], "b": [5]}
    found[name if n > 0 else "b"].append(n)
    return found


@rows.on(*SIZES)
def stepped_through(n):
    groups, counts = {}, {}
    for i in range(n):
        key = f"k{i % 3}"
        groups.setdefault(key, []).append(i)
        counts[key] = {"n": i, "p": []}
    for key, held in groups.items():
        if len(held) > 1:
            held.append(len(key))
            held.sort(reverse=True)
    for held in counts.values():
        held["n"] += 2
        held["p"].append(held["n"])
    for key, held in groups.items():
        if key == "k1":
            break
        held.append(8)
    return groups, counts


@rows.on(*SIZES)
def paths_in_a_graph(n):
    graph = {"a": {"b": 1, "c": 4}, "b": {"c": 2, "d": 5}, "c": {"d": 1}, "d": {}}
    far = dict.fromkeys(graph, 100)
    far["a"] = 0
    done = []
    for _ in range(n):
        best = None
        for key in graph:
            if key not in done and (best is None or far[key] < far[best]):
                best = key
        if best is None:
            break
        done.append(best)
        for key, weight in graph[best].items():
            far[key] = min(far[key], far[best] + weight)
    return far


@rows.on(*SIZES)
def sorted_by_get(n):
    counts, words = {}, []
    for i in range(n):
        key = NAMES[i * i % 3]
        words.append(key)
        counts[key] = counts.get(key, 0) + 1
    some = {"c": 5}
    if n > 1:
        some["a"] = 1
    if n > 3:
        some["b"] = 0
    order = sorted(counts, key=counts.get), sorted(words, key=counts.get, reverse=True)
    return order, sorted(some, key=some.get), tuple(some.items()), tuple(some)


@rows.on(*SIZES)
def sorted_by_what_may_be_none(n):
    ranks = {"a": 1, "b": 4}
    words = [NAMES[i % 3] for i in range(n)]
    return sorted(words, key=ranks.get)


@refused.on(T(2), T(0))
def a_dict_of_the_iteration_or_one_of_before(n):
    one, other = {"x": 4}, {"x": n}
    for i in range(n):
        new = {"x": i}
        one = new if i % 2 else one
        other = other if i % 2 else new
        found = one if i % 2 else other
        found["x"] += 1
    return one, other


@refused.on(T(2), T(0))
def a_dict_put_there_by_the_iteration(n):
    found = {"a": {"x": 4}, "b": {"x": n}}
    for i in range(n):
        found[NAMES[i % 2]] = {"x": i}
        found[NAMES[i % 2]]["x"] += 1
    return found
