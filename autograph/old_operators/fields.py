"""Instances of dataclasses that are made: their `__post_init__` is converted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, MethodType
from typing import Any, Final

from graph.old_staging.storage import instance_dict, on_class

# The file of functions that `dataclasses` writes.
_GENERATED: Final = "<string>"


def post_init(instance: Any) -> Callable[..., Any] | None:
    """Return the `__post_init__` that an `__init__` made by `dataclasses` will call."""
    kind = type(instance)
    init, post = on_class(kind, "__init__"), on_class(kind, "__post_init__")
    is_generated = (
        type(init) is FunctionType and init.__code__.co_filename == _GENERATED
    )
    if not is_generated or type(post) is not FunctionType:
        return None
    return MethodType(post, instance)


def initialise_fields(
    instance: Any,
    post: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> None:
    """Initialise an instance of a dataclass, with its `__post_init__` converted.

    That comes last, and is asked for as an attribute of the instance.
    """
    held = instance_dict(instance)
    given: list[tuple[Any, ...]] = []
    if held is None:
        _initialise_slots(instance, given, args, kwargs)
    else:
        held["__post_init__"] = lambda *values: given.append(values)
        try:
            type(instance).__init__(instance, *args, **kwargs)
        finally:
            del held["__post_init__"]
    for values in given:
        post(*values)


def _initialise_slots(
    instance: Any, given: list[Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> None:
    """Initialise what has no attributes beside its fields, by something that has."""
    kind = type(instance)
    stand_in = _StandIn()
    held = vars(stand_in)
    held["__post_init__"] = lambda *values: given.append(values)
    kind.__init__(stand_in, *args, **kwargs)
    del held["__post_init__"]
    params = getattr(kind, "__dataclass_params__", None)
    is_frozen = params is not None and params.frozen
    put = object.__setattr__ if is_frozen else setattr
    for name, value in held.items():
        put(instance, name, value)


class _StandIn:
    """What the generated `__init__` of a dataclass may set all attributes of."""


__all__ = ["initialise_fields", "post_init"]
