"""Arrays of a dtype that is asked for, of lists whose length the run decides."""

from collections import deque

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_depends_on_the_kind_of_items_is_refused = refused.refusal_test()

COUNTS = (np.int64(3), np.int64(7), np.int64(0))
counts = rows.on(*COUNTS)
BYTES = np.array([1, 200, 255], np.uint8)


@counts
def integers_beyond_bytes(n):
    return np.array([i * 100 for i in range(n)], dtype=np.uint8)


@counts
def negative_integers(n):
    return np.asarray([i - 5 for i in range(n)], np.uint16)


@counts
def integers_beyond_int32(n):
    return np.array([10**i * 10**5 for i in range(n)], dtype=np.int32)


@counts
def nan_as_an_integer(n):
    return np.array([float("nan") if i > 4 else i / 2 for i in range(n)], dtype=int)


@counts
def infinity_caught(n):
    try:
        return np.array([np.inf if i > 4 else 0.5 for i in range(n)], dtype=np.int64)
    except OverflowError:
        return np.zeros(1, np.int64)


@counts
def complex_as_real(n):
    return np.array([complex(i, 1) for i in range(n)], dtype=float)


@rows.on(np.int64(3), np.int64(7))
def columns_of_tuples(n):
    return np.array([(i * 100, 1.5) for i in range(n)], dtype=np.uint8)


@counts
def items_of_a_deque(n):
    window = deque(maxlen=2)
    for i in range(n):
        window.append(i * 50)
    return np.array(window, dtype=np.uint8)


@rows.on((BYTES, np.uint8(1)), (BYTES, np.uint8(3)), (BYTES, np.uint8(0)))
def numbers_of_numpy_wrap_around(x, n):
    return np.array([np.int64(v) * n for v in x], dtype=np.uint8)


@rows.on(np.array([1.5, 2.5]), np.array([1.5, np.nan]), np.array([2.0, np.inf]))
def numbers_of_numpy_that_are_none(x):
    return np.array([v * 2 for v in x if v != 0.5], dtype=int)


@rows.on(ag.constant(3), ag.constant(0))
def tensors(n):
    return np.array([i * 100 for i in ag.range(n)], dtype=np.uint8)


@counts
def constants(n):
    return ag.constant([i * 100 for i in range(n)], dtype=ag.uint8)


@counts
def constants_of_floats(n):
    return ag.convert_to_tensor([i * 0.5 for i in range(n)], dtype=ag.int32)


@rows.on(np.int64(3), np.int64(1), np.int64(-3))
def ends_beyond_the_dtype(n):
    end = int(n) * 100
    whole = np.arange(3)
    return np.clip(BYTES, -5, end), BYTES.clip(end - 300, 255), np.clip(whole, 0, end)


@rows.on(np.int64(3), np.int64(-3))
def a_low_end_beyond_the_dtype(n):
    return np.clip(BYTES, int(n) * 100 - 300, None)


@refused.on(np.array([1.0 + 1j]))
def complex_numbers_of_numpy(x):
    return np.array([v for v in x if v != 0], dtype=float)


@refused.on(ag.constant(7))
def tensors_beyond_bytes(n):
    return np.array([i * 100 for i in ag.range(n)], dtype=np.uint8)
