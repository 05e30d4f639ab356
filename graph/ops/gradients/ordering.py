"""Gradients of ops that put elements into an order, wholly or in part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.ops.gradients.structural import add_at, nothing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def top_k(at: Application, dy: Any, _: Any) -> Sequence[Any]:
    """Add the gradients where the elements were taken."""
    x, *given = at.inputs
    return (
        lambda: add_at(dy, at.outputs[1], x, -1, None),
        *nothing(len(given)),
    )


def partition(at: Application, dy: Any) -> Sequence[Any]:
    """Match elements before and after by their order, and put gradients back."""
    axis = at.attrs["axis"]

    def back() -> Any:
        order = ops.argsort(at.inputs[0], axis)
        in_order = ops.take_along_axis(dy, ops.argsort(at.outputs[0], axis), axis)
        return ops.take_along_axis(in_order, ops.argsort(order, axis), axis)

    return (back,)
