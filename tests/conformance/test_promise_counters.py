"""Counters with elements that only the run knows: operators and methods."""

# Programs under test are written as users write them.

from __future__ import annotations

from collections import Counter

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (5, 1, 0, 9)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*EACH)
def operators_of_counters(n):
    c, other = Counter(i % 3 for i in range(n)), Counter([0, 0, 1, 7])
    found = c - other, other - c, c | other, c & other, other & c
    return found, [list(each) for each in found]


@rows.on(*EACH)
def operators_in_place(n):
    c = Counter(i % 3 for i in range(n))
    same = c
    c -= Counter([1])
    c |= Counter([7, 7])
    c &= Counter({7: 1, 0: 5, 1: 2})
    return c, list(c), same is c


@rows.on(*EACH)
def counts_below_nothing(n):
    c = Counter(i % 3 for i in range(n))
    c.subtract([0, 1, 1, 5])
    c.subtract({2: 4})
    other = Counter({0: -2})
    return c, c.total(), c - other, other - c, c | other, c & other


@rows.on(*EACH)
def most_common_of_them(n):
    c = Counter(i * i % 4 for i in range(n))
    return c.most_common(), c.most_common(1), sum(c.values()), c[77]


@rows.on(*EACH)
def sets_of_lists_of_any_length(n):
    xs = [i % 3 for i in range(n)]
    s = {50}
    s.update(xs)
    made = len(set(xs)) == len(xs), frozenset(xs), s, s | set(xs), s.union(xs)
    return made, s.issuperset(xs), s - set(xs), len(set(xs))


@rows.on(*EACH)
def sets_of_lists_of_pairs(n):
    xs = [(i % 2, i % 3) for i in range(n)]
    return len(set(xs)), (0, 1) in set(xs)


@rows.on(*EACH)
def sets_of_lists_of_lists(n):
    xs = [[i] for i in range(n)]
    return len(set(xs))


@rows.on(*EACH)
def counters_added(n):
    return Counter(i % 3 for i in range(n)) + Counter([0, 0, 1])


@rows.on(*EACH)
def anagrams(n):
    word = "listen" if n > 1 else "hello"
    return Counter(word) == Counter("silent"), Counter(word) != Counter("ohell")


@rows.on(*EACH)
def equal_counters(n):
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


@rows.on(*EACH)
def votes(n):
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


@rows.on(*EACH)
def operators_of_known_elements(n):
    counts, other = Counter(a=int(n), b=1), Counter(a=1)
    if n > 1:
        other["c"] = 2
    counts += other
    return counts, list(counts), counts - other, counts & other, counts | other
