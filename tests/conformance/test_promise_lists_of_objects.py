"""Objects in lists whose length the run decides."""

from __future__ import annotations

import dataclasses

import autograph as ag
from tests.autograph.testing.rows import Rows

COUNTS = tuple(map(ag.constant, (0, 1, 2, 3, 5, 8)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@dataclasses.dataclass
class Point:
    x: float
    y: float


class Cell:
    def __init__(self, value):
        self.value = value

    def bump(self):
        self.value += 1


@rows.on(*COUNTS)
def in_a_list_that_grows(n):
    cells = []
    for i in range(n):
        cell = Cell(i)
        cells.append(cell)
        cell.value += 10
    return [cell.value for cell in cells], len(cells)


@rows.on(*COUNTS)
def in_a_list_under_a_condition(n):
    cells = []
    for i in range(n):
        if i % 2 == 0:
            cells.append(Cell(i))
        elif i == 3:
            cells.insert(0, Cell(33))
    return [cell.value for cell in cells], len(cells)


@rows.on(*COUNTS)
def in_a_comprehension(n):
    points = [Point(i / 4, i / 2) for i in range(n)]
    total = 0.0
    for point in points:
        total += point.x * point.y
    return total, len(points)


@rows.on(*COUNTS[1:])
def sorted_and_chosen_by_what_they_hold(n):
    cells = [Cell((i * 7) % 5) for i in range(n)]
    best = max(cells, key=lambda cell: cell.value)
    ordered = sorted(cells, key=lambda cell: cell.value)
    return best.value, [cell.value for cell in ordered]


@rows.on(*COUNTS)
def on_a_stack(n):
    stack, total = [Cell(n)], 0
    while stack:
        cell = stack.pop()
        total += cell.value
        if cell.value > 1:
            stack.append(Cell(cell.value - 1))
    return total


@rows.on(*COUNTS)
def put_in_the_place_of_others(n):
    cells = [Cell(i) for i in range(n)]
    if n > 1:
        cells[1] = Cell(100)
        cells[0] = cells[1]
    cells.reverse()
    return [cell.value for cell in cells]


@rows.on(*COUNTS)
def in_tuples_in_a_list(n):
    cells = [(0, Cell(0))]
    for i in range(n):
        cells += [(i, Cell(i * i))]
    return [(i, cell.value) for i, cell in cells]


@rows.on(*COUNTS)
def in_lists_of_lists(n):
    groups = []
    for i in range(n):
        group = [Cell(j) for j in range(i)]
        groups.append(group)
    return [[cell.value for cell in group] for group in groups]


@rows.on(*COUNTS)
def lists_made_of_lists(n):
    points = [Point(i / 2, 0.0) for i in range(n)]
    for _ in range(3):
        points = [Point(point.x + 0.25, point.y + point.x) for point in points]
    return [(point.x, point.y) for point in points]


@rows.on(*COUNTS)
def replaced_where_a_branch_has_put_it_into_a_list(n):
    cell, cells = Cell(n), []
    for i in range(n):
        if i > 1:
            cells.append(cell)
            cell = Cell(i)
    return [each.value for each in cells], cell.value


@rows.on(*COUNTS)
def put_into_a_list_by_a_loop_in_a_loop(n):
    cell, cells, others = Cell(7), [], [Cell(1), Cell(2)]
    for i in range(n):
        for j in range(i):
            cells.append(cell)
            cell = others[j % 2]
        if cells:
            cell = cells[-1]
        cells.append(Cell(i))
    return [each.value for each in cells], cell.value


@rows.on(*COUNTS)
def taken_from_the_list_or_made(n):
    first, cells = Cell(5), []
    for i in range(n):
        cell = Cell(i)
        if len(cells) > 1:
            cell = cells[i % 2]
        cells = [first, cell]
    return [each.value for each in cells]


@rows.on(*COUNTS)
def changed_and_put_into_a_list_in_a_branch(n):
    cell, cells = Cell(0), []
    if n > 1:
        cell.value += 1
        cells.append(cell)
    return [each.value for each in cells], cell.value


@rows.on(*COUNTS)
def changed_and_put_into_another_list_in_a_branch(n):
    cell, cells = Cell(Cell(0)), []
    holder = Cell(cells)
    if n > 1:
        cell.value.value += 1
        cells = [(1, cell)]
        holder.value = [cell, cell]
    return [each.value.value for _, each in cells], len(holder.value)


@rows.on(*COUNTS)
def changed_and_put_into_a_list_in_a_try(n):
    cell, cells = Cell(0), []
    try:
        cell.value += 1
        cells.append(cell)
        if n > 1:
            raise ValueError
        cells.append(cell)
    except ValueError:
        cells.append(Cell(5))
    return [each.value for each in cells], cell.value


@rows.on(*COUNTS)
def of_one_length_changed_on_one_path(n):
    one, other, cells = Cell(0), Cell(1), []
    if n > 1:
        one.value += 1
        cells.append(one)
    else:
        cells.append(other)
    cells[0].value += 5
    return one.value, other.value


@rows.on(*COUNTS)
def in_a_list_that_a_branch_makes_and_changes(n):
    cell, cells = Cell(0), []
    for i in range(n):
        if n > 2:
            cells = [cell]
            cells.append(Cell(i + 1))
    return [each.value for each in cells]


@rows.on(*COUNTS[3:])
def changed_in_a_list(n):
    cells = [Cell(i) for i in range(n)]
    cells[1].value = 50
    return cells[1].value


@rows.on(*COUNTS[3:])
def changed_in_a_loop_over_a_list(n):
    cells = [Cell(i) for i in range(n)]
    for cell in cells:
        cell.value += 1
    return [cell.value for cell in cells]


@rows.on(*COUNTS[3:])
def changed_by_a_method_in_a_list(n):
    cells = [Cell(i) for i in range(n)]
    last = cells[-1]
    last.bump()
    return [cell.value for cell in cells]


@rows.on(*COUNTS[3:])
def changed_after_a_branch_put_it_into_a_list(n):
    cells = []
    for i in range(n):
        cell = Cell(i)
        if i % 2 == 0:
            cells.append(cell)
        cell.value += 1
    return [cell.value for cell in cells]


@rows.on(*COUNTS[3:])
def changed_in_the_next_iteration(n):
    cells, cell = [], Cell(5)
    for i in range(n):
        cell.value += 1
        if i % 2 == 0:
            cells.append(cell)
        else:
            cell = Cell(i)
    return [cell.value for cell in cells]


@rows.on(*COUNTS[3:])
def one_of_before_changed_in_the_loop(n):
    cells, cell = [], Cell(5)
    for _ in range(n):
        cells.append(cell)
        cell.value += 1
    return [cell.value for cell in cells]


@rows.on(*COUNTS[3:])
def changed_where_the_last_of_a_list_is_at_hand(n):
    cells, cell = [], Cell(5)
    for i in range(n):
        cell = Cell(i)
        cells.append(cell)
    cell.value = 100
    return [cell.value for cell in cells]


@rows.on(*COUNTS[3:])
def changed_where_a_loop_took_it_from_a_list(n):
    cells = [Cell(i) for i in range(n)]
    last = Cell(0)
    for cell in cells:
        last = cell
    last.value = 100
    return [cell.value for cell in cells]
