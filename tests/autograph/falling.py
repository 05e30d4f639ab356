"""What tests of calls that run as plain Python share."""

from __future__ import annotations

import statistics

import pytest

from autograph.errors import PythonFallbackWarning


def refused(x):
    """Return `x + 1`, by way of what no graph can hold: the function falls."""

    class Signs:
        if x > 0:
            is_positive = True

    return x + 1 if hasattr(Signs, "__dict__") else x


def by_a_line(x):
    """Return `x + 1`, by way of a call that Python makes when the graph runs."""
    return x + 1 + 0 * int(statistics.fmean([x]))


def fell(function, *args, code="AG310"):
    """Return what a call gives, or a line of it, that falls with one warning."""
    with pytest.warns(PythonFallbackWarning) as found:
        result = function(*args)
    assert [each.message.code for each in found] == [code]
    return result
