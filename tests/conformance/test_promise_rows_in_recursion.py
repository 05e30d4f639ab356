"""Lists of lists in functions that call themselves: backtracking, floods, permutations."""

# Programs under test are written as users write them.
# ruff: noqa: PERF401

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(0), T(2))
def paths_as_arguments(n):
    found = []

    def go(rest, path):
        if rest == 0:
            found.append(path)
            return
        for c in [1, 2]:
            if c <= rest:
                go(rest - c, path + [c])

    go(n, [])
    return found


@rows.on(T(0), T(2))
def a_path_copied(n):
    result = []
    path = []

    def go(rest):
        if rest == 0:
            result.append(path[:])
            return
        for c in [1, 2]:
            if c <= rest:
                path.append(c)
                go(rest - c)
                path.pop()

    go(n)
    return result


@rows.on(T(0), T(2))
def subsets(n):
    result = []

    def go(k, path):
        result.append(path[:])
        for i in range(k, n):
            path.append(i)
            go(i + 1, path)
            path.pop()

    go(0, [])
    return result


@rows.on(T(0), T(2))
def permutations_by_exchange(n):
    nums = list(range(n))
    result = []

    def go(k):
        if k == n:
            result.append(nums[:])
            return
        for i in range(k, n):
            nums[k], nums[i] = nums[i], nums[k]
            go(k + 1)
            nums[k], nums[i] = nums[i], nums[k]

    go(0)
    return result


@rows.on(T(0), T(2))
def a_row_changed_that_a_call_added(n):
    result = []

    def go(rest):
        if rest == 0:
            return
        result.append([rest])
        go(rest - 1)
        result[0].append(7)

    go(n)
    return result


@rows.on(T(0), T(2))
def a_row_changed_after_the_calls(n):
    result = []

    def go(rest):
        if rest == 0:
            return
        result.append([rest])
        go(rest - 1)

    go(n)
    if n > 0:
        result[0].append(7)
    return result


@rows.on(T(0), T(2))
def rows_passed_on(n):
    def go(rest, acc, row):
        if rest == 0:
            return acc
        return go(rest - 1, acc + [row], row + [2])

    return go(n, [], [7])


@rows.on(T(0), T(2))
def a_grid_marked(n):
    grid = [[0, 0], [0, 0]]

    def go(k):
        if k >= n:
            return
        grid[k % 2][0] += 1
        go(k + 1)

    go(0)
    return grid


@rows.on(T(0), T(2))
def a_grid_flooded(n):
    grid = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]

    def fill(i, j):
        if i < 0 or i >= 3 or j < 0 or j >= 3 or grid[i][j] != 0:
            return
        grid[i][j] = 1
        fill(i + 1, j)
        fill(i, j + 1)

    fill(n, 0)
    return grid


@rows.on(T(0), T(2))
def permutations_returned(n):
    def perms(xs):
        if len(xs) == 0:
            return [[]]
        out = []
        for i in range(len(xs)):
            for q in perms(xs[:i] + xs[i + 1 :]):
                out.append([xs[i]] + q)
        return out

    return perms(list(range(n)))


@rows.on(T(0), T(2))
def subsets_returned(n):
    def subsets(k):
        if k == 0:
            return [[]]
        s = subsets(k - 1)
        return s + [r + [k] for r in s]

    return subsets(n)


@rows.on(T(0), T(2))
def paths_of_an_object(n):
    class S:
        def __init__(self):
            self.out = []
            self.path = []

        def go(self, k):
            if k == 0:
                self.out.append(list(self.path))
                return
            for c in (0, 1):
                self.path.append(c)
                self.go(k - 1)
                self.path.pop()

    s = S()
    s.go(n)
    return s.out


@rows.on(T(0), T(2))
def paths_of_a_graph(n):
    graph = [[1, 2], [3], [3], []]
    out = []

    def go(v, path):
        if v == 3:
            out.append(path[:])
            return
        for w in graph[v]:
            path.append(w)
            go(w, path)
            path.pop()

    go(n, [n])
    return out


@rows.on(T(0), T(2))
def paths_in_tuples(n):
    out = []

    def go(k, path):
        if k == 0:
            out.append((path, len(path)))
            return
        go(k - 1, path + [k])
        go(k - 1, path)

    go(n, [])
    return out


@rows.on(T(0), T(2))
def two_grids(n):
    a = [[0], [1], [2]]
    b = [[1], [7]]

    def go(k):
        if k == 0:
            return
        a[k % 3][0] += 1
        go(k - 1)
        b[k % 2][0] += 1

    go(n)
    return a, b


@rows.on(T(0), T(2))
def rows_in_tuples(n):
    out = []

    def go(k):
        if k == 0:
            return
        out.append((k, [k]))
        go(k - 1)
        out[0][1].append(3)

    go(n)
    return out


@rows.on(T(0), T(2))
def rows_in_a_dict(n):
    d = {"a": []}

    def go(k):
        if k == 0:
            return
        d["a"].append([k])
        go(k - 1)
        d["a"][0].append(1)

    go(n)
    return d


@rows.on(T(0), T(2))
def a_row_by_name_after_the_calls(n):
    r = [0]
    grid = [r, [5]]

    def go(k):
        if k == 0:
            return 0
        grid[1] = [k]
        return grid[0][0] + go(k - 1)

    a = go(n)
    r[0] += 10
    return grid, r, a
