"""Python's own functions of numbers: what they give when the graph runs.

The kernels are the functions themselves, so that results and errors are theirs.
"""

from __future__ import annotations

import cmath
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from graph import dtypes
from graph.op import RAISES, REQUIRED, ZERO, define
from graph.specs import TensorSpec

_TO_FLOAT: Final = (
    *("sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "degrees", "radians"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "hypot", "pow"),
    *("fabs", "fmod", "remainder", "copysign", "nextafter", "ulp"),
    *("erf", "erfc", "gamma", "lgamma"),
)
_TO_BOOL: Final = ("isnan", "isinf", "isfinite", "isclose")
_OF_INTEGERS: Final = ("gcd", "lcm", "comb", "perm", "factorial", "isqrt")
_TO_INTEGER: Final = ("floor", "ceil", "trunc")

#: The functions of `math` that take floats, and those that take integers.
OF_FLOATS: Final = (*_TO_FLOAT, *_TO_BOOL, *_TO_INTEGER)
OF_INTEGERS: Final = _OF_INTEGERS

_OF_COMPLEX: Final = (
    *("sqrt", "exp", "log", "log10", "rect"),
    *("sin", "cos", "tan", "asin", "acos", "atan"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
)
#: The functions of `cmath`, but for `polar`, which gives two numbers.
OF_COMPLEX: Final = (*_OF_COMPLEX, "phase", "isnan", "isinf", "isfinite", "isclose")

#: The functions of `statistics` that give a float of floats.
OF_FLOAT_LISTS: Final = ("fmean", "mean", "pstdev", "pvariance", "stdev", "variance")


def _of_all(name: str, *numbers: Any) -> Any:
    return getattr(statistics, name)(numbers)


_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **{f"math.{name}": getattr(math, name) for name in (*OF_FLOATS, *OF_INTEGERS)},
    **{f"cmath.{name}": getattr(cmath, name) for name in OF_COMPLEX},
    "cmath.polar.0": lambda z: cmath.polar(z)[0],
    "cmath.polar.1": lambda z: cmath.polar(z)[1],
    "math.dist": lambda *xs: math.dist(xs[: len(xs) // 2], xs[len(xs) // 2 :]),
    "math.fsum": lambda *xs: math.fsum(xs),
    **{f"statistics.{name}": partial(_of_all, name) for name in OF_FLOAT_LISTS},
    "round": round,
    "divmod": lambda left, right: divmod(left, right)[0],
    "pow": pow,
    "complex": complex,
}
_RESULTS: Final = {
    **{f"math.{name}": dtypes.python_float for name in _TO_FLOAT},
    **{f"math.{name}": dtypes.python_bool for name in _TO_BOOL},
    **{f"math.{name}": dtypes.python_int for name in (*_OF_INTEGERS, *_TO_INTEGER)},
    **{f"cmath.{name}": dtypes.python_complex for name in _OF_COMPLEX},
    **dict.fromkeys(
        ("cmath.isnan", "cmath.isinf", "cmath.isfinite", "cmath.isclose"),
        dtypes.python_bool,
    ),
    **dict.fromkeys(
        (
            "cmath.phase",
            "cmath.polar.0",
            "cmath.polar.1",
            "divmod",
            "math.dist",
            "math.fsum",
            *(f"statistics.{name}" for name in OF_FLOAT_LISTS),
        ),
        dtypes.python_float,
    ),
    "pow": dtypes.python_int,
    "complex": dtypes.python_complex,
}


def _infer(*values: TensorSpec, function: str, keywords: Any = ()) -> TensorSpec:
    del keywords
    return TensorSpec((), _RESULTS.get(function) or values[0].dtype)


def _kernel(*values: Any, function: str, keywords: Sequence[Any] = ()) -> Any:
    numbers = [getattr(value, "item", lambda value=value: value)() for value in values]
    return _FUNCTIONS[function](*numbers, **dict(keywords))


PYTHON_FUNCTION = define(
    "python_function",
    is_public=False,
    inputs=("values",),
    variadic=True,
    attrs={"function": REQUIRED, "keywords": ()},
    infer=_infer,
    kernel=_kernel,
    effects=RAISES,
    gradient=ZERO,
    doc="What a function of Python's gives for Python numbers.",
)

__all__: list[str] = []
