"""Gradients of rows dealt out by number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.op import op_named
from graph.ops.gradients.structural import shape_of
from graph.unbroadcast import filled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def dynamic_partition(at: Application, *dys: Any) -> Sequence[Any]:
    """Bring each gradient back to the place that its row had."""
    data, partitions = at.inputs

    def back() -> Any:
        flat = ops.reshape(partitions, [-1])
        attrs = {"num_partitions": at.attrs["num_partitions"]}
        numbers = ops.range(ops.size(flat))
        dealt = apply(op_named("dynamic_partition"), (numbers, flat), attrs)
        places = ops.concat(list(dealt) if isinstance(dealt, tuple) else [dealt], 0)
        rows = ops.concat(filled(at, dys), 0)
        return ops.reshape(ops.gather(rows, ops.argsort(places)), shape_of(data))

    return (back, None)
