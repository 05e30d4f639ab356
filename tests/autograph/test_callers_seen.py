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


class Kept(logging.Handler):
    """Keeps where records come from."""

    def __init__(self):
        super().__init__()
        self.kept = []

    def emit(self, record):
        self.kept.append((record.filename, record.lineno, record.funcName))


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


def outermost(n):
    return warned(n)


def places_of_warnings(function, n):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function(n)
    return [(str(x.message), x.filename, x.lineno) for x in caught]


@pytest.mark.parametrize("n", [2, 5])
def test_warnings_are_told_at_the_users_line(n):
    plain = places_of_warnings(outermost, n)
    assert places_of_warnings(ag.to_graph(outermost), n) == plain
    assert {name for _, name, _ in plain} == {__file__}


def test_warnings_are_told_at_the_users_line_while_tracing():
    plain = places_of_warnings(outermost, ag.constant(5))
    assert places_of_warnings(ag.function(outermost), ag.constant(5)) == plain


def test_records_of_logs_have_the_users_line():
    found = []
    for function in (logged, ag.to_graph(logged)):
        handler = Kept()
        LOGGER.addHandler(handler)
        try:
            function(5)
        finally:
            LOGGER.removeHandler(handler)
        found.append([each for each in handler.kept if each[2] == "logged"])
    assert found[0] == found[1]
    assert len(found[0]) == 3


def made():
    class Meta(type):
        pass

    class Members(enum.Enum):
        pass

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
    ]


def test_classes_are_of_the_module_that_makes_them():
    modules = [each.__module__ for each in made()]
    assert [each.__module__ for each in ag.to_graph(made)()] == modules


def test_dataclasses_are_of_the_module_that_makes_them():
    def f():
        return dataclasses.make_dataclass("D", ["x"]).__module__

    assert ag.to_graph(f)() == f()


def test_a_class_may_have_a_module_that_is_no_name():
    class Odd(type):
        __module__ = property(lambda _: None)

    def f():
        cls = Odd("C", (), {})
        return cls() is not None

    assert ag.to_graph(f)() is True
