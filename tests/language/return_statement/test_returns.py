"""`return` from loops, and of results of several kinds: what a comparison with plain Python does not show."""

from __future__ import annotations

import pickle

import pytest

import autograph as ag
from autograph.errors import UnstagedOperationError
from autograph.testing import assert_agrees
from tests.language.return_statement.returns import (
    EACH_2,
    T,
    kinds_of_all_sorts,
    text_or_a_number,
)


def test_a_concrete_function_returns_it_but_not_into_other_graphs():
    concrete = ag.function(text_or_a_number).get_concrete_function(
        ag.TensorSpec((), ag.int32)
    )
    assert concrete(T(2)).numpy() == 2
    assert concrete(T(3)).numpy() == b"big"

    @ag.function
    def calling(n):
        return concrete(n)

    with pytest.raises(UnstagedOperationError, match="is no tensor") as caught:
        calling(T(3))
    assert caught.value.origin.function == "calling"


@pytest.mark.parametrize("n", [3, 1])
def test_an_item_of_what_is_a_tuple_on_one_path(n):
    assert_agrees(lambda n: kind_of_tuple(n)[0], T(n))


def kind_of_tuple(n):
    if n > 2:
        return "big", n
    return n


@pytest.mark.xfail(reason="a node that boxes is no data", strict=True)
def test_such_a_function_is_pickled():
    function = ag.function(kinds_of_all_sorts)
    expected = [function(n) for n in EACH_2]
    concrete = function.get_concrete_function(ag.TensorSpec((), ag.int32))
    again = pickle.loads(pickle.dumps(concrete))
    for n, found in zip(EACH_2, expected, strict=True):
        assert repr(again(n)) == repr(found)


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_gradients_are_those_of_the_path_that_was_taken(allowing):
    @ag.function
    def f(x):
        if x > 1:
            return x * x
        return "no"

    x = ag.Variable(3.0)
    with ag.GradientTape() as tape:
        y = f(x)
    assert tape.gradient(y, x).numpy() == 6.0
    x.assign(0.5)
    assert f(x).numpy() == b"no"


def test_what_a_call_in_a_graph_returns_is_no_pair_of_leaves():
    @ag.function
    def record(n):
        return {"n": n}, slice

    concrete = record.get_concrete_function(ag.TensorSpec((), ag.int32))

    @ag.function
    def calling(n):
        held, kind = concrete(n)
        return held["n"] + 1, kind is slice

    found = calling(T(3))
    assert [int(each) for each in found] == [4, 1]
