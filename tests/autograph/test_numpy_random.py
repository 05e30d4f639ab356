"""NumPy's random numbers in traced code: constants, or refused with what to write."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

RNG = np.random.default_rng(0)
LEGACY = np.random.RandomState(0)
T = ag.constant([1, 2, 3])

REFUSED = {
    "size": (lambda n: RNG.normal(size=n[0]), "normal() is given", "ag.random.normal"),
    "size in a tuple": (lambda n: RNG.random((n[0], 2)), "random() is given", "ag.random.uniform"),
    "parameter": (lambda n: RNG.normal(n, 1.0), "normal() is given", "ag.random.normal"),
    "keyword": (lambda n: RNG.poisson(lam=n), "poisson() is given", "ag.random.poisson"),
    "choice": (lambda n: RNG.choice(n, size=2), "choice() is given", "ag.random.choice"),
    "permutation": (lambda n: RNG.permutation(n, axis=0), "permutation() is given", "ag.random.permutation"),
    "integers": (lambda n: RNG.integers(0, n[0]), "integers() is given", "ag.random.uniform"),
    "in place": (lambda n: RNG.shuffle(n, axis=0), "shuffle() is given", "ag.random.shuffle"),
    "global": (lambda n: np.random.normal(n, 1.0), "normal() is given", "ag.random.normal"),
    "legacy": (lambda n: LEGACY.rand(n[0]), "rand() is given", "ag.random.uniform"),
    "seed": (lambda n: np.random.default_rng(n[0]), "default_rng() is given", "ag.random.stateless_uniform"),
    "others": (lambda n: RNG.wald(n, 1.0), "wald() is given", "ag.numpy_function."),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_symbolic_values_are_refused_at_the_users_line(name):
    draw, text, hint = REFUSED[name]
    with pytest.raises(ag.errors.UnstagedOperationError) as caught:
        ag.function(draw)(T)
    message = str(caught.value)
    assert "numpy.random draws while the function is traced" in message
    assert text in message
    assert hint in message
    assert "test_numpy_random.py" in message


def test_what_needs_no_symbolic_value_is_drawn_once():
    rng = np.random.default_rng(1)

    @ag.function
    def f(x):
        return x + rng.normal(size=2)

    found = [f(ag.constant(1.0)).numpy() for _ in range(2)]
    expected = 1.0 + np.random.default_rng(1).normal(size=2)
    np.testing.assert_array_equal(found, [expected, expected])


def test_eager_tensors_are_arrays_to_numpys_generators():
    rng = np.random.default_rng(1)
    found = rng.normal(ag.constant([0.0, 100.0]))
    np.testing.assert_array_equal(
        found, np.random.default_rng(1).normal(np.float32([0.0, 100.0]))
    )
