"""Assignment expressions in operands that may not be evaluated: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.assignment.expressions import T


def test_a_lambda_in_a_function_inside_is_not_told_to_lack_its_source():
    @ag.function
    def f(x):
        def inside():
            held = lambda: (v := x) if x > 0 else x
            return held()

        return inside()

    with pytest.raises(ag.errors.OperatorNotAllowedInGraphError) as caught:
        f(T(1))
    assert "runs as it stands: its source" not in caught.value.hint
