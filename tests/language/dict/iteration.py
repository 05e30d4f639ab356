"""Iteration over dicts and their views."""

from __future__ import annotations

import heapq
import types
from collections import Counter, OrderedDict, defaultdict

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Items

T = ag.constant

B = (T(3), T(-3))


@programs.staged(*B)
def iterate(x):
    """`for` over the keys of a dict with a conditional key."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    s = 0
    for k in d:
        s = s + d[k]
    return s


@programs.staged(*B)
def iterate_items(x):
    """`for` over items, with a conditional key; values are assigned meanwhile."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    s = 0
    for k, v in d.items():
        s = s * 10 + v
        d[k] = v + 1
    return (s, d)


@programs.staged(*B)
def iterate_break(x):
    """`for` over values with a dynamic `break` and an `else` clause."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    s = 0
    for v in d.values():
        s = s + v
        if s > 3:
            break
    else:
        s = -s
    return s


@programs.staged(*B)
def iterate_return(x):
    """A loop over keys returns the value of a conditional key."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    for k in d:
        if k == "b":
            return d[k]
    return 0


@programs.staged(*B)
def listcomp(x):
    """A list comprehension over the items of a dict with a conditional key."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    return [v for k, v in d.items()]


@programs.staged(*B)
def dictcomp(x):
    """A dict comprehension over the items of a dict with a conditional key."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    return {k: v * 2 for k, v in d.items()}


@programs.staged(*B)
def total_of_values(x):
    """`sum` of the values of a dict with a conditional key."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    return sum(d.values())


@programs.staged(*B)
def copy(x):
    """`copy` and `dict` copy a dict with a conditional key independently."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    e = d.copy()
    f = dict(d)
    e["c"] = 1
    f["b"] = 0
    return (d, e, f)


@programs.staged(*B)
def union(x):
    """`|` of a dict with a conditional key: its value replaces the left one."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    return {"b": 1} | d


@programs.staged(*B)
def iunion(x):
    """`|=` with a dict that has a conditional key replaces the value."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    e = {"b": 1}
    e |= d
    return e


@programs.staged(*B)
def eq(x):
    """`==` of a dict with a conditional key and a constant dict."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    return d == {"b": 6}


@programs.staged(*B)
def attr(x):
    """A dict with a conditional key as an attribute of an object."""

    class C:
        pass

    c = C()
    c.d = {}
    if x > 0:
        c.d["b"] = x * 2
    return c.d.get("b", 0)


@programs.staged(*B)
def caught(x):
    """A KeyError of a conditional key is caught."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    try:
        return d["b"]
    except KeyError as e:
        return -1


@programs.staged(*B)
def caught_text(x):
    """The KeyError of a conditional key shows the key in an f-string."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    try:
        return str(d["b"])
    except KeyError as e:
        return f"no {e}"


@programs.staged(*B)
def in_try(x):
    """Keys set before and after a dynamic `raise`, and in its handler."""
    d = {}
    try:
        d["a"] = x
        if x > 0:
            raise ValueError
        d["b"] = x
    except ValueError:
        d["c"] = 1
    return d


@programs.staged(*B)
def nested(x):
    """A dict in a dict gains a conditional key."""
    d = {"in": {}}
    if x > 0:
        d["in"]["k"] = x
    return d


@programs.staged(*B)
def new_dicts(x):
    """Two branches create dicts with the same keys in different order."""
    if x > 0:
        d = {"a": x, "b": 1}
    else:
        d = {"b": 2, "a": x}
    return d


@programs.staged(*B)
def new_dicts_get(x):
    """Two branches create dicts that share one of their keys."""
    if x > 0:
        d = {"a": x, "b": 1}
    else:
        d = {"b": 2, "c": x}
    return (d["b"], d.get("a", 0))


@programs.staged(*B)
def ret_branches(x):
    """Two branches return dicts with different keys."""
    if x > 0:
        return {"a": x}
    return {"b": x}


@programs.staged(*B)
def default_dict(x):
    """A defaultdict with a conditional key creates it when it is read."""
    d = defaultdict(int)
    if x > 0:
        d["b"] += 1
    return d["b"]


@programs.staged(*B)
def missing_of_a_counter(x):
    """A Counter with a conditional key gives 0 where it is missing."""
    d = Counter()
    if x > 0:
        d["b"] += 1
    return d["b"]


@programs.staged(*B)
def keys_len(x):
    """`len` of the keys view of a dict with a conditional key."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    return len(d.keys())


@programs.staged(*B)
def in_keys(x):
    """`in` the keys view of a dict with a conditional key."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    return "b" in d.keys()


@programs.staged(*B)
def prop(x):
    """A property of an object without the attribute `d` raises AttributeError."""

    class C:
        def __init(self):
            self.d = {}

        @property
        def n(self):
            return len(self.d)

    c = C()
    if x > 0:
        c.d["b"] = x * 2
    return c.n


@programs.staged(*B)
def while_key(x):
    """A key assigned in a `while` loop is read after it."""
    d = {}
    i = x * 0
    while i < 3:
        d["last"] = i
        i = i + 1
    return d["last"]


@programs.staged(*B)
def while_none(x):
    """A key assigned in a `while` loop is missing if there is no iteration."""
    d = {}
    i = x * 0
    while i < x:
        d["last"] = i
        i = i + 1
    return d


@programs.staged(*B)
def clear(x):
    """`clear` of a dict in a branch."""
    d = {"a": x}
    if x > 0:
        d.clear()
    return len(d)


@programs.staged(*B)
def arg(x):
    """A function takes a dict with a conditional key and may add one."""

    def g(d):
        if "b" in d:
            return d["b"]
        d["z"] = 1
        return 0

    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return (g(d), d)


@programs.staged(*B)
def is_same_dict(x):
    """An alias of a dict sees its conditional key, and is the same object."""
    d = {"a": x}
    e = d
    if x > 0:
        d["b"] = x * 2
    return (e.get("b", 9), e is d)


@programs.staged(*B)
def comprehension_with_a_condition(x):
    """A dict comprehension with a tensor condition has conditional keys."""
    return {k: x + k for k in range(3) if x > k}


@programs.staged(*B)
def comprehension_that_is_asked(x):
    """`get`, `len` and `in` of a dict comprehension with conditional keys."""
    d = {k: x + k for k in range(3) if x > k}
    return d.get(2, -1), len(d), 1 in d


@programs.staged(*B)
def comprehension_with_two_loops(x):
    """A dict comprehension with two loops, two conditions and tuple keys."""
    return {(i, j): x for i in range(3) if x > 0 for j in range(i) if x > j}


@programs.staged(*B)
def dict_of_a_generator_expression(x):
    """`dict` of a generator of pairs with a tensor condition."""
    return dict((k, x * k) for k in range(4) if x * x > k)


@programs.staged(T([1, 2]), T([5, -1]))
def comprehension_over_items(xs):
    """A dict comprehension selects items by a condition on their values."""
    d = {"a": xs[0], "b": xs[1]}
    return {k: v for k, v in d.items() if v > 1}


@programs.staged(*B)
def equality(x):
    """`==` and `!=` of a dict with a conditional key and several constant dicts."""
    d = {"a": 1}
    if x > 0:
        d["b"] = x
    return d == {"a": 1}, d == {"a": 1, "b": 3}, d != {}, {"b": 3, "a": 1} == d


@programs.staged((T(3), T(1)), (T(-3), T(1)), (T(3), T(-1)), (T(-3), T(-1)))
def two_that_are_equal(x, y):
    """`==` of two dicts that each have the same conditional key."""
    d, e = {}, {}
    if x > 0:
        d["a"] = 1
    if y > 0:
        e["a"] = 1
    return d == e


@programs.staged((T([2, 0, 1, 0]),), (T([0, 0, 0, 2]),), (T([5, 5, 5, 5]),))
def order_of_first_insertion_in_a_staged_loop(xs):
    """Counts under three keys are in the order of first insertion at run time."""
    d = {}
    for x in xs:
        if x == 0:
            d["zero"] = d.get("zero", 0) + 1
        elif x == 1:
            d["one"] = d.get("one", 0) + 1
        elif x == 2:
            d["two"] = d.get("two", 0) + 1
    return d


@programs.staged((T([2, 0, 1, 0]),), (T([0, 0, 0, 2]),), (T([5, 5, 5, 5]),))
def deleted_and_put_again(xs):
    """Keys deleted and inserted again in a loop move to the end."""
    d = {"a": 1, "b": 2}
    for i in range(4):
        if xs[i] == 0:
            d["a"] = d.pop("a", 0) + 1
        elif xs[i] == 1:
            del d["b"]
        elif xs[i] == 2:
            d["b"] = 7
    return d


@programs.staged(*B)
def keys_that_a_method_adds(x):
    """A caching method adds a key to an attribute's dict on some paths."""

    class Cache:
        def __init__(self):
            self.held = {}

        def find(self, key):
            if key not in self.held:
                self.held[key] = x * 2
            return self.held[key]

    cache = Cache()
    y = 0
    if x > 0:
        y = cache.find("a")
    return y + cache.find("a"), len(cache.held)


@programs.staged((T([0, 1, 1]),), (T([0, 0, 0]),))
def counters(xs):
    """A Counter with a key that some iterations increment."""
    counts = Counter()
    for i in range(3):
        counts["one" if i else "none"] += xs[i]
        if xs[i] > 0:
            counts["seen"] += 1
    return counts["seen"], len(counts), "seen" in counts


# -- Iterators advanced by next()

EACH = tuple(map(T, (-1, 1, 2, 3, 5)))


@programs.staged(*EACH)
def items_in_a_branch(n):
    """`next` on the items iterator of a dict in a branch, then on all paths."""
    it = iter({"a": 1, "b": 2, "c": 3}.items())
    if n > 1:
        next(it)
    key, value = next(it)
    return key, value, list(it)


@programs.staged(*EACH)
def keys_in_a_loop(n):
    """`next` on a dict's key iterator in a `while` loop, until StopIteration."""
    table = {1: 10, 2: 20, 3: 30}
    it = iter(table)
    total = 0
    while n > 0:
        total += table[next(it)]
        n -= 1
    return total


@programs.staged(*EACH)
def with_a_default(n):
    """`next` with a default on a values iterator in a dynamic loop."""
    it = iter({"a": 1.5, "b": 2.5}.values())
    total = 0.0
    for _ in range(n):
        total += next(it, 10.0)
    return total, next(it, -1.0)


@programs.staged(*EACH)
def values_of_the_run_and_the_rest(n):
    """`next` in a branch, then a `for` loop over the rest of the iterator."""
    it = iter({"a": n, "b": n + 1, "c": n * 2}.values())
    total = next(it)
    if n > 1:
        total += next(it)
    for value in it:
        total = total * 2 + value
    return total


@programs.staged(*EACH)
def the_first_of_a_dict(n):
    """`next(iter(...))` of a dict, its items and its values."""
    table = {"b": n, "a": [1]}
    first = next(iter(table))
    return first, next(iter(table.items())), next(iter(table.values())) + 1


@programs.staged(*EACH)
def of_no_items(n):
    """`next` of an empty dict's iterator: StopIteration caught, or a default."""
    it = iter({})
    try:
        if n > 1:
            next(it)
    except StopIteration:
        return "ended"
    return next(it, "none")


@programs.staged(*EACH)
def values_that_change_meanwhile(n):
    """Values assigned after an iterator was created are seen by `next`."""
    table = {"a": 1, "b": 2, "c": 3}
    it = iter(table.values())
    first = next(it)
    if n > 1:
        first += next(it)
        table["c"] = 7
    table["b"] = 9
    return first, next(it, 0), next(it, 0)


@programs.staged(*EACH)
def a_dict_that_grows_meanwhile(n):
    """`next` after an insertion raises RuntimeError, on one path only."""
    table = {"a": n, "b": 2}
    it = iter(table)
    next(it)
    table["c"] = 3
    found = ""
    try:
        if n > 1:
            next(it)
    except RuntimeError as error:
        found = str(error)
    return found


@programs.staged(*EACH)
def stepped_through_as_it_stands(n):
    """A `for` loop over an items iterator exhausts it."""
    it = iter({"a": n, "b": "text", "c": None}.items())
    found = []
    for key, value in it:
        if key != "c":
            found.append((key, value))
    return found, list(it)


@programs.staged(*EACH)
def given_to_builtins(n):
    """Dict iterators passed to `zip`, `sorted`, `dict` and `sum`."""
    table = {"a": n, "b": 2}
    pairs = list(zip(iter(table), iter(table.values()), strict=False))
    return (
        pairs,
        sorted(iter(table)),
        dict(iter(table.items())),
        sum(iter(table.values())),
    )


@programs.staged(*EACH)
def left_by_a_break(n):
    """A dynamic `break` leaves the rest of the iterator's items for `list`."""
    it = iter({1: n, 2: n + 1, 3: n + 2}.values())
    total = 0
    for value in it:
        total += value
        if total > 4:
            break
    return total, list(it)


@programs.staged(*EACH)
def an_iterator_is_one(n):
    """`iter` of a dict iterator is itself; its type is `dict_keyiterator`."""
    it = iter({"a": 1, "b": 2})
    return iter(it) is it, type(it).__name__, next(it), n


# -- Dicts that change while iterated

EACH_2 = tuple(map(T, (0, 1, 2, 3)))


@programs.staged(*EACH_2)
def a_key_on_a_path(n):
    """A key inserted in a loop over the dict raises RuntimeError."""
    table = {1: 10, 2: 20}
    for key in table:
        if key == n:
            table[99] = 1
    return table


@programs.staged(*EACH_2)
def sorted_keys_of_values_of_several_types(n):
    """`sorted` of a dict with a conditional key and values of several types."""
    table = {"n": n, "listed": [1, 2], "told": True}
    if n > 1:
        table["big"] = "text"
    return sorted(table), sorted(table, reverse=True)


@programs.staged(*EACH_2)
def a_key_before_a_break(n):
    """A key inserted just before `break` raises no RuntimeError."""
    table = {1: 10, 2: 20}
    for key in table:
        if key == n:
            table[99] = 1
            break
    return table


@programs.staged(*EACH_2)
def a_key_before_a_return(n):
    """A key inserted just before `return` raises no RuntimeError."""
    table = {1: 10, 2: 20}
    for key in table:
        if key == n:
            table[99] = 1
            return table, 5
    return table, 6


@programs.staged(*EACH_2)
def a_key_that_goes(n):
    """A key deleted in a loop over `keys()` raises RuntimeError."""
    table = {1: 10, 2: 20, 3: 30}
    for key in table.keys():
        if key == n:
            del table[3]
    return table


@programs.staged(*EACH_2)
def an_ordered_dict(n):
    """A key inserted in a loop over an OrderedDict raises, unless at the last one."""
    table = OrderedDict({1: 10, 2: 20, 3: 30})
    total = 0
    for value in table.values():
        total += value
        if value == n * 10:
            table[int(n) + 7] = 3
    return table, total


@programs.staged(*EACH_2)
def a_value_on_a_path(n):
    """A value assigned to an existing key in a loop raises nothing."""
    table = {1: 10, 2: 20}
    for key in table:
        if key == n:
            table[key] = 5
    return table


@programs.staged(*EACH_2)
def nested_loops_over_one_dict(n):
    """Nested loops and comprehensions over one dict with a conditional key."""
    table = {"a": 1, "b": 2}
    if n > 0:
        table["c"] = 3
    total = 0
    for _ in table:
        for value in table.values():
            total += value
    return total, [(k, j) for k in table for j in table], table


@programs.staged(*EACH_2)
def dict_of_a_dict_with_names(n):
    """`dict` of a dict or of its items, with keywords."""
    table = {"a": 1}
    if n > 0:
        table["c"] = 3
    named = dict(table.items(), z=2), dict(table, a=n)
    return dict(table, z=1), named, dict(table.items())


@programs.staged(*EACH_2)
def failed_reads_in_a_loop(n):
    """KeyErrors of `+=` and of `set.remove` caught in a dynamic loop."""
    counts, seen, failed = {}, set(), 0
    for i in range(n):
        try:
            counts[i % 2] += 1
        except KeyError:
            counts[i % 2] = 1
        try:
            seen.remove(i % 2)
        except KeyError:
            seen.add(i % 2)
            failed += 1
    return counts, len(seen), failed


@programs.staged(*EACH_2)
def keys_of_two_types(n):
    """An insertion in a loop over a dict with int and str keys cannot be staged."""
    table = {1: 10, "b": 20, 3: 30}
    total = 0
    for value in table.values():
        total += value
        if value == n * 10:
            table[4] = 3
    return table, total


@programs.staged(*EACH_2)
def an_enumeration(n):
    """An insertion in a loop over `enumerate` of a dict cannot be staged."""
    table = {1: 10, 2: 20}
    for _, key in enumerate(table):
        if key == n:
            table[99] = 1
    return table


@programs.staged(*EACH_2)
def a_comprehension(n):
    """A `setdefault` in a comprehension over the dict cannot be staged."""
    table = {1: 10, 2: 20}
    return [table.setdefault(5, 1) if key == n else 0 for key in table], table


@programs.staged(*EACH_2)
def counted_keys_while_keys_are_added(n):
    """A key inserted in a loop over `enumerate` of a dict: RuntimeError is caught."""
    table = {int(n): 0}
    try:
        for i, key in enumerate(table):
            table[key + 1] = i
    except RuntimeError as error:
        return str(error), table
    return "", table


@programs.staged(*EACH_2)
def counted_items_while_others_are_changed(n):
    """A loop over items sees one key popped, one inserted and one reassigned."""
    table, found = {int(n): 0, 7: 2, 8: 3}, []
    for i, (key, value) in enumerate(table.items()):
        found.append((key, value))
        if i == 0:
            table.pop(7)
            table[9] = 5
            table[8] = 4
    return table, found


@programs.staged(*EACH_2)
def zipped_with_what_ends_before(n):
    """`zip` of a dict and a list, while values of the dict are changed."""
    table, found = {int(n): 0, 7: 2}, []
    for key, x in zip(table, [1, 2, 3], strict=False):
        table[7] += x
        found.append((key, table[7]))
    pairs = zip(table.values(), table)
    return found, sorted(pairs), max(map(abs, table))


@programs.staged(*EACH_2)
def the_last_of_several_comes_back_and_ends_it(n):
    """A key popped and inserted again just before `break`."""
    table = {int(n): 0, 7: 1, 9: 2}
    for key in table:
        if key == 7:
            table[key] = table.pop(key)
            break
    return table


@programs.staged(*EACH_2)
def the_last_key_comes_back(n):
    """Popping and inserting a dict's only key in a loop over it cannot be staged."""
    table, total = {int(n): 0}, 0
    for key in table:
        table.pop(key)
        table[key] = 1
        total += 1
    return total


@programs.staged(*EACH_2)
def a_default_of_the_last_key_that_was_popped(n):
    """`pop` and `setdefault` of a dict's only key in a loop cannot be staged."""
    table = {int(n): 0}
    for i, key in enumerate(table):
        table.pop(key)
        table.setdefault(key, i)
    return table


@programs.staged(*EACH_2)
def the_last_item_of_an_ordered_dict_comes_back(n):
    """`popitem` and assignment in a loop over an OrderedDict raise RuntimeError."""
    table = OrderedDict({int(n): 0, 70: 1})
    for _ in table:
        table.popitem()
        table[70] = 2
    return table


# -- Stored views

NUMBERS = (0, 2, 3)

WEIGHTS = (
    T(np.array([[0, 4, 1, 0], [0, 0, 0, 1], [0, 2, 0, 5], [0, 0, 0, 0]])),
    T(np.zeros((4, 4), int)),
    T(np.ones((4, 4), int)),
)


@programs.staged(*WEIGHTS)
def dijkstra(weights):
    """Dijkstra's shortest paths with distances in a dict with dynamic keys."""
    distances = {0: 0}
    heap = [(0, 0)]
    while heap:
        distance, at = heapq.heappop(heap)
        if distance > distances.get(at, 99):
            continue
        for to in range(4):
            if weights[at, to] > 0:
                new = distance + int(weights[at, to])
                if new < distances.get(to, 99):
                    distances[to] = new
                    heapq.heappush(heap, (new, to))
    return distances


@programs.staged(*map(T, NUMBERS))
def keys_on_a_path_before_a_loop(n):
    """Branches add static keys to a dict, and a loop adds dynamic ones."""
    table = {}
    if n > 0:
        table[1] = 5
    if n > 1:
        table[0] = 6
    left = int(n) * 2
    while left > 0:
        table[left] = left
        left -= 1
    return table, len(table), list(table.items())


@programs.staged(*map(T, NUMBERS))
def keys_on_a_path_before_a_choice(n):
    """A branch adds a static key to a dict, and another a dynamic key."""
    table = {}
    if n > 0:
        table[1] = 5
    if n > 1:
        table[int(n)] = 6
    return table, list(table)


@programs.staged(*map(T, NUMBERS))
def lists_on_a_path_before_a_choice(n):
    """A dict of lists gets a static and a dynamic key in branches."""
    table = {}
    if n > 0:
        table[1] = [1]
    if n > 1:
        table[int(n)] = [2, 3]
    return table


@programs.staged(*map(T, NUMBERS))
def keys_of_an_attribute(n):
    """A dict in an attribute gets a key in a branch and others in a loop."""

    class Found:
        pass

    found = Found()
    found.table = {}
    if n > 2:
        found.table[1] = 5
    for x in range(n):
        if x > 1:
            found.table[x] = found.table.get(x - 1, 7)
    return found.table


@programs.staged(*map(T, NUMBERS))
def what_runs_as_it_stands_is_given_keys_of_the_run(n):
    """`max` by `table.get`, `any` and `Counter` of a dict with a conditional key."""
    table = {1: 1}
    if n > 1:
        table[3] = 2
    return max(table, key=table.get), any(table), max(table.values()), Counter(table)


@programs.staged(T(0), T(1))
def orders_of_the_run(n):
    """Branches add two keys in different orders; another one adds a dynamic key."""
    table = {}
    if n > 0:
        table[1] = 5
        table[0] = 6
    else:
        table[0] = 1
        table[1] = 2
    if n > 1:
        table[int(n)] = 1
    return table


@programs.staged(T(3))
def the_length_of_a_proxy(n):
    """`len` of a `MappingProxyType` cannot be staged after a dynamic key."""
    table = {1: 1}
    proxy = types.MappingProxyType(table)
    table[int(n)] = 3
    return len(proxy)


@programs.staged(T(3))
def the_keys_of_a_proxy(n):
    """`list` of a `MappingProxyType` cannot be staged after a dynamic key."""
    table = {1: 1}
    proxy = types.MappingProxyType(table)
    table[int(n)] = 3
    return list(proxy)


@programs.staged(T(3))
def the_truth_of_a_proxy(n):
    """The truth of a `MappingProxyType` cannot be staged after a dynamic key."""
    table = {1: 1}
    proxy = types.MappingProxyType(table)
    table[int(n)] = 3
    return bool(proxy)


@programs.staged(T(3))
def an_item_of_a_proxy(n):
    """Reading an item of a `MappingProxyType` with a dynamic key is not staged."""
    table = {1: 1}
    proxy = types.MappingProxyType(table)
    table[int(n)] = 3
    return proxy[3]


@programs.staged(T(3))
def a_key_looked_for_in_a_proxy(n):
    """`in` of a `MappingProxyType` cannot be staged after a dynamic key."""
    table = {1: 1}
    proxy = types.MappingProxyType(table)
    table[int(n)] = 3
    return 3 in proxy
