"""Gradients of linear systems, inverses and determinants.

Source: Giles, An extended collection of matrix derivative results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.op import op_named
from graph.ops.gradients.decompositions import adjoint, real_part
from graph.ops.gradients.structural import rank_of
from graph.specs import spec_of
from graph.unbroadcast import conjugated, like_dtype, unbroadcast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def _outer(left: Any, right: Any, *, is_vector: bool) -> Any:
    """Return left @ adjoint(right), of matrices or of vectors."""
    if is_vector:
        left, right = ops.expand_dims(left, -1), ops.expand_dims(right, -1)
    return left @ adjoint(right)


def solve(at: Application, dy: Any) -> Sequence[Any]:
    """Solve the adjoint system."""
    a, b = at.inputs
    is_vector = rank_of(b, at) == 1

    def flow() -> Any:
        return _solve_each(adjoint(a), dy, is_vector=is_vector)

    def first() -> Any:
        return unbroadcast(-_outer(flow(), at.outputs[0], is_vector=is_vector), a)

    return (first, lambda: unbroadcast(flow(), b))


def _solve_each(a: Any, b: Any, *, is_vector: bool) -> Any:
    """Solve for each vector of a stack."""
    from graph.ops.systems import solve  # rules are made while ops are

    if not is_vector:
        return solve(a, b)
    return solve(a, ops.expand_dims(b, -1))[..., 0]


def triangular_solve(at: Application, dy: Any) -> Sequence[Any]:
    """Solve the adjoint system; the other triangle has no part in it."""
    from graph.ops.systems import triangular_solve as solved

    a, b = at.inputs
    x = at.outputs[0]
    lower, is_adjoint = at.attrs["lower"], at.attrs["adjoint"]
    is_vector = rank_of(b, at) == 1

    def flow() -> Any:
        held = ops.expand_dims(dy, -1) if is_vector else dy
        found = solved(a, held, lower=lower, adjoint=not is_adjoint)
        return found[..., 0] if is_vector else found

    def first() -> Any:
        pair = (x, flow()) if is_adjoint else (flow(), x)
        whole = -_outer(*pair, is_vector=is_vector)
        return unbroadcast((ops.tril if lower else ops.triu)(whole), a)

    return (first, lambda: unbroadcast(flow(), b))


def inv(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply with the inverse from both sides."""

    def back() -> Any:
        turned = adjoint(at.outputs[0])
        return like_dtype(-turned @ dy @ turned, at.inputs[0])

    return (back,)


def _scalars(x: Any, like: Any) -> Any:
    """Return a number for each matrix, fit to multiply them."""
    held = x if spec_of(x).dtype is spec_of(like).dtype else ops.cast(x, like.dtype)
    return ops.expand_dims(held, (-2, -1))


def det(at: Application, dy: Any) -> Sequence[Any]:
    """Multiply with the cofactors, which singular matrices have, too."""

    def back() -> Any:
        x = at.inputs[0]
        cofactors = adjoint(apply(op_named("adjugate"), (_inexact(x, dy),)))
        return like_dtype(_scalars(dy, cofactors) * cofactors, x)

    return (back,)


def _inexact(x: Any, like: Any) -> Any:
    """Return integers in the dtype in which they were computed with."""
    dtype = spec_of(like).dtype
    return x if spec_of(x).dtype.numpy.kind in "fc" else ops.cast(x, dtype)


def adjugate(at: Application, dy: Any) -> Sequence[Any]:
    """Use that the second derivative of a determinant is symmetric."""

    def back() -> Any:
        slope = op_named("adjugate_slope")
        return adjoint(apply(slope, (at.inputs[0], adjoint(dy))))

    return (back,)


def adjugate_slope(at: Application, dy: Any) -> Sequence[Any]:
    """Be linear in the change; for the matrix use inverses, which must exist."""
    x, change = at.inputs

    def by_matrix() -> Any:
        from graph.ops.systems import det, inv  # rules are made while ops are

        # slope = d (t y - y c y), with y the inverse, d the determinant, c the
        # change, and t the trace of y c.
        y, d, turned = inv(x), det(x), adjoint(change)
        t = _scalars(ops.trace(y @ change), y)
        flow = dy * conjugated(_scalars(d, y))
        of_t = ops.reduce_sum(flow * conjugated(y), (-2, -1), keepdims=True)
        of_y = conjugated(t) * flow + of_t * turned
        of_y = of_y - flow @ adjoint(y) @ turned - turned @ adjoint(y) @ flow
        inner = t * y - y @ change @ y
        of_d = ops.reduce_sum(dy * conjugated(inner), (-2, -1), keepdims=True)
        dx = of_d * conjugated(_scalars(d, y)) * adjoint(y)
        return like_dtype(dx - adjoint(y) @ of_y @ adjoint(y), x)

    def by_change() -> Any:
        return adjoint(apply(at.op, (x, adjoint(dy))))

    return (by_matrix, by_change)


def slogdet(at: Application, *dys: Any) -> Sequence[Any]:
    """Multiply with the inverse; a complex sign turns, a real one does not."""
    x = at.inputs[0]
    sign = at.outputs[0]
    of_sign, of_log = dys
    is_complex = spec_of(sign).dtype.is_complex

    def back() -> Any:
        from graph.ops.systems import inv  # rules are made while ops are

        turned = adjoint(inv(x))
        parts = []
        if of_log is not None:
            parts.append(ops.cast(of_log, spec_of(turned).dtype))
        if of_sign is not None and is_complex:
            angle = real_part(of_sign * conjugated(sign) * -1j)
            parts.append(ops.cast(angle, spec_of(turned).dtype) * 1j)
        if not parts:
            return ops.zeros_like(x)
        return like_dtype(_scalars(sum(parts[1:], parts[0]), turned) * turned, x)

    return (back,)
