"""Products, quotients and logarithms where they are not defined; nan replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.convert import shown
from graph.domains import POSITIVE
from graph.elementwise import elementwise
from graph.errors import DTypeError
from graph.op import ZERO, Op, PublicFunction, define
from graph.ops.arguments import (
    array_of,
    constant_value,
    result,
    static_flag,
)
from graph.ops.creation import zeros_like
from graph.ops.functions import is_finite, log, log1p
from graph.ops.logic import equal, logical_and
from graph.ops.math import div_no_nan
from graph.ops.reduction import reduce_all
from graph.ops.selection import where
from graph.ops.special_kernels import result_type
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor
from graph.unbroadcast import elementwise_rule


def _beside_zero(
    name: str, ufunc: Any, product: Callable[[Any, Any], Any], place: int, **facets: Any
) -> PublicFunction:
    """Define a product or quotient that is 0 where one of the operands is."""

    def run(x: Any, y: Any) -> Any:
        with np.errstate(all="ignore"):
            found = product(x, y)
            is_zero = np.equal((x, y)[place], 0)
            return np.where(is_zero, np.zeros((), found.dtype), found)[()]

    return elementwise(
        name,
        ufunc,
        kernel=run,
        dispatches=None,
        source=f"TensorFlow's math.{name}",
        work=20,
        **facets,
    )


def _where_both(x: Any, y: Any, value: float, otherwise: Callable[[Any], Any]) -> Any:
    """Return 0 where x is 0 and y a value, and elsewhere what a function gives of y."""
    is_both = logical_and(equal(x, 0), equal(y, value))
    safe = where(is_both, value + 1, y)
    return where(is_both, zeros_like(y), otherwise(safe))


def _times(x: Any, y: Any, logarithm: Callable[[Any], Any]) -> Any:
    """Return a product with a logarithm, both in the dtype that the two have."""
    dtype = result_type([np.asarray(x), np.asarray(y)], [x, y])
    return np.multiply(x, logarithm(np.asarray(y, dtype)))


xlogy = _beside_zero(
    "xlogy",
    np.logaddexp,  # which takes real numbers and gives floats
    lambda x, y: _times(x, y, np.log),
    0,
    gradient=(
        lambda dz, z, x, y: dz * _where_both(x, y, 0, log),
        lambda dz, z, x, y: dz * xdivy(x, y),
    ),
    doc="x * log(y), and 0 where x is 0.",
    domain=POSITIVE,
)
xlog1py = _beside_zero(
    "xlog1py",
    np.logaddexp,
    lambda x, y: _times(x, y, np.log1p),
    0,
    gradient=(
        lambda dz, z, x, y: dz * _where_both(x, y, -1, log1p),
        lambda dz, z, x, y: dz * xdivy(x, y + 1),
    ),
    doc="x * log(1 + y), and 0 where x is 0.",
    domain=POSITIVE,
)
xdivy: PublicFunction = _beside_zero(
    "xdivy",
    np.true_divide,
    np.true_divide,
    0,
    gradient=(
        lambda dz, z, x, y: dz * _where_both(x, y, 0, lambda y: 1 / y),
        lambda dz, z, x, y: -dz * xdivy(xdivy(x, y), y),
    ),
    doc="x / y, and 0 where x is 0.",
    domain=POSITIVE,
)
multiply_no_nan: PublicFunction = _beside_zero(
    "multiply_no_nan",
    np.multiply,
    np.multiply,
    1,
    gradient=(
        lambda dz, z, x, y: multiply_no_nan(dz, y),
        lambda dz, z, x, y: multiply_no_nan(x, dz),
    ),
    doc="x * y, and 0 where y is 0, also beside nan and infinity.",
)
divide_no_nan = div_no_nan


def reciprocal_no_nan(x: Any, name: str | None = None) -> Tensor:
    """Return 1 / x, and 0 where x is 0.

    Shape:   any -> the same
    Dtype:   as for `div_no_nan`
    Source:  TensorFlow's math.reciprocal_no_nan
    """
    return div_no_nan(1.0, x, name=name)


def _infer_nan_to_num(x: TensorSpec, **_: Any) -> TensorSpec:
    dtype = dtypes.strengthen(x.dtype)
    if dtype.numpy.kind not in "biufc":
        raise DTypeError(
            f"there is no nan_to_num of {dtype}.",
            hint="It takes bool, integers, floats, complex.",
        )
    return TensorSpec(x.shape, dtype)


def _nan_to_num(x: Any, *, nan: Any, posinf: Any, neginf: Any) -> Any:
    array = array_of(x)
    if array.dtype.kind not in "biufc":
        raise TypeError(array.dtype)
    return np.nan_to_num(array, nan=nan, posinf=posinf, neginf=neginf)


_NAN_TO_NUM = define(
    "nan_to_num",
    inputs=("x",),
    attrs={"nan": 0.0, "posinf": None, "neginf": None},
    infer=_infer_nan_to_num,
    kernel=_nan_to_num,
    is_elementwise=True,
    gradient=elementwise_rule(lambda dy, y, x: where(is_finite(x), dy, zeros_like(dy))),
    numpy=(np.nan_to_num,),
    work=8,
    doc="Numbers in place of nan and infinities.",
)


def nan_to_num(
    x: Any,
    nan: Any = 0.0,
    posinf: Any = None,
    neginf: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return numbers in place of nan and infinities.

    Args:
        x: A tensor.
        nan: A number that is known while tracing, for nan.
        posinf: The same for infinity, by default the largest number of the dtype.
        neginf: The same for -infinity, by default the least.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   numbers -> the same
    Raises:  DTypeError for text, and for numbers known only when the graph runs
    Source:  numpy.nan_to_num
    """
    attrs = {"nan": nan, "posinf": posinf, "neginf": neginf}
    known = {
        key: None if value is None and key != "nan" else _static_number(value, key)
        for key, value in attrs.items()
    }
    return result(_NAN_TO_NUM, (x,), known, name)


def _static_number(value: Any, what: str) -> Any:
    known = constant_value(value)
    if isinstance(known, (int, float, complex)) or (
        isinstance(known, (np.ndarray, np.generic))
        and known.ndim == 0
        and known.dtype.kind in "biufc"
    ):
        return known
    raise DTypeError(
        f"{what} is {shown(value)}, not a number that is known while tracing.",
        origin=capture_exact(2),
        hint="Choose between tensors with ag.where instead.",
    )


def _infer_is_close(a: TensorSpec, b: TensorSpec, **_: Any) -> TensorSpec:
    for spec in (a, b):
        if spec.dtype.numpy.kind not in "biufc":
            raise DTypeError(
                f"there is no is_close of {spec.dtype}.",
                hint="It takes bool, integers, floats, complex.",
            )
    return TensorSpec(shapes.broadcast(a.shape, b.shape), dtypes.bool)


def _is_close(a: Any, b: Any, *, rtol: float, atol: float, equal_nan: bool) -> Any:
    for x in (a, b):
        if array_of(x).dtype.kind not in "biufc":
            raise TypeError(x)
    return np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


_IS_CLOSE: Op = define(
    "is_close",
    inputs=("a", "b"),
    attrs={"rtol": 1e-5, "atol": 1e-8, "equal_nan": False},
    infer=_infer_is_close,
    kernel=_is_close,
    is_elementwise=True,
    gradient=ZERO,
    numpy=(np.isclose,),
    work=10,
    doc="Do the two differ by little, element by element?",
)


def is_close(
    a: Any,
    b: Any,
    rtol: Any = 1e-5,
    atol: Any = 1e-8,
    equal_nan: bool = False,
    name: str | None = None,
) -> Tensor:
    """Tell for each element whether abs(a - b) <= atol + rtol * abs(b).

    Args:
        a: A tensor.
        b: A tensor, by which the tolerance is measured.
        rtol: A number that is known while tracing.
        atol: A number that is known while tracing.
        equal_nan: Is nan close to nan?
        name: A name for the node.

    Shape:   inputs broadcast together -> the broadcast shape
    Dtype:   numbers -> bool
    Source:  numpy.isclose
    """
    attrs = {
        "rtol": _static_number(rtol, "rtol"),
        "atol": _static_number(atol, "atol"),
        "equal_nan": static_flag(equal_nan, "equal_nan"),
    }
    return result(_IS_CLOSE, (a, b), attrs, name)


def all_close(
    a: Any,
    b: Any,
    rtol: Any = 1e-5,
    atol: Any = 1e-8,
    equal_nan: bool = False,
    name: str | None = None,
) -> Tensor:
    """Tell whether all elements are close to each other: see `is_close`.

    Shape:   inputs broadcast together -> ()
    Dtype:   numbers -> bool
    Source:  numpy.allclose
    """
    return reduce_all(is_close(a, b, rtol, atol, equal_nan), name=name)


__all__ = [
    "all_close",
    "divide_no_nan",
    "is_close",
    "multiply_no_nan",
    "nan_to_num",
    "reciprocal_no_nan",
    "xdivy",
    "xlog1py",
    "xlogy",
]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
