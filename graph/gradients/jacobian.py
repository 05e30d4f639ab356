"""Jacobians: the gradients of all elements of a target, one row after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graph import dtypes, ops
from graph.functional import while_loop
from graph.graph import current_graph
from graph.tensor import Tensor
from graph.tensor_array import TensorArray

# Gradients of a target by sources, given what the target's own gradient is; each time
# the same ones are None.
Pullback = Callable[[Any], Sequence[Any]]


def rows(target: Tensor, sources: Sequence[Tensor], pullback: Pullback) -> list[Any]:
    """Return the Jacobian of a target by each source, None where nothing flows.

    Shape:   target (n...), source (m...) -> (n..., m...)
    """
    shape = _shape(target)
    n = ops.reduce_prod(shape)

    def row(one_hot: Any) -> Sequence[Any]:
        return pullback(ops.reshape(one_hot, shape))

    stacked = _stacked(row, n, target, pullback(ops.ones_like(target)), sources)
    return [
        each if each is None else ops.reshape(each, ops.concat([shape, _shape(x)], 0))
        for each, x in zip(stacked, sources, strict=True)
    ]


def batch_rows(target: Tensor, source: Tensor, pullback: Pullback) -> Any:
    """Return the Jacobian of each example, None where nothing flows.

    As no example depends on another one, the gradient of the sum over all examples of
    one element has a row of each of them.

    Shape:   target (b, n...), source (b, m...) -> (b, n..., m...)
    """
    shape = _shape(target)
    n = ops.reduce_prod(shape[1:])

    def row(one_hot: Any) -> Sequence[Any]:
        everywhere = ops.broadcast_to(one_hot, ops.stack([shape[0], n]))
        return pullback(ops.reshape(everywhere, shape))

    (found,) = _stacked(row, n, target, pullback(ops.ones_like(target)), [source])
    if found is None:
        return None
    m = ops.reduce_prod(_shape(source)[1:])
    of_example = ops.transpose(
        ops.reshape(found, ops.stack([n, shape[0], m])), (1, 0, 2)
    )
    return ops.reshape(of_example, ops.concat([shape, _shape(source)[1:]], 0))


def zeros_beside(target: Tensor, source: Tensor, *, is_batch: bool = False) -> Any:
    """Return the Jacobian of a target that does not depend on the source: zeros."""
    inner = _shape(source)[1:] if is_batch else _shape(source)
    return ops.zeros(ops.concat([_shape(target), inner], 0), source.dtype)


def _shape(x: Tensor) -> Any:
    return ops.shape(x, dtypes.int64)


def _stacked(
    row: Callable[[Any], Sequence[Any]],
    n: Any,
    target: Tensor,
    samples: Sequence[Any],
    sources: Sequence[Tensor],
) -> list[Any]:
    """Return the rows of each source, stacked; None where there are none.

    Args:
        row: Gives the gradients by the sources of one element of `n`.
        n: How many elements there are.
        target: What they are the elements of.
        samples: Gradients by the sources; None where nothing flows.
        sources: The sources.
    """
    places = [i for i, sample in enumerate(samples) if sample is not None]

    def at(i: Any) -> list[Any]:
        found = row(ops.one_hot(i, n, dtype=target.dtype))
        return [found[place] for place in places]

    kept = [sources[place] for place in places]
    made = _looped(at, n, kept) if current_graph() is not None else _told(at, n, kept)
    stacked: list[Any] = [None] * len(sources)
    for place, each in zip(places, made, strict=True):
        stacked[place] = each
    return stacked


def _told(at: Callable[[Any], list[Any]], n: Any, sources: Sequence[Any]) -> list[Any]:
    found = [at(i) for i in range(int(n))]
    if not found:
        return [ops.zeros((0, *x.shape), x.dtype) for x in sources]
    return [ops.stack(each) for each in zip(*found, strict=True)]


def _looped(
    at: Callable[[Any], list[Any]], n: Any, sources: Sequence[Any]
) -> list[Any]:
    if not sources:
        return []
    arrays = [TensorArray(x.dtype, n, element_shape=x.shape) for x in sources]

    def body(i: Any, *held: Any) -> tuple[Any, ...]:
        pairs = zip(held, at(i), strict=True)
        return (i + 1, *(array.write(i, dx) for array, dx in pairs))

    start = ops.constant(0, dtypes.int64)
    _, *full = while_loop(lambda i, *_: i < n, body, (start, *arrays))
    return [array.stack() for array in full]
