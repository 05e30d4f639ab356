"""Classes of Python's library that are written in Python, and what is made of them."""

from __future__ import annotations

import functools
from collections import ChainMap, UserDict, UserList, UserString

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = [(T(3), T(1)), (T(-2), T(4)), (T(0), T(0)), (3, T(1)), (T(-2), 4), (3, 1)]
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Numbers(UserList):  # type: ignore[type-arg]
    def total(self):
        return sum(self.data)


class WithDefault(UserDict):  # type: ignore[type-arg]
    def __missing__(self, key):
        return -1


class Table:
    def __init__(self, value):
        self.values = {"p": value, "q": 2}

    def keys(self):
        return list(self.values)

    def __iter__(self):
        return iter(self.values)

    def __getitem__(self, key):
        return max(0, self.values[key])


@functools.total_ordering
class Weight:
    def __init__(self, grams):
        self.grams = grams

    def __eq__(self, other):
        return self.grams == other.grams

    def __lt__(self, other):
        return self.grams < other.grams

    __hash__ = None  # type: ignore[assignment]


@rows.on(*EACH)
def a_list_that_grows(a, b):
    numbers = Numbers([a])
    for i in range(3):
        if b > i:
            numbers.append(i)
    return numbers.total(), len(numbers), numbers.data


@rows.on(*EACH)
def methods_of_a_list(a, b):
    numbers = UserList([a, b])
    numbers.append(3)
    if a > 0:
        numbers.extend([1, 2])
    numbers.sort()
    numbers.insert(0, 9)
    found = numbers.pop(), a in numbers, numbers == [1], numbers.index(9)
    return found, list(numbers), len(numbers), numbers[0], numbers.count(3)


@rows.on(*EACH)
def a_dict(a, b):
    table = WithDefault(x=a)
    if a > 0:
        table["x"] = table["x"] + b
    return table["x"], table["q"], len(table), "x" in table, "y" in table


@rows.on(*EACH)
def text(a, b):
    word = UserString("ab" if a > b else "xyz")
    return str(word.upper()), len(word), "a" in word, word.data


@rows.on(*EACH)
def a_chain_of_dicts(a, b):
    chain = ChainMap({"x": a}, {"x": 5, "y": b})
    further = chain.new_child({"z": 1})
    if a > 0:
        chain["x"] = 9
    return chain["x"], further["x"], len(further), "y" in further, sorted(further)


@rows.on(*EACH)
def dicts_of_mappings(a, b):
    chain = ChainMap({"x": a}, {"x": 5, "y": b})
    return dict(chain), dict(Table(a)), dict(Table(a), z=b), list(Table(b))


@rows.on(*EACH)
def an_order_made_of_one_method(a, b):
    one, two = Weight(a), Weight(b)
    return one >= two, one > two, one <= two, one != two, max(one, two).grams
