"""What is a number of Python's on one path, and an array, or a tensor, on another.

`total = 0` before a loop that adds rows is how a sum of vectors is written.
"""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()

FLOATS = np.arange(12.0).reshape(4, 3)
WHOLE = np.arange(12).reshape(4, 3)
NONE, SOME = T(0), T(2)
CALLS = [(kind, n) for kind in (FLOATS, WHOLE, T(FLOATS)) for n in (NONE, SOME)]


@rows.on(*CALLS)
def sums_of_rows(matrix, n):
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return total, total * 2, -total, total > 1, abs(total), total / 2


@rows.on(*CALLS)
def an_error_of_the_number(matrix, n):
    total = 0
    for row in matrix[:n]:
        total += row
    return 10 / total


@rows.on(*CALLS)
def methods_that_the_number_lacks(matrix, n):
    total = 0
    for row in matrix[:n]:
        total = total + row
    return total.sum(), total.copy()


@rows.on((WHOLE, NONE), (WHOLE, SOME), (FLOATS, SOME))
@refused.on((FLOATS.astype(np.float32), NONE), (WHOLE.astype(np.uint8), NONE))
def functions_of_both(matrix, n):
    found = 1
    for i in range(n):
        found = found * matrix[i]
    return np.mean(found), np.maximum(found, 2), np.array(found), np.stack([found])


@rows.on((WHOLE, SOME))
@refused.on((WHOLE, NONE))
def what_numbers_have_not(matrix, n):
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return len(total), 3 in total, [1, 2, 3] + total, sum(total)


@rows.on((FLOATS, SOME), (WHOLE, SOME))
def the_dtype(matrix, n):
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return str(total.dtype)


@refused.on(*CALLS[:2])
def the_text(matrix, n):
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return f"{total}"


@rows.on(T(1), T(3))
def a_ufunc_of_what_may_be_none(n):
    w = None
    if n > 2:
        w = 0
    return 0 if w is None else np.maximum(w, 1)


NARROW = np.array([0.1, 2.0], np.float32)


@refused.on(NONE, SOME)
def the_dtype_of_two_dtypes(n):
    w = np.array([0.1, 2.0])
    if n > 0:
        w = NARROW
    return str(w.dtype)


@refused.on(NONE, SOME)
def a_key_of_two_dtypes(n):
    w = np.float64(0.5)
    if n > 0:
        w = np.float32(0.5)
    return {w: 1}


@rows.on(NONE)
@refused.on(SOME)
def a_list_beside_a_tensor_of_two_dtypes(n):
    w = T([0.1, 2.0], ag.float64)
    if n > 0:
        w = T([0.1, 2.0])
    return w + [1, 2]


@refused.on(NONE, SOME)
def a_list_beside_a_tensor_or_an_array(n):
    w = T([0.1, 2.0])
    if n > 0:
        w = NARROW
    return w + [1, 2]


@refused.on(*CALLS[:2])
def a_comparison_with_none(matrix, n):
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return total == None


@refused.on(*CALLS[2:4])
def a_count(matrix, n):
    w = 3
    if n > 0:
        w = matrix[0]
    return list(range(w))


@refused.on(NONE, SOME)
def a_list_times_a_number_or_an_array(n):
    w = np.array([1, 2])
    if n > 0:
        w = np.int64(3)
    return [0] * w


@refused.on(NONE, SOME)
def a_key_that_is_a_number_or_an_array(n):
    w = np.array([1, 2])
    if n > 0:
        w = np.int64(3)
    return {w: 1}


@rows.on(np.int64(3), np.float32(1.5), np.ones(2), T(3))
def errors_that_name_the_class(n):
    found, parts = [], [n]
    try:
        "".join(parts)
    except TypeError as error:
        found.append(str(error))
    try:
        n()
    except TypeError as error:
        found.append(str(error))
    return found


@refused.on(np.int64(3), np.float32(1.5), np.ones(2), T(3))
def an_error_of_a_function_in_c(n):
    try:
        return ord(n)
    except TypeError as error:
        return str(error)


@rows.on((WHOLE[2], NONE), (WHOLE[2], SOME))
def a_place_that_is_a_number_or_numpys(xs, n):
    at = 0
    if n > 0:
        at = xs.argmax()
    return xs[at], [1, 2, 3][at], np.zeros(at), list(range(at))


@refused.on(NONE, SOME)
def an_error_that_names_either_class(n):
    w = 3
    if n > 0:
        w = np.uint8(2)
    return ord(w)


@rows.on(SOME)
@refused.on(NONE)
def a_comparison_that_numbers_have_not(n):
    w = 3
    if n > 0:
        w = np.uint8(2)
    return 1j < w
