"""The promise, for the text of arrays and numbers of NumPy's, and of tensors.

PYTEST_DONT_REWRITE: pytest would change the messages of assertions.
"""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

ARRAYS = (np.array([1, 2]), T([1, 2]), np.array([1.5, 2.0], np.float32))
NUMBERS = (np.float64(2.5), T(2), np.int8(3), np.array(3), 3)


@rows.on(*ARRAYS)
def of_arguments(x):
    return f"{x}", f"{x[0]}|{x[1]!r}", str(x.sum()), repr(x * 2), f"{x[0]:.2f}"


@rows.on(*ARRAYS)
def by_methods(x):
    joined = ",".join(map(str, x))
    return "%s %r" % (x[0], x), "{} {!r}".format(x, x[0]), joined, str([x[0], 1])


@rows.on(*NUMBERS)
def of_numbers(x):
    return f"{x}|{x!r}|{x:.2f}", str(x + 1), repr(np.asarray(x)), str(np.float32(x))


@rows.on(*NUMBERS)
def of_what_numpy_makes(x):
    made = np.array([x, 1])
    return f"{made}", f"{made[0]}", repr(np.sum([x])), str(np.atleast_1d(x)), f"{x}"


@rows.on(*ARRAYS)
def in_loops_and_branches(x):
    text, last = "", x[0]
    for value in x:
        text += f"{value},"
        last = last + 1
    best = max(x[1], x[0])
    return text, f"{last!r}", f"{best!r}"


@rows.on(*ARRAYS)
def with_a_format_that_arrays_have_not(x):
    return f"{x:>9}"


class OwnError(Exception):
    def __init__(self, value):
        super().__init__(value)
        self.value = value

    def __str__(self):
        return f"value={self.value!r}"


@rows.on(*ARRAYS)
def in_messages(x):
    assert x[0] > 100, x


@rows.on(*ARRAYS)
def in_exceptions(x):
    if x[0] > 0:
        raise ValueError("first", x[0])
    return x


@rows.on(*ARRAYS)
def in_exceptions_of_the_users(x):
    if x[0] > 0:
        raise OwnError(x.max())
    return x


@rows.on(*ARRAYS)
def in_exceptions_that_are_caught(x):
    try:
        if x[0] > 0:
            raise ValueError("first", x[0])
    except ValueError as error:
        return str(error), error.args[1] + 1
    return "none", x[0]


# -- Lists whose length the run decides


@rows.on(np.array([2, 3]), T([2, 3]), 2)
def of_lists_that_grow(x):
    a, numbers, arrays, pairs, text = np.array(x).reshape(-1), [], [], [], ""
    for i in range(int(a[0])):
        numbers.append(a[0] + i)
        arrays.append(a)
        pairs.append((a[0], i))
        text += f"{numbers[-1]!r}{numbers}"
    return f"{numbers}", f"{arrays} {numbers[1:]}", text, "%s" % (pairs,)


@rows.on(np.array([2, -3]), T([2, -3]))
def of_lists_that_comprehensions_make(x):
    a = np.array(x)
    return f"{[v for v in a if v > 0]}", f"{[v for v in x if v > 0]}", [0] * a[0]


@rows.on(T(3), T(0))
def of_a_tensor_that_a_loop_makes_anew(x):
    text, y = "", x
    for _ in range(int(x)):
        text += f"{y!r}"
        y = ag.zeros([], ag.int32)
    return text


refused = Rows()
test_the_text_of_numbers_of_two_kinds_is_refused = refused.refusal_test()


@refused.on(np.array([2, 3]), T([2, 3]))
def of_numbers_of_python_and_numpy(x):
    found = [1]
    for i in range(int(x[0])):
        found.append(np.max(x) + i)  # noqa: PERF401
    return f"{found}"
