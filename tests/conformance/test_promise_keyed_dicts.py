"""Dicts that are looked into by a number or text that only the run knows."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict

import pytest

import autograph as ag
from autograph.errors import UnknownKeysError
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (-1, 0, 1, 2, 3, 5)))
LISTS = (T([0, 1, 1, 2]), T([2]), T([1, 7]))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_a_new_key_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert type(found.staged.error) is UnknownKeysError
    assert "is given a new key" in str(found.staged.error)
    assert __file__ in str(found.staged.error)


@rows.on(T([1, -1, 2]), T([0]), T([[1], [2]])[0])
def counting_by_text(xs):
    d = {"pos": 0, "neg": 0}
    for x in xs:
        d["pos" if x > 0 else "neg"] += 1
    return d


@rows.on(*EACH)
def reading_by_a_number(n):
    return {0: 10, 1: 20, 2: 30}[int(n)]


@rows.on(*EACH)
def reading_text_by_a_number(n):
    return {1: "one", 2: "two"}[int(n)] + "!"


@rows.on(*EACH)
def reading_by_a_float(n):
    return {0.5: 1, 1: 2, 2.0: 3, "x": 5}[float(n)]


@rows.on(*EACH)
def reading_by_a_bool(n):
    return {True: n, False: -n, 5: 0}[bool(n > 1)]


@rows.on(*EACH)
def reading_of_many(n):
    d = {}
    for i in range(40):
        d[i] = i * i
    return d[int(n)], d[int(n) + 35]


@rows.on(*EACH)
def reading_with_a_default(n):
    word = "a" if n > 0 else "c"
    d = {"a": 1, "b": 2}
    return d.get(word, 7), d.get(word), word in d, d.get(int(n), n)


@rows.on(*EACH)
def reading_lists(n):
    d = {"a": [n], "b": [2, 3]}
    return len(d["a" if n > 0 else "b"])


@rows.on(*EACH)
def reading_a_key_of_some_paths(n):
    d = {"a": n, "b": n + 1}
    if n > 1:
        d["c"] = n * 2
    return d["c" if n > 0 else "b"]


@rows.on(*EACH)
def reading_what_is_not_there_in_a_try(n):
    try:
        return {1: "one", 2: "two"}[int(n)]
    except KeyError as error:
        return f"none: {error}"


@rows.on(*EACH)
def reading_of_a_dict_without_such_keys(n):
    return {"a": 1}[int(n)] if n > 1 else 0


@rows.on(*EACH)
def stepping_through_a_table(n):
    table = {"start": "mid", "mid": "late", "late": "end", "end": "end"}
    state, seen = "start", 0
    while state != "end" and seen < n:
        state = table[state]
        seen += 1
    return state, seen


@rows.on(*EACH)
def stepping_through_numbers(n):
    table, k = {1: 2, 2: 3, 3: 1}, 1
    for _ in range(n):
        k = table[k]
    return k


@rows.on(*LISTS)
def writing_in_a_loop(xs):
    d = {0: 0, 1: 0, 2: 0, 7: 0}
    for x in xs:
        d[int(x)] += x
    return d


@rows.on(*LISTS)
def writing_values_of_another_kind(xs):
    d = {0: None, 1: 0, 2: 0, 7: 0}
    for x in xs:
        d[int(x)] = x * 0.5
    return d[1], d[2], d[7]


@rows.on(*LISTS)
def writing_where_there_is_such_a_key(xs):
    d = dict.fromkeys(range(3), 0)
    for x in xs:
        k = int(x)
        if k in d:
            d[k] += 1
    return d


@rows.on(*LISTS)
def writing_to_an_ordered_dict(xs):
    d = OrderedDict([(7, 1), (2, 2), (1, 3), (0, 4)])
    d[int(xs[0])] = 9
    return list(d.items())


@rows.on(*LISTS)
def counting(xs):
    c = Counter({0: 0, 1: 0, 2: 0, 7: 0})
    for x in xs:
        c[int(x)] += 1
    return c[1], c[2], c[int(xs[0]) + 10]


@rows.on(*LISTS)
def writing_to_a_defaultdict(xs):
    d = defaultdict(int, {0: 0, 1: 0, 2: 0, 7: 0})
    for x in xs:
        d[int(x)] += 1
    return dict(d)


@rows.on(({"a": T(1), "b": T(2)}, T(1)), ({"a": T(1), "b": T(2)}, T(-1)))
def writing_to_the_callers_dict(d, x):
    d["a" if x > 0 else "b"] = x * 10
    return d["b"]


class Box:
    def __init__(self):
        self.counts = {"even": 0, "odd": 0}

    def add(self, n):
        self.counts["odd" if n % 2 else "even"] += n
        return self


@rows.on(*LISTS)
def writing_to_a_dict_of_an_object(xs):
    box = Box()
    for x in xs:
        box.add(x)
    return box.counts


@rows.on(*EACH)
def a_key_of_an_empty_dict(n):
    d = {}
    d[int(n)] = 1
    return d


@rows.on(*EACH)
def a_key_that_is_none_of_the_others(n):
    d = {1: 0}
    d[int(n)] = 1
    return d


@rows.on(*EACH)
def a_key_that_reading_adds(n):
    d = defaultdict(int, {1: 0})
    return d[int(n)]


@rows.on(*EACH)
def a_key_that_counting_adds(n):
    d = Counter({1: 0})
    d[int(n)] += 1
    return d[1]


# A list of the run holds no numbers beside text.
@refused.on(T(5))
def a_key_beside_others_of_another_type(n):
    d = {1: 0, "a": 2}
    d[int(n)] = 1
    return d


@refused.on(T(5))
def a_key_that_reading_adds_beside_those_of_another_type(n):
    d = defaultdict(int, {1: 0, "a": 1})
    return d[int(n)]


# -- Of classes that are derived from dicts --------------------------------------------


class Nodes(dict):  # type: ignore[type-arg]
    """A dict with a method of its own."""

    def degree(self, node):
        return len(self[node])


class Negated(dict):  # type: ignore[type-arg]
    def __missing__(self, key):
        if key > 2:
            return -key
        raise KeyError(f"no {key}")


class Tally(Counter):  # type: ignore[type-arg]
    pass


class Lowered(dict):  # type: ignore[type-arg]
    def __getitem__(self, key):
        return super().__getitem__(key.lower())


class Fallen(dict):  # type: ignore[type-arg]
    def __getitem__(self, key):
        try:
            return super().__getitem__(key) * 10
        except KeyError:
            return -5


@rows.on(*EACH)
def of_a_class_derived_from_dict(n):
    graph, node = Nodes({0: [1, 2], 1: [0], 2: []}), int(n)
    if node not in graph:
        return -1, graph.get(node)
    graph[node] = [*graph[node], 7]
    return graph.degree(node), graph[0]


@rows.on(*EACH)
def with_a_method_for_keys_it_lacks(n):
    d = Negated({1: 10, 5: 50})
    try:
        return d[int(n)], int(n) in d, d.get(int(n), -7)
    except KeyError:
        return 99, int(n) in d, d.get(int(n), 7)


@rows.on(*EACH)
def of_a_class_derived_from_a_counter(n):
    d = Tally("aab")
    d[2] = 4
    return d[int(n)], d["ab"[int(n) % 2]]


@rows.on(*EACH)
def looked_up_by_what_it_is_derived_from(n):
    d = Fallen({1: 10, 5: 50})
    return d[int(n)] + d[1] + d[100], Lowered(a=1, b=2)["A" if n > 1 else "B"]


@refused.on(T(5))
def a_new_key_of_a_derived_class(n):
    d = Nodes({0: 1})
    d[int(n)] = 2
    return d[0]
