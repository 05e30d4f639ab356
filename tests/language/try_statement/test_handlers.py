"""`except` clauses, and what a handler sees: what a comparison with plain Python does not show."""

from __future__ import annotations

import sys

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.language.try_statement.handlers import T


def test_other_attributes_of_the_class_are_refused():
    def f(x):
        try:
            if x > 0:
                raise ValueError("positive")
            raise TypeError("negative")
        except (ValueError, TypeError) as error:
            return len(error.__class__.__mro__)

    found = check(f, T(3))
    assert found.verdict is Verdict.REFUSED
    assert "known only when the graph runs" in str(found.staged.error)


def test_a_call_that_ends_the_program_raises_when_the_run_comes_to_it():
    @ag.function
    def ends(n):
        if n > 1:
            sys.exit("too many")
        return n

    assert int(ends(ag.constant(1))) == 1
    with pytest.raises(SystemExit, match="too many"):
        ends(ag.constant(2))
