"""Gradients of pseudo-inverses and of what they solve.

Source: Golub and Pereyra, The differentiation of pseudo-inverses, for matrices of
constant rank; where a tolerance cuts off singular values that are not zero, divided
differences of what becomes of them (Noferini, A formula for the Fréchet derivative of
a generalized matrix function).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graph import ops
from graph.dispatch import apply
from graph.errors import GradientError
from graph.op import op_named
from graph.ops.gradients.decompositions import adjoint, thin_svd
from graph.ops.gradients.structural import rank_of
from graph.specs import spec_of
from graph.unbroadcast import like_dtype, unbroadcast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def pinv(at: Application, dy: Any) -> Sequence[Any]:
    """Differentiate at constant rank; what a tolerance cuts off stays cut off."""
    a, p = at.inputs[0], at.outputs[0]

    def back() -> Any:
        if len(at.inputs) > 1:
            whole = _of_cut(_as(a, p), at.inputs[1], dy, at.attrs["hermitian"])
            return unbroadcast(like_dtype(whole, a), a)
        turned, flow = adjoint(p), adjoint(dy)
        new = flow @ p @ turned
        new = new - _as(a, p) @ (p @ new)
        other = turned @ p @ flow
        other = other - (other @ p) @ _as(a, p)
        whole = new + other - turned @ dy @ turned
        return unbroadcast(like_dtype(whole, a), a)

    return (back, *(None for _ in at.inputs[1:]))


def _of_cut(a: Any, rcond: Any, dy: Any, hermitian: bool) -> Any:
    """Return the gradient where singular values may be cut off that are not zero."""
    u, s, vh = thin_svd(a, hermitian=hermitian)
    v, flow = adjoint(vh), adjoint(dy)
    cut = ops.expand_dims(ops.cast(rcond, spec_of(s).dtype), -1) * s[..., :1]
    is_kept = ops.greater(s, cut)
    inverse = ops.where(is_kept, ops.div_no_nan(ops.ones_like(s), s), ops.zeros_like(s))

    def row(x: Any) -> Any:
        return ops.expand_dims(x, -2)

    def column(x: Any) -> Any:
        return ops.expand_dims(x, -1)

    both = row(inverse) * column(inverse)
    is_both = ops.logical_and(row(is_kept), column(is_kept))
    less = ops.div_no_nan(column(inverse) - row(inverse), column(s) - row(s))
    more = ops.div_no_nan(column(inverse) + row(inverse), column(s) + row(s))
    inner = adjoint(u) @ flow @ v
    half = ops.constant(0.5, spec_of(inner).dtype)
    turned = adjoint(inner)
    inner = half * (
        _as(ops.where(is_both, -both, less), inner) * (inner + turned)
        + _as(ops.where(is_both, both, more), inner) * (inner - turned)
    )
    squares = row(_as(inverse * inverse, u))
    new_u = (flow @ v) * squares
    new_v = (adjoint(flow) @ u) * squares
    whole = u @ inner @ vh + (new_u - u @ (adjoint(u) @ new_u)) @ vh
    return whole + u @ adjoint(new_v - v @ (vh @ new_v))


def _as(x: Any, like: Any) -> Any:
    dtype = spec_of(like).dtype
    return x if spec_of(x).dtype is dtype else ops.cast(x, dtype)


def lstsq(at: Application, *dys: Any) -> Sequence[Any]:
    """Differentiate the solution as that of the pseudo-inverse."""
    a, b = at.inputs
    of_x, of_residuals, _, of_s = dys
    is_vector = rank_of(b, at) == 1
    if of_residuals is not None:
        raise GradientError(
            "there is no gradient of the residuals of lstsq: whether there are any "
            "depends on the rank.",
            others=(("it is applied here", at.origin),),
            hint="Compute them: the sum of the squares of `a @ x - b`.",
        )
    x = at.outputs[0]

    def columns(value: Any) -> Any:
        held = _as(value, x)
        return ops.expand_dims(held, -1) if is_vector else held

    rcond: Any = at.attrs["rcond"]
    if rcond == "rows":
        n_rows = ops.cast(ops.shape(a)[0], spec_of(at.outputs[3]).dtype)
        rcond = n_rows * float(np.finfo(spec_of(a).dtype.numpy).eps)
    elif rcond is not None and rcond < 0:
        # What LAPACK makes of it.
        rcond = float(np.finfo(spec_of(x).dtype.numpy).eps)

    def inverse() -> Any:
        # Without a tolerance: the standard's, which is that of numpy.linalg.lstsq.
        attrs = {"hermitian": False, "cutoff": "standard"}
        given = (_as(a, x),) if rcond is None else (_as(a, x), rcond)
        return apply(op_named("pinv"), given, attrs)

    def by_matrix() -> Any:
        total = None
        if of_x is not None and rcond is not None:
            flow = columns(of_x) @ adjoint(columns(b))
            total = _of_cut(_as(a, x), rcond, flow, hermitian=False)
        elif of_x is not None:
            p, flow, found = inverse(), columns(of_x), columns(x)
            back = adjoint(p) @ flow
            rest = columns(b) - _as(a, x) @ found
            new = flow - p @ (_as(a, x) @ flow)
            total = rest @ adjoint(p @ back) + (adjoint(p) @ found) @ adjoint(new)
            total = total - back @ adjoint(found)
        if of_s is not None:
            u, _, vh = thin_svd(_as(a, x))
            of_values = (u * ops.expand_dims(_as(of_s, u), -2)) @ vh
            total = of_values if total is None else total + of_values
        return like_dtype(total, a)

    def by_rhs() -> Any:
        if of_x is None:
            return None
        db = adjoint(inverse()) @ columns(of_x)
        return like_dtype(db[..., 0] if is_vector else db, b)

    return (by_matrix, by_rhs if of_x is not None else None)
