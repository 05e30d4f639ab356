"""Classes of exceptions: selected at run time, the user's own, and their attributes: what a comparison with plain Python does not show."""

from __future__ import annotations

import enum
from decimal import Decimal

import numpy as np
import pytest

import autograph as ag
from tests.language.own_exceptions import lines
from tests.language.programs import calls_of
from tests.language.raise_statement.classes import (
    Account,
    Checked,
    LazyError,
    OverdrawnError,
    Pair,
    PlainError,
    T,
    Token,
    a_note,
    a_tuple_among_its_arguments,
    an_argument,
    an_attribute_of_some_classes,
    arguments_as_a_tuple,
    arguments_of_several_classes,
    arguments_taken_apart,
    attributes_of_a_base_class,
    attributes_of_builtin_classes,
    attributes_of_ones_own,
    attributes_that_a_list_keeps,
    its_class,
    keyword_arguments,
    no_arguments,
    of_a_recursive_function,
    programs,
    raised_again_from_a_function,
    text,
    the_message_of_an_operation,
    the_value_of_stop_iteration,
)

# -- Classes of the user's


# -- Constructors that do more than store arguments

made: list[int] = []


class OfChecked(Checked):
    def __init__(self, n):
        super().__init__(n)


class Divided(Exception):
    def __init__(self, n):
        self.part = 1 / n


class Noted(Exception):
    def __init__(self, n):
        made.append(n)


class Counted(Exception):
    number = 0

    def __init__(self, n):
        Counted.number = 1


class Told(Exception):
    def __init__(self, n):
        print(n)


class Linked(Exception):
    def __init__(self, owner):
        owner.error = self


# -- Objects, arrays and lists as arguments


class Slotted:
    """Has no dict."""

    __slots__ = ("left", "right")

    def __init__(self, left):
        self.left = left

    def __repr__(self):
        return f"Slotted({self.left}, {hasattr(self, 'right')})"


class Colour(enum.Enum):
    """Is what it is."""

    RED = 1


class Node:
    """Holds itself, another one, and lists."""

    def __init__(self, value, other=None):
        self.value, self.other, self.itself = value, other, self
        self.items = [value, [value], {"a": value}, None]

    def __repr__(self):
        return f"Node({self.value}, {self.other}, {self.items}, {self.itself is self})"


ONE = Decimal(1)

HELD = {
    "account": lambda n: Account("a", n),
    "dataclass": lambda n: Token("name", n),
    "named tuple": lambda n: Pair("a", n),
    "slots": Slotted,
    "cycle": lambda n: Node(n, Node(1)),
    "values": lambda n: Token("a", (Colour.RED, ONE, b"x", len, n)),
    "array": lambda n: Account("a", np.arange(3) * n),
    "of a list": lambda n: [Account("a", n), Account("b", 2)],
    "of a dict": lambda n: {"a": Account("a", n)},
    "without the run": lambda n: Account("a", 1),
}


@pytest.mark.parametrize("kind", [PlainError, KeyError, LazyError])
@pytest.mark.parametrize("name", HELD)
def test_what_is_raised_holds_what_the_object_held(name, kind):
    make = HELD[name]

    def raising(n):
        held = make(int(n))
        if n > 2:
            raise kind(held)
        return held is None

    def caught(n):
        held = make(int(n))
        text = ""
        try:
            if n > 2:
                raise kind(held)
        except kind as error:
            text = f"{error}|{error!r}"
        return text

    with pytest.raises(kind) as expected:
        raising(T(3))
    with pytest.raises(kind) as found:
        ag.function(raising)(T(3))
    assert str(found.value) == str(expected.value)
    assert repr(found.value) == repr(expected.value)
    assert not ag.function(raising)(T(1))
    for n in (T(3), T(1)):
        assert ag.function(caught)(n) == caught(n)


def test_each_run_makes_objects_of_its_own():
    @ag.function
    def raising(n):
        held = Account("a", [int(n), 1])
        if n > 2:
            raise PlainError(held, held)
        return 0

    found = []
    for n in (3, 3, 4):
        with pytest.raises(PlainError) as raised:
            raising(T(n))
        found.append(raised.value.args)
    assert [first.balance for first, _ in found] == [[3, 1], [3, 1], [4, 1]]
    assert all(first is second for first, second in found)
    assert found[0][0] is not found[1][0]
    assert type(found[0][0].balance[0]) is int


def test_an_object_from_outside_is_held_itself():
    outside = Account("outside", 2)

    @ag.function
    def raising(n):
        if n > 2:
            raise OverdrawnError(outside, int(n))
        return 0

    with pytest.raises(OverdrawnError, match="outside has 2, wants 3") as raised:
        raising(T(3))
    assert raised.value.account is outside
    outside.balance = 1
    with pytest.raises(OverdrawnError, match="outside has 1, wants 4"):
        raising(T(4))


def test_what_tracing_leaves_in_an_object_from_outside_is_told():
    outside = Account("outside", 2)

    @ag.function
    def withdraw(n):
        outside.withdraw(n)
        return n

    with pytest.warns(ag.errors.LeakedTensorWarning, match="`balance` of a Account"):
        assert int(withdraw(T(1))) == 1


# -- Attributes of exceptions caught at run time


@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(
        programs,
        an_argument,
        text,
        attributes_of_ones_own,
        its_class,
        attributes_that_a_list_keeps,
        arguments_taken_apart,
        keyword_arguments,
        the_message_of_an_operation,
        a_tuple_among_its_arguments,
        no_arguments,
        an_attribute_of_some_classes,
        attributes_of_builtin_classes,
        the_value_of_stop_iteration,
        arguments_of_several_classes,
        attributes_of_a_base_class,
        raised_again_from_a_function,
        of_a_recursive_function,
        arguments_as_a_tuple,
        a_note,
    ),
)
def test_an_exception_that_leaves_shows_the_lines_of_plain_python(function, args):
    path = function.__code__.co_filename
    found = lines(ag.function(function), args, path)
    assert found == lines(function, args, path)
