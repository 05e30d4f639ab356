"""Values of dicts, and dicts built from pairs."""

from __future__ import annotations

import itertools
from collections import OrderedDict, defaultdict, namedtuple

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Dicts built from pairs

T = ag.constant

EACH = tuple(map(T, (5, 1, 0, 9)))

P = namedtuple("P", "a b")


@programs.staged(*EACH)
def a_dict_of_pairs(n):
    """`dict` of a list of pairs of dynamic length."""
    pairs = [(i, i * i) for i in range(n)]
    return dict(pairs)


@programs.staged(*EACH)
def keys_and_values_zipped(n):
    """`dict(zip(keys, values))` with repeated keys."""
    keys = [i % 3 for i in range(n)]
    values = [i for i in range(n)]
    return dict(zip(keys, values))


@programs.staged(*EACH)
def pairs_and_keywords(n):
    """`dict` of pairs with formatted string keys, and a keyword."""
    pairs = [(f"k{i}", i * i) for i in range(n)]
    return dict(pairs, z=5)


@programs.staged(*EACH)
def an_ordered_dict_of_pairs(n):
    """OrderedDict of a list of pairs of dynamic length."""
    pairs = [(i, i * i) for i in range(n)]
    return OrderedDict(pairs)


@programs.staged(*EACH)
def a_defaultdict_of_pairs(n):
    """defaultdict with a factory and a list of pairs of dynamic length."""
    pairs = [(i, i * i) for i in range(n)]
    return defaultdict(int, pairs)


@programs.staged(*EACH)
def updated_with_pairs(n):
    """`update` of a dict with a list of pairs of dynamic length."""
    d = {}
    d.update([(i, i * i) for i in range(n)])
    return d


@programs.staged(*EACH)
def sorted_pairs(n):
    """`dict` of sorted pairs: the largest value of each key remains."""
    pairs = [(i % 3, i * i) for i in range(n)]
    return dict(sorted(pairs))


@programs.staged(*EACH)
def keys_that_come_again(n):
    """`dict` of pairs with repeated keys: the last value of each remains."""
    pairs = [(i % 2, i) for i in range(n)]
    return dict(pairs)


@programs.staged(*EACH)
def what_such_a_dict_tells(n):
    """`get`, `in`, `len`, keys and values of a dict of pairs."""
    pairs = [(i, i * i) for i in range(n)]
    d = dict(pairs)
    return d.get(3, -1), 2 in d, len(d), list(d), list(d.values())


@programs.staged(*EACH)
def keys_with_one_value(n):
    """`dict.fromkeys` of a dynamic list with repeated keys, and a value."""
    return dict.fromkeys([i % 3 for i in range(n)], 0)


@programs.staged(*EACH)
def keys_of_a_range(n):
    """`dict.fromkeys` of a dynamic range, with None as values."""
    return dict.fromkeys(range(n))


@programs.staged(*EACH)
def each_item_once(n):
    """`list(dict.fromkeys(...))` removes duplicates in order."""
    return list(dict.fromkeys([i % 3 for i in range(n)]))


@programs.staged(*EACH)
def keys_without_values_filled(n):
    """A loop replaces the None values of `dict.fromkeys`."""
    d = dict.fromkeys([i % 3 for i in range(n)])
    for k in d:
        if d[k] is None:
            d[k] = k * 2
    return d


@programs.staged(*EACH)
def keys_of_a_list_that_is_known(n):
    """`dict.fromkeys` of a list with a dynamic key; a key is added afterwards."""
    d = dict.fromkeys([int(n), 2])
    d[7] = 3
    return d, d[2], d.get(9), 7 in d, len(d)


@programs.staged(*EACH)
def a_value_that_is_none(n):
    """Adding to a None value of `dict.fromkeys` raises TypeError."""
    d = dict.fromkeys([int(n), 2])
    return d[2] + 1


@programs.staged(*EACH)
def keys_with_one_list(n):
    """`dict.fromkeys` with one list as the value of all keys."""
    d = dict.fromkeys(range(n), [])
    return d


@programs.staged(*EACH)
def named_tuples_as_pairs(n):
    """`dict` of named tuples of two fields."""
    ps = [P(i, i + 1) for i in range(n)]
    return dict(ps)


@programs.staged(*EACH)
def pairs_of_a_key_and_a_list(n):
    """`dict` of pairs of a repeated key and a list."""
    ps = [(i % 2, [i]) for i in range(n)]
    d = dict(ps)
    return d


@programs.staged(*EACH)
def numbers_with_a_point_as_keys(n):
    """`dict` of pairs with floats as keys."""
    ps = [(i / 2, i) for i in range(n)]
    return dict(ps)


@programs.staged(*EACH)
def tuples_as_keys(n):
    """`dict` of pairs with tuples as keys."""
    ps = [((i, i + 1), i) for i in range(n)]
    return dict(ps)


@programs.staged(*EACH)
def joined_with_a_dict(n):
    """`|` of a constant dict and a `dict` of dynamically many pairs."""
    ps = [(i, i) for i in range(n)]
    return {100: 1} | dict(ps)


@programs.staged(*EACH)
def joined_in_place_with_pairs(n):
    """`|=` of a dict with a list of pairs."""
    d = {100: 1}
    d |= [(i, i) for i in range(n)]
    return d


@programs.staged(*EACH)
def pairs_that_there_are_none_of(n):
    """`dict` of a list that no iteration appends to."""
    ps = []
    for i in range(n):
        if i > 100:
            ps.append((i, i))
    return dict(ps)


@programs.staged(*EACH)
def pairs_known_and_not(n):
    """`dict` of constant pairs followed by dynamically many."""
    ps = [(9, 1), (int(n), 2)]
    for i in range(n):
        ps.append((i, i))
    return dict(ps)


@programs.staged(*EACH)
def places_of_words(n):
    """The last index of each word, by a dict comprehension and by `zip`."""
    words = ["b", "a", "c"]
    for i in range(n):
        words.append(f"w{i % 2}")
    return {w: i for i, w in enumerate(words)}, dict(zip(words, range(100)))


@programs.staged(T(5))
def items_that_are_too_long(n):
    """`dict` of triples, which raises ValueError, cannot be staged."""
    return dict([(i, i, i) for i in range(n)])


@programs.staged(T(5))
def items_that_are_no_pairs(n):
    """`dict` of ints, which raises TypeError, cannot be staged."""
    return dict([i for i in range(n)])


@programs.staged(T(5))
def lists_as_pairs(n):
    """`dict` of lists of two items cannot be staged."""
    ps = [[i, i + 1] for i in range(n)]
    return dict(ps)


# -- Lists as values

GROUPS = [(T(0), T(1)), (T(3), T(2)), (T(6), T(3))]

PLACES = [(T(n), T(k)) for n, k in itertools.product((0, 1, 3), (0, 1, 5))]


def listed(n):
    table = {}
    for i in range(n):
        table[i] = [i]
    return table


@programs.staged(*GROUPS)
def begun_where_the_key_is_missing(n, m):
    """Grouping: append under an existing dynamic key, else store a new list."""
    m = int(m)
    groups = {}
    for i in range(n):
        if i % m in groups:
            groups[i % m].append(i)
        else:
            groups[i % m] = [i]
    return groups


@programs.staged(*GROUPS)
def begun_empty(n, m):
    """Grouping: an empty list is stored for a new dynamic key, then appended to."""
    m = int(m)
    groups = {}
    for i in range(n):
        if i % m not in groups:
            groups[i % m] = []
        groups[i % m].append(i)
    for k in groups:
        groups[k].append(-k)
    return groups, {k: sum(v) for k, v in groups.items()}


@programs.staged(*GROUPS)
def begun_in_a_handler(n, m):
    """Grouping: a KeyError handler stores a new list under a dynamic key."""
    m = int(m)
    groups = {}
    for i in range(n):
        try:
            groups[i % m].append(i)
        except KeyError:
            groups[i % m] = [i]
    return groups


@programs.staged(*PLACES)
def one_that_may_be_missing(n, k):
    """A list is read under a dynamic key that may be missing."""
    return listed(int(n))[int(k)]


@programs.staged(*PLACES)
def caught_by_its_class(n, k):
    """A missing dynamic key is caught as LookupError after a list has changed."""
    table, found = listed(int(n)), [9]
    try:
        found = table[int(k)]
        found.append(table[int(k) + 1][0])
    except LookupError as error:
        return type(error).__name__, found, table
    return "", found, table


@programs.staged(*PLACES)
def under_two_names(n, k):
    """Lists read under two keys that may be equal are both changed."""
    table = listed(int(n))
    if n > 1 and int(k) in table:
        one, other = table[int(k)], table[1]
        one.append(5)
        other.append(len(one))
        one[0] = 7
    return table


# -- Dicts replaced by other dicts

COUNTS = tuple(map(T, (0, 1, 2, 3, 5)))


class A:
    def __init__(self):
        self.table = {}


@programs.staged(*COUNTS)
def emptied_in_a_loop(n):
    """A dict with dynamic keys is rebound to `{}` by an `if` in the loop."""
    t = {}
    for i in range(n):
        t[i % 3] = i
        if i == 2:
            t = {}
    return t


@programs.staged(*COUNTS)
def emptied_in_a_loop_by_an_expression(n):
    """A conditional expression rebinds a dict with dynamic keys to `{}`."""
    t = {}
    for i in range(n):
        t[i % 3] = i
        t = {} if i == 2 else t
    return t


@programs.staged(*COUNTS)
def given_another_one(n):
    """A dict with dynamic keys is rebound to a nonempty dict in the loop."""
    t = {}
    for i in range(n):
        t[i % 3] = i
        if i == 2:
            t = {5: 5}
    return t


@programs.staged(*COUNTS)
def emptied_in_each_iteration(n):
    """A dict filled in a loop is rebound to `{}` at the end of each iteration."""
    t = {}
    for i in range(n):
        t[i % 3] = i
        t = {}
    return t


@programs.staged(*COUNTS)
def emptied_and_filled(n):
    """A dict rebound to `{}` in the loop gets a constant key after that."""
    t = {}
    for i in range(n):
        t[i % 3] = i
        if i == 2:
            t = {}
        t[7] = i
    return t


@programs.staged(*COUNTS)
def emptied_before_it_is_filled(n):
    """A dict is rebound to `{}` before the loop body fills it."""
    t = {}
    for i in range(n):
        if i == 2:
            t = {}
        t[i % 3] = i
    return t


@programs.staged(*COUNTS)
def not_empty_before_the_loop(n):
    """A dict with a constant key before the loop is rebound to `{}` in it."""
    t = {9: 1}
    for i in range(n):
        t[i % 3] = i
        if i == 2:
            t = {}
    return t


@programs.staged(*COUNTS)
def emptied_and_left_to_another_name(n):
    """A dict created, filled and perhaps replaced in a loop gets a second name."""
    t = {}
    for i in range(n):
        u = {}
        u[i % 3] = i
        if i == 2:
            u = {}
        t = u
    return t


@programs.staged(*COUNTS)
def emptied_while_another_name_has_it(n):
    """A dict is filled through an alias and its own name rebound to `{}`."""
    t = {}
    for i in range(n):
        u = t
        u[i % 3] = i
        if i == 2:
            t = {}
    return t, len(t)


@programs.staged(*COUNTS)
def in_an_attribute(n):
    """A dict in an attribute is filled and rebound to `{}` in a loop."""
    a = A()
    for i in range(n):
        a.table[i % 3] = i
        if i % 3 == 2:
            a.table = {}
    return a.table
