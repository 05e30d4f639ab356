"""Dicts and lists looked up by a dynamic key."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Dicts

T = ag.constant

EACH = tuple(map(T, (-1, 0, 1, 2, 3, 5)))

LISTS = (T([0, 1, 1, 2]), T([2]), T([1, 7]))


@programs.staged(T([1, -1, 2]), T([0]), T([[1], [2]])[0])
def counting_by_text(xs):
    """Counts in a dict are incremented under a text key selected at run time."""
    d = {"pos": 0, "neg": 0}
    for x in xs:
        d["pos" if x > 0 else "neg"] += 1
    return d


@programs.staged(*EACH)
def reading_by_a_number(n):
    """A dict is read by a dynamic int key, which may be missing."""
    return {0: 10, 1: 20, 2: 30}[int(n)]


@programs.staged(*EACH)
def reading_text_by_a_number(n):
    """Text is read from a dict by a dynamic int key."""
    return {1: "one", 2: "two"}[int(n)] + "!"


@programs.staged(*EACH)
def reading_by_a_float(n):
    """A dict with float, int and text keys is read by a dynamic float."""
    return {0.5: 1, 1: 2, 2.0: 3, "x": 5}[float(n)]


@programs.staged(*EACH)
def reading_by_a_bool(n):
    """A dict with bool keys is read by a dynamic bool."""
    return {True: n, False: -n, 5: 0}[bool(n > 1)]


@programs.staged(*EACH)
def reading_of_many(n):
    """A dict of forty keys is read by dynamic int keys."""
    d = {}
    for i in range(40):
        d[i] = i * i
    return d[int(n)], d[int(n) + 35]


@programs.staged(*EACH)
def reading_with_a_default(n):
    """`get` and `in` of a dict with dynamic text and int keys."""
    word = "a" if n > 0 else "c"
    d = {"a": 1, "b": 2}
    return d.get(word, 7), d.get(word), word in d, d.get(int(n), n)


@programs.staged(*EACH)
def reading_lists(n):
    """`len` of a list that a dynamic text key selects."""
    d = {"a": [n], "b": [2, 3]}
    return len(d["a" if n > 0 else "b"])


@programs.staged(*EACH)
def reading_a_key_of_some_paths(n):
    """A dynamic key selects an item that is set on some paths only."""
    d = {"a": n, "b": n + 1}
    if n > 1:
        d["c"] = n * 2
    return d["c" if n > 0 else "b"]


@programs.staged(*EACH)
def reading_what_is_not_there_in_a_try(n):
    """The KeyError of a missing dynamic key is caught and shown."""
    try:
        return {1: "one", 2: "two"}[int(n)]
    except KeyError as error:
        return f"none: {error}"


@programs.staged(*EACH)
def reading_of_a_dict_without_such_keys(n):
    """A dynamic int key in a dict with text keys only raises KeyError."""
    return {"a": 1}[int(n)] if n > 1 else 0


@programs.staged(*EACH)
def stepping_through_a_table(n):
    """A state machine: a loop-carried text key selects the next state."""
    table = {"start": "mid", "mid": "late", "late": "end", "end": "end"}
    state, seen = "start", 0
    while state != "end" and seen < n:
        state = table[state]
        seen += 1
    return state, seen


@programs.staged(*EACH)
def stepping_through_numbers(n):
    """A dynamic loop follows int keys through a dict."""
    table, k = {1: 2, 2: 3, 3: 1}, 1
    for _ in range(n):
        k = table[k]
    return k


@programs.staged(*LISTS)
def writing_in_a_loop(xs):
    """A loop adds to the items of a dict under dynamic keys."""
    d = {0: 0, 1: 0, 2: 0, 7: 0}
    for x in xs:
        d[int(x)] += x
    return d


@programs.staged(*LISTS)
def writing_values_of_another_kind(xs):
    """Floats replace None and ints in a dict under dynamic keys."""
    d = {0: None, 1: 0, 2: 0, 7: 0}
    for x in xs:
        d[int(x)] = x * 0.5
    return d[1], d[2], d[7]


@programs.staged(*LISTS)
def writing_where_there_is_such_a_key(xs):
    """`in` guards an increment under a dynamic key."""
    d = dict.fromkeys(range(3), 0)
    for x in xs:
        k = int(x)
        if k in d:
            d[k] += 1
    return d


@programs.staged(*LISTS)
def writing_to_an_ordered_dict(xs):
    """An OrderedDict item is assigned under a dynamic key."""
    d = OrderedDict([(7, 1), (2, 2), (1, 3), (0, 4)])
    d[int(xs[0])] = 9
    return list(d.items())


@programs.staged(*LISTS)
def counting(xs):
    """A Counter is incremented and read under dynamic keys."""
    c = Counter({0: 0, 1: 0, 2: 0, 7: 0})
    for x in xs:
        c[int(x)] += 1
    return c[1], c[2], c[int(xs[0]) + 10]


@programs.staged(*LISTS)
def writing_to_a_defaultdict(xs):
    """A defaultdict that has all keys is incremented under dynamic keys."""
    d = defaultdict(int, {0: 0, 1: 0, 2: 0, 7: 0})
    for x in xs:
        d[int(x)] += 1
    return dict(d)


@programs.staged(({"a": T(1), "b": T(2)}, T(1)), ({"a": T(1), "b": T(2)}, T(-1)))
def writing_to_the_callers_dict(d, x):
    """A dict argument is changed under a text key selected at run time."""
    d["a" if x > 0 else "b"] = x * 10
    return d["b"]


class Box:
    def __init__(self):
        self.counts = {"even": 0, "odd": 0}

    def add(self, n):
        self.counts["odd" if n % 2 else "even"] += n
        return self


@programs.staged(*LISTS)
def writing_to_a_dict_of_an_object(xs):
    """A method adds to a dict in an attribute under a dynamic text key."""
    box = Box()
    for x in xs:
        box.add(x)
    return box.counts


@programs.staged(*EACH)
def a_key_of_an_empty_dict(n):
    """A dynamic key is inserted into an empty dict."""
    d = {}
    d[int(n)] = 1
    return d


@programs.staged(*EACH)
def a_key_that_is_none_of_the_others(n):
    """A dynamic key replaces the item of a dict or adds another."""
    d = {1: 0}
    d[int(n)] = 1
    return d


@programs.staged(*EACH)
def a_key_that_reading_adds(n):
    """Reading a defaultdict by a dynamic key may insert it."""
    d = defaultdict(int, {1: 0})
    return d[int(n)]


@programs.staged(*EACH)
def a_key_that_counting_adds(n):
    """Incrementing a Counter under a dynamic key may insert it."""
    d = Counter({1: 0})
    d[int(n)] += 1
    return d[1]


# A list of the run holds no numbers beside text.
@programs.staged(T(5))
def a_key_beside_others_of_another_type(n):
    """A new dynamic int key in a dict with a text key cannot be staged."""
    d = {1: 0, "a": 2}
    d[int(n)] = 1
    return d


@programs.staged(T(5))
def a_key_that_reading_adds_beside_those_of_another_type(n):
    """Reading a defaultdict with a text key by a new int key cannot be staged."""
    d = defaultdict(int, {1: 0, "a": 1})
    return d[int(n)]


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


@programs.falls(*EACH)
def of_a_class_derived_from_dict(n):
    """A dict subclass with a method is read and set under a dynamic key."""
    graph, node = Nodes({0: [1, 2], 1: [0], 2: []}), int(n)
    if node not in graph:
        return -1, graph.get(node)
    graph[node] = [*graph[node], 7]
    return graph.degree(node), graph[0]


@programs.falls(*EACH)
def with_a_method_for_keys_it_lacks(n):
    """`__missing__` of a dict subclass gets dynamic keys and may raise."""
    d = Negated({1: 10, 5: 50})
    try:
        return d[int(n)], int(n) in d, d.get(int(n), -7)
    except KeyError:
        return 99, int(n) in d, d.get(int(n), 7)


@programs.falls(*EACH)
def of_a_class_derived_from_a_counter(n):
    """A Counter subclass is read by dynamic int and text keys."""
    d = Tally("aab")
    d[2] = 4
    return d[int(n)], d["ab"[int(n) % 2]]


@programs.falls(*EACH)
def looked_up_by_what_it_is_derived_from(n):
    """`__getitem__` of dict subclasses calls `super()` with a dynamic key."""
    d = Fallen({1: 10, 5: 50})
    return d[int(n)] + d[1] + d[100], Lowered(a=1, b=2)["A" if n > 1 else "B"]


@programs.falls(T(5))
def a_new_key_of_a_derived_class(n):
    """A new dynamic key in a dict subclass cannot be staged."""
    d = Nodes({0: 1})
    d[int(n)] = 2
    return d[0]


# -- Containers under a dynamic key

EACH_2 = tuple(map(T, (0, 1, 2, 3)))

EDGES = T([[0, 1], [1, 2], [0, 2], [3, 3]]), T([[2, 0]]), T(np.zeros((0, 2), np.int32))


@programs.staged(*EDGES, T([[0, 5]]))
def an_adjacency_list(edges):
    """Lists in a dict are appended to under dynamic keys: an adjacency list."""
    graph = {i: [] for i in range(4)}
    for a, b in edges:
        graph[int(a)].append(int(b))
        graph[int(b)].append(int(a))
    return graph, {k: len(v) for k, v in graph.items()}


@programs.staged(*EDGES)
def dicts_that_count(edges):
    """Dicts in a dict count degrees of nodes under dynamic keys."""
    degrees = {i: {"in": 0, "out": 0} for i in range(4)}
    for a, b in edges:
        degrees[int(a)]["out"] += 1
        degrees[int(b)]["in"] += 1
    return degrees, [k for k, v in degrees.items() if v["in"] > v["out"]]


@programs.staged(*EACH_2)
def sets_that_grow(k):
    """`add` and `discard` of sets in a dict under a dynamic key."""
    d = {0: {1}, 1: set(), 2: {5, 7}}
    d[int(k) % 3].add(7)
    d[1].discard(7)
    return [sorted(x) for x in d.values()]


@programs.staged(*EACH_2)
def one_list_under_two_keys(k):
    """A list under two keys of a dict keeps its aliases with a dynamic key."""
    a = [1]
    d = {0: a, 1: a, 2: [5]}
    try:
        d[int(k)].append(7)
    except KeyError as error:
        return d, a, str(error)
    a.append(9)
    return d, a, ""


@programs.staged(*EACH_2)
def two_that_may_be_one(k):
    """Two lists selected by dynamic keys may be the same list."""
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


@programs.staged(*EACH_2)
def changed_in_a_loop(k):
    """A list selected by a dynamic key changes with its dict in a loop."""
    d = {0: [1], 1: [2, 3], 2: []}
    row = d[int(k) % 3]
    for i in range(k):
        row.append(i)
        d[i % 3].append(-i)
    if row:
        row.pop()
    return d, row, len(row)


@programs.staged(*EACH_2)
def changed_by_functions(k):
    """A function appends to a list under a dynamic key and returns the alias."""
    d = {"a": [1], "b": [2, 3]}

    def fill(name, value):
        d[name].append(value)
        return d[name]

    found = fill("a" if k > 1 else "b", 5)
    found += [6]
    found.sort(reverse=True)
    del found[0]
    return d, found


@programs.staged(*EACH_2)
def items_of_one_that_is_given(k):
    """A dict selected by a dynamic index is changed through two aliases."""
    people = [{"age": 1, "tags": [1]}, {"age": 2, "tags": []}]
    person = people[int(k) % 2]
    person["age"] += 5
    person["tags"].append(3)
    people[int(k) % 2]["age"] *= 2
    return people, person


@programs.staged(*EACH_2)
def got_or_none(k):
    """`get` with a dynamic key returns None or a dict that is then changed."""
    d = {0: {"n": 1}, 1: {"n": 2}}
    found = d.get(int(k))
    if found is None:
        return d, -1
    found["n"] += 5
    return d, found["n"]


@programs.staged(*EACH_2)
def got_or_another(k):
    """`get` with a dynamic key returns a list of the dict or a default list."""
    d, other = {0: [1], 1: [2]}, [7]
    found = d.get(int(k), other)
    found.append(5)
    other.append(6)
    d[0].append(8)
    d.get(int(k), []).append(9)
    return d, found, other


@programs.staged(*EACH_2)
def got_again_and_again(k):
    """A loop appends to lists from `get` with a dynamic key until None."""
    d, n = {0: [1], 1: [2]}, 0
    while d.get(n) is not None and n <= k:
        d[n].append(n)
        n += 1
    return d, n


# -- Containers found by a dynamic key and changed

SIZES = (T(5), T(1), T(0))

NAMES = ["a", "b", "c"]


@programs.staged(*SIZES)
def a_key_that_is_one_of_two(n):
    """`+=` into one of two inner dicts selected by a conditional key in a loop."""
    found = {"a": {"x": 1, "y": 0}, "b": {"x": 5, "y": 0}}
    for i in range(n):
        found["a" if i % 2 else "b"]["x"] += i
        found["a" if i % 3 else "b"]["y"] -= 1
    last = found["a" if n > 3 else "b"]
    last["x"] = 7
    return found, last


@programs.staged(*SIZES)
def lists_under_three_keys(n):
    """Lists stored under three keys grow and shrink through dynamic keys."""
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


@programs.staged(*SIZES)
def under_keys_that_are_numbers(n):
    """Lists stored under int keys are appended to through a computed key."""
    found = {0: [], 1: [], 2: []}
    for i in range(int(n)):
        found[i % 3].append(i)
    return found, found[int(n) % 3]


@programs.staged(*SIZES)
def lists_in_dicts(n):
    """A list in an inner dict grows through a dynamic key of the outer dict."""
    found = {"a": {"x": [1], "y": 0}, "b": {"x": [2], "y": 0}}
    for i in range(n):
        key = "a" if i % 2 else "b"
        found[key]["x"].append(i)
        found[key]["y"] += len(found[key]["x"])
    return found


@programs.staged(*SIZES)
def one_list_under_two_keys_2(n):
    """One list stored under two keys is changed through a dynamic key."""
    same = [1]
    found = {"a": same, "b": same, "c": [2]}
    found[NAMES[n % 3]].append(n)
    return found, same


@programs.staged(*SIZES)
def sets(n):
    """A set stored under a dynamic key gains an element."""
    found = {"a": {1, 2}, "b": {3}, "c": set()}
    found[NAMES[n % 3]].add(7)
    return sorted(found["a"]), len(found["c"])


@programs.staged(*SIZES)
def two_that_may_be_one_2(n):
    """Two lists found under dynamic keys may be the same object."""
    found = {"a": [1], "b": [5], "c": []}
    one, other = found[NAMES[n % 3]], found[NAMES[(n + n) % 3]]
    one.append(1)
    other.append(2)
    found["a"].append(4)
    return found, one, other, one is other


@programs.staged(*SIZES)
def returned_before_it_is_changed(n):
    """A list under a dynamic key is changed only if no earlier return is taken."""
    key = "a" if n > 2 else "b"
    found = {"a": [n], "b": [2]}
    if n == 0:
        return "out", found
    found[key].append(3)
    return "ok", found


@programs.staged((T(1), "a"), (T(1), "z"), (T(0), "z"))
def a_key_that_is_not_there(n, name):
    """Appending under a key missing at run time raises KeyError."""
    found = {"a": [1], "b": [5]}
    found[name if n > 0 else "b"].append(n)
    return found


@programs.staged(*SIZES)
def stepped_through(n):
    """Lists and dicts stored in grouping dicts change while `items()` is iterated."""
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


@programs.staged(*SIZES)
def paths_in_a_graph(n):
    """Dijkstra's shortest paths over a dict of dicts, with a dynamic current node."""
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


@programs.staged(*SIZES)
def sorted_by_get(n):
    """`sorted` with `key=dict.get` over counted words and over a conditional dict."""
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


@programs.staged(*SIZES)
def sorted_by_what_may_be_none(n):
    """`sorted` with a `dict.get` that returns None raises TypeError."""
    ranks = {"a": 1, "b": 4}
    words = [NAMES[i % 3] for i in range(n)]
    return sorted(words, key=ranks.get)


@programs.staged(T(2), T(0))
def a_dict_of_the_iteration_or_one_of_before(n):
    """A dict that is either new or from an earlier iteration cannot be staged."""
    one, other = {"x": 4}, {"x": n}
    for i in range(n):
        new = {"x": i}
        one = new if i % 2 else one
        other = other if i % 2 else new
        found = one if i % 2 else other
        found["x"] += 1
    return one, other


@programs.staged(T(2), T(0))
def a_dict_put_there_by_the_iteration(n):
    """A new dict stored under a dynamic key in a loop cannot be staged."""
    found = {"a": {"x": 4}, "b": {"x": n}}
    for i in range(n):
        found[NAMES[i % 2]] = {"x": i}
        found[NAMES[i % 2]]["x"] += 1
    return found


# -- Dicts selected at run time

BOTH = T(0), T(1), T(3)


class Box2:
    def __init__(self, held):
        self.held = held


def chosen(n):
    graph = {"a": {"b": 5}, "b": {"a": n, "c": 1}}
    return graph["a" if n > 0 else "b"]


def held_by_an_object(n):
    a, b = Box2({"x": 1}), Box2({"y": 2, "x": n})
    return (a if n > 1 else b).held


KINDS = (chosen, held_by_an_object)


@programs.staged(*BOTH)
def items(n):
    """A loop over `items()` of a dict selected at run time."""
    found = []
    for make in KINDS:
        total = 0
        for key, value in make(n).items():
            total = total * 10 + value + (key == "b")
        found.append(total)
    return found


@programs.staged(*BOTH)
def keys_and_values(n):
    """Loops over the keys and, with `break`, the values of a selected dict."""
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


@programs.staged(*BOTH)
def views_listed(n):
    """`list` of a selected dict and of its views, and `sum` of its values."""
    return [
        (list(d), list(d.items()), list(d.values()), list(d), sum(d.values()))
        for d in (make(n) for make in KINDS)
    ]


@programs.staged(*BOTH)
def items_taken_at_once(n):
    """`sorted`, `max` and `any` of the views of a selected dict."""
    return [
        (sorted(d.items()), max(d.values()), any(v > 3 for v in d.values()))
        for d in (make(n) for make in KINDS)
    ]


@programs.staged(*BOTH)
def copies(n):
    """`dict(d)`, `{**d}` and a comprehension copy a selected dict."""
    found = []
    for make in KINDS:
        d = make(n)
        found.append((dict(d), {**d}, {k: v * 2 for k, v in d.items()}, len(d)))
    return found


@programs.staged(*BOTH)
def still_the_same_dict(n):
    """A key set in a selected dict shows in the original."""
    a, b = {"x": 1, "y": n}, {"y": 2, "z": 4}
    d = a if n > 1 else b
    total = 0
    for value in d.values():
        total += value
    d["q"] = max(d.values())
    return total, len(a), len(b), "q" in a, sorted(d)


@programs.staged(*BOTH)
def nearest(n):
    """Dijkstra's algorithm on a dict of dicts, with one traced weight."""
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


NEXT = {0: {"a": 1, "b": 0}, 1: {"a": 1, "b": 2}, 2: {"a": 1}}

PEOPLE = [{"name": "ann", "age": 3}, {"name": "bob", "age": 5, "tags": [1, 2]}]

PLACES = tuple(map(T, (-3, -1, 0, 1, 2, 5)))


@programs.staged(*PLACES)
def got_by_a_key_of_the_run(n):
    """A state machine: `get` with a dynamic key of a selected inner dict."""
    state, path = 0, []
    for i in range(n):
        state = NEXT[state].get("ab"[i % 2], 0)
        path.append(state)
    return state, path


@programs.staged(*PLACES)
def asked_for_a_key_of_the_run(n):
    """A state machine: `in`, then a dynamic key of a selected inner dict."""
    state = 0
    for i in range(n):
        letter = "abb"[i % 3]
        if letter in NEXT[state]:
            state = NEXT[state][letter]
        else:
            return -1, i
    return state, n


@programs.staged(*PLACES)
def by_an_index(n):
    """A dict at a dynamic index of a list, or the IndexError."""
    try:
        person = PEOPLE[n]
        text = f"{person['name']} is {person['age']}"
    except IndexError as error:
        return str(error), 0, 0
    return text, len(person.get("tags", [])), tuple(PEOPLE)[int(n)]["age"]


@programs.staged(*PLACES)
def by_an_index_in_a_loop(n):
    """A `while` loop finds the index of the dict with the largest item."""
    people = [*PEOPLE, {"name": "cy", "age": n}]
    best, i = 0, 0
    while i < len(people):
        if people[i]["age"] > people[best]["age"]:
            best = i
        i += 1
    return best, people[best]["name"]


@programs.staged(T(0), T(1))
def of_tuples_with_tensors(n):
    """A tuple that holds a tensor is no key: TypeError."""
    numbers = {(0, 1): 3}
    try:
        return numbers[int(n), ag.constant(1)]
    except TypeError:
        return -1
