"""Gradients of ops that move elements and leave their values as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops, shapes
from graph.dispatch import apply, as_tensor
from graph.errors import GradientError, ShapeError
from graph.op import op_named
from graph.origin import capture_exact
from graph.shapes import normalize_axis
from graph.specs import spec_of
from graph.unbroadcast import (
    filled,
    like_dtype,
    unbroadcast,
)
from graph.unbroadcast import (
    spread as spread_over,
)
from graph.unbroadcast import (
    sum_to as summed_to,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def nothing(count: int) -> tuple[None, ...]:
    """Return no gradient for so many inputs: sizes, places, flags."""
    return (None,) * count


def rank_of(x: Any, at: Application) -> int:
    """Return the rank of an input, which has to be known.

    Raises:
        GradientError: It is not.
    """
    rank = spec_of(x).rank
    if rank is None:
        raise GradientError(
            f"the gradient of {at.op.name} needs the rank of {spec_of(x)}, which is "
            "known only when the graph runs.",
            others=((f"{at.op.name} is applied here", at.origin),),
            hint="Trace the function for tensors of known rank: give a shape, with "
            "None for unknown dimensions, in its input signature.",
        )
    return rank


def rank_of_value(x: Any, what: str) -> int:
    """Return the rank of a value, which a function of several ops has to know.

    Raises:
        ShapeError: It is not known.
    """
    rank = spec_of(x).rank
    if rank is None:
        raise ShapeError(
            f"the rank of {spec_of(x)}, which is needed {what}, is known only when the "
            "graph runs.",
            origin=capture_exact(2),
            hint="Give a shape, with None for unknown dimensions, in the input "
            "signature.",
        )
    return rank


def shape_of(x: Any) -> Any:
    """Return a shape for public functions: known, or a symbolic vector."""
    shape = spec_of(x).shape
    return shape if shapes.is_static(shape) else ops.shape(x)


def passed_on(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through to the first input, the only one with a value."""
    x = at.inputs[0]
    return (lambda: like_dtype(dy, x), *nothing(len(at.inputs) - 1))


def reshaped(at: Application, dy: Any) -> Sequence[Any]:
    """Give the gradient the shape of the first input."""
    x = at.inputs[0]
    return (lambda: ops.reshape(dy, shape_of(x)), *nothing(len(at.inputs) - 1))


def cast(at: Application, dy: Any) -> Sequence[Any]:
    """Cast back."""
    return (lambda: like_dtype(dy, at.inputs[0]),)


def transpose(at: Application, dy: Any) -> Sequence[Any]:
    """Put the axes back."""
    perm = at.attrs["perm"]
    if perm is None:
        return (lambda: ops.transpose(dy),)
    places = [axis % len(perm) for axis in perm]
    back = sorted(range(len(places)), key=places.__getitem__)
    return (lambda: ops.transpose(dy, back),)


def broadcast(at: Application, dy: Any) -> Sequence[Any]:
    """Sum what was repeated."""
    x = at.inputs[0]
    return (lambda: unbroadcast(dy, x), *nothing(len(at.inputs) - 1))


def sum_to(at: Application, dy: Any) -> Sequence[Any]:
    """Repeat what was summed."""
    return (lambda: spread_over(dy, at.inputs[0]), *nothing(len(at.inputs) - 1))


def spread(at: Application, dy: Any) -> Sequence[Any]:
    """Sum what was repeated, along new axes and old."""
    axis, keepdims = at.attrs["axis"], at.attrs["keepdims"]
    x = at.inputs[0]

    def back() -> Any:
        is_new = not keepdims and axis != ()
        return summed_to(ops.reduce_sum(dy, axis) if is_new else dy, x)

    return (back, *nothing(len(at.inputs) - 1))


def tile(at: Application, dy: Any) -> Sequence[Any]:
    """Sum the copies."""
    x, *given = at.inputs
    rank = rank_of(x, at)

    def back() -> Any:
        multiples = at.attrs["multiples"]
        if given:
            sizes: Any = ops.reshape(ops.stack(given), [-1])
            counts: Any = [sizes[i] for i in range(len(given))]
            if multiples is None or len(given) == 1 != multiples.count(None):
                counts = [sizes[i] for i in range(rank)]
            else:
                rest = iter(counts)
                counts = [next(rest) if m is None else m for m in multiples]
        else:
            counts = list(multiples)
        dims = shape_of(x)
        pairs: list[Any] = []
        for i in range(rank):
            pairs += [counts[i], dims[i]]
        return ops.reduce_sum(ops.reshape(dy, pairs), tuple(range(0, 2 * rank, 2)))

    return (back if rank else lambda: dy, *nothing(len(given)))


def repeat(at: Application, dy: Any) -> Sequence[Any]:
    """Add each copy to what it is a copy of."""
    x, *given = at.inputs
    axis, repeats = at.attrs["axis"], at.attrs["repeats"]

    def back() -> Any:
        length = shape_of(x)[axis]
        places = ops.repeat(ops.range(length), given[0] if given else repeats, 0)
        return add_at(dy, places, x, axis, 0)

    return (back, *nothing(len(given)))


def add_at(dy: Any, indices: Any, x: Any, axis: int, batch_dims: int | None) -> Any:
    """Return zeros like `x` with slices added; see `gather_add`."""
    shape = spec_of(x).shape
    like = () if shapes.is_static(shape) else (x,)
    attrs = {"shape": shape, "axis": axis, "batch_dims": batch_dims}
    return apply(op_named("gather_add"), (dy, indices, *like), attrs)


def reverse(at: Application, dy: Any) -> Sequence[Any]:
    """Reverse again."""
    return (lambda: ops.reverse(dy, at.attrs["axis"]),)


def roll(at: Application, dy: Any) -> Sequence[Any]:
    """Roll back."""
    return (lambda: ops.roll(dy, -at.inputs[1], at.attrs["axis"]), None)


def pad(at: Application, dy: Any) -> Sequence[Any]:
    """Cut out what was there; what was put around goes to the value."""
    x, value, *given = at.inputs
    rank = rank_of(x, at)
    if at.attrs["mode"] != "constant":
        return (lambda: _unpad_mirrored(at, dy), None, *nothing(len(given)))
    pairs = given[0] if given else at.attrs["paddings"]

    def inner() -> Any:
        dims = shape_of(x)
        starts = [_entry(pairs, i, 0) for i in range(rank)]
        key = tuple(slice(start, start + dims[i]) for i, start in enumerate(starts))
        return dy[key] if rank else dy

    def around() -> Any:
        return like_dtype(ops.reduce_sum(dy) - ops.reduce_sum(inner()), value)

    return (inner, around, *nothing(len(given)))


def _entry(pairs: Any, axis: int, side: int) -> Any:
    return pairs[axis][side] if isinstance(pairs, tuple) else pairs[axis, side]


def _unpad_mirrored(at: Application, dy: Any) -> Any:
    """Add each mirrored element to the one it mirrors: pad the places alike."""
    x, _, *given = at.inputs
    size = ops.size(x)
    places = ops.reshape(ops.range(size), shape_of(x))
    mode = "REFLECT" if at.attrs["mode"] == "reflect" else "SYMMETRIC"
    pairs = given[0] if given else at.attrs["paddings"]
    sources = ops.pad(places, pairs, mode)
    flat = ops.reshape(x, [-1])
    total = add_at(ops.reshape(dy, [-1]), ops.reshape(sources, [-1]), flat, 0, 0)
    return ops.reshape(total, shape_of(x))


def concat(at: Application, dy: Any) -> Sequence[Any]:
    """Cut the gradient apart."""
    axis = normalize_axis(at.attrs["axis"], rank_of(dy, at))
    gradients: list[Any] = []
    start: Any = 0
    for x in at.inputs:
        length = shape_of(x)[axis]
        key = (slice(None),) * axis + (slice(start, start + length),)
        gradients.append(lambda key=key, x=x: like_dtype(dy[key], x))
        start = start + length
    return gradients


def stack(at: Application, dy: Any) -> Sequence[Any]:
    """Take the gradient apart."""
    axis = normalize_axis(at.attrs["axis"], rank_of(dy, at))
    return [
        lambda i=i, x=x: like_dtype(dy[(slice(None),) * axis + (i,)], x)
        for i, x in enumerate(at.inputs)
    ]


def unstack(at: Application, *dys: Any) -> Sequence[Any]:
    """Put the gradients together along a new axis."""
    return (lambda: ops.stack(filled(at, dys), at.attrs["axis"]),)


def split(at: Application, *dys: Any) -> Sequence[Any]:
    """Put the gradients together."""
    return (lambda: ops.concat(filled(at, dys), at.attrs["axis"]),)


def getitem(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradient where its value was taken."""
    x, *indices = at.inputs

    def back() -> Any:
        shape = spec_of(x).shape
        like = () if shapes.is_static(shape) else (x,)
        attrs = {"key": at.attrs["key"], "shape": shape}
        return apply(op_named("getitem_add"), (dy, *indices, *like), attrs)

    return (back, *nothing(len(indices)))


def getitem_add(at: Application, dy: Any) -> Sequence[Any]:
    """Take from where values were added."""
    _, *rest = at.inputs
    is_known = shapes.is_static(at.attrs["shape"])
    indices = rest if is_known else rest[:-1]
    attrs = {"key": at.attrs["key"]}
    return (
        lambda: apply(op_named("getitem"), (dy, *indices), attrs),
        *nothing(len(rest)),
    )


def gather(at: Application, dy: Any) -> Sequence[Any]:
    """Add slices where they were taken."""
    x, indices = at.inputs
    axis, batch_dims = at.attrs["axis"], at.attrs["batch_dims"]
    return (lambda: add_at(dy, indices, x, axis, batch_dims), None)


def take_along_axis(at: Application, dy: Any) -> Sequence[Any]:
    """Add elements where they were taken."""
    x, indices = at.inputs
    return (lambda: add_at(dy, indices, x, at.attrs["axis"], None), None)


def gather_add(at: Application, dy: Any) -> Sequence[Any]:
    """Take slices from where they were added."""
    _, indices, *like = at.inputs
    axis, batch_dims = at.attrs["axis"], at.attrs["batch_dims"]

    def back() -> Any:
        if batch_dims is None:
            return ops.take_along_axis(dy, indices, axis)
        return ops.gather(dy, indices, axis, batch_dims)

    return (back, None, *nothing(len(like)))


def recurrence(at: Application, dy: Any) -> Sequence[Any]:
    """Run the recurrence backwards: s[i] = dy[i] + a[i + 1] * s[i + 1]."""
    a, _ = at.inputs
    axis = at.attrs["axis"]

    def sums() -> Any:
        ahead = ops.reverse(shifted(a, axis, -1), [axis])
        both = (ahead, ops.reverse(dy, [axis]))
        back = apply(op_named("recurrence"), both, {"axis": axis})
        return ops.reverse(back, [axis])

    return (lambda: sums() * shifted(at.outputs[0], axis, 1), sums)


def shifted(x: Any, axis: int, by: int) -> Any:
    """Return `x` moved along an axis by one place, with a zero at the end left."""
    axis = normalize_axis(axis, spec_of(x).rank or 0)
    length = spec_of(x).shape[axis]  # type: ignore[index]
    if length == 0:
        return as_tensor(x)
    before = (slice(None),) * axis
    kept = x[(*before, slice(1, None) if by < 0 else slice(None, -1))]
    edge = ops.zeros_like(x[(*before, slice(0, 1))])
    return ops.concat([kept, edge] if by < 0 else [edge, kept], axis)


def gather_nd(at: Application, dy: Any) -> Sequence[Any]:
    """Add slices where they were taken."""
    x, indices = at.inputs

    def back() -> Any:
        rows = indices
        if at.attrs["batch_dims"]:
            attrs = {"batch_dims": at.attrs["batch_dims"]}
            rows = apply(op_named("batch_coordinates"), (indices,), attrs)
        return ops.scatter_nd(rows, dy, shape_of(x))

    return (back, None)


def scatter_nd(at: Application, dy: Any) -> Sequence[Any]:
    """Take slices from where they were added."""
    indices, _, *dims = at.inputs
    return (None, lambda: ops.gather_nd(dy, indices), *nothing(len(dims)))


def scatter_update(at: Application, dy: Any) -> Sequence[Any]:
    """Leave out what was overwritten; of updates to one place the last counts."""
    tensor, indices, updates = at.inputs

    def kept() -> Any:
        return ops.tensor_scatter_nd_update(dy, indices, ops.zeros_like(updates))

    def written() -> Any:
        count = ops.reduce_prod(ops.shape(indices)[:-1])
        depth = spec_of(indices).shape[-1]  # type: ignore[index]
        rows = ops.reshape(indices, [count, depth])
        numbers = ops.range(count)
        outer = shape_of(tensor)[:depth]
        blank = ops.zeros(outer, numbers.dtype)
        last = ops.tensor_scatter_nd_update(blank, rows, numbers)
        counts = ops.reshape(
            ops.equal(ops.gather_nd(last, rows), numbers), shape_of(indices)[:-1]
        )
        taken = ops.gather_nd(dy, indices)
        n_more = rank_of(taken, at) - rank_of(counts, at)
        for _ in range(n_more):
            counts = ops.expand_dims(counts, -1)
        return like_dtype(ops.where(counts, taken, ops.zeros_like(taken)), updates)

    return (kept, None, written)


def scatter_add(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through; updates take theirs from where they were added."""
    _, indices, updates = at.inputs
    return (lambda: dy, None, lambda: like_dtype(ops.gather_nd(dy, indices), updates))


def scatter_sub(at: Application, dy: Any) -> Sequence[Any]:
    """Do as for additions, with the sign changed."""
    _, indices, updates = at.inputs
    return (lambda: dy, None, lambda: like_dtype(-ops.gather_nd(dy, indices), updates))


def scatter_extreme(at: Application, dy: Any) -> Sequence[Any]:
    """Share the gradient among those that are the extreme at their place."""
    tensor, indices, updates = at.inputs
    y = at.outputs[0]

    def flags() -> tuple[Any, Any, Any]:
        is_tensor = ops.cast(ops.equal(tensor, y), dy.dtype)
        is_update = ops.cast(ops.equal(updates, ops.gather_nd(y, indices)), dy.dtype)
        count = ops.tensor_scatter_nd_add(is_tensor, indices, is_update)
        return is_tensor, is_update, dy / count

    def kept() -> Any:
        is_tensor, _, share = flags()
        return share * is_tensor

    def written() -> Any:
        _, is_update, share = flags()
        return like_dtype(ops.gather_nd(share, indices) * is_update, updates)

    return (kept, None, written)


def one_hot(at: Application, dy: Any) -> Sequence[Any]:
    """Sum the gradient where the mark stands, and where it does not."""
    indices, on, off, *given = at.inputs

    def part(value: Any, *, is_on: bool) -> Any:
        attrs = at.attrs
        depth = given[0] if given else attrs["depth"]
        mark = ops.one_hot(indices, depth, is_on, not is_on, attrs["axis"], "bool")
        return unbroadcast(ops.where(mark, dy, ops.zeros_like(dy)), value)

    return (
        None,
        lambda: part(on, is_on=True),
        lambda: part(off, is_on=False),
        *nothing(len(given)),
    )


def unique(at: Application, dy: Any, _: Any) -> Sequence[Any]:
    """Give each value's gradient to the first of its equals."""
    places = at.outputs[1]

    def back() -> Any:
        x = at.inputs[0]
        numbers = ops.range(shape_of(x)[0])
        first = ops.tensor_scatter_nd_min(
            ops.fill(ops.shape(at.outputs[0]), ops.size(x)),
            ops.expand_dims(places, -1),
            numbers,
        )
        return ops.scatter_nd(ops.expand_dims(first, -1), dy, shape_of(x))

    return (back,)


def sorted_unique(at: Application, dy: Any, *_: Any) -> Sequence[Any]:
    """Give each value's gradient to the first of its equals."""
    x, axis = at.inputs[0], at.attrs["axis"]
    first = at.outputs[1]

    def back() -> Any:
        if axis is not None:
            return add_at(dy, first, x, axis, 0)
        flat = ops.reshape(x, [-1])
        return ops.reshape(add_at(dy, first, flat, 0, 0), shape_of(x))

    return (back,)


def fill(at: Application, dy: Any) -> Sequence[Any]:
    """Sum over the shape."""
    value, *dims = at.inputs
    return (lambda: unbroadcast(dy, value), *nothing(len(dims)))


def linspace(at: Application, dy: Any) -> Sequence[Any]:
    """Weigh with the distances from both ends."""
    start, stop, *given = at.inputs
    axis = normalize_axis(at.attrs["axis"], rank_of(dy, at))

    def part(end: Any, *, is_stop: bool) -> Any:
        num = ops.cast(shape_of(dy)[axis], dy.dtype)
        numbers = ops.cast(ops.range(shape_of(dy)[axis]), dy.dtype)
        weights = ops.div_no_nan(numbers, num - 1)
        column = [1] * rank_of(dy, at)
        column[axis] = -1
        weights = ops.reshape(weights if is_stop else 1 - weights, column)
        return unbroadcast(ops.reduce_sum(dy * weights, axis), end)

    return (
        lambda: part(start, is_stop=False),
        lambda: part(stop, is_stop=True),
        *nothing(len(given)),
    )


def where(at: Application, dy: Any) -> Sequence[Any]:
    """Give the gradient to what was chosen."""
    condition, x, y = at.inputs
    zero = ops.zeros_like
    return (
        None,
        lambda: unbroadcast(ops.where(condition, dy, zero(dy)), x),
        lambda: unbroadcast(ops.where(condition, zero(dy), dy), y),
    )
