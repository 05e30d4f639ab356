"""Values brought into a range, exactly as NumPy does it."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.elementwise import elementwise
from graph.op import PublicFunction
from graph.ops.selection import where
from graph.tensor import Tensor

# Of equal numbers, as of two zeros, it keeps the one that is clipped; a minimum of a
# maximum need not.
_CLIP: Any = getattr(np, "_core").umath.clip  # noqa: B009 (no type information)


def _zero_unless(chosen: Any, dz: Any) -> Any:
    return where(chosen, dz, dz * 0)


clip: PublicFunction = elementwise(
    "clip",
    _CLIP,
    gradient=(
        lambda dz, z, x, low, high: _zero_unless((x >= low) & (x <= high), dz),
        lambda dz, z, x, low, high: _zero_unless((x < low) & (low <= high), dz),
        lambda dz, z, x, low, high: _zero_unless((x > high) | (low > high), dz),
    ),
    inputs=("x", "low", "high"),
    doc="The value, or the end of a range that it lies beyond; nan stays.",
    source="numpy.clip with both bounds",
    work=2,
)


def clip_by_value(
    t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None
) -> Tensor:
    """Bring values into a range; nan stays.

    The gradient passes where a value lies in the range, its ends included.

    Shape:   all three broadcast together
    Dtype:   real numbers, promoted together
    Source:  TensorFlow's clip_by_value; numpy.clip
    """
    return clip(t, clip_value_min, clip_value_max, name=name)


__all__ = ["clip", "clip_by_value"]
NAMESPACES = {"ag": __all__}
