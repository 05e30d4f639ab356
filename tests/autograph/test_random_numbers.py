"""Random numbers of NumPy's and Python's generators in traced code.

They are constants, those of plain Python; or refused with what to write.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import autograph as ag
from tests.language.library import random_numbers

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
    assert "random numbers are drawn while the function is traced" in message
    assert text in message
    assert hint in message
    assert "test_random_numbers.py" in message


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


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (random_numbers.in_a_recursion, "a branch has drawn"),
        (random_numbers.after_a_branch, "a branch has drawn"),
        (random_numbers.in_the_body_of_a_loop, "as often as the run decides"),
        (random_numbers.in_a_comprehension, "as often as the run decides"),
    ],
)
def test_what_the_run_may_not_draw_is_refused_with_its_reason(function, text):
    with pytest.raises(ag.errors.UnstagedOperationError, match=text) as caught:
        ag.function(function)(ag.constant(2), np.random.default_rng(3))
    assert "ag.random.uniform" in caught.value.hint
    assert caught.value.origin.function == "draw"


MAKERS = [
    lambda: np.random.default_rng(3),
    lambda: np.random.RandomState(3),
    lambda: random.Random(3),
]
rng = None


def at_once(n):
    return n + rng.uniform(0, 1), n * rng.uniform(0, 1)


def once_in_a_branch(n):
    k = n * 0 + rng.uniform(0, 1)
    if n > 3:
        k = n * 0 + rng.uniform(0, 1) + rng.uniform(2, 3)
        if n > 5:
            k += rng.uniform(0, 1)
    return k


def until_it_ends(n):
    k = n + 0.5
    for _ in range(20):
        k += rng.uniform(0, 1)
        if k > 4:
            break
    return k


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("function", [at_once, once_in_a_branch, until_it_ends])
@pytest.mark.parametrize("n", [2, 4, 6])
def test_what_a_run_draws_in_this_order_is_what_plain_python_draws(function, make, n):
    global rng
    rng = make()
    expected = function(n)
    rng = make()
    found = ag.function(function)(ag.constant(n, ag.float64))
    np.testing.assert_array_equal(found, expected)
