"""Roots and logarithms of matrices, and the incomplete beta function, beside facts."""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag
from autograph.errors import GradientError
from graph.ops.matrix_roots_kernels import schur
from tests.graph.numpy.three_ways import gradient_of, slopes

random = np.random.default_rng(7)
JORDAN = np.array([[2.0, 1.0, 0.0], [0.0, 2.0, 1.0], [0.0, 0.0, 2.0]])
TURN = np.array([[math.cos(1.0), -math.sin(1.0)], [math.sin(1.0), math.cos(1.0)]])
MATRICES = {
    "one": np.array([[4.0]]),
    "none": np.zeros((0, 0)),
    "Jordan's": JORDAN,
    "a turn": TURN,
    "ones": np.triu(np.ones((5, 5))),
    "stack": np.stack([JORDAN, 3 * np.eye(3), JORDAN.T]),
    "random": 4 * np.eye(6) + random.normal(size=(6, 6)),
    "complex": np.eye(4) * (1 + 2j) + random.normal(size=(4, 4)) * 0.3j,
    "negative": np.array([[-1.0 + 0j, 1.0], [0.0, -4.0]]),
    "large": 30 * np.eye(40) + random.normal(size=(40, 40)),
    "far apart": np.diag([1e-8, 1.0, 1e8]) + np.triu(np.ones((3, 3)), 1),
}


@pytest.mark.parametrize("name", MATRICES)
def test_roots_and_logarithms_undo_squares_and_exponentials(name):
    x = MATRICES[name]
    size = np.abs(x).max(initial=1.0)
    root = ag.linalg.sqrtm(x).numpy()
    assert root.dtype == x.dtype
    np.testing.assert_allclose(root @ root, x, 1e-9, 1e-12 * size)
    found = ag.linalg.logm(x)
    assert found.dtype.numpy == x.dtype
    np.testing.assert_allclose(ag.linalg.expm(found).numpy(), x, 1e-7, 1e-10 * size)


def test_logarithms_and_roots_that_are_known_are_given():
    log = math.log(2)
    by_hand = np.array([[log, 1 / 2, -1 / 8], [0, log, 1 / 2], [0, 0, log]])
    turn = np.array([[0.0, -1.0], [1.0, 0.0]])
    for function, x, expected in (
        (ag.linalg.logm, JORDAN, by_hand),
        (ag.linalg.logm, TURN, turn),
        (ag.linalg.sqrtm, turn, np.array([[1, -1], [1, 1]]) / math.sqrt(2)),
        (ag.linalg.sqrtm, np.array([[-4.0 + 0j]]), [[2j]]),
    ):
        np.testing.assert_allclose(function(x).numpy(), expected, 1e-13, 1e-14)


SQUARES = [
    *(np.zeros((4, 4)), np.roll(np.eye(7), 1, 0), np.diag(np.ones(5), 1)),
    *(random.normal(size=(12, 12)), random.normal(size=(5, 5)) * 1e200),
    random.normal(size=(5, 5)) + 1j,
]


@pytest.mark.parametrize("x", SQUARES)
def test_schurs_form_is_unitary_and_triangular(x):
    u, t = schur(x)
    size = np.abs(x).max() or 1
    np.testing.assert_allclose(u @ (t / size) @ u.conj().T, x / size, 1e-12, 1e-12)
    np.testing.assert_allclose(u.conj().T @ u, np.eye(len(x)), 1e-12, 1e-12)
    assert (np.tril(t, -1) == 0).all()


W = random.normal(size=(3, 3))
A = 4 * np.eye(3) + random.normal(size=(3, 3))


@pytest.mark.parametrize("name", ["sqrtm", "logm"])
def test_gradients_of_functions_of_matrices_are_differences(name):
    function = getattr(ag.linalg, name)

    def total(x):
        return ag.reduce_sum(function(x) * W)

    first = gradient_of(total)
    np.testing.assert_allclose(first(A).numpy(), slopes(total, A), 1e-6, 1e-8)
    second = gradient_of(lambda x: ag.reduce_sum(first(x) * W))
    expected = slopes(lambda x: ag.reduce_sum(first(x) * W), A)
    np.testing.assert_allclose(second(A).numpy(), expected, 1e-5, 1e-7)


# What scipy.special.betainc gives.
BETA = [
    (0.001, 0.5, 0.2, 0.9971184214966161), (0.3, 0.5, 0.77, 0.7765364067651064),
    (2.5, 7.0, 0.2, 0.36749651990402316), (30.0, 300.0, 0.1, 0.728961734587926),
    (1000.0, 7.0, 0.999, 0.9999149550442358), (1.0, 1.0, 0.25, 0.25),
]  # fmt: skip


def test_the_incomplete_beta_function_is_right():
    a, b, x, expected = np.array(BETA).T
    np.testing.assert_allclose(ag.math.betainc(a, b, x).numpy(), expected, 1e-12)
    s = np.linspace(0, 1, 11)
    arcs = 2 / np.pi * np.arcsin(np.sqrt(s))
    np.testing.assert_allclose(ag.math.betainc(0.5, 0.5, s).numpy(), arcs, 1e-13, 1e-15)


def test_the_incomplete_beta_function_has_ends_and_no_outside():
    found = ag.math.betainc([2.0, 2.0, 2.0, 2.0, -1.0], 3.0, [0.0, 1.0, -0.1, 1.1, 0.5])
    np.testing.assert_array_equal(found, np.array([0, 1, *[np.nan] * 3], np.float32))
    assert found.dtype == ag.float32


def beta_of(place, *values):
    """Return a function of one of the arguments of the incomplete beta function."""

    def total(t):
        given = (t if i == place else v for i, v in enumerate(values))
        return ag.reduce_sum(ag.math.betainc(*given))

    return total


@pytest.mark.parametrize("place", range(3))
def test_gradients_of_the_incomplete_beta_function_are_differences(place):
    values = np.array([[0.7, 2.0, 30.0], [1.5, 0.4, 20.0], [0.3, 0.9, 0.6]])
    total, x = beta_of(place, *values), values[place]
    np.testing.assert_allclose(gradient_of(total)(x), slopes(total, x), 1e-6, 1e-8)


def test_second_derivatives_of_the_incomplete_beta_function_by_x_are_differences():
    x, a = np.array([0.3, 0.9]), np.array([0.7, 2.0])
    by_x = gradient_of(beta_of(2, a, 1.5, x))

    def by_order(t):
        return ag.reduce_sum(gradient_of(beta_of(0, a, 1.5, t))(ag.constant(a)))

    for first in (lambda t: ag.reduce_sum(by_x(t)), by_order):
        np.testing.assert_allclose(gradient_of(first)(x), slopes(first, x), 1e-6)


def test_second_derivatives_by_orders_are_refused():
    by_order = gradient_of(beta_of(0, 2.0, 1.0, 0.5))
    with pytest.raises(
        GradientError, match="no second derivative of the incomplete beta"
    ):
        gradient_of(by_order)(ag.constant(2.0))
