"""NumPy's functions whose results depend on values: slopes, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import ShapeError, UnstagedOperationError
from tests.graph.numpy.three_ways import gradient_of, slopes

S = np.array([-2.0, -1.0, 0.5, 3.0, 4.0])
W = np.array([0.5, 1.0, 2.0, 1.0, 3.0])
C = np.array([1.0, -3.0, 2.0, 5.0])
EDGES = [[-3, 0, 5], [0, 2, 4]]
DIFFERENTIABLE = {
    "roots": (lambda p: np.abs(np.roots(p)), C),
    "roots at 0": (lambda p: np.abs(np.roots(np.append(p, 0.0)) + 1), C),
    "polyfit of values": (lambda y: np.polyfit(S, y, 2), W),
    "polyfit of places": (lambda x: np.polyfit(x, W, 2), S),
    "geomspace": (lambda x: np.geomspace(x[0], x[1], 5), W),
    "logspace": (lambda x: np.sqrt(np.logspace(x[0], x[1], 5)), W),
    "kaiser": (lambda x: np.sqrt(np.kaiser(6, x[0])), W[:1]),
    "nanquantile": (lambda x: np.nanquantile(x, [0.3, 0.6]), S),
    "polydiv": (lambda x: np.polydiv(x, [2.0, 1])[0], S),
    "polyint": (lambda x: np.polyint(x, 2), S),
    "poly": (np.poly, S),
    "histogram2d": (lambda w: np.histogram2d(S, W, EDGES, weights=w)[0], S),
    "median": (lambda x: np.median(x), S),  # noqa: PLW0108 is converted
    "trapezoid, pad": (lambda x: np.trapezoid(np.pad(x, 1), dx=2.0) * x, S),
    "convolve": (lambda x: np.convolve(x, C, "same"), S),
    "convolve by": (lambda v: np.convolve(S, v, "same"), C),
    "correlate": (lambda x: np.correlate(x, C), S),
    "correlate by": (lambda v: np.correlate(S, v), C),
}


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_gradients_are_finite_differences(name):
    function, x = DIFFERENTIABLE[name]

    def total(t):
        return np.sum(function(t) ** 2)

    expected = slopes(total, x)
    np.testing.assert_allclose(gradient_of(total)(x).numpy(), expected, 1e-5, 1e-7)


def test_second_derivatives_of_roots_are_differences_of_first_ones():
    gradient = gradient_of(lambda p: np.sum(np.abs(np.roots(p)) ** 2))

    @ag.function
    def first(p):
        return np.sum(gradient(p) * [1.0, 2.0, 3.0, 4.0])

    found = gradient_of(first)(C)
    np.testing.assert_allclose(found.numpy(), slopes(first, C), 1e-5, 1e-6)


def test_gradients_of_equal_values_flow_to_the_first_one():
    slope = gradient_of(lambda x: np.unique(x) * [10.0, 20.0])
    assert slope(np.array([3.0, 1.0, 3.0])).numpy().tolist() == [20, 10, 0]


@pytest.mark.parametrize("name", ["real_if_close", "poly"])
def test_dtypes_that_depend_on_values_are_numpys(name):
    function = getattr(np, name)
    pairs = np.array([1 + 2j, 1 - 2j])
    for z in (pairs, pairs.real + 0j, pairs * 1j):
        found, expected = np.asarray(function(ag.constant(z))), function(z)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected)
        staged = ag.function(lambda z: function(z))(z)  # noqa: PLW0108
        np.testing.assert_allclose(staged, expected)


VECTOR = [ag.TensorSpec([None], ag.float64)]
REFUSED = {
    # When the graph runs, for values.
    "range": (lambda x: np.histogram2d(x, x, 2), ValueError, "is not finite"),
    "edges": (lambda x: np.histogram2d(x, x, [x[::-1], x]), ValueError, "monotonically incr"),
    "share": (lambda x: np.quantile(x, x[1]), ValueError, "q lies outside of its range"),
    "percentile": (lambda x: np.nanpercentile(x, -x[1]), ValueError, "from 0 to 100"),
    "sides": (lambda x: np.diag_indices_from(x[None]), ValueError, "equal length"),
    # While tracing, with what to use instead.
    "array2string": (lambda x: np.array2string(x), UnstagedOperationError, r"ag\.print\(x\)"),  # noqa: PLW0108
    "save": (lambda x: np.save("x", x), UnstagedOperationError, "Return the tensor, and save"),
    "memory": (lambda x: np.may_share_memory(x, x), UnstagedOperationError, "Tensors never ch"),
    "min_scalar_type": (lambda x: np.min_scalar_type(x), UnstagedOperationError, r"x\.dtype"),  # noqa: PLW0108
    # While tracing, for lengths on which the graph depends.
    "polydiv": (lambda x: np.polydiv(x, [2.0, 1.0]), ShapeError, "polydiv.*known"),
    "array_equiv": (lambda x: np.array_equiv(x, [1.0]), ShapeError, "array_equiv.*known"),
    "einsum_path": (
        lambda x: np.einsum_path("ij,jk->ik", x[None], x[:, None]), ShapeError,
        r"einsum_path: the shape of float64\[1, None\] is not known"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_graph_cannot_do_is_refused(name):
    call, error, text = REFUSED[name]
    with pytest.raises(error, match=text):
        ag.function(call, input_signature=VECTOR)([0.0, 3.0, np.inf])
