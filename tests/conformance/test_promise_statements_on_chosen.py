"""`for`, `with`, `match` and unpacking of objects that the run chooses."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = [(T(x), T(y)) for x, y in ((1, 2), (-1, 5), (0, 0), (9, 9))]
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Leaf:
    __match_args__ = ("value",)

    def __init__(self, value):
        self.value = value


class Pair:
    __match_args__ = ("left", "right")

    def __init__(self, left, right):
        self.left, self.right = left, right

    def __iter__(self):
        return iter((self.left, self.right))

    def __len__(self):
        return 2

    def __enter__(self):
        return self.left

    def __exit__(self, kind, error, trace):
        return kind is ValueError


class Door:
    def __init__(self, value):
        self.value = value
        self.log = []

    def __iter__(self):
        return iter([7, self.value, 8])

    def __len__(self):
        return 3

    def __enter__(self):
        self.log.append(1)
        return self.value

    def __exit__(self, kind, error, trace):
        self.log.append(2 if kind is None else 3)


def evaluated(tree):
    match tree:
        case Leaf(0):
            return 100
        case Leaf(value) if value > 5:
            return value * 2
        case Leaf(value):
            return value
        case Pair(Leaf(a), Leaf(b)):
            return a + b
        case Pair(_, _):
            return 7
        case None:
            return -1
        case _:
            return -2


@rows.on(*EACH, (1, T(2)), (T(-1), 5))
def matched(x, y):
    one, two = Leaf(x), Pair(Leaf(x), Leaf(y))
    tree = one if x > 0 else two
    perhaps = tree if y > 3 else None
    return evaluated(tree), evaluated(perhaps)


@rows.on(*EACH)
def matched_by_attributes_or_none(x, y):
    best = None
    if x > 0:
        best = Leaf(x)
    match best:
        case None:
            result = y
        case Leaf(value=value):
            result = value + 10
    return result


@rows.on(*EACH)
def matched_in_the_winner_of_a_loop(x, y):
    best = Leaf(x)
    for other in [Leaf(y), Leaf(1)]:
        if other.value > best.value:
            best = other
    match best:
        case Leaf(value) if value > 8:
            return "large"
        case Leaf(2 | 5):
            return "two or five"
        case Leaf():
            return "a leaf"
    return "none"


@rows.on(*EACH)
def stepped_through(x, y):
    chosen = Pair(x, y) if x > 0 else Door(y)
    total = 0
    for place, value in enumerate(chosen):
        if value > 6:
            continue
        total += value * (place + 1)
    for value, weight in zip(chosen, [10, 20], strict=False):
        total += value * weight
    return total, [v for v in chosen if v > 1], len(chosen)


@rows.on(*EACH)
def left_early(x, y):
    one, two = Pair(x, y), Pair(y, 3)
    chosen = one if x > 0 else two
    for value in chosen:
        if value == 2:
            return value, "two"
        y = y + 100
    else:
        y = 50
    return y, "end"


@rows.on(*EACH)
def taken_apart(x, y):
    one, two = Pair(x, y), Pair(y, 3)
    chosen = one if x > 0 else two
    left, right = chosen

    def summed(*values):
        return sum(values)

    return (
        [left, right, *chosen],
        summed(*chosen),
        list(map(abs, chosen)),
        (max(chosen), min(chosen), sum(chosen), tuple(chosen), sorted(chosen)),
    )


@rows.on(*EACH)
def entered(x, y):
    one, two = Pair(x, y), Door(y)
    chosen = one if x > 0 else two
    total = 0
    for k in range(3):
        with chosen as value:
            if k == 1:
                continue
            if value > 4:
                break
            if x < 0 and k == 2:
                raise KeyError("k")
            total += 1
        total += 10
    return total, two.log


@rows.on(*EACH)
def entered_and_swallowing(x, y):
    one, two = Pair(x, y), Door(y)
    result = 0
    try:
        with one if x > 0 else two as value:
            result = value
            if y == 5 or y == 9:
                raise ValueError("five or nine")
            result += 1
    except ValueError:
        result = -9
    else:
        result += 1000
    return result, two.log


def stepping(name, step):
    @rows.on(T(1), T(-1))
    def on_a_function(x):
        chosen = (lambda v: v) if x > 0 else abs
        return step(chosen)

    on_a_function.__name__ = name


def zipped(g):
    try:
        return list(zip(g, [1], strict=False))
    except TypeError:
        return []


def unpacked(g):
    first, second = g
    return first, second


def added(g):
    xs = [1]
    xs += g
    return xs


def stepped(g):
    for each in g:
        return each
    return None


stepping("zipped", zipped)
stepping("enumerated", lambda g: list(enumerate(g)))
stepping("mapped", lambda g: list(map(str, g)))
stepping("filtered", lambda g: list(filter(None, g)))
stepping("in_a_set", set)
stepping("in_a_frozenset", frozenset)
stepping("in_a_dict", dict)
stepping("in_a_list", list)
stepping("in_a_display", lambda g: [each for each in g])  # noqa: C416
stepping("spread", lambda g: [*g])
stepping("unpacked", unpacked)
stepping("added", added)
stepping("stepped_through", stepped)


class Three:
    def __iter__(self):
        return iter([3, 4])


class Five:
    def __iter__(self):
        return iter([5])


@rows.on(T(1), T(-1))
def added_to_a_list(x):
    xs = [1, 2]
    xs += Three() if x > 0 else Five()
    return xs
