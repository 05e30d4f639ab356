"""Ranges with dynamic bounds."""

from __future__ import annotations

import math
import random
import reprlib
from collections import deque
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Ranges

T = ag.constant

NS = (T(6), T(0), T(-3), T(1))

PAIRS = ((T(6), T(2)), (T(0), T(-1)), (T(-3), T(-5)), (T(1), T(0)), (T(7), T(-2)))


@programs.staged(*NS)
def used_up(n):
    """Builtins that consume a range whose stop is a tensor."""
    return (
        list(range(n)), tuple(range(n)), [*range(n)], (0, *range(1, n)), len(range(n)),
        sum(range(n)), sum(range(n), n), any(range(n)), all(range(n)),
        sorted(range(n), reverse=True), list(reversed(range(n))),
        min(range(n), default=-1), max(range(n), key=lambda x: -x, default=3),
    )  # fmt: skip


@programs.staged(*NS)
def an_extreme(n):
    """`max` of a range raises ValueError when the range is empty."""
    return max(range(n))


@programs.staged(*NS)
def with_other_iterables(n):
    """`zip`, `enumerate`, `map` and `filter` over ranges with dynamic stops."""
    return (
        list(zip(range(n), range(n))),
        list(zip(range(n), [1, 2, 3])),
        list(zip("abc", range(n))),
        list(enumerate(range(n), 1)),
        list(map(lambda i: i * i, range(n))),
        list(filter(lambda i: i % 2, range(n))),
        [i for i in range(n) if i > 1],
    )


@programs.staged(*NS)
def with_nothing(n):
    """`zip` of a dynamic range with an empty list."""
    return list(zip(range(n), []))


@programs.staged(*NS)
def two_loops_over_one(n):
    """Two loops iterate over one range object."""
    r, total = range(n), 0
    for i in r:
        total += i
    for i in r:
        total += i * i
    return total, len(r)


@programs.staged(*NS)
def given_to_a_function(n):
    """A nested function iterates over a range passed to it."""

    def squares(r):
        return sum(x * x for x in r) + len(r)

    return squares(range(n)), squares(range(n, 0, -1))


@programs.staged(*NS)
def unpacked(n):
    """Starred unpacking of a range raises ValueError when it is too short."""
    a, b, *c = range(n)
    return a, b, c


@programs.staged(*NS)
def unpacked_exactly(n):
    """Unpacking a range to one name raises unless its length is one."""
    (a,) = range(n)
    return a


@programs.staged(*NS)
def the_first(n):
    """`range(n)[0]` raises IndexError when the range is empty."""
    return range(n)[0]


@programs.staged(*NS)
def the_last(n):
    """`range(n)[-1]` raises IndexError when the range is empty."""
    return range(n)[-1]


@programs.staged(*PAIRS)
def a_place_of_the_run(n, k):
    """A dynamic index of a range with a dynamic stop."""
    return range(0, n, 2)[k]


@programs.staged(*PAIRS)
def a_place_of_the_run_in_a_known_range(n, k):
    """A dynamic index, positive or negative, of constant ranges."""
    return range(10)[k], range(9, 0, -2)[k]


@programs.staged(*PAIRS)
def slices(n, k):
    """Slices of constant and dynamic ranges by dynamic starts and stops."""
    r, known = range(n), range(10)
    return (
        list(r[k:]), list(r[:k]), list(r[::-1]), list(r[1:k:2]), len(r[k:]),
        list(r[::2][1:]), list(known[k:]), list(known[n:k]), len(known[k::2]),
    )  # fmt: skip


@programs.staged(*NS)
def a_step_of_the_run(n):
    """A range, and a slice of a range, with a dynamic step."""
    return list(range(5, n, n - 2 if n > 3 else -1)), len(range(7)[:: n or 1])


@programs.staged(*NS)
def a_step_of_zero(n):
    """`range()` with a dynamic step raises ValueError when the step is zero."""
    return list(range(0, 5, n))


@programs.staged(*NS)
def a_slice_with_a_step_of_zero(n):
    """A slice of a range raises ValueError when its dynamic step is zero."""
    return len(range(4)[::n])


@programs.staged(*NS)
def places_of_items(n):
    """A comprehension indexes a range by each item of an equal range."""
    return [range(n)[i] for i in range(n)]


@programs.staged(*PAIRS)
def looked_for(n, k):
    """`in` and `not in` a dynamic range for a tensor, floats, text and None."""
    r = range(0, n, 2)
    return k in r, 2 in r, 2.0 in r, 2.5 in r, "a" in r, None in r, k not in r


@programs.staged(*PAIRS)
def counted(n, k):
    """`range.count` of a tensor, of a constant and of a Python int."""
    return range(n).count(k), range(n).count(2), range(n).count(int(k))


@programs.staged(*PAIRS)
def the_place_of_a_tensor(n, k):
    """`range.index` of a tensor raises ValueError when it is not in the range."""
    return range(n).index(k)


@programs.staged(*PAIRS)
def the_place_of_a_number(n, k):
    """`range.index` of `int()` of a tensor, with its ValueError."""
    return range(0, n, 2).index(int(k))


@programs.staged(*NS)
def attributes(n):
    """`start`, `stop`, `step` and the class of a range with a dynamic stop."""
    r = range(1, n, 2)
    return r.start, r.stop, r.step, isinstance(r, range), type(r) is range


@programs.staged(*PAIRS)
def equality(n, k):
    """`==` and `!=` of dynamic ranges with ranges, a list, None and an int."""
    r = range(0, n, 2)
    return (
        range(n) == range(k), range(n) != range(k), r == range(0, n, 2), r == [0],
        range(n) == range(6), range(0) == range(n), r == None, r != 1,
    )  # fmt: skip


@programs.staged(*NS)
def truth(n):
    """A `while` loop tests a range that it shortens by slicing."""
    r = range(n)
    steps = 0
    while r:
        steps += r[0]
        r = r[2:]
    return steps, bool(range(n)), 1 if range(n) else 2, not range(n)


@programs.staged(*NS)
def text(n):
    """`str`, `repr` and f-strings of ranges with dynamic bounds."""
    r = range(0, 9, n or 2)
    return str(range(n)), f"{range(1, n)} {r!r}", repr(r), f"{[r]}"


@programs.staged(*PAIRS)
def chosen(n, k):
    """A range selected at run time is sliced in a branch and iterated over."""
    r = range(n) if n > k else range(k, n)
    if k > 0:
        r = r[1:]
    total = 0
    for i in r:
        total += i
    return total, len(r), r.start


@programs.staged(*NS)
def made_anew_in_a_loop(n):
    """A loop rebinds a range to a slice of itself."""
    r, total = range(n), 0
    for _ in range(3):
        total += len(r)
        r = r[1:]
    return total, list(r)


@programs.staged(*NS)
def in_a_list(n):
    """The lengths of ranges with dynamic bounds in a list."""
    return [len(r) for r in [range(n), range(2), range(n, 9)]]


@programs.staged(*NS)
def floats(n):
    """`range()` of a floating-point tensor raises TypeError."""
    return list(range(2.5 * n))


@programs.staged(*NS)
def added(n):
    """`+` of a range and a list raises TypeError."""
    return range(n) + [1]


@programs.staged(*NS)
def ordered(n):
    """`<` of two ranges raises TypeError."""
    return range(n) < range(n)


@programs.staged(*NS)
def a_slice_by_floats(n):
    """A slice of a range with a float bound raises TypeError."""
    return range(n)[:2.5]


@programs.staged(*NS)
def indexed_by_text(n):
    """Indexing a range by a string raises TypeError."""
    return range(n)["a"]


@programs.staged(*NS)
def what_it_does_not_have(n):
    """A dynamic range has no `append`: AttributeError."""
    return range(n).append(1)


@programs.staged(*NS)
def stored(n):
    """Assigning to `start` of a dynamic range raises AttributeError."""
    r = range(n)
    r.start = 1


@programs.staged(*NS)
def formatted(n):
    """A format specification for a dynamic range raises TypeError."""
    return f"{range(n):5}"


@programs.staged(NS[0])
def a_key(n):
    """A range with a dynamic stop as a dict key cannot be staged."""
    return {range(n): 1}


@programs.staged(NS[0])
def matched(n):
    """A sequence pattern for a range with a dynamic stop cannot be staged."""
    match range(n):
        case [_, _]:
            return 1
    return 2


@programs.staged(NS[0])
def a_result(n):
    """Returning a range with a dynamic stop cannot be staged."""
    return range(n)


@programs.staged(*NS)
def an_iterator(n):
    """`next` of a range iterator raises StopIteration when it is empty."""
    return next(iter(range(n)))


@programs.staged(*NS)
def a_dict(n):
    """`dict` of two zipped ranges with dynamic stops."""
    return dict(zip(range(n), range(n)))


@programs.falls(NS[0])
def spread(n):
    """Spreading a dynamic range into arguments of `math.gcd` cannot be staged."""
    return math.gcd(*range(n))


@programs.falls(NS[0])
def a_method_of_its_type(n):
    """`__len__` called as a method of a dynamic range cannot be staged."""
    return range(n).__len__()


# -- Ranges turned into NumPy arrays

COUNTS: Any = (T(3), T(1), T(5), np.int64(4))


class Pair(NamedTuple):
    low: int
    high: int


@programs.staged(*COUNTS)
def reduced(n):
    """`np.mean`, `np.std`, `np.median` and `np.max` of dynamic ranges."""
    items = range(n)
    return np.mean(items), np.std(items), np.median(items), np.max(range(1, n + 1, 2))


@programs.staged(*COUNTS)
def counted_2(n):
    """`np.size`, `np.shape` and `np.ndim` of a dynamic range."""
    return np.size(range(n)), np.shape(range(n)), np.ndim(range(n))


@programs.staged(*COUNTS)
def placed(n):
    """`np.argmax`, `np.argsort` and `np.isin` of a descending dynamic range."""
    items = range(n, 0, -1)
    return np.argmax(items), np.argsort(items), np.isin(1, items)


@programs.staged(*COUNTS)
def computed(n):
    """`np.sqrt`, `np.add`, `np.clip` and `np.outer` of a dynamic range."""
    items = range(n)
    return (
        np.sqrt(items),
        np.add(items, 1),
        np.clip(items, 1, 2),
        np.outer(items, items),
    )


@programs.staged(*COUNTS)
def beside_arrays(n):
    """Arithmetic of NumPy arrays and a NumPy scalar with dynamic ranges."""
    x = np.linspace(0.0, 1.0, n)
    return x * range(n), range(n) + x, np.arange(n) - range(n), np.float32(2) * range(n)


@programs.staged(T(3))
def beside_a_known_array(n):
    """A constant NumPy array plus a dynamic range."""
    return np.array([1, 2, 3]) + range(n)


@programs.staged(*COUNTS)
def as_indices(n):
    """Dynamic ranges as index arrays of NumPy arrays."""
    x = np.arange(10) * 3
    grid = x.reshape(5, 2)
    return x[range(n)], x[range(n, 0, -2)], x[range(n - n)], grid[range(n), 1]


@programs.staged(*COUNTS)
def deque_beside_an_array(n):
    """A NumPy array plus a deque of dynamic length."""
    items = deque()
    for i in range(n):
        items.append(i)
    return np.zeros(len(items)) + items


@programs.staged(*COUNTS)
def stack_of_text(n):
    """`ag.constant` and `ag.stack` of a list of strings of dynamic length."""
    words = [str(i) for i in range(n)]
    return ag.constant(words), ag.stack(words)


@programs.staged(*[(T([1.0, 2.0, 3.0]), T(k)) for k in (0, 1, 2)], (np.arange(3), T(1)))
def pair_as_an_index(x, k):
    """A named tuple with a dynamic field indexes a NumPy array."""
    grid = np.arange(9).reshape(3, 3)
    return grid[Pair(k, 1)], x[k]


@programs.staged(*[T(k) for k in (0, 1, 2, 5)])
def part_of_a_pair(k):
    """Dynamic slices of a named tuple with a dynamic field."""
    pair = Pair(k, 7)
    return sum(pair[:k]), len(pair[k:])


@programs.staged(T(3), T(0))
def size_of_a_dict(n):
    """`np.size` of a dict of dynamic length cannot be staged."""
    table = {i: i for i in range(n)}
    return np.size(table)


@programs.staged(T(3))
def sum_of_a_set(n):
    """`np.sum` of a set with dynamic elements cannot be staged."""
    return np.sum({i % 2 for i in range(n)})


@programs.falls(T(3))
def permuted(n):
    """`Generator.permutation` of a dynamic range cannot be staged."""
    return np.random.default_rng(0).permutation(range(n))


@programs.staged(T(3))
def as_a_dtype(n):
    """`np.float64` of a dynamic range cannot be staged."""
    return np.float64(range(n))


@programs.staged(T(3), T(2))
def known_ranges_beside_arrays(n):
    """Arithmetic and comparisons of NumPy arrays with constant ranges."""
    x = np.arange(3) * int(n)
    return (
        *(x + range(3), range(3) * x, x - range(3), range(1, 4) / (x + 1.0)),
        *(x == range(3), range(3) != x, x < range(3), range(0, 9, 3) >= x),
    )


@programs.staged(T(3), T(2))
def ranges_of_the_run_compared_with_arrays(n):
    """`==` of a NumPy array and a NumPy scalar with ranges."""
    x = np.arange(int(n))
    return (x == range(n)).all(), np.sum([int(n)]) == range(2)


@programs.staged(T(3), T(2))
def arrays_beside_what_equals_itself_alone(n):
    """`==` and `!=` of a NumPy array with dicts, sets and None go by element."""
    x = np.arange(3) * int(n)
    return x == {}, x != {}, x == set(), x == frozenset({1}), {1: 2} != x, x == None


@programs.staged(T(3), T(0))
def ranges_are_no_numbers(n):
    """`int`, `float`, `complex` and `round` of a range raise TypeError."""
    found = []
    for make in (int, float, complex, round):
        try:
            found.append(make(range(n)))
        except TypeError:
            found.append(-1)
    return found


@programs.falls(T(3), T(1))
def ranges_given_to_ops(n):
    """`ag.reduce_sum`, `ag.constant` and `ag.size` of dynamic ranges."""
    try:
        return ag.reduce_sum(range(n)), ag.constant(range(1, n + 1)), ag.size(range(n))
    except TypeError:
        return 0, 0, 0


@programs.staged(T(3), T(0))
def ranges_kept_in_a_list_of_the_run(n):
    """Ranges as items of a list of dynamic length cannot be staged."""
    return [range(i) for i in range(n)]


@programs.falls(T(3), T(0))
def ranges_shown_by_a_library(n):
    """`reprlib.repr` of a dynamic range cannot be staged."""
    return reprlib.repr(range(n))


@programs.falls(T(3), T(0))
def ranges_to_draw_from(n):
    """`random.sample` from a dynamic range cannot be staged."""
    try:
        return random.sample(range(n + 1), 1)
    except TypeError:
        return []


# -- numpy.arange

numbers = programs.staged(*map(T, (3, 0, 1, 254, 256, 300)))


@numbers
def of_bytes(n):
    """`np.arange` of uint8 with dynamic bounds, which may exceed 255."""
    first = int(n)
    return np.arange(first, first + 3, dtype=np.uint8)


@numbers
def of_bytes_or_nothing(n):
    """The OverflowError of a uint8 `np.arange`, caught."""
    first = int(n)
    try:
        return np.arange(first, first + 3, dtype=np.uint8)
    except OverflowError:
        return np.zeros(1, np.uint8)


@numbers
def steps_through_bytes(n):
    """Iteration over a uint8 `np.arange` with dynamic bounds."""
    first, found = int(n), []
    for each in np.arange(first, first + 3, dtype=np.uint8):
        found.append(each)
        found.append(each // 2)
    return found


@numbers
def between_numbers_that_are_no_integers(n):
    """`np.arange` with dynamic float bounds and steps, as three dtypes."""
    first = float(n) + 0.5
    return (
        np.arange(first, first + 1, 0.1),
        np.arange(first, first + 1, 0.1, dtype=np.float32),
        np.arange(first, first + 2.9, 0.6, dtype=np.int32),
    )


@numbers
def steps_through_integers_between_others(n):
    """Iteration over an int64 `np.arange` between dynamic float bounds."""
    total = np.int64(0)
    for each in np.arange(float(n) + 0.5, float(n) + 3, dtype=np.int64):
        total += each
    return total


@numbers
def of_a_step(n):
    """`np.arange` with a dynamic step, which raises for zero."""
    return np.arange(0, 600, int(n))


@numbers
def of_a_step_in_a_loop(n):
    """Iteration over `np.arange` with a dynamic step; a zero step is caught."""
    total = np.int64(0)
    try:
        for each in np.arange(0, 9, int(n)):
            total += each
    except ZeroDivisionError:
        return np.int64(-1)
    return total
