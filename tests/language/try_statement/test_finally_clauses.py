"""`finally`: jumps out of it, and what they discard: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.programs import calls_of
from tests.language.try_statement.finally_clauses import (
    a_break,
    a_break_and_a_continue_that_the_inner_manager_discards,
    a_continue,
    a_continue_before_a_break,
    a_loop_in_finally,
    a_return,
    a_return_in_a_function_inside,
    a_return_in_a_loop_that_an_error_discards,
    a_return_in_place_of_another_and_of_an_exception,
    a_return_of_some_paths_that_an_op_in_finally_discards,
    a_return_that_a_break_discards,
    a_return_that_a_continue_discards,
    a_return_that_a_generator_discards,
    a_return_that_an_error_in_finally_discards,
    a_return_that_the_finally_within_a_finally_discards,
    a_return_that_the_inner_manager_discards,
    a_try_in_finally,
    always,
    finally_in_finally,
    in_staged_loops,
    jumps_in_place_of_jumps,
    programs,
)


@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(
        programs,
        a_return,
        a_return_in_place_of_another_and_of_an_exception,
        a_break,
        a_continue,
        jumps_in_place_of_jumps,
        in_staged_loops,
        finally_in_finally,
        a_loop_in_finally,
        a_continue_before_a_break,
        always,
        a_try_in_finally,
        a_return_that_an_error_in_finally_discards,
        a_return_of_some_paths_that_an_op_in_finally_discards,
        a_return_that_the_inner_manager_discards,
        a_return_that_a_generator_discards,
        a_return_in_a_loop_that_an_error_discards,
        a_break_and_a_continue_that_the_inner_manager_discards,
        a_return_that_a_break_discards,
        a_return_that_a_continue_discards,
        a_return_in_a_function_inside,
        a_return_that_the_finally_within_a_finally_discards,
    ),
)
def test_converted_code_without_a_graph_gives_the_same(function, args):
    plain = [int(each) for each in args]
    outcomes = [outcome(each, plain) for each in (ag.to_graph(function), function)]
    assert outcomes[0] == outcomes[1]


def outcome(function, args):
    try:
        return function(*args)
    except Exception as error:
        return type(error), str(error)
