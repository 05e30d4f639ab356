"""`match` on values of the run, and statements on objects selected at run time."""

from __future__ import annotations

import dataclasses
import enum

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Patterns

T = ag.constant


@dataclasses.dataclass
class Point:
    """A class with `__match_args__`."""

    x: object
    y: object


class Op(enum.IntEnum):
    """What `calculate` does."""

    ADD = 1
    SUBTRACT = 2


@programs.staged(T(0), T(1), T(2), T(9), T(50), T(-1.0), 2, 9, "x", None)
def literals(x):
    """Literal, or- and wildcard patterns on tensors, numbers, text and None."""
    match x:
        case 0:
            return 10
        case 1 | 2:
            return 20
        case -1.0 | None | "x":
            return 30
        case _:
            return 40


@programs.staged((T(1), T(5)), (T(2), T(5)), (T(3), T(5)), (2, T(5)))
def values(op, x):
    """Value patterns of an `IntEnum` against a tensor."""
    match op:
        case Op.ADD:
            x = x + op
        case Op.SUBTRACT:
            x = x - op
    return x


@programs.staged(T(20), T(5), T(-5), 7)
def guards(x):
    """Capture patterns with dynamic guards; the name stays bound afterwards."""
    match x:
        case y if y > 10:
            r = y
        case y if y < 0:
            r = -y
        case _:
            r = 0
    return r, y


@programs.staged(
    (T(0), "add"), (T(3), "add"), (T(9), "add"), (T(1), "name"), (T(4), "name")
)
def sequences(x, kind):
    """Sequence patterns with literals, captures, a guard, a class and a star."""
    match (x, kind):
        case (0, "add"):
            return x
        case (y, "add") if y > 5:
            return y * 2
        case (1 | 2 as y, str(text)):
            return y + len(text)
        case [y, *_]:
            return y - 1


@programs.staged(*(((T(a), T(b))) for a in (0, 1, 2) for b in (0, 1, 4)))
def classes(x, y):
    """Class patterns with positional, keyword, or- and nested patterns."""
    match Point(x, [y, "text"]):
        case Point(0, [0, _]):
            return 0
        case Point(0, [z, _]) | Point(z, [0, _]):
            return z
        case Point(x=1 | 2 as q, y=[r, str(text)]) if q + r > 3:
            return q + r + len(text)
        case Point():
            return -5


@programs.falls(T(1), T(2), T(3))
def mappings(x):
    """Mapping patterns with literals, captures, a guard and `**rest`."""
    match {"a": x, "b": 2, "c": [x, x + 1]}:
        case {"a": 1, **rest}:
            return rest["b"]
        case {"a": v, "c": [2, w]} if v > 0:
            return w + v
        case {"missing": _}:
            return 1
        case _:
            return 0


@programs.staged(T(1), T([1, 2]), T([[1], [2]]))
def tensors_are_no_sequences(x):
    """A tensor matches class patterns, but no sequence or mapping pattern."""
    match x:
        case [a, b]:
            return 1
        case {}:
            return 2
        case ag.Tensor(shape=()):
            return 3
        case ag.Tensor():
            return 4


@programs.staged(T(0), T(3), T(9))
def python_numbers_in_a_staged_loop(n):
    """Class patterns `int`, `float` and `str` on numbers of a dynamic loop."""
    total = 0
    for i in range(n):
        match i / 2, i:
            case float(half), int(v) if v % 2 == 0:
                total += v + half
            case _, 5:
                break
            case str(), _:
                total = -1
            case _:
                continue
    return total


@programs.staged(T([1, 7, 0, 5]), T([1, 2, 3, 0]), T([3, 3]))
def jumps(codes):
    """`break` and `continue` inside `match` in a dynamic loop."""
    stack = 0
    for code in codes:
        match code:
            case 0:
                stack = -stack
            case 1 | 2:
                stack += code
            case 3:
                continue
            case _:
                break
    return stack


@programs.staged(T(1), T(2))
def nested(x):
    """A `match` inside a case of another one."""
    match (x, (x + 1, "inner")):
        case (1, rest):
            match rest:
                case (2, name):
                    return len(name)
                case _:
                    return 0
        case (_, (y, _)):
            return y


@programs.staged(T(1), T(2), T(3))
def names_of_some_cases(x):
    """A name assigned in some cases only may be unbound after `match`."""
    match x:
        case 1:
            y = x
        case 2:
            pass
        case z:
            y = z + 1
    return y


@programs.staged(T(3), T(1), T(-2))
def names_of_alternatives_that_are_changed(x):
    """Alternatives bind one name at different positions; it is reassigned."""
    while x > 0:
        match [x, (x // 2, 3)]:
            case (v, [0 | 1, _]) | (_, [v, _]):
                v += x
                x -= v
    return x


@programs.staged(T(0), T(1))
def a_class_that_cannot_match_where_nothing_before_matches(x):
    """A class pattern raises only if the patterns before it match at run time."""
    match (x, 5):
        case (0, int(_, _)):
            return 1
        case (0, missing_name()):  # Python looks it up when it is needed
            return 2
        case _:
            return 3


@programs.staged(T(0), T(1), T(2), T(4))
def lists_whose_length_the_run_decides(n):
    """Sequence patterns on a list of dynamic length, with stars and a guard."""
    xs = [i * 2 for i in range(n)]
    match xs:
        case []:
            return 0, [], 0
        case [x]:
            return x, [], 1
        case [0, b]:
            return b, [1], 2
        case [a, b, *rest] if b > 5:
            return a, rest, 3
        case [a, *rest, z]:
            return a + z, rest, 4


@programs.staged(T(0), T(3))
def commands(n):
    """`match` on `str.split` of text formatted at run time."""
    match (f"go {n}" if n > 0 else "quit").split():
        case ["quit" | "exit"]:
            return "bye"
        case ["go", where]:
            return where
        case [verb, *_]:
            return verb


@programs.staged(T(0), T(2), T(3))
def tuples_from_both_ends(n):
    """Sequence patterns with a star in the middle on a dynamic tuple."""
    match tuple((i, i + n) for i in range(n)):
        case ((0, b), *_, (_, z)) if b < z:
            return b, z
        case (_, *_):
            return 7, 7
    return 0, 0


@programs.staged(T(0), T(3))
def what_is_left_of_a_list(n):
    """`[a, *rest]` in a loop captures a new list that is then changed."""
    xs, found = list(range(n)), []
    for _ in range(2):
        match xs:
            case [a, *rest]:
                found.append(a)
                rest.append(9)
                xs = rest
            case []:
                found.append(-1)
    return found, xs


# -- for, with, match and unpacking of objects selected at run time

EACH = [(T(x), T(y)) for x, y in ((1, 2), (-1, 5), (0, 0), (9, 9))]


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


@programs.staged(*EACH, (1, T(2)), (T(-1), 5))
def matched(x, y):
    """Class patterns match an object or None selected at run time."""
    one, two = Leaf(x), Pair(Leaf(x), Leaf(y))
    tree = one if x > 0 else two
    perhaps = tree if y > 3 else None
    return evaluated(tree), evaluated(perhaps)


@programs.staged(*EACH)
def matched_by_attributes_or_none(x, y):
    """A keyword class pattern matches an object that may be None."""
    best = None
    if x > 0:
        best = Leaf(x)
    match best:
        case None:
            result = y
        case Leaf(value=value):
            result = value + 10
    return result


@programs.staged(*EACH)
def matched_in_the_winner_of_a_loop(x, y):
    """Guards and or-patterns match the object that a loop selected."""
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


@programs.staged(*EACH)
def stepped_through(x, y):
    """`for`, `enumerate()` and `zip()` over an object of either of two classes."""
    chosen = Pair(x, y) if x > 0 else Door(y)
    total = 0
    for place, value in enumerate(chosen):
        if value > 6:
            continue
        total += value * (place + 1)
    for value, weight in zip(chosen, [10, 20], strict=False):
        total += value * weight
    return total, [v for v in chosen if v > 1], len(chosen)


@programs.staged(*EACH)
def left_early(x, y):
    """`return` and `else` of a `for` over an object selected at run time."""
    one, two = Pair(x, y), Pair(y, 3)
    chosen = one if x > 0 else two
    for value in chosen:
        if value == 2:
            return value, "two"
        y = y + 100
    else:
        y = 50
    return y, "end"


@programs.falls(*EACH)
def taken_apart(x, y):
    """Unpacking, star arguments and builtins of an object selected at run time."""
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


@programs.falls(*EACH)
def entered(x, y):
    """`with` on an object selected at run time, left by `continue` and `break`."""
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


@programs.falls(*EACH)
def entered_and_swallowing(x, y):
    """`with` on either of two managers, of which one suppresses ValueError."""
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
    @programs.staged(T(1), T(-1))
    def on_a_function(x):
        """Iterating over a function selected at run time raises TypeError."""
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

stepping("in_a_display", lambda g: [each for each in g])

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


@programs.staged(T(1), T(-1))
def added_to_a_list(x):
    """`+=` extends a list by an iterable object selected at run time."""
    xs = [1, 2]
    xs += Three() if x > 0 else Five()
    return xs


@programs.staged(T(2), T(3), T(0))
def items_of_a_range(n):
    """A sequence pattern on a `range` whose bound is a tensor."""
    match range(n):
        case [0, 1]:
            return 1
    return 2


@programs.staged(T(2), T(1))
def an_attribute_of_a_number(n):
    """A class pattern that asks an int of the run for an attribute."""
    for i in range(n):
        match i:
            case int(real=1):
                return 1
    return 2
