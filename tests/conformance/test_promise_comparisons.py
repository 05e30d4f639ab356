"""Comparisons of containers and objects whose parts the graph knows when it runs.

PYTEST_DONT_REWRITE: the functions under test hold `assert` statements.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Pair(NamedTuple):
    first: object
    second: object


@dataclasses.dataclass(order=True)
class Version:
    major: int
    minor: int
    note: object = dataclasses.field(default=None, compare=False)


@dataclasses.dataclass
class Later(Version):
    patch: int = 0


class Interval:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __eq__(self, other):
        if not isinstance(other, Interval):
            return NotImplemented
        if self.low != other.low:
            return False
        return self.high == other.high

    def __lt__(self, other):
        if self.high < other.low:
            return True
        return False

    def __contains__(self, value):
        if value < self.low:
            return False
        return value <= self.high

    def __len__(self):
        if self.high > self.low:
            return self.high - self.low
        return self.low - self.high - 1

    def __getitem__(self, place):
        if place < 0:
            return self.high + place
        return self.low + place

    def __abs__(self):
        if self.low < 0:
            return -self.low
        return self.low

    def __hash__(self):
        return 0


@rows.on(T(3), T(1), T(4))
def tuples(x):
    return (x, 1) == (3, 1), (x, 1) != (3, 1), (1, (x, x)) == (1, (3, x + 0))


@rows.on(T(3), T(1), T(4))
def tuples_in_order(x):
    y = x + 1
    return (x, y) < (3, 5), (x, y) <= (3, 4), (3, y) > (x, 4), (y, x) >= (4, 3, x)


@rows.on(T(3), T(1))
def named_and_plain_tuples(x):
    return Pair(x, 2) == (3, 2), Pair(first=x, second=[x]) == Pair(3, [3])


@rows.on(T(3), T(1))
def lists_of_tuples(x):
    return [(x, 1), (2, x)] == [(3, 1), (2, 3)], [x, [x]] != [3, [3]], [x] < [x, 1]


@rows.on(T(3), T(1))
def dicts(x):
    d = {"a": x, "b": (x, 2)}
    return (
        d == {"b": (3, 2), "a": 3},
        d != {"a": x, "b": (x, 2)},
        d == {"a": x},
        {"a": x, "c": 1} == d,
    )


@rows.on(T(3), T(1))
def a_decision_by_structure(x):
    state = (x, "go")
    for _ in range(3):
        if state == (3, "go"):
            state = (x + 1, "stop")
        elif state > (3, "a"):
            state = (state[0] * 2, "stop")
    return state[0]


@rows.on(T(3), T(1))
def members(x):
    return (
        (x, 1) in [(0, 0), (3, 1)],
        [x] not in ([1], [2]),
        (x, x) in {(3, 3): 1}.items(),
    )


@rows.on(T(3), T(1), T(4))
def dataclasses_compare_by_their_fields(x):
    one = Version(x, 2, note=x)
    return (
        one == Version(3, 2, note="other"),
        one != Version(3, 2),
        one < Version(3, 4),
        one >= Version(4, x),
        one == Later(x, 2),
        one == (x, 2),
    )


@rows.on(T(3), T(1), T(4), T(9))
def methods_of_a_class(x):
    one, other = Interval(x, 5), Interval(3, 5)
    return (
        one == other,
        one != other,
        one < other,
        other > one,
        one == 3 * x,
        one in (other, x),
        x in other,
        len(one),
        one[x - 4],
        abs(one),
    )


class Queue:
    def __init__(self, count):
        self.count = count

    def __len__(self):
        if self.count < 0:
            return 0
        return self.count


class Switch:
    def __init__(self, value, limit=2):
        self.value, self.limit = value, limit

    def __bool__(self):
        if self.value > self.limit:
            return True
        return False


@rows.on(T(3), T(0), T(-1))
def truth_by_length(x):
    queue, done = Queue(x), 0
    while queue:
        queue.count = queue.count - 1
        done += 1
    return done, bool(queue), 1 if Queue(x) else 2


@rows.on(T(3), T(1))
def truth_by_method(x):
    assert Switch(x, -5)
    if Switch(x):
        y = 1
    elif Switch(x, 0):
        y = 2
    else:
        y = 3
    return (
        y,
        not Switch(x),
        5 if Switch(x) else 6,
        [k for k in range(4) if Switch(x, k)],
    )


@rows.on(T(3))
def a_truth_that_is_no_bool(x):
    class Odd:
        def __bool__(self):
            return x

    return 1 if Odd() else 2


@rows.on(T(3), T(5))
def a_negative_length(x):
    class Odd:
        def __len__(self):
            if x > 3:
                return -1
            return 2

    return len(Odd())


@rows.on(T(3), T(1))
def a_subclass_is_asked_first(x):
    log = []

    class Base:
        def __eq__(self, other):
            log.append("base")
            return NotImplemented

        __hash__ = None

    class Derived(Base):
        def __eq__(self, other):
            log.append("derived")
            if x > 2:
                return True
            return False

        __hash__ = None

    return Base() == Derived(), Derived() != Base(), Base() == Base(), log


@rows.on(T(3))
def what_has_no_order(x):
    return Interval(x, 1) <= Interval(x, 2)


@rows.on(T(3))
def a_number_and_a_list(x):
    return int(x) == [3], (3,) != int(x), {"a": 1} == int(x)


@rows.on(T(3))
def a_number_and_a_list_in_order(x):
    return int(x) < [3]


def test_what_differs_in_kind_is_not_equal_before_the_graph_runs():
    def f(x):
        return (x, 1) == [x, 1], (x, 1) == (x,), {"a": x} == {"b": x}, [x] == (x,)

    found = check(f, T(3))
    assert found.verdict is Verdict.SAME


leaf = st.integers(-1, 1) | st.sampled_from([0.0, 1.0, True])
tree = st.recursive(
    leaf, lambda part: st.lists(part, max_size=3).map(tuple), max_leaves=5
)


class Hidden:
    """Stands for a number that the graph is to know when it runs."""

    def __init__(self, value):
        self.value = value


@given(st.data())
def test_tuples_with_numbers_of_the_graph_compare_as_tuples_of_numbers(data):
    def hide(part):
        if isinstance(part, tuple):
            return tuple(map(hide, part))
        return Hidden(part) if data.draw(st.booleans()) else part

    left, right = (hide((data.draw(tree), 0)) for _ in range(2))
    symbol = data.draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))

    def shown(part, zero):
        if isinstance(part, tuple):
            return tuple(shown(each, zero) for each in part)
        return part.value + zero if isinstance(part, Hidden) else part

    def f(n):
        zero = int(n)
        one, other = shown(left, zero), shown(right, zero)
        match symbol:
            case "==":
                return one == other
            case "!=":
                return one != other
            case "<":
                return one < other
            case "<=":
                return one <= other
            case ">":
                return one > other
        return one >= other

    assert_agrees(f, T(0))


@rows.on(T(0), T(2), T(5))
def the_order_of_lists_of_the_run(n):
    xs, ys = list(range(n)), [0, 1, 1]
    return xs < ys, xs > ys, ys <= xs, xs >= [0], xs < xs, tuple(xs) < (0, 1, 2)


@rows.on(T(0), T(2), T(5))
def the_order_of_lists_that_hold_more(n):
    pairs, grid = [(i, str(i)) for i in range(n)], [[i] for i in range(n)]
    parts = f"{n}.10".split(".")
    return pairs < [(0, "1")], grid < [[0], [2]], parts < ["2", "9"]


@rows.on(T(0), T(2), T(5))
def the_largest_list_so_far(n):
    best: list[int] = []
    for k in range(3):
        found = [i % 2 for i in range(n + k)]
        is_larger = found > best
        if is_larger:
            best = found
    return best


@rows.on(T(0), T(12), T(-305))
def the_largest_letter(n):
    text = str(int(n))
    return max(text), min(text), max(text, key=lambda c: c == "0"), max(n, 3)
