"""Gradients of products of matrices and Einstein sums, and of diagonals."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

from graph import ops
from graph.ops.gradients.structural import rank_of, shape_of
from graph.specs import spec_of
from graph.unbroadcast import conjugated, like_dtype, spread, unbroadcast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def matmul(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply with the other matrix, transposed; vectors are rows and columns."""
    a, b = at.inputs
    is_row, is_column = (rank_of(x, at) == 1 for x in (a, b))
    flow = dy
    if is_row:
        flow = ops.expand_dims(flow, -1 if is_column else -2)
    if is_column:
        flow = ops.expand_dims(flow, -1)

    def first() -> Any:
        other = conjugated(b)
        other = ops.expand_dims(other, -1) if is_column else other
        da = flow @ ops.matrix_transpose(other)
        return unbroadcast(_only_row(da) if is_row else da, a)

    def second() -> Any:
        other = conjugated(a)
        other = ops.expand_dims(other, 0) if is_row else other
        db = ops.matrix_transpose(other) @ flow
        return unbroadcast(db[..., 0] if is_column else db, b)

    return (first, second)


def _only_row(da: Any) -> Any:
    return da[..., 0, :]


def matrix_transpose(at: Application, dy: Any) -> Sequence[Any]:
    """Transpose back."""
    return (lambda: ops.matrix_transpose(dy),)


def outer(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply with the other vector."""
    a, b = at.inputs

    def part(x: Any, other: Any, flow: Any) -> Any:
        dx = flow @ ops.reshape(conjugated(other), [-1])
        return like_dtype(ops.reshape(dx, shape_of(x)), x)

    return (
        lambda: part(a, b, dy),
        lambda: part(b, a, ops.matrix_transpose(dy)),
    )


def dot(at: Application, dy: Any) -> Sequence[Any]:
    """Do as for `tensordot`; with scalars as for `*`."""
    a, b = at.inputs
    rank_a, rank_b = rank_of(a, at), rank_of(b, at)
    if not rank_a or not rank_b:
        return (
            lambda: unbroadcast(_summed(dy * conjugated(b), a), a),
            lambda: unbroadcast(_summed(dy * conjugated(a), b), b),
        )
    return _contracted(at, dy, [rank_a - 1], [max(rank_b - 2, 0)])


def _summed(product: Any, x: Any) -> Any:
    return ops.reduce_sum(product) if spec_of(x).rank == 0 else product


def tensordot(at: Application, dy: Any) -> Sequence[Any]:
    """Sum over the axes that the other operand has kept."""
    a, b = at.inputs
    ours, theirs = at.attrs["axes"]
    rank_a, rank_b = rank_of(a, at), rank_of(b, at)
    return _contracted(at, dy, [i % rank_a for i in ours], [i % rank_b for i in theirs])


def _contracted(
    at: Application, dy: Any, ours: list[int], theirs: list[int]
) -> Sequence[Any]:
    a, b = at.inputs
    names = iter(string.ascii_letters)
    of_a = [next(names) for _ in range(rank_of(a, at))]
    of_b = [next(names) for _ in range(rank_of(b, at))]
    for i, j in zip(ours, theirs, strict=True):
        of_b[j] = of_a[i]
    free_a = [x for i, x in enumerate(of_a) if i not in ours]
    free_b = [x for i, x in enumerate(of_b) if i not in theirs]
    left, right, out = map("".join, (of_a, of_b, free_a + free_b))
    return (
        lambda: like_dtype(ops.einsum(f"{out},{right}->{left}", dy, conjugated(b)), a),
        lambda: like_dtype(ops.einsum(f"{out},{left}->{right}", dy, conjugated(a)), b),
    )


def einsum(at: Application, dy: Any) -> Sequence[Any]:
    """Sum the others' products with the gradient over the axes not named."""
    from graph.ops.matrices import parse_equation  # rules are made while ops are

    parts, out = parse_equation(at.attrs["equation"])

    def part(place: int) -> Any:
        x = at.inputs[place]
        letters, pairs = _told_apart(parts[place], at.attrs["equation"])
        others = [i for i in range(len(parts)) if i != place]
        known = set(out).union(*(parts[i] for i in others), *pairs)
        found = "".join(x for x in letters if x in known)
        # An ellipsis broadcasts: it comes first, so that what is new can be summed.
        is_open = "." in found or "." in out
        found = found.replace(".", "")
        target = f"...{found}" if is_open else found
        left = ",".join([out, *(parts[i] for i in others), *pairs])
        given = [dy, *(conjugated(at.inputs[i]) for i in others)]
        dims = shape_of(x)
        for pair in pairs:
            # Counted from the end where an ellipsis comes first.
            axis = letters.index(pair[1])
            axis -= len(letters) if "." in letters[:axis] else 0
            given.append(ops.eye(dims[axis], dtype=spec_of(dy).dtype))
        equation = f"{left.replace('.', '...')}->{target}"
        return _ordered(ops.einsum(equation, *given), x, letters, found, at)

    return [lambda i=i: part(i) for i in range(len(parts))]


def _told_apart(letters: str, equation: str) -> tuple[str, list[str]]:
    """Give axes of one letter a letter each.

    Returns:
        The letters, and pairs of which the gradient is on the diagonal.
    """
    fresh = iter(sorted(set(string.ascii_letters) - set(equation)))
    told, pairs = "", []
    for letter in letters:
        if letter in told and letter != ".":
            other = next(fresh)
            pairs.append(letter + other)
            told += other
        else:
            told += letter
    return told, pairs


def _ordered(dx: Any, x: Any, letters: str, found: str, at: Application) -> Any:
    """Bring axes `...found` to the order of `letters`, with the missing ones added."""
    n_extra = rank_of(x, at) - len(letters.replace(".", ""))
    n_given = rank_of(dx, at) - len(found)
    if n_given > n_extra:
        dx = ops.reduce_sum(dx, tuple(range(n_given - n_extra)))
    missing = [x for x in letters if x != "." and x not in found]
    dx = ops.expand_dims(dx, tuple(range(-len(missing), 0))) if missing else dx
    named = [*found, *missing]
    order: list[int] = []
    for letter in letters:
        if letter == ".":
            order += range(n_extra)
        else:
            order.append(n_extra + named.index(letter))
    dx = ops.transpose(dx, order) if order != sorted(order) else dx
    # Axes of length 1 have broadcast; those that no one else names were summed.
    repeated = unbroadcast(dx, x) if not missing else dx
    return like_dtype(spread(repeated, x), x) if missing else repeated


def trace(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradient on the diagonals."""

    def back() -> Any:
        x = at.inputs[0]
        dims = shape_of(x)
        unit = ops.eye(dims[-2], dims[-1], dtype=spec_of(dy).dtype)
        return ops.expand_dims(dy, (-2, -1)) * unit

    return (back,)


def diag(at: Application, dy: Any) -> Sequence[Any]:
    """Take the diagonals."""
    return (lambda: ops.diag_part(dy, k=at.attrs["k"]),)


def diag_part(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients on the diagonals."""
    x = at.inputs[0]

    def back() -> Any:
        from graph.ops.triangles import set_one_diagonal  # rules are made while ops are

        zeros = ops.zeros(shape_of(x), spec_of(dy).dtype)
        return set_one_diagonal(zeros, dy, k=at.attrs["k"])

    return (back,)
