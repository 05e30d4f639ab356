"""Sorting, searching and comparing."""

from __future__ import annotations

import bisect
import collections
import functools
import heapq
import itertools
import operator
from collections import Counter, OrderedDict, defaultdict, namedtuple
from dataclasses import dataclass
from functools import cmp_to_key

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Objects of the user's classes

T = ag.constant


class Card:
    """An object that is less by its value."""

    def __init__(self, value, name="", row=None):
        self.value = value
        self.name = name
        self.row = row

    def __lt__(self, other):
        return self.value < other.value


class Branching:
    """An object that decides by `if`."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        if self.value < other.value:
            return True
        return False


@dataclass(order=True)
class Pair:
    """A dataclass with an order."""

    left: int
    right: int = 0


@functools.total_ordering
class Total:
    """An object with a total order."""

    def __init__(self, left, right):
        self.left, self.right = left, right

    def __eq__(self, other):
        return (self.left, self.right) == (other.left, other.right)

    def __lt__(self, other):
        return (self.left, self.right) < (other.left, other.right)


class Turning:
    """An object that is less than the next one, and the last than the first."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return (self.value + 1) % 3 == other.value


class Box:
    """An object that is less if it fits into the other."""

    def __init__(self, left, right):
        self.left, self.right = left, right

    def __lt__(self, other):
        return self.left < other.left and self.right < other.right


class Counting:
    """An object whose comparisons are counted."""

    count = 0

    def __init__(self, value):
        self.value, self.asked = value, 0

    def __lt__(self, other):
        Counting.count += 1
        self.asked += 1
        return self.value < other.value


class Showing:
    """An object that prints what it is compared with."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        ag.print(self.value, other.value, output_stream="stdout")
        return self.value < other.value


class Strict:
    """An object that has no equal."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        if self.value == other.value:
            raise ValueError(f"two of {self.value}")
        return self.value < other.value


Place = collections.namedtuple("Place", "x y")


@programs.staged(T(1), T(3))
def in_place(n):
    """`list.sort()` orders objects by their `__lt__` on tensors."""
    cards = [Card(n), Card(2), Card(-n), Card(2)]
    cards.sort()
    return [card.value for card in cards]


@programs.staged(T(1), T(2), T(3))
def equal_ones_stay(n):
    """`sorted()` is stable for objects whose dynamic values are equal."""
    cards = [Card(n, 1), Card(2, 2), Card(n, 3), Card(2, 4)]
    return [card.name for card in sorted(cards)]


@programs.staged(T(1), T(2), T(3))
def backwards(n):
    """`sorted(reverse=True)` of objects is stable for equal dynamic values."""
    cards = [Card(n, 1), Card(2, 2), Card(n, 3), Card(2, 4)]
    return [card.name for card in sorted(cards, reverse=True)]


@programs.staged(T(1), T(3))
def with_vectors(n):
    """The first of two sorted objects yields its vector attribute."""
    cards = [Card(n, row=ag.stack([n, n])), Card(2, row=ag.stack([n, 1]))]
    return sorted(cards)[0].row


@programs.staged(T(1), T(3))
def a_branch(n):
    """Objects whose `__lt__` decides by an `if` on tensors are sorted."""
    return [each.value for each in sorted([Branching(n), Branching(2)])]


@programs.staged(T(1), T(3))
def dataclasses(n):
    """Instances of a dataclass with `order=True` are sorted by tensor fields."""
    return [each.left for each in sorted([Pair(n), Pair(2), Pair(1)])]


@programs.staged(T(1), T(3))
def total_order(n):
    """Objects of a `functools.total_ordering` class are sorted."""
    return [each.right for each in sorted([Total(n, 1), Total(2, 2), Total(1, 3)])]


@programs.staged(T(1), T(3))
def keys(n):
    """A sort key wraps each number in an object that defines `__lt__`."""
    return sorted([n, 2, 1], key=lambda value: Card(value))


@programs.staged(T(1), T(3))
def the_objects_themselves(n):
    """The first of the sorted objects is an alias of the original object."""
    a, b, c = Card(n), Card(2), Card(1)
    first = sorted([a, b, c])[0]
    first.value = 9
    return a.value, b.value, c.value


@programs.staged(T(1), T(3))
def known_ones(n):
    """Objects with constant values are sorted while tracing."""
    cards = [Card(3), Card(2)]
    return [card.value for card in sorted(cards)], n


@programs.staged(T(1), T(3))
def no_order_with_numbers(n):
    """Sorting an object together with an int raises TypeError."""
    return sorted([Card(n), 2])


@programs.staged(T(1), T(2), T(3))
def named_tuples(n):
    """Named tuples of tensors and ints are sorted by their items."""
    return sorted([Place(n, 1), Place(2, n), Place(1, 3)])


@programs.staged(T(1), T(2), T(3))
def objects_in_tuples(n):
    """Tuples of a number and an object are sorted; `min()` and `max()` of them."""
    found = sorted([(1, Card(n)), (int(n), Card(2)), (1, Card(0))])
    least, most = min(found), max((1, Card(n)), (1, Card(2)))
    return [card.value for _, card in found], least[1].value, most[1].value


@programs.staged(T(1), T(3))
def the_largest_of_sorted_ones(n):
    """`max()`, `min()` and `>=` of objects that were sorted before."""
    cards = sorted([Total(n, 1), Total(2, 2)], reverse=True)
    return max(cards).right, min(cards).right, cards[0] >= cards[1]


@programs.staged(T(1), T(2))
def some_cannot_be_compared(n):
    """Tuples with a None sort unless a tie in the first items compares it."""
    return sorted([(1, None), (n, 2), (3, None)])


@programs.staged(T(1), T(3))
def equal_ones_without_order(n):
    """Tuples that tie in the identical None sort without an order of None."""
    return sorted([(3, None), (2, 2), (n, None)])


@programs.staged(T(1), T(2))
def what_is_compared_first_raises(n):
    """A `__lt__` that raises in the first comparison of a sort."""
    return [each.value for each in sorted([Strict(1), Strict(n), Strict(3)])]


@programs.staged(T(1), T(2))
def sets(n):
    """Two sets are sorted by the proper-subset relation."""
    return sorted([{1, 2}, {int(n)}])


@programs.staged(T(1), T(3))
def known_ones_with_effects(n):
    """A `__lt__` that counts its calls sorts objects with constant values."""
    Counting.count = 0
    cards = sorted([Counting(3), Counting(1), Counting(2), Counting(0)])
    return [card.value for card in cards], Counting.count, n


@programs.staged(T(1))
def going_round(n):
    """A sort by a `__lt__` that is not transitive cannot be staged."""
    return [each.value for each in sorted([Turning(0), Turning(2), Turning(n)])]


@programs.staged(T(1))
def going_round_backwards(n):
    """A reversed sort by a `__lt__` that is not transitive cannot be staged."""
    items = [Turning(0), Turning(n), Turning(2)]
    items.sort(reverse=True)
    return [each.value for each in items]


@programs.falls(T(1))
def going_round_in_a_heap(n):
    """`heapq.nlargest()` by a `__lt__` that is not transitive cannot be staged."""
    return heapq.nlargest(3, [Turning(0), Turning(n), Turning(2)])[0].value


@programs.falls(T(1), T(5))
def the_least_of_them(n):
    """`heapq.nsmallest()` and `nlargest()` of objects with dynamic values."""
    items = [Card(5, 1), Card(n, 2), Card(4, 3), Card(n, 4)]
    least, most = heapq.nsmallest(2, items), heapq.nlargest(3, items)
    return [each.name for each in least], [each.name for each in most]


@programs.staged(T(1))
def the_least_of_counted_ones(n):
    """`heapq.nsmallest()` by a `__lt__` that counts calls cannot be staged."""
    Counting.count = 0
    items = [Counting(each) for each in (5, 3, 4, 1, 2, 0, 7)]
    return heapq.nsmallest(2, items)[0].value, Counting.count, n


@programs.staged(T(1))
def an_order_of_parts(n):
    """A sort by a `__lt__` that is only a partial order cannot be staged."""
    boxes = [Box(3, 1), Box(n, 3), Box(2, 0), Box(1, 2)]
    return [each.left for each in sorted(boxes)]


@programs.staged(T(0))
def sets_that_do_not_hold_each_other(n):
    """A sort of sets that are no subsets of each other cannot be staged."""
    return sorted([{1, 2}, {int(n)}, {2}])


@programs.documented(T(2))
def counted(n):
    """A sort by a `__lt__` that counts its calls cannot be staged."""
    cards = sorted([Counting(3), Counting(1), Counting(n)])
    return [card.asked for card in cards], Counting.count


@programs.staged(T(2))
def shown(n):
    """A sort by a `__lt__` that prints its operands cannot be staged."""
    return sorted([Showing(3), Showing(1), Showing(n)])[0].value


@programs.staged(T(3))
def two_that_cannot_be_compared(n):
    """A sort of tuples in which a later comparison fails cannot be staged."""
    return sorted([(1, None), (n, 2), (3, None)])


@programs.staged(T(3))
def an_exception_for_two(n):
    """A sort by a `__lt__` that raises in a later comparison cannot be staged."""
    return [each.value for each in sorted([Strict(3), Strict(1), Strict(n)])]


# -- list.sort() with keys

EACH = tuple(map(T, (0, 3, 6)))


@programs.staged(*EACH)
def keys_that_read_the_list(n):
    """A key of `list.sort()` finds the list empty; a key of `sorted()` does not."""
    xs, ys = [3, int(n), 2], [i for i in range(n)]
    xs.sort(key=lambda v: len(xs) * v)
    ys.sort(key=lambda v: len(ys) * v - v)
    return xs, ys, sorted(xs, key=lambda v: len(xs) * v)


@programs.staged(*EACH)
def keys_that_empty_the_list(n):
    """A key of `list.sort()` calls `clear()` on the list being sorted."""
    xs = [3, int(n), 2]
    xs.sort(key=lambda v: xs.clear() or v)
    return xs


@programs.staged(*EACH)
def keys_that_raise(n):
    """A key that divides by zero leaves the list as it was before the sort."""
    xs, ys = [3, int(n), 2], [i for i in range(n)]
    for each in (xs, ys):
        try:
            each.sort(key=lambda v: 5 // v)
        except ZeroDivisionError:
            each.append(-1)
    return xs, ys


@programs.staged(*EACH)
def keys_of_another_list(n):
    """A key reads the weights in another list, and may divide by zero."""
    weights = [3, int(n), 2]
    order = [0, 1, 2]
    try:
        order.sort(key=lambda i: 12 // weights[i])
    except ZeroDivisionError:
        order.reverse()
    return order


@programs.staged(*EACH)
def rows_that_are_sorted_stay_themselves(n):
    """A row keeps its alias when the list of rows is sorted."""
    table = [[3, n], [1, n], [2, n]]
    first = table[0]
    table.sort(key=lambda row: row[0])
    first.append(9)
    return table


@programs.staged(*EACH)
def a_key_that_appends(n):
    """A sort key that may append to the list being sorted cannot be staged."""
    xs = [3, int(n), 2]

    def key(v):
        if v > 4:
            xs.append(1)
        return v

    xs.sort(key=key)
    return xs


@programs.staged(*EACH)
def a_key_that_reads_the_list_in_a_try(n):
    """A sort key that reads the emptied list in a `try` cannot be staged."""
    xs = [3, int(n), 2]
    try:
        xs.sort(key=lambda v: len(xs) // v)
    except ZeroDivisionError:
        return 0
    return xs


class Picky:
    """An object that refuses to be compared with 9."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        if 9 in (self.value, other.value):
            raise ValueError("nine")
        return self.value < other.value


@programs.staged(*EACH)
def what_a_failing_sort_leaves(n):
    """The partial order that a sort leaves when a comparison raises TypeError."""
    xs, ys, zs = [1, 3, 2, "a"], [2, 1, 3, None, 0], [1, 3, 2, "a"]
    found = []
    for each, reverse in ((xs, False), (ys, True), (zs, True)):
        try:
            each.sort(reverse=reverse)
        except TypeError as error:
            found.append(str(error))
    return found, xs[:3], ys[:3], ys[4], zs[1:3], n


@programs.staged(*EACH)
def what_a_failing_sort_of_objects_leaves(n):
    """The partial order that a sort leaves when a `__lt__` raises ValueError."""
    xs = [Picky(1), Picky(3), Picky(2), Picky(9), Picky(0)]
    try:
        xs.sort()
    except ValueError as error:
        return [each.value for each in xs], str(error), n


@programs.staged(T(9))
def the_first_comparison_fails(n):
    """A sort whose first comparison raises leaves the list unchanged."""
    xs = [Picky(n), Picky(3), Picky(2)]
    try:
        xs.sort()
    except ValueError as error:
        return [each.value for each in xs], str(error)


@programs.staged(T(9))
def a_later_comparison_fails(n):
    """A sort in a `try` whose later dynamic comparison raises cannot be staged."""
    xs = [Picky(1), Picky(3), Picky(2), Picky(n)]
    try:
        xs.sort()
    except ValueError:
        pass
    return [each.value for each in xs]


# -- Sorting tuples

VECTORS = tuple(map(T, ([3, 1, 2, 3, 5, 0], [1], [2, 2])))

NUMBERS = tuple(map(T, (0, 3, 7)))

Point = namedtuple("Point", "a b")


class Ordered(Point):
    """A tuple that is compared by its second item."""

    def __lt__(self, other):
        return self.b < other.b


def pairs(xs):
    return [(int(x) % 3, i) for i, x in enumerate(xs)]


def text(n):
    made = "hello"
    if n > 2:
        made += " world"
    for i in range(n):
        made += "ab"[i % 2]
    return made


@programs.staged(*VECTORS)
def pairs_in_order(xs):
    """A list of (tensor value, index) pairs is sorted, also with `reverse=True`."""
    return sorted(pairs(xs)), sorted(pairs(xs), reverse=True)


@programs.staged(*VECTORS)
def by_tuples_as_keys(xs):
    """`sorted()` with keys that return tuples of numbers and comparisons."""
    return sorted(pairs(xs), key=lambda p: (-p[0], p[1])), sorted(
        pairs(xs), key=lambda p: (p[0] > 1, p[1] % 2), reverse=True
    )


@programs.staged(*VECTORS)
def pairs_sorted_in_place(xs):
    """`list.sort()` orders pairs of dynamic numbers in place."""
    xs = pairs(xs)
    xs.sort()
    return xs


@programs.staged(*VECTORS)
def floats_and_places(xs):
    """Pairs of `float(x)` and an index are sorted as tuples."""
    return sorted([(float(x), i) for i, x in enumerate(xs)])


@programs.staged(*VECTORS)
def texts_and_numbers(xs):
    """Tuples of a string selected by a comparison and a number are sorted."""
    return sorted([("a" if x > 2 else "b", int(x)) for x in xs])


@programs.staged(*VECTORS)
def named_tuples_2(xs):
    """Named tuples without an order of their own are sorted as tuples."""
    return sorted([Point(int(x) % 2, i) for i, x in enumerate(xs)])


@programs.staged(*VECTORS)
def nested_tuples(xs):
    """Tuples that contain tuples are sorted in descending order."""
    return sorted([((int(x) % 2, 1), i) for i, x in enumerate(xs)], reverse=True)


@programs.staged(*VECTORS)
def enumerated(xs):
    """`sorted(enumerate(xs))` of a tensor by the value, then by descending index."""
    return sorted(enumerate(xs), key=lambda p: (p[1], -p[0]))


@programs.staged(*VECTORS)
def zipped(xs):
    """A list of `zip()` of two comprehensions over a tensor is sorted."""
    return sorted(list(zip([int(x) for x in xs], [1.5 * int(x) for x in xs])))


@programs.staged(*VECTORS)
def places_of_a_generator(xs):
    """An argsort: a generator of (value, index) pairs is sorted and unpacked."""
    return [i for _, i in sorted((int(x), i) for i, x in enumerate(xs))]


@programs.staged(*VECTORS)
def ends_of_pairs(xs):
    """`min()` and `max()` of pairs, also by a key that returns a tuple."""
    return min(pairs(xs)), max(pairs(xs)), max(pairs(xs), key=lambda p: (p[0], -p[1]))


@programs.staged(*VECTORS)
def items_of_a_dict(xs):
    """The items of a dict with dynamic keys are sorted by count and by key."""
    counts = {}
    for x in xs:
        counts[int(x)] = counts.get(int(x), 0) + 1
    by_count = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return by_count, sorted(counts.items())


@programs.staged(*VECTORS)
def tuples_with_an_order_of_their_own(xs):
    """Sorting a tuple subclass that overrides `__lt__` cannot be staged."""
    return sorted([Ordered(int(x) % 2, i) for i, x in enumerate(xs)])


@programs.staged(T([3.0, float("nan"), 1.0]))
def nan_in_tuples(xs):
    """Sorting tuples of which one contains NaN cannot be staged."""
    return sorted([(float(x), i) for i, x in enumerate(xs)])


@programs.staged(*NUMBERS)
def text_in_order(n):
    """`sorted()` of the characters of a dynamic string, reversed and by a key."""
    return (
        sorted(text(n)),
        sorted(text(n), reverse=True),
        sorted(text(n), key=lambda c: -ord(c)),
    )


@programs.staged(*NUMBERS)
def counted_text(n):
    """`Counter` of a dynamic string and its `most_common()`."""
    return Counter(text(n)), Counter(text(n)).most_common(2)


@programs.staged(*NUMBERS)
def sets_of_text(n):
    """The set of the characters of a dynamic string, its length and a membership."""
    return set(text(n)), len(set(text(n))), "z" in set(text(n))


@programs.staged(*NUMBERS)
def listed_text(n):
    """`list()`, `tuple()` and `reversed()` of a dynamic string."""
    return list(text(n)), tuple(text(n)), list(reversed(text(n)))


@programs.staged(*NUMBERS)
def dicts_of_text(n):
    """A dict comprehension and `dict.fromkeys()` over a dynamic string."""
    return {c: ord(c) for c in text(n)}, dict.fromkeys(text(n), 1)


@programs.staged(*NUMBERS)
def comprehensions_of_text(n):
    """A filtered list comprehension, `any()` and a count over a dynamic string."""
    return (
        [c for c in text(n) if c != "l"],
        any(c == "w" for c in text(n)),
        sum(1 for c in text(n)),
    )


@programs.staged(*NUMBERS)
def mapped_text(n):
    """`map(ord, ...)` and `filter(str.isalpha, ...)` over a dynamic string."""
    return list(map(ord, text(n))), list(filter(str.isalpha, text(n)))


@programs.staged(*NUMBERS)
def folded_text(n):
    """`reduce()`, `chain()` and `islice()` over a dynamic string."""
    return (
        functools.reduce(lambda a, b: b + a, text(n)),
        list(itertools.chain(text(n), "x")),
        list(itertools.islice(text(n), 2)),
    )


@programs.staged(*NUMBERS)
def lists_that_text_extends(n):
    """`list.extend()` and `+=` append the characters of a dynamic string."""
    out = []
    out.extend(text(n))
    out += text(n)
    return out


@programs.staged(*NUMBERS)
def drawn_text(n):
    """`next()` takes characters of a dynamic string; `list()` takes the rest."""
    it = iter(text(n))
    return next(it), next(it), list(it)


@programs.staged(*NUMBERS)
def combined_text(n):
    """Comparison and `&` of sets of characters; `"".join()` of a reversed string."""
    return (
        frozenset(text(n)) == frozenset("helo"),
        set(text(n)) & {"w", "h"},
        "".join(reversed(text(n))),
    )


@programs.staged(*NUMBERS)
def accumulated_text(n):
    """`str.count()`, `accumulate()`, and a sorted set over a dynamic string."""
    return (
        text(n).count("l"),
        list(itertools.accumulate(text(n))),
        [len(list(text(n)))],
        sorted(set(text(n))),
    )


@programs.staged(*NUMBERS)
def dicts_that_text_fills(n):
    """A `defaultdict` and an `OrderedDict` filled from a dynamic string."""
    d = defaultdict(int)
    for c in text(n):
        d[c] += 1
    return d, OrderedDict((c, 1) for c in text(n))


@programs.staged(*NUMBERS)
def codes_and_literals(n):
    """`chr()`, `ord()`, `hex()`, `bin()` and `oct()` of `int()` of a tensor."""
    return (
        chr(97 + int(n)),
        hex(int(n)),
        bin(int(n)),
        oct(int(n)),
        ord(chr(97 + int(n))),
    )


@programs.staged(*NUMBERS)
def codes_and_literals_of_tensors(n):
    """`chr()`, `hex()`, `bin()` and `oct()` accept integer tensors directly."""
    return chr(n + 97), hex(n), bin(n), oct(-n)


@programs.staged(*NUMBERS)
def negative_codes(n):
    """`chr()` of a negative dynamic int raises ValueError."""
    return chr(int(n) - 100), 1


@programs.staged(*NUMBERS)
def codes_that_are_too_large(n):
    """The ValueError of `chr()` beyond U+10FFFF is caught and reported."""
    try:
        return chr(int(n) * 10**6)
    except ValueError as e:
        return str(e)


@programs.staged(*NUMBERS)
def codes_that_no_c_int_holds(n):
    """`chr()` of an int wider than a C int raises, and the error is caught."""
    try:
        return chr(int(n) * 10**10)
    except (ValueError, OverflowError) as e:
        return str(e)


@programs.staged(*NUMBERS)
def literals_of_floats(n):
    """`hex()` of a float raises TypeError."""
    return hex(float(n))


@programs.staged(*NUMBERS)
def literals_of_bools(n):
    """`hex()` and `bin()` of a comparison and of `bool()` of a tensor."""
    return hex(n > 2), bin(bool(n > 2)), hex(bool(n))


@programs.staged(*NUMBERS)
def codes_of_text(n):
    """`chr()` of a string raises TypeError."""
    return chr(str(n))


@programs.staged(*NUMBERS)
def wide_literals(n):
    """`hex()` of an int beyond 64 bits and `chr()` beyond the basic plane."""
    return hex(2**70 * int(n)), chr(0x1F600 + int(n))


@programs.staged(*NUMBERS)
def literals_in_loops(n):
    """`hex()` and `chr()` inside comprehensions over a dynamic range."""
    return [hex(x) for x in range(n)], "".join(chr(97 + k) for k in range(n))


@programs.staged(*NUMBERS)
def caesar(n):
    """A Caesar cipher: `ord()`, `chr()` and `%` with a dynamic shift."""
    out = ""
    for c in "hello, world":
        if c.isalpha():
            out += chr((ord(c) - 97 + int(n)) % 26 + 97)
        else:
            out += c
    return out


# -- functools.cmp_to_key

NUMBERS_2 = tuple(map(T, (-1, 1, 2, 3, 5)))


def descending(a, b):
    return b - a


def by_last_digit(a, b):
    if a % 10 != b % 10:
        return -1 if a % 10 < b % 10 else 1
    return 0


DESCENDING = cmp_to_key(descending)


@programs.staged(*NUMBERS_2)
def sorted_by_a_lambda(n):
    """`sorted` with `cmp_to_key` of a lambda, in descending order."""
    return sorted([3, n, 2], key=cmp_to_key(lambda a, b: b - a))


@programs.falls(*NUMBERS_2)
def sorted_by_functions(n):
    """`sorted` with `cmp_to_key` of functions, and with `reverse`."""
    items = [13, int(n), 23, 2, 33, int(n) + 10]
    by_digit = cmp_to_key(by_last_digit)
    return (
        sorted(items, key=by_digit),
        sorted(items, key=by_digit, reverse=True),
        sorted((1, n, 4), key=DESCENDING),
        sorted(items, key=functools.cmp_to_key(mycmp=by_last_digit)),
    )


@programs.staged(*NUMBERS_2)
def sorted_in_place(n):
    """`list.sort` with `cmp_to_key` of `(a > b) - (a < b)`."""
    items = [3, n, 1]
    items.sort(key=cmp_to_key(lambda a, b: (a > b) - (a < b)))
    return items


@programs.staged(*NUMBERS_2)
def only_the_comparison_is_of_the_run(n):
    """Constants are sorted by a comparison that branches on a tensor."""

    def compare(a, b):
        return a - b if n > 2 else b - a

    return sorted([3, 1, 2], key=cmp_to_key(compare))


@programs.staged(*NUMBERS_2)
def pairs_2(n):
    """Pairs are sorted by their second item, ties by the first."""

    def compare(a, b):
        if a[1] != b[1]:
            return a[1] - b[1]
        return b[0] - a[0]

    return sorted([(1, int(n)), (2, 2), (3, int(n)), (4, 1)], key=cmp_to_key(compare))


@programs.staged(*NUMBERS_2)
def text_2(n):
    """Strings of dynamic length are sorted by length."""
    words = ["b", "a" * int(n), f"c{int(n)}", ""]
    return sorted(words, key=cmp_to_key(lambda a, b: len(a) - len(b)))


@programs.staged(*NUMBERS_2)
def the_largest_number_of_parts(n):
    """Strings of digits are sorted to form the largest number."""
    parts = sorted(
        [str(int(n) + 1), "30", "3"],
        key=cmp_to_key(lambda a, b: 1 if a + b < b + a else -1 if a + b > b + a else 0),
    )
    return "".join(parts)


@programs.falls(*NUMBERS_2)
def extremes(n):
    """`max` and `min` with `cmp_to_key`, and with a default."""
    key = cmp_to_key(lambda a, b: b - a)
    return (
        max([3, n, 2], key=key),
        min(3, n, 2, key=key),
        max((int(n), 4), key=DESCENDING),
        min([], key=key, default=7),
    )


@programs.staged(*NUMBERS_2)
def the_first_of_equal_ones(n):
    """`max` and `min` return the first of the items that compare equal."""
    key = cmp_to_key(lambda a, b: a[0] - b[0])
    pairs = [(int(n), 1), (2, 2), (int(n), 3), (2, 4)]
    return max(pairs, key=key), min(pairs, key=key)


@programs.staged(*NUMBERS_2)
def a_list_of_the_run(n):
    """`sorted` with `cmp_to_key` of a list of dynamic length."""
    items = [(i * 7) % 5 for i in range(n)]
    return sorted(items, key=cmp_to_key(lambda a, b: b - a)), sorted(
        items, key=cmp_to_key(by_last_digit), reverse=True
    )


@programs.staged(*NUMBERS_2)
def a_list_of_the_run_in_place(n):
    """`list.sort` with `cmp_to_key` of a list of dynamic length."""
    items = [(i * 7) % 5 for i in range(n)]
    items.sort(key=DESCENDING)
    return items


@programs.falls(*NUMBERS_2)
def a_range(n):
    """`sorted` and `max` with `cmp_to_key` of a dynamic range."""
    key = cmp_to_key(lambda a, b: b - a)
    return sorted(range(n), key=key), max(range(n), key=key, default=-1)


@programs.staged(*NUMBERS_2)
def a_key_of_keys(n):
    """A key function that applies `cmp_to_key` to one item of a pair."""
    compare = cmp_to_key(lambda a, b: b - a)
    return sorted([(1, n), (2, 3)], key=lambda pair: compare(pair[1]))


@programs.staged(*NUMBERS_2)
def keys_compared(n):
    """Comparison operators and `obj` of `cmp_to_key` objects."""
    key = cmp_to_key(lambda a, b: a - b)
    return (
        key(3) == key(n),
        key(3) < key(n),
        key(3) >= key(n),
        key(3) != key(4),
        key(obj=n).obj,
        key(n).obj + 1,
    )


@programs.staged(*NUMBERS_2)
def keys_of_plain_values(n):
    """Keys of constants: hash, wrong arguments and comparisons."""
    key, found = cmp_to_key(descending), []
    for attempt in (
        lambda: hash(key(3)),
        lambda: key(3) == 3,
        lambda: key(*()),
        lambda: key(1, 2),
        lambda: {key(3): 1},
    ):
        try:
            found.append(attempt())
        except TypeError as error:
            found.append(str(error))
    return found, key(3) > key(1), key(50).obj, key(3)(4) == key(4), n


@programs.falls(*NUMBERS_2)
def heaps(n):
    """`heapq.nsmallest` and `nlargest` with `cmp_to_key`."""
    key = cmp_to_key(lambda a, b: b - a)
    return (
        heapq.nsmallest(2, [3, n, 2], key=key),
        heapq.nlargest(2, [3, n, 2], key=key),
    )


@programs.staged(*NUMBERS_2)
def bisected(n):
    """`bisect.bisect_left` with `cmp_to_key`."""
    key = cmp_to_key(lambda a, b: b - a)
    return bisect.bisect_left([5, 3, 1], key(n), key=key)


@programs.falls(*NUMBERS_2)
def in_a_branch(n):
    """`sorted` with `cmp_to_key` in a branch."""
    found = [0]
    if n > 1:
        found = sorted([3, 1, int(n)], key=DESCENDING)
    return found


@programs.staged(*NUMBERS_2)
def effects_that_tracing_follows(n):
    """A comparison of constants appends to a list."""
    log = []

    def compare(a, b):
        log.append((a, b))
        return b - a

    return sorted([3, 1, 2, 5, 4], key=cmp_to_key(compare)), log, n


@programs.staged(T(3))
def no_order(n):
    """A comparison that never returns 0 for equal items cannot be staged."""
    return sorted([3, n, 2], key=cmp_to_key(lambda a, b: 1 if a > b else -1))


@programs.staged(T(3))
def going_round_2(n):
    """A comparison that is not transitive cannot be staged."""

    def compare(a, b):
        return -1 if (b - a + n - n) % 3 == 1 else 1

    return sorted([0, 1, 2], key=cmp_to_key(compare))


@programs.staged(T(3))
def with_effects(n):
    """A comparison of dynamic items that appends to a list cannot be staged."""
    log = []

    def compare(a, b):
        log.append(a)
        return b - a

    return sorted([3, n, 2], key=cmp_to_key(compare)), log


@programs.falls(T(3))
def with_output(n):
    """A comparison of dynamic items that prints cannot be staged."""

    def compare(a, b):
        ag.print(a, b)
        return b - a

    return sorted([3, n, 2], key=cmp_to_key(compare))


@programs.staged(T(2))
@programs.staged(T(3))
def raising_for_two(n):
    """A comparison raises for one pair; refused where Python skips the pair."""

    def compare(a, b):
        if a + b == 5:
            raise ValueError(f"{a} and {b}")
        return a - b

    return sorted([1, 3, n, 4], key=cmp_to_key(compare))


@programs.staged(T(2), T(5))
def raising_for_all(n):
    """A comparison of dynamic items raises under a dynamic condition."""

    def compare(a, b):
        if n > 3:
            raise ValueError(f"{int(a)}")
        return a - b

    return sorted([1, 3, n, 4], key=cmp_to_key(compare))


@programs.staged(T(2), T(5))
def raising_for_all_of_a_list_of_the_run(n):
    """A comparison raises while a list of dynamic length is sorted."""

    def compare(a, b):
        if n > 3:
            raise ValueError(f"{a} before {b}")
        return b - a

    items = [i * 2 for i in range(n)]
    items.sort(key=cmp_to_key(compare), reverse=True)
    return items


# -- count, index, max and min

EACH_2 = [(T(3), T(1)), (T(-2), T(4)), (T(0), T(0)), (3, T(1)), (T(-2), 4), (3, 1)]


class Box2:
    def __init__(self, value):
        self.value = value
        self.other = 1


@programs.staged(*EACH_2)
def counted_2(a, b):
    """`count` of a list, a tuple and a deque that contain tensors, and `in`."""
    queue = collections.deque([a, b])
    return [a, b].count(3), (a, b, a).count(a), queue.count(b), a in queue


@programs.staged(*EACH_2)
def places(a, b):
    """`index` of lists and tuples that contain tensors."""
    return [a, b, 3].index(3), (a, b).index(b), [b, a, b].index(b, 1)


@programs.staged(*EACH_2)
def no_such_item(a, b):
    """`list.index` raises ValueError when no item is equal."""
    return [a, b].index(3)


@programs.staged(*EACH_2)
def no_such_item_in_a_tuple(a, b):
    """The ValueError of `tuple.index` is caught."""
    try:
        return (a, b).index(3)
    except ValueError as error:
        return -len(str(error))


@programs.staged(*EACH_2)
def functions_of_operator(a, b):
    """`operator.countOf`, `indexOf`, `contains`, `truth` and `not_`."""
    return (
        operator.countOf([a, b], 3),
        operator.indexOf([a, b], b),
        operator.contains((a, b), 4),
        (operator.truth(a), operator.not_(b), operator.truth(a > b)),
    )


@programs.staged(*EACH_2)
def lists_in_order(a, b):
    """`<`, `<=`, `>` and `==` of lists that contain tensors."""
    return [a, b] > [b, a], [a] < [b], [a, 1] <= [a, b], [a, b] == [b, a]


@programs.staged(*EACH_2)
def extremes_of_tuples_and_lists(a, b):
    """`max` and `min` of tuples and lists that contain tensors."""
    pairs = [(a, 1), (b, 2)]
    return (
        max(pairs),
        max(pairs, key=operator.itemgetter(0)),
        min((a, "x"), (b, "y"))[1],
        max([a, b], [b, a]),
        max((value, place) for place, value in enumerate([a, b, 2])),
    )


@programs.staged(*EACH_2)
def extremes_of_what_is_known_by_a_key(a, b):
    """`max` of constants by a key function that reads tensors."""
    sign = 1 if a > 0 else -1
    return (
        max("abc", key=lambda letter: ord(letter) * sign),
        max(["x", "yy"], key=lambda word: len(word) * a),
        max(range(3), key=lambda place: [a, b, 2][place]),
    )


@programs.staged(*EACH_2)
def dicts_by_their_values(a, b):
    """`max` and `min` of a dict's keys and items by their tensor values."""
    scores = {"x": a, "y": b, "z": 2}
    return (
        max(scores, key=scores.get),
        min(scores.items(), key=operator.itemgetter(1)),
        (max(scores.values()), sum(scores.values()), sorted(scores.values())),
        [name for name, score in scores.items() if score == max(scores.values())],
    )


@programs.staged(*EACH_2)
def objects_by_their_attributes(a, b):
    """`max` of objects by an attribute, and `any` of a deque."""
    boxes = [Box2(a), Box2(b)]
    return max(boxes, key=lambda box: box.value).value, any(collections.deque([a, b]))


@programs.staged((T(3),), (T(-3),))
def an_attribute(x):
    """`getattr` by a name selected at run time cannot be staged."""
    return getattr(Box2(x), "value" if x > 0 else "other")


@programs.staged((T(3),), (T(-3),))
def an_attribute_set(x):
    """`setattr` by a name selected at run time cannot be staged."""
    box = Box2(x)
    setattr(box, "value" if x > 0 else "other", 7)
    return box.value
