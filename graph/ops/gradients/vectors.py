"""Gradients of products with vectors, of chains, of Kronecker's product."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.ops.gradients.products import _contracted
from graph.ops.gradients.structural import rank_of
from graph.unbroadcast import conjugated, like_dtype, unbroadcast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def _column(x: Any) -> Any:
    return ops.expand_dims(x, -1)


def _row(x: Any) -> Any:
    return ops.expand_dims(x, -2)


def _times(matrix: Any, vector: Any) -> Any:
    return (matrix @ _column(vector))[..., 0]


def vecdot(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply with the other vector; the first one was conjugated."""
    x1, x2 = at.inputs
    return (
        lambda: unbroadcast(_column(conjugated(dy)) * x2, x1),
        lambda: unbroadcast(_column(dy) * x1, x2),
    )


def matvec(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply with the adjoint."""
    x1, x2 = at.inputs
    return (
        lambda: unbroadcast(_column(dy) * _row(conjugated(x2)), x1),
        lambda: unbroadcast(_times(ops.matrix_transpose(conjugated(x1)), dy), x2),
    )


def vecmat(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply with the matrix; the vector was conjugated."""
    x1, x2 = at.inputs
    return (
        lambda: unbroadcast(_times(x2, conjugated(dy)), x1),
        lambda: unbroadcast(_column(x1) * _row(dy), x2),
    )


def inner(at: Application, dy: Any) -> Sequence[Any]:
    """Sum over the axes that the other operand has kept; scalars multiply."""
    a, b = at.inputs
    rank_a, rank_b = rank_of(a, at), rank_of(b, at)
    if rank_a and rank_b:
        return _contracted(at, dy, [rank_a - 1], [rank_b - 1])

    def part(x: Any, other: Any) -> Any:
        product = dy * conjugated(other)
        is_scalar = rank_of(x, at) == 0
        return like_dtype(ops.reduce_sum(product) if is_scalar else product, x)

    return (lambda: part(a, b), lambda: part(b, a))


def cross(at: Application, dy: Any) -> Sequence[Any]:
    """Turn the product around: a x b . c = b x c . a."""
    a, b = at.inputs
    return (
        lambda: unbroadcast(apply(at.op, (conjugated(b), dy)), a),
        lambda: unbroadcast(apply(at.op, (dy, conjugated(a))), b),
    )


def kron(at: Application, dy: Any) -> Sequence[Any]:
    """Tell apart the axes of both, and sum over those of the other."""
    a, b = at.inputs
    rank_a, rank_b = rank_of(a, at), rank_of(b, at)
    width = max(rank_a, rank_b)

    def dims(x: Any, rank: int) -> list[Any]:
        shape = ops.shape(x)
        known = x.spec.shape
        found = [shape[i] if known[i] is None else known[i] for i in range(rank)]
        return [1] * (width - rank) + found

    def part(x: Any, other: Any, *, is_first: bool) -> Any:
        ours, theirs = dims(a, rank_a), dims(b, rank_b)
        apart = [n for pair in zip(ours, theirs, strict=True) for n in pair]
        wide = [n for dim in theirs for n in (1, dim)]
        if not is_first:
            wide = [n for dim in ours for n in (dim, 1)]
        flow = ops.reshape(dy, apart) * ops.reshape(conjugated(other), wide)
        start = 1 if is_first else 0
        summed = ops.reduce_sum(flow, tuple(range(start, 2 * width, 2)))
        rank = rank_a if is_first else rank_b
        return like_dtype(ops.reshape(summed, dims(x, rank)[width - rank :]), x)

    return (lambda: part(a, b, is_first=True), lambda: part(b, a, is_first=False))


def multi_dot(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply the adjoints of the others, from both sides."""
    given = at.inputs
    is_row, is_column = rank_of(given[0], at) == 1, rank_of(given[-1], at) == 1

    def flow() -> Any:
        found = ops.expand_dims(dy, 0) if is_row else dy
        return ops.expand_dims(found, -1) if is_column else found

    def matrix(i: int) -> Any:
        x = given[i]
        if i == 0 and is_row:
            return _row(x)
        return _column(x) if i == len(given) - 1 and is_column else x

    def part(i: int) -> Any:
        from graph.ops.vectors import multi_dot  # rules are made while ops are

        before = [_turned(matrix(j)) for j in reversed(range(i))]
        after = [_turned(matrix(j)) for j in reversed(range(i + 1, len(given)))]
        dx = multi_dot([*before, flow(), *after])
        if i == 0 and is_row:
            dx = dx[0]
        elif i == len(given) - 1 and is_column:
            dx = dx[:, 0]
        return like_dtype(dx, given[i])

    return [lambda i=i: part(i) for i in range(len(given))]


def _turned(x: Any) -> Any:
    return ops.matrix_transpose(conjugated(x))
