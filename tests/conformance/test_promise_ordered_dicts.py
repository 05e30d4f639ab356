"""OrderedDicts with keys that only the run knows: their ends, and caches made of them."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

XS = T([3, 1, 4, 1, 5, -2]), T([1, 1, 1, 2, 1, 3]), T([2, 3, 3, 2, 9, 6])


@rows.on(*XS)
def a_cache_that_forgets_what_was_used_longest_ago(xs):
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


@rows.on(*XS)
def a_class_that_keeps_one(xs):
    cache, total = Cache(3), 0
    for x in xs:
        total += cache.get(int(x))
    return total, cache.misses, list(cache.kept)


@rows.on(*XS)
def both_ends(xs):
    found = OrderedDict((int(x), i) for i, x in enumerate(xs))
    found.move_to_end(int(xs[1]), last=False)
    first, last = found.popitem(last=False), found.popitem(last=True)
    return first, last, found.popitem(), list(found.items())


@rows.on(*XS)
def a_key_that_is_not_there(xs):
    found = OrderedDict([(int(xs[0]), 1)])
    try:
        found.move_to_end(int(xs[1]))
    except KeyError as error:
        return str(error), list(found)
    return "", list(found)


@rows.on(*XS)
def nothing_left(xs):
    found, taken = OrderedDict([(int(xs[0]), 1), (int(xs[1]), 2)]), []
    try:
        while True:
            taken.append(found.popitem(last=False))
    except KeyError as error:
        return taken, str(error)


@rows.on(*XS)
def moved_while_stepped_through(xs):
    found, total = OrderedDict((int(x), i) for i, x in enumerate(xs)), 0
    try:
        for key in found:
            total += key
            if key == 1:
                found.move_to_end(key)
    except RuntimeError as error:
        return total, str(error)
    return total, ""


@rows.on(*XS)
def keys_on_some_paths(xs):
    found = OrderedDict(a=1)
    if xs[0] > 2:
        found["b"] = 2
    found["c"] = 3
    return found.popitem(last=False), "b" in found


@rows.on(*XS)
def keys_looked_for_before_there_are_any(xs):
    counts, groups, n = Counter(), defaultdict(list), 0
    for x in xs:
        if int(x) in counts:
            n += 1
        if int(x) not in groups:
            groups[int(x)].append(n)
        counts[int(x)] += 1
    return n, dict(counts), dict(groups)


@rows.on(*XS)
def an_iterator_over_a_tensor(xs):
    drawn, total = iter(xs), 0
    for x in drawn:
        if x > 3:
            total += next(drawn, 0) * 10
        total += x
    return total, next(drawn, -1)


@rows.on(*XS)
def an_iterator_over_a_range(xs):
    drawn = iter(range(int(xs[1])))
    if xs[0] > 2:
        next(drawn, None)
    return next(drawn, -1), list(drawn)


@rows.on(*XS)
def in_the_order_of_their_keys(xs):
    key, value = int(xs[0]) % 3, float(xs[1])
    one = OrderedDict([(key, value), (5, 1.0)])
    other = OrderedDict([(5, 1.0), (key, value)])
    plain = {5: 1.0, key: value}
    found = [one == other, one != other, one == plain, plain == one, one == one]
    other.move_to_end(5)
    return found, one == other, one == OrderedDict([(0, 1.0), (5, 1.0)])


@rows.on(*XS)
def known_keys_in_their_order(xs):
    one = OrderedDict([(1, xs[0]), (5, xs[1])])
    other = OrderedDict([(5, xs[1]), (1, xs[0])])
    return one == other, one != other, one == dict(other), one == one, one == {1: xs[0]}


@rows.on(*XS)
def a_key_that_comes_back_behind_the_last(xs):
    found = OrderedDict({int(xs[0]): 0})
    for key in found:
        found[key] = found.pop(key) + 1
    return list(found.values())
