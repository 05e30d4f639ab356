"""Lists, dicts and arrays under several names, and the names themselves: what a comparison with plain Python does not show."""

from __future__ import annotations

import sys

import pytest

import autograph as ag
from autograph.errors import OperatorNotAllowedInGraphError
from tests.language.assignment.aliases import T, a_variable_that_a_branch_changes


def shown_in_a_loop(n):
    found = 0
    for i in range(n):
        found += len(locals()) + i
    return found


def test_each_iteration_shows_them_anew_from_3_13_on():
    shown = ag.function(shown_in_a_loop)
    if sys.version_info < (3, 13):
        with pytest.raises(OperatorNotAllowedInGraphError, match="needs its value"):
            shown(T(4))
    else:
        assert int(shown(T(4))) == shown_in_a_loop(4)


def test_the_source_shows_what_is_handed_on():
    text = ag.to_code(a_variable_that_a_branch_changes)
    assert "ag__.frame_variables(ag__.ld(locals), ('n', 'y')" in text
