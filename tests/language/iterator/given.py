"""Iterators that are made while tracing, given to what draws all of them."""

import collections
import functools
import math

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()
T = ag.constant
NUMBERS = (T(3), np.int64(3), np.int64(2))


@programs.staged(*NUMBERS)
def text_of_each(x):
    """`join` of `map(str, ...)` over a list with a value of the run."""
    return ", ".join(map(str, [x, x + 1, 2]))


@programs.staged(np.int64(3), np.int64(2))
def a_dict_of_pairs(x):
    """`dict` of a `zip` with NumPy scalars as keys."""
    found = dict(zip([x, x + 1], [1, x], strict=True))
    return found[3], len(found)


@programs.staged(np.int64(3), np.int64(2))
def counted(x):
    """`collections.Counter` of a generator of NumPy scalars."""
    return collections.Counter(each + 1 for each in [x, 3])[4]


@programs.staged(np.int64(3), np.int64(2))
def keys_of_a_map(x):
    """`dict.fromkeys` of a `map` of NumPy scalars cannot be staged."""
    return len(dict.fromkeys(map(lambda each: each + 1, [x, 3])))


@programs.staged(*NUMBERS)
def sums_of_floats(x):
    """`math.fsum` of a generator cannot be staged."""
    return math.fsum(each + 0.1 for each in [x, 3])


@programs.staged(*NUMBERS)
def the_largest_by_reduce(x):
    """`functools.reduce` of a `map` by a builtin cannot be staged."""
    return functools.reduce(max, map(lambda each: each + 1, [x, 3]))


@programs.staged((T(5), T(3)), (T(1), T(3)), (T(5), T(1)))
def a_default_of_another_item(x, n):
    """The default of `next()` of an iterator that Python has cannot be staged."""
    items = iter((T(1), T(2), T(3)))
    if n > 2:
        for each in items:
            if each == x:
                return x
            x = next(items, T(0))
    try:
        found = list(enumerate([x / x]))
    except ArithmeticError:
        return -1
    return len(found)
