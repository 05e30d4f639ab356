"""The comparison of decorated with undecorated functions."""

import itertools

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check
from autograph.testing.agreement import Outcome, compare
from graph.graph import current_graph
from tests.autograph.falling import refused

T = ag.constant
NAN = float("nan")


def verdict(plain, staged):
    return compare(Outcome(plain), Outcome(staged)).verdict


@pytest.mark.parametrize(
    ("plain", "staged"),
    [
        (1, T(1)),
        (True, T(True)),
        (0.1, T(0.1)),
        (T(1, ag.int64), T(1, ag.int64)),
        (T([NAN, -0.0]), T([NAN, -0.0])),
        ((1, [T(2)]), (T(1), [T(2)])),
        ({"a": None, "b": ()}, {"a": None, "b": ()}),
        (np.float64(1.5), T(1.5, ag.float64)),
        ("text", T("text")),
        (1 + 2j, T(1 + 2j)),
    ],
)
def test_what_is_the_same(plain, staged):
    assert verdict(plain, staged) is Verdict.SAME


@pytest.mark.parametrize(
    ("plain", "staged"),
    [
        (1, T(2)),
        (T(1), T(1.0)),
        (T(1, ag.int64), T(1)),
        (T(1), T(2, ag.int64)),
        (T(0.0), T(-0.0)),
        (T([0.0, NAN]), T([0.0, 1.0])),
        (T([1]), T(1)),
        ((1, 2), [T(1), T(2)]),
        ((1, 2), (T(1),)),
        ({"a": 1}, {"b": T(1)}),
        (None, T(1)),
        (1, None),
        (1, 1),
        (True, T(1)),
        ("text", T("other")),
        (1 + 0j, T(complex(1, -0.0))),
    ],
)
def test_what_differs(plain, staged):
    assert verdict(plain, staged) is Verdict.DIFFERS


@pytest.mark.parametrize(
    ("plain", "staged", "expected"),
    [
        (ValueError("a"), ValueError("a"), Verdict.SAME),
        (ValueError("a"), ValueError("b"), Verdict.DIFFERS),
        (ValueError("a"), KeyError("a"), Verdict.DIFFERS),
        (ValueError("a"), None, Verdict.DIFFERS),
        (None, ValueError("a"), Verdict.DIFFERS),
        (None, ag.errors.StagingError("a"), Verdict.REFUSED),
        (ValueError("a"), ag.errors.StagingError("a"), Verdict.REFUSED),
    ],
)
def test_exceptions(plain, staged, expected):
    found = compare(Outcome(error=plain), Outcome(error=staged))
    assert found.verdict is expected


def test_the_dtype_of_a_tensor_on_the_other_path_is_allowed():
    assert verdict(1, T(1.0)) is Verdict.ALLOWED
    assert verdict((1, 2), (T(1.0), T(2))) is Verdict.ALLOWED
    assert verdict(0.1, T(0.1, ag.float64)) is Verdict.ALLOWED
    assert verdict(1, T(2.0)) is Verdict.DIFFERS


def test_a_python_integer_may_not_fit_int32():
    error = OverflowError("... int32 ...")
    assert compare(Outcome((2**31,)), Outcome(error=error)).verdict is Verdict.ALLOWED
    assert compare(Outcome(5), Outcome(error=error)).verdict is Verdict.DIFFERS


def test_a_function_that_agrees():
    def f(x):
        return x + 1 if x > 0 else x

    assert_agrees(f, T(1))
    assert_agrees(ag.function(f), T(1))
    assert check(f, T(1)).verdict is Verdict.SAME


def test_a_function_that_depends_on_when_it_runs():
    numbers = itertools.count()

    def f(x):
        return x + next(numbers)

    with pytest.raises(AssertionError) as caught:
        assert_agrees(f, T(1))
    assert "differs: the result has other values" in str(caught.value)
    assert "plain Python returned" in str(caught.value)
    assert "the graph    returned" in str(caught.value)


def test_a_refusal_fails_and_keeps_its_cause():
    with pytest.raises(AssertionError, match="refused") as caught:
        assert_agrees(refused, T(1))
    assert isinstance(caught.value.__cause__, ag.errors.AutographError)


def leave_otherwise(items, x):
    items[-1].append(2 if current_graph() else 3)
    return x


def write_otherwise(items, x):
    if not current_graph():
        items[0][1] = 7
    return x


@pytest.mark.parametrize("function", [leave_otherwise, write_otherwise])
def test_what_is_left_of_arguments_is_compared(function):
    found = check(function, [np.arange(2), [1]], T(3))
    assert found.verdict is Verdict.DIFFERS
    assert "left of the arguments" in found.reason


def test_what_is_given_twice_is_one_object():
    def f(one, two, table):
        one.append(ag.constant(1))
        return two is one, table["array"] is two[0]

    items = [np.arange(3)]
    assert check(f, items, items, {"array": items[0]}).plain.value == (True, True)


def test_mutable_arguments_are_copied_for_each_run():
    def f(items, x):
        items.append(x)
        return items[-1] * len(items)

    items = [T(1)]
    assert_agrees(f, items, T(2))
    assert len(items) == 1
