"""Gradients of tensor arrays: lists in which None stands for zeros."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.gradients.values import AtPlace
from graph.specs import element_of, spec_of
from graph.unbroadcast import apply_raw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def same(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through: what was made larger or cleared loses nothing."""
    return (dy, *[None] * (len(at.inputs) - 1))


def list_put(at: Application, dy: Any) -> Sequence[Any]:
    """Give the value the gradient at its place, which the list has no more."""
    _, place, value = at.inputs
    return (
        lambda: apply_raw("list_blank", dy, place),
        None,
        lambda: apply_raw("list_slope", dy, place, value),
    )


def list_blank(at: Application, dy: Any) -> Sequence[Any]:
    """Take the gradient at the place away."""
    return (lambda: apply_raw("list_blank", dy, at.inputs[1]), None)


def list_slope(at: Application, dy: Any) -> Sequence[Any]:
    """Add to the gradient at the place."""
    return (AtPlace(at.inputs[1], dy), None, None)


def list_pile(at: Application, dy: Any) -> Sequence[Any]:
    """Take the gradient apart."""
    element = element_of(spec_of(at.inputs[0]))
    return (lambda: apply_raw("list_unstack", dy, element=element),)


def list_pile_rows(at: Application, dy: Any) -> Sequence[Any]:
    """Take the gradient apart."""
    return (list_pile(at, dy)[0], None)


def list_unpile(at: Application, dy: Any) -> Sequence[Any]:
    """Put the gradients together."""
    value = at.inputs[1]
    return (None, lambda: apply_raw("list_pile_rows", dy, value))


def list_pick(at: Application, dy: Any) -> Sequence[Any]:
    """Put the rows back to their places."""
    x, indices = at.inputs
    return (lambda: apply_raw("list_place_rows", x, indices, dy), None)


def list_place_rows(at: Application, dy: Any) -> Sequence[Any]:
    """Take the rows from their places."""
    _, indices, rows = at.inputs
    return (None, None, lambda: apply_raw("list_pick_rows", dy, indices, rows))


def list_pick_rows(at: Application, dy: Any) -> Sequence[Any]:
    """Put the rows back to their places."""
    x, indices, _ = at.inputs
    return (lambda: apply_raw("list_place_rows", x, indices, dy), None, None)
