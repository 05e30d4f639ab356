"""Neural networks: activations, chances made of scores, dropout. Public as `ag.nn`.

What has a record is an op with a kernel; the other functions are made of ops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.convert import shown
from graph.dispatch import as_tensor
from graph.elementwise import unary
from graph.errors import DTypeError, InvalidArgumentError
from graph.op import GradientRule, Op, PublicFunction, define
from graph.ops import random
from graph.ops.arguments import array_of, constant_value, result, static_int
from graph.ops.core import cast
from graph.ops.creation import zeros_like
from graph.ops.functions import expm1, sigmoid
from graph.ops.gradients import reductions as rules
from graph.ops.logic import greater, greater_equal
from graph.ops.manipulation import shape as shape_of
from graph.ops.math import (
    abs,
    add,
    divide,
    multiply,
    subtract,
)
from graph.ops.selection import where
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _activation(
    name: str,
    kernel: Callable[[Any], Any],
    *,
    takes: str,
    doc: str,
    source: str,
    gradient: Callable[..., Any],
) -> PublicFunction:
    """Define an elementwise op that keeps shape and dtype.

    Args:
        name: The op's name.
        kernel: Takes an array.
        takes: The kinds of NumPy dtypes that it takes.
        doc: First line of the docstring.
        source: What the definition follows.
        gradient: See `graph.elementwise.elementwise`.
    """
    kinds = "floats" if takes == "f" else "real numbers"
    return unary(
        name,
        kernel,
        f"{doc}\n\nShape:   any -> the same\nDtype:   {kinds} -> the same\n"
        f"Raises:  DTypeError for other dtypes\nSource:  {source}",
        kinds=takes,
        gives=lambda dtype: dtype,
        hint="Convert with ag.cast first.",
        gradient=gradient,
        operand="features",
        work=4.0 if "u" in takes else 20.0,
    )


relu = _activation(
    "relu",
    lambda x: np.maximum(x, 0),
    takes="iuf",
    doc="What is positive, and 0 for the rest.",
    source="TensorFlow's nn.relu",
    gradient=lambda dy, y, x: where(greater(x, 0), dy, zeros_like(dy)),
)
softplus = _activation(
    "softplus",
    lambda x: np.logaddexp(x, 0),
    takes="f",
    doc="log(1 + exp(x)), without overflow for large x.",
    source="TensorFlow's nn.softplus; numpy.logaddexp",
    gradient=lambda dy, y, x: dy * sigmoid(x),
)


def relu6(features: Any, name: str | None = None) -> Tensor:
    """Return what is positive, at most 6, and 0 for the rest.

    Shape:   any -> the same
    Dtype:   integers and floats -> the same
    Source:  TensorFlow's nn.relu6
    """
    found: Tensor = where(greater_equal(features, 6), 6, relu(features), name=name)
    return found


def leaky_relu(features: Any, alpha: Any = 0.2, name: str | None = None) -> Tensor:
    """Return what is positive, and `alpha` times the rest.

    Shape:   any -> the same
    Dtype:   floats -> the same; integers -> float32
    Source:  TensorFlow's nn.leaky_relu
    """
    x = as_tensor(features)
    x = cast(x, dtypes.float32) if x.dtype.is_integer else _floats("leaky_relu", x)
    found: Tensor = where(greater(x, 0), x, multiply(x, alpha), name=name)
    return found


def _negative(x: Tensor) -> Tensor:
    """Return what is negative, and 0 for the rest, through which no gradient passes.

    That of a minimum with 0 would pass half through, where x is 0.
    """
    found: Tensor = where(greater_equal(x, 0), 0, x)
    return found


def elu(features: Any, name: str | None = None) -> Tensor:
    """Return what is positive, and exp(x) - 1 of the rest.

    Shape:   any -> the same
    Dtype:   floats -> the same
    Source:  Clevert et al., 2015, "Fast and accurate deep network learning by
             exponential linear units"; of negative numbers only, which cannot overflow
    """
    x = _floats("elu", features)
    found: Tensor = where(greater_equal(x, 0), x, expm1(_negative(x)), name=name)
    return found


_SELU_ALPHA = 1.6732632423543772848170429916717
_SELU_SCALE = 1.0507009873554804934193349852946


def selu(features: Any, name: str | None = None) -> Tensor:
    """Return a scaled `elu` that keeps mean 0 and variance 1 over layers.

    Shape:   any -> the same
    Dtype:   floats -> the same
    Source:  Klambauer et al., 2017, "Self-normalizing neural networks"
    """
    x = _floats("selu", features)
    low = multiply(expm1(_negative(x)), _SELU_ALPHA)
    found: Tensor = multiply(where(greater_equal(x, 0), x, low), _SELU_SCALE, name=name)
    return found


def silu(features: Any, beta: Any = 1.0, name: str | None = None) -> Tensor:
    """Return x * sigmoid(beta * x).

    Shape:   any -> the same
    Dtype:   floats -> the same
    Source:  TensorFlow's nn.silu
    """
    x = _floats("silu", features)
    return multiply(x, sigmoid(multiply(x, beta)), name=name)


def softsign(features: Any, name: str | None = None) -> Tensor:
    """Return x / (1 + abs(x)).

    Shape:   any -> the same
    Dtype:   floats -> the same
    Source:  TensorFlow's nn.softsign
    """
    x = _floats("softsign", features)
    return divide(x, add(abs(x), 1), name=name)


def _floats(name: str, features: Any) -> Tensor:
    x = as_tensor(features)
    if not x.dtype.is_floating:
        raise DTypeError(
            f"there is no {name} of {x.dtype}.",
            origin=capture_exact(2),
            hint="Convert with ag.cast first.",
        )
    return x


# -- Chances ---------------------------------------------------------------------------


def _infer_chances(logits: TensorSpec, *, axis: int) -> TensorSpec:
    strong = logits.strong
    if not strong.dtype.is_floating:
        raise DTypeError(
            f"logits are floats, not {strong.dtype}.",
            hint="Convert with ag.cast first.",
        )
    if strong.shape is not None:
        shapes.normalize_axis(axis, len(strong.shape))
    return TensorSpec(strong.shape, strong.dtype)


def _log_softmax(logits: Any, *, axis: int) -> Any:
    x = _checked(logits, axis)
    if not x.size:
        return x.copy()
    shifted = x - x.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def _softmax(logits: Any, *, axis: int) -> Any:
    x = _checked(logits, axis)
    if not x.size:
        return x.copy()
    weights = np.exp(x - x.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


def _checked(logits: Any, axis: int) -> Any:
    array = array_of(logits)
    if array.dtype.kind != "f":
        raise TypeError(array.dtype)
    if not array.ndim or not array.size:  # NumPy does not look at the axis of these
        shapes.normalize_axis(axis, array.ndim)
    return array


def _chances(
    name: str, kernel: Callable[..., Any], doc: str, gradient: GradientRule
) -> Op:
    return define(
        name,
        inputs=("logits",),
        attrs={"axis": -1},
        infer=_infer_chances,
        kernel=kernel,
        gradient=gradient,
        doc=f"{doc}\n\nSource:  TensorFlow's nn.{name}",
        work=20.0,
    )


_SOFTMAX = _chances(
    "softmax", _softmax, "exp(x), divided by its sum along an axis.", rules.softmax
)
_LOG_SOFTMAX = _chances(
    "log_softmax",
    _log_softmax,
    "x, less the log of the sum of exp(x) along an axis.",
    rules.log_softmax,
)


def softmax(logits: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Return chances: exp(logits), divided by its sum along an axis.

    Args:
        logits: At least a vector.
        axis: The axis of the classes, by default the last.
        name: A name for the node.

    Shape:   (..., n, ...) -> the same
    Dtype:   floats -> the same
    Source:  TensorFlow's nn.softmax; less the largest, which cannot overflow
    """
    attrs = {"axis": -1 if axis is None else static_int(axis, "axis")}
    return result(_SOFTMAX, (logits,), attrs, name)


def log_softmax(logits: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Return the logarithms of what `softmax` gives, which do not underflow.

    Args:
        logits: At least a vector.
        axis: The axis of the classes, by default the last.
        name: A name for the node.

    Shape:   (..., n, ...) -> the same
    Dtype:   floats -> the same
    Source:  TensorFlow's nn.log_softmax
    """
    attrs = {"axis": -1 if axis is None else static_int(axis, "axis")}
    return result(_LOG_SOFTMAX, (logits,), attrs, name)


# -- Dropout ---------------------------------------------------------------------------


def dropout(
    x: Any,
    rate: Any,
    noise_shape: Any = None,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Set elements to 0 by chance, and make the others larger, so that the mean stays.

    Args:
        x: A floating-point tensor.
        rate: The chance of an element to become 0: a number of [0, 1). Of a Python
            number 0, `x` itself is returned.
        noise_shape: The shape of what is drawn, broadcast to that of `x`; by default
            that of `x`.
        seed: As for `ag.random.uniform`.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   floats -> the same
    Raises:  InvalidArgumentError if a known rate is no chance
    Source:  specification, nn.dropout; Srivastava et al., 2014
    """
    value = _floats("dropout", x)
    known = constant_value(rate)
    spec = as_tensor(rate).spec
    if spec.rank not in (0, None) or spec.dtype.kind not in "biuf":
        raise DTypeError(
            f"dropout: rate is {shown(rate)}, not a number.",
            origin=capture_exact(1),
            hint="It is one chance for all of the elements.",
        )
    if known is not None and not 0 <= known < 1:
        raise InvalidArgumentError(
            f"dropout: rate is {known}, which is not in [0, 1).",
            origin=capture_exact(1),
            hint="It is the chance of an element to become 0; 0.2 leaves 80 %.",
        )
    if not isinstance(rate, Tensor) and known == 0:
        return value
    chance = as_tensor(rate, value.dtype)
    shape = shape_of(value) if noise_shape is None else noise_shape
    _, given, attrs = random.uniform_parameters(shape, 0, None, value.dtype)
    drawn = random.draw(random.UNIFORM, given, attrs, seed=seed)
    larger = multiply(value, divide(1.0, subtract(1.0, chance)))
    kept: Tensor = where(
        greater_equal(drawn, chance), larger, zeros_like(value), name=name
    )
    return kept


swish = silu

__all__ = [
    "dropout",
    "elu",
    "leaky_relu",
    "log_softmax",
    "relu",
    "relu6",
    "selu",
    "silu",
    "softmax",
    "softplus",
    "softsign",
    "swish",
]
NAMESPACES = {
    "ag.math": ["log_softmax", "softmax", "softplus", "softsign"],
    "ag.nn": __all__,
}
