"""OrderedDict and Counter, and equality of dicts."""

from __future__ import annotations

import collections
from collections import Counter, OrderedDict, defaultdict

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- OrderedDict

T = ag.constant

XS = T([3, 1, 4, 1, 5, -2]), T([1, 1, 1, 2, 1, 3]), T([2, 3, 3, 2, 9, 6])


@programs.staged(*XS)
def a_cache_that_forgets_what_was_used_longest_ago(xs):
    """An LRU cache in an OrderedDict with dynamic keys."""
    cache, hits = OrderedDict(), 0
    for x in xs:
        key = int(x)
        if key in cache:
            hits += 1
            cache.move_to_end(key)
        else:
            cache[key] = hits
            if len(cache) > 2:
                cache.popitem(last=False)
    return hits, list(cache.items())


class Cache:
    def __init__(self, size):
        self.size, self.kept, self.misses = size, OrderedDict(), 0

    def get(self, key):
        if key not in self.kept:
            self.misses += 1
            self.kept[key] = key * key
        self.kept.move_to_end(key, last=True)
        if len(self.kept) > self.size:
            self.kept.popitem(False)
        return self.kept[key]


@programs.staged(*XS)
def a_class_that_keeps_one(xs):
    """An LRU cache class whose OrderedDict is an attribute."""
    cache, total = Cache(3), 0
    for x in xs:
        total += cache.get(int(x))
    return total, cache.misses, list(cache.kept)


@programs.staged(*XS)
def both_ends(xs):
    """`move_to_end` and `popitem` at both ends, with dynamic keys."""
    found = OrderedDict((int(x), i) for i, x in enumerate(xs))
    found.move_to_end(int(xs[1]), last=False)
    first, last = found.popitem(last=False), found.popitem(last=True)
    return first, last, found.popitem(), list(found.items())


@programs.staged(*XS)
def a_key_that_is_not_there(xs):
    """`move_to_end` of a dynamic key that may be missing raises KeyError."""
    found = OrderedDict([(int(xs[0]), 1)])
    try:
        found.move_to_end(int(xs[1]))
    except KeyError as error:
        return str(error), list(found)
    return "", list(found)


@programs.staged(*XS)
def nothing_left(xs):
    """`popitem` in a loop until the KeyError of the empty OrderedDict."""
    found, taken = OrderedDict([(int(xs[0]), 1), (int(xs[1]), 2)]), []
    try:
        while True:
            taken.append(found.popitem(last=False))
    except KeyError as error:
        return taken, str(error)


@programs.staged(*XS)
def moved_while_stepped_through(xs):
    """`move_to_end` during iteration raises RuntimeError."""
    found, total = OrderedDict((int(x), i) for i, x in enumerate(xs)), 0
    try:
        for key in found:
            total += key
            if key == 1:
                found.move_to_end(key)
    except RuntimeError as error:
        return total, str(error)
    return total, ""


@programs.staged(*XS)
def keys_on_some_paths(xs):
    """A key added on one path, and `popitem(last=False)`."""
    found = OrderedDict(a=1)
    if xs[0] > 2:
        found["b"] = 2
    found["c"] = 3
    return found.popitem(last=False), "b" in found


@programs.staged(*XS)
def keys_looked_for_before_there_are_any(xs):
    """`in` a Counter and a defaultdict before their first dynamic key."""
    counts, groups, n = Counter(), defaultdict(list), 0
    for x in xs:
        if int(x) in counts:
            n += 1
        if int(x) not in groups:
            groups[int(x)].append(n)
        counts[int(x)] += 1
    return n, dict(counts), dict(groups)


@programs.falls(*XS)
def an_iterator_over_a_tensor(xs):
    """An explicit iterator over a tensor, advanced by `for` and by `next`."""
    drawn, total = iter(xs), 0
    for x in drawn:
        if x > 3:
            total += next(drawn, 0) * 10
        total += x
    return total, next(drawn, -1)


@programs.staged(*XS)
def an_iterator_over_a_range(xs):
    """An iterator over a dynamic range, advanced on one path."""
    drawn = iter(range(int(xs[1])))
    if xs[0] > 2:
        next(drawn, None)
    return next(drawn, -1), list(drawn)


@programs.staged(*XS)
def in_the_order_of_their_keys(xs):
    """`==` of OrderedDicts with dynamic keys depends on the order of keys."""
    key, value = int(xs[0]) % 3, float(xs[1])
    one = OrderedDict([(key, value), (5, 1.0)])
    other = OrderedDict([(5, 1.0), (key, value)])
    plain = {5: 1.0, key: value}
    found = [one == other, one != other, one == plain, plain == one, one == one]
    other.move_to_end(5)
    return found, one == other, one == OrderedDict([(0, 1.0), (5, 1.0)])


@programs.staged(*XS)
def known_keys_in_their_order(xs):
    """`==` of OrderedDicts with static keys and tensor values."""
    one = OrderedDict([(1, xs[0]), (5, xs[1])])
    other = OrderedDict([(5, xs[1]), (1, xs[0])])
    return one == other, one != other, one == dict(other), one == one, one == {1: xs[0]}


@programs.staged(*XS)
def a_key_that_comes_back_behind_the_last(xs):
    """Iteration that pops the key and inserts it again."""
    found = OrderedDict({int(xs[0]): 0})
    for key in found:
        found[key] = found.pop(key) + 1
    return list(found.values())


# -- Counter

EACH = tuple(map(T, (5, 1, 0, 9)))


@programs.staged(*EACH)
def operators_of_counters(n):
    """`-`, `|` and `&` of a dynamic Counter and a constant one, in key order."""
    c, other = Counter(i % 3 for i in range(n)), Counter([0, 0, 1, 7])
    found = c - other, other - c, c | other, c & other, other & c
    return found, [list(each) for each in found]


@programs.staged(*EACH)
def operators_in_place(n):
    """`-=`, `|=` and `&=` of a Counter change the object that an alias names."""
    c = Counter(i % 3 for i in range(n))
    same = c
    c -= Counter([1])
    c |= Counter([7, 7])
    c &= Counter({7: 1, 0: 5, 1: 2})
    return c, list(c), same is c


@programs.staged(*EACH)
def counts_below_nothing(n):
    """`subtract` leaves negative counts; `total` and the operators treat them so."""
    c = Counter(i % 3 for i in range(n))
    c.subtract([0, 1, 1, 5])
    c.subtract({2: 4})
    other = Counter({0: -2})
    return c, c.total(), c - other, other - c, c | other, c & other


@programs.staged(*EACH)
def most_common_of_them(n):
    """`most_common`, `values` and a missing key of a Counter of a dynamic range."""
    c = Counter(i * i % 4 for i in range(n))
    return c.most_common(), c.most_common(1), sum(c.values()), c[77]


@programs.staged(*EACH)
def sets_of_lists_of_any_length(n):
    """Sets of a list of dynamic length: `update`, `union`, `issuperset` and `-`."""
    xs = [i % 3 for i in range(n)]
    s = {50}
    s.update(xs)
    made = len(set(xs)) == len(xs), frozenset(xs), s, s | set(xs), s.union(xs)
    return made, s.issuperset(xs), s - set(xs), len(set(xs))


@programs.staged(*EACH)
def sets_of_lists_of_pairs(n):
    """The size of a set of dynamically many pairs, and membership in it."""
    xs = [(i % 2, i % 3) for i in range(n)]
    return len(set(xs)), (0, 1) in set(xs)


@programs.staged(*EACH)
def sets_of_lists_of_lists(n):
    """`set` of a list of lists of dynamic length raises TypeError unless empty."""
    xs = [[i] for i in range(n)]
    return len(set(xs))


@programs.staged(*EACH)
def counters_added(n):
    """`+` of a Counter of a dynamic generator and one with equal keys."""
    return Counter(i % 3 for i in range(n)) + Counter([0, 0, 1])


@programs.staged(*EACH)
def anagrams(n):
    """Counters of strings selected at run time compare by `==` and `!=`."""
    word = "listen" if n > 1 else "hello"
    return Counter(word) == Counter("silent"), Counter(word) != Counter("ohell")


@programs.staged(*EACH)
def equal_counters(n):
    """Counters are equal where missing and zero counts coincide."""
    counted, known = Counter(i % 3 for i in range(n)), Counter(a=1)
    known["a"] -= int(n)
    return (
        counted == Counter([0, 1, 2, 0, 1]),
        Counter() == counted,
        counted != counted.copy(),
        known == Counter(),
        Counter(b=0) == known,
        Counter(str(int(n))) == Counter("5"),
    )


@programs.staged(*EACH)
def votes(n):
    """`most_common` of Counters with dynamic counts and conditional keys."""
    counts, some = Counter("abac"), Counter()
    counts["a"] -= int(n)
    counts["d"] += int(n)
    for name in ("x", "y"):
        if n > 1 or name == "y":
            some[name] += 1
    return (
        counts.most_common(),
        counts.most_common(2),
        counts.most_common(int(n))[:1],
        some.most_common(1)[0][0],
    )


@programs.staged(*EACH)
def operators_of_known_elements(n):
    """`+=`, `-`, `&` and `|` of Counters with known keys and dynamic counts."""
    counts, other = Counter(a=int(n), b=1), Counter(a=1)
    if n > 1:
        other["c"] = 2
    counts += other
    return counts, list(counts), counts - other, counts & other, counts | other


# -- Counter without hints of sets


@programs.staged(T(7), T(1), T(0))
def difference(n):
    """`-` of two Counters with keys computed in a dynamic loop."""
    c, d = collections.Counter(), collections.Counter()
    for i in range(n):
        c[i % 3] += 1
        d[i % 2] += 1
    return c - d


@programs.staged(T(7), T(1), T(0))
def common(n):
    """`&=` of a Counter of a dynamic generator and a constant Counter."""
    from collections import Counter

    c = Counter(i % 3 for i in range(n))
    c &= Counter([0, 0, 1, 5])
    return c


@programs.staged(T(7), T(1), T(0))
def added(n):
    """`+` of a Counter of a dynamic generator and a constant Counter."""
    return collections.Counter(i % 3 for i in range(n)) + collections.Counter([0, 7])


# -- Equality with NaN


@programs.staged(*EACH)
def equal_to_itself_with_nan(n):
    """A dict with NaN under dynamic keys equals itself."""
    table = {int(n) % 2: n / 2, 5: ag.cast(n, ag.float32) // -0.0}
    table[int(n) % 3] = ag.cast(n, ag.float32) // 0.0
    return table == table, table != table


@programs.staged(*EACH)
def of_the_same_keys_in_another_order(n):
    """Dicts with the same dynamic keys in another order are equal."""
    one, other = {int(n): 1, 7: 2.5}, {7: 2.5}
    other[int(n)] = 1
    return one == other, one != other, one == {7: 2.5}, one == {5: 1.0, 7: 2.5}
