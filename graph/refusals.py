"""What ops refuse, told with the op, its operands, and the user's line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import specs
from graph.errors import AutographError
from graph.origin import capture_exact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.op import Op
    from graph.origin import Origin


def told_by_inference(
    op: Op,
    arrays: Sequence[Any],
    attrs: Mapping[str, Any],
    origin: Origin | None = None,
) -> AutographError | None:
    """Return the error that tracing would raise of such operands, if it would.

    Args:
        op: The op.
        arrays: What its kernel is given.
        attrs: Its attributes.
        origin: The user's line; by default the one that runs now.
    """
    given = list(map(specs.spec_of, arrays))
    try:
        op.infer(*given, **attrs)
    except AutographError as error:
        return at_user(op, error, given, origin)
    return None


def at_user(
    op: Op,
    error: AutographError,
    given: Sequence[specs.TensorSpec],
    origin: Origin | None = None,
) -> AutographError:
    """Complete an error with the op, what was given, and the user's line."""
    if error.origin is not None:
        return error
    origin = capture_exact(2) if origin is None else origin
    if not op.is_public:
        return type(error)(
            error.message,
            origin=origin,
            others=error.others,
            hint=error.hint,
        )
    names = op.inputs if not op.variadic else [f"input {i}" for i in range(len(given))]
    listed = ", ".join(
        f"{name} is {spec.told}" for name, spec in zip(names, given, strict=False)
    )
    message = f"{op.name}({', '.join(op.inputs)}): {error.message}"
    if listed:
        message = f"{message.rstrip('.')}; {listed}."
    return type(error)(
        message,
        origin=origin,
        others=error.others,
        hint=error.hint,
    )


__all__ = ["at_user", "told_by_inference"]
