"""Warnings: what a comparison with plain Python does not show."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autograph as ag

X = np.array([0.0, 2.0])

PROGRAMS: list[Callable[..., Any]] = []


def program(function):
    PROGRAMS.append(function)
    return function


@program
def within_a_block(x):
    with np.errstate(divide="ignore", invalid="ignore"):
        return 1 / x, np.sqrt(x - 1)


@program
def of_scalars(x):
    with np.errstate(divide="ignore"):
        return 1 / x[0], np.log(x[0]), x[0] ** -1


@program
def before_the_block_ends(x):
    with np.errstate(all="ignore"):
        y = np.log(x)
    return y, 1 / x


@program
def the_same_afterwards(x):
    with np.errstate(invalid="ignore"):
        y = np.sqrt(x - 9)
    return y, np.sqrt(x - 9)


@program
def one_of_two_errors(x):
    with np.errstate(invalid="ignore"):
        return np.sqrt(x - 1), 1 / x


@program
def in_a_loop(x):
    y = x * 1
    with np.errstate(divide="ignore"):
        for i in range(len(x)):
            if y[i] < 5:
                y[i] = 1 / y[i]
    return y


@program
def in_place(x):
    y = x - 1
    with np.errstate(divide="ignore"):
        y /= 0
    return y


@program
@np.errstate(all="ignore")
def by_a_decorator(x):
    return 1 / x, x.mean() / 0


@program
def set_and_set_back(x):
    old = np.seterr(divide="ignore")
    y = 1 / x
    np.seterr(**old)
    return y


@program
def by_a_filter_of_warnings(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.log(x)


@program
def not_at_all(x):
    return 1 / x, np.log(x), 1 / x[0]


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("function", PROGRAMS)
def test_the_graph_warns_as_plain_python_does(function, dtype):
    x = X.astype(dtype)
    decorated = ag.function(function, python="allow")
    decorated(x)  # tracing warns of what it knows
    assert _warnings_of(decorated, x) == _warnings_of(function, x)


def _warnings_of(called, x):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        called(x)
    return [(each.category, str(each.message)) for each in found]


def test_a_number_of_pythons_is_divided_as_there():
    def half(n):
        lowest = float("inf")
        if n > 0:
            lowest = n
        return lowest // 2, lowest % 2

    decorated = ag.function(half)
    for n in (ag.constant(0), ag.constant(3)):
        assert _warnings_of(decorated, n) == _warnings_of(half, n) == []
