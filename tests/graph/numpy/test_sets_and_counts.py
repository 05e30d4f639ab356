"""NumPy's functions of sets, bins and order on tensors, beside NumPy on arrays."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

X = np.array([[3.0, 1.0, 3.0], [2.0, np.nan, 1.0]])
F = np.array([2.0, -1.0, 2.0, 0.5], np.float32)
N = np.array([3, 1, 3, 2, 7, 1])
K = np.array([1, 7, 9], np.int32)

CALLS = {
    "unique": lambda x, f, n, k: np.unique(n),
    "unique nan": lambda x, f, n, k: np.unique(x),
    "unique nans apart": lambda x, f, n, k: np.unique(x, equal_nan=False),
    "unique all": lambda x, f, n, k: np.unique(x, True, True, True),
    "unique inverse": lambda x, f, n, k: np.unique(f, return_inverse=True)[1],
    "unique axis": lambda x, f, n, k: np.unique(k[[2, 0, 2], None], axis=0),
    "unique_all": lambda x, f, n, k: tuple(np.unique_all(x)),
    "unique_all counts": lambda x, f, n, k: np.unique_all(n).counts,
    "unique_counts": lambda x, f, n, k: np.unique_counts(n).values,
    "unique_inverse": lambda x, f, n, k: np.unique_inverse(x).inverse_indices,
    "unique_values": lambda x, f, n, k: np.isin([1, 2, 4], np.unique_values(n)),
    "isin": lambda x, f, n, k: np.isin(x, k, assume_unique=True),
    "isin invert": lambda x, f, n, k: np.isin(n, [1, 3], invert=True),
    "union1d": lambda x, f, n, k: np.union1d(n, k),
    "union1d mixed": lambda x, f, n, k: np.union1d(f, k),
    "intersect1d": lambda x, f, n, k: np.intersect1d(n, k),
    "intersect1d places": lambda x, f, n, k: np.intersect1d(n, k, return_indices=True),
    "intersect1d mixed": lambda x, f, n, k: np.intersect1d(k, x),
    "setdiff1d": lambda x, f, n, k: np.setdiff1d(n, k),
    "setdiff1d as it is": lambda x, f, n, k: np.setdiff1d(
        n, [9, 1], assume_unique=True
    ),
    "setxor1d": lambda x, f, n, k: np.setxor1d(n, k),
    "bincount": lambda x, f, n, k: np.bincount(n),
    "bincount weights": lambda x, f, n, k: np.bincount(n[:4], f, minlength=9),
    "digitize": lambda x, f, n, k: np.digitize(f, [0, 1, 2.0]),
    "digitize right": lambda x, f, n, k: np.digitize(n, k, right=True),
    "histogram": lambda x, f, n, k: np.histogram(n),
    "histogram range": lambda x, f, n, k: np.histogram(f, 3, (0, 2)),
    "histogram edges": lambda x, f, n, k: np.histogram(f, [0.0, 1.0, 2.0], weights=f),
    "histogram density": lambda x, f, n, k: np.histogram(n, 4, density=True),
    "partition": lambda x, f, n, k: np.partition(n, [1, 3])[[1, 3]],
    "partition all": lambda x, f, n, k: np.partition(f, 2, axis=None),
    "argpartition": lambda x, f, n, k: np.argpartition(k, 0)[0],
    "lexsort": lambda x, f, n, k: np.lexsort((n[:4], f)),
    "argwhere": lambda x, f, n, k: np.argwhere(n > 2),
    "flatnonzero": lambda x, f, n, k: np.flatnonzero(x > 1),
}


def same(found, expected):
    if isinstance(expected, tuple):
        for one, other in zip(found, expected, strict=True):
            same(one, other)
        return
    found = found.numpy()
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", CALLS)
def test_eager_tensors_give_what_numpy_gives(name):
    call = CALLS[name]
    same(call(*map(ag.constant, (X, F, N, K))), call(X, F, N, K))


@pytest.mark.parametrize("name", CALLS)
def test_graphs_with_unknown_dimensions_give_what_numpy_gives(name):
    call = CALLS[name]
    specs = [ag.TensorSpec((None,) * a.ndim, a.dtype) for a in (X, F, N, K)]
    staged = ag.function(call, input_signature=specs, autograph=False)
    same(staged(X, F, N, K), call(X, F, N, K))


def test_gradients_flow_through_different_values():
    x = ag.constant([3.0, 1.0, 3.0], ag.float64)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = np.unique(x) * [10.0, 20.0]
    assert tape.gradient(y, x).numpy().tolist() == [20, 10, 0]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (np.bincount, ag.errors.ShapeError, "is not a vector"),
        (lambda x: np.histogram(x, "auto", weights=x), ag.errors.DTypeError, "the bins are 'auto'"),
        (lambda x: np.histogram(x, 0), ag.errors.InvalidArgumentError, "there are 0 bins"),
        (
            lambda x: np.histogram(x, [2, 1]),
            ag.errors.InvalidArgumentError,
            "must increase monotonically",
        ),
        (
            lambda x: np.histogram(x, 3, weights=[1.0]),
            ag.errors.ShapeError,
            "a and weights differ in shape",
        ),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_what_to_write_instead(call, error, text):
    with pytest.raises(error, match=text) as info:
        call(ag.ones([2, 2], ag.int32))
    assert info.value.hint
