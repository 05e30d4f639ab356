"""The functions over all dtypes of the standard, and promotion between them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.standard import DTYPES
from tests.conformance.array_api.ways import check, same

REAL, NUMBERS, ANY = "iuf", "iufc", "biufc"
# Name -> (kinds of dtypes, call).
CALLS = {
    "sum": (ANY, lambda xp, x: xp.sum(x, axis=0)),
    "prod": (ANY, lambda xp, x: xp.prod(x[:, :2], axis=1)),
    "mean": (ANY, lambda xp, x: xp.mean(x, axis=1)),
    "std": (ANY, lambda xp, x: xp.std(x, axis=0)),
    "var": (ANY, lambda xp, x: xp.var(x, correction=1)),
    "max": ("biuf", lambda xp, x: xp.max(x, axis=1)),
    "min": ("biuf", lambda xp, x: xp.min(x)),
    "cumulative_sum": (ANY, lambda xp, x: xp.cumulative_sum(x, axis=1)),
    "cumulative_prod": (NUMBERS, lambda xp, x: xp.cumulative_prod(x[:, :3], axis=1)),
    "cumulative_sum from 0": (ANY, lambda xp, x: xp.cumulative_sum(x, axis=0, include_initial=True)),
    "all": (ANY, lambda xp, x: xp.all(x, axis=0)),
    "any": (ANY, lambda xp, x: xp.any(x)),
    "count_nonzero": (ANY, lambda xp, x: xp.count_nonzero(x, axis=1)),
    "argmax": ("biuf", lambda xp, x: xp.argmax(x, axis=1)),
    "argmin": ("biuf", lambda xp, x: xp.argmin(x)),
    "nonzero": (ANY, lambda xp, x: xp.nonzero(x)),
    "sort": (ANY, lambda xp, x: xp.sort(x, axis=0)),
    "argsort": (ANY, lambda xp, x: xp.argsort(x, axis=1, stable=True)),
    "searchsorted": (REAL, lambda xp, x: xp.searchsorted(xp.sort(x[0, :]), x[1, :])),
    "unique_counts": (ANY, lambda xp, x: xp.unique_counts(x)),
    "unique_inverse": (ANY, lambda xp, x: xp.unique_inverse(x)),
    "diff": (ANY, lambda xp, x: xp.diff(x, axis=1)),
    "clip": (REAL, lambda xp, x: xp.clip(x, 1, 3)),
    "take": (ANY, lambda xp, x: xp.take(x, xp.asarray([1, 0]), axis=1)),
    "take_along_axis": (ANY, lambda xp, x: xp.take_along_axis(x, xp.asarray([[0], [1]]), axis=1)),
    "mask": (ANY, lambda xp, x: x[x == x[0, 0]]),
    "repeat": (ANY, lambda xp, x: xp.repeat(x, 2, axis=1)),
    "roll": (ANY, lambda xp, x: xp.roll(x, 1, axis=0)),
    "tile": (ANY, lambda xp, x: xp.tile(x, (1, 2))),
    "flip": (ANY, lambda xp, x: xp.flip(x, axis=1)),
    "tril": (ANY, lambda xp, x: xp.tril(x)),
    "reshape": (ANY, lambda xp, x: xp.reshape(x, (4, 2))),
    "stack": (ANY, lambda xp, x: xp.stack([x, x], axis=1)),
    "unstack": (ANY, lambda xp, x: xp.unstack(x)),
    "meshgrid": (ANY, lambda xp, x: xp.meshgrid(x[0, :], x[1, :])),
    "full_like": (ANY, lambda xp, x: xp.full_like(x, 1)),
    "zeros_like": (ANY, lambda xp, x: xp.zeros_like(x)),
    "matmul": (NUMBERS, lambda xp, x: xp.matmul(x, xp.matrix_transpose(x))),
    "tensordot": (NUMBERS, lambda xp, x: xp.tensordot(x, x, axes=2)),
    "vecdot": (NUMBERS, lambda xp, x: xp.vecdot(x, x)),
    "real": (NUMBERS, lambda xp, x: xp.real(x)),
    "imag": (NUMBERS, lambda xp, x: xp.imag(x)),
    "trace": (NUMBERS, lambda xp, x: xp.linalg.trace(x)),
    "diagonal": (ANY, lambda xp, x: xp.linalg.diagonal(x, offset=1)),
    "outer": (NUMBERS, lambda xp, x: xp.linalg.outer(x[0, :], x[1, :])),
    "cross": (NUMBERS, lambda xp, x: xp.linalg.cross(x[:, :3], x[:, 1:])),
    "vector_norm": (NUMBERS, lambda xp, x: xp.linalg.vector_norm(x)),
    "svdvals": (NUMBERS, lambda xp, x: xp.linalg.svdvals(x)),
    "fft": ("fc", lambda xp, x: xp.fft.fft(x)),
    "rfft": ("f", lambda xp, x: xp.fft.rfft(x)),
}  # fmt: skip
VALUES = np.array([[3, 1, 0, 3], [2, 7, 1, 5]])


def of_kinds(kinds):
    return [VALUES.astype(name) for name in DTYPES if np.dtype(name).kind in kinds]


@pytest.mark.parametrize("name", CALLS)
def test_dtypes_and_values_are_numpys(name):
    kinds, call = CALLS[name]
    given = of_kinds(kinds)
    with np.errstate(all="ignore"):
        expected = [call(np, x) for x in given]
        run = lambda *arrays: [call(xp, x) for x in arrays]
        same(run(*map(xp.asarray, given)), expected, "eager")
        same(ag.function(run, autograph=False)(*given), expected, "graph")


# What the standard says that NumPy says as well: sums of small integers have 64 bits.
@pytest.mark.parametrize("function", ["sum", "prod", "cumulative_sum"])
def test_sums_of_integers_have_64_bits(function):
    wide = {"i": "int64", "u": "uint64"}
    for name in DTYPES[1:]:
        found = getattr(xp, function)(xp.ones(3, dtype=name)).dtype
        assert found == getattr(xp, wide.get(np.dtype(name).kind, name))


JOINING = {
    "concat": lambda xp, x, y: xp.concat([x, y]),
    "stack": lambda xp, x, y: xp.stack([x, y], axis=-1),
    "where": lambda xp, x, y: xp.where(x == y, x, y),
    "matmul": lambda xp, x, y: xp.matmul(x, xp.matrix_transpose(y)),
    "tensordot": lambda xp, x, y: xp.tensordot(x, y),
}


@pytest.mark.parametrize("name", JOINING)
def test_pairs_of_dtypes_are_promoted(name):
    call = JOINING[name]
    given = of_kinds(NUMBERS if name in ("matmul", "tensordot") else ANY)
    pairs = list(itertools.product(range(len(given)), repeat=2))
    expected = [call(np, given[i], given[j]) for i, j in pairs]
    for (i, j), found in zip(pairs, expected, strict=True):
        assert found.dtype == np.result_type(given[i], given[j])
    run = lambda *arrays: [call(xp, arrays[i], arrays[j]) for i, j in pairs]
    same(run(*map(xp.asarray, given)), expected, "eager")
    same(ag.function(run, autograph=False)(*given), expected, "graph")


def test_result_type_and_can_cast_are_numpys():
    for one, other in itertools.product(DTYPES, repeat=2):
        left, right = getattr(xp, one), getattr(xp, other)
        for tested in (left, xp.ones(2, dtype=left)):
            assert xp.result_type(tested, right) == np.result_type(one, other)
            assert xp.can_cast(tested, right) == np.can_cast(one, other)
        assert xp.isdtype(left, right) == (one == other)


def test_numbers_are_weak_in_result_type():
    x = xp.ones(2, dtype=xp.float32)
    assert xp.result_type(x, 1.0) == xp.float32
    assert xp.result_type(xp.int8, 1) == xp.int8
    assert xp.result_type(xp.float32, 1j) == xp.complex64


def test_limits_are_numpys():
    for name in ("float32", "float64", "complex64", "complex128"):
        found, expected = xp.finfo(getattr(xp, name)), np.finfo(name)
        for part in ("bits", "eps", "max", "min", "smallest_normal"):
            assert getattr(found, part) == getattr(expected, part)
            assert type(getattr(found, part)) in (int, float)
        assert found.dtype == expected.dtype
    for name in DTYPES[1:9]:
        found, expected = xp.iinfo(xp.ones(1, dtype=name)), np.iinfo(name)
        for part in ("bits", "max", "min"):
            assert getattr(found, part) == getattr(expected, part)
        assert found.dtype == name


REDUCTIONS = "sum prod max min mean std var all any count_nonzero".split()
SPECIAL = [[], [1.0, np.nan, 2.0], [np.inf, -np.inf], [np.nan, 0.0], [0.0, -0.0]]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions_of_special_values(name):
    for values in SPECIAL[name in ("max", "min") :]:  # of nothing there is none
        check(lambda xp, x: getattr(xp, name)(x), np.array(values))
    if name in ("std", "var"):  # of too few elements
        check(lambda xp, x: getattr(xp, name)(x, correction=3), np.ones(2))


@settings(max_examples=40)
@given(data=st.data(), name=st.sampled_from(REDUCTIONS), keepdims=st.booleans())
def test_reductions_of_any_axes(data, name, keepdims):
    shape = data.draw(arrays.array_shapes(min_dims=1, max_dims=4, max_side=3))
    x = np.arange(np.prod(shape), dtype=np.float64).reshape(shape) - 3
    axes = data.draw(
        st.none()
        | arrays.valid_tuple_axes(len(shape))
        | st.integers(-len(shape), len(shape) - 1)
    )
    expected = getattr(np, name)(x, axis=axes, keepdims=keepdims)
    reduce = lambda x: getattr(xp, name)(x, axis=axes, keepdims=keepdims)
    same(reduce(xp.asarray(x)), expected, name)
    specs = [ag.TensorSpec([None] * x.ndim, x.dtype)]
    traced = ag.function(reduce, input_signature=specs, autograph=False)
    same(traced(x), expected, f"{name} in a graph")
