"""Numbers that are of one class on a path, and of another, or None, on the other."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_numbers_are_those_of_plain_python = rows.test()
test_what_is_of_another_class_is_refused = refused.refusal_test()

BOTH: Any = (T(3), T(0))


def either(n):
    value = 1.5
    if n > 1:
        value = 2j
    return value


@rows.on(*BOTH)
def made_complex(n):
    value = either(n)
    return np.complex128(value), abs(value), value + 1, value * 2


@rows.on(*BOTH)
def complex_as_a_float(n):
    value = 1 + 2j
    for _ in range(n):
        value *= 1j
    return np.float64(value)


@refused.on(*BOTH)
def negated(n):
    return -either(n)


@refused.on(*BOTH)
def rounded(n):
    return round(either(n))


@refused.on(*BOTH)
def divided(n):
    return divmod(either(n), 2)


@refused.on(*BOTH)
def as_a_float(n):
    return np.float64(either(n))


@refused.on(*BOTH)
def end_of_a_slice(n):
    end = 3
    if n > 1:
        end = 0.5
    return [1, 2, 3][:end]


@refused.on(*BOTH)
def power_with_a_modulus(n):
    exponent = 3
    if n > 1:
        exponent = 0.5
    return pow(2, exponent, 5)


@rows.on(*BOTH)
def round_of_a_truth_value(n):
    found = False
    if n > 1:
        found = n > 2
    return round(found)


@rows.on(*BOTH)
def index_or_none(n):
    found = None
    if n > 1:
        found = 4
    return operator.index(found)


@rows.on(*BOTH)
def number_or_none_beside_a_list(n):
    found = None
    if n > 1:
        found = 4
    return found == [4], found == 4, found != ()


@refused.on(*BOTH)
def tensor_or_none_beside_a_list(n):
    found = None
    if n > 1:
        found = n
    return found == [0]


@refused.on(*BOTH)
def tensor_of_none(n):
    found = None
    if n > 1:
        found = n
    return ag.constant(found)


@rows.on(*BOTH)
def arrays_of_complex_numbers(n):
    z = complex(n, 1)
    found = []
    for kind in (float, int, "int8", "float32"):
        try:
            found.append(np.asarray(z, dtype=kind))
        except TypeError:
            found.append(-1)
    return found, np.array(z, bool), np.array(z, "complex64"), np.asarray(z)


@refused.on(*BOTH)
def an_array_of_real_numbers(n):
    return np.array(either(n), dtype=float)
