"""Objects of the user's, arrays and lists that exceptions hold."""

from __future__ import annotations

import dataclasses
import enum
from decimal import Decimal
from typing import NamedTuple

import numpy as np
import pytest

import autograph as ag
from autograph.errors import SideEffectError
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


class PlainError(Exception):
    """Keeps its arguments."""


class OverdrawnError(Exception):
    """Makes its text when it is made."""

    def __init__(self, account, amount):
        super().__init__(f"{account.owner} has {account.balance}, wants {amount}")
        self.account, self.amount = account, amount


class LazyError(Exception):
    """Makes its text when that is asked for."""

    def __init__(self, held):
        self.held = held

    def __str__(self):
        return f"lazy {self.held}"


class Account:
    """Changes, and is held by the exceptions that it raises."""

    def __init__(self, owner, balance):
        self.owner, self.balance = owner, balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise OverdrawnError(self, amount)
        self.balance -= amount

    def __repr__(self):
        return f"Account({self.owner}, {self.balance})"


@dataclasses.dataclass
class Token:
    """Has a text of its fields."""

    kind: str
    place: object


class Pair(NamedTuple):
    """Has a text of its fields."""

    first: object
    second: object


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


HELD = {
    "account": lambda n: Account("a", n),
    "dataclass": lambda n: Token("name", n),
    "named tuple": lambda n: Pair("a", n),
    "slots": Slotted,
    "cycle": lambda n: Node(n, Node(1)),
    "values": lambda n: Token("a", (Colour.RED, Decimal(1), b"x", len, n)),
    "array": lambda n: Account("a", np.arange(3) * n),
    "of a list": lambda n: [Account("a", n), Account("b", 2)],
    "of a dict": lambda n: {"a": Account("a", n)},
    "without the run": lambda n: Account("a", 1),
}
both = rows.on(T(1), T(3), T(5))


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


def test_an_object_from_outside_that_tracing_changed_is_refused():
    outside = Account("outside", 2)

    @ag.function
    def withdraw(n):
        outside.withdraw(n)
        return n

    withdraw(T(1))
    with pytest.raises(SideEffectError, match=r"Account\) from outside"):
        withdraw(T(3))


@both
def withdrawn_until_it_fails(n):
    account = Account("a", int(n))
    taken = 0
    for amount in range(4):
        account.withdraw(amount)
        taken += 1
    return taken, account.balance


@both
def failures_counted(n):
    accounts = [Account("a", int(n)), Account("b", 2)]
    texts, amounts = [], 0
    for _ in range(3):
        for account in accounts:
            try:
                account.withdraw(1)
            except OverdrawnError as error:
                texts.append(str(error))
                amounts += error.amount
    return texts, amounts


@both
def an_exception_from_the_one_that_was_caught(n):
    account = Account("a", int(n))

    def go():
        account.withdraw(4)

    try:
        go()
    except OverdrawnError as error:
        raise ValueError(f"sorry: {error}") from error
    return account.balance


@both
def changed_before_the_text_is_read(n):
    account = Account("a", int(n))
    try:
        if n > 2:
            raise PlainError(account)
    except PlainError as error:
        account.balance = 100
        return str(error)
    return ""


@both
def changed_before_the_text_is_read_in_many_ways(n):
    account = Account("a", [int(n)])
    try:
        if n > 2:
            raise LazyError([account, 1])
    except LazyError as error:
        account.balance.append(3.5)
        del account.owner
        account.owner = f"owner {n}"
        return f"{error}"
    return ""


@both
def changed_in_a_finally(n):
    account = Account("a", int(n))
    try:
        try:
            if n > 2:
                raise PlainError(account)
        finally:
            account.balance += 5
    except PlainError as error:
        return str(error)
    return ""


@both
def changed_and_raised_again(n):
    account = Account("a", int(n))
    try:
        if n > 2:
            raise PlainError(account)
    except PlainError:
        account.balance += 5
        raise
    return account.balance


@both
def changed_after_the_text_is_read(n):
    account = Account("a", int(n))
    text = ""
    try:
        account.withdraw(4)
    except OverdrawnError as error:
        text = str(error)
    account.balance = 100
    return text


@both
def kept_from_a_loop(n):
    account, kept = Account("a", int(n)), None
    for i in ag.range(n):
        try:
            if i > 1:
                raise PlainError(account)
        except PlainError as error:
            kept = error
    return str(kept)


def text_of_raised(error):
    try:
        raise error
    except LazyError as caught:
        return f"{caught}"


@both
def made_in_each_iteration_with_none_in_it(n):
    text, k = "", int(n)
    while k > 0:
        k -= 1
        if k % 2:
            text = text_of_raised(LazyError([Pair(Token("odd", None), k)]))
            text = text_of_raised(LazyError([Token(k, None)]))
        else:
            text = text_of_raised(LazyError([Token(k, None)]))
    return text


@both
def an_array_and_another_one_changed(n):
    held, other = np.ones(3), np.zeros(3)
    try:
        if n > 2:
            raise PlainError(held)
    except PlainError as error:
        other[0] = n
        return other, str(error)
    return other, ""


@both
def an_array_changed_before_each_check(n):
    found = np.zeros(5)
    for i in range(n):
        if found[i] < -1:
            raise PlainError(found)
        found[i] = i
    return found


refusal = refused.on(T(1), T(3))


@refusal
def an_array_changed_before_the_text_is_read(n):
    held = np.zeros(2)
    try:
        if n > 2:
            raise PlainError("bad", [held[1:]])
    except PlainError as error:
        held[1] = n
        return str(error)
    return ""


@refusal
def a_list_changed_that_a_constructor_was_given(n):
    held = [int(n)]
    try:
        if n > 2:
            raise LazyError(held)
    except LazyError as error:
        held.append(7)
        return str(error)
    return ""


@refusal
def an_object_changed_between_making_and_raising(n):
    account = Account("a", int(n))
    error = LazyError(account)
    account.balance += 1
    if n > 2:
        raise error
    return account.balance


@refusal
def the_object_is_read_from_the_exception(n):
    account = Account("a", int(n))
    try:
        account.withdraw(2)
    except OverdrawnError as error:
        return error.account.balance
    return 0


@refused.on(T(3), T(4))
def kept_with_an_object_of_an_earlier_iteration(n):
    kept = None
    for i in ag.range(n):
        account = Account("a", int(i))
        try:
            if i > 1:
                raise PlainError(account)
        except PlainError as error:
            kept = error
        account.balance += 5
    return str(kept)


@refusal
def an_object_with_a_list_that_grows(n):
    account = Account("a", [])
    for i in ag.range(n):
        account.balance.append(i)
    if n > 0:
        raise PlainError(account)
    return 0
