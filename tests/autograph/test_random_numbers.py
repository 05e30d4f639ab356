"""Random numbers of NumPy's and Python's generators in traced code.

In code that is not staged they are constants of the trace; in staged code, and where
the run decides what is drawn, Python draws them when the graph runs.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import autograph as ag
from tests.language.library import random_numbers

T = ag.constant([1, 2, 3])

DRAWN = {
    "size": lambda rng, n: rng.normal(size=int(n[0])),
    "size in a tuple": lambda rng, n: rng.random((int(n[0]), 2)),
    "parameter": lambda rng, n: rng.normal(n, 1.0),
    "keyword": lambda rng, n: rng.poisson(lam=n),
    "choice": lambda rng, n: rng.choice(n, size=2),
    "permutation": lambda rng, n: rng.permutation(n, axis=0),
    "integers": lambda rng, n: rng.integers(0, n[1]),
    "others": lambda rng, n: rng.wald(n, 1.0),
    "seed": lambda rng, n: np.random.default_rng(int(n[0])).normal(size=2),
}


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_what_the_run_decides_is_drawn_by_python_when_it_runs(name):
    draw = DRAWN[name]
    expected, rng = np.random.default_rng(3), np.random.default_rng(3)
    allowed = ag.function(lambda n: draw(rng, n), python="allow")
    for _ in range(2):
        np.testing.assert_array_equal(allowed(T), draw(expected, T))
    with pytest.raises(ag.errors.UnstagedOperationError) as caught:
        ag.function(lambda n: draw(rng, n))(T)
    message = str(caught.value)
    assert "is not converted" in message
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
    "function",
    [
        random_numbers.in_a_recursion,
        random_numbers.after_a_branch,
        random_numbers.in_the_body_of_a_loop,
        random_numbers.in_a_comprehension,
    ],
)
def test_staged_code_draws_when_it_runs(function):
    given, expected = np.random.default_rng(3), np.random.default_rng(3)
    decorated = ag.function(function, python="allow")
    for _ in range(2):
        found = ag.nest.flatten(decorated(T[1], given))
        wanted = ag.nest.flatten(function(T[1], expected))
        np.testing.assert_array_equal(found, np.float32(wanted))


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
@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_what_a_run_draws_in_this_order_is_what_plain_python_draws(function, make, n):
    global rng
    rng = make()
    expected = function(n)
    rng = make()
    decorated = ag.function(function, python="allow")  # `random` is not converted
    found = decorated(ag.constant(n, ag.float64))
    np.testing.assert_array_equal(found, expected)
