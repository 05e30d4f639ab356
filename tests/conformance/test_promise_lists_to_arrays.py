"""Arrays that NumPy makes of rows, and of parts, that a loop collects."""

# Programs under test are written as users write them.
# ruff: noqa: PERF401

from typing import NamedTuple

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_a_graph_has_not_is_refused = refused.refusal_test()


class Point(NamedTuple):
    x: int
    y: int


numbers = rows.on(*map(T, (3, 1, 4)))
numbers_and_none = rows.on(*map(T, (3, 1, 4, 0)))


@numbers
def rows_of_integers(n):
    found = []
    for i in range(n):
        found.append([i, i * i])
    made = np.array(found)
    return made, made.sum(axis=0), f"{made}", made.dtype, np.shape(made), np.mean(found)


@numbers
def rows_of_several_types(n):
    found = []
    for i in range(n):
        found.append((i, i / 2, True))
    made = np.array(found)
    return made, made[:, 1], np.array(found, dtype=np.float32), np.stack(found)


@numbers
def rows_with_a_float_each(n):
    total = 0.0
    made = np.array([[i, i * 0.5] for i in range(n)])
    for x, y in made:
        total += x * y
    return total, made, made[made[:, 0].argsort()[::-1]], made @ made.T


@numbers
def rows_with_names(n):
    found = [Point(i, i + 1) for i in range(n)]
    return np.array(found), np.max(found), np.sort(found, axis=0), np.vstack(found)


@numbers
def rows_of_rows(n):
    return np.array([[[i, 1], [2, i]] for i in range(n)])


@numbers
def rows_of_arrays(n):
    return np.array([[np.ones(2) * i, np.zeros(2)] for i in range(n)])


@numbers
def rows_of_truth_values(n):
    made = np.array([[i == j for j in range(3)] for i in range(n)])
    return made, made.any(axis=1), made.dtype


@numbers
def a_grid(n):
    size = int(n)
    grid = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(size):
            if i and j:
                grid[i][j] = grid[i - 1][j - 1] + 1
    made = np.array(grid)
    made[0] = 7
    return made, grid, made.max(axis=1)


@rows.on(T(3), T(2))
def rows_of_different_lengths(n):
    found = []
    for i in range(n):
        found.append([1] * (i + 1))
    return np.array(found)


@numbers
def vectors_of_different_lengths(n):
    parts = []
    for i in range(n):
        parts.append(np.arange(i + 1))
    made = np.concatenate(parts)
    return made, np.hstack(parts), f"{made}", made.dtype, type(made) is np.ndarray


@numbers
def matrices_of_different_lengths(n):
    parts = [np.ones((i + 1, 2)) * i for i in range(n)]
    return np.concatenate(parts), np.vstack(parts), np.concatenate(parts, axis=-2)


@numbers
def matrices_of_different_widths(n):
    parts = [np.ones((2, i + 1)) * i for i in range(n)]
    return np.concatenate(parts, axis=1), np.hstack(parts), np.column_stack(parts)


@rows.on(T(3), T(2))
def matrices_that_do_not_fit(n):
    return np.concatenate([np.ones((2, i + 1)) for i in range(n)])


@numbers_and_none
def an_axis_that_is_not_there(n):
    parts = [np.ones(2) for i in range(n)]
    try:
        return np.concatenate(parts, axis=1)
    except ValueError:
        return np.zeros(1)


@numbers_and_none
def parts_of_tensors(n):
    parts = [ag.range(i + 1) for i in range(n)]
    made = np.concatenate(parts) if parts else ag.range(2)
    return made, f"{made}", type(made) is ag.Tensor


@numbers_and_none
def what_is_left_out(n):
    parts = [np.zeros(1)]
    for i in range(n):
        if i % 2:
            parts.append(np.ones(i))
    return np.concatenate(parts), len(np.concatenate(parts))


@refused.on(T(0))
def an_empty_list_of_rows(n):
    return np.array([[i, i] for i in range(n)])


@refused.on(T(3))
def rows_with_a_float_on_some_paths(n):
    found = []
    for i in range(n):
        found.append([i, 1] if i % 2 else [i, 2.5])
    return np.array(found)


# -- Arrays that are taken apart -----------------------------------------------------

lengths = rows.on(*map(T, (3, 1, 4, 2)))


@lengths
def a_vector(n):
    first, second, third = np.arange(n)
    return first, second, third, f"{first}", type(first) is np.int64


@lengths
def a_vector_or_another_length(n):
    try:
        first, second = np.arange(n) * 1.5
    except ValueError as error:
        return str(error), 0.0
    return "", first + second


@lengths
def the_first_and_the_others(n):
    first, *others = np.arange(n) * 1.5
    *before, last = np.arange(n)
    return first, others, before, last


@lengths
def a_tensor(n):
    first, second, third = ag.range(n)
    return first, second, third


@lengths
def rows_that_are_written_to(n):
    table = np.arange(n * 2).reshape(2, -1)
    first, second = table
    first[0] = 7
    return table, second


@lengths
def pairs_of_a_matrix(n):
    total, table = 0, np.arange(n * n).reshape(n, n)
    for x, y in table:
        total += x * y
    return total


@lengths
def what_is_sorted(n):
    low, middle, high = np.sort([float(-i) for i in range(n)])
    return low, middle, high
