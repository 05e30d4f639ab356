"""NumPy's functions that ask no tensor: places, grids and windows of a symbolic size."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph import nest
from autograph.errors import ShapeError, UnstagedOperationError
from autograph.testing import check

CALLS = {
    "tril_indices": lambda n: np.tril_indices(n, -1, 4),
    "triu_indices": lambda n: np.triu_indices(n),  # noqa: PLW0108 is converted
    "diag_indices": lambda n: np.diag_indices(n, 3),
    "mask_indices": lambda n: np.mask_indices(n, np.triu, 1),
    "indices": lambda n: np.indices((n, 3)),
    "indices sparse": lambda n: np.indices((2, n), dtype=np.float32, sparse=True),
    "fromfunction": lambda n: np.fromfunction(lambda i, j: i * j + 1, (n, 2)),
    "hanning": lambda n: np.hanning(n),  # noqa: PLW0108
    "hamming": lambda n: np.hamming(n),  # noqa: PLW0108
    "blackman": lambda n: np.blackman(n),  # noqa: PLW0108
    "bartlett": lambda n: np.bartlett(n),  # noqa: PLW0108
    "kaiser": lambda n: np.kaiser(n + 1, 3.5),
    "logspace": lambda n: np.logspace(0, 1, n),
    "geomspace": lambda n: np.geomspace(1, 8, n),
    "geomspace open": lambda n: np.geomspace(1, 8, n, endpoint=False),
}


@pytest.mark.parametrize("name", CALLS)
def test_sizes_that_the_run_tells_give_what_numpy_gives(name):
    call = CALLS[name]
    staged = ag.function(call, input_signature=[ag.TensorSpec([], ag.int64)])
    for n in (0, 1, 2, 5):
        found, expected = nest.flatten(staged(n)), nest.flatten(call(n))
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert (one.dtype.numpy, tuple(one.shape)) == (other.dtype, other.shape)
            np.testing.assert_array_equal(one.numpy(), other)


def kaiser(beta):
    return np.kaiser(8, beta)


def roots(p):
    return np.sort_complex(np.roots(p))


def roots_of_padded(p):
    return np.sort_complex(np.roots(np.pad(p, 2)))


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (kaiser, 2.5),
        (roots, [1.0, -3.0, 2.0, 5.0]),
        (roots_of_padded, [2.0, -3.0, 1.0]),
    ],
)
def test_functions_of_symbolic_numbers_are_numpys(function, x):
    check(function, ag.constant(x, ag.float64))


def slopes(function, x, step=1e-6):
    found = np.zeros(x.size)
    for i in range(x.size):
        ends = []
        for sign in (1, -1):
            moved = x.copy()
            moved[i] += sign * step
            ends.append(float(function(moved)))
        found[i] = (ends[0] - ends[1]) / (2 * step)
    return found


S = np.array([-2.0, -1.0, 0.5, 3.0, 4.0])
W = np.array([0.5, 1.0, 2.0, 1.0, 3.0])
DIFFERENTIABLE = {
    "roots": (lambda p: np.sum(np.abs(np.roots(p)) ** 2), np.array([1.0, -3, 2, 5])),
    "roots at 0": (
        lambda p: np.sum(np.abs(np.roots(np.append(p, 0.0)) + 1) ** 2),
        np.array([1.0, -3, 2, 5]),
    ),
    "polyfit of values": (lambda y: np.sum(np.polyfit(S, y, 2) ** 2), W),
    "polyfit of places": (lambda x: np.sum(np.polyfit(x, W, 2) ** 2), S),
    "geomspace": (lambda x: np.sum(np.geomspace(x[0], x[1], 5) ** 2), W),
    "logspace": (lambda x: np.sum(np.logspace(x[0], x[1], 5)), W),
    "kaiser": (lambda x: np.sum(np.kaiser(6, x[0])), W[:1]),
    "nanquantile": (lambda x: np.sum(np.nanquantile(x, [0.3, 0.6]) ** 2), S),
    "polydiv": (lambda x: np.sum(np.polydiv(x, [2.0, 1])[0] ** 2), S),
    "polyint": (lambda x: np.sum(np.polyint(x, 2) ** 2), S),
    "poly": (lambda x: np.sum(np.poly(x) ** 2), S),
    "histogram2d": (
        lambda w: np.sum(
            np.histogram2d(S, W, [[-3, 0, 5], [0, 2, 4]], weights=w)[0] ** 2
        ),
        S,
    ),
}


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_gradients_are_finite_differences(name):
    function, x = DIFFERENTIABLE[name]

    @ag.function
    def gradient(t):
        with ag.GradientTape() as tape:
            tape.watch(t)
            y = function(t)
        return tape.gradient(y, t)

    expected = slopes(function, x)
    np.testing.assert_allclose(gradient(x).numpy(), expected, 1e-5, 1e-7)


def test_second_derivatives_of_roots_are_differences_of_first_ones():
    @ag.function
    def first(p):
        with ag.GradientTape() as tape:
            tape.watch(p)
            y = np.sum(np.abs(np.roots(p)) ** 2)
        return np.sum(tape.gradient(y, p) * [1.0, 2.0, 3.0, 4.0])

    @ag.function
    def second(p):
        with ag.GradientTape() as tape:
            tape.watch(p)
            y = first(p)
        return tape.gradient(y, p)

    p = np.array([1.0, -3.0, 2.0, 5.0])
    np.testing.assert_allclose(second(p).numpy(), slopes(first, p), 1e-5, 1e-6)


def test_einsum_path_needs_the_shapes_alone():
    def path(x, y):
        return x * len(np.einsum_path("ij,jk,kl->il", x, y, x)[0])

    check(path, np.ones((2, 3)), np.ones((3, 2)))
    staged = ag.function(path, input_signature=[ag.TensorSpec([None, None])] * 2)
    with pytest.raises(ShapeError) as error:
        staged(np.ones((2, 3)), np.ones((3, 2)))
    assert "einsum_path: the shape of float32[None, None] is not known" in str(
        error.value
    )


@pytest.mark.parametrize("name", ["real_if_close", "poly"])
def test_dtypes_that_depend_on_values_are_eager(name):
    function = getattr(np, name)
    pairs = np.array([1 + 2j, 1 - 2j])
    for z in (pairs, pairs.real + 0j, pairs * 1j):
        found, expected = np.asarray(function(ag.constant(z))), function(z)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected)
    with pytest.raises(UnstagedOperationError) as error:
        ag.function(lambda z: function(z))(pairs)  # noqa: PLW0108
    assert f"numpy.{name} of complex numbers: what it gives is real if" in str(
        error.value
    )


ENDS = {
    "zero": (lambda x: np.geomspace(x[0], 8, 3), "cannot include zero"),
    "range": (lambda x: np.histogram2d(x, x, 2), "is not finite"),
    "edges": (lambda x: np.histogram2d(x, x, [x[::-1], x]), "monotonically increasing"),
    "share": (lambda x: np.quantile(x, x[1]), "q lies outside of its range"),
    "percentile": (lambda x: np.nanpercentile(x, -x[1]), "from 0 to 100"),
    "sides": (lambda x: np.diag_indices_from(x[None]), "equal length"),
}


@pytest.mark.parametrize("name", ENDS)
def test_values_that_do_not_fit_are_told_when_the_graph_runs(name):
    call, text = ENDS[name]
    staged = ag.function(call, input_signature=[ag.TensorSpec([None], ag.float64)])
    with pytest.raises(ValueError, match=text):
        staged([0.0, 3.0, np.inf])


TEXTS = {
    "array2string": lambda x: np.array2string(x),  # noqa: PLW0108
    "save": lambda x: np.save("x.npy", x),
    "may_share_memory": lambda x: np.may_share_memory(x, x),
    "min_scalar_type": lambda x: np.min_scalar_type(x),  # noqa: PLW0108
}
HINTS = {
    "array2string": "ag.print(x)",
    "save": "Return the tensor, and save what the call gives",
    "may_share_memory": "Tensors never change",
    "min_scalar_type": "x.dtype",
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_makes_no_sense_in_a_graph_says_what_to_use_instead(name):
    with pytest.raises(UnstagedOperationError) as error:
        ag.function(TEXTS[name])(ag.constant([1.0]))
    assert HINTS[name] in str(error.value)


LENGTHS = {
    "polydiv": lambda x: np.polydiv(x, [2.0, 1.0]),
    "poly": lambda x: np.poly(x),  # noqa: PLW0108
    "array_equiv": lambda x: np.array_equiv(x, [1.0, 2.0]),
    "histogramdd": lambda x: np.histogramdd(x[None]),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_lengths_must_be_known_where_the_graph_depends_on_them(name):
    staged = ag.function(LENGTHS[name], input_signature=[ag.TensorSpec([None])])
    with pytest.raises(ShapeError) as error:
        staged([1.0, 2.0])
    assert name in str(error.value)
    assert "known" in str(error.value)
