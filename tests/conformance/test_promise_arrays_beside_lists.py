"""Operators between arrays and lists that hold what the run knows, as NumPy has them."""

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

numbers = rows.on(*map(T, (3, 0)))


@numbers
def beside_lists_that_are_written_there(n):
    return (
        np.ones(2) * [n, 1],
        np.arange(2) + (int(n), 1),
        [int(n), 1] - np.ones(2),
        np.ones((2, 2)) @ [n, 2.5],
        np.array([[1, 2], [3, 4]]) / [[n + 1], [2]],
        f"{np.ones(2) * [int(n), 1]}",
    )


@numbers
def beside_lists_in_variables(n):
    weights = [int(n), 0.5]
    shape = [2]
    return np.ones(2) * weights, weights @ np.ones(2), np.ones(2) ** weights, shape * 2


@numbers
def compared(n):
    given = np.array([3, 2])
    return given == [int(n), 2], given < [n, 5], (given == [int(n), 2]).all()


@numbers
def in_place(n):
    made = np.ones(2)
    other = made
    made *= [n, 2]
    made -= (int(n), 1)
    listed = [int(n), 1]
    listed += np.ones(2)
    return other, listed


@rows.on(T(3))
def lists_of_the_run(n):
    found = [float(i) for i in range(n)]
    return (
        np.ones(3) * found,
        found - np.ones(3),
        np.arange(n) * found,
        np.ones(3) == found,
    )


@numbers
def lists_that_are_repeated(n):
    return [int(n), 1] * np.int64(2), [0] * 2, [int(n)] + [np.int64(1)], (n, 1) * 2


@numbers
def shapes_that_do_not_fit(n):
    try:
        return np.ones(3) * [n, 1]
    except ValueError:
        return np.zeros(3)
