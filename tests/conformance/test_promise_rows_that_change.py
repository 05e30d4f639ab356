"""Rows of lists whose length, or index, the run knows, changed in place."""

# Programs under test are written as users write them.
# ruff: noqa: PERF401

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
SIZES = (T(4), T(1), T(0))
rows = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


def base(n):
    return [[i * 10 + j for j in range(i + 2)] for i in range(n)]


@rows.on(*SIZES)
def augitem(n):
    n = int(n)
    rows = base(n)
    for i in range(n):
        for j in range(2):
            rows[i][j] += i * j + 1
    return rows


@rows.on(*SIZES)
def pops(n):
    n = int(n)
    rows = base(n)
    got = []
    for i in range(n):
        got.append(rows[i].pop())
        got.append(rows[n - 1 - i].pop(0))
    return rows, got


@rows.on(*SIZES)
def extends(n):
    n = int(n)
    rows = base(n)
    for i in range(n):
        rows[i].extend([i, i])
        rows[i].insert(1, -1)
        rows[(i + 1) % n] += [7]
    return rows


@rows.on(*SIZES)
def clears(n):
    n = int(n)
    rows = base(n)
    for i in range(n):
        if i % 2 == 0:
            rows[i].clear()
        else:
            rows[i].reverse()
            rows[i].sort()
            rows[i].sort(reverse=True)
    return rows


@rows.on(*SIZES)
def dels(n):
    n = int(n)
    rows = base(n)
    for i in range(n):
        del rows[i][0]
        rows[-1 - i].append(i)
    return rows


@rows.on(*SIZES)
def whileif(n):
    n = int(n)
    rows = base(n)
    i = 0
    while i < n:
        if i % 2:
            rows[i][0] = 100
        elif i > 1:
            rows[i - 1].append(3)
        i += 1
    return rows


@rows.on(*SIZES)
def floats(n):
    n = int(n)
    rows = [[0.5] * n for _ in range(n)]
    for i in range(n):
        rows[i][i] += 1
    flags = [[False] * n for _ in range(n)]
    for i in range(n):
        flags[i][n - 1 - i] = True
    return rows, flags


@rows.on(*SIZES)
def tuples(n):
    n = int(n)
    rows = [[(i, 0.5)] for i in range(n)]
    for i in range(n):
        rows[i].append((n - i, 1.5))
        rows[i // 2][0] = (7, 7.5)
    return rows


@rows.on(*SIZES)
def badindex(n):
    n = int(n)
    rows = base(n)
    rows[n + 1].append(1)
    return rows


@rows.on(*SIZES)
def badindex2(n):
    n = int(n)
    rows = base(n)
    rows[0][n + 10] = 1
    return rows


@rows.on(*SIZES)
def two(n):
    n = int(n)
    a = base(n)
    b = base(n)
    for i in range(n):
        a[i][0] = b[i][1]
        b[n - 1 - i].append(a[i][-1])
    return a, b


@rows.on(*SIZES)
def grow(n):
    n = int(n)
    rows = []
    for i in range(n):
        rows.append([])
        for j in range(i):
            rows[j].append(i)
            rows[-1].append(j)
    return rows


@rows.on(*SIZES)
def helper(n):
    n = int(n)
    rows = base(n + 1)

    def put(row, v):
        row.append(v)

    def at(k):
        return rows[k]

    for i in range(n):
        put(rows[i], i)
        at(i + 1).append(i)
    return rows


class Graph:
    def __init__(self, n):
        self.adj = [[] for _ in range(n)]
        self.n = n

    def add(self, u, v):
        self.adj[u].append(v)
        self.adj[v].append(u)


@rows.on(*SIZES)
def objgraph(n):
    n = int(n)
    g = Graph(n + 1)
    for i in range(n):
        g.add(i, (i * i) % (n + 1))
    return g.adj


@rows.on(*SIZES)
def growconcat(n):
    n = int(n)
    rows = [[0]]
    for i in range(n):
        rows = rows + [[i]]
        rows[i].append(5)
    return rows


@rows.on(*SIZES)
def sortrows(n):
    n = int(n)
    rows = [[(i * 7) % 5, i] for i in range(n)]
    rows.sort()
    for i in range(n):
        rows[i].append(i)
    rows.reverse()
    rows.insert(0, [9, 9])
    rows[n].append(100)
    rows.pop(0)
    del rows[n // 3]
    for r in rows:
        r[0] += 1
    return rows


@rows.on(*SIZES)
def lenchange(n):
    n = int(n)
    rows = [[] for _ in range(3)]
    for i in range(n):
        rows[i % 3].append(i)
        if len(rows[i % 3]) > 1:
            rows[(i + 1) % 3].append(-i)
    a, b, c = rows
    return a, b, c, len(rows)


@rows.on(*SIZES)
def static3(n):
    n = int(n)
    adj = [[], [], []]
    adj[n % 3].append(n)
    adj[0].append(1)
    first = adj[0]
    adj[n % 3].append(2)
    first.append(3)
    return adj, first


@rows.on(*SIZES)
def mul_row(n):
    n = int(n)
    rows = [[0] * 3] * 2
    rows = [list(r) for r in rows]
    for i in range(n):
        rows[i % 2][i % 3] += i
    return rows


@rows.on(*SIZES)
def rows_changed_by_a_loop_over_them(n):
    rows = []
    for i in range(n):
        rows.append([i])
    for r in rows:
        r.append(1)
    return rows


@rows.on(T(1), T(0))
def a_row_of_a_table_known_while_tracing(n):
    t = [[1, 2], [3, 4]]
    a = t[n]
    t[1].append(1)
    return len(a), t


@rows.on(*SIZES)
def a_row_that_was_read(n):
    rows = []
    for i in range(n):
        rows.append([i])
    r = rows[n - 1]
    r.append(4)
    return rows


@rows.on(*SIZES)
def a_row_read_and_changed(n):
    rows = []
    for i in range(n):
        rows.append([i])
    rows[0].append(4)
    return rows


@rows.on(*SIZES)
def an_item_of_a_row(n):
    rows = []
    for i in range(n):
        rows.append([i])
    for i in range(n):
        rows[i][0] = 4
    return rows


@rows.on(*SIZES)
def lists_of_neighbours(n):
    g = [[] for _ in range(n)]
    for i in range(n):
        g[i].append(i + 1)
    return g


@rows.on(*SIZES)
def an_item_of_the_list_changed_in_place(n):
    rows = []
    for i in range(n + 1):
        rows.append([(i * 7) % 5, i])
    first = rows[0]
    rows[0] += [1]
    return rows, first


@rows.on(*SIZES)
def rows_numbered(n):
    n = int(n)
    rows = base(n)
    for i, row in enumerate(rows):
        row[0] = i
    for i, row in enumerate(rows, 1):
        row.append(len(rows[i - 1]))
    return rows


@rows.on(*SIZES)
def indices_caught(n):
    n = int(n)
    rows = base(n)
    hits = 0
    for i in range(n + 3):
        try:
            rows[i].append(5)
            rows[i][i + 1] = 8
        except IndexError:
            hits += 1
    return rows, hits


@rows.on(*SIZES)
def a_stack_of_rows(n):
    n = int(n)
    stack = [[0]]
    lengths = []
    while stack:
        top = stack.pop()
        lengths.append(len(top))
        if len(top) < n:
            top.append(len(lengths))
            stack.append(top)
    return lengths


@rows.on(*SIZES)
def taken_and_read_before(n):
    n = int(n)
    rows = base(n + 2)
    first = rows[0]
    taken = rows.pop(n - 1)
    total = sum(taken) + len(first)
    rows.append([total])
    rows[-1].append(n)
    return total


@rows.on(*SIZES)
def a_list_repeated_in_place(n):
    n = int(n)
    xs = [1, 2]
    ys = xs
    xs *= n
    return xs, ys, [0] * (n > 1), n * (3,)


@rows.on(T(0), T(2), T(3))
def rows_that_a_branch_exchanged(n):
    rows = [[0, 0], [1, 1], [2, 2]]
    if n > 1:
        rows[0], rows[1] = rows[1], rows[0]
    rows[n % 3][0] += 5
    return rows
