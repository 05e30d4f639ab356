"""The two ends of a gradient: targets, with what theirs is, and sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph import nest, ops
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.gradients.values import has_gradient
from graph.handles import Handle
from graph.origin import capture_exact
from graph.shapes import is_compatible
from graph.specs import spec_of
from graph.tensor import Tensor


def handle_of(leaf: Any) -> Handle | None:
    """Return the handle of a variable, None for anything else."""
    handle = getattr(leaf, "handle", None) if not isinstance(leaf, Tensor) else None
    return handle if isinstance(handle, Handle) else None


def as_target(leaf: Any) -> Any:
    """Return a target as a tensor.

    Raises:
        DTypeError: It is None.
    """
    if isinstance(leaf, Tensor):
        return leaf
    if leaf is None:
        raise DTypeError(
            "the target of a gradient is None.",
            origin=capture_exact(3),
            hint="Give the tensor whose gradient is wanted.",
        )
    return as_tensor(leaf)


def as_source(leaf: Any) -> Any:
    """Return a source: a tensor, or the handle of a variable.

    Raises:
        DTypeError: It is neither a tensor nor a variable.
    """
    handle = handle_of(leaf)
    if handle is None and not isinstance(leaf, Tensor):
        raise DTypeError(
            f"a source of a gradient is {leaf!r}, a {type(leaf).__name__}.",
            origin=capture_exact(3),
            hint="Sources are tensors that the tape has watched, and variables.",
        )
    return leaf if handle is None else handle


def output_gradients_of(
    targets: Sequence[Any], given: Any, *, is_single: bool
) -> list[Any]:
    """Return what each target's gradient is multiplied with; None if it has none."""
    flat = [given] if is_single else nest.flatten(given)
    flat = [None] * len(targets) if given is None else flat
    if len(flat) != len(targets):
        raise InvalidArgumentError(
            f"{len(flat)} output gradients are given for {len(targets)} targets.",
            origin=capture_exact(3),
            hint="Give one for each target, in the same structure.",
        )
    dys: list[Any] = []
    for target, dy in zip(targets, flat, strict=True):
        if not has_gradient(target):
            dys.append(None)
        elif dy is None:
            dys.append(ops.ones_like(target))
        else:
            dys.append(_checked(target, as_tensor(dy, spec_of(target).dtype)))
    return dys


def _checked(target: Any, dy: Any) -> Any:
    if not is_compatible(spec_of(target).shape, spec_of(dy).shape):
        raise ShapeError(
            f"an output gradient is {spec_of(dy)}, for the target {spec_of(target)}.",
            origin=capture_exact(4),
            hint="It has the shape of its target.",
        )
    return dy


def one_target(value: Any) -> Tensor:
    """Return a target that must be a single tensor.

    Raises:
        DTypeError: It is a structure, or no tensor.
    """
    if nest.is_nested(value):
        raise DTypeError(
            "the target of a Jacobian is a structure.",
            origin=capture_exact(3),
            hint="Give one tensor; ag.concat puts several together.",
        )
    target: Tensor = as_target(value)
    return target


def check_batches(target: Tensor, source: Tensor) -> None:
    """Check that two tensors have a first axis of one length, as far as is known.

    Raises:
        ShapeError: They have not.
    """
    firsts = [x.shape[0] if x.shape else None for x in (target, source)]
    if () in (target.shape, source.shape) or (
        None not in firsts and firsts[0] != firsts[1]
    ):
        raise ShapeError(
            f"the target is {spec_of(target)} and the source {spec_of(source)}: there "
            "is no first axis that numbers the examples of both.",
            origin=capture_exact(3),
            hint="`jacobian` takes any shapes.",
        )
