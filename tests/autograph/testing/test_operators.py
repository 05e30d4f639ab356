"""The check of implementations of the operators: it passes on ours, and finds mistakes."""

import inspect
import sys

import pytest

import autograph as ag
from autograph.testing import check_operators
from autograph.testing.operators import overridable
from examples import piecewise
from graph import nest


def run_graph(function, *arguments):
    result = ag.function(function)(*map(ag.constant, arguments))
    return nest.map_structure(lambda each: each.numpy().item(), result)


def run_formula(function, *arguments):
    names = inspect.signature(function).parameters
    term = piecewise.formula(function)
    return piecewise.value_of(term, dict(zip(names, arguments, strict=True)))


@pytest.mark.parametrize(
    ("make_operators", "run", "refuses"),
    [
        (ag.Operators, None, ()),
        (ag.GraphOperators, run_graph, ()),
        (piecewise.Cases, run_formula, TypeError),
    ],
    ids=["plain", "graph", "formulas"],
)
def test_operators_conform(make_operators, run, refuses):
    check_operators(make_operators, run=run, refuses=refuses)


def test_every_operator_is_called_by_the_programs():
    """An operator without a program that calls it fails here."""
    called = set()

    def noting(name):
        def operator(self, *args, **kwargs):
            called.add(name)
            return getattr(ag.Operators, name)(self, *args, **kwargs)

        return operator

    names = set(overridable()) - {"is_undefined"}
    if sys.version_info >= (3, 12):  # which jumps out of one operator at a time
        names -= {"asked_before", "told_value"}
    methods = {name: noting(name) for name in names}
    check_operators(type("Noting", (ag.Operators,), methods))
    assert called == names


class Eager(ag.Operators):
    def and_(self, left, right):
        first, second = left(), right()
        return first and second


class Truths(ag.Operators):
    def or_(self, left, right):
        return bool(left() or right())


class NeverLeaves(ag.Operators):
    def for_stmt(self, items, extra_test, body, *rest):
        super().for_stmt(items, None, body, *rest)


class KeepsNoState(ag.Operators):
    def if_stmt(self, condition, body, orelse, get_state, set_state, *rest):
        start = get_state()
        super().if_stmt(condition, body, orelse, get_state, set_state, *rest)
        set_state(start)


class Forgets(ag.Operators):
    def return_value(self, value, did_return, function_name):
        return value


class Twice(ag.Operators):
    def converted_call(self, function, args, kwargs, scope=None):
        function = self.callee(function)
        function(*args, **(kwargs or {}))
        return function(*args, **(kwargs or {}))


class Short(ag.Operators):
    def if_exp(self, condition, if_true, if_false):
        return if_true() if condition else if_false()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (Eager, "the value of and, or, not, program"),
        (Truths, "the value of and, or, not, program"),
        (NeverLeaves, "return out of a loop, program"),
        (KeepsNoState, "Python gives"),
        (Forgets, "no return, program"),
        (Twice, "calls, program"),
        (Short, "if_exp(condition, if_true, if_false) does not take 4 arguments"),
    ],
)
def test_mistakes_are_found(wrong, told):
    with pytest.raises(AssertionError) as raised:
        check_operators(wrong)
    assert told in str(raised.value)


def test_mistakes_in_what_is_staged_are_found():
    def run(function, *arguments):
        return run_graph(function, *(each + 1 for each in arguments))

    with pytest.raises(AssertionError, match="if, staged program"):
        check_operators(ag.GraphOperators, run=run)


def test_refusals_are_those_that_were_announced():
    def run(function, *arguments):
        raise NotImplementedError

    check_operators(ag.Operators, run=run, refuses=NotImplementedError)
    with pytest.raises(AssertionError, match="NotImplementedError"):
        check_operators(ag.Operators, run=run, refuses=TypeError)
