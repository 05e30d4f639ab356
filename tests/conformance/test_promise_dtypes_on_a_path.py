"""Numbers, arrays and tensors of one dtype on one path, and of another on another.

The graph has the wider dtype on both: what that makes a difference for is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()

BOTH = T(3), T(1)


@dataclass
class Pair:
    """A record with a field that may be None."""

    first: object
    second: object = 1


@rows.on(*BOTH)
def integers_that_fit(x):
    w = np.int64(-2)
    if x > 2:
        w = np.int16(300)
    return w * 3, w + 7, -w, w < 4, max(w, 5)


@rows.on(*BOTH)
def a_sum_in_the_wider_dtype(x):
    total = np.float32(1)
    for _ in range(x):
        total = total + np.float64(0.1)
    return total


@rows.on(*BOTH)
def keys_of_two_dtypes(x):
    w = np.int32(3)
    if x > 2:
        w = np.int16(7)
    return w in {3, 0}, {3: "a"}.get(w, "no")


@rows.on(*BOTH)
def floats_that_are_picked(x):
    w = np.float32(0.1)
    if x > 2:
        w = np.float64(0.25)
    return -w, abs(w), w > 2, [w][0]


@rows.on(*BOTH)
def classes_of_numpys_in_patterns(x):
    w = np.uint64(3) if x > 2 else np.uint64(0)
    match w:
        case [_, _]:
            return "two"
        case str() | np.ndarray():
            return "text"
        case np.integer():
            return "an integer"
    return "other"


@rows.on(*BOTH)
def templates_with_a_width(x):
    w = np.int16(0)
    if x > 2:
        w = np.float32(2)
    return "%5s|" % w, "%(w)s" % {"w": w}, "{!r:>20}".format(w)


@rows.on(*BOTH)
def templates_of_a_number_and_one_of_numpys(x):
    w = 3.0
    if x > 2:
        w = np.float32(2)
    return "%5s|" % w, "%(w)s" % {"w": w}, "{!r:>20}".format(w)


@rows.on(*BOTH)
def none_in_a_record(x):
    w = None
    if x > 2:
        w = np.float32(2)
    return repr(Pair(w)), f"{[Pair(1, w)]}"


@refused.on(T(3))
def integers_that_wrap_around(x):
    w = np.int64(-2)
    if x > 2:
        w = np.int16(32767)
    return w + 1


@refused.on(T(3))
def integers_beside_a_number_that_does_not_fit(x):
    w = np.uint32(3)
    if x < 2:
        w = np.float64(-2)
    return w // 2**40


@refused.on(T(3))
def integers_among_floats_that_wrap_around(x):
    w = np.float32(0)
    u = np.uint16(3)
    if x > 2:
        w = np.uint8(255)
        u = np.uint8(3)
    return w + u


@refused.on(T(3))
def integers_beside_large_ones_that_wrap_around(x):
    w = np.float64(1)
    if x > 2:
        w = np.uint16(2)
    return w + np.uint64(2**64 - 1)


@refused.on(T(1))
def floats_that_are_rounded(x):
    w = np.float32(0.1)
    if x > 2:
        w = np.float64(0.1)
    return w * 3


@rows.on(BOTH[0])
@refused.on(BOTH[1])
def functions_that_round(x):
    w = np.float32(0.1)
    if x > 2:
        w = np.float64(0.1)
    return np.exp(w)


@rows.on(*BOTH)
def floats_that_are_not_rounded(x):
    w = np.float32(0.5)
    if x > 2:
        w = np.float64(0.1)
    return w * 3, w + 1, w / 2, w - 0.25


@rows.on(BOTH[0])
@refused.on(BOTH[1])
def floats_beside_a_number_that_is_rounded(x):
    w = np.float32(0.1)
    if x > 2:
        w = np.float64(0.1)
    return w == 0.1


@rows.on(BOTH[0])
@refused.on(BOTH[1])
def quotients_of_integers_and_floats(x):
    w = np.uint16(1)
    if x > 2:
        w = np.float32(2.5)
    return w / 3


@rows.on(BOTH[0])
@refused.on(BOTH[1])
def the_sign_of_integers_among_complex_numbers(x):
    w = np.int32(2)
    if x > 2:
        w = np.complex128(1)
    return -w


@refused.on(*BOTH)
def the_text_of_two_dtypes(x):
    w = np.int32(2)
    if x > 2:
        w = np.int8(1)
    return f"{w!r}"


@refused.on(*BOTH)
def the_class_of_two_dtypes(x):
    w = np.int32(2)
    if x > 2:
        w = np.int8(1)
    return type(w).__name__


@refused.on(*BOTH)
def an_instance_of_one_of_two_dtypes(x):
    w = np.float32(1)
    if x > 2:
        w = np.float64(0.1)
    return isinstance(w, float)


@refused.on(*BOTH)
def the_class_of_numpys_or_a_tensor(x):
    w = np.int16(0) if x > 2 else x
    w = w + np.float64(1)
    return type(w).__name__


@refused.on(*BOTH)
def none_beside_a_number_or_an_array(x):
    w = np.int16(0)
    if x > 2:
        w = np.array([1, 2], np.int16)
    return w == None


@refused.on(*BOTH)
def what_a_number_or_an_array_contains(x):
    w = np.int16(0)
    if x > 2:
        w = np.array([1, 2], np.int16)
    return 3 in w


@rows.on(BOTH[0])
@refused.on(BOTH[1])
def functions_of_numpys_of_a_number(x):
    w = 3
    if x > 2:
        w = np.float16(2)
    return np.exp(w)


@rows.on(BOTH[0])
@refused.on(BOTH[1])
def arrays_of_a_number(x):
    w = 3
    if x > 2:
        w = np.float16(2)
    return np.asarray(w)


@refused.on(T(1))
def a_number_beside_a_narrower_one(x):
    w = 3
    if x > 2:
        w = np.int64(2)
    return np.int8(127) + w


@refused.on(*BOTH)
def an_instance_of_the_narrower_dtype(x):
    w = np.float32(0)
    if x > 2:
        w = np.complex128(-2)
    return isinstance(w, np.floating)


@refused.on(*BOTH)
def a_pattern_of_numpys_beside_a_number(x):
    w = 2**40
    for _ in range(x - 2):
        w = np.uint8(3)
    match w:
        case np.integer():
            return 1
    return 2


@rows.on(BOTH[0])
@refused.on(BOTH[1])
def a_truth_of_numpys_times_a_number(x):
    w = 7
    if x > 2:
        w = np.float32(1)
    return np.bool_(False) * w


@refused.on(T(3))
def an_integer_of_numpys_divided_by_zero(x):
    w = 2.5
    if x > 2:
        w = np.int8(0)
    return np.int8(127) // w


@rows.on(*BOTH)
def what_a_complex_number_contains(x):
    w = np.complex64(1) if x > 2 else np.complex64(2)
    return 3 in w


@refused.on(*BOTH)
def an_operator_that_one_of_two_dtypes_has(x):
    w = np.complex64(1j)
    if x > 2:
        w = np.float32(3)
    return w // 2


@refused.on(*BOTH)
def bits_that_one_of_two_dtypes_has(x):
    w = 3
    if x > 2:
        w = np.float64(3)
    return w << 1


# -- Made of a number of Python's on one path, and of a wider dtype on another


@rows.on(*[(T(n), np.int8(k)) for n in (-1, 1) for k in (1, 2)])
def sum_of_a_number_that_fits(n, k):
    v = 1
    if n < 0:
        v = np.int64(2)
    return (v + k) + k > 3


@refused.on((T(1), np.int8(100)))
def sum_of_a_number_that_wraps_around(n, k):
    v = 1
    if n < 0:
        v = np.int64(2)
    return (v + k) + k


@refused.on(T(1), T(-1))
def text_of_what_is_made_of_a_number(n):
    v = 1
    if n < 0:
        v = np.int64(2)
    return f"{v + n}"


@refused.on(T(1), T(-1))
def dtype_of_what_is_made_of_a_number(n):
    v = 1.5
    if n < 0:
        v = T(2.0, ag.float64)
    return (v * T(2.0)).dtype == ag.float32
