"""What tests of calls that run as plain Python share."""

from __future__ import annotations

import math

import pytest

from autograph.errors import PythonFallbackWarning


def refused(x):
    """Return `x + 1`, by way of what no graph can hold."""
    return x + 1 + 0 * math.frexp(x)[1]


def fell(function, *args, code="AG310"):
    """Return what a call gives that falls, with one warning, of a code."""
    with pytest.warns(PythonFallbackWarning) as found:
        result = function(*args)
    assert [each.message.code for each in found] == [code]
    return result
