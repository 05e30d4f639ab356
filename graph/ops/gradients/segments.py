"""Gradients of reductions of segments: each row takes from its segment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.op import op_named
from graph.ops.gradients.structural import nothing, shape_of, shifted
from graph.specs import spec_of
from graph.unbroadcast import conjugated, like_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def _taken(values: Any, ids: Any) -> Any:
    """Return for each row the value of its segment, zeros for rows without one."""
    edge = ops.zeros_like(ops.reduce_sum(values, 0, keepdims=True))
    padded = ops.concat([values, edge], 0)
    wide = ops.cast(ids, "int64")
    last = ops.cast(shape_of(values)[0], "int64")
    return ops.gather(padded, ops.where(ops.less(wide, 0), last, wide))


def _counts(at: Application, dtype: Any) -> Any:
    """Return how many rows each segment has, 1 for none, to divide its values."""
    y, ids, *given = at.outputs[0], *at.inputs[1:]
    is_sorted = not at.op.name.startswith("unsorted")
    name = "segment_sum" if is_sorted else "unsorted_segment_sum"
    ones = ops.ones(shape_of(ids), dtype)
    found = apply(op_named(name), (ones, ids, *given), dict(at.attrs))
    counts = ops.maximum(found, ops.ones_like(found))
    rank = spec_of(y).rank
    if rank is None:
        dims = ops.concat([ops.shape(counts), ops.ones_like(ops.shape(y)[1:])], 0)
        return ops.reshape(counts, dims)
    return ops.reshape(counts, [-1] + [1] * (rank - 1))


def _back(at: Application, values: Any) -> Any:
    return like_dtype(_taken(values, at.inputs[1]), at.inputs[0])


def total(at: Application, dy: Any) -> Sequence[Any]:
    """Give each row the gradient of its sum."""
    return (lambda: _back(at, dy), *nothing(len(at.inputs) - 1))


def mean(at: Application, dy: Any) -> Sequence[Any]:
    """Give each row its share."""
    dtype = spec_of(dy).dtype
    return (lambda: _back(at, dy / _counts(at, dtype)), *nothing(len(at.inputs) - 1))


def by_root(at: Application, dy: Any) -> Sequence[Any]:
    """Give each row the gradient, divided as the sum was."""
    dtype = spec_of(dy).dtype
    return (
        lambda: _back(at, dy / ops.sqrt(_counts(at, dtype))),
        *nothing(len(at.inputs) - 1),
    )


def extreme(at: Application, dy: Any) -> Sequence[Any]:
    """Share the gradient among those rows that are the extreme of their segment."""
    x, ids, *given = at.inputs
    is_sorted = not at.op.name.startswith("unsorted")
    name = "segment_sum" if is_sorted else "unsorted_segment_sum"

    def back() -> Any:
        is_chosen = ops.equal(x, _taken(at.outputs[0], ids))
        # Rows without a segment were never asked.
        flags = ops.cast(is_chosen, spec_of(dy).dtype)
        count = apply(op_named(name), (flags, ids, *given), dict(at.attrs))
        return _back(at, ops.div_no_nan(dy, count)) * flags

    return (back, *nothing(len(at.inputs) - 1))


def product(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply, for each row, the others of its segment, which minds no zeros.

    The product before a row is p[i] = x[i - 1] * p[i - 1] within its segment, and 1 at
    its start: a recurrence. So is the product after it.
    """

    def back() -> Any:
        x, ids = conjugated(at.inputs[0]), at.inputs[1]
        flat = ops.reshape(ids, [-1])
        inner = ops.shape(at.outputs[0])[1:]
        rows = ops.reshape(x, ops.concat([ops.shape(flat), inner], 0))
        order = ops.argsort(flat, stable=True)
        back_order = ops.argsort(order)
        moved, numbers = ops.gather(rows, order), ops.gather(flat, order)
        others = _before(moved, numbers) * ops.reverse(
            _before(ops.reverse(moved, [0]), ops.reverse(numbers, [0])), [0]
        )
        factors = ops.reshape(ops.gather(others, back_order), shape_of(x))
        return _back(at, dy) * factors

    return (back, *nothing(len(at.inputs) - 1))


def _before(rows: Any, numbers: Any) -> Any:
    """Return the product of the rows before each one within its segment."""
    before = shifted(numbers, 0, 1)
    is_first = ops.equal(ops.range(ops.size(numbers)), 0)
    is_same = ops.logical_and(ops.equal(before, numbers), ops.logical_not(is_first))
    rank = ops.rank(rows)
    column = ops.concat(
        [ops.shape(numbers), ops.ones(ops.reshape(rank - 1, [1]), "int32")], 0
    )
    is_same = ops.reshape(is_same, column)
    factors = ops.where(is_same, shifted(rows, 0, 1), ops.zeros_like(rows))
    starts = ops.where(is_same, ops.zeros_like(rows), ops.ones_like(rows))
    return apply(op_named("recurrence"), (factors, starts), {"axis": 0})
