"""Iterators and sequences of one's own classes, which the run decides about."""

# The programs are written as users write them:
# ruff: noqa: B007, PERF402

from __future__ import annotations

import math

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0), T(3), T(5))
rows = Rows()
refused = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_a_graph_cannot_carry_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)


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


@rows.on(*NUMBERS)
def a_loop(n):
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


@rows.on(*NUMBERS)
def a_loop_that_returns(n):
    for x in Count(n):
        if x * x > 5:
            return x
    return -1


@rows.on(*NUMBERS)
def the_variable_after_the_loop(n):
    x = -7
    for x in Again(n):
        pass
    for y in Count(n):
        pass
    return x, y


@rows.on(*NUMBERS)
def loops_within_loops(n):
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


@rows.on(*NUMBERS)
def two_loops_over_one_iterator(n):
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


@rows.on(*NUMBERS)
def next_with_and_without_default(n):
    items = Count(n)
    return next(items, -1), next(items, -2), items.i, next(items)


@rows.on(*NUMBERS)
def next_until_it_stops(n):
    items, total = Count(n), 0
    try:
        while True:
            total += next(items)
    except StopIteration:
        total += 1000
    return total


@rows.on(*NUMBERS)
def next_until_a_default(n):
    items, found = Count(n), []
    while (x := next(items, None)) is not None:
        found.append(x)
    return found


@rows.on(*NUMBERS)
def builtins_that_use_it_up(n):
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


@rows.on(*NUMBERS)
def an_extreme_of_nothing(n):
    return max(Count(n))


@rows.on(*NUMBERS)
def builtins_that_give_iterators(n):
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


@rows.on(*NUMBERS)
def comprehensions(n):
    return (
        [x * 2 for x in Count(n) if x > 1],
        [x + y for x in Count(n) for y in Count(x)],
        sum(x * x for x in Count(n) if x != 2),
        any(x > 2 for x in Count(n)),
        all(x < 3 for x in Count(n)),
        max(x + 1 for x in Count(n + 1)),
    )


@rows.on(*NUMBERS)
def unpacked(n):
    try:
        a, b, c = Count(n)
    except ValueError as error:
        return str(error), 0
    return "", a + b + c


@rows.on(*NUMBERS)
def unpacked_with_a_star(n):
    first, *others = Count(n)
    return first, others


@rows.on(*NUMBERS)
def unpacked_with_a_star_before(n):
    *others, last = Count(n)
    return others, last


@rows.on(*NUMBERS)
def lists_of_it(n):
    found = [0]
    found.extend(Count(n))
    return [*found, *Count(n), -1], len(list(Count(n)))


@rows.on(*NUMBERS)
def membership(n):
    return 2 in Count(n), 3 not in Again(n), 20 in Places(n)


@rows.on(*NUMBERS)
def a_sequence(n):
    total = 0
    for x in Places(n):
        total += x
    items = iter(Places(n))
    return total, next(items, -1), list(items), list(reversed(Places(n)))


@rows.on(T(0), T(2), T(5))
def a_sequence_of_two(n):
    a, b = Places(n)
    return a, b


@rows.on(*NUMBERS)
def an_endless_one(n):
    total = 0
    for x in Endless():
        if x > n:
            break
        total += x
    return total


@rows.on(*NUMBERS)
def one_that_raises(n):
    found = []
    try:
        for x in Failing(n):
            found.append(x)
    except ValueError as error:
        return found, str(error)
    return found, ""


@rows.on(*NUMBERS)
def one_that_raises_to_the_caller(n):
    return list(Failing(n))


@rows.on(*NUMBERS)
def a_list_that_gets_what_came_before_an_exception(n):
    found = []
    try:
        found.extend(Failing(n))
    except ValueError:
        found.append(-1)
    return found


@rows.on(*NUMBERS)
def exceptions_in_the_body(n):
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


@rows.on(*NUMBERS)
def a_body_that_raises(n):
    for x in Count(n):
        if x > 2:
            raise RuntimeError(f"x is {x}")
    return n


@rows.on(*NUMBERS)
def one_that_translates_exceptions(n):
    return list(Translating(n))


@rows.on(*NUMBERS)
def a_list_that_shrinks(n):
    stack, total = Popping([]), 0
    for i in range(n):
        stack.items.append(i)
    for x in stack:
        total += x
        if x == 3:
            stack.items.append(1)
    return total


@rows.on(*NUMBERS)
def items_of_different_kinds(n):
    total = 0.0
    for x in Loader([1, 2.5, [1, 2]]):
        if n > 2:
            break
        total += x[1] if isinstance(x, list) else x
    return total


@rows.on(*NUMBERS)
def an_iterator_advanced_on_one_path(n):
    items = Count(n)
    first = next(items) if n > 2 else 0
    return first, items.i, list(items)


@rows.on(*NUMBERS)
def a_generator_that_draws_what_is_needed(n):
    drawn = (x * n for x in Endless())
    return next(drawn), next(drawn)


@rows.on(T(1.0), T(3.0))
def gradients_around_it(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = x
        for i in Count(3):
            y = y * x + i
    return tape.gradient(y, x)


@rows.on(T(1))
def what_gives_no_iterator(n):
    for _ in NotIterable():
        n += 1
    return n


@rows.on(T(3))
def a_tuple_of_it(n):
    return tuple(Count(n))


@refused.on(T(3))
def its_items_as_keys(n):
    return dict.fromkeys(Count(n), 1)


@rows.on(T(3))
def a_list_that_it_is_added_to(n):
    found = [0]
    found += Count(n)
    return found


@refused.on(T(3))
def its_items_as_arguments(n):
    return math.gcd(0, *Count(n))


class FromTop:
    """What its `__iter__` gives is an iterator over a list of the run already."""

    def __init__(self, n):
        self.items = []
        for i in range(n):
            self.items.append(i * 3 % 5)

    def __iter__(self):
        return iter(reversed(self.items))


@rows.on(*NUMBERS)
def iter_of_an_iterator(n):
    top = FromTop(n)
    found = list(top)
    for place, item in iter(enumerate(top.items)):
        found.append(place * item)
    total = 0
    for low, high in iter(zip(top.items, iter(map(abs, found)), strict=False)):
        total += low - high
    return found, total
