"""Bring gradients to the shape and dtype of what they are the gradients of.

Where an op broadcasts an input or promotes its dtype, the gradient that comes back
has the shape and dtype of the result: it is summed over what was repeated, and cast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import dtypes, shapes
from graph.dispatch import apply
from graph.op import NoGradient, Zero, op_named
from graph.specs import TensorSpec, covers, spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph.op import Application, Gradient


def elementwise_rule(gradient: Any, smooth: int = 0) -> Gradient | None:
    """Return the rule of an elementwise op, given a function for each input.

    Args:
        gradient: The function or functions, or what there is in place of a rule.
        smooth: The place of the result that has a gradient.
    """
    if gradient is None or isinstance(gradient, (NoGradient, Zero)):
        return gradient
    parts = gradient if isinstance(gradient, tuple) else (gradient,)

    def rule(at: Application, *dys: Any) -> Sequence[Any]:
        dy = dys[smooth]
        if dy is None:
            return [None] * len(at.inputs)
        given = tuple(map(conjugated, (*at.outputs, *at.inputs)))
        is_alone = len(at.inputs) == 1

        def flow(part: Callable[..., Any], x: Any) -> Callable[[], Any]:
            def found() -> Any:
                dx = part(dy, *given)
                return like_dtype(dx, x) if is_alone else unbroadcast(dx, x)

            return found

        return [
            None if part is None else flow(part, x)
            for part, x in zip(parts, at.inputs, strict=True)
        ]

    return rule


def conjugated(x: Any) -> Any:
    """Return the complex conjugate; of real numbers the value itself.

    Gradients follow the convention of TensorFlow: they point to where a real result
    grows, so that complex factors enter them conjugated.
    """
    if not spec_of(x).dtype.is_complex:
        return x
    return apply(op_named("conj"), (x,))


def like_dtype(dx: Any, x: Any) -> Any:
    """Return a gradient in the dtype of `x`; of complex ones the real part."""
    wanted, given = dtypes.strengthen(spec_of(x).dtype), spec_of(dx).dtype
    if given is wanted:
        return dx
    if given.is_complex and not wanted.is_complex:
        return like_dtype(apply(op_named("real_part"), (dx,)), x)
    return apply(op_named("cast"), (dx,), {"dtype": wanted})


def unbroadcast(dx: Any, x: Any) -> Any:
    """Return a gradient summed to the shape of `x`, in its dtype."""
    wanted, given = spec_of(x).shape, spec_of(dx).shape
    if wanted != given or not shapes.is_static(wanted):
        dx = sum_to(dx, x)
    return like_dtype(dx, x)


def sum_to(dx: Any, x: Any) -> Any:
    """Return `dx` summed over the axes along which `x` was repeated."""
    shape = spec_of(x).shape
    like = () if shapes.is_static(shape) else (x,)
    return apply(op_named("sum_to"), (dx, *like), {"shape": shape})


def spread(dy: Any, x: Any, axis: Any = (), *, keepdims: bool = True) -> Any:
    """Return `dy` repeated to the shape of `x`, from which `axis` was reduced."""
    shape = spec_of(x).shape
    like = () if shapes.is_static(shape) else (x,)
    attrs = {"shape": shape, "axis": axis, "keepdims": keepdims}
    return apply(op_named("spread"), (dy, *like), attrs)


def zeros_for(value: Any) -> Any:
    """Return the gradient of a value on which nothing depends."""
    spec = spec_of(value)
    if spec.dtype.python is list:
        # A list at hand knows itself; see `graph.gradients.kept`.
        at_hand = getattr(value, "zeros", None)
        return at_hand() if at_hand else apply_raw("list_zeros_like", value)
    if not shapes.is_static(spec.shape):
        return apply(op_named("zeros_like"), (value,), {"dtype": None})
    attrs = {"shape": spec.shape, "dtype": dtypes.strengthen(spec.dtype)}
    return apply(op_named("zeros"), (), attrs)


def filled(at: Application, dys: Sequence[Any]) -> list[Any]:
    """Return a gradient for each output: zeros where nothing flows back."""
    return [
        zeros_for(y) if dy is None else dy
        for y, dy in zip(at.outputs, dys, strict=True)
    ]


def narrowed(dx: Any, spec: TensorSpec, x: Any) -> Any:
    """Return a gradient of `x` of which is known what is known of its value."""
    if spec.dtype.python is list or covers(spec, spec_of(dx)):
        return dx
    return sum_to(dx, x)


def apply_raw(name: str, *operands: Any, **attrs: Any) -> Any:
    """Apply an op that takes Python numbers and lists as they are."""
    from graph.ops.arguments import apply_as_given  # ops are made with this module

    return apply_as_given(op_named(name), operands, attrs)


__all__ = [
    "apply_raw",
    "conjugated",
    "elementwise_rule",
    "filled",
    "like_dtype",
    "narrowed",
    "spread",
    "sum_to",
    "unbroadcast",
    "zeros_for",
]
