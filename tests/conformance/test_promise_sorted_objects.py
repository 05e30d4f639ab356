"""Objects of the user's classes put into order by values that only the run knows."""

# Programs under test are written as users write them.
# ruff: noqa: FURB192, PLW0108, PLW1641

import functools
from dataclasses import dataclass

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


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
