"""Dicts and sets with keys of the run: what random programs, and looks around, found."""

from __future__ import annotations

import functools
from collections import Counter, OrderedDict, defaultdict

import pytest

import autograph as ag
from autograph.errors import UnknownKeysError
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (3, 5, 2, 0)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_would_show_what_stands_in_it_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert type(found.staged.error) is UnknownKeysError
    assert __file__ in str(found.staged.error)


# -- Results ---------------------------------------------------------------------------


@rows.on(T(0.1, ag.float64), T(-0.0, ag.float64))
def keys_that_are_floats_keep_their_bits(x):
    return {float(x)}, {float(x): 1}, {(float(x), 0.1): 2}


@rows.on(T(2**40, ag.int64), T(5, ag.int64))
def keys_that_are_large(n):
    return {int(n)}, {int(n): 2, 5: 3}, {(int(n), 2): 1}


@rows.on(*EACH)
def defaultdicts(n):
    lists, counts = defaultdict(list), defaultdict(int)
    lists[int(n)].append(n)
    counts[int(n)] += 1
    return lists, counts


@rows.on(*EACH)
def sets_that_are_known(n):
    return {1, 2}, frozenset({"a"}), set(), n


@rows.on(*EACH)
def counters(n):
    known, counts = Counter([1, 1]), Counter([1, 1])
    counts[2] += n
    return known, counts, Counter([int(n), 3])


@rows.on(*EACH)
def beside_what_is_made_anew(n):
    ordered = OrderedDict()
    ordered["a"] = {int(n)}
    return ordered, OrderedDict(), {int(n): {"b": 1}["b"]}


@rows.on(*EACH)
def beside_an_ordered_dict_when_empty(n):
    seen = {int(n)}
    seen.clear()
    return OrderedDict(), seen


# -- Truth -----------------------------------------------------------------------------


@rows.on(*EACH)
def an_empty_dict_is_false(n):
    d = {}
    d.pop(int(n), None)
    while d:
        d.popitem()
    assert not d
    return (3 if d else 4), bool(d), [1 for x in (1, 2) if d], any([d]), not d


@rows.on(*EACH)
def a_dict_whose_only_key_is_not_deleted(n):
    d = {}
    try:
        del d[int(n)]
    except KeyError:
        return 1 if d else 2
    return 3


@rows.on(*EACH)
def a_set_that_is_cleared_is_false(n):
    s = {int(n)}
    s.clear()
    match n:
        case 3 if s:
            return 1, True, 0
        case _:
            return (1 if s else 2), not s, 4 if s or n else 5


# -- `|`, `del`, `in`, makers ----------------------------------------------------------


@rows.on(*EACH)
def joining_in_place(n):
    d = {5: 3, 3: 1}
    same = d
    d |= {int(n): 3}
    d |= d
    d |= [(int(n) + 1, 4)]
    return d, same is d, same


@rows.on(*EACH)
def joining(n):
    d = {int(n): 2}
    e = {3: 7} | d
    return e, d | {4: 4, 5: 1}, {**d, **e}, OrderedDict() | d, d | defaultdict(int)


@rows.on(*EACH)
def deleting(n):
    d = {5: 3, 3: 1, 2: 0, 0: 4}
    del d[int(n)]
    return d


@rows.on(*EACH)
def deleting_what_is_not_there(n):
    d = {5: 3}
    del d[int(n)]
    return d


@rows.on(*EACH)
def looking_into_views(n):
    d = {int(n): 1}
    return 3 in d.keys(), (3, 1) in d.items(), 1 in d.values(), 2 not in d.values()


@rows.on(*EACH)
def making(n):
    return (
        dict.fromkeys([int(n), 3], 0),
        dict(zip([int(n), 1], [n, 2], strict=True)),
        dict(enumerate([n])),
        OrderedDict([(int(n), 1), (3, 2)]),
        dict(zip("ab", [1, 2], strict=True), c=3),
    )


# -- Keys on some paths ----------------------------------------------------------------


@rows.on(*EACH)
def a_dict_with_a_key_on_some_paths(n):
    d = {1: 2}
    if n > 2:
        d[3] = 1
    d.setdefault(int(n), 4)
    return d, list(d), d[int(n)], d.get(3)


@rows.on(*EACH)
def one_that_is_cleared_on_some(n):
    d = {3: 1, 5: 2}
    if n > 2:
        d.clear()
    d[int(n)] = 4
    return d


@rows.on(*EACH)
def looking_into_one(n):
    d = {}
    if n > 2:
        d[3] = 1
    else:
        d[5] = 2
    return int(n) in d, d.get(int(n), 7), [*d, 5], {**d, int(n): 4}, {**d}


@rows.on(*EACH)
def lists_in_one(n):
    d = defaultdict(list)
    if n > 2:
        d[3].append(n)
    d[int(n)].append(n + 1)
    return d


@rows.on(*EACH)
def after_an_error_was_caught(n):
    d = {}
    try:
        x = d[int(n)]
    except KeyError:
        d[int(n)] = x = n
    return d, x


# -- Stepping through ------------------------------------------------------------------


@rows.on(*EACH)
def a_loop_over_a_dict_that_gets_a_key(n):
    d, seen = {3: 1, 5: 2, 0: 7}, []
    for k in d:
        seen.append(k)
        d[int(n)] = 4
    return d, seen


@rows.on(*EACH)
def a_loop_over_items_that_is_left(n):
    d, s = {3: 1, 5: 2, 0: 7}, 0
    for k, v in d.items():
        s = s * 10 + v
        d[int(n)] = k
        if s > 70:
            break
    return d, s


@rows.on(*EACH)
def a_loop_that_the_run_leaves(n):
    d = {3: 1, 5: 2, 0: 7}
    for k in d:
        if k == n:
            break
        d[int(n)] = k
    else:
        d[9] = 1
    return d, k


@rows.on(*EACH)
def a_loop_over_a_dict_that_loses_a_key(n):
    d = {3: 1, 5: 2}
    try:
        for _ in d:
            del d[int(n)]
    except (RuntimeError, KeyError) as error:
        return d, str(error)
    return d, ""


@rows.on(*EACH)
def an_ordered_dict_says_at_its_end_that_it_has_ended(n):
    d = OrderedDict([(int(n), 1)])
    for k, v in d.items():
        d[3] = k + v
    return d


@rows.on(*EACH, T(1))
def an_ordered_dict_that_is_changed(n):
    d, s = OrderedDict([(1, 1), (int(n), 2), (0, 3)]), 0
    try:
        for k in d:
            s += k
            d.pop(0, None)
            d[9] = 2
    except RuntimeError as error:
        return d, s, str(error)
    return d, s, ""


@refused.on(T(3))
def an_iterator_over_a_dict_that_gets_a_key(n):
    d = {1: 2, 2: 1}
    it = iter(d)
    first = next(it)
    d[int(n)] = 3
    return first, next(it)


@refused.on(T(3))
def a_comprehension_over_a_dict_that_gets_a_key(n):
    d = {1: 2, 2: 1}
    return [d.pop(int(n), k) for k in d]


@refused.on(T(3))
def numbered_items_of_a_dict_that_gets_a_key(n):
    d = {1: 2, 2: 1}
    for i, _ in enumerate(d):
        d[int(n)] = i
    return d


# -- What would look inside ------------------------------------------------------------


@refused.on(T(3))
def text_of_a_set(n):
    return f"{ ({int(n)}) }"


@refused.on(T(3))
def a_pattern(n):
    match {int(n): 1}:
        case {3: x}:
            return x
        case _:
            return 0


@refused.on(T(3))
def keywords(n):
    d = {"a": 1}
    d["a" * int(n)] = 4
    return dict(**d)


@refused.on(T(3))
def a_key_that_is_a_set(n):
    return {frozenset({int(n)}): 3}


@refused.on(T(3))
def an_element_that_is_a_set(n):
    return frozenset({int(n)}) in {frozenset({3}), frozenset({4})}


@rows.on(T(3))
def a_method_of_a_view(n):
    return {int(n): 1}.keys().isdisjoint({3})


@rows.on(T(3))
def views_as_sets(n):
    return {int(n): 1}.keys() & {3}


@rows.on(T(3))
def a_generator_that_asks_for_keys(n):
    s = {int(n)}
    s.clear()
    return next((1 for x in (1, 2) if s), 7)


# -- Counters that lose keys, and subclasses of dict with keys on some paths -----------


@rows.on(*EACH)
def a_counter_need_not_have_what_it_loses(n):
    counts = Counter()
    counts[int(n)] = 1
    counts[7] = 2
    del counts[5]
    del counts[int(n) + 4]
    del counts[0]
    del counts[2]
    return counts


@rows.on(T(0), T(1))
def a_counter_on_one_path_need_not_have_what_it_loses(n):
    counts = Counter("ab")
    if n > 0:
        counts["c"] = 3
    del counts["c"]
    del counts["d"]
    return len(counts), "a" in counts, "c" in counts


@pytest.mark.parametrize("n", EACH)
@pytest.mark.parametrize(
    "make", [dict, OrderedDict, functools.partial(defaultdict, int)]
)
def test_what_is_returned_has_the_keys_of_its_path(make, n):
    found = check(ag.function(functools.partial(has_the_keys_of_its_path, make)), n)
    assert found.verdict is Verdict.SAME, str(found)


def has_the_keys_of_its_path(make, n):
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


@rows.on(T(0), T(1))
def an_attribute_that_is_returned_has_the_keys_of_its_path(n):
    class Holder:
        pass

    holder = Holder()
    holder.table = OrderedDict(a=1)
    if n > 0:
        holder.table["b"] = n
    return vars(holder)


# -- The truth of what may be None -----------------------------------------------------


@rows.on(*EACH)
def a_list_that_is_found_may_be_empty(n):
    table = {3: [], 5: [n]}
    table[int(n)] = []
    found = table.get(3)
    first = 1 if table.get(5) else 0
    return bool(found), first, table.get(9) is None, not table.get(int(n))


@rows.on(*EACH)
def one_of_lists_or_none_may_be_empty(n):
    lists = [[], [n], [], [n, n]]
    one = lists[n % 4] if n < 4 else None
    if one:
        return one[0] + 1
    return n * 0 if one is None else n * 0 - 1


# -- The order of a defaultdict --------------------------------------------------------


@rows.on(T(1), T(2))
def a_defaultdict_keeps_its_order(n):
    counts = defaultdict(int)
    for key in "bca":
        counts[key] += n
    return counts


@rows.on(defaultdict(int, b=1, a=2), T(1))
@rows.on(defaultdict(int, a=1, b=2), T(1))
def a_defaultdict_that_is_given_keeps_its_order(counts, n):
    counts["0"] = n
    return counts, "".join(counts)


@rows.on(*EACH)
def an_empty_dict_hashes_nothing_that_it_loses(n):
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


@rows.on(*EACH)
def an_empty_dict_hashes_nothing_that_it_lacks(n):
    table = {}
    if n > 2:
        table[int(n)] = 1
    return table.pop([1])
