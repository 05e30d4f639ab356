"""The example of another back end: formulas have the values of their functions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import piecewise


@given(st.integers(-50, 2000))
def test_formulas_have_the_values_of_their_functions(x):
    for function, name in ((piecewise.tax, "income"), (piecewise.ramp, "x")):
        term = piecewise.formula(function)
        assert piecewise.value_of(term, {name: x}) == function(x)


def test_formulas_refuse_what_has_no_formula():
    def raises(x):
        if x > 0:
            raise ValueError(x)
        return x

    def stores(x):
        numbers = [0]
        if x > 0:
            numbers[0] = x
        return numbers[0]

    def loops(x):
        while x > 0:
            x = x - 1
        return x

    for function, why in (
        (raises, "raise in a case"),
        (stores, "an assignment to an item in a case"),
        (loops, "the truth of `x > 0` is not known"),
    ):
        with pytest.raises(TypeError, match=why):
            piecewise.formula(function)
