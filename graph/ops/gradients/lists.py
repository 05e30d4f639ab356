"""Gradients of lists: lists of as many elements.

Ops that only move elements are applied to the places 0, 1, ... of the elements, too;
where each place went tells where its gradient comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.gradients.values import AtPlace
from graph.specs import element_of, spec_of
from graph.unbroadcast import apply_raw, zeros_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def nothing(at: Application, *dys: Any) -> Sequence[Any]:
    """Return no gradients: what comes out does not change with the inputs' values."""
    return [None] * len(at.inputs)


def same(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through."""
    return (dy,)


def last(x: Any) -> Any:
    """Return the last element of a list."""
    return apply_raw("list_read", x, -1)


def list_from(at: Application, dy: Any) -> Sequence[Any]:
    """Give each element the gradient at its place."""
    return [lambda i=i: apply_raw("list_read", dy, i) for i in range(len(at.inputs))]


def list_append(at: Application, dy: Any) -> Sequence[Any]:
    """Give the value the last gradient, and the list the others."""
    return (lambda: apply_raw("list_drop_last", dy), lambda: last(dy))


def list_drop_last(at: Application, dy: Any) -> Sequence[Any]:
    """Put a zero after the gradients."""
    x = at.inputs[0]
    return (lambda: apply_raw("list_append", dy, zeros_for(last(x))),)


def list_get(at: Application, dy: Any) -> Sequence[Any]:
    """Add to the gradient at the place."""
    return (AtPlace(at.inputs[1], dy), None)


def list_add_at(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through; the value takes that at the place."""
    return (dy, None, lambda: apply_raw("list_read", dy, at.inputs[1]))


def list_add(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through to both."""
    return (dy, dy)


def list_stack(at: Application, dy: Any) -> Sequence[Any]:
    """Take the gradient apart."""
    element = element_of(spec_of(at.inputs[0]))
    return (lambda: apply_raw("list_unstack", dy, element=element),)


def list_unstack(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients together."""
    x = at.inputs[0]

    def back() -> Any:
        from graph import ops

        total = apply_raw("list_stack", dy)
        return ops.reshape(total, ops.shape(x))

    return (back,)


def list_cast(at: Application, dy: Any) -> Sequence[Any]:
    """Cast back."""
    element = element_of(spec_of(at.inputs[0]))
    return (lambda: apply_raw("list_cast", dy, element=element),)
