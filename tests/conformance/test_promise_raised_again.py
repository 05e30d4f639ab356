"""Exceptions that outlive the graph that raised them first."""

from __future__ import annotations

import autograph as ag
from autograph.testing.agreement import outcome_of

T = ag.constant
KEPT = ValueError("kept")


def raises_what_is_kept(x):
    try:
        if x > 0:
            raise KeyError("k")
    except KeyError as error:
        try:
            raise KEPT from error
        except ValueError as kept:
            raise TypeError("t") from kept
    return x


def test_what_outlives_one_graph_is_raised_in_another():
    for _ in range(3):
        found = outcome_of(ag.function(raises_what_is_kept), (T(1.0),), {}).error
        assert type(found) is TypeError
        assert str(found.__cause__) == "kept"
        assert type(found.__cause__.__cause__) is KeyError
