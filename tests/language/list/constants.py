"""`ag.constant` of tensors, and of lists with tensors in them."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
NUMBERS = [(T(x), dtype) for x in (3, 2.0) for dtype in (None, ag.float32, ag.int64)]


@programs.staged(*NUMBERS)
def beside_a_number(x, dtype):
    """`ag.constant` of a list of a tensor and an int, also of a dtype."""
    return ag.constant([x, 1], dtype)


@programs.staged(*NUMBERS)
def twice(x, dtype):
    """`ag.constant` of a tuple of one tensor twice, also of a dtype."""
    return ag.constant((x, x), dtype)


@programs.staged(*NUMBERS)
def nested(x, dtype):
    """`ag.constant` of a list of lists of tensors and an int, also of a dtype."""
    return ag.constant([[x, 2], [x, x]], dtype)


@programs.staged(
    (T([1, 2, 3, 4]), [2, 2]),
    (T(7), [2, 3]),
    (T([7]), [3]),
    (T([[7]]), []),
    (T([0, 1, 2]), [2]),
    (np.arange(3), [2]),
)
def of_a_shape(x, shape):
    """`ag.constant` of a tensor and a shape, which it fills or not."""
    return ag.constant(x, shape=shape)


@programs.staged(T(1))
def a_float_beside_a_tensor(x):
    """`ag.constant` as int64 of a list of a tensor and a float raises TypeError."""
    return ag.constant([x, 1.5], ag.int64)
