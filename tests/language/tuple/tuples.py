"""Tuples of dynamic length, and named tuples."""

from __future__ import annotations

import functools
import itertools
import operator
from collections import deque, namedtuple
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Tuples that grow

T = ag.constant


@programs.staged(T(3), T(0), T(5))
def by_plus(n):
    """A tuple grows by `t + (i,)` in a dynamic loop."""
    t = ()
    for i in range(n):
        t = t + (i,)
    return t


@programs.staged(T(3), T(0), T(5))
def in_place(n):
    """A tuple grows by `+=` in a dynamic loop."""
    t = ()
    for i in range(n):
        t += (i,)
    return t, len(t)


@programs.staged(T(3), T(0))
def on_one_path(n):
    """A tuple gets a second item in one branch and is indexed afterwards."""
    t = (1,)
    if n > 2:
        t = t + (n,)
    return t, t[0], len(t), t[-1], sum(t)


@programs.staged(T(3), T(0), T(5))
def looked_into(n):
    """Comparison, slicing, `in`, `sorted()` and `count()` of a dynamic tuple."""
    xs = []
    for i in range(n):
        xs.append(i)
    t = tuple(xs)
    return t == (0, 1, 2), t[1:], 1 in t, t + (5,), sorted(t), t.count(1), t != ()


@programs.staged(T(3), T(0), T(5))
def on_one_path_in_a_loop(n):
    """A tuple grows in a branch of a dynamic loop, and is summed and repeated."""
    t = (1, 2)
    for i in range(n):
        if i > 1:
            t = t + (i,)
    total = 0
    for x in t:
        total += x
    return total, t == (1, 2), t * 2


@programs.staged(T(3), T(0), T(5))
def of_pairs(n):
    """A tuple of pairs grows, and a comprehension unpacks the pairs."""
    t = ()
    for i in range(n):
        t += ((i, i + 1),)
    return t, [a + b for a, b in t], (1, 2) in t


@programs.staged(T(3), T(0), T(5))
def from_the_front(n):
    """A tuple grows from the front by `(n, *t)` and is reversed."""
    t = ()
    while n > 0:
        t = (n, *t)
        n -= 1
    return t, t[::-1]


@programs.staged(T(3), T(0), T(5))
def a_window(n):
    """A tuple of constant length is shifted by a slice and `+` in each iteration."""
    t = (0,)
    for i in range(n):
        t = t[1:] + (i,)
    return t


@programs.staged(T(3), T(0), T(5))
def longer_and_shorter(n):
    """A tuple is cut by a slice in one branch and grows in the other."""
    t = (1, 2)
    for i in range(n):
        t = t[:1] if i % 2 == 0 else t + (i,)
    for k, v in enumerate(t):
        n = n + k * v
    return n, t


@programs.staged(T(3), T(0), T(5))
def as_long_as_it_has_to_be(n):
    """A tuple grows while its `len()` is less than a tensor."""
    t = ()
    while len(t) < n:
        t = (*t, len(t))
    return t, isinstance(t, tuple), type(t) is tuple, bool(t), not t


@programs.staged(T(3), T(0), T(5))
def taken_apart(n):
    """A starred target unpacks a tuple of dynamic length."""
    t = ()
    for i in range(n):
        t += (i,)
    a, *b = t + (1, 2)
    return a, b


@programs.staged(T(3), T(0))
def that_may_be_none(n):
    """A tuple that may be None grows where it is not None."""
    t = None
    if n > 2:
        t = (1,)
    if t is not None:
        t = t + (n,)
    return t


@programs.staged(T(3), T(0))
def returned_on_two_paths(n):
    """Tuples of different lengths are returned from two branches."""
    if n > 2:
        return n, n + 1
    return (n,)


@programs.staged(T(3), T(0))
def of_lists(n):
    """A tuple of lists gets one more list in one branch."""
    t = ([1],)
    if n > 2:
        t = t + ([n],)
    return t, t[0]


@programs.staged(T(3))
def with_text_beside_numbers(n):
    """A dynamic tuple of strings and numbers cannot be staged."""
    t = (1, "a")
    if n > 2:
        t = t + (n,)
    return t


@programs.staged(T(3))
def as_a_key(n):
    """A tuple of dynamic length as a dict key cannot be staged."""
    t = ()
    for i in range(n):
        t += (i,)
    return {(0, 1): 5}[t]


@programs.staged(T(3), T(6), T(0))
def compared_by_order(n):
    """`<` compares a tuple of dynamic length with a constant one."""
    t = ()
    for i in range(n):
        t += (i,)
    return t < (5, 6)


@programs.staged(T(3))
def with_a_list_that_is_changed(n):
    """Changing a list that a dynamic tuple may contain cannot be staged."""
    kept = [1]
    t = (kept,)
    if n > 2:
        t = t + ([n],)
    kept.append(2)
    return t


@programs.staged(T(3))
def in_a_list_that_grows(n):
    """A growing list of tuples of dynamic length cannot be staged."""
    kept = []
    t = ()
    for i in range(n):
        t += (i,)
        kept.append(t)
    return kept


# -- Tuples in what iterates over several things at once

N = (T(0), T(1), T(4))


class Numbers(list):  # type: ignore[type-arg]
    """A list of a class of the user's."""


@dataclass
class Pair:
    """Two values."""

    left: Any
    right: Any


def grown(n):
    t = (1, 2)
    for i in range(n):
        t = t + (i + 3,)
    return t


@programs.staged(*N)
def zip_with_what_is_known(n):
    """`zip()` of a tuple of dynamic length with other iterables and itself."""
    t = grown(n)
    return (
        list(zip(t, (5, 6, 7))),
        list(zip((5, 6, 7), t)),
        list(zip(t, [5, 6, 7])),
        list(zip(t, "xyz")),
        list(zip(t, range(3))),
        list(zip(t, iter([5, 6]))),
        list(zip(t, t)),
        list(zip(t, enumerate(t), t)),
    )


@programs.staged(*N)
def zip_in_a_loop(n):
    """A loop with `break` over `zip(t, t[1:])` of a tuple of dynamic length."""
    t, total = grown(n), 0
    for a, b in zip(t, t[1:]):
        total += a * b
        if total > 10:
            break
    return total, sum(a * b for a, b in zip(t, t)), [a for a in zip(t, (5, 6))]


@programs.staged(*N)
def zip_strictly(n):
    """`zip(strict=True)` of a tuple of dynamic length raises ValueError."""
    t = grown(n)
    message, found = "", list(zip(t, t, strict=True))
    try:
        for a, b in zip(t, (1, 2), strict=True):
            found.append((a + b, b))
    except ValueError as error:
        message = str(error)
    return message, found


@programs.staged(*N)
def zip_of_a_tuple_that_may_be_empty(n):
    """`zip()` of a tuple from a filtering generator expression."""
    t = tuple(i for i in range(n) if i != 2)
    return sum(a * b for a, b in zip(t, t)), list(zip(t, (1, 2, 3)))


@programs.staged(*N)
def reduced(n):
    """`functools.reduce()` over a tuple of dynamic length, to numbers and tuples."""
    t = grown(n)
    return (
        functools.reduce(lambda a, b: a + b, t),
        functools.reduce(operator.add, t, 10),
        functools.reduce(lambda a, b: a + (b,), t, ()),
    )


@programs.staged(*N)
def chained(n):
    """`itertools.chain()` and `from_iterable()` with a tuple of dynamic length."""
    t = grown(n)
    return (
        list(itertools.chain(t, (9,))),
        list(itertools.chain((9,), t)),
        list(itertools.chain(t)),
        list(itertools.chain.from_iterable([t, t])),
        list(itertools.chain.from_iterable((t, [8]))),
    )


@programs.staged(*N)
def accumulated(n):
    """`itertools.accumulate()` over a tuple of dynamic length."""
    t = grown(n)
    return (
        list(itertools.accumulate(t)),
        list(itertools.accumulate(t, lambda a, b: a * b)),
        list(itertools.accumulate(t, initial=1)),
    )


@programs.staged(*N)
def compressed(n):
    """`compress()`, `zip_longest()`, `pairwise()`, `islice()` and `cycle()`."""
    t = grown(n)
    return (
        list(itertools.compress(t, (1, 0, 1))),
        list(itertools.compress("abc", t)),
        list(itertools.zip_longest(t, (1, 2, 3, 4), fillvalue=0)),
        list(itertools.pairwise(t)),
        list(itertools.islice(t, 1, None)),
        list(itertools.islice(itertools.cycle(t), 5)),
    )


@programs.staged(*N)
def mapped(n):
    """`map()` over a tuple of dynamic length and a second sequence."""
    t = grown(n)
    return (
        list(map(lambda a, b: (a, b), t, (5, 6, 7))),
        list(map(lambda a, b: (a, b), (5, 6, 7), t)),
        list(map(max, t, [2, 1, 5])),
        sum(map(operator.mul, t, t)),
    )


@programs.staged(*N)
def drawn_from(n):
    """`next()` and a generator expression take items of a dynamic tuple."""
    t = grown(n)
    found = iter(t)
    first = next(found)
    return first, list(found), next((a for a in t if a == 3), None)


@programs.staged(*N)
def tuples_of_text_and_pairs(n):
    """Tuples of strings and of pairs that get one more item on a path."""
    names: Any = ("a", "b")
    pairs: Any = ((1, 2), (3, 4))
    if n > 0:
        names = names + ("c",)
        pairs = pairs + ((5, 6),)
    return (
        dict(zip("xyz", names)),
        list(zip(names, pairs)),
        functools.reduce(lambda a, b: a + b, names),
        list(itertools.chain.from_iterable(pairs)),
    )


@programs.falls(*N)
def lists_of_classes_of_the_users(n):
    """`zip()`, `chain()` and `reduce()` over a list subclass."""
    xs = Numbers([1, 2])
    if n > 0:
        xs.append(3)
    return (
        list(zip(xs, (5, 6, 7))),
        list(zip(xs, iter([5, 6]))),
        list(itertools.chain(xs, (9,))),
        list(itertools.pairwise(xs)),
        list(itertools.islice(xs, 1, None)),
        functools.reduce(lambda a, b: a + b, xs),
        next((a for a in xs if a == 3), None),
    )


@programs.staged(*N)
def in_a_dataclass(n):
    """Tuples of dynamic length are returned in fields of dataclasses."""
    t = grown(n)
    return Pair(t, 9), Pair(9, t), Pair([t, 4], (t, 5)), {"a": Pair(t, 9), "b": 3}


@programs.staged(*N)
def in_a_deque(n):
    """A tuple of dynamic length is returned in a deque."""
    held: Any = deque()
    held.append(grown(n))
    held.append(5)
    return held


@programs.staged((T(0), []), (T(3), []))
def put_into_a_list_of_the_callers(n, found):
    """Tuples of dynamic length are appended to the caller's list."""
    t = grown(n)
    found.append(t)
    found.append([t, 1])
    found.append({"a": (t, 2)})


@programs.staged((T(0), {}), (T(3), {}))
def put_into_a_dict_of_the_callers(n, found):
    """Tuples of dynamic length are stored in the caller's dict."""
    found["a"] = grown(n)
    found["b"] = [grown(n), 1]


@programs.staged((T(0), Pair([1], 2)), (T(3), Pair([1], 2)))
def put_into_an_object_of_the_callers(n, found):
    """Tuples of dynamic length become attributes of the caller's object."""
    found.left = grown(n)
    found.right = [grown(n), 4]


@programs.staged((T(0), deque()), (T(3), deque()))
def put_into_a_deque_of_the_callers(n, found):
    """A tuple of dynamic length is appended to the caller's deque."""
    found.append(grown(n))
    found.appendleft(0)


@programs.staged(T(2))
def all_orders(n):
    """`itertools.permutations()` of a tuple of dynamic length is not staged."""
    return list(itertools.permutations(grown(n)))


@programs.falls((T(2), []))
def a_list_of_a_class_is_left(n, found):
    """A dynamic list subclass in the caller's list cannot be staged."""
    xs = Numbers([1, 2])
    if n > 0:
        xs.append(3)
    found.append(xs)


@programs.staged((T(2), []), (T(0), []))
def a_set_is_left(n, found):
    """A set of dynamic size is appended to the caller's list."""
    held = {1, 2}
    if n > 0:
        held.add(3)
    found.append(held)


@programs.staged((T(2), []))
def a_range_is_left(n, found):
    """A dynamic range in the caller's list cannot be staged."""
    found.append(range(n))


@programs.staged((T(2), []))
def a_view_is_left(n, found):
    """A view of a dict of dynamic length in the caller's list is not staged."""
    table = {"a": 1}
    if n > 0:
        table["b"] = 2
    found.append(table.values())


@programs.staged(T(0), T(2), T(5), T(9))
def tensors_and_numbers_zipped_strictly(a):
    """`next()` with a default after a strict `zip()` may be exhausted."""
    pairs = zip((ag.constant([[7, 3], [7, -1]], ag.int64),), range(1), strict=True)
    if a > 2:
        next(pairs, None)
    row, _ = next(pairs, (ag.constant([[-3, 5], [1, 7]], ag.int64), 0))
    n = 0
    if a > 2:
        n = len(list(pairs))
    return abs(row), n


@programs.staged(T(0), T(2), T(5), T(9))
def one_part_that_is_longer(a):
    """`next()` in a loop over a strict `zip()` with unequal lengths."""
    pairs = zip((1, 2, 3), (ag.constant([1.5]), ag.constant([2.5])), strict=True)
    n = 0
    try:
        while n < a:
            number, _ = next(pairs)
            n += number
    except ValueError as error:
        return str(error)
    return str(n)


@programs.staged(T(0), T(2), T(5), T(9))
def parts_that_have_ended_together(a):
    """`next()` with a default over an exhausted strict `zip()`."""
    pairs = zip((1, 2), (ag.constant([1.5]), ag.constant([2.5])), "ab", strict=True)
    n = 0
    while n < a:
        number, row, text = next(pairs, (5, ag.constant([0.5]), "c"))
        n += number + len(text) * int(row[0])
    return n


# -- Named tuples

N_2 = (T(0), T(3))

Pair_2 = namedtuple("Pair", "left right", defaults=[5])


class Order(NamedTuple):
    """Items, and what is added to their sum."""

    items: Any
    more: int = 3

    def total(self):
        """Return the sum."""
        return sum(self.items) + self.more


def grown_2(n):
    xs = [1]
    for i in range(n):
        xs.append(i)
    return xs


@programs.staged(*N_2)
def made_of_a_list(n):
    """Named tuples with a dynamic list, passed by position and by keyword."""
    return Pair_2(grown_2(n), 0), Pair_2(right=0, left=grown_2(n))


@programs.falls(*N_2)
def made_of_a_tuple(n):
    """A named tuple with a dynamic tuple: `str`, `==`, `_asdict`, `_replace`."""
    p = Pair_2(tuple(grown_2(n)), 9)
    return p, str(p), p == Pair_2((1,), 9), p._asdict(), p._replace(right=1)


@programs.staged(*N_2)
def a_field_that_changes(n):
    """The dynamic list in a field of a named tuple is appended to."""
    p = Pair_2(grown_2(n))
    p.left.append(7)
    return p, p.left[-1], len(p[0]), p.right


@programs.staged(*N_2)
def taken_apart_2(n):
    """A named tuple with a dynamic list is unpacked."""
    left, right = Pair_2(grown_2(n))
    return sum(left), right


@programs.falls(*N_2)
def with_methods(n):
    """A method, `_replace` and `_make` of a `NamedTuple` class."""
    order = Order(grown_2(n))
    return order.total(), order._replace(more=4), Order._make([grown_2(n), 9])


@programs.staged(*N_2)
def made_anew_in_a_loop(n):
    """A loop rebuilds a named tuple with a growing field."""
    p = Pair_2((1,), 2)
    for i in range(n):
        p = Pair_2((*p.left, i), p.right + 1)
    return p


@programs.staged(*N_2)
def on_both_paths(n):
    """A conditional expression of named tuples with lists of different lengths."""
    p = Pair_2([1, 2], 2) if n > 0 else Pair_2([3], 4)
    return p, p.left[0]


@programs.staged((T(0), []), (T(3), []))
def left_in_a_list_of_the_callers(n, found):
    """A named tuple with a dynamic list is appended to the caller's list."""
    found.append(Pair_2(grown_2(n), 3))


@programs.falls(T(1))
def fields_of_a_list(n):
    """`_make` of a list of dynamic length cannot be staged."""
    return Pair_2._make(grown_2(n))


@programs.falls(*N_2)
def looked_into_2(n):
    """`in`, `count` and `index` on a named tuple with a tensor."""
    pair = Pair_2(n, 2)
    return 1 in pair, 3 not in pair, pair.count(2), pair.index(2)


@programs.falls(*N_2)
def looked_for_in_vain(n):
    """`index` of a tensor that a named tuple does not contain raises ValueError."""
    return Pair_2(7, 8).index(n)


@programs.staged(*N_2)
def as_a_place_of_an_array(n):
    """Named tuples as indices of an array that is read and written."""
    grid = np.arange(16).reshape(4, 4)
    grid[Pair_2(int(n), 1)] = 70
    for i in ag.range(2):
        grid[Pair_2(i, i + 1)] += 5
    return grid, grid[Pair_2(n, 1)], grid[Pair_2(slice(None, 2), n)]


@programs.staged(*N_2)
def as_a_place_of_a_tensor(n):
    """A named tuple as the index of a tensor."""
    grid = np.arange(16).reshape(4, 4)
    return (ag.constant(grid) + n)[Pair_2(int(n), 1)] == (grid + int(n))[int(n), 1]


@programs.staged(*N_2)
def as_a_place_with_a_bound_or_none(n):
    """A named tuple as an index, with a slice whose bound may be None."""
    grid = np.arange(16).reshape(4, 4) * int(n)
    stop = None
    if n > 0:
        stop = int(n)
    return grid[Pair_2(0, slice(stop))]


@programs.staged(*N_2)
def given_to_numpy(n):
    """Named tuples as arguments, shapes and axes of NumPy functions."""
    p = Pair_2(int(n), int(n) + 1)
    rows = Pair_2(np.arange(3) * int(n), np.ones(3))
    return (
        *(np.array(p), np.sum(p), np.array_equal(p, p), np.isin(p, 1), np.dot(p, p)),
        *(
            np.zeros(p),
            np.stack(rows),
            np.sum(np.ones((2, 3, 4)) * p.left, Pair_2(0, 1)),
        ),
    )
