"""Dicts that the run chooses: what steps through one, and what takes all its items."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
BOTH = T(0), T(1), T(3)
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Box:
    def __init__(self, held):
        self.held = held


def chosen(n):
    graph = {"a": {"b": 5}, "b": {"a": n, "c": 1}}
    return graph["a" if n > 0 else "b"]


def held_by_an_object(n):
    a, b = Box({"x": 1}), Box({"y": 2, "x": n})
    return (a if n > 1 else b).held


KINDS = (chosen, held_by_an_object)


@rows.on(*BOTH)
def items(n):
    found = []
    for make in KINDS:
        total = 0
        for key, value in make(n).items():
            total = total * 10 + value + (key == "b")
        found.append(total)
    return found


@rows.on(*BOTH)
def keys_and_values(n):
    found = []
    for make in KINDS:
        d, total = make(n), 0
        for key in d:
            total += d[key]
        for value in d.values():
            if value > 3:
                break
            total = total * 10 + value
        found.append(total)
    return found


@rows.on(*BOTH)
def views_listed(n):
    return [
        (list(d), list(d.items()), list(d.values()), list(d), sum(d.values()))
        for d in (make(n) for make in KINDS)
    ]


@rows.on(*BOTH)
def items_taken_at_once(n):
    return [
        (sorted(d.items()), max(d.values()), any(v > 3 for v in d.values()))
        for d in (make(n) for make in KINDS)
    ]


@rows.on(*BOTH)
def copies(n):
    found = []
    for make in KINDS:
        d = make(n)
        found.append((dict(d), {**d}, {k: v * 2 for k, v in d.items()}, len(d)))
    return found


@rows.on(*BOTH)
def still_the_same_dict(n):
    a, b = {"x": 1, "y": n}, {"y": 2, "z": 4}
    d = a if n > 1 else b
    total = 0
    for value in d.values():
        total += value
    d["q"] = max(d.values())
    return total, len(a), len(b), "q" in a, sorted(d)


@rows.on(*BOTH)
def nearest(n):
    graph = {"a": {"b": 4, "c": 1}, "b": {"d": 1}, "c": {"b": 2, "d": n + 4}, "d": {}}
    away = dict.fromkeys(graph, 99)
    away["a"] = 0
    todo = list(graph)
    while todo:
        u = min(todo, key=lambda name: away[name])
        todo.remove(u)
        for v, w in graph[u].items():
            away[v] = min(away[v], away[u] + w)
    return away


# -- Chosen by a key or an index, and looked into by another ---------------------------

NEXT = {0: {"a": 1, "b": 0}, 1: {"a": 1, "b": 2}, 2: {"a": 1}}
PEOPLE = [{"name": "ann", "age": 3}, {"name": "bob", "age": 5, "tags": [1, 2]}]
PLACES = tuple(map(T, (-3, -1, 0, 1, 2, 5)))


@rows.on(*PLACES)
def got_by_a_key_of_the_run(n):
    state, path = 0, []
    for i in range(n):
        state = NEXT[state].get("ab"[i % 2], 0)
        path.append(state)
    return state, path


@rows.on(*PLACES)
def asked_for_a_key_of_the_run(n):
    state = 0
    for i in range(n):
        letter = "abb"[i % 3]
        if letter in NEXT[state]:
            state = NEXT[state][letter]
        else:
            return -1, i
    return state, n


@rows.on(*PLACES)
def by_an_index(n):
    try:
        person = PEOPLE[n]
        text = f"{person['name']} is {person['age']}"
    except IndexError as error:
        return str(error), 0, 0
    return text, len(person.get("tags", [])), tuple(PEOPLE)[int(n)]["age"]


@rows.on(*PLACES)
def by_an_index_in_a_loop(n):
    people = [*PEOPLE, {"name": "cy", "age": n}]
    best, i = 0, 0
    while i < len(people):
        if people[i]["age"] > people[best]["age"]:
            best = i
        i += 1
    return best, people[best]["name"]
