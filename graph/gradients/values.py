"""Which values have gradients, and gradients of parts of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graph.specs import TensorSpec, is_list
from graph.tensor import Tensor


@dataclass(slots=True)
class AtPlace:
    """Part of the gradient of a list: that of the element at one place."""

    index: Any
    dy: Any


def is_differentiable(spec: TensorSpec) -> bool:
    """Tell whether values of this spec have gradients: real and complex tensors.

    Python's own numbers have none, in a graph as at once: `float(x)` leaves the tape.
    """
    if is_list(spec):
        element = spec.dtype.element  # type: ignore[attr-defined]
        return element is not None and is_differentiable(element)
    dtype = spec.dtype
    return not dtype.is_python and (dtype.is_floating or dtype.is_complex)


def has_gradient(value: Any) -> bool:
    """Tell whether a value can have a gradient."""
    return isinstance(value, Tensor) and is_differentiable(value.spec)
