"""Dicts made of pairs, or of keys, of which only the run knows how many there are."""

# Programs under test are written as users write them.
# ruff: noqa: B905, C416, PERF401, PYI024, RUF024

from __future__ import annotations

from collections import OrderedDict, defaultdict, namedtuple

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (5, 1, 0, 9)))
P = namedtuple("P", "a b")
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_no_pair_is_refused_at_the_line = refused.refusal_test()


@rows.on(*EACH)
def a_dict_of_pairs(n):
    pairs = [(i, i * i) for i in range(n)]
    return dict(pairs)


@rows.on(*EACH)
def keys_and_values_zipped(n):
    keys = [i % 3 for i in range(n)]
    values = [i for i in range(n)]
    return dict(zip(keys, values))


@rows.on(*EACH)
def pairs_and_keywords(n):
    pairs = [(f"k{i}", i * i) for i in range(n)]
    return dict(pairs, z=5)


@rows.on(*EACH)
def an_ordered_dict_of_pairs(n):
    pairs = [(i, i * i) for i in range(n)]
    return OrderedDict(pairs)


@rows.on(*EACH)
def a_defaultdict_of_pairs(n):
    pairs = [(i, i * i) for i in range(n)]
    return defaultdict(int, pairs)


@rows.on(*EACH)
def updated_with_pairs(n):
    d = {}
    d.update([(i, i * i) for i in range(n)])
    return d


@rows.on(*EACH)
def sorted_pairs(n):
    pairs = [(i % 3, i * i) for i in range(n)]
    return dict(sorted(pairs))


@rows.on(*EACH)
def keys_that_come_again(n):
    pairs = [(i % 2, i) for i in range(n)]
    return dict(pairs)


@rows.on(*EACH)
def what_such_a_dict_tells(n):
    pairs = [(i, i * i) for i in range(n)]
    d = dict(pairs)
    return d.get(3, -1), 2 in d, len(d), list(d), list(d.values())


@rows.on(*EACH)
def keys_with_one_value(n):
    return dict.fromkeys([i % 3 for i in range(n)], 0)


@rows.on(*EACH)
def keys_of_a_range(n):
    return dict.fromkeys(range(n))


@rows.on(*EACH)
def each_item_once(n):
    return list(dict.fromkeys([i % 3 for i in range(n)]))


@rows.on(*EACH)
def keys_without_values_filled(n):
    d = dict.fromkeys([i % 3 for i in range(n)])
    for k in d:
        if d[k] is None:
            d[k] = k * 2
    return d


@rows.on(*EACH)
def keys_of_a_list_that_is_known(n):
    d = dict.fromkeys([int(n), 2])
    d[7] = 3
    return d, d[2], d.get(9), 7 in d, len(d)


@rows.on(*EACH)
def a_value_that_is_none(n):
    d = dict.fromkeys([int(n), 2])
    return d[2] + 1


@rows.on(*EACH)
def keys_with_one_list(n):
    d = dict.fromkeys(range(n), [])
    return d


@rows.on(*EACH)
def named_tuples_as_pairs(n):
    ps = [P(i, i + 1) for i in range(n)]
    return dict(ps)


@rows.on(*EACH)
def pairs_of_a_key_and_a_list(n):
    ps = [(i % 2, [i]) for i in range(n)]
    d = dict(ps)
    return d


@rows.on(*EACH)
def numbers_with_a_point_as_keys(n):
    ps = [(i / 2, i) for i in range(n)]
    return dict(ps)


@rows.on(*EACH)
def tuples_as_keys(n):
    ps = [((i, i + 1), i) for i in range(n)]
    return dict(ps)


@rows.on(*EACH)
def joined_with_a_dict(n):
    ps = [(i, i) for i in range(n)]
    return {100: 1} | dict(ps)


@rows.on(*EACH)
def joined_in_place_with_pairs(n):
    d = {100: 1}
    d |= [(i, i) for i in range(n)]
    return d


@rows.on(*EACH)
def pairs_that_there_are_none_of(n):
    ps = []
    for i in range(n):
        if i > 100:
            ps.append((i, i))
    return dict(ps)


@rows.on(*EACH)
def pairs_known_and_not(n):
    ps = [(9, 1), (int(n), 2)]
    for i in range(n):
        ps.append((i, i))
    return dict(ps)


@rows.on(*EACH)
def places_of_words(n):
    words = ["b", "a", "c"]
    for i in range(n):
        words.append(f"w{i % 2}")
    return {w: i for i, w in enumerate(words)}, dict(zip(words, range(100)))


@refused.on(T(5))
def items_that_are_too_long(n):
    return dict([(i, i, i) for i in range(n)])


@refused.on(T(5))
def items_that_are_no_pairs(n):
    return dict([i for i in range(n)])


@refused.on(T(5))
def lists_as_pairs(n):
    ps = [[i, i + 1] for i in range(n)]
    return dict(ps)
