"""Gradients of counts: of the weights that were counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.errors import GradientError
from graph.ops.gradients.structural import shape_of
from graph.origin import capture_exact
from graph.specs import spec_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def bincount(at: Application, dy: Any) -> Sequence[Any]:
    """Give each weight the gradient of its bin; nothing flows to what was counted."""
    arr, *weights = at.inputs
    if not weights:
        return (None,)

    def back() -> Any:
        # What is beyond the last bin was not counted.
        is_rows = at.attrs["axis"] == -1 and spec_of(arr).rank == 2
        edge = ops.zeros_like(ops.reduce_sum(dy, -1, keepdims=True))
        padded = ops.concat([dy, edge], -1)
        last = ops.cast(ops.shape(dy)[-1], "int64")
        places = ops.minimum(ops.cast(arr, "int64"), last)
        if is_rows:
            return ops.gather(padded, places, 1, 1)
        return ops.reshape(ops.gather(padded, places), shape_of(arr))

    return (None, back)


def histogram(at: Application, dy: Any, d_edges: Any) -> Sequence[Any]:
    """Give each weight the gradient of its bin.

    Counts do not change with the values, save where one moves into another bin. Edges
    that are made of the values, and densities, do: those have no rule.
    """
    a, *rest = at.inputs
    n_more = int(at.attrs["bins"] is None)
    if d_edges is not None or at.attrs["density"]:
        what = "the edges" if d_edges is not None else "a density"
        raise GradientError(
            f"there is no gradient of {what} of a histogram.",
            origin=capture_exact(2),
            others=(("it is applied here", at.origin),),
            hint="Give the edges, and divide the counts by their sum; or use "
            "ag.stop_gradient.",
        )
    if len(rest) == n_more:
        return (None,) * len(at.inputs)

    def back() -> Any:
        edges = at.outputs[1]
        count = ops.shape(dy)[0]
        places = ops.searchsorted(edges, a, "right") - 1
        # The last bin has its right edge, too.
        places = ops.where(ops.equal(a, edges[-1]), count - 1, places)
        is_in = ops.logical_and(ops.greater_equal(places, 0), ops.less(places, count))
        kept = ops.where(is_in, places, count)
        padded = ops.concat([dy, ops.zeros_like(dy[:1])], 0)
        return ops.gather(padded, kept)

    return (*(None,) * (1 + n_more), back)
