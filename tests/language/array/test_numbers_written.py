"""Numbers that an array cannot hold: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.language.array.updates import T

NAN = float("nan")

VALUES = [
    *(T(300), T(-1), T(2**40), T(np.uint8(200)), T(300.5), T(True), T([300])),
    *(T(-1.5, ag.float64), T(NAN, ag.float64), T(1e300, ag.float64)),
    *(T(2**53 + 1), np.int64(2**53 + 1), np.array(2**53 + 1)),
    *(np.array(300), np.array(300.5), np.array(NAN), np.array([300])),
    *(np.int64(300), np.int16(-1), np.float32(300.5), np.float64(NAN)),
    *(300, -1, 300.5, NAN, float("inf"), 2**40, 1e300, True, 0.1),
]

DTYPES = [np.uint8, np.int8, np.int32, np.float16, np.float64, bool]


def place(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0, 1] = v
    return a


def place_of_a_row(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0][1] = v
    return a


def no_axes(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0, 0, ...] = v
    return a


def row(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0] = v
    return a


def slices(v, dtype):
    a, b = np.zeros((2, 2), dtype), np.zeros(3, dtype)
    a[0, :2] = v
    b[:] = v
    return a, b


def chosen(v, dtype):
    a, b = np.zeros((2, 2), dtype), np.zeros(3, dtype)
    a[0, [0, 1]] = v
    b[np.array([True, False, True])] = v
    return a, b


def filled(v, dtype):
    a = np.zeros((2, 2), dtype)
    a.fill(v)
    return a


def put(v, dtype):
    a = np.zeros((2, 2), dtype)
    np.put(a, [0, 3], v)
    return a


def along_an_axis(v, dtype):
    a = np.zeros((2, 2), dtype)
    np.put_along_axis(a, np.array([[0], [1]]), v, 1)
    return a


def copied(v, dtype):
    a = np.zeros((2, 2), dtype)
    np.copyto(a, v)
    return a


def masked(v, dtype):
    a = np.zeros((2, 2), dtype)
    np.putmask(a, [[True, True], [False, False]], v)
    return a


def placed(v, dtype):
    a = np.zeros((2, 2), dtype)
    np.place(a, [[True, True], [False, False]], v)
    return a


def diagonal(v, dtype):
    a = np.zeros((2, 2), dtype)
    np.fill_diagonal(a, v)
    return a


def added(v, dtype):
    a = np.zeros((2, 2), dtype)
    a += v
    return a


def added_to_a_place(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0, 0] += v
    return a


def added_to_a_row(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0] += v
    return a


def a_list(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0] = [v, 0.1]
    return a


def rows_of_lists(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[:] = [[v, 1], [2, v]]
    return a


def in_a_loop(v, dtype):
    a = np.zeros((2, 2), dtype)
    for k in range(2):
        a[k, k] = v + k
    return a


def array_of_a_list(v, dtype):
    return np.array([v, v], dtype)


def array_of_numbers(v, dtype):
    number = int(v)
    return np.array([number, number + 1], dtype)


def full(v, dtype):
    return np.full(3, v, dtype)


def as_an_integer(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0, 0] = int(v)
    return a


def as_a_float(v, dtype):
    a = np.zeros((2, 2), dtype)
    a[0, 0] = float(v)
    return a


WRITES = [
    *(place, place_of_a_row, no_axes, row, slices, chosen, filled, put, along_an_axis),
    *(copied, masked, placed, diagonal, added, added_to_a_place, added_to_a_row),
    *(a_list, rows_of_lists, in_a_loop, array_of_a_list, array_of_numbers),
    *(full,),
    *(as_an_integer, as_a_float),
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("write", WRITES)
def test_a_write_of_a_number_gives_or_raises_what_numpy_does(write, dtype):
    decorated = ag.function(write)
    for value in VALUES:
        found = check(decorated, value, dtype)
        # Shapes that do not fit are told in words of our own.
        is_told = found.verdict is Verdict.REFUSED and found.plain.error is not None
        agrees = found.verdict in (Verdict.SAME, Verdict.ALLOWED) or is_told
        assert agrees, f"{value!r}: {found}"
