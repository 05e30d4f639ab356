"""The gradient of `x[key] = value`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.op import op_named
from graph.ops.gradients.structural import nothing, shape_of
from graph.specs import spec_of
from graph.unbroadcast import unbroadcast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def setitem(at: Application, dy: Any) -> Sequence[Any]:
    """Leave out what was overwritten; of writes to one place the last counts."""
    x, value, *indices = at.inputs
    key = at.attrs["key"]

    def taken(array: Any) -> Any:
        return apply(op_named("getitem"), (array, *indices), {"key": key})

    def put(array: Any, part: Any) -> Any:
        return apply(op_named("setitem"), (array, part, *indices), {"key": key})

    def kept() -> Any:
        return put(dy, ops.zeros([], spec_of(dy).dtype))

    def written() -> Any:
        part = taken(dy)
        if any(not spec_of(x).dtype.is_bool for x in indices):
            # Integer arrays may name a place more than once.
            shape = ops.shape(part)
            numbers = ops.reshape(ops.range(ops.size(part)), shape)
            blank = ops.zeros(shape_of(x), numbers.dtype) - 1
            last = ops.equal(taken(put(blank, numbers)), numbers)
            part = ops.where(last, part, ops.zeros_like(part))
        return unbroadcast(part, value)

    return (kept, written, *nothing(len(indices)))
