"""What asks the class of symbolic values: `x.__class__`, and functions by class."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()

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
