"""The promise, for what is asked of numbers: their attributes, methods and classes."""

import itertools
import math

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

KINDS = (np.float64(2.5), np.float32(2.5), np.int64(3), T(2.5), T(3), np.array(2.5))
COMPLEX = (T(1 + 2j), np.array(1 + 2j))


@rows.on(T(3), T(0))
def attributes_that_classes_alone_have(n):
    k, v, b, t = int(n), float(n), bool(n > 2), "a" if n > 2 else "b"
    found = [
        [hasattr(each, name) for each in (k, v, b, t, n)]
        for name in ("__dict__", "__call__", "__name__", "__mro__", "__add__", "mro")
    ]
    return found, callable(k), callable(t)


@rows.on(T(3), T(0))
def attributes_or_else(n):
    k, t = int(n), "a" if n > 2 else "b"
    names = [getattr(each, "__name__", "none") for each in (k, t, float(n), n)]
    return names, getattr(k, "__qualname__", 1), getattr(t, "__dict__", 2)


def as_plain(value):
    if isinstance(value, dict):
        return {key: as_plain(each) for key, each in value.items()}
    if hasattr(value, "__dict__"):
        return as_plain(vars(value))
    return value() if hasattr(value, "__call__") else value  # noqa: B004


class Holder:
    def __init__(self, held):
        self.held = held


@rows.on(T(3), T(0))
def a_serializer(n):
    return as_plain(Holder(int(n))), as_plain({"a": Holder("x" if n > 2 else "y")})


@rows.on(*KINDS)
def what_scalars_have(x):
    names = ("is_integer", "hex", "as_integer_ratio", "bit_count", "strides", "nope")
    return [hasattr(x, name) for name in names]


@rows.on(*KINDS, np.float64(2.0), np.float16(0.5), np.uint8(7), np.bool_(True))
def is_integer(x):
    return x.is_integer(), x.as_integer_ratio()


@rows.on(*KINDS)
def in_hexadecimal(x):
    return x.hex()


@rows.on(*KINDS)
def bits(x):
    return x.bit_count()


@rows.on(np.array([1.5, 2.0]), T([1.5, 2.0]))
def of_elements(x):
    return x[0].is_integer(), x.max().is_integer(), (x[0] + 1).as_integer_ratio()


@rows.on(*KINDS, np.float64(-2.5))
def truncated(x):
    return math.trunc(x)


@rows.on(np.array([1.5, -2.0]), T([1.5, 2.0]), np.array([1, 2]))
def truncated_elements(x):
    return math.trunc(x[0]), math.trunc(x.min())


@rows.on(np.array([1.5, -2.0]), T([1.5, 2.0]), np.array([1, 2]))
def classes_of_elements(x):
    y = x[0] + 1
    kinds = (float, np.floating, np.generic, np.ndarray, ag.Tensor)
    return [isinstance(each, kinds) for each in (y, x, x.sum())], [
        isinstance(x.max(), kind) for kind in kinds
    ]


@rows.on(np.array([1, 2]), T([1, 2]))
def types_of_elements(x):
    return type(x[0]) is np.int64, type(x) is np.ndarray, type(x.sum()) is ag.Tensor


@ag.function
def repeats(n):
    return [1] * n, isinstance(n, np.generic)


@rows.on((np.array([1, 2]), T(2, ag.int64)), (T([1, 2], ag.int64), np.int64(2)))
def asked_in_a_function_that_is_traced_by_itself(x, n):
    return repeats(n), repeats(x.max()), repeats(n), repeats(x[1])


# -- `round` -------------------------------------------------------------------------


@rows.on(T(2.56), T(2.56, ag.float64), T(-0.04), T(1e30), T(37), T(-5, ag.int8))
def rounded(x):
    near = round(x, 1)
    return near, f"{near} {round(x / 4, 1)}", "%s" % round(x, -1), near / 3


@rows.on(T(2.56), T(2.56, ag.float64), T(7))
def class_of_what_is_rounded(x):
    return isinstance(round(x, 1), float), isinstance(round(x), int)


@rows.on(T(2.56), T(7))
def rounded_to_no_integer(x):
    return round(x, 1.0)


@rows.on(T(7), T(-2))
def complex_numbers_are_not_rounded(n):
    try:
        return round(complex(n))
    except TypeError as error:
        return str(error)


@rows.on(T(1j), np.complex64(2), T(True), np.bool_(True))
def what_is_not_rounded(x):
    try:
        return round(x)
    except TypeError as error:
        return str(error)


@rows.on(T(1j), T(True))
def what_is_not_rounded_with_digits(x):
    return round(x, 1)


@rows.on(T(3), T(0))
def truth_values_are_rounded(n):
    return round(bool(n > 2)), round(bool(n))


# -- Conversions ---------------------------------------------------------------------


@rows.on(T(7), T(-2))
def conversions_of_complex_numbers(n):
    z, found = complex(n), []
    try:
        found.append(float(z))
    except TypeError:
        found.append(-1.0)
    try:
        found.append(int(z))
    except TypeError as error:
        found.append(str(error))
    return found


@rows.on(*COMPLEX)
def conversions_of_complex_tensors(x):
    try:
        return float(x)
    except TypeError as error:
        return str(error)


@rows.on(*COMPLEX)
def functions_of_complex_tensors(x):
    try:
        return math.sqrt(x)
    except TypeError as error:
        return str(error)


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
def test_scalars_of_numpy_have_a_real_part():
    z = np.complex128(1 + 2j)
    found = ag.function(lambda z: (int(z), float(z), math.sqrt(z), bool(z)))(z)
    assert [each.numpy() for each in found] == [1, 1.0, 1.0, True]


# -- Special methods by name ---------------------------------------------------------


@rows.on(T(5), T(-3))
def operators_of_classes(n):
    k, v = int(n), float(n)
    return (
        str(int.__mul__(2, k)),
        (5).__rsub__(k),
        float.__mul__(2.0, k),
        float.__truediv__(v, 2.0),
        int.__neg__(k),
        int.__lt__(2, k),
        (2).__eq__(k),
        int.__divmod__(7, k),
        int.__pow__(k, 3, 5),
        int.__bool__(k),
        int.__float__(k),
        int.__round__(k, -1),
        float.__trunc__(v),
        bool.__and__(k > 2, k > 4),
        int.__and__(k > 2, k > 4),
        int.__abs__(k),
    )


@rows.on(T(5))
def operators_that_do_not_know_the_other(n):
    v = float(n)
    return (
        int.__add__(2, v) is NotImplemented,
        (2).__rmul__(v) is NotImplemented,
        int.__eq__(2, "a" if n > 2 else "b") is NotImplemented,
    )


@rows.on(T(5))
def operators_of_other_classes(n):
    try:
        return int.__add__(float(n), 2)
    except TypeError as error:
        return str(error).replace("Tensor", "float")


# -- Bounds of `itertools.islice` ----------------------------------------------------


@rows.on(*map(T, (-2, -1, 0, 2, 9)))
def stop_of_islice(n):
    return list(itertools.islice([1, 2, 3, 4], n))


@rows.on(*map(T, (-2, -1, 0, 1, 3)))
def bounds_of_islice(n):
    return (
        list(itertools.islice(range(9), n, 5)),
        list(itertools.islice(range(9), n, None, 2)),
    )


@rows.on(*map(T, (-2, -1, 0, 1, 3)))
def step_of_islice(n):
    return list(itertools.islice(range(9), 1, 8, n))


@rows.on(*map(T, (-2, -1, 0)))
def bounds_of_islice_before_its_step(n):
    return list(itertools.islice(range(9), 0, n, 0))
