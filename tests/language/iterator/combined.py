"""filter, map, zip, reduce and itertools with dynamic results."""

from __future__ import annotations

import collections
import functools
import io
import itertools
import math
import operator
import re

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- filter, map, zip and enumerate

T = ag.constant

XS = (T([1, 2, 3]), T([0, 0]), T([-1, 5, -2]), T([4, 0, 4, 7]))

PAIRS = ((T(2), T(0)), (T(0), T(2)), (T(3), T(5)))


def grown(xs):
    found = []
    for x in xs:
        if x > 0:
            found.append(x)
    return found


def is_large(x):
    ag.print("asked of", x)
    return x > 1


def doubled(x):
    ag.print("doubled", x)
    return x * 2


@programs.staged(*XS)
def lists(xs):
    """`list` of `filter` with a lambda, and with None, over a tensor."""
    return list(filter(lambda x: x > 1, xs)), list(filter(None, xs))


@programs.staged(*XS)
def of_a_grown_list(xs):
    """`filter`, `map` and `zip` over a list of dynamic length."""
    items = grown(xs)
    return (
        list(filter(lambda x: x > 1, items)),
        list(map(lambda x: x + 1, items)),
        list(map(lambda x, y: x - y, items, items)),
        list(map(max, items, [1, 2, 3])),
        list(zip(items, items)),
    )


@programs.staged(*XS)
def sums_and_extremes(xs):
    """`sum`, `max` and `min` of `filter` and `map`, with defaults."""
    items = filter(lambda x: x > 1, xs)
    return (
        sum(items),
        sum(map(abs, grown(xs)), 5),
        max(filter(None, xs), default=-1),
        min(map(lambda x: -x, grown(xs)), default=None),
        max(filter(is_large, xs), key=lambda x: -x, default=7),
    )


@programs.staged(*XS)
def an_extreme_of_none(xs):
    """`min` of a `filter` raises ValueError when no item passes."""
    return min(filter(lambda x: x > 4, xs))


@programs.staged(*XS)
def sorted_items(xs):
    """`sorted` of `filter` and `map`, with a key and reversed."""
    return (
        sorted(filter(lambda x: x > 1, xs), key=lambda x: -x),
        sorted(map(lambda x: x + 1, grown(xs))),
        sorted([*filter(None, xs)], reverse=True),
    )


@programs.staged(*XS)
def stars(xs):
    """Starred `map`, `filter` and list in displays."""
    return [0, *map(abs, grown(xs))], (0, *filter(None, xs), 9), [*grown(xs), 1]


@programs.staged(*XS)
def a_list_is_extended(xs):
    """`extend` by `filter`, `map`, a generator and a dynamic range."""
    items = [1]
    items.extend(filter(lambda x: x > 1, xs))
    items.extend(map(lambda x: x + 1, grown(xs)))
    items.extend(x + 1 for x in xs if x > 1)
    items.extend(range(xs[0]))
    return items


@programs.staged(*XS)
def a_list_is_extended_by_what_looks_at_it(xs):
    """`extend` by a generator that reads the growing length of the list."""
    items = [T(1)]
    items.extend(x + len(items) for x in xs if x > 1)
    return items


@programs.staged(*XS)
def comprehensions(xs):
    """Comprehensions over `filter`, `map` and `enumerate`."""
    return (
        [x for x in filter(lambda x: x > 1, xs) if x < 5],
        [x + 1 for x in map(lambda x: x * 2, grown(xs))],
        {k: x for k, x in enumerate(map(lambda x: x + 1, xs))},
    )


@programs.staged(*XS)
def generator_expressions(xs):
    """`sum`, `any` and `tuple` of generators over `filter` and a tensor."""
    return (
        sum(x for x in filter(lambda x: x > 1, xs) if x < 5),
        any(x > 3 for x in filter(lambda x: x > 1, xs)),
        tuple(x for x in xs if x > 1),
    )


@programs.falls(*XS)
def of_a_tensor_of_unknown_length(xs):
    """Builtins over a slice of a tensor of dynamic length."""
    ys = xs[: ag.reduce_max(xs)]
    return (
        list(ys), tuple(ys), [*ys, 1], (0, *ys), list(zip(ys, ys)), sorted([*ys]),
        list(map(lambda y: y + 1, ys)), list(filter(lambda y: y > 1, ys)),
        sum(map(abs, ys)), [*filter(None, ys)], list(enumerate(ys)),
    )  # fmt: skip


@programs.staged(*PAIRS)
def dict_comprehensions(a, b):
    """A dict comprehension over filtered items of a dict."""
    pairs = {"a": a, "b": b}.items()
    return {key: x for key, x in filter(lambda pair: pair[1] > 0, pairs) if x < 5}


@programs.staged(*XS)
def text_of_items(xs):
    """`join` of `map`, of a generator and of `filter` over strings."""
    return (
        ", ".join(map(str, grown(xs))),
        "-".join(str(x) for x in xs if x > 1),
        "".join(filter(lambda t: t != "2", map(str, xs))),
    )


@programs.staged(*XS)
def functions_are_called_as_items_are_drawn(xs):
    """Nested `map` and `filter` call their functions item by item, when drawn."""
    found = map(doubled, filter(is_large, map(doubled, filter(is_large, xs))))
    ag.print("nothing is drawn yet")
    return [x for x in found]


@programs.falls(*XS)
def nothing_is_drawn_after_the_end(xs):
    """`break` in a loop over a `filter` draws no further item."""
    found = []
    for place, x in enumerate(filter(is_large, xs), 5):
        found.append((place, x))
        if x > 3:
            break
    return found


@programs.staged(*XS)
def truths_end_early(xs):
    """`any` and `all` of `filter` and `map` stop drawing once decided."""
    return any(filter(is_large, xs)), all(filter(is_large, xs)), any(map(doubled, xs))


@programs.staged(*PAIRS)
def what_comes_later_does_not_raise(a, b):
    """A `break` before the item whose `map` function would raise."""
    for x in map(lambda x: 10 // x, [a, b]):
        if x > 3:
            break
    return x


@programs.staged(*PAIRS)
def a_truth_that_ends_early_does_not_raise(a, b):
    """`any` of a `map` stops before the item that would raise, or raises."""
    return any(map(lambda x: 10 // x > 3, [int(a), int(b)]))


@programs.staged(T(1), T(9))
def a_function_that_map_calls(a):
    """A function that `map` calls appends to a list until a dynamic `break`."""
    seen = []

    def noted(k):
        seen.append(k)
        return k

    for x in map(noted, [0, 1, 2, 3]):
        if a < x:
            break
    return len(seen)


@programs.staged(*XS)
def a_function_that_counts(xs):
    """A function that `filter` calls increments a nonlocal."""
    count = 0

    def f(x):
        nonlocal count
        count += 1
        return x > count

    return list(filter(f, xs)), count


@programs.staged(*XS)
def in_loops(xs):
    """`sum` and `list` of `filter` in a `while` loop."""
    k, total = 0, 0
    while k < 2:
        total += sum(filter(lambda x: x > k, xs))
        if len(list(filter(None, xs))) > 1:
            total += 1
        k += 1
    return total


@programs.staged(*XS)
def with_continue_and_else(xs):
    """`continue` and `else` of a loop over a filtered dynamic range."""
    total = 0
    for x in filter(lambda x: x > 0, range(ag.reduce_max(xs))):
        if x == 2:
            continue
        total += x
    else:
        total += 100
    return total


@programs.staged(*XS)
def a_return(xs):
    """`return` in a loop over a `filter`."""
    for x in filter(lambda x: x > 2, xs):
        return x
    return None


@programs.staged(*PAIRS)
def in_try(a, b):
    """A comprehension over a `filter` that may raise, in a `try`."""
    try:
        found = [10 // x for x in filter(lambda x: 10 // x > 1, [a, b])]
    except ZeroDivisionError:
        found = [a]
    return found


@programs.staged(*XS)
def several_kept_for_later(xs):
    """A list of `filter` objects is created before they are consumed."""
    parts = [filter(lambda x, k=k: x > k, xs) for k in range(2)]
    return [sum(part) for part in parts]


@programs.staged(*PAIRS)
def used_up(a, b):
    """A second `list` of a `filter` is empty."""
    items = filter(lambda x: x > 0, [a, b])
    first = list(items)
    return first, list(items)


@programs.staged(*PAIRS)
def drawn_one_by_one(a, b):
    """`next` of an `enumerate`, then `list` of the rest, twice."""
    items = enumerate(ag.stack([a, b]))
    first = next(items)
    return first, list(items), list(items)


@programs.staged(*PAIRS)
def none_among_them(a, b):
    """`filter` of lists that contain None, or what may be None."""
    c = a if a > 0 else None
    return (
        list(filter(lambda x: x is not None, [a, None, 2, b])),
        list(filter(None, [None, a, 0, 2])),
        list(filter(None, [c, b])),
        [x + 1 for x in filter(lambda x: x is not None, [c, b])],
    )


@programs.staged(*XS)
def text_and_pairs(xs):
    """`filter` over strings, characters and pairs."""
    return (
        list(filter(lambda text: text > "2", [str(x) for x in xs])),
        [each for each in filter(str.isdigit, f"a{xs[0]}b")],
        list(filter(lambda pair: pair[0] > pair[1], zip(xs, reversed(xs)))),
    )


class Box:
    def __init__(self, x):
        self.x = x

    def __bool__(self):
        return bool(self.x > 1)


@programs.staged(*PAIRS)
def objects_with_a_truth(a, b):
    """`filter(None, ...)` calls `__bool__` of objects."""
    return [box.x for box in filter(None, [Box(a), Box(b), Box(T(9))])]


@programs.falls(XS[0], XS[2], XS[3])
def arrays_of_other_shapes(xs):
    """`filter` over a list of tensors of different lengths."""
    parts = [xs[:1], xs[:2], xs]
    return list(filter(lambda part: ag.reduce_sum(part) > 0, parts))


@programs.staged(T([0.5, 2.0, 3.5]), T([1.5]))
def gradients(xs):
    """The gradient of a sum over `map` of `filter`."""
    with ag.GradientTape() as tape:
        tape.watch(xs)
        total = sum(map(lambda x: x * x, filter(lambda x: x > 1, xs)))
    return tape.gradient(total, xs)


@programs.staged((T([1.5, 2.0]), 0.1), (T([0.5]), 0.1))
def python_floats(xs, y):
    """`sum` of `filter` over Python floats."""
    return sum(filter(lambda x: x > 1, [float(x) for x in xs] + [y, 2.0]))


@programs.staged(*XS)
def what_they_are(xs):
    """`isinstance` of `filter` and `map` objects."""
    items = filter(None, xs)
    return isinstance(items, filter), isinstance(map(abs, xs), map)


@programs.staged(*XS)
def tuples(xs):
    """Concatenation, repetition and slices of a tuple of dynamic length."""
    t = tuple(grown(xs))
    return t, len(t), t + (1,), t * 2, t[:1], t[1:], t[::-1], (0, *t), [*t, 3], t[:]


@programs.staged(*XS)
def an_item_of_a_tuple(xs):
    """First and last items of a tuple that may be empty: IndexError."""
    t = tuple(grown(xs))
    return t[0], t[-1]


@programs.staged(*XS)
def what_a_tuple_is_asked(xs):
    """`in`, `count`, iteration and builtins over a tuple of dynamic length."""
    t = tuple(grown(xs))
    total = 0
    for x in t:
        total += x
    return (
        4 in t, t.count(4), total, sum(t), max(t, default=0), sorted(t), list(t),
        bool(t), isinstance(t, tuple), [x for x in t],
    )  # fmt: skip


@programs.staged(*XS)
def the_place_in_a_tuple(xs):
    """`index` of a tuple of dynamic length, or ValueError."""
    return tuple(grown(xs)).index(4)


@programs.staged(*XS)
def a_tuple_taken_apart(xs):
    """Starred unpacking of a tuple that may be empty."""
    first, *rest = tuple(grown(xs))
    return first, rest


@programs.staged(*XS)
def tuples_compared(xs):
    """`==` and `!=` of tuples of dynamic length with tuples and others."""
    t, u = tuple(int(x) for x in grown(xs)), tuple(int(x) for x in xs)
    return t == u, t != u, t == t + (1,), t == list(t), t == 1


@programs.staged(*XS)
def a_tuple_that_one_path_makes_longer(xs):
    """A tuple grows in a branch and is shortened by a `while` loop."""
    t = tuple(grown(xs))
    if xs[0] > 0:
        t = t + (xs[1],)
    while len(t) > 2:
        t = t[1:]
    return t


@programs.staged(T(3), T(0))
def a_slice_of_a_known_tuple(n):
    """Dynamic slices of a constant tuple."""
    t = (1, 2, 3)
    return t[:n], t[n:], t[::-1][: n - 1]


@programs.staged(*XS)
def what_tuples_do_not_have(xs):
    """Assigning to an item of a tuple of dynamic length raises TypeError."""
    t = tuple(grown(xs))
    t[0] = 1


@programs.staged(*XS)
def after_a_break(xs):
    """A `filter` is consumed further after a loop that may break."""
    items = filter(lambda x: x > 0, [xs[0], xs[1]])
    for x in items:
        if x > 3:
            break
    return list(items)


@programs.staged(XS[0])
def a_second_time(xs):
    """Consuming an `enumerate` of a list of dynamic length twice: not staged."""
    items = enumerate(grown(xs))
    return list(items), list(items)


@programs.staged(XS[0])
def in_each_iteration(xs):
    """Consuming one `map` in each iteration cannot be staged."""
    items = map(abs, grown(xs))
    total = 0
    for _ in xs:
        total += sum(items)
    return total


@programs.staged(XS[0])
def one_item(xs):
    """`next` of an `enumerate` of a list of dynamic length cannot be staged."""
    return next(enumerate(grown(xs)))


@programs.staged(XS[0])
def zipped_with_what_may_leave_out(xs):
    """`zip` of a `filter` with a list cannot be staged."""
    return list(zip(filter(lambda x: x > 1, xs), [1, 2, 3]))


@programs.staged(XS[0])
def unpacked(xs):
    """Unpacking a `filter` to two names."""
    a, b = filter(lambda x: x > 1, xs)
    return a - b


@programs.staged(XS[0])
def a_key(xs):
    """A tuple of dynamic length as a dict key cannot be staged."""
    return {tuple(int(x) for x in grown(xs)): 1}


@programs.falls(XS[0])
def spread(xs):
    """Spreading a tuple of dynamic length into `math.gcd` cannot be staged."""
    return math.gcd(*tuple(grown(xs)))


# -- functools.reduce and itertools

COUNTS = [T(5), T(1), T(0)]


@programs.staged(*COUNTS)
def reduced(n):
    """`functools.reduce` with an initial value over ranges and lists."""
    total = functools.reduce(lambda a, b: a + b * b, range(n), 1)
    last = functools.reduce(max, [i % 3 for i in range(n)], -1)
    grown = functools.reduce(lambda a, b: a * b, [i * 1.5 for i in range(1, n)], 1.0)
    return total, last, grown


@programs.staged(*COUNTS)
def reduced_from_the_first_item(n):
    """`reduce` without an initial value; an empty range raises TypeError."""
    return functools.reduce(operator.sub, range(n))


@programs.staged(T(3), T(0))
def reduced_or_told_that_it_is_empty(n):
    """The TypeError of `reduce` over an empty range is caught."""
    try:
        return functools.reduce(operator.sub, range(n))
    except TypeError:
        return -1


@programs.staged(*COUNTS)
def reduced_with_effects(n):
    """A function that `reduce` calls appends to a list."""
    seen = []

    def step(left, right):
        seen.append(right)
        return left + right

    return functools.reduce(step, range(n), 0), seen


@programs.staged(T([1.5, 2.5, 3.5]), T([0.5]))
def reduced_over_what_is_taken(xs):
    """`reduce` over a comprehension with a data-dependent filter."""
    return functools.reduce(lambda a, b: a * b, [x for x in xs if x > 2], 1.0)


@programs.staged(3)
def reduced_over_a_number(n):
    """`reduce` over an int raises TypeError."""
    return functools.reduce(max, n)


@programs.staged(T(4))
def accumulated(n):
    """`itertools.accumulate` with functions and with an initial value."""
    return (
        list(itertools.accumulate(range(n))),
        list(itertools.accumulate(range(n), initial=100)),
        list(itertools.accumulate(range(1, n), operator.mul)),
        list(itertools.accumulate([i for i in range(n)], lambda a, b: a - b)),
    )


@programs.staged(T(5))
def accumulated_until_it_is_enough(n):
    """A loop over `accumulate` ends by `break`."""
    for total in itertools.accumulate(range(n)):
        if total > 2:
            break
    return total


@programs.staged(T(3))
def accumulated_only_when_it_is_asked_for(n):
    """`accumulate` calls its function only when `next` requests a sum."""
    log = []

    def add(left, right):
        log.append(left)
        return left + right

    sums = itertools.accumulate(range(n), add)
    log.append(-1)
    first = next(sums)
    log.append(-2)
    return first, next(sums), log


@programs.staged(T(4))
def chained(n):
    """`chain` and `chain.from_iterable` of ranges and lists."""
    grown = [[i] * i for i in range(n)]
    return (
        list(itertools.chain(range(n), [10, 20], range(n, 2 * n))),
        list(itertools.chain.from_iterable(grown)),
        list(itertools.chain.from_iterable([range(n), [7, 8]])),
    )


@programs.staged(T(3), T(0))
def chained_and_used_up(n):
    """`enumerate`, `sorted` and `max` of a `chain`."""
    return (
        [i * v for i, v in enumerate(itertools.chain(range(n), [1]), 1)],
        sorted(itertools.chain(range(n), [1])),
        max(itertools.chain(range(n), [1])),
    )


@programs.staged(*COUNTS)
def paired(n):
    """`itertools.pairwise` of a list and of a range."""
    squares = [i * i for i in range(n)]
    differences = [b - a for a, b in itertools.pairwise(squares)]
    return differences, list(itertools.pairwise(range(n)))


@programs.staged(T(4))
def zipped_to_the_longest(n):
    """`zip_longest` with a fill value over dynamic and fixed lengths."""
    return (
        list(itertools.zip_longest(range(n), range(3), fillvalue=-1)),
        list(itertools.zip_longest([1, 2, 3], range(n), range(2), fillvalue=0)),
    )


@programs.staged(T(5), T(2))
def zipped_with_none(n):
    """`zip_longest` fills the shorter range with None."""
    return list(itertools.zip_longest([1, 2, 3], range(n)))


@programs.staged(T(4))
def compressed(n):
    """`itertools.compress` with constant and with dynamic selectors."""
    odd = [i % 2 for i in range(n)]
    return (
        list(itertools.compress(range(n), [1, 0, 1])),
        list(itertools.compress([i * 1.5 for i in range(n)], odd)),
        list(itertools.compress([1, 2, 3], [n > 2, n > 7, True])),
    )


@programs.staged(T(4))
def sliced(n):
    """`itertools.islice` with start, step and a dynamic stop."""
    return (
        list(itertools.islice(range(n), 2)),
        list(itertools.islice(range(n), 1, None)),
        list(itertools.islice(range(n), 1, 5, 2)),
        list(itertools.islice([1, 2, 3, 4], n)),
    )


@programs.staged(T(3))
def sliced_and_then_used(n):
    """`list` takes what remains after `islice` with a dynamic stop."""
    numbers = iter(range(10))
    head = list(itertools.islice(numbers, n))
    return head, list(numbers)


@programs.staged(*COUNTS)
def repeated(n):
    """`itertools.repeat` with a dynamic count, maybe negative."""
    return list(itertools.repeat(1.5, n)), [x for x in itertools.repeat("x", n - 1)]


@programs.staged(T(4))
def cycled(n):
    """A loop over `cycle` ends by `break`, a `zip` with `cycle` by a range."""
    total = 0
    for v in itertools.cycle([1, 2, 3]):
        total += v
        if total > n:
            break
    letters = [c for _, c in zip(range(n), itertools.cycle("ab"), strict=False)]
    return total, letters


@programs.staged(T(3))
def cycled_through_a_list_that_grows(n):
    """`cycle` of a list that the loop appends to."""
    xs, total = [1, 2], 0
    for x in itertools.cycle(xs):
        total += x
        if len(xs) < 4:
            xs.append(5)
        if total > 20 + n:
            break
    return total, xs


@programs.staged(T(4))
def products(n):
    """`itertools.product` of ranges and lists, and with `repeat`."""
    total = 0
    for i, j in itertools.product(range(n), range(2)):
        total += i * j
    return total, list(itertools.product(range(n), [5, 6])), [
        sum(p) for p in itertools.product(itertools.accumulate(range(n)), repeat=2)
    ]  # fmt: skip


@programs.staged(T(4))
def combinations(n):
    """`combinations`, `permutations` and `combinations_with_replacement`."""
    return (
        list(itertools.combinations(range(n), 3)),
        list(itertools.combinations_with_replacement(range(n), 2)),
        list(itertools.permutations(range(n), 2)),
        [a * b for a, b in itertools.combinations([i + 1 for i in range(n)], 2)],
    )


@programs.staged(T(3))
def combinations_of_a_wrong_length(n):
    """`combinations` of a negative length raises ValueError."""
    return list(itertools.combinations(range(n), -1))


@programs.staged(T(3))
def slices_of_a_wrong_length(n):
    """`islice` with a negative stop raises ValueError."""
    return list(itertools.islice(range(n), -1))


@programs.staged(*COUNTS)
def zipped_with_a_list_that_grows(n):
    """`zip` of a range and a list that the loop appends to."""
    xs, total = [1], 0
    for i, x in zip(range(n), xs):
        total += i * x
        xs.append(x + 1)
    return total, xs


@programs.staged(*COUNTS)
def counted_and_zipped_with_a_list_that_grows(n):
    """`enumerate` of a `zip` with a list that the loop appends to."""
    xs, total = [1], 0
    for i, (a, b) in enumerate(zip(range(n), xs)):
        total += a * b
        xs.append(i)
    return total, xs


@programs.staged(*COUNTS)
def zipped_with_a_list_that_has_grown(n):
    """`zip` of a list sees an append made before the loop starts."""
    xs, total = [1], 0
    pairs = zip(range(n), xs)
    xs.append(5)
    for a, b in pairs:
        total += a * b
    return total, xs


@programs.staged(*COUNTS)
def zipped_with_a_list_that_shrinks(n):
    """`zip` of a range and a list that the loop pops from."""
    xs, total = [1, 2, 3, 4], 0
    for _, x in zip(range(n), xs):
        total += x
        xs.pop()
    return total, xs


@programs.staged(*COUNTS)
def chained_with_a_list_that_grows(n):
    """`chain` of a list that the loop appends to, and a range."""
    xs, total = [1, 2], 0
    for x in itertools.chain(xs, range(n)):
        total += x
        if len(xs) < 4:
            xs.append(5)
    return total, xs


@programs.staged(T(3))
def drawn_by_what_runs_as_it_stands(n):
    """A deque of `takewhile` over a dynamic range cannot be staged."""
    return len(collections.deque(itertools.takewhile(lambda v: v < 5, range(n))))


@programs.staged(T(3))
def summed_by_what_runs_as_it_stands(n):
    """`math.fsum` of `accumulate` over a dynamic range cannot be staged."""
    return math.fsum(itertools.accumulate(range(n)))


@programs.staged(T(3))
def permutations_of_run_time_length(n):
    """`permutations` of dynamic length cannot be staged."""
    return list(itertools.permutations(range(n)))


@programs.staged(T(3))
def groups(n):
    """`itertools.groupby` over a dynamic range cannot be staged."""
    return [key for key, _ in itertools.groupby(range(n), key=lambda v: v // 2)]


@programs.staged(T(3))
def items_as_keys(n):
    """A dict comprehension over `takewhile` of a dynamic range."""
    return {k: 1 for k in itertools.takewhile(lambda v: v < 9, range(n))}


# -- Iterators of itertools that end at run time

LISTS = [(T([1, 2, 3]), T(2)), (T([4, 5, 6]), 5), ([T(3), 1, T(3)], 2), ([1, 2], 2)]


@programs.staged(*LISTS)
def used_up_2(xs, n):
    """`takewhile`, `dropwhile`, `filterfalse` consumed by builtins."""
    return (
        list(itertools.takewhile(lambda x: x < n, xs)),
        sum(itertools.dropwhile(lambda x: x < n, xs)),
        list(itertools.filterfalse(lambda x: x < n, xs)),
        [v * 2 for v in itertools.takewhile(lambda v: v < n, xs)],
        max(itertools.filterfalse(lambda v: v > n, xs), default=-1),
    )


@programs.staged(*LISTS)
def stepped_through(xs, n):
    """`for` over `takewhile`, `dropwhile` and `filterfalse`, one with `break`."""
    total = 0
    for x in itertools.takewhile(lambda v: v < n, xs):
        total += x
    for i, x in enumerate(itertools.dropwhile(lambda v: v < n, xs)):
        total += i * x
    for x in itertools.filterfalse(lambda v: v > n, xs):
        if x == 3:
            break
        total += x
    return total


@programs.staged(T(4), T(0), T(200), 4)
def counted(n):
    """`itertools.count` drives a loop that a dynamic condition breaks."""
    total = 0
    for i in itertools.count(1):
        if i > n:
            break
        total += i
    return total, i


@programs.staged(T(4), T(0), 4)
def counted_down_until_a_return(n):
    """`itertools.count(10, -3)` counts down until a dynamic `return`."""
    for i in itertools.count(10, -3):
        if i < n:
            return i
        if i == 7:
            continue
        n += 1
    return -1


@programs.falls(T(4), T(0), 4)
def counted_until_an_exception(n):
    """A loop over `itertools.count()` ends by an exception, which is caught."""
    try:
        for i in itertools.count():
            if i > n:
                raise ValueError(f"at {i}")
    except ValueError as error:
        return str(error)


@programs.staged(T(4.0), T(1.0), T(-1.0))
def counted_until_it_converges(a):
    """Newton's method over `itertools.count(1)` breaks or raises at run time."""
    x = a
    for steps in itertools.count(1):
        new = (x + a / x) / 2
        if abs(new - x) < 1e-6:
            break
        if steps > 20:
            raise RuntimeError(f"no root after {steps}")
        x = new
    return steps, x


@programs.staged(4, 0)
def a_count_that_goes_on(n):
    """With a Python int, `itertools.count` goes on after the loop it drove."""
    numbers = itertools.count(5)
    for i in numbers:
        if i >= n + 7:
            break
    return i, next(numbers), [x for x, _ in zip(numbers, "ab", strict=False)]


@programs.staged(T(4))
def a_count_that_may_have_come_far(n):
    """`next` of an `itertools.count` after a dynamic `break` cannot be staged."""
    numbers = itertools.count()
    for i in numbers:
        if i >= n:
            break
    return next(numbers)


# -- Iterators with inner counters


@programs.staged(T(1))
def asked_for_an_item(n):
    """`in combinations(...)` after a dynamic `and` cannot be staged."""
    pairs = itertools.combinations([1, 2, 3], 2)
    found = n > 1 and (1, 3) in pairs
    return found, len(list(pairs))


@programs.staged(T(1))
def zipped_and_used_again(n):
    """A set's iterator, used after a dynamic `break` of `zip`, cannot be staged."""
    kept = iter({1, 2, 3})
    for v, _ in zip(kept, range(4), strict=False):
        if v > n:
            break
    return list(kept)


@programs.staged(T(1))
def chained_and_used_again(n):
    """A set's iterator, used after a dynamic `break` of `chain`, cannot be staged."""
    kept = iter({1, 2, 3})
    for v in itertools.chain([0], kept):
        if v > n:
            break
    return list(kept)


@programs.staged(T(1))
def advanced_by_a_generator(n):
    """A set's iterator that `any` of a generator advanced cannot be staged."""
    kept = iter({1, 2, 3})
    return any(v > n for v in (w for w in kept)), list(kept)


@programs.staged(T(1))
def advanced_by_a_function(n):
    """`ndarray.flat` advanced by `iter(callable, sentinel)` cannot be staged."""
    kept = np.arange(1, 4).flat
    for v in iter(lambda: next(kept, 9), 9):
        if v > n:
            break
    return len(list(kept))


@programs.staged(T(1))
def a_generator_that_is_zipped(n):
    """A dynamic `break` of `zip` over a generator that appends cannot be staged."""
    seen = []

    def drawn():
        for k in range(4):
            seen.append(k)
            yield k

    for v, _ in zip(drawn(), range(5), strict=False):
        if v > n:
            break
    return seen


@programs.staged(T(1))
def a_generator_that_writes(n):
    """A dynamic `break` of a generator that writes to a stream cannot be staged."""
    stream = io.StringIO()

    def drawn():
        for k in range(4):
            stream.write(str(k))
            yield k

    for v in drawn():
        if v > n:
            break
    return stream.getvalue()


@programs.staged(T(0), T(1), T(4))
def made_and_used_in_one_block(n):
    """Library iterators created and consumed within one dynamic iteration."""
    s = 0
    while n > 0:
        n -= 1
        for a, b in itertools.combinations([1, 2, 3], 2):
            s += a * b
            if s > 20:
                break
        for m in re.finditer("a", "banana"):
            s += m.start()
        x, y = itertools.tee([1, 2, 3])
        s += sum(x) * max(y)
    return s


@programs.staged(T(0), T(4))
def asked_without_a_step(n):
    """Type, length and item queries under a condition do not advance iterators."""
    pairs, flat = itertools.product([1, 2], [3]), np.arange(4).flat
    s = T(0, "int64")
    if n > 1:
        s = s + isinstance(pairs, itertools.product) + len(flat) + flat[2]
        s = s + (iter(pairs) is pairs)
    return s, len(list(pairs))


@programs.staged(T(0), T(2))
def groups_made_lists(n):
    """Each group of `itertools.groupby` is listed before a dynamic branch."""
    s = []
    for k, g in itertools.groupby([1, 1, 2, 3]):
        items = list(g)
        if n > k:
            s += items
    return s
