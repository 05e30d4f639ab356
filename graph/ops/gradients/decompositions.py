"""Gradients of matrices taken apart.

Singular vectors and eigenvectors are determined up to a sign, or a phase. These rules
are right for whatever does not depend on it. Where two values are equal any vectors
of a plane will do, and there is no derivative: the gradient is nan then. That through
the values alone is right everywhere.

Source: Giles, An extended collection of matrix derivative results; Walter and Lehmann,
Algorithmic differentiation of linear algebra functions with application in optimum
experimental design, for QR; Boeddeker and others, On the computation of complex-valued
gradients, for eigenvectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.errors import GradientError
from graph.op import op_named
from graph.specs import spec_of
from graph.unbroadcast import conjugated, filled, like_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def adjoint(x: Any) -> Any:
    """Return conjugated transposes."""
    return ops.matrix_transpose(conjugated(x))


def thin_svd(x: Any, *, hermitian: bool = False) -> tuple[Any, Any, Any]:
    """Return U, s and the adjoint of V, as many of each as there are of s."""
    attrs = {"full_matrices": False, "hermitian": hermitian}
    found: tuple[Any, Any, Any] = apply(op_named("svd"), (x,), attrs)
    return found


def last_dimension(x: Any) -> Any:
    """Return the length of the last axis: a number, or a tensor if it is not known."""
    known = (spec_of(x).shape or (None,))[-1]
    return ops.shape(x)[-1] if known is None else known


def real_part(x: Any) -> Any:
    """Return real parts; of real numbers themselves."""
    return apply(op_named("real_part"), (x,))


def hermitian_part(x: Any) -> Any:
    """Return the part that is equal to its adjoint."""
    return (x + adjoint(x)) * _half(x)


def _half(x: Any) -> Any:
    return ops.constant(0.5, spec_of(x).dtype)


def _as(x: Any, like: Any) -> Any:
    """Return real numbers in the dtype of complex ones, which they multiply."""
    dtype = spec_of(like).dtype
    return x if spec_of(x).dtype is dtype else ops.cast(x, dtype)


def _columns(x: Any, factors: Any) -> Any:
    """Scale columns."""
    return x * ops.expand_dims(_as(factors, x), -2)


def _differences(values: Any) -> Any:
    """Return values[j] - values[i]."""
    return ops.expand_dims(values, -2) - ops.expand_dims(values, -1)


def _quotient(x: Any, y: Any) -> Any:
    """Divide matrices, leaving out the diagonal where it is zero; nan elsewhere."""
    is_apart = ops.logical_or(ops.not_equal(y, 0), ops.eye(last_dimension(y)) > 0)
    known = ops.where(is_apart, 1.0, float("nan"))
    # A factor, so that derivatives of this are nan, too.
    return ops.div_no_nan(x, _as(y, x)) * ops.cast(known, spec_of(x).dtype)


def solve_adjoint(triangle: Any, b: Any, *, lower: bool) -> Any:
    """Solve adjoint(triangle) @ x = b."""
    from graph.ops.systems import triangular_solve  # rules are made while ops are

    return triangular_solve(triangle, b, lower=lower, adjoint=True)


def cholesky(at: Application, dy: Any) -> Sequence[Any]:
    """Differentiate both triangles of `L @ adjoint(L)`, which change together."""

    def back() -> Any:
        y = at.outputs[0]
        factor, flow = (adjoint(y), adjoint(dy)) if at.attrs["upper"] else (y, dy)
        inner = adjoint(factor) @ flow
        phi = ops.tril(inner, -1) + ops.diag(ops.diag_part(inner) * _half(inner))
        left = solve_adjoint(factor, phi, lower=True)
        whole = adjoint(solve_adjoint(factor, adjoint(left), lower=True))
        return like_dtype(hermitian_part(whole), at.inputs[0])

    return (back,)


def qr(at: Application, *dys: Any) -> Sequence[Any]:
    """Differentiate the first columns, which make Q, and then those beside them."""
    x = at.inputs[0]
    m, n = (spec_of(x).shape or (None, None))[-2:]
    if at.attrs["full_matrices"] and (m is None or n is None or m > n):
        raise GradientError(
            "there is no gradient of qr(full_matrices=True) where Q is larger than the "
            "matrix: its further columns are any that are orthogonal.",
            others=(("it is applied here", at.origin),),
            hint="Leave full_matrices out.",
        )

    def back() -> Any:
        q, r = at.outputs
        dq, dr = filled(at, dys)
        k = last_dimension(q)
        triangle = r[..., :k]
        of_triangle, of_beside = dr[..., :k], dr[..., k:]
        # R has adjoint(Q) @ x, of columns that had no part in making Q.
        dq = dq + _as(x[..., k:], q) @ adjoint(of_beside)
        inner = ops.triu(of_triangle @ adjoint(triangle) - adjoint(q) @ dq)
        both = inner + adjoint(inner)
        both = both - ops.diag(ops.diag_part(hermitian_part(inner)))
        first = _over_triangle(dq + q @ both, triangle)
        return like_dtype(ops.concat([first, q @ of_beside], -1), x)

    return (back,)


def _over_triangle(x: Any, triangle: Any) -> Any:
    """Return x @ inv(adjoint(triangle)), for an upper triangle."""
    from graph.ops.systems import triangular_solve  # rules are made while ops are

    return adjoint(triangular_solve(triangle, adjoint(x), lower=False))


def svd(at: Application, *dys: Any) -> Sequence[Any]:
    """Differentiate what turns the vectors into one another, and what is new."""
    x = at.inputs[0]
    u, s, vh = at.outputs
    du, ds, dvh = dys
    m, n = (spec_of(x).shape or (None, None))[-2:]
    has_more = at.attrs["full_matrices"] and (m is None or m != n)
    if has_more and (du is not None or dvh is not None):
        raise GradientError(
            "there is no gradient through the vectors of svd(full_matrices=True) "
            "unless the matrix is square: the further ones are any that are "
            "orthogonal.",
            others=(("it is applied here", at.origin),),
            hint="Leave full_matrices out.",
        )

    def back() -> Any:
        if du is None and dvh is None:
            k = ops.shape(s)[-1] if has_more else None
            return like_dtype(_columns(u[..., :k], ds) @ vh[..., :k, :], x)
        of_u, of_s, of_vh = filled(at, dys)
        dx = _of_singular_vectors((u, s, vh), (of_u, of_s, adjoint(of_vh)))
        return like_dtype(dx, x)

    return (back,)


def _of_singular_vectors(parts: tuple[Any, ...], flows: tuple[Any, ...]) -> Any:
    u, s, vh = parts
    du, ds, dv = flows
    v = adjoint(vh)
    of_u, of_v = _skew(adjoint(u) @ du), _skew(vh @ dv)
    # s[j]/(s[j]^2 - s[i]^2) taken apart into 1/(s[j] - s[i]) and 1/(s[j] + s[i]): the
    # first is infinite where values are equal, and then has nothing to divide.
    sums = ops.expand_dims(s, -2) + ops.expand_dims(s, -1)
    inner = _quotient(of_u + of_v, _differences(s)) + _quotient(of_u - of_v, sums)
    inner = inner * _half(inner)
    inner = inner + ops.diag(_as(ds, inner))
    dx = u @ inner @ vh
    new_u = _columns(du, _reciprocal(s, u))
    new_v = _columns(dv, _reciprocal(s, v))
    dx = dx + (new_u - u @ (adjoint(u) @ new_u)) @ vh
    return dx + u @ adjoint(new_v - v @ (vh @ new_v))


def _reciprocal(s: Any, vectors: Any) -> Any:
    """Return 1 / s; nan for 0 if the vectors are not all that there are."""
    is_all = ops.equal(_rows(vectors), last_dimension(vectors))
    is_known = ops.logical_or(ops.not_equal(s, 0), is_all)
    known = ops.cast(ops.where(is_known, 1.0, float("nan")), spec_of(s).dtype)
    return ops.div_no_nan(ops.ones_like(s), s) * known


def _rows(x: Any) -> Any:
    known = (spec_of(x).shape or (None, None))[-2]
    return ops.shape(x)[-2] if known is None else known


def _skew(x: Any) -> Any:
    return x - adjoint(x)


def svdvals(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients between the vectors."""
    x = at.inputs[0]

    def back() -> Any:
        u, _, vh = thin_svd(x, hermitian=at.attrs["hermitian"])
        return like_dtype(_columns(u, dy) @ vh, x)

    return (back,)


def eigh(at: Application, *dys: Any) -> Sequence[Any]:
    """Differentiate both triangles, which change together."""
    x = at.inputs[0]
    w, v = at.outputs
    dw, dv = dys

    def back() -> Any:
        if dv is None:
            return like_dtype(_columns(v, dw) @ adjoint(v), x)
        inner = _quotient(_skew(adjoint(v) @ dv), _differences(w)) * _half(dv)
        if dw is not None:
            inner = inner + ops.diag(_as(dw, inner))
        return like_dtype(v @ inner @ adjoint(v), x)

    return (back,)


def eigvalsh(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients between the vectors."""
    x = at.inputs[0]

    def back() -> Any:
        _, v = apply(op_named("eigh"), (x,), at.attrs)
        return like_dtype(_columns(v, dy) @ adjoint(v), x)

    return (back,)


def eig(at: Application, *dys: Any) -> Sequence[Any]:
    """Differentiate vectors that are scaled to norm 1."""
    x = at.inputs[0]
    w, v = at.outputs
    dw, dv = dys

    def back() -> Any:
        if dv is None:
            return like_dtype(_between(v, ops.diag(dw)), x)
        vh = adjoint(v)
        turned = vh @ dv
        lengths = real_part(ops.diag_part(turned))
        inner = turned - _columns(vh @ v, lengths)
        inner = _quotient(inner, conjugated(_differences(w)))
        if dw is not None:
            inner = inner + ops.diag(dw)
        return like_dtype(_between(v, inner), x)

    return (back,)


def _between(v: Any, inner: Any) -> Any:
    """Return adjoint(v)^-1 @ inner @ adjoint(v)."""
    from graph.ops.systems import solve  # rules are made while ops are

    return solve(adjoint(v), inner @ adjoint(v))


def eigvals(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients between the vectors and their inverse."""
    x = at.inputs[0]

    def back() -> Any:
        _, v = apply(op_named("eig"), (x,))
        return like_dtype(_between(v, ops.diag(dy)), x)

    return (back,)
