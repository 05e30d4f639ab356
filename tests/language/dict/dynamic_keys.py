"""Dicts and sets with dynamic keys."""

from __future__ import annotations

import functools
import itertools
from collections import Counter, OrderedDict, defaultdict

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Dynamic keys

T = ag.constant

EACH = tuple(map(T, (5, 1, 0, 9)))


def squares(n):
    m = {}
    for i in range(n):
        m[i * 5 % 7] = i * i
    return m


@programs.staged(*EACH)
def keys_in_the_order_in_which_they_come(n):
    """A dict with dynamic keys keeps the order of insertion."""
    m = squares(n)
    return len(m), list(m), list(m.values()), list(m.items()), m


@programs.staged(*EACH)
def one_key_given_twice(n):
    """A second value of a dynamic key keeps the place of the first."""
    m = {}
    m[int(n)] = 3
    m[int(n) + 1] = 4
    m[int(n)] = 5
    return m


@programs.staged(*EACH)
def counting(n):
    """Occurrences are counted by dynamic keys with `in` and `+=`."""
    m = {}
    for i in range(n):
        k = i % 3
        if k in m:
            m[k] += 1
        else:
            m[k] = 1
    return m


@programs.staged(*EACH)
def counting_with_get(n):
    """Dynamic keys are summed up with `get` and a default."""
    m = {0: 100}
    for i in range(n):
        m[i % 4] = m.get(i % 4, 0) + i
    return m, m.get(77), m.get(0)


@programs.staged(*EACH)
def keys_given_in_a_branch(n):
    """A branch adds two dynamic keys to an empty dict."""
    m = {}
    k = int(n)
    if n > 3:
        m[k] = 1
        m[k + 1] = 2
    return m


@programs.staged(*EACH)
def keys_given_beside_known_ones_in_a_branch(n):
    """One branch adds a dynamic key, the other writes a constant one."""
    m = {1: 10, 2: 20}
    if n > 3:
        m[int(n)] = 30
    else:
        m[2] = 21
    return m


@programs.staged(*EACH)
def a_cycle_is_found(n):
    """A `while` loop runs until its number is a key of the dict."""
    m = {}
    x = int(n)
    steps = 0
    while x not in m:
        m[x] = steps
        steps += 1
        x = (x * x + 1) % 1000
    return m[x], steps


@programs.staged(*EACH)
def deleting(n):
    """`del` of a constant key of a dict with dynamic keys, or KeyError."""
    m = squares(n)
    del m[1]
    return m, 3 in m, 4 in m


@programs.staged(*EACH)
def a_key_that_is_not_there(n):
    """Reading a dynamic key that may be missing raises KeyError."""
    return squares(n)[int(n)]


@programs.staged(*EACH)
def a_missing_key_is_caught(n):
    """The KeyError of a missing dynamic key is caught."""
    m = {int(n): 2}
    try:
        return m[int(n) + 1]
    except KeyError as error:
        return -1 - len(str(error))


@programs.staged(*EACH)
def what_methods_give_and_change(n):
    """`get`, `pop` and `setdefault` of a dict with dynamic keys."""
    m = squares(n)
    found = m.get(3), m.get(99), m.get(5, -1), m.pop(5, None), m.pop(0)
    return found, m.setdefault(4, 9), m.setdefault(0, 8), m


@programs.staged(*EACH)
def updating(n):
    """`update` with dicts and with a list of pairs, some keys dynamic."""
    m = squares(n)
    m.update({1: 100, int(n): 7})
    m.update([(int(n), 5), (50, 1)])
    m.update(squares(3))
    return m


@programs.staged(*EACH)
def copies_and_equality(n):
    """`copy`, `dict()`, `==` and `!=` of dicts with dynamic keys."""
    m = squares(n)
    k = m.copy()
    k[0] = -1
    return m, k, m == k, m == squares(n), k != m, dict(m), m == {0: 0}


@programs.staged(*EACH)
def displays_and_spreading(n):
    """Dict displays with dynamic keys; `**` and `*` of such a dict."""
    m = {0: 1}
    m[int(n)] = 5
    return {**m, int(n) + 1: 3}, {**m}, [*m], (*m, 1), {int(n): 1, 2: int(n)}


@programs.staged(*EACH)
def what_builtins_give(n):
    """`sorted`, `max`, `sum`, `any`, `zip` and `tuple` of keys and values."""
    m = squares(n + 1)
    firsts = sorted(m), max(m), min(m.values()), sum(m.values()), sum(m)
    return firsts, any(m), all(m.values()), list(zip(m, m.values())), tuple(m)


@programs.staged(*EACH)
def what_steps_through(n):
    """`reduce`, `accumulate` and `islice` over dynamic keys."""
    m = squares(n)
    total = functools.reduce(lambda a, b: a + b, m, 10)
    return total, list(itertools.accumulate(m)), list(itertools.islice(m, 2))


@programs.staged(*EACH)
def stepping_through(n):
    """Loops over the keys, the items and the values."""
    m = squares(n)
    t = 0
    for k in m:
        t = t * 3 + k
    for k, v in m.items():
        t += k * v
    for v in m.values():
        t -= v
    return t


@programs.staged(*EACH)
def values_changed_while_stepping_through(n):
    """A loop over a dict changes the values of its keys."""
    m = squares(n)
    for k in m:
        m[k] += 1
    return m


@programs.staged(*EACH)
def size_changed_while_stepping_through(n):
    """A loop that adds a key to its dict raises RuntimeError."""
    m = squares(n)
    for k in m:
        if k > 3:
            m[k + 100] = 1
    return m


@programs.staged(*EACH)
def a_changed_size_is_caught(n):
    """The RuntimeError of a loop that deletes a key is caught."""
    m = squares(n)
    try:
        for k in m:
            del m[k]
    except RuntimeError as error:
        return str(error)
    return "none"


@programs.staged(*EACH)
def leaving_the_loop_after_a_change(n):
    """`break` right after deleting a key: no RuntimeError."""
    m = squares(n)
    for k in m:
        if k == 3:
            del m[k]
            break
    else:
        m[-1] = 0
    return m


@programs.staged(*EACH)
def deleting_by_a_list_of_the_keys(n):
    """A loop over `list(m)` deletes keys of `m`."""
    m = squares(n)
    for k in list(m):
        if k % 2:
            del m[k]
    return m


@programs.staged(*EACH)
def taking_items_until_it_is_empty(n):
    """`popitem` in a `while` loop until the dict is empty, or a `break`."""
    m = squares(n)
    while m:
        k, _ = m.popitem()
        if k == 3:
            break
    return m, bool(m), not m


@programs.staged(*EACH)
def emptying(n):
    """`clear` in a branch that tests for a key."""
    m = squares(n)
    if 3 in m:
        m.clear()
    return m


@programs.staged(*EACH)
def comprehensions(n):
    """Dict comprehensions over dynamic ranges and over dicts."""
    m = squares(n)
    even = {k: k * k for k in range(n) if k % 2 == 0}
    pairs = {k % 3: v for k, v in enumerate(range(n))}
    several = {x: y for x in range(n) for y in range(2)}
    turned = {v: k for k, v in m.items()}
    return even, pairs, several, turned, [k for k in m if k > 2]


@programs.staged(*EACH)
def making(n):
    """`dict` of pairs and `dict.fromkeys` with dynamic keys."""
    return (
        dict(zip(range(n), range(n))),
        dict([(int(n), 1)]),
        dict.fromkeys(range(n), 0),
        dict((k % 2, k) for k in range(n)),
    )


@programs.staged(*EACH)
def pairs_as_keys(n):
    """Tuples of two dynamic ints as keys."""
    m = {}
    for i in range(n):
        m[(i % 2, i % 3)] = i
    return m, (0, 1) in m, m.get((1, 1), -1), (int(n), 1) in {(1, 1): 2}


@programs.staged(*EACH)
def text_as_keys(n):
    """Strings of dynamic text as keys."""
    m = {}
    for i in range(n):
        w = f"w{i % 3}"
        m[w] = len(w) + i
    return m, ", ".join(m), [f"{k}={v}" for k, v in m.items()]


@programs.staged(*EACH)
def floats_as_keys(n):
    """Floats as dynamic keys; `1 in m` finds the key `1.0`."""
    m = {}
    for i in range(n):
        m[i / 2] = i
    m[-0.0] = 7
    return m, 1 in m, 0.25 in m


@programs.staged(*EACH)
def lists_as_values(n):
    """`setdefault(key, []).append(...)` with dynamic keys."""
    m = {}
    for i in range(n):
        m.setdefault(i % 2, []).append(i)
    return m


@programs.staged(*EACH)
def lists_that_reading_adds(n):
    """Reading a dynamic key of a `defaultdict(list)` adds an empty list."""
    g = defaultdict(list)
    for i in range(n):
        g[i % 3].append(i)
        g[i % 2].append(-i)
    return g[0], g[1], g[2], 5 in g, len(g)


@programs.staged(*EACH)
def tuples_and_text_as_values(n):
    """Tuples with text as values of dynamic keys."""
    m = {}
    m[int(n)] = ("x", 1)
    m[int(n) + 1] = (f"y{n}", 2)
    return m


@programs.staged(*EACH)
def tensors_as_values(n):
    """Tensors as values of dynamic keys."""
    m = {}
    for i in range(n):
        m[i % 3] = ag.constant([1.0, 2.0]) * float(i)
    return m


@programs.staged(*EACH)
def a_counter(n):
    """A `Counter` by `+=`, by a generator and by a range; `most_common`."""
    c = Counter()
    for i in range(n):
        c[i % 4] += i
    counted = Counter(i % 3 for i in range(n))
    return c[0], c[17], c, counted, Counter(range(n)).most_common(2)


@programs.staged(*EACH)
def an_ordered_dict(n):
    """An `OrderedDict` with dynamic keys."""
    m = OrderedDict()
    for i in range(n):
        m[i % 4] = i
    return m


@programs.staged(*EACH)
def a_memo_of_a_recursion(n):
    """A captured dict caches the results of a recursion."""
    memo = {0: 0, 1: 1}

    def fib(k):
        if k not in memo:
            memo[k] = fib(k - 1) + fib(k - 2)
        return memo[k]

    return fib(int(n)), len(memo)


class Cache:
    def __init__(self, size):
        self.held, self.size, self.hits = {}, size, 0

    def get(self, k):
        k = int(k)
        if k in self.held:
            self.hits += 1
            v = self.held.pop(k)
            self.held[k] = v
            return v
        if len(self.held) >= self.size:
            self.held.pop(next(iter(self.held)))
        self.held[k] = k * k
        return self.held[k]


@programs.staged(*EACH)
def a_cache_that_drops_the_oldest(n):
    """A cache of three entries: a hit moves to the end, the oldest goes."""
    cache = Cache(3)
    t = 0
    for i in range(n):
        t += cache.get(i * i % 5)
    return t, cache.hits, cache.held


@programs.staged(T([2, 7, 11, 15]), T([3, 3, 3]), T([6, 3, 2]))
def two_numbers_of_a_sum(xs):
    """The indices of two numbers with a given sum, with a dict of those seen."""
    seen = {}
    for i, x in enumerate(xs):
        if 9 - int(x) in seen:
            return seen[9 - int(x)], i
        seen[int(x)] = i
    return -1, -1


@programs.staged(*EACH)
def the_longest_part_without_one_twice(n):
    """The longest part of a list without repetition, by a dict of places."""
    last = {}
    best = start = 0
    text = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    for i in range(n):
        each = text[i]
        if each in last and last[each] >= start:
            start = last[each] + 1
        last[each] = i
        best = max(best, i - start + 1)
    return best


@programs.staged(*EACH)
def what_is_together(n):
    """Union-find with a dict of parents."""
    parent = {}

    def find(x):
        while parent[x] != x:
            x = parent[x]
        return x

    for k in range(n):
        parent[k] = k
    for k in range(n - 1):
        a, b = find(k), find(k * 3 % int(n))
        if a != b:
            parent[a] = b
    return parent, len({find(k) for k in range(n)})


@programs.staged((T(3), {3: 1}), (T(4), {3: 1}), (T(5), {3: 1}))
def the_callers_dict(n, m):
    """A dynamic key is added to a dict of the caller."""
    m[int(n)] = 5
    if n > 4:
        del m[3]
        m[3] = 6
    return len(m)


@programs.staged(*EACH)
def one_dict_under_two_names(n):
    """Dynamic keys are added to one dict by two names."""
    m = k = {}
    for i in range(n):
        (m if i % 2 else k)[i] = i
    return m is k, len(k)


@programs.staged(*EACH)
def what_a_try_has_put_in(n):
    """Keys added in a `try` before an exception remain in the dict."""
    m = {}
    try:
        for i in range(n):
            m[i] = 10 // (4 - i)
    except ZeroDivisionError:
        m[-1] = len(m)
    return m


@programs.staged(T(3))
def a_tensor_is_no_key(n):
    """A tensor as a key raises TypeError: it is not hashable."""
    m = {}
    m[n] = 1
    return m


@programs.staged(T(3))
def a_list_is_no_key(n):
    """A list as a key raises TypeError, which is caught."""
    m = {int(n): 1}
    try:
        m[[1]] = 2
    except TypeError as error:
        return str(error), m


@programs.staged(T(5))
def keys_of_two_types(n):
    """A dict with int and float dynamic keys cannot be staged."""
    m = {}
    m[int(n)] = 1
    m[float(n) / 2] = 2
    return m


# -- Dynamic keys, further programs

EACH_2 = tuple(map(T, (3, 5, 2, 0)))


@programs.staged(T(0.1, ag.float64), T(-0.0, ag.float64))
def keys_that_are_floats_keep_their_bits(x):
    """A dynamic float key keeps its bits: 0.1 and -0.0."""
    return {float(x)}, {float(x): 1}, {(float(x), 0.1): 2}


@programs.staged(T(2**40, ag.int64), T(5, ag.int64))
def keys_that_are_large(n):
    """Dynamic int keys beyond 32 bits."""
    return {int(n)}, {int(n): 2, 5: 3}, {(int(n), 2): 1}


@programs.staged(*EACH_2)
def defaultdicts(n):
    """Values of a dynamic key of `defaultdict(list)` and `defaultdict(int)`."""
    lists, counts = defaultdict(list), defaultdict(int)
    lists[int(n)].append(n)
    counts[int(n)] += 1
    return lists, counts


@programs.staged(*EACH_2)
def sets_that_are_known(n):
    """Constant sets and a constant frozenset are returned with a tensor."""
    return {1, 2}, frozenset({"a"}), set(), n


@programs.staged(*EACH_2)
def counters(n):
    """`Counter` of constants, with a tensor count and with a dynamic key."""
    known, counts = Counter([1, 1]), Counter([1, 1])
    counts[2] += n
    return known, counts, Counter([int(n), 3])


@programs.staged(*EACH_2)
def beside_what_is_made_anew(n):
    """A set with a dynamic element as a value of an `OrderedDict`."""
    ordered = OrderedDict()
    ordered["a"] = {int(n)}
    return ordered, OrderedDict(), {int(n): {"b": 1}["b"]}


@programs.staged(*EACH_2)
def beside_an_ordered_dict_when_empty(n):
    """An empty `OrderedDict` is returned with a set that was cleared."""
    seen = {int(n)}
    seen.clear()
    return OrderedDict(), seen


@programs.staged(*EACH_2)
def an_empty_dict_is_false(n):
    """The truth of a dict that lost all keys, in six constructs."""
    d = {}
    d.pop(int(n), None)
    while d:
        d.popitem()
    assert not d
    return (3 if d else 4), bool(d), [1 for x in (1, 2) if d], any([d]), not d


@programs.staged(*EACH_2)
def a_dict_whose_only_key_is_not_deleted(n):
    """A dict is tested where the KeyError of its `del` is caught."""
    d = {}
    try:
        del d[int(n)]
    except KeyError:
        return 1 if d else 2
    return 3


@programs.staged(*EACH_2)
def a_set_that_is_cleared_is_false(n):
    """The truth of a cleared set, in a guard and in expressions."""
    s = {int(n)}
    s.clear()
    match n:
        case 3 if s:
            return 1, True, 0
        case _:
            return (1 if s else 2), not s, 4 if s or n else 5


@programs.staged(*EACH_2)
def joining_in_place(n):
    """`|=` of a dict with dicts and a list of pairs keeps its alias."""
    d = {5: 3, 3: 1}
    same = d
    d |= {int(n): 3}
    d |= d
    d |= [(int(n) + 1, 4)]
    return d, same is d, same


@programs.staged(*EACH_2)
def joining(n):
    """`|` of dicts with dynamic keys, an `OrderedDict` and a `defaultdict`."""
    d = {int(n): 2}
    e = {3: 7} | d
    return e, d | {4: 4, 5: 1}, {**d, **e}, OrderedDict() | d, d | defaultdict(int)


@programs.staged(*EACH_2)
def deleting_2(n):
    """`del` of a dynamic key of a dict with constant keys."""
    d = {5: 3, 3: 1, 2: 0, 0: 4}
    del d[int(n)]
    return d


@programs.staged(*EACH_2)
def deleting_what_is_not_there(n):
    """`del` of a dynamic key raises KeyError when it is missing."""
    d = {5: 3}
    del d[int(n)]
    return d


@programs.staged(*EACH_2)
def looking_into_views(n):
    """`in` and `not in` the views of a dict with a dynamic key."""
    d = {int(n): 1}
    return 3 in d.keys(), (3, 1) in d.items(), 1 in d.values(), 2 not in d.values()


@programs.staged(*EACH_2)
def making_2(n):
    """`dict.fromkeys`, `dict` and `OrderedDict` with dynamic keys."""
    return (
        dict.fromkeys([int(n), 3], 0),
        dict(zip([int(n), 1], [n, 2], strict=True)),
        dict(enumerate([n])),
        OrderedDict([(int(n), 1), (3, 2)]),
        dict(zip("ab", [1, 2], strict=True), c=3),
    )


@programs.staged(*EACH_2)
def a_dict_with_a_key_on_some_paths(n):
    """A key added in a branch, then `setdefault` of a dynamic key."""
    d = {1: 2}
    if n > 2:
        d[3] = 1
    d.setdefault(int(n), 4)
    return d, list(d), d[int(n)], d.get(3)


@programs.staged(*EACH_2)
def one_that_is_cleared_on_some(n):
    """A dict cleared in a branch gains a dynamic key."""
    d = {3: 1, 5: 2}
    if n > 2:
        d.clear()
    d[int(n)] = 4
    return d


@programs.staged(*EACH_2)
def looking_into_one(n):
    """`in`, `get` and displays of a dict whose key depends on the branch."""
    d = {}
    if n > 2:
        d[3] = 1
    else:
        d[5] = 2
    return int(n) in d, d.get(int(n), 7), [*d, 5], {**d, int(n): 4}, {**d}


@programs.staged(*EACH_2)
def lists_in_one(n):
    """A `defaultdict(list)` with a key of one branch and a dynamic key."""
    d = defaultdict(list)
    if n > 2:
        d[3].append(n)
    d[int(n)].append(n + 1)
    return d


@programs.staged(*EACH_2)
def after_an_error_was_caught(n):
    """A handler of KeyError adds the dynamic key that was missing."""
    d = {}
    try:
        x = d[int(n)]
    except KeyError:
        d[int(n)] = x = n
    return d, x


@programs.staged(*EACH_2)
def a_loop_over_a_dict_that_gets_a_key(n):
    """A loop over a dict assigns a dynamic key: RuntimeError if it is new."""
    d, seen = {3: 1, 5: 2, 0: 7}, []
    for k in d:
        seen.append(k)
        d[int(n)] = 4
    return d, seen


@programs.staged(*EACH_2)
def a_loop_over_items_that_is_left(n):
    """A loop over items assigns a dynamic key and may `break`."""
    d, s = {3: 1, 5: 2, 0: 7}, 0
    for k, v in d.items():
        s = s * 10 + v
        d[int(n)] = k
        if s > 70:
            break
    return d, s


@programs.staged(*EACH_2)
def a_loop_that_the_run_leaves(n):
    """A loop over a dict breaks at a dynamic key or assigns it."""
    d = {3: 1, 5: 2, 0: 7}
    for k in d:
        if k == n:
            break
        d[int(n)] = k
    else:
        d[9] = 1
    return d, k


@programs.staged(*EACH_2)
def a_loop_over_a_dict_that_loses_a_key(n):
    """A loop deletes a dynamic key; RuntimeError or KeyError is caught."""
    d = {3: 1, 5: 2}
    try:
        for _ in d:
            del d[int(n)]
    except (RuntimeError, KeyError) as error:
        return d, str(error)
    return d, ""


@programs.staged(*EACH_2)
def an_ordered_dict_says_at_its_end_that_it_has_ended(n):
    """A key added in the last iteration over an `OrderedDict` does not raise."""
    d = OrderedDict([(int(n), 1)])
    for k, v in d.items():
        d[3] = k + v
    return d


@programs.staged(*EACH_2, T(1))
def an_ordered_dict_that_is_changed(n):
    """The RuntimeError of an `OrderedDict` changed by its loop is caught."""
    d, s = OrderedDict([(1, 1), (int(n), 2), (0, 3)]), 0
    try:
        for k in d:
            s += k
            d.pop(0, None)
            d[9] = 2
    except RuntimeError as error:
        return d, s, str(error)
    return d, s, ""


@programs.staged(T(3))
def an_iterator_over_a_dict_that_gets_a_key(n):
    """`next` of an iterator over a dict with a new dynamic key: not staged."""
    d = {1: 2, 2: 1}
    it = iter(d)
    first = next(it)
    d[int(n)] = 3
    return first, next(it)


@programs.staged(T(3))
def a_comprehension_over_a_dict_that_gets_a_key(n):
    """A comprehension that pops a dynamic key of its dict cannot be staged."""
    d = {1: 2, 2: 1}
    return [d.pop(int(n), k) for k in d]


@programs.staged(T(3))
def numbered_items_of_a_dict_that_gets_a_key(n):
    """`enumerate` of a dict that gains a dynamic key cannot be staged."""
    d = {1: 2, 2: 1}
    for i, _ in enumerate(d):
        d[int(n)] = i
    return d


@programs.staged(T(3))
def text_of_a_set(n):
    """An f-string of a set with a dynamic element cannot be staged."""
    return f"{ ({int(n)}) }"


@programs.staged(T(3))
def a_pattern(n):
    """A mapping pattern for a dict with a dynamic key cannot be staged."""
    match {int(n): 1}:
        case {3: x}:
            return x
        case _:
            return 0


@programs.falls(T(3))
def keywords(n):
    """`**` of a dict with a dynamic string key cannot be staged."""
    d = {"a": 1}
    d["a" * int(n)] = 4
    return dict(**d)


@programs.staged(T(3))
def a_key_that_is_a_set(n):
    """A frozenset with a dynamic element as a dict key cannot be staged."""
    return {frozenset({int(n)}): 3}


@programs.staged(T(3))
def an_element_that_is_a_set(n):
    """`in` a set for a frozenset with a dynamic element cannot be staged."""
    return frozenset({int(n)}) in {frozenset({3}), frozenset({4})}


@programs.staged(T(3))
def a_method_of_a_view(n):
    """`isdisjoint` of the keys view of a dict with a dynamic key."""
    return {int(n): 1}.keys().isdisjoint({3})


@programs.staged(T(3))
def views_as_sets(n):
    """`&` of the keys view of a dict with a dynamic key."""
    return {int(n): 1}.keys() & {3}


@programs.staged(T(3))
def a_generator_that_asks_for_keys(n):
    """A generator expression tests a set that was cleared."""
    s = {int(n)}
    s.clear()
    return next((1 for x in (1, 2) if s), 7)


@programs.staged(*EACH_2)
def a_counter_need_not_have_what_it_loses(n):
    """`del` of a missing dynamic or constant key of a `Counter` is no error."""
    counts = Counter()
    counts[int(n)] = 1
    counts[7] = 2
    del counts[5]
    del counts[int(n) + 4]
    del counts[0]
    del counts[2]
    return counts


@programs.staged(T(0), T(1))
def a_counter_on_one_path_need_not_have_what_it_loses(n):
    """`del` of a `Counter` key that only one branch adds is no error."""
    counts = Counter("ab")
    if n > 0:
        counts["c"] = 3
    del counts["c"]
    del counts["d"]
    return len(counts), "a" in counts, "c" in counts


MAKERS = (dict, OrderedDict, functools.partial(defaultdict, int))


@programs.staged(*[(make, n) for make in MAKERS for n in EACH_2])
def has_the_keys_of_its_path(make, n):
    """A dict, `OrderedDict` or `defaultdict` is returned with its path's keys."""
    table = make(z=n)
    if n > 2:
        table["a"] = 1
    table["b"] = n
    if n > 3:
        del table["b"]
        table["c"] = n
    elif n > 1:
        table["a"] = table.pop("b")
    return table, [table]


@programs.staged(T(0), T(1))
def an_attribute_that_is_returned_has_the_keys_of_its_path(n):
    """`vars()` of an object whose `OrderedDict` gains a key in a branch."""

    class Holder:
        pass

    holder = Holder()
    holder.table = OrderedDict(a=1)
    if n > 0:
        holder.table["b"] = n
    return vars(holder)


@programs.staged(*EACH_2)
def a_list_that_is_found_may_be_empty(n):
    """The truth of lists that `get` finds in a dict, or of None."""
    table = {3: [], 5: [n]}
    table[int(n)] = []
    found = table.get(3)
    first = 1 if table.get(5) else 0
    return bool(found), first, table.get(9) is None, not table.get(int(n))


@programs.staged(*EACH_2)
def one_of_lists_or_none_may_be_empty(n):
    """The truth of a list at a dynamic index, or None, by branch."""
    lists = [[], [n], [], [n, n]]
    one = lists[n % 4] if n < 4 else None
    if one:
        return one[0] + 1
    return n * 0 if one is None else n * 0 - 1


@programs.staged(T(1), T(2))
def a_defaultdict_keeps_its_order(n):
    """A `defaultdict` filled in a loop keeps the order of insertion."""
    counts = defaultdict(int)
    for key in "bca":
        counts[key] += n
    return counts


@programs.staged((defaultdict(int, b=1, a=2), T(1)), (defaultdict(int, a=1, b=2), T(1)))
def a_defaultdict_that_is_given_keeps_its_order(counts, n):
    """A `defaultdict` argument keeps the order of its keys."""
    counts["0"] = n
    return counts, "".join(counts)


@programs.staged(*EACH_2)
def an_empty_dict_hashes_nothing_that_it_loses(n):
    """`pop([1], ...)`: an empty dict does not hash the key, an OrderedDict does."""
    table, counts, ordered = {}, Counter(), OrderedDict()
    if n > 2:
        table["k"] = ordered["k"] = 1
    if n > 3:
        counts[int(n)] = 2
    said = []
    for each in (table, counts, ordered):
        try:
            said.append(str(each.pop([1], "none")))
        except TypeError as error:
            said.append(str(error))
    return tuple(said)


@programs.staged(*EACH_2)
def an_empty_dict_hashes_nothing_that_it_lacks(n):
    """`pop` of a list as a key: KeyError if empty, otherwise TypeError."""
    table = {}
    if n > 2:
        table[int(n)] = 1
    return table.pop([1])


# -- Operators and views


@programs.staged(T(0), T(2))
def table_table_d_or_z_1(x):
    """`|` of a dict with dynamic keys and a dict with a constant key."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d | {"z": 1}


@programs.staged(T(0), T(2))
def table_table_z_1_or_d(x):
    """`|` of a dict with a constant key and a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return {"z": 1} | d


@programs.staged(T(0), T(2))
def table_set_sortedcalld(x):
    """`sorted()` of a set of dynamic elements."""
    d = set()
    for i in range(x):
        d.add(i)
    return sorted(d)


@programs.staged(T(0), T(2))
def table_set_lencalld(x):
    """`len()` of a set of dynamic elements."""
    d = set()
    for i in range(x):
        d.add(i)
    return len(d)


@programs.staged(T(0), T(2))
def table_set_1_in_d(x):
    """`in` on a set of dynamic elements."""
    d = set()
    for i in range(x):
        d.add(i)
    return 1 in d


@programs.staged(T(0), T(2))
def table_set_d_0(x):
    """`==` of a set of dynamic elements and a constant set."""
    d = set()
    for i in range(x):
        d.add(i)
    return d == {0}


@programs.staged(T(0), T(2))
def table_set_d_or_5_0_1_5(x):
    """`|` of a set of dynamic elements and a constant set, compared by `==`."""
    d = set()
    for i in range(x):
        d.add(i)
    return d | {5} == {0, 1, 5}


@programs.staged(T(0), T(2))
def table_set_lencalld_or_5(x):
    """`len()` of the union of a set of dynamic elements and a constant set."""
    d = set()
    for i in range(x):
        d.add(i)
    return len(d | {5})


@programs.staged(T(0), T(2))
def table_set_sumcalld(x):
    """`sum()` of a set of dynamic elements."""
    d = set()
    for i in range(x):
        d.add(i)
    return sum(d)


@programs.staged(T(0), T(2))
def table_set_maxcalld_default_3(x):
    """`max()` with a default of a set that may be empty."""
    d = set()
    for i in range(x):
        d.add(i)
    return max(d, default=3)


@programs.staged(T(0), T(2))
def table_set_k_for_k_in_sortedcalld(x):
    """A comprehension over the sorted elements of a dynamic set."""
    d = set()
    for i in range(x):
        d.add(i)
    return [k for k in sorted(d)]


@programs.staged(T(0), T(2))
def table_opt_text_slice(x):
    """Slice assignment of a string or None; None raises TypeError."""
    d = str(int(x)) if x > 1 else None
    out = ["5"]
    out[0:0] = d
    return out


@programs.staged(T(0), T(2))
def table_opt_dict(x):
    """`+=` extends a list by a dict's keys; None raises TypeError."""
    d = {1: 2} if x > 1 else None
    out = [5]
    out += d
    return out


@programs.staged(T(0), T(2), T(5))
def table_opt_open(x):
    """`+=` extends a list by a dict that may be None or have one more key."""
    d = {1: 2} if x > 1 else None
    if x > 3:
        d[5] = 6
    out = [5]
    out += d
    return out


@programs.staged(T(0), T(2))
def table_set_upd_table(x):
    """`set.update()` with a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    s = {"z"}
    s.update(d)
    return len(s)


@programs.staged(T(0), T(2))
def table_set_ior(x):
    """`|=` on a set with the set of a dict's dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    s = {"z"}
    s |= set(d)
    return len(s)


@programs.staged(T(0), T(2))
def table_param(x):
    """`+=` on a list parameter with a dict that has a key on one path only."""

    def g(out, d):
        out += d
        return out

    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return g([3], d)


@programs.staged(T(0), T(2))
def table_param_table(x):
    """`+=` on a list parameter with a dict with dynamic keys."""

    def g(out, d):
        out += d
        return out

    d = {}
    for i in range(x):
        d[str(i)] = i
    return g([], d)


@programs.staged(T(0), T(2))
def table_loop_var(x):
    """`+=` on a loop variable that is a list, with a dict of dynamic length."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    out = 0
    for out in [[1]]:
        out += d
    return out


@programs.staged(T(0), T(2))
def table_with_num(x):
    """`+=` on a name that was None before, with a dict of dynamic length."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    out = None
    out = []
    out += d
    return out


@programs.staged(T(0), T(2))
def table_attr(x):
    """`+=` on an item of a list, with a dict of dynamic length."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    b = [[], 1]
    b[0] += d
    return b


@programs.staged(T(0), T(2))
def table_tuple_plus(x):
    """`+=` on a tuple with the keys of a dict of dynamic length."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    t = (1,)
    t += tuple(k for k in d)
    return t


@programs.staged(T(0), T(2))
def table_lambda(x):
    """`",".join()` in a lambda over a dict of dynamic length."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return (lambda q: ",".join(q))(d)


@programs.staged(T(0), T(2))
def table_view_type(x):
    """`type()` of the key and value views of a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return type(d.keys()).__name__, type(d.values()) is type({}.values())


@programs.staged(T(0), T(2))
def table_view_isinst(x):
    """`isinstance()` of the item view of a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return isinstance(d.items(), type({}.items()))


@programs.staged(T(0), T(2))
def table_ior_table(x):
    """`|=` on a dict with dynamic keys reaches its alias."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    e = d
    d |= {"z": 5}
    return e, d


@programs.staged(T(0), T(2))
def table_ior_table2(x):
    """`|=` on a dict with constant keys by a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    e = {"z": 7, "1": 3}
    e |= d
    return e


@programs.staged(T(0), T(2))
def table_two(x):
    """`|` of a dict with dynamic keys and itself, and chained `|`."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d | d, (d | {"0": 8}) | {"q": 1}


@programs.staged(T(0), T(2))
def table_class(x):
    """`__class__` of the key view of a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d.keys().__class__.__name__


@programs.staged(T(0), T(2))
def staged_table_strcalld(x):
    """`str()` of a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return str(d)


@programs.staged(T(0), T(2))
def staged_table_f_d(x):
    """An f-string of a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return f"{d}"


@programs.staged(T(0), T(2))
def staged_table_reprcalld(x):
    """`repr()` of a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return repr(d)


@programs.staged(T(0), T(2))
def staged_table_d_keyscall_0(x):
    """`&` of a key view of dynamic keys and a set."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d.keys() & {"0"}


@programs.staged(T(0), T(2))
def not_staged_set_f_d(x):
    """An f-string of a set of dynamic elements cannot be staged."""
    d = set()
    for i in range(x):
        d.add(i)
    return f"{d}"


@programs.staged(T(0), T(2))
def not_staged_view_text(x):
    """The text of the views of a dict with dynamic keys cannot be staged."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return f"{d.keys()}", str(d.values())


@programs.staged(T(0), T(2))
def staged_keys(x):
    """`len()` of a set minus a key view of dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return len({"0"} - d.keys())


@programs.staged(T(0), T(2))
def staged_isdisjoint(x):
    """`isdisjoint()` of a key view of dynamic keys and a set."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d.keys().isdisjoint({"0"})


@programs.staged(T(0), T(2))
def staged_percent(x):
    """`%s` formatting of a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return "%s" % d


@programs.staged(T(0), T(2))
def staged_list_of_table(x):
    """`str()` of a list that contains a dict with dynamic keys."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return str([d])


@programs.staged(T(0), T(2))
def not_staged_raise(x):
    """Raising an exception with a dict of dynamic keys cannot be staged."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    raise ValueError(d)


@programs.staged(T(0), T(2))
def not_staged_format(x):
    """`str.format()` of a dict with dynamic keys cannot be staged."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return "{}".format(d)
