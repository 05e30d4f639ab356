"""Gradients of functions of matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.op import op_named
from graph.ops.gradients.decompositions import adjoint, last_dimension, thin_svd
from graph.specs import spec_of
from graph.unbroadcast import like_dtype

if TYPE_CHECKING:
    from graph.op import Application, Op
    from graph.origin import Origin


@dataclass(frozen=True)
class Applied:
    """An op as a rule applies it in the course of another one."""

    op: Op
    inputs: Sequence[Any]
    attrs: Mapping[str, Any]
    outputs: Sequence[Any]
    origin: Origin


def of_blocks(at: Application, dy: Any) -> Sequence[Any]:
    """Read it off the same function of a matrix of blocks, [[x^H, dy], [0, x^H]].

    Right for what power series define: exponentials, powers, inverses.
    """
    x = at.inputs[0]

    def back() -> Any:
        flow = adjoint(x)
        if spec_of(flow).dtype is not spec_of(dy).dtype:
            flow = ops.cast(flow, spec_of(dy).dtype)
        above = ops.concat([flow, dy], -1)
        below = ops.concat([ops.zeros_like(flow), flow], -1)
        whole = apply(at.op, (ops.concat([above, below], -2),), at.attrs)
        n = last_dimension(dy)
        return like_dtype(whole[..., :n, n:], x)

    return (back,)


def condition_number(at: Application, dy: Any) -> Sequence[Any]:
    """Differentiate the quotient of two singular values, or the product of norms."""
    p = at.attrs["p"]
    if p in (None, 2, -2):
        return (lambda: _of_quotient(at, dy, is_inverse=p == -2),)
    return (lambda: _of_norms(at, dy),)


def _matrix(x: Any, like: Any) -> Any:
    held = x if spec_of(x).dtype is spec_of(like).dtype else ops.cast(x, like.dtype)
    return ops.expand_dims(held, (-2, -1))


def _of_quotient(at: Application, dy: Any, *, is_inverse: bool) -> Any:
    x, y = at.inputs[0], at.outputs[0]
    u, s, vh = thin_svd(x)
    over, under = (
        (slice(-1, None), slice(1)) if is_inverse else (slice(1), slice(-1, None))
    )
    divisor = s[..., 0] if is_inverse else s[..., -1]
    flow = _matrix(dy / divisor, u)
    first = u[..., over] @ vh[..., over, :]
    second = u[..., under] @ vh[..., under, :]
    return like_dtype(flow * (first - _matrix(y, u) * second), x)


def _of_norms(at: Application, dy: Any) -> Any:
    from graph.ops.systems import inv  # rules are made while ops are

    x = at.inputs[0]
    held = x if spec_of(x).dtype.numpy.kind in "fc" else ops.cast(x, dy.dtype)
    inverse = inv(held)
    attrs = {"ord": at.attrs["p"], "axis": (-2, -1), "keepdims": False}
    norm = op_named("norm")
    ours, theirs = (apply(norm, (z,), attrs) for z in (held, inverse))

    def slope(z: Any, size: Any, flow: Any) -> Any:
        rule: Any = norm.gradient
        (found,) = rule(Applied(norm, (z,), attrs, (size,), at.origin), flow)
        return found()

    turned = adjoint(inverse)
    direct = slope(held, ours, dy * theirs)
    back = turned @ slope(inverse, theirs, dy * ours) @ turned
    return like_dtype(direct - back, x)
