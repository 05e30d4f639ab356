"""`except` clauses, and what a handler sees: what a comparison with plain Python does not show."""

from __future__ import annotations

import sys

import pytest

import autograph as ag


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_a_call_that_ends_the_program_raises_when_the_run_comes_to_it(allowing):
    @ag.function
    def ends(n):
        if n > 1:
            sys.exit("too many")
        return n

    assert int(ends(ag.constant(1))) == 1
    with pytest.raises(SystemExit, match="too many"):
        ends(ag.constant(2))
