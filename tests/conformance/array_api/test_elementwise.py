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
ONE = {
    "abs": "numeric",
    "acos": "floating",
    "acosh": "floating",
    "asin": "floating",
    "asinh": "floating",
    "atan": "floating",
    "atanh": "floating",
    "bitwise_invert": "integral or bool",
    "ceil": "real",
    "conj": "numeric",
    "cos": "floating",
    "cosh": "floating",
    "exp": "floating",
    "expm1": "floating",
    "floor": "real",
    "isfinite": "any",
    "isinf": "any",
    "isnan": "any",
    "log": "floating",
    "log10": "floating",
    "log1p": "floating",
    "log2": "floating",
    "logical_not": "any",
    "negative": "numeric",
    "positive": "numeric",
    "reciprocal": "floating",
    "round": "numeric",
    "sign": "numeric",
    "signbit": "real floating",
    "sin": "floating",
    "sinh": "floating",
    "sqrt": "floating",
    "square": "numeric",
    "tan": "floating",
    "tanh": "floating",
    "trunc": "real",
}
TWO = {
    "add": "any",
    "atan2": "real floating",
    "bitwise_and": "integral or bool",
    "bitwise_left_shift": "integral",
    "bitwise_or": "integral or bool",
    "bitwise_right_shift": "integral",
    "bitwise_xor": "integral or bool",
    "copysign": "real floating",
    "divide": "numeric",
    "equal": "any",
    "floor_divide": "real",
    "greater": "real",
    "greater_equal": "real",
    "hypot": "real floating",
    "less": "real",
    "less_equal": "real",
    "logaddexp": "real floating",
    "logical_and": "any",
    "logical_or": "any",
    "logical_xor": "any",
    "maximum": "real",
    "minimum": "real",
    "multiply": "any",
    "nextafter": "real floating",
    "not_equal": "any",
    "pow": "numeric",
    "remainder": "real",
    "subtract": "numeric",
}
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 7e4, np.inf, -np.inf, np.nan, 1e-30]
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


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_array(name):
    given = of_kind(ONE[name])
    with np.errstate(all="ignore"):
        expected = [getattr(np, name)(x) for x in given]
        found = [getattr(xp, name)(ag.constant(x)) for x in given]
        same(found, expected, "eager")
        call = lambda *tensors: [getattr(xp, name)(x) for x in tensors]
        same(in_a_graph(call, given), expected, "graph")


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two_arrays_of_all_pairs_of_dtypes(name):
    given = of_kind(TWO[name])
    # What NumPy refuses of mixed kinds (uint64 and int64 bits) the standard does, too.
    pairs = [
        (i, j) for i, x in enumerate(given) for j, y in enumerate(given)
        if _is_taken(getattr(np, name), x, y)
    ]  # fmt: skip
    with np.errstate(all="ignore"):
        expected = [
            getattr(np, name)(given[i], _second(name, given[j])) for i, j in pairs
        ]
        call = lambda *tensors: [
            getattr(xp, name)(tensors[i], _second(name, tensors[j])) for i, j in pairs
        ]
        same(call(*map(ag.constant, given)), expected, "eager")
        same(in_a_graph(call, given), expected, "graph")
    promoted = {"equal", "greater", "less", "logical"}.isdisjoint(name.split("_"))
    if promoted and name not in ("divide", "not_equal"):
        for (i, j), result in zip(pairs, expected, strict=True):
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
    with np.errstate(all="ignore"):
        expected = [getattr(np, name)(x, number) for x in given]
        found = [getattr(xp, name)(ag.constant(x), number) for x in given]
        same(found, expected, "eager")
        call = lambda *tensors: [getattr(xp, name)(x, number) for x in tensors]
        same(in_a_graph(call, given), expected, "graph")
        turned = [getattr(np, name)(number, _second(name, x)) for x in given]
        found = [
            getattr(xp, name)(number, _second(name, ag.constant(x))) for x in given
        ]
        same(found, turned, "turned")


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
