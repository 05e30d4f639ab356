"""Attributes that an object has on some paths only."""

from __future__ import annotations

import copy
import dataclasses
import math
import operator

import pytest

import autograph as ag
from autograph.errors import UnknownAttributesError
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
BOTH = (T(True), T(False))
COUNTS = tuple(map(T, range(6)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_only_python_could_tell_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert type(found.staged.error) is UnknownAttributesError
    assert __file__ in str(found.staged.error)


class Box:
    pass


class Slots:
    __slots__ = ("x", "y")


class WithDefault:
    x = 10


class WithFallback:
    def __getattr__(self, name):
        return len(name) + 6


class Lazy:
    def __init__(self, start):
        self.start = start

    def total(self):
        if not hasattr(self, "_total"):
            self._total = self.start * 2
        return self._total

    def reset(self):
        if self.start > 1:
            self._total = self.start


@dataclasses.dataclass
class Pair:
    x: int
    y: int = 0


@ag.autograph.experimental.do_not_convert
def as_it_stands(box):
    return hasattr(box, "x")


# -- Read ------------------------------------------------------------------------------


@rows.on(*BOTH)
def assigned_in_one_branch(c):
    box = Box()
    if c:
        box.x = 1
    return box.x


@rows.on(*BOTH)
def read_where_it_is(c):
    box = Box()
    if c:
        box.x = 1
    return box.x + 1 if c else 0


@rows.on(*BOTH)
def in_a_slot(c):
    box = Slots()
    if c:
        box.x = 1.5
    return box.x


@rows.on(*BOTH)
def over_the_classes_own(c):
    box = WithDefault()
    if c:
        box.x = 1
    before = box.x
    if c:
        del box.x
    return before, box.x


@rows.on(*BOTH)
def before_getattr_is_asked(c):
    box = WithFallback()
    if c:
        box.x = 1
    return box.x


@rows.on(*BOTH)
def updated(c):
    box = Box()
    if c:
        box.x = 1
    box.x += 1
    return box.x


@rows.on(*BOTH)
def under_another_name(c):
    box = Box()
    other = box
    if c:
        box.x = 1
    return other.x


@rows.on(*BOTH)
def of_one_of_two_objects(c):
    box = Box()
    other = Box() if c else box
    other.x = 4
    return box.x


@rows.on(*BOTH)
def by_a_function(c):
    box = Box()

    def read(held):
        return held.x + 1

    if c:
        box.x = 1
    return read(box)


@rows.on(*BOTH)
def none_on_one_path(c):
    box = Box()
    if c:
        box.x = None
    return box.x is None


@rows.on(*BOTH)
def an_object_on_one_path(c):
    box = Box()
    if c:
        inner = Box()
        inner.x = 1
        box.inner = inner
    return box.inner.x


@rows.on(*BOTH)
def a_tuple_on_one_path(c):
    box = Box()
    if c:
        box.pair = (1, 2.5)
    first, second = box.pair
    return first + second


@rows.on(*BOTH)
def a_list_on_one_path(c):
    box = Box()
    if c:
        box.items = []
    if c:
        box.items.append(3)
        return len(box.items)
    return -1


@rows.on(*BOTH)
def in_nested_branches(c):
    box = Box()
    if c:
        if ag.constant(True):
            box.x = 1
        else:
            box.y = 2
    return getattr(box, "x", 5), getattr(box, "y", 7)


@rows.on(*BOTH)
def assigned_again_on_both_paths(c):
    box = Box()
    if c:
        box.x = 1
    box.x = 3
    return box.x


# -- Caught ----------------------------------------------------------------------------


@rows.on(*BOTH)
def the_error_is_caught(c):
    box = Box()
    if c:
        box.x = 1
    try:
        found = box.x
    except AttributeError:
        found = -1
    return found


@rows.on(*BOTH)
def the_text_of_the_error(c):
    box = Slots()
    if c:
        box.x = 1
    try:
        text = str(box.x)
    except AttributeError as error:
        text = str(error)
    return text


@rows.on(*BOTH)
def the_name_in_the_error(c):
    box = Box()
    if c:
        box.x = 1
    try:
        text = str(box.x)
    except AttributeError as error:
        text = str(error.args)
    return text


@rows.on(*COUNTS)
def counting_by_the_error(n):
    box = Box()
    for _ in range(n):
        try:
            box.k += 1
        except AttributeError:
            box.k = 1
    return box.k


# -- Asked -----------------------------------------------------------------------------


@rows.on(*BOTH)
def hasattr_and_getattr(c):
    box = Box()
    if c:
        box.x = 1
    return hasattr(box, "x"), getattr(box, "x", 5), hasattr(box, "y")


@rows.on(*BOTH)
def getattr_without_default(c):
    box = Box()
    if c:
        box.x = 1
    name = "x"
    return getattr(box, name)


@rows.on(*BOTH)
def getattr_with_none(c):
    box = Box()
    if c:
        box.x = 1
    found = getattr(box, "x", None)
    return -1 if found is None else found


@rows.on(*BOTH)
def setattr_and_delattr(c):
    box = Box()
    if c:
        setattr(box, "x", 1)  # noqa: B010
    if hasattr(box, "x"):
        delattr(box, "x")
    return hasattr(box, "x")


@rows.on(*COUNTS)
def the_first_value_is_kept(n):
    box = Box()
    while n > 0:
        if not hasattr(box, "first"):
            box.first = n
        n -= 1
    return box.first


@rows.on(*COUNTS)
def getattr_in_a_loop(n):
    box = Box()
    for i in range(n):
        box.total = getattr(box, "total", 100) + i
    return getattr(box, "total", -1)


@rows.on(*COUNTS)
def in_the_test_of_a_loop(n):
    box = Box()
    while not hasattr(box, "done"):
        n += 1
        if n > 3:
            box.done = n
    return box.done


@rows.on(*COUNTS)
def a_cache_of_a_method(n):
    lazy = Lazy(n)
    if n > 2:
        lazy.total()
    lazy.start = 50
    return lazy.total()


@rows.on(*COUNTS)
def a_method_that_assigns_on_some_paths(n):
    lazy = Lazy(n)
    lazy.reset()
    return lazy.total()


@rows.on(*BOTH)
def each_of_a_list(c):
    boxes = [Box() for _ in range(3)]
    if c:
        boxes[1].x = 1
    return [hasattr(each, "x") for each in boxes]


@rows.on(*BOTH)
def of_a_copy(c):
    pair = Pair(1)
    if c:
        pair.z = 4
    other = copy.copy(pair)
    pair.z = 9
    return getattr(other, "z", 0), pair.z


# -- Deleted ---------------------------------------------------------------------------


@rows.on(*BOTH)
def deleted_on_one_path(c):
    box = Box()
    box.x = 3
    if c:
        del box.x
    return getattr(box, "x", None) is None


@rows.on(*BOTH)
def deleted_twice(c):
    box = Box()
    box.x = 3
    if c:
        del box.x
    del box.x
    return hasattr(box, "x")


@rows.on(*BOTH)
def a_slot_deleted_twice(c):
    box = Slots()
    box.x = 3
    if c:
        del box.x
    del box.x
    return hasattr(box, "x")


@rows.on(*BOTH)
def a_field_of_a_dataclass(c):
    pair = Pair(1)
    if c:
        del pair.x
    return pair == Pair(1)


@rows.on(*COUNTS)
def assigned_and_deleted_in_a_loop(n):
    box = Box()
    for i in range(n):
        if i == 1:
            box.x = i
        if i == 2:
            del box.x
        if i == 3:
            box.x = i * 2
    return getattr(box, "x", -1)


# -- Refused ---------------------------------------------------------------------------


@refused.on(*BOTH)
def all_attributes(c):
    box = Box()
    if c:
        box.x = 1
    return vars(box)


@refused.on(*BOTH)
def the_dict_of_the_object(c):
    box = Box()
    if c:
        box.x = 1
    return box.__dict__.get("x", 1)


@refused.on(*BOTH)
def the_names(c):
    box = Box()
    if c:
        box.x = 1
    return "x" in dir(box)


@refused.on(*BOTH)
def a_pattern(c):
    box = Box()
    if c:
        box.x = 1
    match box:
        case Box(x=1):
            return 1
    return 2


@refused.on(*BOTH)
def a_call_of_it(c):
    box = Box()
    if c:
        box.f = math.floor
    return box.f(2.5) if c else 0


@refused.on(*BOTH)
def whether_there_is_one_else_getattr(c):
    box = WithFallback()
    if c:
        box.x = 1
    return hasattr(box, "x")


@refused.on(*BOTH)
def code_that_runs_as_it_stands(c):
    box = Box()
    if c:
        box.x = 1
    return as_it_stands(box)


@rows.on(*BOTH)
def a_getter_of_the_library(c):
    box = Box()
    if c:
        box.x = 1
    return operator.attrgetter("x")(box)
