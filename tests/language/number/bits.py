"""Python numbers that are results, for arguments of 32 and of 64 bits."""

import math
from dataclasses import dataclass

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
EACH = (T(3), 3, np.int32(3), T(3, ag.int64), np.int64(3), np.uint64(3))


@dataclass
class Pair:
    count: int
    mean: float


@programs.staged(*EACH)
def counted(n):
    """A counter of a dynamic loop."""
    count = 0
    while n > 0:
        count += 1
        n -= 1
    return count


@programs.staged(*EACH, T(2, ag.int8))
def nested(n):
    """Integers and floats in a dataclass in a dict."""
    return {"count": int(n), "pair": Pair(int(n) + 1, (float(n) / 3, [n]))}


@programs.staged(np.array(2.0), T(2.0), np.float32(2), np.float64(2), np.int64(2))
def square_root(x):
    """`math.sqrt` of floats and integers."""
    return math.sqrt(x)


@programs.staged(T(2.0), np.float64(2))
def a_complex_number(x):
    """`complex` of floats."""
    return complex(x)


@programs.staged(np.float64(2), T(0.0))
def a_truth_value(x):
    """`bool` of floats."""
    return bool(x)


@programs.staged(np.int64(4))
def integers_of_a_list(n):
    """Large integers in a list of dynamic length."""
    items = []
    while n > 0:
        items.append(int(n) * 10**9)
        n -= 1
    return items
