"""Comparisons of containers, and membership."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Comparisons

T = ag.constant


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


@programs.staged(T(3), T(1), T(4))
def tuples(x):
    """`==` and `!=` of tuples, nested ones included, with tensor elements."""
    return (x, 1) == (3, 1), (x, 1) != (3, 1), (1, (x, x)) == (1, (3, x + 0))


@programs.staged(T(3), T(1), T(4))
def tuples_in_order(x):
    """`<`, `<=`, `>` and `>=` of tuples with tensors compare element by element."""
    y = x + 1
    return (x, y) < (3, 5), (x, y) <= (3, 4), (3, y) > (x, 4), (y, x) >= (4, 3, x)


@programs.staged(T(3), T(1))
def named_and_plain_tuples(x):
    """A named tuple with a tensor equals a plain tuple with the same items."""
    return Pair(x, 2) == (3, 2), Pair(first=x, second=[x]) == Pair(3, [3])


@programs.staged(T(3), T(1))
def lists_of_tuples(x):
    """Lists with tuples and lists of tensors compare by `==`, `!=` and `<`."""
    return [(x, 1), (2, x)] == [(3, 1), (2, 3)], [x, [x]] != [3, [3]], [x] < [x, 1]


@programs.staged(T(3), T(1))
def dicts(x):
    """Dicts with tensor values compare by keys and values, in any order of keys."""
    d = {"a": x, "b": (x, 2)}
    return (
        d == {"b": (3, 2), "a": 3},
        d != {"a": x, "b": (x, 2)},
        d == {"a": x},
        {"a": x, "c": 1} == d,
    )


@programs.staged(T(3), T(1))
def a_decision_by_structure(x):
    """A loop branches on comparisons of a tuple of a tensor and a string."""
    state = (x, "go")
    for _ in range(3):
        if state == (3, "go"):
            state = (x + 1, "stop")
        elif state > (3, "a"):
            state = (state[0] * 2, "stop")
    return state[0]


@programs.staged(T(3), T(1))
def members(x):
    """`in dict.items()` hashes its key: TypeError for a tuple of tensors."""
    return (
        (x, 1) in [(0, 0), (3, 1)],
        [x] not in ([1], [2]),
        (x, x) in {(3, 3): 1}.items(),
    )


@programs.falls(T(3), T(1), T(4))
def dataclasses_compare_by_their_fields(x):
    """Dataclass comparisons skip `compare=False` fields and respect the class."""
    one = Version(x, 2, note=x)
    return (
        one == Version(3, 2, note="other"),
        one != Version(3, 2),
        one < Version(3, 4),
        one >= Version(4, x),
        one == Later(x, 2),
        one == (x, 2),
    )


@programs.staged(T(3), T(1), T(4), T(9))
def methods_of_a_class(x):
    """Special methods for comparison, `in`, `len`, indexing and `abs` that branch."""
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


@programs.staged(T(3), T(0), T(-1))
def truth_by_length(x):
    """`while`, `bool` and `if` use a `__len__` that branches on a tensor."""
    queue, done = Queue(x), 0
    while queue:
        queue.count = queue.count - 1
        done += 1
    return done, bool(queue), 1 if Queue(x) else 2


@programs.staged(T(3), T(1))
def truth_by_method(x):
    """Each truth test of an object calls a `__bool__` that branches on a tensor."""
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


@programs.staged(T(3))
def a_truth_that_is_no_bool(x):
    """A `__bool__` that returns a tensor raises TypeError."""

    class Odd:
        def __bool__(self):
            return x

    return 1 if Odd() else 2


@programs.staged(T(3), T(5))
def a_negative_length(x):
    """`len` raises ValueError where `__len__` returns -1 at run time."""

    class Odd:
        def __len__(self):
            if x > 3:
                return -1
            return 2

    return len(Odd())


@programs.staged(T(3), T(1))
def a_subclass_is_asked_first(x):
    """`==` calls the reflected `__eq__` of a subclass first, as a log shows."""
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


@programs.staged(T(3))
def what_has_no_order(x):
    """`<=` on a class without `__le__` raises TypeError."""
    return Interval(x, 1) <= Interval(x, 2)


@programs.staged(T(3))
def a_number_and_a_list(x):
    """An int taken from a tensor is unequal to a list, a tuple and a dict."""
    return int(x) == [3], (3,) != int(x), {"a": 1} == int(x)


@programs.staged(T(3))
def a_number_and_a_list_in_order(x):
    """`<` between an int taken from a tensor and a list raises TypeError."""
    return int(x) < [3]


@programs.staged(T(3))
def what_differs_in_kind(x):
    """Containers that differ in type, length or keys are unequal."""
    return (x, 1) == [x, 1], (x, 1) == (x,), {"a": x} == {"b": x}, [x] == (x,)


@programs.staged(T(0), T(2), T(5))
def the_order_of_lists_of_the_run(n):
    """Lists and tuples of dynamic length compare lexicographically."""
    xs, ys = list(range(n)), [0, 1, 1]
    return xs < ys, xs > ys, ys <= xs, xs >= [0], xs < xs, tuple(xs) < (0, 1, 2)


@programs.staged(T(0), T(2), T(5))
def the_order_of_lists_that_hold_more(n):
    """Dynamic lists of tuples and of lists, and split strings, compare by `<`."""
    pairs, grid = [(i, str(i)) for i in range(n)], [[i] for i in range(n)]
    parts = f"{n}.10".split(".")
    return pairs < [(0, "1")], grid < [[0], [2]], parts < ["2", "9"]


@programs.staged(T(0), T(2), T(5))
def the_largest_list_so_far(n):
    """A loop retains the greatest of several lists of dynamic length."""
    best: list[int] = []
    for k in range(3):
        found = [i % 2 for i in range(n + k)]
        is_larger = found > best
        if is_larger:
            best = found
    return best


@programs.staged(T(0), T(12), T(-305))
def the_largest_letter(n):
    """`max` and `min` over the characters of a string of a run-time number."""
    text = str(int(n))
    return max(text), min(text), max(text, key=lambda c: c == "0"), max(n, 3)


# -- in and not in


@programs.staged((T(2), T(5)), (T(7), T(7)), (2, T(2)), (T(2), 5), (T(9.5), T(9.5)))
def sequences(x, y):
    """`in` and `not in` on lists and tuples of numbers, None and text."""
    return (
        x in [1, 2, 3],
        x in (1, y),
        x not in [y, 4],
        x in [],
        x in [None, "text", y],
        1 in [y, x],
        x in [x],
    )


@programs.staged(T(float("nan")), T(1.0))
def identity_comes_before_equality(x):
    """`in` and `==` of tuples find a NaN by identity, not by equality."""
    return x in [x], x in (1.0, x), x in [x + 0], x * 2 in (x * 2, x), (x, 1) == (x, 1)


@programs.staged(T([float("nan"), 1.0]), T([1.0, 2.0]))
def items_and_sums_are_new_objects(xs):
    """Indexing and reducing create new tensors, so a NaN is not found."""
    first, total = xs[0], ag.reduce_sum(xs)
    return xs[0] in (first, 2.0), first in [total], total in (ag.reduce_sum(xs), first)


@programs.staged((T(float("nan")), T(2)), (T(1.0), T(2)), (T(float("nan")), T(0)))
def what_was_there_before_is_another_object(x, n):
    """Arithmetic in loops creates new tensors, so a NaN is not found."""
    found = []
    while n > 0:
        x *= 1.0 if n > 1 else 0.5
        n -= 1
    found += [x * 0.5 in (x, 1.0)]
    steps = 2
    while steps > 0 and x / 0.5 not in (0.0, x):
        steps -= 1
        if n == 0:
            found += [x in [x / 2.0], x + 1.0 in [1.0, x]]
    return steps, x, x * 2.0 in (x,)


@programs.staged(*(T(x) for x in (1.0, -1.0)))
def numbers_that_may_be_nan(x):
    """`in` and `==` on containers of a number that may be NaN but is not."""
    y = min(x, 0.5)
    return y in [x], [x, y] == [x, x], (y, x) == (x, x), {"a": y} == {"a": x}


@programs.staged(T(float("nan")), T(0.0))
def nan_after_what_settles_it(x):
    """Earlier items decide `in` and `==` before the identity of a NaN matters."""
    y = min(x, 0.5)
    return x in [x, y], x in [y, x], (x, 1, y) == (x, 2, x), x + 1 in [x * 2, x - 1]


@programs.staged(
    (T(2), T([1, 2])), (T(7), T([1, 2])), (2, T([1, 2])), (2.0, T([2.0, 1.0]))
)
def elements(x, v):
    """`in` on a tensor compares its elements."""
    return x in v, x not in v, x + 1 in v * 2


@programs.staged(
    (T([1, 2]), T([[1, 2], [3, 4]])), (T([1, 5]), T([[1, 2], [3, 4]])), (T(1), T(1))
)
def elements_broadcast_as_those_of_arrays(x, v):
    """`in` on a tensor broadcasts as `ndarray.__contains__` does."""
    return x in v


@programs.falls(
    ("text", T([1, 2])), (None, T([1, 2])), (T(2), None), (T(2), 5), (T(2), "text")
)
def what_cannot_be_compared(x, v):
    """`in` with text or None and a tensor, in both roles."""
    return x in v


@programs.staged(
    *((T(x), T(a), T(b)) for x in (-3, 0, 2, 3) for a, b in [(0, 3), (3, -3)])
)
def ranges(x, a, b):
    """`in` on ranges with dynamic bounds, of tensors, floats and text."""
    return (
        x in range(a, b),
        x in range(a, b, 2),
        x in range(b, a, -3),
        x in range(3),
        2 in range(a, b),
        x / 2 in range(a, b),
        x not in range(1, b),
        "text" in range(3),
    )


@programs.staged(T(2), T(3))
def tensors_are_not_hashed(x):
    """`in` of a tensor in a set raises TypeError."""
    return x in {1, 2}


@programs.staged(T(0), T(1), T(4))
def python_numbers_in_a_staged_loop(n):
    """A dynamic loop's counter is looked up in sets, dicts, lists and ranges."""
    total = 0
    for i in range(n):
        if i in {1, 2, "a"} or i in {3: 5} or i in {0: 1}.keys():
            total += i
        if i not in ["text", 2, None]:
            total += 10
        if i in range(1, n, 2):
            total += 100
    return total


@programs.staged(T(2), T(3))
def classes_with_contains(x):
    """`in` calls a user's `__contains__`, which branches on a tensor."""

    class Even:
        def __contains__(self, item):
            return item % 2 == 0 if item > 0 else False

    return x in Even(), x not in Even()


@programs.staged((T(2), T(5)), (T(5), T(2)), (T(5), T(5)))
def chains(x, y):
    """Chained comparisons with `in`, `is not` and `!=`."""
    return 1 < x in [2, y] != y, x is not None in [True]


@programs.staged(T(2), T(0))
def decisions(x):
    """`in` and `not in` as conditions of branches."""
    if x in (0, 1):
        return 10
    return 20 if x not in [5, 6] and x not in [3] else 30


@programs.staged(T(3), T(-3))
def none_on_some_paths(x):
    """`in` with a value that is None on one branch."""
    y = None
    if x > 0:
        y = x
    return y in [None, 5], y in (3,), None in [y]


@programs.falls(T(2))
def numbers_do_not_contain(n):
    """`in` on the int of a dynamic loop raises TypeError."""
    for i in range(n):
        if 1 in i:
            return 1
    return 0
