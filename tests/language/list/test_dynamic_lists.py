"""Lists of dynamic length: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check
from tests.language.list.dynamic_lists import (
    T,
    a_class_body,
    a_deep_copy,
    a_list_changed_under_enumerate,
    a_merge,
    a_shape,
    an_operator_by_name,
    an_operator_of_tensors,
    an_order_of_a_list_and_a_tuple,
    an_unconverted_function,
    an_unconverted_function_by_an_attribute,
    arrays_in_a_list,
    groups,
    json_text,
    listed_2,
    lists_in_a_list,
    programs,
    two_iterators,
)
from tests.language.programs import calls_of

# -- Operations on lists


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_an_empty_list_makes_a_tensor_of_float32():
    def f(n):
        xs = []
        for i in range(n):
            xs.append(i)
        return ag.constant(xs)

    assert_agrees(f, T(2))
    assert check(f, T(0)).verdict is Verdict.REFUSED
    assert ag.function(f, python="allow")(T(0)).dtype == f(T(0)).dtype == ag.float32


# -- Lists in unconverted code


@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(
        programs,
        a_class_body,
        an_unconverted_function,
        an_unconverted_function_by_an_attribute,
        json_text,
        a_merge,
        groups,
        two_iterators,
        an_operator_by_name,
        an_order_of_a_list_and_a_tuple,
        a_deep_copy,
        a_shape,
        an_operator_of_tensors,
        lists_in_a_list,
        arrays_in_a_list,
        a_list_changed_under_enumerate,
    )[:8],
)
def test_a_run_does_not_make_the_next_trace_careless(function, args):
    assert len(ag.function(listed_2)(T(2))) == 2
    assert check(function, *args).verdict is Verdict.REFUSED
