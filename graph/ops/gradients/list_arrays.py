"""Gradients of arrays of lists, and of the parts of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.specs import innermost, spec_of
from graph.unbroadcast import apply_raw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def list_array(at: Application, dy: Any) -> Sequence[Any]:
    """Take the gradient apart, in rows of the list's own dtype."""
    spec = spec_of(at.inputs[0])

    def back() -> Any:
        from graph import ops

        element = innermost(spec)
        assert element is not None
        return apply_raw("list_rows", ops.cast(dy, element.strong.dtype), spec=spec)

    return (back,)


def list_rows(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients together."""
    dtype = spec_of(at.inputs[0]).dtype
    return (lambda: apply_raw("list_array", dy, dtype=dtype),)


def list_joined(at: Application, dy: Any) -> Sequence[Any]:
    """Take the gradient apart where the elements met."""
    axis = at.attrs["axis"]
    return (lambda: apply_raw("list_parts", dy, at.inputs[0], axis=axis),)


def list_parts(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients together; there is none for how long the elements are."""
    axis = at.attrs["axis"]
    return (lambda: apply_raw("list_joined", dy, axis=axis), None)
