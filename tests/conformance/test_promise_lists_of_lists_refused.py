"""Rows of lists that grow while the graph runs, changed under a name that may be theirs."""

# Programs under test are written as users write them.
# ruff: noqa: B007, PERF401, PERF402

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
refused = Rows()


class Box:
    pass


def made(n):
    rows = []
    for i in range(n):
        rows.append([(i * 7) % 5, i])
    return rows


@refused.on(T(3))
def a_row_changed_in_each_turn(n):
    rows = []
    row = [0]
    for i in range(n):
        row[0] = i
        rows.append(row)
    return rows


@refused.on(T(3))
def a_row_changed_after_the_loop(n):
    rows = []
    row = []
    for i in range(n):
        row = [i]
        rows.append(row)
    row.append(5)
    return rows


@refused.on(T(3))
def a_row_put_there_on_one_path(n):
    rows = [[1]]
    row = [2]
    if n > 2:
        rows.append(row)
    row.append(3)
    return rows


@refused.on(T(3))
def a_row_changed_in_place(n):
    rows = []
    row = []
    while n > 0:
        row += [n]
        rows.append(row)
        n -= 1
    return rows, row


@refused.on(T(3))
def a_row_by_another_name(n):
    rows = []
    a = [1]
    b = a
    if n > 2:
        rows.append(a)
    b.append(2)
    return rows, a


@refused.on(T(3))
def a_row_of_one_path(n):
    rows = []
    a = [1]
    for i in range(n):
        b = a
        if i > 1:
            b = [3]
        rows.append(b)
    a.append(2)
    return rows, a


@refused.on(T(3))
def a_row_that_may_be_the_one_before(n):
    rows = []
    a = [1]
    for i in range(n):
        b = a
        rows.append(b)
        if i % 2 == 0:
            a = [i]
        a.append(4)
    return rows, a


@refused.on(T(3))
def a_row_of_an_object(n):
    o = Box()
    o.row = [1]
    rows = []
    for i in range(n):
        rows.append(o.row)
    o.row.append(2)
    return rows


@refused.on(T(3))
def a_row_of_a_dict(n):
    d = {"k": [1]}
    rows = []
    for i in range(n):
        rows.append(d["k"])
        d["k"] = [i]
    d["k"].append(5)
    return rows, d["k"]


@refused.on(T(3))
def a_row_known_before(n):
    rows = [[0]]
    first = rows[0]
    for i in range(n):
        rows.append([i])
    first.append(2)
    return rows


@refused.on(T(3))
def a_row_known_before_changed_in_the_loop(n):
    rows = [[0]]
    first = rows[0]
    for i in range(n):
        rows.append([i])
        first.append(2)
    return rows


@refused.on(T(3))
def a_row_changed_by_a_closure(n):
    def add(rows, row):
        rows.append(row)

    rows = []
    row = [1]
    for i in range(n):
        add(rows, row)

    def late():
        row.append(3)

    late()
    return rows


@refused.on(T(3))
def a_row_in_the_place_of_another(n):
    rows = made(n)
    row = [5]
    rows[0] = row
    row.append(6)
    return rows


@refused.on(T(3))
def which_row_it_is(n):
    rows = made(n)
    r = rows[0]
    return r is rows[-1]


@refused.on(T(3))
def a_row_that_is_an_argument_of_an_exception(n):
    row = []
    for i in range(n):
        row.append(i)
    error = ValueError(row)
    row.append(5)
    raise error


def first_of(rows, _):
    return len(rows[0])


@refused.on(T(3))
def a_row_of_a_sum_that_is_an_argument(n):
    rows = made(n)
    return first_of(rows + [[1]], rows[0].append(2))


@refused.on(T(3))
def a_row_of_a_slice_that_is_an_argument(n):
    rows = made(n)
    return first_of((rows + [[1]])[:1], rows[0].append(2))


@refused.on(T(3))
def a_row_of_a_sum_in_a_tuple(n):
    rows = made(n)
    found = ((rows + [[1]],), rows[0].append(2))
    return found[0][0][0]


@refused.on(T(3))
def a_row_of_a_sum_in_a_dict(n):
    rows = made(n)
    found = {"a": [rows + [[1]]], "b": rows[0].append(2)}
    return found["a"][0][0]


@refused.on(T(1))
def a_row_that_a_branch_put_there_twice(n):
    row = [0, 0]
    rows = [row, [1, 1]]
    if n > 0:
        rows[1] = row
    rows[n % 2][0] += 1
    return rows


@refused.on(T(1))
def a_row_of_two_that_was_put_beside_them(n):
    rows = [[0, 0], [1, 1]]
    row = rows[0] if n > 0 else rows[1]
    rows[0] = row
    rows[n % 2][0] += 1
    return rows


@refused.on(T(2))
def a_row_that_a_loop_put_there_twice(n):
    rows = [[0, 0], [1, 1]]
    for _ in range(n):
        rows[0] = rows[1]
    rows[n % 2][0] += 1
    return rows


@refused.on(T(1))
def a_row_that_a_branch_put_into_another_row(n):
    row = [0, 0]
    grid = [[row, [1, 1]], [[2, 2], [3, 3]]]
    if n > 0:
        grid[1][0] = row
    grid[n % 2][0][0] += 1
    return grid


@refused.on(T(1))
def a_row_that_a_branch_put_into_a_second_list(n):
    rows, others = [[0, 0], [1, 1]], [[2, 2]]
    if n > 0:
        others.append(rows[1])
        rows.append([3, 3])
    rows[n % 2][1] += 7
    return rows, others


@refused.on(T(2))
def a_row_that_a_loop_put_into_a_second_list(n):
    rows, others = [[0, 0], [1, 1]], [[2, 2]]
    first = rows[0]
    for _ in range(n):
        others.append(first)
        rows.append([3, 3])
    first = []
    rows[n - 2][1] += 7
    return rows, others


@refused.on(T(0), T(2))
def a_row_put_there_again_after_a_branch(n):
    rows = [[0, 0], [1, 1]]
    row = rows[0]
    if n > 0:
        rows.append([3, 3])
    rows.append(row)
    rows[(n * 2) % 3][0] += 1
    return rows


@refused.on(T(2))
def a_row_of_two_lists_changed_on_some_paths(n):
    row = [0, 0]
    rows, others = [row, [1, 1]], [row, [2, 2]]
    for i in range(n):
        if i % 2:
            rows[i % 2][0] += 5
        else:
            others[i % 2][0] += 6
    return rows, others


@refused.on(T(2))
def a_row_by_name_that_a_branch_moved(n):
    rows = [[0, 0], [1, 1]]
    row = rows[0]
    if n > 0:
        rows.insert(0, [3, 3])
    rows[n % 2][0] += 1
    row[1] += 5
    return rows, row


@refused.on(T(1))
def a_row_that_one_branch_put_into_a_second_list(n):
    rows, others = [[0, 0], [1, 1]], [[2, 2]]
    if n > 0:
        others.append(rows[1])
        others[n % 2][0] += 1
    else:
        rows.append([3, 3])
    rows[n % 2][1] += 7
    return rows, others


@refused.on(T(3))
def a_row_of_a_filtered_list_and_its_source(n):
    rows = [[i, i] for i in range(n)]
    some = [row for row in rows if row[0] < 2]
    for row in some:
        row[1] += 5
    return rows, some


@refused.on(T(3))
def a_row_filtered_out_of_what_holds_it_twice(n):
    rows = [[i, i] for i in range(n)]
    rows = rows + rows
    rows = [row for row in rows if row[0] < 2]
    for row in rows:
        row[1] += 5
    return rows


@refused.on(T(3))
def a_row_of_a_list_added_to_itself(n):
    rows = [[i, i] for i in range(n)]
    rows = rows + rows
    rows[n - 1][1] += 5
    return rows


@refused.on(T(3), T(1))
def rows_that_a_branch_doubles(n):
    rows = [[i, i] for i in range(n)]
    if n > 2:
        rows = rows + rows
    rows[0][1] += 5
    return rows


@refused.on(T(4))
def rows_that_a_loop_doubles(n):
    rows = [[i, i] for i in range(n)]
    for j in range(2):
        if n > 2 + j:
            rows = rows + rows
    rows[0][1] += 5
    return rows


@refused.on(T(1), T(2))
def lists_listed_anew_and_changed_by_place(n):
    left, right = [1], [2]
    [left, right][n % 2].append(n)
    [left, right][n % 2].append(n)
    return left, right


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_a_row_that_may_have_another_name_is_not_changed(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert found.staged.error.origin.filename == __file__
    assert found.staged.error.code == "AG204"
