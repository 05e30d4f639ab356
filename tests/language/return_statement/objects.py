"""Results that are dataclasses, members of enumerations, and values of the library."""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import pathlib
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
POINTS = T(3), T(-3), T(0)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class State:
    x: Any
    n: Any = 0
    rest: Any = None


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: Any
    y: Any = 2


@dataclasses.dataclass(slots=True)
class Slotted:
    x: Any


class Pair(NamedTuple):
    a: Any
    b: Any


@programs.staged(*POINTS)
def dataclasses_of_each_kind(x):
    """A dataclass, a frozen one and one with slots, of tensors and containers."""
    return State(x, 1, [x, None]), Frozen(x + 1), Slotted({"a": x})


@programs.staged(*POINTS)
def dataclasses_in_dataclasses(x):
    """Dataclasses in dataclasses, lists, dicts and a named tuple."""
    nested = State(Frozen(x), (Slotted(x), 2))
    return nested, [Frozen(x), {"k": State(x)}, x], Pair(Frozen(x), [State(1)])


@programs.staged(*POINTS)
def dataclasses_without_tensors(x):
    """Dataclasses of None, an empty dict and an empty list."""
    return State(None, None), State({}, [])


@programs.staged(*POINTS)
def a_field_of_either_path(x):
    """A field of a frozen dataclass is selected by a condition."""
    return Frozen(x if x > 0 else -x)


@programs.staged(*POINTS)
def dicts_of_the_standard_library(x):
    """An OrderedDict and a defaultdict."""
    return collections.OrderedDict(b=x, a=1), collections.defaultdict(list, {3: x})


@programs.staged(*POINTS)
def a_member_alone(x):
    """A member of an enumeration is the whole result."""
    return Colour.BLUE


@programs.staged(*POINTS)
def members_in_containers(x):
    """Members of an enumeration in a dict, a list and a dataclass."""
    return {"now": Colour.RED, "next": [Colour.BLUE, x]}, State(Colour.RED, x)


@programs.staged(*POINTS)
def constants_of_python(x):
    """A range, an ellipsis, a class, a builtin and dtypes are returned as they are."""
    return range(3), ..., int, len, x.dtype, np.dtype("int8"), x


@programs.staged(*POINTS)
def values_of_the_standard_library(x):
    """A fraction, a decimal, a date and a path are returned as they are."""
    numbers = fractions.Fraction(1, 3), decimal.Decimal("1.5"), x
    return numbers, dt.date(2020, 1, 2), [pathlib.PurePosixPath("a/b"), x]


@ag.function
def decorated(x):
    return Frozen(x * 2, Colour.RED)


@programs.staged(*POINTS)
def of_a_decorated_helper(x):
    """A decorated helper returns a frozen dataclass with a member."""
    first, second = decorated(x), decorated(x + 1)
    return first.x + second.x, first.y is Colour.RED, second


@programs.staged(([T(1)], T(2)), ([T(1)], T(-2)))
def beside_a_change_of_an_argument(items, x):
    """A list of the caller grows, and its first item is a field of the result."""
    items.append(x)
    return State(x, items[0])


@programs.staged(T(3), T(0), T(2))
def containers_of_dynamic_length(n):
    """A list and a dict of dynamic length in a dataclass and in a list."""
    items, table = [], {"a": n}
    for i in range(n):
        items.append(i * n)
    if n > 2:
        table["b"] = n * 2
    return State(items, Frozen(len(items), [n])), [items, Colour.RED, table]
