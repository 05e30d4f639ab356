"""`UserDict` and mappings of the user's classes, which have keys on some paths only."""

from __future__ import annotations

from collections import UserDict
from collections.abc import MutableMapping

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_runs_as_it_stands_is_refused = refused.refusal_test()


class Table(MutableMapping[str, int]):
    def __init__(self, **entries):
        self.held = dict(entries)

    def __getitem__(self, key):
        return self.held[key]

    def __setitem__(self, key, value):
        self.held[key] = value

    def __delitem__(self, key):
        del self.held[key]

    def __iter__(self):
        return iter(self.held)

    def __len__(self):
        return len(self.held)


class Loud(UserDict[str, int]):
    def __getitem__(self, key):
        return super().__getitem__(key) * 2


def grown(kind, n):
    made = kind(a=1)
    if n > 2:
        made["b"] = n
    return made


def shrunk(kind, n):
    made = kind(a=1, b=2)
    if n > 2:
        del made["b"]
    return made


BOTH = T(0), T(3)


@rows.on(*BOTH)
def get(n):
    return [
        make(kind, n).get("b", 7)
        for kind in (UserDict, Table, Loud)
        for make in (grown, shrunk)
    ]


@rows.on(*BOTH)
def reads_in_one_function(n):
    u = grown(UserDict, n)
    return list(u), len(u), "b" in u, u.get("b", 7)


@rows.on(*BOTH)
def pop(n):
    u, t = grown(UserDict, n), shrunk(Table, n)
    return u.pop("b", 7), t.pop("b", 8), len(u), len(t)


@rows.on(*BOTH)
def pop_without_a_default(n):
    return shrunk(UserDict, n).pop("b")


@rows.on(*BOTH)
def equal(n):
    u = grown(UserDict, n)
    return u == {"a": 1}, u == UserDict(a=1), u != {"a": 1, "b": 3}


@rows.on(*BOTH)
def made_a_dict(n):
    return dict(grown(UserDict, n)), dict(shrunk(Loud, n)), dict(grown(Table, n))


@rows.on(*BOTH)
def spread_in_a_dict(n):
    return {**grown(UserDict, n), "c": 2}, {**shrunk(Table, n)}


@rows.on(*BOTH)
def views(n):
    u, t = shrunk(UserDict, n), grown(Table, n)
    return [
        (list(m.keys()), list(m.values()), list(m.items()), "b" in m.keys())
        for m in (u, t)
    ]


@rows.on(*BOTH)
def views_stepped_through(n):
    keys, total = [], 0
    for m in (grown(UserDict, n), shrunk(Loud, n), grown(Table, n)):
        for key, value in m.items():
            keys.append(key)
            total += value
        keys += [key * 2 for key in m]
        total = total * 10 + sum(m.values())
    return keys, total


@rows.on(*BOTH)
def views_used(n):
    u = grown(UserDict, n)
    return sum(u.values()), max(u.values()), sorted(u), len(u.items()), 3 in u.values()


@rows.on(*BOTH)
def changed(n):
    u, t = grown(UserDict, n), grown(Table, n)
    for m in (u, t):
        m.update(c=n)
        m.setdefault("b", 9)
    return u["b"], t["b"], u["c"], len(u), grown(UserDict, n).popitem()


@rows.on(*BOTH)
def read_by_a_loop(n):
    u = UserDict(a=1)
    for i in range(n):
        u["b"] = i
    return u.get("b", 7), dict(u)


@refused.on(*BOTH)
def cleared(n):
    u = grown(UserDict, n)
    u.clear()
    return len(u)


@refused.on(*BOTH)
def spread_in_a_call(n):
    return dict(**grown(UserDict, n))
