"""Gradients of staged functions are those of plain Python, and central differences.

Each program is run plain, under an eager tape; decorated, under a tape; and decorated
with the tape inside.
"""

import numpy as np
import pytest

import autograph as ag
from tests.language.derivatives import differences, gradient_of, twice
from tests.language.library.differentiated import (
    POINTS,
    fixed,
    programs,
    reads_from_outside,
    stops,
    weight,
)
from tests.language.programs import calls_of

FUNCTIONS = [program.function for program in programs]


@pytest.mark.parametrize(("function", "args"), calls_of(programs))
def test_gradients_agree(function, args):
    (x,) = args
    expected = gradient_of(function)(x)[0].numpy()
    if function is not stops:  # what it takes for constant differs, too
        found = differences(function, x.numpy())
        assert np.allclose(expected, found, rtol=1e-6, atol=1e-8)
    staged = gradient_of(ag.function(function))
    for gradient in (staged, ag.function(gradient_of(function))):
        found = gradient(x)[0].numpy()
        assert np.allclose(found, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_second_derivatives_agree(function):
    x, gradient = POINTS[0], gradient_of(function)
    expected = twice(gradient)(x).numpy()
    if function is not stops:
        found = differences(lambda x: gradient(x)[0], x.numpy())
        assert np.allclose(expected, found, rtol=1e-5, atol=1e-7)
    staged = twice(gradient_of(ag.function(function)))
    for second in (staged, ag.function(twice(gradient))):
        assert np.allclose(second(x).numpy(), expected, rtol=1e-10, atol=1e-12)


def test_gradients_by_variables_and_tensors_from_outside():
    gradient, sources = gradient_of(reads_from_outside), [weight, fixed]
    expected = gradient(POINTS[0], sources)
    staged = gradient_of(ag.function(reads_from_outside))
    inside = ag.function(lambda x: gradient(x, sources))
    for found in (staged(POINTS[0], sources), inside(POINTS[0])):
        for slope, wanted in zip(found, expected, strict=True):
            assert np.allclose(slope.numpy(), wanted.numpy(), rtol=1e-12)
