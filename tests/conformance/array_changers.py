"""Programs that call what changes NumPy's arrays: functions, methods, `ufunc.at`.

Each takes a matrix of two rows and three columns, and an integer.
"""

from __future__ import annotations

import numpy as np


def filled(x, n):
    x.fill(n)
    return x


def filled_by_a_fraction(x, n):
    x.fill(2.7)
    return x


def sorted_rows(x, n):
    x.sort()
    return x


def sorted_columns(x, n):
    x.sort(axis=0)
    return x


def sorted_row(x, n):
    x[n].sort()
    return x


def partitioned(x, n):
    x.partition(1)
    return x


def put_by_method(x, n):
    x.put([0, 4], [n, 9])
    return x


def put_by_function(x, n):
    np.put(x, [0, 4, -1], n)
    return x


def put_around(x, n):
    np.put(x, [7, -9], [1, 2, 3], mode="wrap")
    return x


def put_at_the_ends(x, n):
    np.put(x, [7, -9], [1, 2, 3], mode="clip")
    return x


def copied(x, n):
    np.copyto(x, n)
    return x


def copied_where(x, n):
    np.copyto(x, x * 2, where=x > 2)
    return x


def copied_of_a_wider_kind(x, n):
    np.copyto(x, x * 1.5)
    return x


def masked(x, n):
    np.putmask(x, x > 2, x * 10)
    return x


def masked_in_turn(x, n):
    np.putmask(x, x > 2, [-1, -2])
    return x


def placed(x, n):
    np.place(x, x > 2, [-1, -2, n])
    return x


def put_along_rows(x, n):
    np.put_along_axis(x, np.argmax(x, axis=1, keepdims=True), n, axis=1)
    return x


def put_along_all(x, n):
    np.put_along_axis(x, np.array([1, 2]), n, axis=None)
    return x


def diagonal(x, n):
    np.fill_diagonal(x, n)
    return x


def diagonal_of_several(x, n):
    np.fill_diagonal(x, [n, 7])
    return x


def diagonal_of_a_tall_one(x, n):
    y = x.T.copy()
    np.fill_diagonal(y, n)
    return y


def diagonal_again_and_again(x, n):
    y = np.zeros((5, 2))
    np.fill_diagonal(y, n, wrap=True)
    return y


def diagonal_of_a_cube(x, n):
    y = np.zeros((3, 3, 3))
    np.fill_diagonal(y, n)
    return y


def added_at(x, n):
    np.add.at(x, (0, [1, 1, 2]), n)
    return x


def added_twice(x, n):
    np.add.at(x, [0, 0], x[1])
    return x


def subtracted_at(x, n):
    np.subtract.at(x, (slice(None), 1), 2)
    return x


def counted(x, n):
    h = np.zeros(10)
    np.add.at(h, x.astype(int).ravel(), 1.0)
    return h


def largest_at(x, n):
    np.maximum.at(x, x > 3, 7)
    return x


def in_a_loop(x, n):
    for i in range(n):
        x[0].fill(i)
        x.sort(axis=0)
    return x


def in_branches(x, n):
    if n > 1:
        x.fill(3)
    else:
        np.put(x, 0, 8)
    return x


def diagonal_of_a_vector(x, n):
    y = np.zeros(3)
    np.fill_diagonal(y, 1)
    return y


def filled_by_an_array(x, n):
    x.fill(np.zeros(2))
    return x


#: What NumPy refuses, graphs do, by an error of that class.


def sorted_by_a_key(x, n):
    x.sort(key=abs)
    return x


def sorted_by_too_much(x, n):
    x.sort(0, None, None, n)
    return x


def filled_by_nothing(x, n):
    x.fill()
    return x


def put_without_values(x, n):
    x.put(n)
    return x


PROGRAMS = [
    sorted_by_a_key,
    sorted_by_too_much,
    filled_by_nothing,
    put_without_values,
    filled,
    filled_by_a_fraction,
    sorted_rows,
    sorted_columns,
    sorted_row,
    partitioned,
    put_by_method,
    put_by_function,
    put_around,
    put_at_the_ends,
    copied,
    copied_where,
    copied_of_a_wider_kind,
    masked,
    masked_in_turn,
    placed,
    put_along_rows,
    put_along_all,
    diagonal,
    diagonal_of_several,
    diagonal_of_a_tall_one,
    diagonal_again_and_again,
    diagonal_of_a_cube,
    added_at,
    added_twice,
    subtracted_at,
    counted,
    largest_at,
    in_a_loop,
    in_branches,
    diagonal_of_a_vector,
    filled_by_an_array,
]
