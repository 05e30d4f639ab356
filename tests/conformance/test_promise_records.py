"""Frozen dataclasses as state: paths may leave different instances."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_would_leave_text_of_the_run_is_refused = refused.refusal_test()


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


@rows.on(T(3), T(0))
def replaced_in_a_loop(x):
    point = Point(x)
    while point.x > 0:
        point = dataclasses.replace(point, x=point.x - 1, y=point.y + 1)
    return point.x, point.y


@rows.on(T(2), T(-2))
def chosen(x):
    point = Point(x, 1) if x > 0 else Point(-x, 2)
    return point.x * 10 + point.y


@rows.on(T(2), T(-2))
def or_none(x):
    point = None
    if x > 0:
        point = Point(x, 1)
    if point is None:
        return -1
    return point.y


@rows.on(T([1.0, 5.0, 2.0]), T([-1.0, -2.0]))
def best_so_far(xs):
    best = Point(0.0, -1)
    for i, x in enumerate(xs):
        if x > best.x:
            best = Point(x, i)
    return best.x, best.y


@rows.on(T(2), T(-2))
def nested_and_computed(x):
    line = Segment(Point(0), Point(x))
    if x > 0:
        line = Segment(line.end, Point(x * 3))
    return line.start.x, line.end.x, line.length


@rows.on(T(2), T(-2))
def on_one_path_only(x):
    if x > 0:
        point = Point(x, 7)
    return point.y


@rows.on(T(2), T(-2))
def caught(x):
    point = Point(1, 2)
    try:
        point = Point(x, 3)
        if x > 0:
            raise ValueError("positive")
        point = Point(4, 5)
    except ValueError:
        return point.x, point.y
    return point.x, point.y


@rows.on(T(3), T(0))
def that_can_change(x):
    item = Mutable(x)
    while item.x > 0:
        item = Mutable(item.x - 1)
    return item.x


@pytest.mark.parametrize("make", [Point, lambda x, y: (x, y)])
def test_whether_two_records_are_one_object_is_not_guessed(make):
    def f(x):
        kept = point = make(x, 1)
        if x > 0:
            point = make(2 * x, 1)
        return point is kept

    found = check(f, T(3))
    assert found.verdict is Verdict.REFUSED
    assert "one object" in str(found.staged.error)
    assert "`==`" in found.staged.error.hint


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


@rows.on(T(3), T(1))
def fields_that_are_computed_at_last(x):
    made = Scaled(x, factor=2)
    named = Named(x, name="a")
    return made.scale, made.size, named.scale, named.name, sorted(vars(made))


@rows.on(T(3), T(-1))
def values_that_are_checked_at_last(x):
    try:
        return Positive(int(x)).value
    except ValueError as error:
        return len(str(error))


@rows.on(T(3))
def arguments_that_are_wrong(x):
    try:
        return Scaled(x, 1, 2, 3).scale
    except TypeError as error:
        return str(error)


# -- Equality: since Python 3.13 field by field, and nan is not nan --------------------

FLOATS = (T(1.5), T(-1.0), T(float("nan")))


@rows.on(*FLOATS)
def equal_to_a_copy(a):
    point = Mutable2(a, a * 0.0)
    copied = dataclasses.replace(point, x=a)
    return point == copied, point == point, point != copied


@rows.on(*FLOATS[:2])
def equal_to_a_chosen_one(a):
    one, other = Mutable2(a, a * 0.0), Mutable2(a + 1, 2.0)
    found = one if a > 0 else other
    same = dataclasses.replace(found, y=found.y)
    return found == one, found == other, found == same, found != other


@rows.on(*FLOATS[:2])
def equal_to_one_that_a_loop_makes(a):
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


@refused.on(*FLOATS)
def fields_that_tell_are_asked_in_turn(a):
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


@rows.on(T(0), T(3))
def slots_that_are_checked(n):
    return Slotted(n).x


@rows.on(T(0), T(3))
def slots_that_are_set_later(n):
    made = SlottedFrozen(n, z=4)
    return made.x, made.y
