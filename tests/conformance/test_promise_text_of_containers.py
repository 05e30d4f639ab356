"""Text of containers with objects whose classes make their own text."""

# Programs under test are written as users write them.

import dataclasses
from typing import Any, NamedTuple

import pytest

import autograph as ag
from autograph.errors import TracedTextError
from autograph.testing import assert_agrees
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


class A:
    """An object that shows a number."""

    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"A{self.v}"


class Named(A):
    """An object with another text outside of containers."""

    def __str__(self):
        return "named"


@dataclasses.dataclass
class Fields:
    """Has a text of its fields."""

    first: object
    second: object = None


class Pair(NamedTuple):
    """Has a text of its fields."""

    first: object
    second: object = 1


class Shown(Exception):  # noqa: N818
    """Makes its own text."""

    def __str__(self):
        return f"shown {self.args}"


class Told(Exception):  # noqa: N818
    """Makes its own text in containers."""

    def __repr__(self):
        return f"told {self.args}"


class Several(list[Any]):
    """Has the text of a list."""


class Three(tuple[Any, ...]):
    """Has the text of a tuple."""

    __slots__ = ()


# What is made of a number `n`, with an object that makes its own text.
HOLDING = {
    "dataclass": lambda n: Fields(n, A(n)),
    "dataclass of known numbers": lambda n: Fields(1, A(3)),
    "named tuple": lambda n: Pair(A(n)),
    "each in the other": lambda n: Fields(Pair(Fields(Named(n))), [Pair(n, A(n))]),
    "keys": lambda n: {A(n): Fields(n, A(n)), "a": 1},
    "exception": lambda n: ValueError(Named(n)),
    "exception of more": lambda n: ValueError(Named(n), n, "a"),
    "exception in an exception": lambda n: ValueError(TypeError(Named(n))),
    "exception of a list": lambda n: ValueError([n, Named(n)]),
    "exception of a dataclass": lambda n: ValueError(Fields(n, ValueError(A(n)))),
    "exception of a key": lambda n: KeyError(Named(n)),
    "exception of a text": lambda n: KeyError(f"{n}"),
    "its own text": lambda n: Shown(Named(n), n),
    "its own text in containers": lambda n: Told(Named(n)),
    "in a container": lambda n: (Told(Named(n)), [Shown(Named(n))], KeyError(A(n))),
    "subclasses": lambda n: (Several([n, "a"]), Three((n,)), Several([Several([n])])),
    "in a dataclass": lambda n: Fields(Shown(Named(n)), KeyError(Named(n), n)),
}


@pytest.mark.parametrize("name", HOLDING)
def test_what_shows_its_fields_shows_the_texts_of_objects(name):
    make = HOLDING[name]

    def texts(n):
        held = make(int(n))
        return (f"{held}", f"{held!r}", str(held), repr(held), f"<{held!s}> {n}",
                f"{held!r:>50}", len(str(held)))  # fmt: skip

    for n in (T(0), T(3)):
        assert_agrees(ag.function(texts), n)


def test_text_that_unconverted_code_makes_is_not_joined_with_that_of_the_run():
    @ag.autograph.experimental.do_not_convert
    def shown(self):
        return f"shown {self.v}"

    class Unconverted(A):
        __repr__ = shown

    @ag.function
    def joined(n):
        held = Unconverted(int(n))
        return f"{held} {n}"

    with pytest.raises(TracedTextError, match="shown Tensor"):
        joined(T(3))


@rows.on(T(0), T(2))
def of_a_list(n):
    return str([A(int(n)), 2]), repr([A(int(n))])


@rows.on(T(0), T(2))
def of_nested_containers(n):
    return f"{ ({'a': [A(int(n)), 'x']}) } {(A(int(n)),)}"


@rows.on(T(0), T(2))
def of_objects_with_two_texts(n):
    return str([Named(int(n))]) + str(Named(int(n)))


@rows.on(T(0), T(2))
def with_a_width(n):
    return f"{[A(int(n))]!r:>8}"


@rows.on(T(0), T(2))
def of_known_objects(n):
    return str([A(3), int(n)]), f"{[A(4)]!r:>8}"


@rows.on(T(0), T(2))
def in_templates(n):
    a, b = Named(int(n)), A(3)
    return (
        "%s %r %5s|%%" % (a, a, b),
        "%s" % b,
        "%(k)s" % {"k": a},
        "%s" % [a, n],
        "{} {!r} {:>8} {x}".format(a, a, int(n), x=[b]),
        "{1}{0!r}".format(a, int(n)),
    )


@rows.on(T(0), T(2))
def in_templates_that_do_not_fit(n):
    told = []
    percent, braces = "%s", "{} {}"
    for act in (
        lambda: "%d" % A(n),
        lambda: percent % (A(n), A(n)),
        lambda: braces.format(A(n)),
    ):
        try:
            told.append(act())
        except (TypeError, IndexError) as error:
            told.append(str(error))
    return told


@rows.on(T(0), T(2))
def of_the_one_that_was_chosen(n):
    a = A(int(n)) if n > 1 else A(5)
    return "%s" % a, "{}".format(a), repr([a]), f"{a}"


class Ordered(A):
    """An object that has an order."""

    def __lt__(self, other):
        return self.v < other.v


@rows.on(T(0), T(2))
def of_sorted_objects(n):
    return repr(sorted([Ordered(int(n)), Ordered(1)]))


@rows.on(T(0), T(2))
def that_raises(n):
    class Bad:
        def __repr__(self):
            if n > 1:
                raise ValueError("no text")
            return "ok"

    return str([Bad()])


@rows.on(T(0))
def by_a_template(n):
    return "%s" % [A(int(n))]


@rows.on(T(0))
def by_format(n):
    return "{}".format([A(int(n))])


@rows.on(T(0), T(5))
def of_dicts_with_keys_of_the_run(n):
    counts = {}
    for letter in str(int(n) * 1001):
        counts[letter] = counts.get(letter, 0) + 1
    groups = {}
    for i in range(n):
        groups.setdefault(i % 2, []).append(i)
    return f"counts: {counts}", repr(counts), "%s" % counts, f"{groups!r:>30}"


@rows.on(T(0), T(5))
def of_dicts_with_a_key_on_some_paths(n):
    found = {"b": A(2)}
    if n > 0:
        found["é"] = A(int(n))
    else:
        del found["b"]
    return str({"x": found}), "%s %s" % (found, int(n))


@rows.on(T(0), T(5))
def of_dicts_in_ascii(n):
    found = {}
    if n > 0:
        found["é"] = "ü"
    return ascii(found), f"{found!a}"


test_the_text_is_that_of_plain_python = rows.test()
