"""Iterators and sequences of the user's own classes."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections import UserList
from collections.abc import Sequence

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Iterator classes

T = ag.constant

NUMBERS = (T(0), T(3), T(5))


class Count:
    """Counts from 1 to what may be known only when the graph runs."""

    def __init__(self, n):
        self.n, self.i = n, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


class Again:
    """Gives an iterator of its own to each loop."""

    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return Count(self.n)


class Places:
    """A sequence as Python had them before `__iter__`."""

    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, place):
        if place >= self.n:
            raise IndexError(place)
        return place * 10


class Endless:
    def __init__(self):
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        return self.i


class Failing(Count):
    def __next__(self):
        found = super().__next__()
        if found == 3:
            raise ValueError(f"three of {self.n}")
        return found


class Loader:
    """Gives what Python knows, of different kinds."""

    def __init__(self, data):
        self.data, self.i = data, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i == len(self.data):
            raise StopIteration
        self.i += 1
        return self.data[self.i - 1]


class Popping:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return self

    def __next__(self):
        if not self.items:
            raise StopIteration
        return self.items.pop()


class Translating:
    """Ends by StopIteration in place of another exception."""

    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        try:
            if self.n < 0:
                raise KeyError(self.n)
        except KeyError:
            raise StopIteration from None
        return self.n


class NotIterable:
    def __iter__(self):
        return 5


@programs.staged(*NUMBERS)
def a_loop(n):
    """`for` over an iterator object, with `continue`, `break` and `else`."""
    total = 0
    for x in Count(n):
        if x == 2:
            continue
        if x == 4:
            break
        total += x
    else:
        total += 100
    return total


@programs.staged(*NUMBERS)
def a_loop_that_returns(n):
    """`return` in a `for` loop over an iterator object."""
    for x in Count(n):
        if x * x > 5:
            return x
    return -1


@programs.staged(*NUMBERS)
def the_variable_after_the_loop(n):
    """The loop variable after loops over objects that may give no items."""
    x = -7
    for x in Again(n):
        pass
    for y in Count(n):
        pass
    return x, y


@programs.staged(*NUMBERS)
def loops_within_loops(n):
    """Nested loops over iterator objects with `break` and `return`."""
    total = 0
    for x in Again(n):
        for y in Again(x):
            total += x * y
            if y % 3 == 0:
                break
    for i in range(n):
        for x in Count(i):
            if x == 2:
                return total, i
            total += x
    return total, -1


@programs.staged(*NUMBERS)
def two_loops_over_one_iterator(n):
    """A second loop goes on where the first left the shared iterator."""
    items, total = Count(n), 0
    for x in items:
        total += x
        if x == 2:
            break
    for x in items:
        total += x * 100
        for y in items:
            total += x * y
    return total, items.i


@programs.staged(*NUMBERS)
def next_with_and_without_default(n):
    """`next` with a default, and then without: StopIteration leaves the function."""
    items = Count(n)
    return next(items, -1), next(items, -2), items.i, next(items)


@programs.staged(*NUMBERS)
def next_until_it_stops(n):
    """`next` in a `while True` loop until StopIteration is caught."""
    items, total = Count(n), 0
    try:
        while True:
            total += next(items)
    except StopIteration:
        total += 1000
    return total


@programs.staged(*NUMBERS)
def next_until_a_default(n):
    """`next` with default None in the condition of a `while` loop."""
    items, found = Count(n), []
    while (x := next(items, None)) is not None:
        found.append(x)
    return found


@programs.staged(*NUMBERS)
def builtins_that_use_it_up(n):
    """`list`, `sum`, `sorted`, `any`, `max`, `join` and others of an iterator."""
    return (
        list(Count(n)),
        sum(Count(n)),
        sum(Again(n), 10),
        sorted(Count(n), reverse=True),
        any(Count(n)),
        all(Count(n)),
        max(Count(n), default=-1),
        min(Again(n), key=lambda x: -x, default=-2),
        ",".join(map(str, Count(n))),
    )


@programs.staged(*NUMBERS)
def an_extreme_of_nothing(n):
    """`max` of an iterator that may be empty raises ValueError."""
    return max(Count(n))


@programs.staged(*NUMBERS)
def builtins_that_give_iterators(n):
    """`enumerate`, `zip`, `map` and `filter` over iterator objects."""
    counted = enumerate(Count(n), 5)
    first = next(counted, (0, 0))
    return (
        first,
        list(counted),
        list(zip(Count(n), Again(n), strict=False)),
        list(zip(Count(n), [1.5, 2.5, 3.5], strict=False)),
        list(zip(range(3), Count(n), strict=False)),
        list(zip(T([1, 2, 3]), Count(n), strict=False)),
        list(map(lambda x, y: x * y, Count(n), Count(4))),
        list(filter(lambda x: x % 2 == 1, Count(n))),
        list(filter(None, Count(n))),
    )


@programs.staged(*NUMBERS)
def comprehensions(n):
    """Comprehensions and generator expressions over iterator objects."""
    return (
        [x * 2 for x in Count(n) if x > 1],
        [x + y for x in Count(n) for y in Count(x)],
        sum(x * x for x in Count(n) if x != 2),
        any(x > 2 for x in Count(n)),
        all(x < 3 for x in Count(n)),
        max(x + 1 for x in Count(n + 1)),
    )


@programs.staged(*NUMBERS)
def unpacked(n):
    """Unpacking an iterator into three names raises for other lengths."""
    try:
        a, b, c = Count(n)
    except ValueError as error:
        return str(error), 0
    return "", a + b + c


@programs.staged(*NUMBERS)
def unpacked_with_a_star(n):
    """`first, *others` of an iterator of dynamic length."""
    first, *others = Count(n)
    return first, others


@programs.staged(*NUMBERS)
def unpacked_with_a_star_before(n):
    """`*others, last` of an iterator of dynamic length."""
    *others, last = Count(n)
    return others, last


@programs.falls(*NUMBERS)
def lists_of_it(n):
    """`extend`, `[*...]` and `len(list(...))` of an iterator."""
    found = [0]
    found.extend(Count(n))
    return [*found, *Count(n), -1], len(list(Count(n)))


@programs.falls(*NUMBERS)
def membership(n):
    """`in` and `not in` of iterators and of a sequence with `__getitem__`."""
    return 2 in Count(n), 3 not in Again(n), 20 in Places(n)


@programs.falls(*NUMBERS)
def a_sequence(n):
    """A sequence with `__len__` and `__getitem__` in `for`, `iter` and `reversed`."""
    total = 0
    for x in Places(n):
        total += x
    items = iter(Places(n))
    return total, next(items, -1), list(items), list(reversed(Places(n)))


@programs.falls(T(0), T(2), T(5))
def a_sequence_of_two(n):
    """Unpacking a sequence with `__getitem__` into two names."""
    a, b = Places(n)
    return a, b


@programs.staged(*NUMBERS)
def an_endless_one(n):
    """An endless iterator left by `break`."""
    total = 0
    for x in Endless():
        if x > n:
            break
        total += x
    return total


@programs.staged(*NUMBERS)
def one_that_raises(n):
    """An exception of `__next__` caught around the loop."""
    found = []
    try:
        for x in Failing(n):
            found.append(x)
    except ValueError as error:
        return found, str(error)
    return found, ""


@programs.staged(*NUMBERS)
def one_that_raises_to_the_caller(n):
    """An exception of `__next__` leaves `list` and the function."""
    return list(Failing(n))


@programs.staged(*NUMBERS)
def a_list_that_gets_what_came_before_an_exception(n):
    """`extend` by an iterator that raises stores the items before the error."""
    found = []
    try:
        found.extend(Failing(n))
    except ValueError:
        found.append(-1)
    return found


@programs.staged(*NUMBERS)
def exceptions_in_the_body(n):
    """`try`, `except` with `break`, and `finally` in a loop over an iterator."""
    total = 0
    for x in Count(n):
        try:
            if x == 2:
                raise ValueError(x)
            total += x
        except ValueError:
            total += 100
            if n > 4:
                break
        finally:
            total += 1000
    return total


@programs.staged(*NUMBERS)
def a_body_that_raises(n):
    """The body of a loop over an iterator raises."""
    for x in Count(n):
        if x > 2:
            raise RuntimeError(f"x is {x}")
    return n


@programs.staged(*NUMBERS)
def one_that_translates_exceptions(n):
    """`__next__` turns a KeyError into StopIteration."""
    return list(Translating(n))


@programs.staged(*NUMBERS)
def a_list_that_shrinks(n):
    """An iterator pops from a list that the loop body appends to."""
    stack, total = Popping([]), 0
    for i in range(n):
        stack.items.append(i)
    for x in stack:
        total += x
        if x == 3:
            stack.items.append(1)
    return total


@programs.staged(*NUMBERS)
def items_of_different_kinds(n):
    """An iterator over an int, a float and a list, left by `break`."""
    total = 0.0
    for x in Loader([1, 2.5, [1, 2]]):
        if n > 2:
            break
        total += x[1] if isinstance(x, list) else x
    return total


@programs.staged(*NUMBERS)
def an_iterator_advanced_on_one_path(n):
    """`next` on one path only, then `list` of the rest."""
    items = Count(n)
    first = next(items) if n > 2 else 0
    return first, items.i, list(items)


@programs.staged(*NUMBERS)
def a_generator_that_draws_what_is_needed(n):
    """A generator expression over an endless iterator, drawn from twice."""
    drawn = (x * n for x in Endless())
    return next(drawn), next(drawn)


@programs.staged(T(1.0), T(3.0))
def gradients_around_it(x):
    """A GradientTape around a loop over an iterator object."""
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = x
        for i in Count(3):
            y = y * x + i
    return tape.gradient(y, x)


@programs.staged(T(1))
def what_gives_no_iterator(n):
    """`__iter__` that returns an int raises TypeError."""
    for _ in NotIterable():
        n += 1
    return n


@programs.staged(T(3))
def a_tuple_of_it(n):
    """`tuple` of an iterator of dynamic length."""
    return tuple(Count(n))


@programs.staged(T(3))
def its_items_as_keys(n):
    """`dict.fromkeys` of an iterator of dynamic length cannot be staged."""
    return dict.fromkeys(Count(n), 1)


@programs.falls(T(3))
def a_list_that_it_is_added_to(n):
    """`found += iterator` for a list."""
    found = [0]
    found += Count(n)
    return found


@programs.falls(T(3))
def its_items_as_arguments(n):
    """`math.gcd(0, *iterator)` of dynamic length cannot be staged."""
    return math.gcd(0, *Count(n))


class FromTop:
    """What its `__iter__` gives is an iterator over a list of the run already."""

    def __init__(self, n):
        self.items = []
        for i in range(n):
            self.items.append(i * 3 % 5)

    def __iter__(self):
        return iter(reversed(self.items))


@programs.staged(*NUMBERS)
def iter_of_an_iterator(n):
    """`iter` of iterators: `reversed`, `enumerate`, `zip` and `map`."""
    top = FromTop(n)
    found = list(top)
    for place, item in iter(enumerate(top.items)):
        found.append(place * item)
    total = 0
    for low, high in iter(zip(top.items, iter(map(abs, found)), strict=False)):
        total += low - high
    return found, total


# -- Side effects of iterator classes

NUMBERS_2 = (T(0), T(1), T(3))


class Speaking:
    def __init__(self, n):
        self.n, self.i = n, 0

    def __iter__(self):
        ag.print("iter")
        return self

    def __len__(self):
        ag.print("len")
        return self.n

    def __next__(self):
        ag.print("next", self.i)
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


@programs.staged(*NUMBERS_2)
def in_a_loop(n):
    """The order of `__iter__`, `__next__` and the body in a loop with `break`."""
    for x in Speaking(n):
        ag.print("body", x)
        if x == 2:
            break
    else:
        ag.print("else")
    return n


@programs.falls(*NUMBERS_2)
def in_builtins(n):
    """The order of effects of an iterator in `list`, `join`, `sum`, `in`, `max`."""
    found = list(Speaking(n))
    ag.print(",".join(map(str, Speaking(n))))
    ag.print(len(found), sum(Speaking(n)), 2 in Speaking(n))
    return max(Speaking(n), key=lambda x: ag.print("key", x) or x, default=0)


@programs.falls(*NUMBERS_2)
def in_iterators_of_builtins(n):
    """The order of effects of iterators in `zip` and `enumerate`."""
    for x, y in zip(Speaking(n), Speaking(2), strict=False):
        ag.print(x, y)
    for i, x in enumerate(Speaking(n)):
        ag.print(i, x)
    return n


# -- Sequence classes

N = (T(0), T(1), T(4))


class Held(Sequence):  # type: ignore[type-arg]
    """A sequence of the items of a list."""

    def __init__(self, items):
        self.items = items

    def __getitem__(self, place):
        return self.items[place]

    def __len__(self):
        return len(self.items)


def grown(n):
    xs = UserList([2, 1])
    if n > 0:
        xs.append(3)
    return xs


def held(n):
    xs = [2, 1]
    for i in range(n):
        xs.append(i)
    return Held(xs)


def of_several(t):
    return (
        list(zip(t, [5, 6, 7])),
        list(zip((5, 6, 7), t)),
        list(enumerate(t, 1)),
        list(reversed(t)),
        list(map(lambda a, b: a - b, t, t)),
        list(map(operator.neg, t)),
        list(filter(lambda a: a > 1, t)),
        sum(t),
        max(t),
    )


def combined(t):
    return (
        list(itertools.chain(t, [9])),
        list(itertools.accumulate(t)),
        list(itertools.compress(t, (1, 0, 1))),
        list(itertools.pairwise(t)),
        list(itertools.islice(t, 1, None)),
        list(itertools.product(t, (1, 2))),
        list(itertools.combinations(t, 2)),
        functools.reduce(lambda a, b: a * 2 + b, t),
    )


@programs.falls(*N)
def user_lists(n):
    """Builtins that iterate over a `UserList` of dynamic length."""
    return of_several(grown(n))


@programs.staged(*N)
def user_lists_combined(n):
    """`itertools` functions and `reduce` over a `UserList` of dynamic length."""
    return combined(grown(n))


@programs.falls(*N)
def own_sequences(n):
    """Builtins that iterate over a user-defined `Sequence` of dynamic length."""
    return of_several(held(n))


@programs.falls(*N)
def own_sequences_combined(n):
    """`itertools` functions and `reduce` over a user-defined `Sequence`."""
    return combined(held(n))


@programs.falls(*N)
def taken_apart(n):
    """Starred unpacking and nested iteration of sequences of dynamic length."""
    xs = grown(n)
    first, *rest = xs
    *others, last = held(n)
    return first, rest, others, last, [(a, b) for a in xs for b in xs]


@programs.falls(*N)
def unpacked_where_it_fits(n):
    """Unpacking a `UserList` that is too short raises a ValueError, caught here."""
    try:
        a, b, c = grown(n)
    except ValueError:
        return 0
    return a + b + c


@programs.falls(*N)
def advanced(n):
    """`next()` with and without a default on the iterator of a `UserList`."""
    found = iter(grown(n))
    first = next(found)
    if n > 0:
        first = first * 10 + next(found)
    return first, next(found, 0), next(found, -1)


@programs.staged(*N)
def grows_while_it_is_stepped_through(n):
    """A loop over a `UserList` also reaches the items that it appends."""
    xs, total = grown(n), 0
    for i, x in enumerate(xs):
        total += x
        if i < 2:
            xs.append(x + 1)
    return total, len(xs)


@programs.staged(*N)
def text(n):
    """`reduce` and `itertools` functions over a string of dynamic length."""
    s = "ab"
    for _ in range(n):
        s += "c"
    return (
        functools.reduce(lambda a, b: b + a, s),
        functools.reduce(operator.add, s, "x"),
        list(itertools.chain.from_iterable([s, "de"])),
        list(itertools.accumulate(s)),
        list(itertools.pairwise(s)),
        list(itertools.islice(s, 1, None)),
        list(itertools.compress(s, (1, 0, 1))),
    )


@programs.staged(*N)
def views_of_a_key_on_some_paths(n):
    """`reduce` over a dict, and its views, that gains a key in one branch."""
    d = {"a": 1, "b": 2}
    if n > 0:
        d["c"] = 3
    return (
        functools.reduce(lambda a, b: a * 2 + b, d.values()),
        functools.reduce(operator.add, d),
        functools.reduce(operator.add, d.keys(), "x"),
        functools.reduce(lambda total, item: total + item[1], d.items(), 5),
    )


@programs.staged(*N)
def views_of_keys_of_the_run(n):
    """`reduce` over a dict with dynamic keys and over its values."""
    d = {7: 1}
    for i in range(n):
        d[i] = i + 1
    return (
        functools.reduce(lambda a, b: a * 2 + b, d.values()),
        functools.reduce(operator.add, d),
    )


@programs.staged(*N)
def nothing_to_reduce(n):
    """`reduce` of an empty dict view without an initial value raises TypeError."""
    d = {i: i for i in range(n)}
    return functools.reduce(operator.add, d.values())


@programs.staged(T(2))
def all_orders(n):
    """`itertools.permutations` of a list of dynamic length cannot be staged."""
    return list(itertools.permutations(grown(n)))
