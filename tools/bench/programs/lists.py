"""Lists: of numbers and of lists, appended to, popped from, written by index."""

import bisect

import numpy as np

from tools.bench.programs._table import Programs

programs = Programs("lists")


@programs.sized(64, lambda rng, n: (rng.normal(size=(n, n)), rng.normal(size=(n, n))))
def product_of_rows(A, B):
    """Multiply matrices that are lists of lists."""
    A = A.tolist()
    B = B.tolist()
    product = []
    for row in A:
        entries = []
        for j in range(len(B[0])):
            total = 0.0
            for k in range(len(row)):
                total += row[k] * B[k][j]
            entries.append(total)
        product.append(entries)
    return product


@programs.sized(550, lambda rng, n: (np.int64(n),))
def pascal_triangle(rows):
    """Return the last row of Pascal's triangle, modulo a prime."""
    triangle = [[1]]
    for _ in range(rows - 1):
        last = triangle[-1]
        row = [1]
        for i in range(len(last) - 1):
            row.append((last[i] + last[i + 1]) % 1000003)
        row.append(1)
        triangle.append(row)
    return triangle[-1]


@programs.sized(12, lambda rng, n: (rng.integers(0, 2, (32, 32)), n))
def life_of_rows(board, turns):
    """Play Conway's game of life on lists of lists."""
    cells = board.tolist()
    height = len(cells)
    width = len(cells[0])
    for _ in range(turns):
        following = [[0] * width for _ in range(height)]
        for y in range(height):
            for x in range(width):
                near = 0
                for dy in (-1, 0, 1):
                    for dx in (-1, 0, 1):
                        if dy or dx:
                            near += cells[(y + dy) % height][(x + dx) % width]
                if near == 3 or (near == 2 and cells[y][x]):
                    following[y][x] = 1
        cells = following
    return cells


@programs.sized(20000, lambda rng, n: (rng.integers(0, 10**6, n), 5))
def josephus(people, step):
    """Return who is left when every so-manieth leaves the circle."""
    circle = list(people)
    position = 0
    while len(circle) > 1:
        position = (position + step - 1) % len(circle)
        circle.pop(position)
    return circle[0]


@programs.sized(9000, lambda rng, n: (rng.integers(0, 1000, n),))
def running_medians(xs):
    """Return the sum of the medians of what came so far, by a sorted list."""
    ordered = []
    total = 0
    for x in xs.tolist():
        bisect.insort(ordered, x)
        total += ordered[len(ordered) // 2]
    return total


@programs.sized(
    10000, lambda rng, n: (rng.integers(0, 10**6, n), rng.integers(1, 200, n))
)
def merged_intervals(starts, lengths):
    """Merge the intervals that overlap."""
    intervals = sorted([int(s), int(s + k)] for s, k in zip(starts, lengths))
    merged = []
    for start, end in intervals:
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


@programs.sized(
    5000, lambda rng, n: (rng.integers(0, 10**6, n), rng.integers(0, 10**6, n))
)
def found_by_halving(values, wanted):
    """Count the wanted values that are there, by binary search."""
    ordered = sorted(values.tolist())
    found = 0
    for x in wanted:
        low, high = 0, len(ordered)
        while low < high:
            middle = (low + high) // 2
            if ordered[middle] < x:
                low = middle + 1
            else:
                high = middle
        if low < len(ordered) and ordered[low] == x:
            found += 1
    return found


@programs.sized(70000, lambda rng, n: (rng.integers(-100, 100, n),))
def runs_that_rise(xs):
    """Split the values into runs that rise."""
    runs = []
    current = []
    for x in xs.tolist():
        if current and x < current[-1]:
            runs.append(current)
            current = []
        current.append(x)
    if current:
        runs.append(current)
    return runs


@programs.sized(450, lambda rng, n: (rng.integers(0, 100, (n, n)),))
def spiral_of_rows(A):
    """Return the elements of a matrix along a spiral."""
    rows = A.tolist()
    spiral = []
    while rows:
        spiral += rows.pop(0)
        if rows and rows[0]:
            for row in rows:
                spiral.append(row.pop())
        if rows:
            spiral += rows.pop()[::-1]
        if rows and rows[0]:
            for row in rows[::-1]:
                spiral.append(row.pop(0))
    return spiral
