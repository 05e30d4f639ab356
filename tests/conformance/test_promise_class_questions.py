"""What asks the class of symbolic values: `x.__class__`, and functions by class."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()
test_what_python_needs_a_class_for_is_refused = refused.refusal_test()

test_the_graph_gives_what_plain_python_gives = rows.test()


@functools.singledispatch
def size(value):
    return -1


@size.register
def _(value: int):
    return value * 2


@size.register
def _(value: float):
    return 1 if value > 0 else 2


@size.register(list)
def _(value):
    return sum(value)


@dataclass
class Square:
    side: Any


@dataclass
class Disc:
    radius: Any


@size.register
def _(value: Square):
    if value.side > 10:
        raise ValueError(f"too large: {value.side}")
    return value.side**2


@size.register
def _(value: Disc):
    return value.radius if value.radius > 1 else -1


class Sizes:
    @functools.singledispatchmethod
    def of(self, value):
        return -1

    @of.register
    def _(self, value: int):
        return value * 2

    @of.register
    def _(self, value: str):
        return len(value)


@rows.on(3, T(3), T(-2), T(2.5))
def functions_by_class(x):
    return size(x), size(int(x)), size(float(x)), size([x, 1]), size(str(int(x)))


@rows.on(3, T(3), T(-2), T(11))
def functions_by_the_class_of_what_is_chosen(x):
    shape = Square(x) if x > 0 else Disc(-x)
    return size(shape)


@rows.on(3, T(3), T(-2))
def methods_by_class(x):
    sizes = Sizes()
    return sizes.of(int(x)), sizes.of(str(int(x))), sizes.of(1.5)


@rows.on(3, T(3), T(-2))
def classes(x):
    n = int(x)
    values = n, float(x), str(n), n > 0
    names = [value.__class__.__name__ for value in values]
    return names, n.__class__ is int, type(n) is n.__class__, n.__class__(2.5)


@refused.on(T(1))
def a_class_with_a_chosen_base(x):
    class Mine(Square if x > 0 else Disc):
        pass

    return Mine(1)


@refused.on(T(1))
def a_class_with_a_base_or_none(x):
    base = Square if x > 0 else None

    class Mine(base):
        pass

    return Mine(1)


@refused.on(T(1), T(0))
def an_object_as_base(x):
    thing = Square(1) if x > 0 else None

    class Mine(thing):
        pass

    return Mine(1)


@refused.on(T(1))
def a_number_as_base(x):
    class Mine(int(x)):
        pass

    return Mine(1)


@refused.on(T(1))
def text_as_base(x):
    class Mine("ab" if x > 0 else "c"):
        pass

    return Mine


@refused.on(T(1))
def super_of_a_chosen_class(x):
    kind = Square if x > 0 else Disc
    return super(kind, kind(1)).__hash__() == 0


@refused.on(T(1), T(0))
def super_of_an_object_or_none(x):
    thing = Square(1) if x > 0 else None
    return super(thing, thing)


@refused.on(T(1))
def super_of_a_number_or_none(x):
    number = int(x) if x > 0 else None
    return super(number, number)


@rows.on(T(1), T(0))
def super_of_what_may_be_none(x):
    thing = Square(1) if x > 0 else None
    return thing is None or super(Square, thing).__init__() is None
