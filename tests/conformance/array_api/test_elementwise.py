"""The elementwise functions: over all dtypes and their pairs, beside NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.standard import DTYPES
from tests.conformance.array_api.ways import same

KINDS = {
    "any": "biufc",
    "numeric": "iufc",
    "real": "iuf",
    "floating": "fc",
    "real floating": "f",
    "integral": "iu",
    "integral or bool": "biu",
    "bool": "b",
}


def _by_name(names_by_kind: dict[str, str]) -> dict[str, str]:
    pairs = names_by_kind.items()
    return {name: kind for kind, names in pairs for name in names.split()}


ONE = _by_name(
    {
        "any": "isfinite isinf isnan logical_not",
        "numeric": "abs conj negative positive round sign square",
        "real": "ceil floor trunc",
        "floating": "acos acosh asin asinh atan atanh cos cosh exp expm1 log log10 log1p"
        " log2 reciprocal sin sinh sqrt tan tanh",
        "real floating": "signbit",
        "integral or bool": "bitwise_invert",
    }
)
TWO = _by_name(
    {
        "any": "add equal logical_and logical_or logical_xor multiply not_equal",
        "numeric": "divide pow subtract",
        "real": "floor_divide greater greater_equal less less_equal maximum minimum"
        " remainder",
        "real floating": "atan2 copysign hypot logaddexp nextafter",
        "integral": "bitwise_left_shift bitwise_right_shift",
        "integral or bool": "bitwise_and bitwise_or bitwise_xor",
    }
)
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, -0.5, 7e4, np.inf, -np.inf, np.nan, 1e-30]
PLAIN = [0, 1, 2, 3, 7, 5, 100, 4, 1, 6, 9, 2]


def sample(name: str) -> np.ndarray:
    """Return a vector of each dtype, with values that are special to it."""
    dtype = np.dtype(name)
    with np.errstate(all="ignore"):
        if dtype.kind == "b":
            return np.array([True, False] * 6)
        if dtype.kind == "u":
            return np.array(PLAIN, dtype)
        if dtype.kind == "i":
            return np.array([0, -1, 2, -3, 7, 5, 100, 4, -1, 6, 9, -2], dtype)
        if dtype.kind == "f":
            return np.array(FLOATS, dtype)
        imaginary = np.array(FLOATS[::-1], dtype)
        return np.array(FLOATS, dtype) + imaginary.real * dtype.type(1j)


def of_kind(kind: str) -> list[np.ndarray]:
    """Return samples of the dtypes that a function takes by the standard."""
    return [sample(name) for name in DTYPES if np.dtype(name).kind in KINDS[kind]]


def in_a_graph(call, given):
    """Return what a graph computes of the arrays, whose shapes it does not know."""
    specs = [ag.TensorSpec([None], x.dtype) for x in given]
    return ag.function(call, input_signature=specs, autograph=False)(*given)


def _agree(name, calls, given):
    """Compare calls of a function on arrays, eagerly and in a graph, with NumPy's."""
    with np.errstate(all="ignore"):
        expected = [call(getattr(np, name), given) for call in calls]
        run = lambda *tensors: [call(getattr(xp, name), tensors) for call in calls]
        same(run(*map(ag.constant, given)), expected, "eager")
        same(in_a_graph(run, given), expected, "graph")
    return expected


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_array(name):
    given = of_kind(ONE[name])
    calls = [lambda f, arrays, i=i: f(arrays[i]) for i in range(len(given))]
    _agree(name, calls, given)


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two_arrays_of_all_pairs_of_dtypes(name):
    given = of_kind(TWO[name])
    # What NumPy refuses of mixed kinds (uint64 and int64 bits) the standard does, too.
    pairs = [
        (i, j) for i, x in enumerate(given) for j, y in enumerate(given)
        if _is_taken(getattr(np, name), x, y)
    ]  # fmt: skip
    calls = [
        lambda f, arrays, i=i, j=j: f(arrays[i], _second(name, arrays[j]))
        for i, j in pairs
    ]
    results = _agree(name, calls, given)
    promoted = {"equal", "greater", "less", "logical"}.isdisjoint(name.split("_"))
    if promoted and name not in ("divide", "not_equal"):
        for (i, j), result in zip(pairs, results, strict=True):
            wanted = np.result_type(given[i], given[j])
            assert result.dtype == wanted, (given[i].dtype, given[j].dtype)


def _second(name, y):
    """Bring exponents and counts of bits into the range that has a meaning."""
    if name == "pow" and np.dtype(y.dtype.name).kind == "i":
        return y * y
    return y % 7 if "shift" in name else y


def _is_taken(ufunc, x, y):
    try:
        ufunc.resolve_dtypes((x.dtype, y.dtype, None))
    except TypeError:
        return False
    return True


SPECIAL = np.array(FLOATS)[:, None], np.array(FLOATS)[None, :]


@pytest.mark.parametrize("name", [name for name in TWO if "f" in KINDS[TWO[name]]])
def test_all_pairs_of_special_values(name):
    for dtype in (np.float64, np.float32):
        given = [x.astype(dtype).ravel() for x in np.broadcast_arrays(*SPECIAL)]
        _agree(name, [lambda f, arrays: f(*arrays)], given)


@pytest.mark.parametrize("name", [name for name in ONE if "c" in KINDS[ONE[name]]])
def test_complex_numbers_of_special_parts(name):
    parts = np.stack(np.broadcast_arrays(*SPECIAL), axis=-1)
    _agree(name, [lambda f, arrays: f(arrays[0])], [parts.view(complex).ravel()])


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("number", [True, 2, 0.5, 1j], ids=str)
def test_numbers_of_pythons_are_weak(name, number):
    """2024.12: one argument may be a number of the array's kind, or a lower one."""
    order = "biufc"
    kind = {bool: 0, int: 1, float: 3, complex: 4}[type(number)]
    given = [x for x in of_kind(TWO[name]) if order.index(x.dtype.kind) >= kind]
    given = [x for x in given if (x.dtype.kind == "b") == (kind == 0)]
    if name == "pow":
        given = [x for x in given if x.dtype.kind not in "iu"]
    calls = [
        lambda f, arrays: [f(x, number) for x in arrays],
        lambda f, arrays: [f(number, _second(name, x)) for x in arrays],
    ]
    _agree(name, calls, given)


@settings(max_examples=20)
@given(
    arrays.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3),
    st.sampled_from(["add", "maximum", "less", "hypot"]),
)
def test_shapes_broadcast(shapes, name):
    x, y = (np.ones(shape) for shape in shapes.input_shapes)
    found = getattr(xp, name)(xp.asarray(x), xp.asarray(y))
    assert found.shape == shapes.result_shape
    specs = [ag.TensorSpec([None] * z.ndim, z.dtype) for z in (x, y)]
    traced = ag.function(getattr(xp, name), input_signature=specs, autograph=False)
    same(traced(x, y), getattr(np, name)(x, y), "graph")
