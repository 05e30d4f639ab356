"""How a result is made, as plain values: what files hold of an OutputSpec."""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from autograph.staging.output_spec import (
    Composed,
    Constant,
    Exported,
    Form,
    Nested,
    Output,
    OutputSpec,
    forms_in,
)
from graph.composite.type_spec import expect_spec
from graph.serialise import value_from_data, value_to_data

Refuse = Callable[[Any], Exception]

# Containers, and what a defaultdict makes, by name.
_CLASSES: Final = {
    each.__name__: each
    for each in (
        *(bool, bytes, complex, dict, float, frozenset, int, list, set, str, tuple),
        *(collections.OrderedDict, collections.defaultdict, collections.Counter),
        collections.deque,
    )
}


def result_to_data(
    spec: OutputSpec, refuse: Refuse, class_to_data: Callable[[type], Any]
) -> Any:
    """Return how a result is made as plain values.

    Args:
        spec: How it is made.
        refuse: Returns the error about a part that is no data.
        class_to_data: Returns what stands for a class of tuples.
    """
    forms = forms_in(spec)
    places = {id(form): place for place, form in enumerate(forms)}

    def write(part: OutputSpec) -> tuple[Any, ...]:
        if isinstance(part, Constant):
            return "constant", value_to_data(part.value, refuse)
        if isinstance(part, Output):
            return "output", part.dtype
        if isinstance(part, Exported):
            return "exported", places[id(part.form)], part.bits
        if isinstance(part, Composed):
            return "composed", part.spec, tuple(map(write, part.parts))
        cls = _name_of(part.cls)
        keys = tuple(value_to_data(key, refuse) for key in part.keys)
        extra = tuple(_extra_to_data(x, refuse) for x in part.extra)
        held = class_to_data(part.cls) if cls is None else cls
        return "nested", held, tuple(map(write, part.parts)), keys, extra

    written = tuple(
        (
            form.dtype,
            form.number,
            form.key,
            None if form.items is None else tuple(places[id(x)] for x in form.items),
            {name: places[id(x)] for name, x in form.slots.items()},
            form.is_copied,
        )
        for form in forms
    )
    return write(spec), written


def _name_of(cls: type) -> str | None:
    return cls.__name__ if _CLASSES.get(cls.__name__) is cls else None


def _extra_to_data(value: Any, refuse: Refuse) -> Any:
    if value is None or type(value) is int:
        return value
    name = _name_of(value) if isinstance(value, type) else None
    if name is None:
        raise refuse(value)
    return name


def result_from_data(data: Any, class_from_data: Callable[[Any], type]) -> OutputSpec:
    """Return the description that `result_to_data` has written.

    Raises:
        ValueError, TypeError, LookupError: It is none.
    """
    whole, written = data
    forms = [Form() for _ in written]
    for form, parts in zip(forms, written, strict=True):
        dtype, number, key, items, slots, is_copied = parts
        form.is_copied = bool(is_copied)
        form.dtype, form.number, form.key = map(_dtype, (dtype, number, key))
        form.items = None if items is None else tuple(forms[_index(x)] for x in items)
        form.slots = {str(name): forms[_index(x)] for name, x in slots.items()}

    def read(part: Sequence[Any]) -> OutputSpec:
        kind, *rest = part
        if kind == "constant":
            return Constant(value_from_data(*rest))
        if kind == "output":
            (dtype,) = rest
            return Output(np.dtype(dtype))
        if kind == "exported":
            place, bits = rest
            return Exported(forms[_index(place)], 64 if bits == 64 else 32)
        if kind == "composed":
            known, held = rest
            return Composed(expect_spec(known), tuple(map(read, held)))
        if kind != "nested":
            raise ValueError("a part of a result is of no kind")
        cls, parts, keys, extra = rest
        made = _CLASSES[cls] if type(cls) is str else class_from_data(cls)
        named = tuple(map(value_from_data, keys))
        held = tuple(_CLASSES[x] if type(x) is str else x for x in extra)
        return Nested(made, tuple(map(read, parts)), named, held)

    return read(whole)


def n_outputs(spec: OutputSpec) -> int:
    """Return how many outputs of a graph a result is made of."""
    if isinstance(spec, (Nested, Composed)):
        return sum(map(n_outputs, spec.parts))
    return int(not isinstance(spec, Constant))


def _dtype(value: Any) -> Any:
    return value if value is None else np.dtype(value)


def _index(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise IndexError(f"there is no {value!r}")
    return value


__all__ = ["n_outputs", "result_from_data", "result_to_data"]
