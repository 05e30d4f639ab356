"""Where two paths disagree, the message shows the statement of each.

PYTEST_DONT_REWRITE: the lines of the programs are compared.
"""

import linecache
from typing import Any

import pytest

import autograph as ag
from autograph.errors import BranchMismatchError, UnstageableValueError
from graph.old_staging.places import Sides, showing_places

ROWS: list[Any] = []


def shows(*lines, labels=("in the first branch", "in the other")):
    """Decorate a program whose error shows these lines, one for each label."""

    def add(function):
        ROWS.append((function, labels, lines))
        return function

    return add


@shows("if x > 0: y = (x, x)", "else: y = [x]")
def on_one_line(x):
    # fmt: off
    if x > 0: y = (x, x)  # noqa: E701
    else: y = [x]  # noqa: E701
    # fmt: on
    return y


@shows("y = ag.cast(x, ag.float32)", "(y, first), *rest = ([x], x), 2")
def a_nested_target(x):
    if x > 0:
        y = ag.cast(x, ag.int64)
        y = ag.cast(x, ag.float32)
    else:
        (y, first), *rest = ([x], x), 2
    return y


@shows("y += (x,)", "import math as y")
def other_statements(x):
    y = ()
    if x > 0:
        y += (x,)
    else:
        import math as y
    return y


@shows("def y():", "y = {1}")
def definitions(x):
    if x > 0:

        def y():
            y = 3
            return y

    else:
        y = {1}
    return y


class Holder:
    """An object with an attribute."""


@shows('holder.kept = "text"', "holder.kept = x")
def an_attribute(x):
    holder = Holder()
    holder.kept = x
    if x > 0:
        holder.kept = "text"
    return holder.kept


@shows(
    "def a_parameter(x, y=abs):",
    "y = {1}",
    labels=("before the loop", "after an iteration"),
)
def a_parameter(x, y=abs):
    for _ in range(x):
        y = {1}
    return y


@shows("y = 3", "y = abs", labels=("at the end of the `try`", "after the exception"))
def a_try(x):
    y = "text"
    try:
        if x > 0:
            raise ValueError
        y = 3
    except ValueError:
        y = abs
    return y


def line_of(place):
    line = linecache.getline(place.filename, place.lineno)
    return line.partition("#")[0].strip()


@pytest.mark.parametrize(
    ("function", "labels", "lines"), ROWS, ids=[row[0].__name__ for row in ROWS]
)
def test_both_places_are_shown(function, labels, lines):
    with pytest.raises(BranchMismatchError) as info:
        ag.function(function)(ag.constant(1))
    shown = [(label, line_of(place)) for label, place in info.value.others]
    assert shown == list(zip(labels, lines, strict=True))
    assert all(f"  {label}:\n" in str(info.value) for label in labels)


def other_objects(x):
    if x > 0:
        if x > 3:
            tool = Holder()
    else:
        tool = Holder
    return tool


def test_a_name_that_is_read_after_its_block_shows_both_places():
    with pytest.raises(UnstageableValueError, match="another object in each") as info:
        ag.function(other_objects)(ag.constant(1))
    shown = [line_of(place) for _, place in info.value.others]
    assert shown == ["tool = Holder()", "tool = Holder"]
    assert "Compute the value after the block." in str(info.value)


def test_without_source_or_name_there_is_no_place():
    namespace = {}
    exec(compile("def block():\n    y = 1", "<made>", "exec"), namespace)
    assert Sides.of(("here",), namespace["block"]).places("y") == {}
    with pytest.raises(KeyError), showing_places(("here",), None):
        raise KeyError
    with pytest.raises(BranchMismatchError) as info, showing_places(("here",), None):
        raise BranchMismatchError("they differ.")
    assert info.value.others == ()
