"""Assignment expressions in operands that may not be evaluated: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.assignment.expressions import T


def test_a_list_that_the_run_counts_has_no_truth_for_python():
    @ag.function
    def f(x):
        return {0: ([2 for _ in [0.0] if x > 1] or [(v := 7)])[0], 1: v}

    with pytest.raises(ag.errors.OperatorNotAllowedInGraphError, match="deciding on"):
        f(T(1.0))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: sorted([4, 5], key=lambda p: (v := 3) if x > 0 else p),
        lambda x: [y for v in [1, 2] if x > v and (y := v)],
        lambda x: f"{x > 0 and (y := 1)}",
    ],
    ids=["lambda", "comprehension", "f-string"],
)
def test_what_is_left_to_python_says_what_names_do(function):
    hint = "What comes after this condition binds a name by `:=`, and stands in a"
    with pytest.raises(ag.errors.OperatorNotAllowedInGraphError) as caught:
        ag.function(function)(T(1))
    assert caught.value.hint.startswith(hint)


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
