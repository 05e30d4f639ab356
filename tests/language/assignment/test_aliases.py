"""Lists, dicts and arrays under several names, and the names themselves: what a comparison with plain Python does not show."""

from __future__ import annotations

import sys

import pytest

import autograph as ag
from autograph.errors import OperatorNotAllowedInGraphError, StagingError
from tests.language.assignment.aliases import T, a_variable_that_a_branch_changes


def of_two_kinds(n):
    if n > 1:
        kept = "text"
    else:
        kept = [1]
    return len(locals())


def test_a_variable_of_two_kinds_is_refused_at_the_line():
    with pytest.raises(StagingError, match="variable `kept` has") as raised:
        ag.function(of_two_kinds)(T(3))
    assert 'kept = "text"' in str(raised.value)
    assert "kept = [1]" in str(raised.value)


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
