"""Arrays whose elements are looked up, or written, at places that a loop collects."""

# Programs under test are written as users write them.
# ruff: noqa: C416, PERF401

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
X = np.array([3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0, 6.0])
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_a_graph_has_not_is_refused = refused.refusal_test()

numbers = rows.on(*map(T, (3, 1, 4)))
numbers_and_none = rows.on(*map(T, (3, 0, 4)))


@numbers_and_none
def of_places(n):
    odd = []
    for i in range(n):
        if i % 2:
            odd.append(i)
    return X[odd], f"{X[odd]}", X[odd] if odd else np.zeros(1)


@numbers_and_none
def of_places_along_axes(n):
    table, places = np.arange(16).reshape(4, 4), [i for i in range(n)]
    return table[places], table[places, places], table[:, places], table[places, 1:]


@numbers_and_none
def of_a_tensor(n):
    return ag.constant([1.0, 2.0, 3.0, 4.0])[[i for i in range(n)]]


@numbers
def of_truth_values(n):
    return np.arange(n)[[i % 2 == 0 for i in range(n)]]


@numbers_and_none
def of_numbers_of_numpy(n):
    return X[[np.int64(i) for i in range(n)]]


@rows.on(T(1), T(3))
def of_places_that_are_not_there(n):
    places = [i + 7 for i in range(n)]
    try:
        return X[places]
    except IndexError:
        return X[:1]


@numbers_and_none
def that_are_written_to(n):
    made, places = X * int(n), [i for i in range(n)]
    other = made
    made[places] = X[places] + 1
    made[places] -= 1
    table = np.zeros((4, 4))
    table[places, places] = 1
    table[places] *= 2
    table[:, places] += 1
    return made, other is made, table


@numbers
def that_are_written_to_twice(n):
    made, places = np.zeros(3), [i % 2 for i in range(n)]
    made[places] += 1
    return made


@numbers
def by_functions(n):
    places = [i for i in range(n)]
    return np.take(X, places), np.append(places, [1.5])


@refused.on(T(3))
def of_places_that_are_no_integers(n):
    return X[[float(i) for i in range(n)]]
