"""`dataclasses.replace`, whose class has methods of the user's; text of the library's.

`replace` calls `__init__` and `__post_init__`, which decide on what the run knows.
"""

# written as users write them

from __future__ import annotations

import copy
import itertools
import re
import string
import urllib.parse
from dataclasses import InitVar, dataclass, field, replace
from typing import ClassVar

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
I64 = np.int64
PAIRS = ((T(2), T(1)), (T(-3), T(4)), (T(0), T(0)), (I64(2), I64(-1)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused_at_the_line = refused.refusal_test()


@dataclass
class Labelled:
    value: int
    label: str = "v"

    def __post_init__(self):
        self.label += str(self.value)


@dataclass(frozen=True)
class Positive:
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


@rows.on(*PAIRS)
def text_that_is_made_at_once(n, m):
    n, m = int(n), int(m)
    made = replace(Labelled(n), value=m)
    return made.label, made.value


@rows.on(*PAIRS)
def what_is_checked_again(n, m):
    try:
        made = replace(Positive(n), value=m)
    except ValueError as error:
        return str(error), 0
    return "fine", made.value + made.weight


@rows.on(*PAIRS)
def methods_that_replace(n, m):
    try:
        made = Positive(n).scaled(m)
    except ValueError:
        return -1
    return made.value


@rows.on(*PAIRS)
def fields_that_are_computed(n, m):
    first = Derived(n)
    second = replace(first, value=m)
    third = replace(first, scale=m)
    return first.total, second.total, third.total, second.kinds


@refused.on(*PAIRS)
def what_cannot_be_replaced(n, m):
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


@rows.on(*PAIRS)
def generators_that_are_drawn_from_twice(n, m):
    first, second = itertools.tee(v * n for v in (1, 2, m))
    next(second, None)
    return list(zip(first, second, strict=False))


@refused.on(T(2), I64(2))
def a_template(n):
    return len(string.Template("$a!").substitute(a=int(n)))


@refused.on(T(2), I64(2))
def a_formatter(n):
    return string.Formatter().format("{a}!", a=int(n)) == "2!"


@refused.on(T(2), I64(2))
def a_query(n):
    return urllib.parse.urlencode({"a": int(n)}).count("2")


def compared():
    value = yield
    yield str(value) == "2"


def measured():
    value = yield
    yield len(f"{value:>5}{value!r}")


@refused.on(T(2), I64(2))
def text_of_a_generator_that_is_sent_a_value(n):
    steps = compared()
    next(steps)
    return steps.send(int(n))


@refused.on(T(2), I64(2))
def the_length_of_such_a_text(n):
    steps = measured()
    next(steps)
    return steps.send(int(n))


# -- Text in methods that Python calls ---------------------------------------------------


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


class Shown:
    def __init__(self, value):
        self.value = value

    def __str__(self):
        return f"<{self.value}>"


@refused.on(T(2), I64(2))
def a_missing_key(n):
    values = Defaults()
    values.given = int(n)
    return len(values["x"])


@refused.on(T(2), I64(2))
def a_class_that_a_metaclass_calls(n):
    return len(OfMade(int(n)).label)


@refused.on(T(2), I64(2))
def a_class_that_is_subscripted(n):
    return len(Subscripted[int(n)])


@refused.on(T(2), I64(2))
def a_subclass(n):
    class Own(Tagged, tag=int(n)):
        pass

    return len(Own.tag)


@refused.on(T(2), I64(2))
def a_copy(n):
    return len(copy.copy(Copied(int(n))).value)


@refused.on(T(2), I64(2))
def what_replaces_a_match(n):
    return re.sub("a", lambda _: str(int(n)), "banana")


def test_what_is_printed_while_tracing_shows_the_tensor(capsys):
    def show(n):
        shown = Shown(n)
        print(shown)
        return n

    assert int(ag.function(show)(T(2))) == 2
    assert "Tensor(" in capsys.readouterr().out
