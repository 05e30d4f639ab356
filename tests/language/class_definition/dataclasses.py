"""Frozen dataclasses as state."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import re
import string
import urllib.parse
from dataclasses import InitVar, dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Frozen dataclasses

T = ag.constant


@dataclasses.dataclass(frozen=True)
class Point:
    x: Any
    y: Any = 0


@dataclasses.dataclass(frozen=True)
class Segment:
    start: Point
    end: Point
    length: Any = dataclasses.field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "length", self.end.x - self.start.x)


@dataclasses.dataclass
class Mutable:
    x: Any


@dataclasses.dataclass
class Mutable2:
    x: Any
    y: Any


@programs.staged(T(3), T(0))
def replaced_in_a_loop(x):
    """A loop-carried frozen dataclass, renewed by `dataclasses.replace`."""
    point = Point(x)
    while point.x > 0:
        point = dataclasses.replace(point, x=point.x - 1, y=point.y + 1)
    return point.x, point.y


@programs.staged(T(2), T(-2))
def chosen(x):
    """A conditional expression selects one of two frozen dataclasses."""
    point = Point(x, 1) if x > 0 else Point(-x, 2)
    return point.x * 10 + point.y


@programs.staged(T(2), T(-2))
def or_none(x):
    """A variable that a branch rebinds from None to a frozen dataclass."""
    point = None
    if x > 0:
        point = Point(x, 1)
    if point is None:
        return -1
    return point.y


@programs.staged(T([1.0, 5.0, 2.0]), T([-1.0, -2.0]))
def best_so_far(xs):
    """A loop over a tensor rebinds the best record so far."""
    best = Point(0.0, -1)
    for i, x in enumerate(xs):
        if x > best.x:
            best = Point(x, i)
    return best.x, best.y


@programs.staged(T(2), T(-2))
def nested_and_computed(x):
    """Frozen dataclasses in another, with a field that `__post_init__` sets."""
    line = Segment(Point(0), Point(x))
    if x > 0:
        line = Segment(line.end, Point(x * 3))
    return line.start.x, line.end.x, line.length


@programs.staged(T(2), T(-2))
def on_one_path_only(x):
    """A record bound in one branch only: UnboundLocalError on the other path."""
    if x > 0:
        point = Point(x, 7)
    return point.y


@programs.staged(T(2), T(-2))
def caught(x):
    """A handler reads the record that was bound before the exception."""
    point = Point(1, 2)
    try:
        point = Point(x, 3)
        if x > 0:
            raise ValueError("positive")
        point = Point(4, 5)
    except ValueError:
        return point.x, point.y
    return point.x, point.y


@programs.staged(T(3), T(0))
def that_can_change(x):
    """A loop rebinds a variable to new mutable dataclasses."""
    item = Mutable(x)
    while item.x > 0:
        item = Mutable(item.x - 1)
    return item.x


@dataclasses.dataclass
class Scaled:
    size: object
    factor: dataclasses.InitVar[object] = 1
    scale: object = dataclasses.field(init=False)

    def __post_init__(self, factor):
        if self.size > 2:
            self.scale = 10 * factor
        else:
            self.scale = self.size


@dataclasses.dataclass(frozen=True)
class Positive:
    value: object

    def __post_init__(self):
        if self.value < 0:
            raise ValueError(f"{self.value} is negative")


@dataclasses.dataclass
class Named(Scaled):
    name: str = "none"

    def __post_init__(self, factor):
        super().__post_init__(factor)
        self.name = self.name + "!"


@programs.falls(T(3), T(1))
def fields_that_are_computed_at_last(x):
    """`__post_init__` with an `InitVar`, a branch and `super()` computes fields."""
    made = Scaled(x, factor=2)
    named = Named(x, name="a")
    return made.scale, made.size, named.scale, named.name, sorted(vars(made))


@programs.staged(T(3), T(-1))
def values_that_are_checked_at_last(x):
    """`__post_init__` raises ValueError for a negative field."""
    try:
        return Positive(int(x)).value
    except ValueError as error:
        return len(str(error))


@programs.staged(T(3))
def arguments_that_are_wrong(x):
    """Too many arguments of a dataclass: the text of the TypeError."""
    try:
        return Scaled(x, 1, 2, 3).scale
    except TypeError as error:
        return str(error)


FLOATS = (T(1.5), T(-1.0), T(float("nan")))


@programs.falls(*FLOATS)
def equal_to_a_copy(a):
    """A dataclass compared with a copy and with itself; a field may be NaN."""
    point = Mutable2(a, a * 0.0)
    copied = dataclasses.replace(point, x=a)
    return point == copied, point == point, point != copied


@programs.falls(*FLOATS[:2])
def equal_to_a_chosen_one(a):
    """A dataclass selected at run time compared with both candidates."""
    one, other = Mutable2(a, a * 0.0), Mutable2(a + 1, 2.0)
    found = one if a > 0 else other
    same = dataclasses.replace(found, y=found.y)
    return found == one, found == other, found == same, found != other


@programs.falls(*FLOATS[:2])
def equal_to_one_that_a_loop_makes(a):
    """A loop compares each record with the one of the previous iteration."""
    point, i, found = Point(a, 1.0), 0, 0
    while i < 2:
        made = Point(point.x + 1, point.y)
        if point == made:
            found += 5
        if made == Point(a + 1, 1.0):
            found += 1
        point = made
        i += 1
    return point.x, found


class Loud:
    def __init__(self, name, answer):
        self.name, self.answer = name, answer

    def __eq__(self, other):
        said.append(f"{self.name} and {other.name}")
        return self.answer

    __hash__: Any = None


said: list[str] = []


@programs.falls(*FLOATS)
def fields_that_tell_are_asked_in_turn(a):
    """`==` of dataclasses whose fields record being compared cannot be staged."""
    said.clear()
    one = Mutable2(Loud("a", a > 0), Loud("b", True))
    other = Mutable2(Loud("c", True), Loud("d", False))
    return one == other, one == dataclasses.replace(one), list(said)


@dataclasses.dataclass(slots=True)
class Slotted:
    x: Any

    def __post_init__(self):
        if self.x < 1:
            raise ValueError("small")


@dataclasses.dataclass(slots=True, frozen=True)
class SlottedFrozen:
    x: Any
    y: Any = 3
    z: dataclasses.InitVar[Any] = 1

    def __post_init__(self, z):
        if self.x < 1:
            object.__setattr__(self, "y", 7 + z)


@programs.staged(T(0), T(3))
def slots_that_are_checked(n):
    """`__post_init__` of a dataclass with slots raises on one path."""
    return Slotted(n).x


@programs.staged(T(0), T(3))
def slots_that_are_set_later(n):
    """`__post_init__` of a frozen dataclass with slots sets one on one path."""
    made = SlottedFrozen(n, z=4)
    return made.x, made.y


# -- dataclasses.replace()

I64 = np.int64

PAIRS = ((T(2), T(1)), (T(-3), T(4)), (T(0), T(0)), (I64(2), I64(-1)))


@dataclass
class Labelled:
    value: int
    label: str = "v"

    def __post_init__(self):
        self.label += str(self.value)


@dataclass(frozen=True)
class Positive2:
    value: int
    weight: int = 1

    def __post_init__(self):
        if self.value < 0:
            raise ValueError(f"negative: {self.value}")

    def scaled(self, factor):
        return replace(self, value=self.value * factor)


@dataclass
class Derived:
    value: int
    scale: InitVar[int] = 2
    kinds: ClassVar[int] = 5
    total: int = field(init=False)

    def __post_init__(self, scale):
        self.total = self.value * scale if self.value > 0 else -1


@dataclass
class Needing:
    value: int
    scale: InitVar[int]

    def __post_init__(self, scale):
        self.value += scale


@programs.staged(*PAIRS)
def text_that_is_made_at_once(n, m):
    """`replace` calls a `__post_init__` that appends a number to a text."""
    n, m = int(n), int(m)
    made = replace(Labelled(n), value=m)
    return made.label, made.value


@programs.staged(*PAIRS)
def what_is_checked_again(n, m):
    """`replace` calls a `__post_init__` that raises for a negative field."""
    try:
        made = replace(Positive2(n), value=m)
    except ValueError as error:
        return str(error), 0
    return "fine", made.value + made.weight


@programs.staged(*PAIRS)
def methods_that_replace(n, m):
    """A method of a frozen dataclass returns `replace` of itself, or raises."""
    try:
        made = Positive2(n).scaled(m)
    except ValueError:
        return -1
    return made.value


@programs.staged(*PAIRS)
def fields_that_are_computed(n, m):
    """`replace` with an `InitVar` computes a field that is not in `__init__`."""
    first = Derived(n)
    second = replace(first, value=m)
    third = replace(first, scale=m)
    return first.total, second.total, third.total, second.kinds


@programs.staged(*PAIRS)
def what_cannot_be_replaced(n, m):
    """The errors of `replace` for wrong fields, as text, cannot be staged."""
    said = []
    for change in ({"total": m}, {"nothing": m}):
        try:
            replace(Derived(n), **change)
        except (TypeError, ValueError) as error:
            said.append(str(error))
    try:
        replace(Needing(n, m), value=m)
    except (TypeError, ValueError) as error:
        said.append(str(error))
    try:
        replace(n, value=m)
    except TypeError as error:
        said.append(str(error))
    return said


@programs.staged(*PAIRS)
def generators_that_are_drawn_from_twice(n, m):
    """`itertools.tee` of a generator, one copy an item ahead of the other."""
    first, second = itertools.tee(v * n for v in (1, 2, m))
    next(second, None)
    return list(zip(first, second, strict=False))


@programs.falls(T(2), I64(2))
def a_template(n):
    """`string.Template.substitute` of a dynamic number cannot be staged."""
    return len(string.Template("$a!").substitute(a=int(n)))


@programs.staged(T(2), I64(2))
def a_formatter(n):
    """`string.Formatter.format` of a dynamic number cannot be staged."""
    return string.Formatter().format("{a}!", a=int(n)) == "2!"


@programs.falls(T(2), I64(2))
def a_query(n):
    """`urllib.parse.urlencode` of a dynamic number cannot be staged."""
    return urllib.parse.urlencode({"a": int(n)}).count("2")


def compared():
    value = yield
    yield str(value) == "2"


def measured():
    value = yield
    yield len(f"{value:>5}{value!r}")


@programs.staged(T(2), I64(2))
def text_of_a_generator_that_is_sent_a_value(n):
    """`str()` in a generator of a dynamic number sent to it cannot be staged."""
    steps = compared()
    next(steps)
    return steps.send(int(n))


@programs.staged(T(2), I64(2))
def the_length_of_such_a_text(n):
    """The length of an f-string of a number sent to a generator: not staged."""
    steps = measured()
    next(steps)
    return steps.send(int(n))


class Defaults(dict):  # type: ignore[type-arg]
    def __missing__(self, key):
        return f"{key}={self.given}"


class Made(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class OfMade(metaclass=Made):
    def __init__(self, value):
        self.label = "v" + str(value)


class Subscripted:
    def __class_getitem__(cls, key):
        return f"of {key}"


class Tagged:
    def __init_subclass__(cls, tag=None):
        cls.tag = f"tag {tag}"


class Copied:
    def __init__(self, value):
        self.value = value

    def __copy__(self):
        return Copied(f"copy of {self.value}")


@programs.staged(T(2), I64(2))
def a_missing_key(n):
    """`__missing__` that formats a dynamic number cannot be staged."""
    values = Defaults()
    values.given = int(n)
    return len(values["x"])


@programs.falls(T(2), I64(2))
def a_class_that_a_metaclass_calls(n):
    """Text of a dynamic number in a class called by a metaclass: not staged."""
    return len(OfMade(int(n)).label)


@programs.staged(T(2), I64(2))
def a_class_that_is_subscripted(n):
    """`__class_getitem__` that formats a dynamic number cannot be staged."""
    return len(Subscripted[int(n)])


class TellingOwner:
    def __set_name__(self, owner, name):
        owner.label = f"{owner.value} {name}"


class Shown(type):
    def __new__(cls, name, bases, body, of=None):
        made = super().__new__(cls, name, bases, dict(body))
        made.shown = repr(of)
        return made


@programs.falls(T(2), I64(2))
def a_name_is_told(n):
    """`__set_name__`, which the class statement calls, formats a dynamic number."""

    class Own:
        value = n * 2
        field = TellingOwner()

    return Own.label


@programs.falls(T(2), I64(2))
def a_metaclass_shows_it(n):
    """`__new__` of a metaclass makes text of a dynamic number."""

    class Own(metaclass=Shown, of=n + 1):
        pass

    return Own.shown


@programs.falls(T(2), I64(2))
def a_missing_key_of_a_format(n):
    """`str.format_map` asks a mapping of the user's for text."""

    class Keys(dict):
        def __missing__(self, key):
            return f"{key}{n}"

    return "{a}".format_map(Keys())


@programs.falls(T(2), I64(2))
def a_subclass(n):
    """`__init_subclass__` that formats a dynamic number cannot be staged."""

    class Own(Tagged, tag=int(n)):
        pass

    return len(Own.tag)


@programs.staged(T(2), I64(2))
def a_copy(n):
    """`__copy__` that formats a dynamic number."""
    return len(copy.copy(Copied(int(n))).value)


@programs.falls(T(2), I64(2))
def what_replaces_a_match(n):
    """`re.sub` with a function that returns a dynamic text cannot be staged."""
    return re.sub("a", lambda _: str(int(n)), "banana")
