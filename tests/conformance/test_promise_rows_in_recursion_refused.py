"""Lists of lists in functions that call themselves, changed where it would not be seen."""

# Programs under test are written as users write them.
# ruff: noqa: C416

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
refused = Rows()


@refused.on(T(2))
def a_path_that_goes_on_changing(n):
    result = []
    path = []

    def go(rest):
        if rest == 0:
            result.append(path)
            return
        for c in [1, 2]:
            if c <= rest:
                path.append(c)
                go(rest - c)
                path.pop()

    go(n)
    return result


@refused.on(T(2))
def an_argument_kept_and_changed(n):
    result = []

    def go(rest, path):
        result.append(path)
        if rest == 0:
            return
        go(rest - 1, path + [1])
        path.append(rest)

    go(n, [])
    return result


@refused.on(T(2))
def a_list_of_before_kept_and_changed(n):
    result = []
    base = [0]

    def go(rest):
        base.append(rest)
        if rest == 0:
            result.append(base)
            return
        result.append(base)
        go(rest - 1)

    go(n)
    return result


@refused.on(T(2))
def a_list_of_before_changed_after_the_calls(n):
    result = []
    base = [0]

    def go(rest):
        if rest == 0:
            return
        result.append(base)
        go(rest - 1)

    go(n)
    base.append(3)
    return result


@refused.on(T(2))
def a_row_by_name_changed_after_the_calls(n):
    r = [0]
    result = [r]

    def go(rest):
        if rest == 0:
            return
        result.append([rest])
        go(rest - 1)

    go(n)
    r.append(5)
    return result, r


@refused.on(T(2))
def a_row_of_before_in_what_is_returned(n):
    r = [9]

    def go(rest, acc):
        if rest == 0:
            return acc
        return go(rest - 1, acc + [r])

    a = go(n, [])
    r.append(1)
    return a


@refused.on(T(2))
def a_row_passed_on_and_changed(n):
    def go(rest, acc, row):
        if rest == 0:
            return acc
        row.append(rest)
        return go(rest - 1, acc + [row], row)

    return go(n, [], [7])


@refused.on(T(2))
def rows_of_two_lists(n):
    def subsets(k):
        if k == 0:
            return [[]]
        s = subsets(k - 1)
        t = [r for r in s]
        for r in s:
            r.append(k)
        return t + s

    return subsets(n)


@refused.on(T(2))
def a_row_passed_and_changed(n):
    rows = [[i] for i in range(n + 1)]

    def go(k, row):
        if k == 0:
            return
        row.append(k)
        go(k - 1, rows[k])

    go(n, rows[0])
    return rows


@refused.on(T(2))
def a_grid_whose_rows_move(n):
    grid = [[0], [1], [2]]
    r = grid[1]

    def go(k):
        if k == 0:
            return
        grid[k % 3][0] += 1
        x = grid.pop()
        grid.insert(0, [9])
        go(k - 1)
        r[0] += 3

    go(n)
    return grid, r


@refused.on(T(2))
def a_row_by_name_changed_beside_the_grid(n):
    grid = [[0], [1], [2]]
    r = grid[1]

    def go(k):
        if k == 0:
            return
        grid[k % 3][0] += 1
        go(k - 1)
        r[0] += 3

    go(n)
    return grid, r


@refused.on(T(2))
def a_row_of_two_grids(n):
    r = [1]
    a = [[0], r, [2]]
    b = [r, [7]]

    def go(k):
        if k == 0:
            return
        a[k % 3][0] += 1
        go(k - 1)
        b[k % 2][0] += 1

    go(n)
    return a, b


@refused.on(T(2))
def a_row_put_into_two_lists(n):
    a = [[0], [1], [2]]
    b = [[1], [7]]

    def go(k):
        if k == 0:
            return
        row = [k]
        a.append(row)
        b.append(row)
        go(k - 1)
        b[k % 2][0] += 1

    go(n)
    return a, b


@refused.on(T(2))
def a_row_put_there_twice(n):
    a = [[0], [1], [2]]

    def go(k):
        if k == 0:
            return
        go(k - 1)
        a[k % 2][0] += 1
        a.append(a[0])

    go(n)
    return a


test_what_would_not_be_seen_is_refused = refused.refusal_test()
