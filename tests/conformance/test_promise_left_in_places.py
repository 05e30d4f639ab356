"""Lists that a block changes and then leaves in a place; objects that a `try` makes."""

# Programs under test are written as users write them.

from __future__ import annotations

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Box:
    def __init__(self):
        self.items = []
        self.n = 0

    def put(self, value):
        self.items.append(value)


@rows.on(T(1), T(-1))
def changed_list_left_in_an_attribute(x):
    items, box = [1], Box()
    box.items = [5]
    if x > 0:
        items.append(2)
        box.items = items
    else:
        box.items = [7, 7]
    return box.items


@rows.on(T(1), T(-1))
def changed_list_left_in_a_dict(x):
    items, held = [1], {"a": [5]}
    if x > 0:
        items[0] = 3
        held["a"] = items
    else:
        held["a"] = [x]
    return held


@rows.on(T(1), T(-1))
def changed_list_of_an_object_made_in_a_branch(x):
    box = Box()
    if x > 0:
        other = Box()
        other.items.append(6)
        box.items = other.items
        other.items.append(7)
    else:
        box.items = [7, 7]
    return box.items


@rows.on(T(0.0), T(1.0), T(2.0), T(3.0), T(4.0))
def object_made_in_a_try(x):
    y = 0
    try:
        box = Box()
        y = 12 // int(x)
        box.items.append(1)
        y = 12 // int(x - 1)
        if x > 2:
            box.items.append(2)
            box.n = 5
        y = 12 // int(x - 2)
        if x > 2:
            box.items.append(3)
            box.n += 6
        y = 12 // int(x - 3)
        box.items.append(7)
    except ZeroDivisionError:
        return len(box.items), y, box.n
    return len(box.items), y, box.n


@rows.on(T(0.0), T(1.0))
def two_names_of_a_list_made_in_a_try(x):
    try:
        first = []
        second = first
        first.append(12 // int(x))
    except ZeroDivisionError:
        second.append(1)
        return first
    return second


@rows.on(T(0.0), T(1.0))
def name_of_the_list_of_an_object_made_in_a_try(x):
    try:
        box = Box()
        items = box.items
        items.append(12 // int(x))
    except ZeroDivisionError:
        items.append(1)
        return box.items
    return items


@rows.on(T(0.0), T(1.0), T(2.0))
def outer_list_left_in_an_attribute_by_a_try(x):
    items, box, y = [], Box(), 0
    try:
        box.items = items
        y = 12 // int(x)
        items.append(4)
        y = 12 // int(x - 1)
    except ZeroDivisionError:
        box.items.append(1)
        return items, y
    return items, y


@rows.on(T(0.0), T(1.0), T(2.0))
def list_left_in_two_places_by_a_try(x):
    held, box, y = {"x": 1}, Box(), 0
    try:
        held["y"] = [3]
        box.items = held["y"]
        y = 12 // int(x)
        box.items.append(4)
        y = 12 // int(x - 1)
    except ZeroDivisionError:
        held["y"].append(1)
        return box.items, y
    return box.items, y


@rows.on(T(1.0), T(0.0))
def comprehension_in_a_branch_in_a_try_in_a_loop(x):
    grown = []
    for i in ag.range(3):
        if x > 0:
            try:
                grown.extend([x])
                grown[0] = [0 for c in (0.1, 2.0) if len(grown) > i][1]
            except ZeroDivisionError:
                pass
    return len(grown)


@rows.on((T([1, 2]), T(1)), (T([1, 2]), T(0)), (T([1, 2]), T(-3)))
def list_made_in_the_test_of_a_loop_in_a_try(xs, x):
    try:
        while x < [-1 for _ in xs if x][-1]:
            x += 1
    except IndexError:
        return x + 100
    return x


@rows.on(T(1), T(3))
def list_changed_on_one_path_and_replaced_on_the_other(x):
    items = []
    box = Box()
    box.items = items
    if x < 3:
        box.items = []
    else:
        items.append(7)
    return len(box.items)


@rows.on(T(0.0), T(1.0), T(2.0))
def list_changed_before_it_is_replaced_in_a_try(x):
    items, box, y = [], Box(), 0
    box.items = items
    try:
        y = 12 // int(x)
        items.append(7)
        y = 12 // int(x - 1)
        box.items = [1, 2, 3]
        y = 12 // int(x - 2)
    except ZeroDivisionError:
        return len(box.items), y
    return 10, y


@rows.on(T(1), T(-1))
def appended_where_lengths_differ(x):
    items, kept = [], [5]
    if x > 0:
        items = kept
    items.append(x)
    return kept


@rows.on(T(1), T(-1))
def appended_by_a_method_where_lengths_differ(x):
    items, box = [], Box()
    box.items = [2]
    if x > 0:
        box.items = items
    box.put(7)
    return items


@rows.on(T(3), T(0))
def a_list_in_a_dict_that_a_loop_changes_too(n):
    held = {"a": 0, "b": [n]}
    for i in ag.range(n):
        held["b"][0] += i
        held["a"] = n + i
    return held


@rows.on(T(3), T(4), T(0))
def sets_that_a_try_leaves_alone(n):
    total, seen = 0, {1}
    try:
        inner = {2}
        seen.add(2)
        for _ in range(n):
            total += 10 // int(n) + len(inner)
        total += 10 // int(n - 3)
    except ZeroDivisionError:
        total = -len(seen)
    return total, len(seen)


@rows.on(T(3), T(-3))
def sets_that_are_equal_on_both_paths(n):
    left, right = {1}, {1, 2}
    if n > 0:
        left.add(2)
        right.remove(2)
        right.add(2)
    else:
        left.add(2)
    return len(left), len(right)


@rows.on(T(3), T(0))
def sets_that_a_loop_leaves_as_they_were(n):
    seen = {1, 5}
    for _ in range(n):
        seen.add(2)
        seen.remove(2)
    return len(seen)


def test_a_set_that_a_loop_changes_is_what_is_told():
    def grown(n):
        seen = {None}
        for _ in range(n):
            seen.add(2)
        return len(seen)

    found = check(grown, T(3))
    assert found.verdict is Verdict.REFUSED
    assert found.reason.startswith("the set `seen` is {None} (set) before")
