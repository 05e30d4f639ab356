"""The promise, for what is NumPy's array, its number, or a tensor: who asks it."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
refused = Rows()
test_numbers_of_numpy_as_keys_are_refused = refused.refusal_test()
refused_kinds = Rows()
test_what_differs_by_round_is_refused = refused_kinds.refusal_test()

NUMBERS = (T(3), np.int64(2), 2, np.array(2))


def kinds(*values):
    classes = (np.generic, np.ndarray, ag.Tensor)
    return [[isinstance(value, kind) for kind in classes] for value in values]


@rows.on(*NUMBERS)
def of_numbers(n):
    x = np.sum([n])
    parts = kinds(x[()], x[None], x.reshape(()), x.reshape(1), x.item(), x.T)
    made = kinds(round(x, 1), round(x), abs(x), -x, x > 1, np.copy(x), np.int8(n))
    return parts, made, [kinds(each) for each in divmod(x, 2)]


@rows.on(*NUMBERS)
def of_arrays(n):
    x = np.array([n, 1])
    parts = kinds(x[0], x[:1], x.T, x.reshape(2, 1)[0, 0], x[:1].squeeze(), *x)
    made = kinds(np.dot(x, x), x @ x, x.max(), x > 1, np.where(n > 1, 1, 2))
    return parts, made, kinds(np.atleast_1d(n)[0], np.asarray(n), np.array(n))


@rows.on(T(3), 2)
def of_what_is_computed_by_several_ops(n):
    x = np.array([n, 1])
    middle = kinds(np.percentile(x, 50), np.quantile(x, 0.5), np.median(x))
    return middle, kinds(np.interp(x[0], [0, 1], [0, 1]), np.ptp(x), np.std(x))


@rows.on(*NUMBERS)
def of_what_loops_leave(n):
    x, y = np.sum([n]), np.array([n, 1])
    for _ in range(int(n)):
        x, y = x + 1, y * 2
    best = x if n > 1 else y[0]
    return kinds(x, y, y[0], best)


@rows.on(T(3), T(0))
def made_of_itself_beside_numbers(n):
    x, count = n - n, 0
    for _ in range(3):
        done = T(2)
        while done > 0:
            done -= 1
            if n > 3:
                n *= count % 7
                count = int(n) + 1
            else:
                x = abs(count // (T(2) or n))
        else:
            n *= 1
    return kinds(x, n), f"{x!r}"


@rows.on(T(3), T(0))
def exchanged_in_a_loop(n):
    x, y = n + 1, T(2)
    while n > 0:
        x, y = y, -x
        if x < 0:
            for _ in ag.range(n):
                x = y + x
        n -= 1
    return kinds(x, y), f"{x!r} {y!r}"


@refused_kinds.on(T(3))
def an_array_without_axes_that_becomes_a_number(n):
    x = np.array(3)
    while n > 0:
        x = -x
        n -= 1
    return kinds(x)  # refused: one of NumPy's


@rows.on(*NUMBERS)
def asked_for_scalars(n):
    x = np.array([n, 1])
    said = np.isscalar(x), np.isscalar(x[0]), np.isscalar(np.sum([n]))
    return said, np.isscalar(n), np.isscalar(int(n)), np.isscalar(np.asarray(n))


@rows.on(*NUMBERS)
def compared_with_none(n):
    x = np.array([[n], [1]])
    return x == None, None != x, x[0, 0] == None, n != None


@rows.on(*NUMBERS)
def written_to(n):
    x = np.sum([n])
    try:
        x[()] = 1
    except TypeError as error:
        return str(error)
    return x


@rows.on(*NUMBERS)
def looked_up(n):
    try:
        return {}[np.array([n])]
    except TypeError as error:
        return str(error)


@rows.on(T(3), np.int64(2))
def a_number_in_a_set(n):
    return np.sum([n]) in {2, 3}


@refused.on(T(3))
def a_number_hashed(n):
    return hash(np.sum([n])) == 3
