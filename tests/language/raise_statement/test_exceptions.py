"""`raise` and `assert`: when, with which arguments, and what outlives the call: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing.agreement import outcome_of
from tests.language.own_exceptions import lines
from tests.language.programs import calls_of
from tests.language.raise_statement.exceptions import (
    a_cause_that_may_be_none,
    a_cause_that_was_kept,
    a_choice_of_exceptions,
    a_choice_that_is_raised,
    a_list_of_exceptions,
    a_list_of_some_exceptions,
    an_attribute_of_what_is_kept,
    an_attribute_of_what_may_be_none,
    another_one_by_default,
    asked_for_its_class_in_a_loop,
    classes_of_what_may_be_none,
    kept_and_raised_again,
    kept_and_shown,
    kept_by_a_loop_of_the_run,
    kept_in_a_dict,
    kept_in_a_loop_and_raised,
    kept_in_an_attribute,
    kept_where_it_is_always_raised,
    kept_with_else_and_finally,
    kept_without_a_value_before,
    made_in_a_loop,
    made_on_one_path,
    one_exception_after_the_other,
    one_of_two,
    one_that_is_made_before_and_caught_in_two_places,
    one_that_is_made_before_and_raised_in_two_places,
    programs,
    raised_where_it_may_be_none,
    returned_by_a_function,
    shown_where_it_may_be_none,
    the_first_of_several,
    the_truth_of_what_is_kept,
)

# -- Exceptions that outlive their handler


@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(
        programs,
        kept_and_shown,
        kept_in_a_loop_and_raised,
        kept_and_raised_again,
        one_exception_after_the_other,
        a_choice_of_exceptions,
        a_choice_that_is_raised,
        made_on_one_path,
        an_attribute_of_what_is_kept,
        an_attribute_of_what_may_be_none,
        a_list_of_exceptions,
        a_list_of_some_exceptions,
        the_first_of_several,
        kept_where_it_is_always_raised,
        the_truth_of_what_is_kept,
        returned_by_a_function,
        kept_in_an_attribute,
        kept_in_a_dict,
        a_cause_that_was_kept,
        a_cause_that_may_be_none,
        kept_without_a_value_before,
        asked_for_its_class_in_a_loop,
        shown_where_it_may_be_none,
        another_one_by_default,
        one_of_two,
        made_in_a_loop,
        raised_where_it_may_be_none,
        classes_of_what_may_be_none,
        kept_with_else_and_finally,
        kept_by_a_loop_of_the_run,
        one_that_is_made_before_and_raised_in_two_places,
        one_that_is_made_before_and_caught_in_two_places,
    ),
)
def test_an_exception_that_leaves_shows_the_lines_of_plain_python(
    function, args, request
):
    if function is kept_in_a_loop_and_raised and int(args[0]) > 2:
        why = "what is kept and raised again shows the line where it was made alone"
        request.applymarker(pytest.mark.xfail(reason=why, strict=True))
    path = function.__code__.co_filename
    found = lines(ag.function(function), args, path)
    assert found == lines(function, args, path)


# -- Exceptions that outlive their graph

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
