"""`numpy.arange` of numbers of the run, as in plain Python."""

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

numbers = rows.on(*map(T, (3, 0, 1, 254, 256, 300)))


@numbers
def of_bytes(n):
    first = int(n)
    return np.arange(first, first + 3, dtype=np.uint8)


@numbers
def of_bytes_or_nothing(n):
    first = int(n)
    try:
        return np.arange(first, first + 3, dtype=np.uint8)
    except OverflowError:
        return np.zeros(1, np.uint8)


@numbers
def steps_through_bytes(n):
    first, found = int(n), []
    for each in np.arange(first, first + 3, dtype=np.uint8):
        found.append(each)
        found.append(each // 2)
    return found


@numbers
def between_numbers_that_are_no_integers(n):
    first = float(n) + 0.5
    return (
        np.arange(first, first + 1, 0.1),
        np.arange(first, first + 1, 0.1, dtype=np.float32),
        np.arange(first, first + 2.9, 0.6, dtype=np.int32),
    )


@numbers
def steps_through_integers_between_others(n):
    total = np.int64(0)
    for each in np.arange(float(n) + 0.5, float(n) + 3, dtype=np.int64):
        total += each
    return total


@numbers
def of_a_step(n):
    return np.arange(0, 600, int(n))


@numbers
def of_a_step_in_a_loop(n):
    total = np.int64(0)
    try:
        for each in np.arange(0, 9, int(n)):
            total += each
    except ZeroDivisionError:
        return np.int64(-1)
    return total
