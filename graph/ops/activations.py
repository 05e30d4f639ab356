"""Activations that are made of other ops. Public as `ag.nn`."""

from __future__ import annotations

import math
from typing import Any

from graph.dispatch import as_tensor
from graph.errors import DTypeError
from graph.ops.arguments import static_flag
from graph.ops.functions import tanh
from graph.ops.joining import concat
from graph.ops.math import add, multiply, negative
from graph.ops.nn import relu, softplus
from graph.ops.special import ndtr
from graph.origin import capture_exact
from graph.tensor import Tensor

_ROOT_TWO_OVER_PI = math.sqrt(2 / math.pi)


def gelu(features: Any, approximate: bool = False, name: str | None = None) -> Tensor:
    """Return x times the chance of a standard normal number to be less than x.

    Args:
        features: Floats.
        approximate: Use tanh of a polynomial, which is off by up to 5e-4.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   floats -> the same
    Source:  Hendrycks and Gimpel, 2016, "Gaussian error linear units"; TensorFlow's
             nn.gelu
    """
    x = as_tensor(features)
    if not x.dtype.is_floating:
        raise DTypeError(
            f"there is no gelu of {x.dtype}.",
            origin=capture_exact(1),
            hint="Convert with ag.cast first.",
        )
    if not static_flag(approximate, "approximate"):
        return multiply(x, ndtr(x), name=name)
    inner = multiply(add(x, multiply(x * x * x, 0.044715)), _ROOT_TWO_OVER_PI)
    return multiply(multiply(x, 0.5), add(tanh(inner), 1), name=name)


def crelu(features: Any, axis: Any = -1, name: str | None = None) -> Tensor:
    """Return what is positive beside what is negative, along an axis.

    Shape:   (..., n, ...) -> (..., 2 * n, ...)
    Dtype:   integers and floats -> the same
    Source:  Shang et al., 2016; TensorFlow's nn.crelu
    """
    x = as_tensor(features)
    return concat([relu(x), relu(negative(x))], axis, name=name)


def log_sigmoid(x: Any, name: str | None = None) -> Tensor:
    """Return log(1 / (1 + exp(-x))), without overflow.

    Shape:   any -> the same
    Dtype:   floats -> the same
    Source:  TensorFlow's math.log_sigmoid: -softplus(-x)
    """
    return negative(softplus(negative(as_tensor(x))), name=name)


__all__ = ["crelu", "gelu", "log_sigmoid"]
NAMESPACES = {"ag.math": ["log_sigmoid"], "ag.nn": __all__}
