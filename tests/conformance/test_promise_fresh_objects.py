"""Objects that each iteration of a loop makes anew, and that the loop carries."""

from __future__ import annotations

import dataclasses

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

COUNTS = tuple(map(ag.constant, (0, 1, 2, 3, 5, 8)))
rows, refused, leaving = Rows(), Rows(), Rows(leave_tensors=True)
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_leaves_a_tensor_warns = leaving.test()


test_what_cannot_be_told_apart_is_refused = refused.refusal_test()


@dataclasses.dataclass
class Point:
    x: float
    y: float


class Cell:
    def __init__(self, value):
        self.value = value

    def doubled(self):
        return Cell(self.value * 2)

    def bump(self):
        self.value += 1


class Pair:
    __slots__ = ("first", "second")

    def __init__(self, first, second):
        self.first, self.second = first, second


class Counted:
    made = 0

    def __init__(self, value):
        Counted.made += 1
        self.value = value


class Guarded:
    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        self._value = value * 2

    def __add__(self, other):
        return Guarded(self._value + other._value)

    def __lt__(self, other):
        return self._value < other._value


class Search:
    def __init__(self):
        self.current = Cell(0)
        self.best = None

    def run(self, n):
        for i in range(n):
            found = Cell((i * 7) % 5)
            self.current = found
            if self.best is None or found.value > self.best.value:
                self.best = found


@rows.on(*COUNTS)
def replaced(n):
    point, i = Point(0.0, 1.0), 0
    while i < n:
        point = Point(point.x + point.y, point.y * 2)
        i += 1
    return point.x, point.y


@rows.on(*COUNTS)
def replaced_by_functions(n):
    point = Point(0.0, 1.5)
    while point.x < n:
        point = dataclasses.replace(point, x=point.x + point.y)
    return point.x, point == Point(1.5, 1.5)


@rows.on(*COUNTS[1:])
def made_by_methods(n):
    cell = Cell(n)
    kept = cell
    while cell.value < 100:
        cell = cell.doubled()
    cell.value += 1
    return cell.value, kept.value, cell is kept


@rows.on(*COUNTS)
def replaced_or_changed(n):
    cell = Cell(0.5)
    for i in range(n):
        if i % 2 == 0:
            cell = Cell(cell.value + i)
        elif i % 3 == 0:
            cell = cell.doubled()
        else:
            cell.bump()
    return cell.value


@rows.on(*COUNTS)
def changed_while_another_name_holds_the_first(n):
    cell = Cell(0)
    first = cell
    for i in range(n):
        cell.value += 1
        if cell.value > 3:
            cell = Cell(i)
            cell.value += 2
    cell.value += 5
    return cell.value, first.value, cell is first


@rows.on(*COUNTS)
def two_that_change_places(n):
    a, b = Cell(0), Cell(1)
    for _ in range(n):
        a, b = b, Cell(a.value + b.value)
    a.value += 100
    return a.value, b.value, a is b


@rows.on(*COUNTS)
def that_of_before_is_changed(n):
    cell = old = Cell(0)
    for _ in range(n):
        old = cell
        cell = Cell(old.value + 1)
        old.value += 100
    return cell.value, old.value, cell is old


@rows.on(*COUNTS)
def none_before_the_loop(n):
    best = None
    for i in range(n):
        cell = Cell((i * 7) % 5)
        if best is None or cell.value > best.value:
            best = cell
    return -1 if best is None else best.value


@rows.on(*COUNTS)
def found_and_changed_after_the_loop(n):
    found = None
    for i in range(n):
        cell = Cell(i)
        if i == 2:
            found = cell
            break
    if found is not None:
        found.value += 10
        return found.value
    return -1


@rows.on(*COUNTS)
def undefined_before_the_loop(n):
    for i in range(n):
        cell = Cell(i)
    return cell.value


@rows.on(*COUNTS)
def of_attributes(n):
    search = Search()
    search.run(n)
    return search.current.value, None if search.best is None else search.best.value


@rows.on(*COUNTS)
def of_objects_and_tuples(n):
    pair = Pair(Cell(1), (2, 3.0))
    while pair.first.value < n:
        pair = Pair(
            Cell(pair.first.value + pair.second[0]),
            (pair.second[0] + 1, pair.second[1] / 2),
        )
    return pair.first.value, pair.second


@rows.on(*COUNTS)
def that_hold_one_of_before(n):
    pair = Pair(Cell(1), 0)
    inner = pair.first
    while pair.first.value < n:
        pair = Pair(pair.first, pair.second + 1)
        pair.first.value += pair.second
    return pair.first.value, pair.second, inner.value, inner is pair.first


@rows.on(*COUNTS)
def in_a_loop_in_a_loop(n):
    cell = Cell(0)
    for i in range(n):
        for j in range(i):
            cell = Cell(cell.value + j)
            if cell.value > 5:
                break
        cell.bump()
    return cell.value


@rows.on(*COUNTS)
def seen_by_a_closure(n):
    cell = Cell(1)

    def value():
        return cell.value

    for i in range(n):
        cell = Cell(value() + i)
    return value()


@rows.on(*COUNTS)
def where_an_exception_is_caught(n):
    try:
        cell = Cell(0)
        for i in range(n):
            cell = Cell(cell.value + i)
            if cell.value > 5:
                raise ValueError(f"big {cell.value}")
    except ValueError as error:
        return cell.value, str(error)
    return cell.value, "none"


@rows.on(*COUNTS)
def in_tuples_and_dicts(n):
    pair = (Cell(0), Cell(1))
    named = {"a": Cell(0), "b": Cell(1)}
    for i in range(n):
        pair = (pair[1], Cell(pair[0].value + pair[1].value))
        named["a"] = Cell(named["b"].value + i)
        named["b"] = named["a"]
    return [each.value for each in (*pair, *named.values())]


@rows.on(*COUNTS)
def in_a_list_of_one_length(n):
    cells = [Cell(0), Cell(1)]
    for i in range(n):
        cells[0] = Cell(cells[1].value + i)
        cells[1].value += 1
    return cells[0].value, cells[1].value


@rows.on(*COUNTS)
def in_one_list_of_two_names(n):
    cells = named = [Cell(0), Cell(1)]
    i = 0
    while cells[0].value < n and i < 9:
        cells = [Cell(cells[1].value + 1), Cell(i)]
        named = cells
        i += 1
    return [cell.value for cell in cells + named]


@leaving.on(*COUNTS)
def whose_making_is_counted(n):
    Counted.made = 0
    one = Counted(0)
    for i in range(n):
        one = Counted(one.value + i)
    return one.value, Counted.made


@rows.on(*COUNTS)
def with_properties_and_operators(n):
    total = Guarded(0)
    for i in range(n):
        total = total + Guarded(i)
        if total < Guarded(3):
            total.value = i
    return total.value


@rows.on(*COUNTS)
def chosen_and_left_in_the_iteration(n):
    total = 0
    for i in range(n):
        cell = Cell(i)
        if cell.value > 3:
            cell = Cell(0)
        total += cell.value
    return total


# -- As results ------------------------------------------------------------------------


@rows.on(*COUNTS)
def the_last_as_a_result(n):
    point = Point(0.0, 1.0)
    for _ in range(n):
        point = Point(point.y, point.x + point.y)
    return point


@rows.on(*COUNTS)
def one_or_none_as_a_result(n):
    best = None
    for i in range(n):
        point = Point(i, (i * 7) % 5)
        if best is None or point.y > best.y:
            best = point
    return best, [best], {"best": best}


@rows.on(*COUNTS)
def one_of_before_or_none_as_a_result(n):
    best = None
    for point in [Point(1, n), Point(n, 5), Point(3, 3)]:
        if point.x > 2 and (best is None or point.x < best.x):
            best = point
    return best


@rows.on(*COUNTS)
def a_list_of_them_as_a_result(n):
    points = [Point(i, i / 2) for i in range(n)]
    return points, {"named": [(i, point) for i, point in enumerate(points)]}


@rows.on(*COUNTS)
def that_hold_one_another_as_a_result(n):
    pair = None
    for i in range(n):
        pair = Point(i, Point(i + 1, 2))
    return pair


@refused.on(ag.constant(3))
def others_than_dataclasses_as_a_result(n):
    return [Cell(i) for i in range(n)]


@rows.on(*COUNTS[1:])
def changed_where_two_variables_may_hold_it(n):
    a = b = Cell(0)
    for i in range(n):
        a = Cell(i)
        if i % 2 == 0:
            b = a
    a.value += 100
    return a.value, b.value


@rows.on(*COUNTS[1:])
def asked_whether_two_variables_hold_it(n):
    a = b = Cell(0)
    for i in range(n):
        if i > 1:
            a = Cell(i)
            b = a
    return a is b


@rows.on(*COUNTS[1:])
def compared_where_two_variables_may_hold_it(n):
    a = b = Cell(0)
    for i in range(n):
        if i > 1:
            b = a = Cell(i)
    return a == b


@rows.on(*COUNTS[1:])
def changed_where_two_attributes_may_hold_it(n):
    search = Search()
    search.run(n)
    search.best.value += 1
    return search.best.value, search.current.value


@rows.on(*COUNTS[1:])
def changed_where_two_items_hold_it(n):
    named = {"a": Cell(0), "b": Cell(1)}
    for i in range(n):
        named["a"] = named["b"] = Cell(named["b"].value + i)
    named["a"].value += 1
    return named["b"].value


@rows.on(*COUNTS[1:])
def that_hold_one_another(n):
    node = None
    for i in range(n):
        node = Pair(i, node)
    return node.first


@rows.on(*COUNTS[1:])
def that_hold_lists(n):
    cell = Cell([0])
    for i in range(n):
        cell = Cell([i])
    return cell.value[0]


@rows.on(*COUNTS[1:])
def that_hold_arrays(n):
    cell = Cell(np.zeros(2))
    for i in range(n):
        cell = Cell(np.zeros(2) + i)
    return cell.value[0]


# -- What is refused -------------------------------------------------------------------


@refused.on(ag.constant(3))
def that_hold_sets(n):
    cell = Cell({0})
    for i in range(n):
        cell = Cell({i})
    return len(cell.value)
