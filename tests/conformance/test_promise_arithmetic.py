"""Operators between objects of classes, in the order in which Python asks them."""

from __future__ import annotations

import dataclasses
import operator

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
B = (T(3), T(-3))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@dataclasses.dataclass(frozen=True)
class Vector:
    x: object
    y: object

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        if self.x > 0:
            return Vector(self.x + other.x, self.y + other.y)
        return Vector(other.x, other.y)

    def __radd__(self, other):
        if other == 0:
            return self
        return Vector(other + self.x, self.y)

    def __mul__(self, factor):
        if factor > 1:
            return Vector(self.x * factor, self.y * factor)
        return self

    __rmul__ = __mul__

    def __neg__(self):
        return Vector(-self.x, -self.y if self.x > 0 else self.y)


def parts(*vectors):
    return [(each.x, each.y) for each in vectors]


class Wider(Vector):
    def __radd__(self, other):
        if other.x > 1:
            return Vector(other.x * 100, self.y)
        return Vector(other.x * 10, self.y)


@rows.on(*B)
def frozen_objects(x):
    v = Vector(x, x + 1)
    return parts(v + v, v * 2, x * v, -v, sum([v, v, -v]))


@rows.on(*B)
def frozen_objects_in_a_loop(x):
    v = Vector(x, x + 1)
    for i in ag.range(3):
        v = v + Vector(i, 1)
        v += v
    return parts(v)


@rows.on(*B)
def a_subclass_is_asked_first(x):
    return parts(Vector(x, 1) + Wider(x, 2), Wider(x, 2) + Vector(x, 1))


@rows.on(*B)
def no_method_has_a_meaning(x):
    try:
        return Vector(x, x) + "text"
    except TypeError as error:
        return str(error)


@rows.on(*B)
def a_list_beside_an_object(x):
    try:
        return [1] + Counter(x)
    except TypeError as error:
        return str(error)


@rows.on(*B)
def functions_of_operator(x):
    v = Vector(x, x + 1)
    return parts(
        operator.add(v, v), operator.neg(v), operator.iadd(v, v), operator.mul(x, v)
    )


class Counter:
    def __init__(self, count):
        self.count = count

    def __iadd__(self, by):
        if by > 0:
            self.count = self.count + by
        return self

    def __isub__(self, by):
        if by > 0:
            return self
        return NotImplemented

    def __sub__(self, by):
        return self.count - by


@rows.on(*B)
def in_place(x):
    counter = other = Counter(x)
    counter += x
    counter += 1
    return counter.count, other.count, counter is other


@rows.on(T(3))
def in_place_in_an_attribute_and_an_item(x):
    class Holder:
        pass

    holder, items = Holder(), [Counter(x)]
    holder.counter = Counter(x)
    holder.counter += x
    items[0] += x
    return holder.counter.count, items[0].count


class Records:
    def __init__(self, value):
        self.value = value

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if self.value > 0:
            return self.value * len(name)
        return -self.value


@rows.on(*B)
def attributes_that_are_missing(x):
    records = Records(x)
    try:
        return records.abc, records.value, records._abc
    except AttributeError as error:
        return records.ab, str(error)
