"""Gradients of lists: lists of as many elements.

Ops that only move elements are applied to the places 0, 1, ... of the elements, too;
where each place went tells where its gradient comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.shapes import is_static
from graph.specs import element_of, is_list, spec_of
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
    from graph.gradients.backward import AtPlace

    return (AtPlace(at.inputs[1], dy), None)


def list_add_at(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through; the value takes that at the place."""
    return (dy, None, lambda: apply_raw("list_read", dy, at.inputs[1]))


def list_add(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through to both."""
    return (dy, dy)


def list_set(at: Application, dy: Any) -> Sequence[Any]:
    """Give the value the gradient at the place, and the list the others."""
    x, index, value = at.inputs
    element = element_of(spec_of(x))

    def rest() -> Any:
        # What stood there may have had another shape; looking it up keeps the list.
        is_alike = not is_list(element) and is_static(element.shape)
        like = value if is_alike else apply_raw("list_read", x, index)
        return apply_raw("list_set", dy, index, zeros_for(like))

    return (
        rest,
        None,
        lambda: apply_raw("list_read", dy, index),
    )


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


def list_concat(at: Application, dy: Any) -> Sequence[Any]:
    """Cut the gradients apart."""
    x, _ = at.inputs

    def part(given: tuple[bool, bool, bool]) -> Any:
        return apply_raw("list_slice", dy, apply_raw("list_length", x), given=given)

    return (lambda: part((False, True, False)), lambda: part((True, False, False)))


def list_fill(at: Application, dy: Any) -> Sequence[Any]:
    """Sum what the one value became."""
    value = at.inputs[1]

    def back() -> Any:
        from graph import ops

        zero = apply_raw("list_from", zeros_for(value), element=spec_of(value).strong)
        every = apply_raw("list_concat", zero, dy)
        return ops.reduce_sum(apply_raw("list_stack", every), 0)

    return (None, back)


def list_cast(at: Application, dy: Any) -> Sequence[Any]:
    """Cast back."""
    element = element_of(spec_of(at.inputs[0]))
    return (lambda: apply_raw("list_cast", dy, element=element),)


def moved(at: Application, dy: Any) -> Sequence[Any]:
    """Do to the places what was done to the elements, and add by them."""
    x, *rest = at.inputs

    def back() -> Any:
        places = apply_raw("list_places", x)
        places = apply_raw(at.op.name, places, *rest, **at.attrs)
        return apply_raw("list_add_places", x, places, dy)

    return (back, *[None] * len(rest))


def list_add_places(at: Application, dy: Any) -> Sequence[Any]:
    """Take from where was added."""
    _, places, given = at.inputs
    return (None, None, lambda: apply_raw("list_select", dy, places, given))


def list_select(at: Application, dy: Any) -> Sequence[Any]:
    """Add where was taken from."""
    x, places, _ = at.inputs
    return (lambda: apply_raw("list_add_places", x, places, dy), None, None)


def list_insert(at: Application, dy: Any) -> Sequence[Any]:
    """Take the gradient of what was put in out again."""
    x, index, _ = at.inputs

    def places() -> Any:
        return apply_raw("list_insert", apply_raw("list_places", x), index, -1)

    def value() -> Any:
        return apply_raw("list_read", dy, apply_raw("list_find", places(), -1, 0))

    return (lambda: apply_raw("list_add_places", x, places(), dy), None, value)
