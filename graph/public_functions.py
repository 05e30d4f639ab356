"""The functions that users call by the names of ops: they always give tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.dispatch import apply, as_tensor
from graph.errors import DTypeError
from graph.op import REQUIRED, Op
from graph.origin import capture_exact
from graph.tensor import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import PublicFunction


def public_function(op: Op) -> PublicFunction:
    """Return the function that users call by the op's name."""
    n_inputs = len(op.inputs)
    variadic = op.variadic
    defaults = dict(op.attrs)
    is_plain = not variadic and REQUIRED not in defaults.values()

    def function(*args: Any, **kwargs: Any) -> Any:
        if is_plain and len(args) == n_inputs and not kwargs:
            return apply(op, args, defaults)
        operands, attrs, name = _bind(op, args, kwargs)
        return apply(op, operands, attrs, name)

    function.__name__ = function.__qualname__ = op.name
    function.__module__ = "autograph"
    function.__doc__ = op.doc
    function.__signature__ = op.signature  # type: ignore[attr-defined]
    function.op = op  # type: ignore[attr-defined]
    return function  # type: ignore[return-value]


def _bind(
    op: Op, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Sequence[Any], dict[str, Any], str | None]:
    try:
        bound = op.signature.bind(*args, **kwargs)
    except TypeError as error:
        raise DTypeError(
            f"{op.name}{op.signature}: {error}.", origin=capture_exact(2)
        ) from None
    bound.apply_defaults()
    values = bound.arguments
    operands = [values[name] for name in op.inputs]
    attrs = {name: values[name] for name in op.attrs}
    if op.variadic:
        first, *rest = operands
        sequence = (
            [as_tensor(x) for x in first]
            if not isinstance(first, Tensor)
            else list(_rows(first))
        )
        operands = [*sequence, *rest]
    return operands, attrs, values.get("name")


def _rows(value: Tensor) -> Sequence[Tensor]:
    if value.ndim is None or not value.shape or value.shape[0] is None:
        raise DTypeError(
            f"a sequence of tensors is needed; {value} cannot be split into one.",
            origin=capture_exact(3),
        )
    return [value[i] for i in range(value.shape[0])]


__all__ = ["public_function"]
