"""Arguments that take each path of programs in which a number may be a tensor."""

from __future__ import annotations

import numpy as np

import autograph as ag

T = ag.constant
NUMBERS = (
    *map(np.int64, (0, 3, 7, -2)),
    *map(np.float64, (0, 4.5)),
    *map(T, (0, 6, 2.5)),
)
ARRAYS = (
    np.array([], int),
    np.array([1, -2, 0]),
    np.array([5, 0]),
    np.array([3.5, 2.5, 0.0]),
    np.array([0, 0]),
    T([1, -2, 0]),
)
