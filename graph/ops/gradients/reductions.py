"""Gradients of reductions, of running sums and products, and of sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graph import ops
from graph.dispatch import apply
from graph.op import op_named
from graph.ops.arguments import normalize_axes
from graph.ops.gradients.decompositions import thin_svd
from graph.ops.gradients.structural import rank_of, shape_of, shifted
from graph.shapes import normalize_axis
from graph.specs import spec_of
from graph.unbroadcast import conjugated, like_dtype, spread

_INFINITY: Final = float("inf")

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph.op import Application


def _over(at: Application, value: Any) -> Any:
    """Repeat what belongs to a result over the elements that were reduced."""
    axis, keepdims = at.attrs["axis"], at.attrs["keepdims"]
    x = at.inputs[0]
    if axis is None and not keepdims:
        return spread(value, x)
    return spread(value, x, axis, keepdims=keepdims)


def _count(at: Application, dtype: Any) -> Any:
    """Return how many elements are reduced to one."""
    shape = spec_of(at.inputs[0]).shape
    axis = at.attrs["axis"]
    if shape is not None:
        axes = range(len(shape)) if axis is None else [a % len(shape) for a in axis]
        dims = [shape[a] for a in axes]
        if None not in dims:
            total = 1
            for dim in dims:
                total *= dim  # type: ignore[operator]
            return total
    x = at.inputs[0]
    sizes = ops.shape(x) if axis is None else ops.gather(ops.shape(x), _places(at))
    return ops.cast(ops.reduce_prod(sizes), dtype)


def _places(at: Application) -> list[int]:
    rank = rank_of(at.inputs[0], at)
    return [axis % rank for axis in at.attrs["axis"]]


def reduce_sum(at: Application, dy: Any) -> Sequence[Any]:
    """Give each element the gradient of its sum."""
    return (lambda: _over(at, dy),)


def reduce_mean(at: Application, dy: Any) -> Sequence[Any]:
    """Give each element its share."""
    return (lambda: _over(at, dy / _count(at, spec_of(dy).dtype)),)


def reduce_extreme(at: Application, dy: Any) -> Sequence[Any]:
    """Share the gradient among those elements that are the extreme."""

    def back() -> Any:
        x, y = at.inputs[0], at.outputs[0]
        is_chosen = ops.cast(ops.equal(x, _over(at, y)), spec_of(dy).dtype)
        count = ops.reduce_sum(is_chosen, at.attrs["axis"], at.attrs["keepdims"])
        return _over(at, ops.div_no_nan(dy, count)) * is_chosen

    return (back,)


def reduce_prod(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply, for each element, the others: those before with those after."""

    def back() -> Any:
        x = conjugated(at.inputs[0])
        rank = rank_of(x, at)
        axis = at.attrs["axis"]
        gone = list(range(rank)) if axis is None else sorted(a % rank for a in axis)
        kept = [a for a in range(rank) if a not in gone]
        order = [*kept, *gone]
        moved = ops.transpose(x, order)
        dims = shape_of(moved)
        rows = ops.reshape(moved, [*(dims[i] for i in range(len(kept))), -1])
        before = ops.cumprod(rows, axis=-1, exclusive=True)
        after = ops.cumprod(rows, axis=-1, exclusive=True, reverse=True)
        others = ops.reshape(before * after, dims)
        back_order = sorted(range(rank), key=order.__getitem__)
        return _over(at, dy) * ops.transpose(others, back_order)

    return (back,)


def _centred(at: Application) -> Any:
    x = at.inputs[0]
    return x - ops.reduce_mean(x, at.attrs["axis"], keepdims=True)


def reduce_variance(at: Application, dy: Any) -> Sequence[Any]:
    """Weigh with the distance from the mean."""

    def back() -> Any:
        share = dy * 2 / _count(at, spec_of(dy).dtype)
        return like_dtype(_over(at, share) * _centred(at), at.inputs[0])

    return (back,)


def reduce_std(at: Application, dy: Any) -> Sequence[Any]:
    """Do as for the variance, whose root it is."""

    def back() -> Any:
        share = ops.div_no_nan(dy, at.outputs[0] * _count(at, spec_of(dy).dtype))
        return like_dtype(_over(at, share) * _centred(at), at.inputs[0])

    return (back,)


def reduce_logsumexp(at: Application, dy: Any) -> Sequence[Any]:
    """Weigh with the softmax."""

    def back() -> Any:
        top = at.outputs[0]
        # Of exp(-inf) alone the logarithm is -inf, and nothing flows back.
        top = ops.where(ops.is_finite(top), top, ops.zeros_like(top))
        parts = ops.exp(at.inputs[0] - _over(at, top))
        # They sum to 1, but for the rounding of large logarithms.
        axis, keepdims = at.attrs["axis"], at.attrs["keepdims"]
        whole = ops.reduce_sum(parts, axis, keepdims)
        is_sum = ops.is_finite(whole) & (whole > 0)
        scale = ops.where(is_sum, whole, ops.ones_like(whole))
        return _over(at, dy / scale) * parts

    return (back,)


def cumsum(at: Application, dy: Any) -> Sequence[Any]:
    """Sum from the other end."""
    attrs = at.attrs
    return (
        lambda: ops.cumsum(dy, attrs["axis"], attrs["exclusive"], not attrs["reverse"]),
    )


def cumprod(at: Application, dy: Any) -> Sequence[Any]:
    """Sum products without an element by a recurrence, which minds no zeros.

    With p[i] the product before x[i], and r[i] = dy[i] + x[i + 1] * r[i + 1], the
    gradient is p * r.
    """

    def back() -> Any:
        attrs = at.attrs
        axis = normalize_axis(attrs["axis"], rank_of(dy, at))

        def turned(value: Any) -> Any:
            return ops.reverse(value, [axis]) if attrs["reverse"] else value

        x, flow = turned(conjugated(at.inputs[0])), turned(dy)
        before = ops.cumprod(x, axis, exclusive=True)
        terms = shifted(flow, axis, -1) if attrs["exclusive"] else flow
        both = ops.reverse(shifted(x, axis, -1), [axis]), ops.reverse(terms, [axis])
        sums = apply(op_named("recurrence"), both, {"axis": axis})
        return turned(before * ops.reverse(sums, [axis]))

    return (back,)


def cumulative_logsumexp(at: Application, dy: Any) -> Sequence[Any]:
    """Weigh each later gradient with the share in its sum, by a recurrence.

    With y the running sums, s[i] = dy[i] + exp(y[i] - y[i + 1]) * s[i + 1] never
    overflows, as y never falls; the gradient is exp(x - y) * s.
    """

    def back() -> Any:
        x, y = at.inputs[0], at.outputs[0]
        axis = normalize_axis(at.attrs["axis"], rank_of(y, at))
        # Where nothing was summed but exp(-inf), the shares are zero.
        is_some = ops.is_finite(y)
        held = ops.where(is_some, y, ops.zeros_like(y))
        before = (slice(None),) * axis
        fall = held[(*before, slice(None, -1))] - held[(*before, slice(1, None))]
        kept = ops.exp(fall)
        kept = ops.where(
            is_some[(*before, slice(None, -1))], kept, ops.zeros_like(kept)
        )
        last = ops.zeros_like(y[(*before, slice(-1, None))])
        factors = ops.concat([kept, last], axis)
        turned = ops.reverse(factors, [axis]), ops.reverse(dy, [axis])
        sums = apply(op_named("recurrence"), turned, {"axis": axis})
        return ops.exp(x - held) * ops.reverse(sums, [axis])

    return (back,)


def sort(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients into the order that the elements had."""
    axis, direction = at.attrs["axis"], at.attrs["direction"]

    def back() -> Any:
        order = ops.argsort(at.inputs[0], axis, direction)
        return ops.take_along_axis(dy, ops.argsort(order, axis), axis)

    return (back,)


def norm(at: Application, dy: Any) -> Sequence[Any]:
    """Differentiate a norm of vectors or of matrices."""
    axis, order = at.attrs["axis"], at.attrs["ord"]
    if axis is None or len(axis) != 2:
        return vector_norm(at, dy)
    if order in ("euclidean", "fro"):
        return (_euclidean(at, dy),)
    if order in (1, -1, _INFINITY, -_INFINITY):
        return (_of_matrices(at, dy, order),)
    return (_of_singular_values(at, dy, order),)


def vector_norm(at: Application, dy: Any) -> Sequence[Any]:
    """Differentiate a norm of vectors, which may lie along several axes."""
    order = at.attrs["ord"]
    if order in ("euclidean", "fro", 2):
        return (_euclidean(at, dy),)
    return (_of_vectors(at, dy, float(order)),)


def _euclidean(at: Application, dy: Any) -> Callable[[], Any]:
    x, y = at.inputs[0], at.outputs[0]

    def back() -> Any:
        share = _over(at, ops.div_no_nan(dy, y))
        return like_dtype(share * x, x)

    return back


def _of_singular_values(at: Application, dy: Any, order: Any) -> Callable[[], Any]:
    """Put between the singular vectors what the values have from the norm."""
    x = at.inputs[0]

    def back() -> Any:
        rank = rank_of(x, at)
        axes = list(normalize_axes(at.attrs["axis"], rank))
        others = [i for i in range(rank) if i not in axes]
        to_end = others + axes
        u, s, vh = thin_svd(ops.transpose(x, to_end))
        if order == "nuc":
            share = ops.sign(s)
        else:
            extreme = ops.reduce_max if order == 2 else ops.reduce_min
            best = ops.equal(s, extreme(s, -1, keepdims=True))
            chosen = ops.cast(best, spec_of(s).dtype)
            share = chosen / ops.reduce_sum(chosen, -1, keepdims=True)
        flow = ops.squeeze(dy, axes) if at.attrs["keepdims"] else dy
        share = share * ops.expand_dims(flow, -1)
        if spec_of(u).dtype is not spec_of(share).dtype:
            share = ops.cast(share, spec_of(u).dtype)
        dx = (u * ops.expand_dims(share, -2)) @ vh
        back_again = [to_end.index(i) for i in range(rank)]
        return like_dtype(ops.transpose(dx, back_again), x)

    return back


def _of_matrices(at: Application, dy: Any, order: float) -> Callable[[], Any]:
    """Differentiate the largest or smallest sum of a column, or of a row."""
    x = at.inputs[0]
    rows, columns = at.attrs["axis"]
    along, across = (rows, columns) if order in (1, -1) else (columns, rows)
    extreme = ops.reduce_max if order > 0 else ops.reduce_min

    def back() -> Any:
        sums = ops.reduce_sum(ops.abs(x), along, keepdims=True)
        best = extreme(sums, across, keepdims=True)
        is_chosen = ops.cast(ops.equal(sums, best), spec_of(dy).dtype)
        share = is_chosen / ops.reduce_sum(is_chosen, across, keepdims=True)
        return like_dtype(_over(at, dy) * share * ops.sign(x), x)

    return back


def _of_vectors(at: Application, dy: Any, order: float) -> Callable[[], Any]:
    x, y = at.inputs[0], at.outputs[0]

    def back() -> Any:
        size = ops.abs(x)
        if order in (_INFINITY, -_INFINITY):
            is_chosen = ops.cast(ops.equal(size, _over(at, y)), spec_of(dy).dtype)
            count = ops.reduce_sum(is_chosen, at.attrs["axis"], at.attrs["keepdims"])
            weights = is_chosen * _over(at, dy / count)
        elif order == 0:
            return ops.zeros_like(x)
        else:
            ratio = ops.div_no_nan(size, _over(at, y))
            weights = _over(at, dy) * ratio ** (order - 1)
        return like_dtype(weights * ops.sign(x), x)

    return back


def softmax(at: Application, dy: Any) -> Sequence[Any]:
    """Weigh with the chances what differs from the mean by them."""

    def back() -> Any:
        y, axis = at.outputs[0], at.attrs["axis"]
        return y * (dy - ops.reduce_sum(dy * y, axis, keepdims=True))

    return (back,)


def log_softmax(at: Application, dy: Any) -> Sequence[Any]:
    """Take away the sum, by the chances."""

    def back() -> Any:
        axis = at.attrs["axis"]
        total = ops.reduce_sum(dy, axis, keepdims=True)
        return dy - total * ops.exp(at.outputs[0])

    return (back,)
