"""Exceptions of the user's own classes: their constructors and attributes."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class WithValueError(ValueError):
    def __init__(self, value, text):
        super().__init__(text)
        self.value = value


@rows.on(T(1), T(-1))
def constructor_that_takes_other_arguments(x):
    if x > 0:
        raise WithValueError(3, "a")
    return x


@rows.on(T(1), T(-1))
def constructor_of_a_cause_that_takes_other_arguments(x):
    if x > 0:
        raise KeyError("b") from WithValueError(3, "a")
    return x


@rows.on(T(1), T(-1))
def own_attribute_of_what_is_caught(x):
    try:
        if x > 0:
            raise WithValueError(3, "a")
    except WithValueError as error:
        x = error.value
    return x


def attribute_set_of_what_is_caught(x):
    try:
        if x > 0:
            raise WithValueError(3, "a")
    except WithValueError as error:
        error.value = 4
    return x


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            attribute_set_of_what_is_caught,
            "`value` of an exception is set that is caught when the graph runs.",
        ),
    ],
)
def test_attributes_of_what_is_caught_are_refused(function, message):
    found = check(function, T(1))
    assert found.verdict is Verdict.REFUSED
    assert found.staged.error.message.startswith(message)
    assert "error.value" in str(found.staged.error)


@rows.on(T(3), T(-3))
def caught_and_put_into_text(x):
    text = ""
    try:
        if x > 0:
            raise ValueError(f"{x}", "more")
    except ValueError as error:
        text = "%s %r %5d" % (error, [error], x)
        text += "{} {!r} {a}".format(error, [error], a={"a": error})
        text += str.format("{:>30}", str(error)) + "%s" % error
    return text


class NoRoomError(MemoryError):
    def __init__(self, needed):
        super().__init__(f"{needed} needed")
        self.needed = needed


@rows.on(T(1), T(4))
def errors_of_the_interpreter_that_a_program_raises(n):
    if n > 1:
        raise RecursionError("too deep")
    return n


@rows.on(T(1), T(4))
def errors_of_the_interpreter_that_a_program_handles(n):
    total = 0

    def visit(k, depth):
        if depth > 2:
            raise RecursionError(f"{k} is too deep")
        return visit(k // 2, depth + 1) if k > 1 else depth

    try:
        for i in range(n):
            if i > 2:
                raise NoRoomError(i)
            total += i
        return total, str(visit(n * 4, 0))
    except RecursionError as error:
        return total, str(error)
    except MemoryError as error:
        return -total, str(error)
