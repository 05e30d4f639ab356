"""`match` on values of the run, and statements on objects selected at run time: what a comparison with plain Python does not show."""

from __future__ import annotations

import traceback

import pytest

import autograph as ag
from tests.language.match_statement.patterns import Point


@pytest.mark.xfail(reason="the frame of the matcher is shown", strict=True)
def test_errors_of_patterns_show_the_users_frames_alone():
    @ag.function
    def f(x):
        match x:
            case Point(1, 2, 3):
                return 1

    with pytest.raises(TypeError, match="3 given") as caught:
        f(Point(1, 2))
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.line) == (__file__, "case Point(1, 2, 3):")
