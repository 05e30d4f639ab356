"""Gradients of elementwise ops that are more than a line in their rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graph import dtypes, ops
from graph.specs import spec_of
from graph.unbroadcast import conjugated


def same(dy: Any, *_: Any) -> Any:
    """Let the gradient through."""
    return dy


def negated(dy: Any, *_: Any) -> Any:
    """Let the gradient through with its sign changed."""
    return -dy


def chosen(place: int) -> Callable[..., Any]:
    """Return the gradient of what `maximum` and `minimum` take; equals share it."""

    def part(dz: Any, z: Any, *operands: Any) -> Any:
        is_mine = ops.cast(ops.equal(operands[place], z), spec_of(dz).dtype)
        is_other = ops.cast(ops.equal(operands[1 - place], z), spec_of(dz).dtype)
        return dz * ops.div_no_nan(is_mine, is_mine + is_other)

    return part


def pow_base(dz: Any, z: Any, x: Any, y: Any) -> Any:
    """Return y * x ** (y - 1): 0 for y = 0, for x = 0, too."""
    if dtypes.of_python(y) is not None:
        return dz * (y * x ** (y - 1)) if y else ops.zeros_like(dz)
    exponent = ops.where(ops.equal(y, 0), ops.ones_like(y), y - 1)
    return dz * (y * ops.pow(x, exponent))


def pow_exponent(dz: Any, z: Any, x: Any, y: Any) -> Any:
    """Return log(x) * x ** y, and 0 where real x has no logarithm."""
    if spec_of(z).dtype.is_complex:
        return dz * z * ops.log(x)
    base = ops.cast(x, spec_of(dz).dtype)
    is_positive = base > 0
    logarithm = ops.log(ops.where(is_positive, base, ops.ones_like(base)))
    return dz * ops.where(is_positive, z * logarithm, ops.zeros_like(z))


def unit_sign(x: Any) -> Any:
    """Return 1 or -1 by the sign, that of zeros included."""
    return ops.copysign(ops.ones_like(x), x)


def copysign(dz: Any, z: Any, x: Any, y: Any) -> Any:
    """Change the sign where that of `x` was changed."""
    return dz * (unit_sign(x) * unit_sign(y))


def sign_gradient(dy: Any, y: Any, x: Any) -> Any:
    """Return nothing for real numbers; complex ones turn with their sign."""
    if not spec_of(x).dtype.is_complex:
        return ops.zeros_like(dy)
    # y = x / |x|; what of dy is along y vanishes, the rest is divided by |x|.
    back = conjugated(y)
    along = dy * conjugated(back)
    return (dy - along_real(along) * back) / ops.abs(x)


def along_real(z: Any) -> Any:
    """Return the real part of complex numbers."""
    from graph.dispatch import apply  # rules are made while ops are
    from graph.op import op_named

    return apply(op_named("real_part"), (z,))
