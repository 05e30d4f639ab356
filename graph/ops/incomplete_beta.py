"""The incomplete beta function. Public as `ag.math`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.domains import Domain
from graph.dtypes import DType
from graph.errors import DTypeError, GradientError
from graph.op import Op, define
from graph.ops import incomplete_kernels as kernels
from graph.ops.arguments import alike, promote, result, total_size
from graph.ops.functions import exp, log, log1p
from graph.ops.math import add, multiply, subtract
from graph.ops.special import digamma, lgamma
from graph.ops.special_kernels import kernel
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor
from graph.unbroadcast import elementwise_rule


def _infer(a: TensorSpec, b: TensorSpec, x: TensorSpec) -> TensorSpec:
    dtype: DType = promote(*(dtypes.strengthen(spec.dtype) for spec in (a, b, x)))
    if dtype.numpy.kind not in "biuf":
        raise DTypeError(f"there is none of {dtype}.", hint="Give real numbers.")
    if not dtype.is_floating:
        of_floats = np.hypot.resolve_dtypes((dtype.numpy, dtype.numpy, None))
        dtype = dtypes.from_numpy(of_floats[2])
    return TensorSpec(shapes.broadcast(a.shape, b.shape, x.shape), dtype)


def _define(
    name: str, function: Callable[..., Any], gradient: Any, **facets: Any
) -> Op:
    return define(
        name,
        inputs=("a", "b", "x"),
        infer=_infer,
        kernel=kernel(function),
        gradient=elementwise_rule(gradient),
        domain=Domain(elsewhere="tests/graph/ops/test_matrix_roots.py"),
        work=lambda *specs, **_: 600 * total_size(*specs),
        **facets,
    )


def _density(a: Any, b: Any, x: Any) -> Any:
    """Return the density of the beta distribution."""
    powers = add(multiply(subtract(a, 1), log(x)), multiply(subtract(b, 1), log1p(-x)))
    return exp(powers - (lgamma(a) + lgamma(b) - lgamma(a + b)))


def betainc(a: Any, b: Any, x: Any, name: str | None = None) -> Tensor:
    """Return the chance that a beta number of orders a and b is at most x.

    Args:
        a: The first order, above 0.
        b: The second order, above 0.
        x: Numbers from 0 to 1; nan elsewhere.
        name: A name for the node.

    Shape:   broadcast together
    Dtype:   floats, promoted together; integers -> float64
    Source:  TensorFlow's math.betainc: a continued fraction (DiDonato and Morris,
        Algorithm 708), whose derivatives by a and b are taken term by term; second
        derivatives by these are refused
    """
    return result(_BETAINC, alike((a, b, x)), {}, name)


def _refuse(*_: Any) -> Any:
    raise GradientError(
        "there is no second derivative of the incomplete beta function by its orders.",
        origin=capture_exact(2),
        hint="First derivatives are known, and all derivatives by x.",
    )


def _slope_by_x(dz: Any, a: Any, b: Any, x: Any, *, is_first: bool) -> Any:
    """Return the derivative of the density by an order: that of the slope by x."""
    rate = log(x) - digamma(a) if is_first else log1p(-x) - digamma(b)
    return dz * _density(a, b, x) * (rate + digamma(a + b))


_SLOPES: Sequence[Op] = [
    _define(
        name,
        function,
        (
            _refuse,
            _refuse,
            lambda dz, z, a, b, x, is_first=is_first: _slope_by_x(
                dz, a, b, x, is_first=is_first
            ),
        ),
        doc=f"The derivative of the incomplete beta function by {order}.",
        is_public=False,
    )
    for name, function, order, is_first in (
        ("betainc_slope_a", kernels.betainc_slope_a, "its first order", True),
        ("betainc_slope_b", kernels.betainc_slope_b, "its second order", False),
    )
]


def _slope(place: int) -> Any:
    def part(dz: Any, z: Any, a: Any, b: Any, x: Any) -> Any:
        return dz * result(_SLOPES[place], (a, b, x), {}, None)

    return part


_BETAINC = _define(
    "betainc",
    kernels.betainc,
    (_slope(0), _slope(1), lambda dz, z, a, b, x: dz * _density(a, b, x)),
    doc=betainc.__doc__,
)

__all__ = ["betainc"]
NAMESPACES = {"ag.math": __all__}
