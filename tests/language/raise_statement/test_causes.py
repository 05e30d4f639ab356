"""Causes, contexts and notes of exceptions: what a comparison with plain Python does not show."""

from __future__ import annotations

import gc
import weakref

import pytest

import autograph as ag
from autograph.testing.agreement import outcome_of
from autograph.testing.raised import difference
from tests.language.programs import calls_of
from tests.language.raise_statement.causes import (
    T,
    a_cause_made_of_a_value,
    a_cause_set_on_a_new_one,
    a_cause_that_is_no_exception,
    a_cause_that_is_raised,
    a_cause_that_is_set,
    a_cause_that_is_taken_away,
    a_cause_that_may_be_none,
    a_cause_with_text_of_a_value,
    a_division,
    a_handler_of_tracing_in_one_of_the_run,
    a_note_of_tracing,
    a_note_that_is_no_text,
    a_note_with_a_value,
    a_note_with_a_value_on_what_is_surely_raised,
    an_op_that_fails_in_a_handler,
    arguments_of_two_kinds,
    arguments_of_two_lengths,
    causes_of_causes,
    contexts_in_a_loop,
    notes,
    notes_that_are_read,
    programs,
    raised_from_none,
    raised_from_what_tracing_caught,
    raised_from_what_was_caught,
    raised_in_a_finally,
    raised_in_a_handler,
    raised_in_a_handler_of_tracing,
    text_of_two_lengths,
    the_class_of_a_context,
    the_number_of_arguments,
    what_a_cause_is_made_of,
    what_hangs_on_a_cause,
    what_was_caught_from_another,
    what_was_caught_from_none,
    whether_a_context_is_shown,
    whether_there_are_arguments,
    whether_there_are_notes,
)

# -- Causes, contexts and notes


@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(
        programs,
        raised_from_what_was_caught,
        raised_in_a_handler,
        raised_from_none,
        a_cause_made_of_a_value,
        a_cause_with_text_of_a_value,
        what_was_caught_from_another,
        what_was_caught_from_none,
        raised_in_a_handler_of_tracing,
        raised_from_what_tracing_caught,
        a_cause_that_may_be_none,
        what_a_cause_is_made_of,
        the_class_of_a_context,
        whether_a_context_is_shown,
        notes,
        a_note_with_a_value_on_what_is_surely_raised,
        a_note_of_tracing,
        a_note_with_a_value,
        arguments_of_two_lengths,
        text_of_two_lengths,
        the_number_of_arguments,
        whether_there_are_arguments,
        raised_in_a_finally,
        an_op_that_fails_in_a_handler,
        a_cause_that_is_set,
        a_cause_that_is_taken_away,
        notes_that_are_read,
        whether_there_are_notes,
        a_cause_that_is_raised,
        causes_of_causes,
        a_handler_of_tracing_in_one_of_the_run,
        a_cause_set_on_a_new_one,
        arguments_of_two_kinds,
        a_cause_that_is_no_exception,
        a_note_that_is_no_text,
        contexts_in_a_loop,
        what_hangs_on_a_cause,
    ),
)
def test_each_run_raises_an_exception_of_its_own(function, args):
    plain, staged = (
        [outcome_of(each, args, {}).error for _ in range(3)]
        for each in (function, ag.function(function))
    )
    for expected, given in zip(plain, staged, strict=True):
        assert (expected is None) == (given is None)
        assert expected is None or difference(expected, given) is None


# -- The context of errors of operations


def test_a_call_in_a_handler_has_both():
    def call(function):
        try:
            raise LookupError("around")
        except LookupError:
            return outcome_of(function, (T(0),), {}).error

    for function in (a_division, ag.function(a_division)):
        error = call(function)
        assert type(error) is ZeroDivisionError
        assert type(error.__context__) is KeyError
        assert type(error.__context__.__context__) is LookupError


def test_each_run_has_a_context_of_its_own():
    staged = ag.function(a_division)
    first, second = (outcome_of(staged, (T(0),), {}).error for _ in range(2))
    assert first.__context__ is not second.__context__
    first.__context__.add_note("changed")
    third = outcome_of(staged, (T(0),), {}).error
    assert not hasattr(third.__context__, "__notes__")


def test_frames_of_tracing_are_not_kept():
    class Big:
        pass

    seen = []

    def function(x):
        big = Big()
        seen.append(weakref.ref(big))
        try:
            raise KeyError("a")
        except KeyError:
            return 6 // int(x)

    staged = ag.function(function)
    staged(T(2))
    gc.collect()
    assert seen[0]() is None
