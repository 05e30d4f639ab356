"""Grids: lists of lists that loops and branches mark in places which the run knows."""

from __future__ import annotations

from collections import deque

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(0), T(1), T(3))
def marked_on_some_paths(n):
    seen = [[False, False], [False, False]]
    stack = [0]
    while stack:
        x = stack.pop()
        if n > 1:
            seen[x][0] = True
            if x < 1:
                stack.append(1)
    return seen


@rows.on(T(0), T(2))
def a_flood(n):
    grid = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    stack = [(n, n)]
    while stack:
        i, j = stack.pop()
        if 0 <= i < 3 and 0 <= j < 3 and grid[i][j] == 0:
            grid[i][j] = 2
            stack.append((i + 1, j))
            stack.append((i - 1, j))
            stack.append((i, j + 1))
            stack.append((i, j - 1))
    return grid


@rows.on(T(0), T(1), T(3))
def a_flood_of_a_grid_of_the_run(n):
    n = int(n)
    seen = [[False] * n for _ in range(n)]
    queue = deque([(0, 0)])
    count = 0
    while queue:
        i, j = queue.popleft()
        if i >= n or j >= n or seen[i][j]:
            continue
        seen[i][j] = True
        count += 1
        queue.append((i + 1, j))
        queue.append((i, j + 1))
    return count, seen


@rows.on(T(0), T(2))
def distances(n):
    dist = [[-1] * 3 for _ in range(2)]
    dist[0][n] = 0
    queue = deque([(0, n)])
    while queue:
        i, j = queue.popleft()
        for di, dj in [(0, 1), (1, 0), (0, -1)]:
            a, b = i + di, j + dj
            if 0 <= a < 2 and 0 <= b < 3:
                if dist[a][b] == -1:
                    dist[a][b] = dist[i][j] + 1
                    queue.append((a, b))
    return dist


@rows.on(T(0), T(2), T(5))
def a_row_more_on_some_paths(n):
    rows = [[0, 0], [1, 1]]
    if n > 0:
        rows.append([2, 2])
    rows[n % 2][0] += 5
    for i in range(n):
        if i % 2:
            rows[i % 2][1] += i
    return rows


@rows.on(T(0), T(2), T(5))
def in_an_attribute(n):
    class Board:
        def __init__(self):
            self.cells = [[0, 0, 0], [0, 0, 0]]

        def mark(self, k):
            if k % 2:
                self.cells[k % 2][k % 3] += 1

    board = Board()
    for i in range(n):
        board.mark(i)
    return board.cells


@rows.on(T(0), T(1), T(6))
def rows_changed_after_a_filter(n):
    rows = [[i, i * i] for i in range(n)]
    rows = [row for row in rows if row[1] < 10]
    for row in rows:
        row[1] += row[0]
    return rows
