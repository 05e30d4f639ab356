"""NumPy's ufuncs as functions of a namespace, under the array API's names.

On a tensor NumPy's own reach the same ops through `__array_ufunc__`. These take
anything that becomes an array: numbers and lists, too.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np

from graph import dtypes
from graph.dispatch import apply, operate
from graph.numpy.arguments import operands
from graph.numpy.conversion import asarray, numpy_dtype
from graph.numpy.conversion import cast as cast_to
from graph.numpy.registry import implements
from graph.op import OPS
from graph.ops import complex_numbers, core, functions
from graph.ops.layouts import in_order_of
from graph.tensor import SymbolicTensor, Tensor


class Unary(Protocol):
    """A function of one array, element by element."""

    __name__: str

    def __call__(self, x: Any, /, *, dtype: Any = None) -> Tensor:
        """Compute with each element."""


class Binary(Protocol):
    """A function of two arrays, element by element."""

    __name__: str

    def __call__(self, x1: Any, x2: Any, /, *, dtype: Any = None) -> Tensor:
        """Compute with each pair of elements; the arrays broadcast."""


_DOC = """{first}

Args:
    {arguments}
    dtype: What the arguments are converted to first.

Shape:   {shape}
Dtype:   as numpy.{ufunc}, by NEP 50{weak}
Raises:  DTypeError if there is no {name} of the dtypes{others}
Source:  array API, {name}; numpy.{ufunc}"""


def _unary(name: str, ufunc: Any, op: str = "") -> Unary:
    """Make a function of one array of the op with this name, or another's."""
    found = OPS[op or name]

    def function(x: Any, /, *, dtype: Any = None) -> Tensor:
        (value,) = operands(x)
        if dtype is not None:
            value = cast_to(value, numpy_dtype(dtype))
        return cast("Tensor", apply(found, (value,)))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(
        first=found.doc.partition("\n")[0],
        arguments="x: An array, or what becomes one.",
        shape="any -> the same",
        weak="",
        others="",
        name=name,
        ufunc=ufunc.__name__,
    )
    return function


def _binary(name: str, ufunc: Any, op: str = "") -> Binary:
    """Make a function of two arrays of the op with this name, or another's."""
    found = OPS[op or name]

    def function(x1: Any, x2: Any, /, *, dtype: Any = None) -> Tensor:
        given = operands(x1, x2)
        if dtype is not None:
            wanted = numpy_dtype(dtype)
            given = [cast_to(asarray(value), wanted) for value in given]
        return cast("Tensor", apply(found, given))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(
        first=found.doc.partition("\n")[0],
        arguments="x1: An array, or a number.\n    x2: The same.",
        shape="both broadcast together",
        weak="; a number beside an array is weak",
        others="; ShapeError if they do not broadcast",
        name=name,
        ufunc=ufunc.__name__,
    )
    return function


abs = _unary("abs", np.absolute)
acos = _unary("acos", np.arccos)
acosh = _unary("acosh", np.arccosh)
add = _binary("add", np.add)
asin = _unary("asin", np.arcsin)
asinh = _unary("asinh", np.arcsinh)
atan = _unary("atan", np.arctan)
atan2 = _binary("atan2", np.arctan2)
atanh = _unary("atanh", np.arctanh)
bitwise_and = _binary("bitwise_and", np.bitwise_and)
bitwise_invert = _unary("bitwise_invert", np.invert, "invert")
bitwise_left_shift = _binary("bitwise_left_shift", np.left_shift, "left_shift")
bitwise_or = _binary("bitwise_or", np.bitwise_or)
bitwise_right_shift = _binary("bitwise_right_shift", np.right_shift, "right_shift")
bitwise_xor = _binary("bitwise_xor", np.bitwise_xor)
conj = _unary("conj", np.conjugate)
copysign = _binary("copysign", np.copysign)
cos = _unary("cos", np.cos)
cosh = _unary("cosh", np.cosh)
divide = _binary("divide", np.divide)
equal = _binary("equal", np.equal)
exp = _unary("exp", np.exp)
expm1 = _unary("expm1", np.expm1)
floor_divide = _binary("floor_divide", np.floor_divide)
greater = _binary("greater", np.greater)
greater_equal = _binary("greater_equal", np.greater_equal)
hypot = _binary("hypot", np.hypot)
isfinite = _unary("isfinite", np.isfinite, "is_finite")
isinf = _unary("isinf", np.isinf, "is_inf")
isnan = _unary("isnan", np.isnan, "is_nan")
less = _binary("less", np.less)
less_equal = _binary("less_equal", np.less_equal)
log = _unary("log", np.log)
log10 = _unary("log10", np.log10)
log1p = _unary("log1p", np.log1p)
log2 = _unary("log2", np.log2)
logaddexp = _binary("logaddexp", np.logaddexp)
logical_and = _binary("logical_and", np.logical_and)
logical_not = _unary("logical_not", np.logical_not)
logical_or = _binary("logical_or", np.logical_or)
logical_xor = _binary("logical_xor", np.logical_xor)
matmul = _binary("matmul", np.matmul)
maximum = _binary("maximum", np.maximum)
minimum = _binary("minimum", np.minimum)
multiply = _binary("multiply", np.multiply)
negative = _unary("negative", np.negative)
nextafter = _binary("nextafter", np.nextafter)
not_equal = _binary("not_equal", np.not_equal)
positive = _unary("positive", np.positive)
pow = _binary("pow", np.power)
reciprocal = _unary("reciprocal", np.reciprocal)
remainder = _binary("remainder", np.remainder, "mod")
sign = _unary("sign", np.sign)
signbit = _unary("signbit", np.signbit)
sin = _unary("sin", np.sin)
sinh = _unary("sinh", np.sinh)
sqrt = _unary("sqrt", np.sqrt)
square = _unary("square", np.square)
subtract = _binary("subtract", np.subtract)
tan = _unary("tan", np.tan)
tanh = _unary("tanh", np.tanh)


def _whole(name: str, ufunc: Any) -> Unary:
    """Make a function that rounds: integers, NumPy 2.0's too, stay as they are."""
    rounded = _unary(name, ufunc)

    def function(x: Any, /, *, dtype: Any = None) -> Tensor:
        (value,) = operands(x)
        if value.dtype.is_integer and dtype is None:
            return core.identity(value)
        return rounded(value, dtype=dtype)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = rounded.__doc__
    return function


ceil = _whole("ceil", np.ceil)
floor = _whole("floor", np.floor)
trunc = _whole("trunc", np.trunc)


@implements(np.round)
def round(a: Any, decimals: int = 0) -> Tensor:
    """Round to so many digits after the decimal point, half to even.

    Args:
        a: Numbers.
        decimals: How many digits; before the point if negative.

    Shape:   any -> the same
    Dtype:   numbers -> the same
    Source:  array API, round; numpy.round
    """
    x = asarray(a)
    if x.dtype.is_bool and decimals != 0:
        np.round(np.zeros(1, np.bool_), decimals)  # NumPy's own error
    if x.dtype.is_bool:
        x = cast_to(x, numpy_dtype(np.float16))
    if x.dtype.is_complex:  # NumPy rounds a copy, part by part
        parts = (complex_numbers.real(x), complex_numbers.imag(x))
        made = complex_numbers.complex(*(round(each, decimals) for each in parts))
        return in_order_of(made, x, keeps=True)
    whole = functions.round
    if decimals == 0 or (x.dtype.is_integer and decimals > 0):
        return whole(x)
    scale = float(10 ** np.abs(decimals))
    scaled = x * scale if decimals > 0 else x / scale
    rounded = whole(scaled)
    unscaled = rounded / scale if decimals > 0 else rounded * scale
    return in_order_of(cast_to(unscaled, x.dtype), x)


@implements(np.real)
def real(val: Any) -> Tensor:
    """Return the real part of each element.

    Shape:   any -> the same
    Dtype:   complex64 -> float32, complex128 -> float64; others -> the same
    Source:  array API, real; numpy.real
    """
    return complex_numbers.real(asarray(val))


@implements(np.imag)
def imag(val: Any) -> Tensor:
    """Return the imaginary part of each element; 0 of real numbers.

    Shape:   any -> the same
    Dtype:   complex64 -> float32, complex128 -> float64; others -> the same
    Source:  array API, imag; numpy.imag
    """
    return complex_numbers.imag(asarray(val))


@implements(np.clip)
def _numpys_clip(
    a: Any,
    a_min: Any = np._NoValue,
    a_max: Any = np._NoValue,
    *,
    min: Any = None,
    max: Any = None,
) -> Tensor:
    """Do `clip`, which NumPy gives both ends by place, or none."""
    ends = [a_min, a_max]
    is_missing = [end is np._NoValue for end in ends]
    if any(is_missing) and not all(is_missing):
        np.clip(0, *[end if end is np._NoValue else 0 for end in ends])  # type: ignore[call-overload]
    return clip(
        a, *[None if end is np._NoValue else end for end in ends], min=min, max=max
    )


def clip(
    a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None
) -> Tensor:
    """Bring values into a range: `minimum(maximum(a, low), high)`; nan stays.

    Args:
        a: Real numbers.
        a_min: The low end, or None.
        a_max: The high end, or None.
        min: Another name of `a_min`.
        max: Another name of `a_max`.

    Shape:   all three broadcast together
    Dtype:   real numbers, promoted together; numbers of Python's are weak
    Source:  array API, clip; numpy.clip
    """
    x = asarray(a)
    low = a_min if min is None else min
    high = a_max if max is None else max
    if x.dtype.is_integer:
        # As NumPy has it, a number of Python's may lie beyond what the dtype holds.
        info = np.iinfo(x.dtype.numpy)
        low = None if type(low) is int and low <= info.min else low
        high = None if type(high) is int and high >= info.max else high
        # The run cannot leave an end out, but can have the dtype's own for it.
        low = _within("maximum", low, int(info.min))
        high = _within("minimum", high, int(info.max))
    if low is None and high is None:
        return core.identity(x)
    if low is None:
        return minimum(x, high)
    if high is None:
        return maximum(x, low)
    return cast("Tensor", apply(OPS["clip"], operands(x, low, high)))


def _within(name: str, end: Any, limit: int) -> Any:
    """Return an end, or the limit if it is an integer of Python's beyond that."""
    if type(end) is not SymbolicTensor or end.spec.dtype is not dtypes.python_int:
        return end
    return core.cast(operate(name, (end, limit)), dtypes.python_int)


__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "clip",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "matmul",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
]
