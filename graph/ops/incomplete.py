"""The incomplete gamma function. Public as `ag.math`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.elementwise import elementwise
from graph.errors import GradientError
from graph.op import PublicFunction
from graph.ops import incomplete_kernels as kernels
from graph.ops.functions import exp, log
from graph.ops.math import add, divide, multiply, subtract
from graph.ops.special import digamma, lgamma
from graph.ops.special_kernels import kernel
from graph.origin import capture_exact


def _density(a: Any, x: Any) -> Any:
    """Return the density of the gamma distribution."""
    powers = multiply(subtract(a, 1), log(x))
    return exp(subtract(subtract(powers, x), lgamma(a)))


def _define(name: str, function: Any, sign: int, doc: str) -> PublicFunction:
    return elementwise(
        name,
        np.hypot,  # which takes real numbers and gives floats
        inputs=("a", "x"),
        kernel=kernel(function),
        gradient=(
            lambda dz, z, a, x: dz * _density(a, x) * gamma_slope(a, x) * -sign,
            lambda dz, z, a, x: dz * _density(a, x) * sign,
        ),
        doc=doc,
        source=f"TensorFlow's math.{name}; Gautschi, 1979",
        dispatches=None,
        work=300,
    )


igamma = _define(
    "igamma",
    kernels.igamma,
    1,
    "The chance that a gamma number of order a is at most x.",
)
igammac = _define(
    "igammac",
    kernels.igammac,
    -1,
    "The chance that a gamma number of order a is more than x: 1 - igamma(a, x).",
)


def _refuse(*_: Any) -> Any:
    raise GradientError(
        "there is no second derivative of gamma numbers by their order.",
        origin=capture_exact(2),
        hint="First derivatives are known, and all derivatives by x and beta.",
    )


def _slope_by_x(dz: Any, z: Any, a: Any, x: Any) -> Any:
    """Return the derivative of -F_a / f by x, where f_a = f (log(x) - digamma(a))."""
    bend = subtract(divide(subtract(a, 1), x), 1)
    rate = subtract(log(x), digamma(a))
    return -dz * add(rate, multiply(z, bend))


gamma_slope: PublicFunction = elementwise(
    "gamma_slope",
    np.hypot,
    inputs=("a", "x"),
    kernel=kernel(kernels.gamma_slope),
    gradient=(_refuse, _slope_by_x),
    doc="How a quantile x of the gamma distribution changes with its order a.",
    source="Moore, 1982; Figurnov et al., 2018, implicit reparameterization gradients",
    dispatches=None,
    is_public=False,
    work=300,
)

__all__ = ["igamma", "igammac"]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
