"""Random keys for `x[key]`, and their split into text and inputs."""

from __future__ import annotations

from typing import Any

import numpy as np


def draw_key(draw: Any, shape: tuple[int, ...]) -> Any:
    """Draw a key that NumPy takes for an array of this shape."""
    parts: list[Any] = []
    axis = 0
    common = draw.shape(0, 2, least=1)
    at_ellipsis = draw.integer(0, len(shape)) if draw.flag() else None
    while axis < len(shape):
        if at_ellipsis == len(parts):
            parts.append(Ellipsis)
            axis += draw.integer(0, len(shape) - axis)
            continue
        kind = draw.one(
            ("int", "slice", "array", "mask", "none", "scalar mask", "stop")
        )
        if kind == "stop":
            break
        taken = _draw_part(draw, kind, shape[axis:], common)
        if taken is None:
            continue
        part, n_axes = taken
        parts.append(part)
        axis += n_axes
    if Ellipsis in [p for p in parts if not isinstance(p, np.ndarray)]:
        # `...` must stand for the axes passed over: what follows counts from the end.
        at = next(i for i, p in enumerate(parts) if p is Ellipsis)
        parts = parts[: at + 1]
    if any(isinstance(part, np.ndarray) and part.ndim for part in parts):
        # False is an array of no indices, which broadcasts with few others.
        parts = [True if part is False else part for part in parts]
    return tuple(parts)


def _draw_part(draw: Any, kind: str, dims: Any, common: Any) -> Any:
    n = dims[0]
    if kind == "none":
        return None if draw.flag() else (None, 0)
    if kind == "scalar mask":
        return (draw.one((True, False, np.array(True))), 0) if draw.flag() else None
    if kind == "slice":
        start, stop = (draw.one((None, 0, 1, 2, -1, 5, -5)) for _ in range(2))
        return slice(start, stop, draw.one((None, 1, 2, -1, -2))), 1
    if kind == "mask":
        depth = draw.integer(1, len(dims))
        mask = np.zeros(dims[:depth], bool)
        if mask.size:
            # One true element broadcasts with any other array.
            mask[tuple(draw.integer(0, dim - 1) for dim in mask.shape)] = True
            return mask, depth
        return None
    if not n:
        return slice(None), 1
    if kind == "int":
        value = draw.integer(-n, n - 1)
        return draw.one((value, np.int32(value), np.array(value))), 1
    shape = tuple(
        1 if draw.flag() else dim for dim in common[draw.integer(0, len(common)) :]
    )
    return draw.array("int64", shape, low=-n, high=n - 1), 1


def split_key(key: Any) -> tuple[str, list[Any]]:
    """Return a key as a node has it, some known integers turned into inputs."""
    inputs: list[Any] = []

    def slot(value: Any) -> str:
        inputs.append(value)
        return f"${len(inputs) - 1}"

    def bound(value: Any) -> str:
        if value is None:
            return ""
        return slot(np.int32(value)) if value == 1 else str(value)

    texts = []
    for part in key:
        if part is Ellipsis:
            texts.append("...")
        elif isinstance(part, slice):
            text = f"{bound(part.start)}:{bound(part.stop)}"
            texts.append(text if part.step is None else f"{text}:{bound(part.step)}")
        elif isinstance(part, (np.ndarray, np.generic)):
            texts.append(slot(part))
        else:
            texts.append(str(part))
    return ", ".join(texts), inputs
