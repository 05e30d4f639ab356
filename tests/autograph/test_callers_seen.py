"""What looks at who calls it finds the user's line and module, not this library's."""

from __future__ import annotations

import abc
import collections
import dataclasses
import enum
import logging
import sys
import typing
import warnings

import pytest

import autograph as ag

LOGGER = logging.getLogger("autograph.test_callers_seen")


def warned(n):
    warnings.warn("one", UserWarning)  # noqa: B028  # the default level is tested
    for _ in range(2):
        warnings.warn("two", UserWarning, 2)
    if n > 3:
        warnings.warn("three", stacklevel=2)
        return called(n)
    return n


def called(n):
    while n > 4:
        warnings.warn("four", stacklevel=3)
        n = n - 1
    return n


def outermost(n):
    return warned(n)


def places_of_warnings(function, n):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function(n)
    return [(str(x.message), x.filename, x.lineno) for x in caught]


@pytest.mark.parametrize(
    ("staged", "n"),
    [(ag.to_graph, 2), (ag.to_graph, 5), (ag.function, ag.constant(5))],
)
def test_warnings_are_told_at_the_users_line(staged, n):
    plain = places_of_warnings(outermost, n)
    assert places_of_warnings(staged(outermost), n) == plain
    assert {name for _, name, _ in plain} == {__file__}


def logged(n):
    LOGGER.warning("one %s", 1)
    if n > 3:
        LOGGER.error("two")
        LOGGER.log(logging.WARNING, "three", stacklevel=2)
    try:
        return 1 // 0
    except ZeroDivisionError:
        LOGGER.exception("four") if sys.exc_info()[0] else None
    return n


def test_records_of_logs_have_the_users_line(caplog):
    found = []
    for function in (logged, ag.to_graph(logged)):
        caplog.clear()
        function(5)
        found.append(
            [
                (each.filename, each.lineno)
                for each in caplog.records
                if each.funcName == "logged"
            ]
        )
    assert found[0] == found[1]
    assert len(found[0]) == 3


def made():
    class Meta(type):
        pass

    class Members(enum.Enum):
        pass

    class Odd(type):
        __module__ = property(lambda _: None)  # which is no name

    return [
        type("A", (), {}),
        Meta("B", (), {}),
        abc.ABCMeta("C", (), {}),
        collections.namedtuple("D", "x y"),  # noqa: PYI024  # this one is tested
        enum.Enum("E", "A B"),
        enum.IntFlag("F", "A B"),
        Members("G", "A B"),
        typing.NewType("H", int),
        typing.NamedTuple("I", [("a", int)]),
        typing.TypedDict("J", {"a": int}),
        typing.TypeVar("K"),
        dataclasses.make_dataclass("L", ["x"]),
        Odd("M", (), {}),
    ]


def test_classes_are_of_the_module_that_makes_them():
    modules = [each.__module__ for each in made()]
    assert [each.__module__ for each in ag.to_graph(made)()] == modules
