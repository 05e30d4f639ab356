"""Objects of the user's classes put into order by values that only the run knows."""

# Programs under test are written as users write them.
# ruff: noqa: FURB192, PLW0108, PLW1641, PYI024

import collections
import functools
import heapq
from dataclasses import dataclass

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_no_order_is_refused = refused.refusal_test()


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


@rows.on(T(1), T(3))
def in_place(n):
    cards = [Card(n), Card(2), Card(-n), Card(2)]
    cards.sort()
    return [card.value for card in cards]


@rows.on(T(1), T(2), T(3))
def equal_ones_stay(n):
    cards = [Card(n, 1), Card(2, 2), Card(n, 3), Card(2, 4)]
    return [card.name for card in sorted(cards)]


@rows.on(T(1), T(2), T(3))
def backwards(n):
    cards = [Card(n, 1), Card(2, 2), Card(n, 3), Card(2, 4)]
    return [card.name for card in sorted(cards, reverse=True)]


@rows.on(T(1), T(3))
def with_vectors(n):
    cards = [Card(n, row=ag.stack([n, n])), Card(2, row=ag.stack([n, 1]))]
    return sorted(cards)[0].row


@rows.on(T(1), T(3))
def a_branch(n):
    return [each.value for each in sorted([Branching(n), Branching(2)])]


@rows.on(T(1), T(3))
def dataclasses(n):
    return [each.left for each in sorted([Pair(n), Pair(2), Pair(1)])]


@rows.on(T(1), T(3))
def total_order(n):
    return [each.right for each in sorted([Total(n, 1), Total(2, 2), Total(1, 3)])]


@rows.on(T(1), T(3))
def keys(n):
    return sorted([n, 2, 1], key=lambda value: Card(value))


@rows.on(T(1), T(3))
def the_objects_themselves(n):
    a, b, c = Card(n), Card(2), Card(1)
    first = sorted([a, b, c])[0]
    first.value = 9
    return a.value, b.value, c.value


@rows.on(T(1), T(3))
def known_ones(n):
    cards = [Card(3), Card(2)]
    return [card.value for card in sorted(cards)], n


@rows.on(T(1), T(3))
def no_order_with_numbers(n):
    return sorted([Card(n), 2])


@rows.on(T(1), T(2), T(3))
def named_tuples(n):
    return sorted([Place(n, 1), Place(2, n), Place(1, 3)])


@rows.on(T(1), T(2), T(3))
def objects_in_tuples(n):
    found = sorted([(1, Card(n)), (int(n), Card(2)), (1, Card(0))])
    least, most = min(found), max((1, Card(n)), (1, Card(2)))
    return [card.value for _, card in found], least[1].value, most[1].value


@rows.on(T(1), T(3))
def the_largest_of_sorted_ones(n):
    cards = sorted([Total(n, 1), Total(2, 2)], reverse=True)
    return max(cards).right, min(cards).right, cards[0] >= cards[1]


@rows.on(T(1), T(2))
def some_cannot_be_compared(n):
    return sorted([(1, None), (n, 2), (3, None)])


@rows.on(T(1), T(3))
def equal_ones_without_order(n):
    return sorted([(3, None), (2, 2), (n, None)])


@rows.on(T(1), T(2))
def what_is_compared_first_raises(n):
    return [each.value for each in sorted([Strict(1), Strict(n), Strict(3)])]


@rows.on(T(1), T(2))
def sets(n):
    return sorted([{1, 2}, {int(n)}])


@rows.on(T(1), T(3))
def known_ones_with_effects(n):
    Counting.count = 0
    cards = sorted([Counting(3), Counting(1), Counting(2), Counting(0)])
    return [card.value for card in cards], Counting.count, n


@refused.on(T(1))
def going_round(n):
    return [each.value for each in sorted([Turning(0), Turning(2), Turning(n)])]


@refused.on(T(1))
def going_round_backwards(n):
    items = [Turning(0), Turning(n), Turning(2)]
    items.sort(reverse=True)
    return [each.value for each in items]


@refused.on(T(1))
def going_round_in_a_heap(n):
    return heapq.nlargest(3, [Turning(0), Turning(n), Turning(2)])[0].value


@rows.on(T(1), T(5))
def the_least_of_them(n):
    items = [Card(5, 1), Card(n, 2), Card(4, 3), Card(n, 4)]
    least, most = heapq.nsmallest(2, items), heapq.nlargest(3, items)
    return [each.name for each in least], [each.name for each in most]


@refused.on(T(1))
def the_least_of_counted_ones(n):
    Counting.count = 0
    items = [Counting(each) for each in (5, 3, 4, 1, 2, 0, 7)]
    return heapq.nsmallest(2, items)[0].value, Counting.count, n


@refused.on(T(1))
def an_order_of_parts(n):
    boxes = [Box(3, 1), Box(n, 3), Box(2, 0), Box(1, 2)]
    return [each.left for each in sorted(boxes)]


@refused.on(T(0))
def sets_that_do_not_hold_each_other(n):
    return sorted([{1, 2}, {int(n)}, {2}])


@refused.on(T(2))
def counted(n):
    cards = sorted([Counting(3), Counting(1), Counting(n)])
    return [card.asked for card in cards], Counting.count


@refused.on(T(2))
def shown(n):
    return sorted([Showing(3), Showing(1), Showing(n)])[0].value


@refused.on(T(3))
def two_that_cannot_be_compared(n):
    return sorted([(1, None), (n, 2), (3, None)])


@refused.on(T(3))
def an_exception_for_two(n):
    return [each.value for each in sorted([Strict(3), Strict(1), Strict(n)])]
