"""The special cases that the standard lists, one row for each.

A row is a function, its arguments and what comes out. Zeros are compared with their
signs; where the standard leaves a sign open, the row holds the absolute value.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.ways import same

inf, nan, pi = math.inf, math.nan, math.pi

ONE = [
    ("abs", -0.0, 0.0), ("abs", -inf, inf), ("abs", nan, nan),
    ("acos", nan, nan), ("acos", 1.5, nan), ("acos", -1.5, nan), ("acos", 1.0, 0.0),
    ("acosh", nan, nan), ("acosh", 0.5, nan), ("acosh", 1.0, 0.0), ("acosh", inf, inf),
    ("asin", nan, nan), ("asin", 1.5, nan), ("asin", 0.0, 0.0), ("asin", -0.0, -0.0),
    ("asinh", nan, nan), ("asinh", 0.0, 0.0), ("asinh", -0.0, -0.0), ("asinh", inf, inf), ("asinh", -inf, -inf),
    ("atan", nan, nan), ("atan", 0.0, 0.0), ("atan", -0.0, -0.0), ("atan", inf, pi / 2), ("atan", -inf, -pi / 2),
    ("atanh", nan, nan), ("atanh", -1.5, nan), ("atanh", 1.5, nan), ("atanh", -1.0, -inf), ("atanh", 1.0, inf), ("atanh", -0.0, -0.0),
    ("ceil", inf, inf), ("ceil", -inf, -inf), ("ceil", -0.0, -0.0), ("ceil", -0.5, -0.0), ("ceil", nan, nan), ("ceil", 1.5, 2.0),
    ("cos", nan, nan), ("cos", 0.0, 1.0), ("cos", -0.0, 1.0), ("cos", inf, nan), ("cos", -inf, nan),
    ("cosh", nan, nan), ("cosh", 0.0, 1.0), ("cosh", -inf, inf),
    ("exp", nan, nan), ("exp", 0.0, 1.0), ("exp", -0.0, 1.0), ("exp", inf, inf), ("exp", -inf, 0.0),
    ("expm1", nan, nan), ("expm1", 0.0, 0.0), ("expm1", -0.0, -0.0), ("expm1", inf, inf), ("expm1", -inf, -1.0),
    ("floor", -0.0, -0.0), ("floor", 0.5, 0.0), ("floor", inf, inf), ("floor", nan, nan),
    ("isfinite", inf, False), ("isfinite", nan, False), ("isfinite", 1.0, True),
    ("isinf", -inf, True), ("isinf", nan, False), ("isnan", nan, True), ("isnan", inf, False),
    ("log", nan, nan), ("log", -1.0, nan), ("log", 0.0, -inf), ("log", -0.0, -inf), ("log", 1.0, 0.0), ("log", inf, inf),
    ("log1p", -1.5, nan), ("log1p", -1.0, -inf), ("log1p", -0.0, -0.0), ("log1p", 0.0, 0.0), ("log1p", inf, inf),
    ("log2", -1.0, nan), ("log2", 0.0, -inf), ("log2", 1.0, 0.0), ("log2", inf, inf),
    ("log10", -1.0, nan), ("log10", -0.0, -inf), ("log10", 1.0, 0.0), ("log10", inf, inf),
    ("logical_not", nan, False), ("logical_not", -0.0, True),
    ("negative", 0.0, -0.0), ("negative", nan, nan), ("positive", -0.0, -0.0),
    ("reciprocal", 0.0, inf), ("reciprocal", -0.0, -inf), ("reciprocal", -inf, -0.0), ("reciprocal", nan, nan),
    ("round", 0.5, 0.0), ("round", 1.5, 2.0), ("round", -0.5, -0.0), ("round", inf, inf), ("round", nan, nan),
    ("sign", -3.0, -1.0), ("sign", 0.0, 0.0), ("sign", inf, 1.0), ("sign", nan, nan),
    ("signbit", 0.0, False), ("signbit", -0.0, True), ("signbit", -inf, True), ("signbit", inf, False),
    ("sin", nan, nan), ("sin", -0.0, -0.0), ("sin", inf, nan), ("sin", -inf, nan),
    ("sinh", -0.0, -0.0), ("sinh", inf, inf), ("sinh", -inf, -inf), ("sinh", nan, nan),
    ("sqrt", nan, nan), ("sqrt", -1.0, nan), ("sqrt", -0.0, -0.0), ("sqrt", inf, inf),
    ("square", -0.0, 0.0), ("square", -inf, inf),
    ("tan", nan, nan), ("tan", -0.0, -0.0), ("tan", inf, nan),
    ("tanh", nan, nan), ("tanh", -0.0, -0.0), ("tanh", inf, 1.0), ("tanh", -inf, -1.0),
    ("trunc", -0.0, -0.0), ("trunc", -0.5, -0.0), ("trunc", 0.5, 0.0), ("trunc", inf, inf), ("trunc", nan, nan),
]  # fmt: skip
TWO = [
    ("add", inf, -inf, nan), ("add", inf, inf, inf), ("add", -inf, 2.0, -inf), ("add", -0.0, -0.0, -0.0),
    ("add", -0.0, 0.0, 0.0), ("add", 0.0, 0.0, 0.0), ("add", nan, 1.0, nan), ("add", -0.0, 2.0, 2.0), ("add", 2.0, -2.0, 0.0),
    ("atan2", nan, 1.0, nan), ("atan2", 1.0, 0.0, pi / 2), ("atan2", 1.0, -0.0, pi / 2), ("atan2", 0.0, 2.0, 0.0),
    ("atan2", 0.0, 0.0, 0.0), ("atan2", 0.0, -0.0, pi), ("atan2", 0.0, -2.0, pi), ("atan2", -0.0, 2.0, -0.0),
    ("atan2", -0.0, 0.0, -0.0), ("atan2", -0.0, -0.0, -pi), ("atan2", -0.0, -1.0, -pi), ("atan2", -1.0, 0.0, -pi / 2),
    ("atan2", 1.0, inf, 0.0), ("atan2", 1.0, -inf, pi), ("atan2", -1.0, inf, -0.0), ("atan2", -1.0, -inf, -pi),
    ("atan2", inf, 1.0, pi / 2), ("atan2", -inf, 1.0, -pi / 2), ("atan2", inf, inf, pi / 4), ("atan2", inf, -inf, 3 * pi / 4),
    ("atan2", -inf, inf, -pi / 4), ("atan2", -inf, -inf, -3 * pi / 4),
    ("copysign", 1.0, -0.0, -1.0), ("copysign", -inf, 1.0, inf), ("copysign", 0.0, -1.0, -0.0),
    ("divide", inf, inf, nan), ("divide", 0.0, -0.0, nan), ("divide", 0.0, 1.0, 0.0), ("divide", -0.0, 1.0, -0.0),
    ("divide", 0.0, -1.0, -0.0), ("divide", 1.0, 0.0, inf), ("divide", 1.0, -0.0, -inf), ("divide", -1.0, 0.0, -inf),
    ("divide", -1.0, -0.0, inf), ("divide", inf, -2.0, -inf), ("divide", 2.0, inf, 0.0), ("divide", 2.0, -inf, -0.0),
    ("divide", -2.0, -inf, 0.0), ("divide", nan, 1.0, nan),
    ("equal", nan, nan, False), ("equal", 0.0, -0.0, True), ("equal", inf, inf, True), ("not_equal", nan, nan, True),
    ("floor_divide", inf, inf, nan), ("floor_divide", 0.0, 0.0, nan), ("floor_divide", 0.0, 2.0, 0.0),
    ("floor_divide", -0.0, 2.0, -0.0), ("floor_divide", 1.0, 0.0, inf), ("floor_divide", -1.0, 0.0, -inf),
    ("floor_divide", 2.0, inf, 0.0), ("floor_divide", -2.0, inf, -1.0), ("floor_divide", 2.0, -inf, -1.0),
    ("floor_divide", -2.0, -inf, 0.0), ("floor_divide", nan, 1.0, nan),
    ("greater", nan, 1.0, False), ("less", nan, 1.0, False), ("less_equal", inf, inf, True), ("greater_equal", 0.0, -0.0, True),
    ("hypot", inf, nan, inf), ("hypot", nan, -inf, inf), ("hypot", nan, 1.0, nan), ("hypot", -0.0, 0.0, 0.0),
    ("logaddexp", nan, 1.0, nan), ("logaddexp", inf, nan, nan), ("logaddexp", inf, 1.0, inf), ("logaddexp", -inf, -inf, -inf),
    ("maximum", nan, 1.0, nan), ("maximum", 1.0, nan, nan), ("maximum", inf, 1.0, inf), ("minimum", nan, 1.0, nan), ("minimum", -inf, 1.0, -inf),
    ("multiply", inf, 0.0, nan), ("multiply", -inf, -0.0, nan), ("multiply", inf, -2.0, -inf), ("multiply", -1.0, 0.0, -0.0),
    ("multiply", -1.0, -0.0, 0.0), ("multiply", nan, 0.0, nan), ("multiply", -inf, -inf, inf),
    ("nextafter", nan, 1.0, nan), ("nextafter", 0.0, 1.0, 5e-324), ("nextafter", 0.0, -0.0, -0.0), ("nextafter", 1.0, inf, 1.0 + 2**-52),
    ("pow", 2.0, 0.0, 1.0), ("pow", nan, 0.0, 1.0), ("pow", nan, -0.0, 1.0), ("pow", 1.0, nan, 1.0), ("pow", nan, 2.0, nan),
    ("pow", 2.0, inf, inf), ("pow", -2.0, inf, inf), ("pow", 2.0, -inf, 0.0), ("pow", -1.0, inf, 1.0), ("pow", 1.0, -inf, 1.0),
    ("pow", 0.5, inf, 0.0), ("pow", -0.5, -inf, inf), ("pow", inf, 2.0, inf), ("pow", inf, -2.0, 0.0), ("pow", -inf, 3.0, -inf),
    ("pow", -inf, 2.0, inf), ("pow", -inf, -3.0, -0.0), ("pow", -inf, -2.0, 0.0), ("pow", 0.0, 2.0, 0.0), ("pow", 0.0, -2.0, inf),
    ("pow", -0.0, 3.0, -0.0), ("pow", -0.0, 2.0, 0.0), ("pow", -0.0, -3.0, -inf), ("pow", -0.0, -2.0, inf), ("pow", -2.0, 0.5, nan),
    ("remainder", inf, 1.0, nan), ("remainder", 1.0, 0.0, nan), ("remainder", 0.0, 2.0, 0.0), ("remainder", -0.0, 2.0, 0.0),
    ("remainder", 0.0, -2.0, -0.0), ("remainder", -0.0, -2.0, -0.0), ("remainder", 2.0, inf, 2.0), ("remainder", 2.0, -inf, -inf),
    ("remainder", -2.0, inf, inf), ("remainder", -2.0, -inf, -2.0), ("remainder", -3.0, 2.0, 1.0),
    ("subtract", inf, inf, nan), ("subtract", 0.0, 0.0, 0.0), ("subtract", -0.0, 0.0, -0.0), ("subtract", -inf, inf, -inf),
]  # fmt: skip
COMPLEX = [
    ("abs", complex(inf, nan), inf), ("abs", complex(nan, -inf), inf), ("abs", complex(nan, 1), nan), ("abs", complex(-0.0, -0.0), 0.0),
    ("conj", complex(1, -0.0), complex(1, 0.0)),
    ("exp", complex(0.0, 0.0), complex(1, 0.0)), ("exp", complex(1, inf), complex(nan, nan)), ("exp", complex(inf, 0.0), complex(inf, 0.0)),
    ("exp", complex(nan, 0.0), complex(nan, 0.0)), ("exp", complex(nan, 1), complex(nan, nan)),
    ("expm1", complex(0.0, 0.0), complex(0.0, 0.0)),
    ("isfinite", complex(1, inf), False), ("isfinite", complex(1, 2), True),
    ("isinf", complex(nan, inf), True), ("isinf", complex(nan, 1), False), ("isnan", complex(0, nan), True), ("isnan", complex(inf, 1), False),
    ("log", complex(-0.0, 0.0), complex(-inf, pi)), ("log", complex(0.0, 0.0), complex(-inf, 0.0)), ("log", complex(1, inf), complex(inf, pi / 2)),
    ("log", complex(-inf, 1), complex(inf, pi)), ("log", complex(inf, 1), complex(inf, 0.0)), ("log", complex(-inf, inf), complex(inf, 3 * pi / 4)),
    ("log", complex(inf, inf), complex(inf, pi / 4)), ("log", complex(nan, nan), complex(nan, nan)),
    ("sqrt", complex(0.0, 0.0), complex(0.0, 0.0)), ("sqrt", complex(-0.0, 0.0), complex(0.0, 0.0)), ("sqrt", complex(1, inf), complex(inf, inf)),
    ("sqrt", complex(nan, inf), complex(inf, inf)), ("sqrt", complex(-inf, 1), complex(0.0, inf)), ("sqrt", complex(inf, 1), complex(inf, 0.0)),
    ("sqrt", complex(-4, 0.0), complex(0.0, 2)), ("sqrt", complex(-4, -0.0), complex(0.0, -2)),
    ("cosh", complex(0.0, 0.0), complex(1, 0.0)), ("cosh", complex(inf, 0.0), complex(inf, 0.0)), ("cosh", complex(inf, inf), complex(inf, nan)),
    ("sinh", complex(0.0, 0.0), complex(0.0, 0.0)), ("sinh", complex(inf, 0.0), complex(inf, 0.0)),
    ("tanh", complex(0.0, 0.0), complex(0.0, 0.0)), ("tanh", complex(inf, 1), complex(1, 0.0)), ("tanh", complex(nan, 0.0), complex(nan, 0.0)),
    ("acosh", complex(0.0, 0.0), complex(0.0, pi / 2)), ("acosh", complex(inf, 1), complex(inf, 0.0)), ("acosh", complex(-inf, 1), complex(inf, pi)),
    ("asinh", complex(0.0, 0.0), complex(0.0, 0.0)), ("asinh", complex(1, inf), complex(inf, pi / 2)), ("asinh", complex(inf, inf), complex(inf, pi / 4)),
    ("atanh", complex(0.0, 0.0), complex(0.0, 0.0)), ("atanh", complex(1, 0.0), complex(inf, 0.0)), ("atanh", complex(1, inf), complex(0.0, pi / 2)),
    ("acos", complex(0.0, 0.0), complex(pi / 2, -0.0)), ("acos", complex(0.0, nan), complex(pi / 2, nan)), ("acos", complex(-inf, 1), complex(pi, -inf)),
    ("sign", complex(nan, 1), complex(nan, nan)), ("sign", complex(3, 4), complex(0.6, 0.8)), ("sign", complex(0.0, 0.0), complex(0.0, 0.0)),
]  # fmt: skip
# Where NumPy departs from the standard, and so do we.
NUMPYS = [
    ("expm1", complex(inf, 0.0), complex(inf, nan)), ("expm1", complex(-0.0, 0.0), complex(-0.0, 0.0)),
]  # fmt: skip
EMPTY = np.zeros(0)
REDUCED = [
    ("sum", EMPTY, 0.0), ("prod", EMPTY, 1.0), ("mean", EMPTY, nan), ("std", EMPTY, nan), ("var", EMPTY, nan),
    ("all", EMPTY, True), ("any", EMPTY, False), ("all", np.array([nan]), True), ("any", np.array([0.0, -0.0]), False),
    ("sum", np.array([1.0, nan]), nan), ("sum", np.array([inf, -inf]), nan), ("prod", np.array([nan, 0.0]), nan),
    ("max", np.array([1.0, nan, 2.0]), nan), ("min", np.array([1.0, nan, 2.0]), nan), ("mean", np.array([nan, 1.0]), nan),
    ("std", np.array([nan, 1.0]), nan), ("var", np.array([inf, 1.0]), nan), ("count_nonzero", np.array([nan, 0.0, -0.0]), 1),
]  # fmt: skip


def _both(name, arguments, expected, dtype):
    """Compare what comes out at once, and of a graph, with what is expected."""
    wanted = np.asarray(expected, None if isinstance(expected, bool) else dtype)
    given = [ag.constant(np.array(x, dtype)) for x in arguments]
    function = getattr(xp, name)
    with np.errstate(all="ignore"):
        rtol = 1e-6 if dtype is np.float32 else 1e-15
        for way in (function, ag.function(function, autograph=False)):
            found = np.asarray(way(*given))
            if wanted.dtype.kind == "f" and found.dtype.kind == "f":
                assert found.dtype in (dtype, np.dtype(dtype).type(0).real.dtype)
            np.testing.assert_allclose(found, wanted, rtol, 0, err_msg=str(way))
            for part in ("real", "imag") if wanted.dtype.kind in "fc" else ():
                one, other = getattr(found, part), getattr(wanted, part)
                if not np.isnan(other):
                    assert np.signbit(one) == np.signbit(other), (way, found, wanted)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_cases_of_one_argument(dtype):
    for name, x, expected in ONE:
        _both(name, [x], expected, dtype)


def test_cases_of_two_arguments():
    for name, x, y, expected in TWO:
        _both(name, [x, y], expected, np.float64)


@pytest.mark.parametrize("row", COMPLEX + NUMPYS, ids=lambda row: f"{row[0]} {row[1]}")
def test_cases_of_complex_numbers(row):
    name, x, expected = row
    _both(name, [x], expected, np.complex128)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_cases_of_reductions():
    for name, x, expected in REDUCED:
        for way in (getattr(xp, name), ag.function(getattr(xp, name), autograph=False)):
            found = way(xp.asarray(x))
            same(found, np.array(expected, np.asarray(expected).dtype), name)
    for name in ("std", "var"):  # of too few elements
        for correction in (2, 3):
            assert np.isnan(float(getattr(xp, name)(xp.ones(2), correction=correction)))


def test_integers_shift_out_of_the_dtype_and_wrap_around():
    x = xp.asarray([1, 2], dtype=xp.int8)
    same(xp.bitwise_left_shift(x, 7), np.array([-128, 0], np.int8), "left")
    x = xp.asarray([0, 255], dtype=xp.uint8)
    same(xp.negative(x), np.array([0, 1], np.uint8), "negative")
    same(xp.add(x, 1), np.array([1, 0], np.uint8), "add")
