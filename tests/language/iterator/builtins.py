"""Iterators of builtins, advanced in staged code."""

from __future__ import annotations

import collections
import functools
import heapq
import itertools
import math
import operator
import statistics

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Iterators over lists, tuples, ranges and text

T = ag.constant

EACH = tuple(map(T, (-2, 0, 3, 6)))


@programs.staged(*EACH)
def in_a_branch(x):
    """A list iterator is advanced in a dynamic branch and after it."""
    it = iter([1, 2])
    first = 0
    if x > 0:
        first = next(it)
    return first + next(it)


@programs.staged(*EACH)
def in_a_while_loop(x):
    """A dynamic `while` loop draws from a list iterator by `next`."""
    it = iter([1, x, 3])
    t = 0
    while t < 3:
        t += next(it)
    return t, next(it, None), next(it, None)


@programs.staged(*EACH)
def left_by_a_break_and_used_again(x):
    """A second loop continues the iterator that a dynamic `break` left."""
    it = iter([1, 2, x, 4])
    a = 0
    for v in it:
        a += v
        if a > 2:
            break
    b = 0
    for v in it:
        b += v * 10
    return a, b


@programs.staged(*EACH)
def in_a_staged_loop(x):
    """`next` with a default in a loop of dynamic length outlasts the iterator."""
    it = iter([1, 2])
    t = 0
    for _i in ag.range(x * x):
        t += next(it, 100)
    return t


@programs.staged(*EACH)
def used_up_by_builtins(x):
    """`list` drains an iterator advanced in a branch; `sum` finds it empty."""
    it = iter([1, 2, 3])
    if x > 0:
        next(it)
    return list(it), sum(it)


@programs.staged(*EACH)
def zipped_with_itself(x):
    """`zip(it, it)` pairs what a dynamic branch has left."""
    it = iter([1, 2, 3, x])
    if x > 0:
        next(it)
    return [a + b for a, b in zip(it, it, strict=False)]


@programs.staged(*EACH)
def what_a_break_leaves(x):
    """`list` takes what a dynamic `break` left of an iterator."""
    it = iter([1, 2, 3, 4])
    for v in it:
        if v > x:
            break
    return v, list(it)


@programs.staged(*EACH)
def functions_of_a_list(x):
    """Builtin functions are drawn from an iterator and called."""
    it = iter([abs, round])
    f = next(it)
    g = next(it)
    return f(x) + g(x)


@programs.staged(*EACH)
def pairs(x):
    """List iterators in `zip`, `dict` and `map`, and `zip(*[iter(xs)] * 2)`."""
    xs = [1, 2, 3, 4]
    return (
        [a + b for a, b in zip(*[iter(xs)] * 2, strict=False)],
        dict(zip(iter("ab"), iter(xs), strict=False)),
        list(map(abs, iter([x, -3]))),
    )


@programs.staged(*EACH)
def a_list_that_grows(x):
    """An iterator sees items appended to its list until it is exhausted."""
    xs = [1, 2]
    it = iter(xs)
    next(it)
    xs.append(x)
    a = list(it)
    xs.append(4)
    return a, list(it), next(it, None)


@programs.staged(*EACH)
def a_range(x):
    """A static `range` iterator is advanced in a loop of dynamic length."""
    it = iter(range(5))
    t = 0
    for _i in ag.range(x):
        t += next(it, 100)
    return t, next(it, -1)


@programs.staged(*EACH)
def given_to_builtins(x):
    """`islice`, `list`, `sum`, `max`, `sorted` and `tuple` of iterators."""
    it = iter([1, 2, 3, 4, 5])
    a = list(itertools.islice(it, 2))
    return (
        a,
        list(it),
        sum(iter([x, 2])),
        max(iter([x, 2])),
        sorted(iter([3, 1])),
        tuple(iter((1, x))),
    )


@programs.staged(*EACH)
def until_it_ends(x):
    """`while True` draws from an iterator until StopIteration is caught."""
    it = iter([1, 2, 3])
    try:
        while True:
            x += next(it)
    except StopIteration:
        pass
    return x


@programs.staged(*EACH)
def unpacked(x):
    """A starred target drains an iterator; spreading it adds nothing."""
    it = iter([x, 2, 3])
    first, *rest = it
    return first, rest, len([*it])


@programs.staged(*EACH)
def until_a_default(x):
    """A `while` condition draws with a default in an assignment expression."""
    it = iter([1, 2, 3])
    while (v := next(it, None)) is not None:
        x += v
    return x


@programs.staged(*EACH)
def in_the_loop_over_it(x):
    """The body of a loop over an iterator advances it in a dynamic branch."""
    it = iter([1, 2, 3, 4, 5, 6])
    out = []
    for v in it:
        out.append(v)
        if x > v:
            next(it)
    return out


@programs.staged(*EACH)
def that_has_no_length(x):
    """`len` of an iterator raises TypeError."""
    it = iter([3, 1, 2])
    return len(it)


@programs.staged(*EACH)
def looked_through(x):
    """`in` consumes an iterator up to the match; `iter(it)` is `it`."""
    it = iter([3, 1, 2])
    return 2 in it, list(it), it is iter(it)


@programs.staged(*EACH)
def over_nothing(x):
    """`next` of an empty iterator raises StopIteration."""
    it = iter([])
    return next(it)


@programs.staged(*EACH)
def in_an_attribute(x):
    """A method advances an iterator in an attribute, also in a branch."""

    class B:
        def __init__(self):
            self.it = iter([5, 6, 7])

        def take(self):
            return next(self.it)

    b = B()
    t = b.take()
    if x > 0:
        t += b.take()
    return t + b.take()


@programs.staged(*EACH)
def in_a_generator(x):
    """A generator drains an iterator of the enclosing function."""

    def gen():
        for v in it:
            yield v

    it = iter([1, 2, 3])
    return sum(gen()), list(it)


@programs.staged(*EACH)
def counted(x):
    """`enumerate` of an iterator over floats, ints and a tensor."""
    it = iter([1.5, 2, x])
    t = 0
    for i, v in enumerate(it):
        if v == x:
            t += i
    return t, next(it, "end")


@programs.staged(*EACH)
def unpacked_to_the_end(x):
    """Unpacking exhausts an iterator; its length hint is 0."""
    it = iter([1, 2, 3])
    a, b, c = it
    return a + b * c + x, operator.length_hint(it)


@programs.staged(*EACH)
def comprehensions(x):
    """A comprehension with a static condition drains an iterator."""
    it = iter([1, 2, 3, 4])
    return [v for v in it if v != 2], list(it)


@programs.staged(*EACH)
def comprehensions_with_conditions(x):
    """A comprehension with a dynamic condition drains an iterator."""
    it = iter([1, 2, 3, 4])
    return [v for v in it if v > x], list(it)


@programs.staged(*EACH)
def over_it_at_once(x):
    """Nested loops over iterators made in place, with a dynamic `continue`."""
    for v in iter([1, 2, 3]):
        for w in iter((v, x)):
            if w > 2:
                continue
            x += w
    return x


@programs.staged(*EACH)
def in_two_loops(x):
    """An inner loop with `break` advances the iterator of the outer loop."""
    it = iter([1, 2, 3, 4, 5, 6, 7])
    t = 0
    for v in it:
        t += v
        for w in it:
            t += w * 10
            if w > x:
                break
    return t


@programs.staged(*EACH)
def in_a_loop_in_a_staged_loop(x):
    """A loop over one iterator, left by `break`, inside an `ag.range` loop."""
    it = iter([1, 2, 3, 4, 5, 6, 7])
    t = 0
    for _i in ag.range(3):
        for v in it:
            t += v
            if v >= x:
                break
    else:
        t += 1000
    return t, next(it, 0)


@programs.staged(*EACH)
def drawn_by_functions_that_are_chosen(x):
    """A function selected at run time draws from or drains an iterator."""
    it = iter([1, 2, 3])

    def take():
        return next(it)

    def drain():
        return sum(it)

    g = take if x > 0 else drain
    return g(), g()


@programs.staged(*EACH)
def zipped_with_a_shorter_list(x):
    """`zip` with a shorter list draws one more item of the iterator."""
    it = iter([1, 2, 3])
    pairs = zip(it, [x, x], strict=False)
    r = [a * b for a, b in pairs]
    return r, list(it)


@programs.staged(*EACH)
def advanced_through_enumerate(x):
    """An `enumerate` of an iterator is advanced in a branch and drained."""
    it = iter([1, 2, 3])
    en = enumerate(it)
    i, v = next(en)
    if x > 0:
        i, v = next(en)
    return i, v, list(en)


@programs.staged(*EACH)
def lists_in_a_list(x):
    """Lists drawn from an iterator are appended to, one in a branch."""
    it = iter([[1], [x]])
    a = next(it)
    a.append(5)
    b = next(it)
    if x > 0:
        b.append(6)
    return a, b


@programs.staged(*EACH)
def a_stack_of_iterators(x):
    """A stack of iterators flattens a nested list."""
    stack = [iter([1, [2, 3], 4])]
    out = []
    while stack:
        try:
            v = next(stack[-1])
        except StopIteration:
            stack.pop()
            continue
        if isinstance(v, list):
            stack.append(iter(v))
        else:
            out.append(v + x)
    return out


@programs.staged(*EACH)
def by_a_number_of_the_run(x):
    """Drawn numbers, or the None default, set the pace of a dynamic loop."""
    n = 0
    it = iter([5, 6])
    while n < x:
        n += 1
        v = next(it, None)
        if v is not None:
            n += v
    return n


@programs.staged(*EACH)
def special_methods(x):
    """`__next__` and `__length_hint__` of a list iterator."""
    it = iter([1, 2, 3, 4])
    first = [next(it) for _ in range(2)]
    a = it.__next__()
    return first, a, it.__length_hint__()


@programs.staged(T(3))
def items_of_several_types(x):
    """An iterator over items of several types cannot be staged in a branch."""
    it = iter((1, "a", None))
    if x > 0:
        next(it)
    return next(it)


@programs.staged(T(3))
def other_iterators_of_python(x):
    """A set iterator that is advanced in a branch cannot be staged."""
    it = iter({1, 2, 3})
    if x > 0:
        next(it)
    return list(it)


@programs.staged(*EACH)
def what_kind_it_is(x):
    """`isinstance` and `type` of an iterator; a dynamic `any` stops within it."""
    it = iter([1, 2, 3])
    is_one = isinstance(it, collections.abc.Iterator)
    return is_one, type(it) is type(iter([])), any(v > x for v in it), list(it)


@programs.falls(*EACH)
def given_to_classes_of_python(x):
    """`deque`, `chain`, `join` and `reduce` consume list iterators."""
    found = collections.deque(iter([1, x]))
    chained = itertools.chain(iter([1]), iter([x]))
    total = functools.reduce(operator.add, iter([1, x, 2]))
    return list(found), list(chained), "".join(iter(["a", "b"])), total


@programs.staged(*EACH)
def over_a_range_that_the_run_knows(x):
    """`next` and `list` of an iterator over a `range` of dynamic length."""
    it = iter(range(x))
    first, second = next(it, -1), next(it, -2)
    return first, second, list(it), next(it, 7)


@programs.staged(*EACH)
def over_a_range_in_a_branch_and_a_loop(x):
    """An iterator over a dynamic `range` in a branch, a loop and `sum`."""
    it = iter(range(1, x, 2))
    t = 0
    if x > 2:
        t = next(it)
    for v in it:
        t += v * 10
        if t > 20:
            break
    return t, sum(it)


@programs.staged(*EACH)
def over_a_range_until_it_ends(x):
    """An iterator over a dynamic `range` is drawn until StopIteration."""
    it = iter(range(x))
    t = 0
    try:
        while t < 100:
            t += next(it) + 1
    except StopIteration:
        t = -t
    return t


@programs.staged(*EACH)
def over_a_list_that_grew(x):
    """An iterator over a dynamic-length list sees what is appended."""
    xs = []
    for k in range(x):
        xs.append(k * k)
    it = iter(xs)
    t = next(it, 7)
    if x > 2:
        t += next(it)
    xs.append(50)
    return t, list(it), next(it, None)


@programs.staged(*EACH)
def over_a_list_that_grows_meanwhile(x):
    """A dynamic loop draws from the list that it appends to."""
    xs = [1]
    it = iter(xs)
    t = 0
    while t < x:
        t += next(it, 9)
        xs.append(t)
    return t, xs, next(it, 0)


@programs.staged(*EACH)
def over_text(x):
    """A text iterator is advanced in a branch and by a loop with `break`."""
    it = iter("abc")
    first = ""
    if x > 2:
        first = next(it)
    for letter in it:
        first += letter + "."
        if x > 0:
            break
    return first, list(it)


# -- Programs with stored iterators

EACH_2 = tuple(map(T, (0, 1, 3, 6)))


@programs.staged(*EACH_2)
def what_they_are_called(x):
    """`type` and `isinstance` of `zip`, `enumerate`, `map`, `filter`, `reversed`."""
    kept = zip([x], [x]), enumerate([x]), map(abs, [x]), filter(None, [x]), reversed([])
    named = [type(each).__name__ for each in kept]
    is_one = [
        isinstance(each, kind)
        for each in kept
        for kind in (zip, enumerate, map, filter, reversed)
    ]
    it = reversed((1, 2))
    return (
        named,
        is_one,
        type(it) is reversed,
        it.__class__ is reversed,
        type(kept[0]) is zip,
    )


@programs.staged(*EACH_2)
def what_cannot_be_done_with_them(x):
    """Unsupported operations on iterators raise TypeError or AttributeError."""
    said = []
    it, up = zip([x], [x]), enumerate("ab")
    for ask in (
        lambda: len(it),
        lambda: it[0],
        lambda: it + 1,
        lambda: -up,
        lambda: it(),
        lambda: up.place_of_it,
        lambda: reversed(up),
        lambda: reversed({1: 2}.items()).nothing,
    ):
        try:
            ask()
        except (TypeError, AttributeError) as error:
            said.append((type(error).__name__, str(error)))
    return said


@programs.falls(*EACH_2)
def wrong_arguments(x):
    """Wrong arguments of `zip`, `enumerate`, `map`, `filter` and `reversed`."""
    said = []
    for make in (
        lambda: [zip(5, [x])],
        lambda: [zip([x], strict=True, other=1)],
        lambda: [zip(*5)],
        lambda: [enumerate()],
        lambda: [enumerate(5)],
        lambda: [enumerate([x], "a")],
        lambda: [enumerate([x], 1, 2)],
        lambda: [enumerate([x], begin=1)],
        lambda: [enumerate([x], 1.5)],
        lambda: [enumerate([x], 1, start=1)],
        lambda: [map()],
        lambda: [map(abs)],
        lambda: [map(abs, 5)],
        lambda: [map(abs, [x], strict=5) if x is None else map(5, [x])],
        lambda: [filter(abs)],
        lambda: [filter(None, 5)],
        lambda: [filter(None, [x], 1)],
        lambda: [filter(function=None, iterable=[x])],
        lambda: [reversed()],
        lambda: [reversed(5)],
        lambda: [reversed([x], 1)],
        lambda: [reversed({x.shape})],
        lambda: [reversed(sequence=[x])],
    ):
        try:
            (it,) = make()
            next(it)
        except TypeError as error:
            said.append(str(error))
    return said


@programs.staged(*EACH_2)
def what_is_drawn_before_a_part_ends_is_gone(x):
    """`zip` loses the item that it drew before its second iterator ended."""
    first, second = iter([1, 2, 3, 4]), iter([5])
    it = zip(first, second)
    t = 0
    while t < x:
        p, q = next(it, (10, 10))
        t += p + q
    return t, list(first), list(second)


@programs.staged(*EACH_2)
def parts_of_other_lengths(x):
    """`zip` with `strict=True` raises ValueError in a dynamic loop."""
    it = zip([1, 2, 3], [4, 5], (6, 7, 8), strict=True)
    t = 0
    try:
        while t < 10 * x:
            p, q, r = next(it)
            t += p + q + r
    except ValueError as error:
        return t, str(error), next(it, None)
    return t, "", next(it, None)


@programs.staged(*EACH_2)
def a_dict_that_changes_its_size(x):
    """`reversed` of a dict that a branch has enlarged raises RuntimeError."""
    table = {"a": 1, "b": 2}
    it = reversed(table)
    first = ""
    try:
        first = next(it)
        if x > 2:
            table["c"] = 3
        first += next(it)
    except RuntimeError as error:
        first = str(error)
    return first


@programs.staged(*EACH_2)
def a_list_that_gets_too_short(x):
    """`reversed` of a list that a branch has cleared is exhausted."""
    xs = [1, 2, 3, 4]
    it = reversed(xs)
    t = next(it)
    if x > 2:
        xs.clear()
    t += next(it, 50)
    xs.extend([5, 6, 7, 8])
    return t, next(it, 60), operator.length_hint(it), list(it)


@programs.staged(*EACH_2)
def a_function_that_ends_a_map(x):
    """StopIteration from the function of a `map` ends a dynamic loop."""

    def checked(v):
        if v > x:
            raise StopIteration
        return v * 2

    it = map(checked, [1, 2, 3, 4])
    t = 0
    while (v := next(it, -1)) > 0:
        t += v
    return t


@programs.staged(*EACH_2)
def a_function_with_effects(x):
    """The predicate of a `filter` has effects when items are drawn."""
    seen = []

    def noted(v):
        seen.append(v)
        return v > 1

    it = filter(noted, [1, 2, 3, 4])
    t = 0
    if x > 2:
        t += next(it)
    before = len(seen)
    t += next(it, 100)
    return t, before, seen, list(it)


@programs.staged(*EACH_2)
def made_by_functions(x):
    """Functions and an attribute provide `zip` and `enumerate` objects."""

    def pairs(xs):
        return zip(xs, xs[1:])

    def tail(items):
        next(items, None)
        return items

    class Source:
        def __init__(self, xs):
            self.items = enumerate(xs, 1)

        def take(self):
            return next(self.items, (0, 0))

    source, it = Source([x, 5, x]), tail(pairs([1, 2, 3, 4]))
    t = 0
    if x > 1:
        i, v = source.take()
        t += i * v
        p, q = next(it)
        t += p * q
    return t, source.take(), list(it), list(tail(tail(pairs([1, x, 3, 4]))))


@programs.staged(*EACH_2)
def in_each_iteration(x):
    """Each iteration of a dynamic loop makes and advances a `zip`."""
    t = 0
    for i in range(x):
        it = zip([i, 1, 2], reversed([i, 4, 5]))
        next(it)
        if i > 1:
            next(it)
        p, q = next(it)
        t = t * 3 + p - q
    return t


@programs.staged(*EACH_2)
def a_filter_that_a_loop_goes_through(x):
    """The body of a loop over `enumerate(filter(...))` draws from it, too."""
    it = enumerate(filter(lambda v: v > x, [1, 5, 2, 7]), 10)
    found = []
    for i, v in it:
        found.append(i * v)
        if v == 5:
            p, q = next(it, (0, 0))
            found.append(p - q)
    return found, next(it, None)


@programs.staged(*EACH_2)
def a_filter_that_draws_from_another_iterator(x):
    """The predicate of a `filter` draws from another iterator."""
    inner = iter([5, 6, 7])
    it = filter(lambda v: next(inner, 0) > x, [1, 2, 3, 4])
    t = 0
    if x > 2:
        next(inner)
    for v in it:
        t = t * 10 + v
    return t, list(inner)


@programs.staged(*EACH_2)
def the_first_of_them(x):
    """`next` of new `filter`, `reversed`, `zip` and `map` objects."""
    found = next(filter(lambda v: v > x, [1, 2, 3]), None)
    return found, next(reversed([1, x])), next(zip([x], [2])), next(map(abs, [-x]))


@programs.staged(*EACH_2)
def objects_and_lists_inside(x):
    """Objects and lists drawn from iterators are changed in place."""

    class Point:
        def __init__(self, v):
            self.v = v

    points, held = [Point(1), Point(2)], [[1], [x]]
    up, down = enumerate(points), reversed(held)
    next(down).append(7)
    if x > 2:
        i, p = next(up)
        p.v = 10
        next(down).append(9)
    i, p = next(up)
    p.v += i
    return [p.v for p in points], held, list(down)


@programs.staged(*EACH_2)
def names_of_ones_own(x):
    """Local variables named `zip` and `reversed` hide the builtins."""

    def zip(a, b):
        return [a, b]

    reversed = abs
    it = zip([1], x)
    return it, reversed(-x)


@programs.staged(*EACH_2)
def of_what_the_run_counts(x):
    """`zip`, `enumerate`, `reversed` and `filter` of dynamic length."""
    grown = [1]
    for k in range(x):
        grown.append(k)
    pairs, up = zip(grown, range(x)), enumerate(grown)
    down, even = reversed(range(x)), filter(lambda v: v % 2 == 0, range(x))
    t = 0
    for p, q in pairs:
        t += p * q
    for i, v in up:
        t += i * v
    for v in down:
        t = t * 2 + v
    return t, sum(even)


@programs.staged(*EACH_2)
def of_a_generator(x):
    """A `zip` of a generator expression is advanced in a branch."""
    it = zip((v for v in [1, 2]), [3, 4])
    if x > 0:
        next(it)
    return next(it)


@programs.staged(T(3))
def of_a_set(x):
    """A `map` over a set that is advanced in a branch cannot be staged."""
    it = map(abs, {1, 2})
    if x > 0:
        next(it)
    return next(it)


# -- Iterators that hold a dynamic number, given to what takes their items

NUMBERS = (T(3), np.int64(3), np.int64(-2))


@programs.staged(*NUMBERS)
def joined(x):
    """`join` of a `map` makes text of each item."""
    return ",".join(map(str, [x, x + 1]))


@programs.staged(*NUMBERS)
def joined_backwards(x):
    """`join` of `reversed`."""
    return "".join(reversed([str(x), "a"]))


@programs.staged(*NUMBERS)
def ordered(x):
    """`sorted` and `max` of a `map`."""
    return sorted(map(abs, [x, -x - 1])), max(map(abs, [x, -x - 1]))


@programs.staged(*NUMBERS)
def any_of_a_map(x):
    """`any` of a `map` of truth values."""
    return any(map(lambda v: v > 2, [x, -x]))


@programs.staged(*NUMBERS)
def how_often(x):
    """`Counter` of a `map`: tensors cannot be hashed."""
    return collections.Counter(map(abs, [x, -x]))


@programs.staged(*NUMBERS)
def summed_by_c(x):
    """`math.fsum` of a `map` draws from it in C."""
    return math.fsum(map(abs, [x, -x]))


@programs.falls(*NUMBERS)
def smallest(x):
    """`heapq.nsmallest` of a `map` draws from it in Python that is not converted."""
    return heapq.nsmallest(1, map(abs, [x, -x - 1]))


@programs.falls(*NUMBERS)
def averaged(x):
    """`statistics.mean` of a `map` asks the class of each item."""
    return statistics.mean(map(abs, [x, -x]))
