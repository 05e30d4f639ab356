"""Attributes that an object has on some paths only, which the run decides.

The object stays what it is. Where it keeps the attribute stands a `PossibleAttribute`:
the value, and a flag that tells whether it is there. Converted code reads, tests and
deletes attributes through operators, which know it; all other code is refused.
"""

from __future__ import annotations

import builtins
import copy
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any, Final

from autograph.options import is_ready
from graph.building import _STATE
from graph.errors import UnknownAttributesError
from graph.origin import capture_exact
from graph.partial import Maybe, Undefined
from graph.staging.choosable import is_instance
from graph.staging.objects import state_of
from graph.staging.storage import instance_dict, on_class, slot, stored
from graph.staging.variables import available, checked
from graph.tensor import _DISPATCH


def value_of(found: Maybe, owner: Any, name: str) -> Any:
    """Return the attribute that an object may have.

    Raises:
        AttributeError: It has none; the graph raises it, when run.
    """
    attrs = {"message": _missing(owner, name), "attribute": name}
    return checked(available(found.value), found.flag, "attribute", attrs)


def check_deletion(owner: Any, name: str) -> None:
    """Let the graph raise what Python raises if there is nothing to delete.

    Raises:
        AttributeError: The object does not have the attribute; when the graph runs.
    """
    found = _held(owner, name)
    if found is not None:
        message = _missing(owner, name, object.__delattr__)
        attrs = {"message": message, "attribute": None}  # as Python does
        checked(None, found.flag, "attribute", attrs)


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that looks for such an attribute."""
    if _STATE.graph is None or not args or type(args[0]) is type:
        return None
    if any(function is each for each in _LISTING):
        refuse_state(args[0])
    if all(function is not each for each in _LOOKING) or len(args) < 2:
        return None
    owner, name, *_ = args
    found = _held(owner, name) if type(name) is str else None
    return None if found is None else _LOOKING[function]


def refuse_state(owner: Any) -> None:
    """Refuse to give all attributes of an object of which the run decides some.

    Raises:
        UnknownAttributesError: There are some.
    """
    for name, value in state_of(owner):
        if type(value) is Maybe:
            raise UnknownAttributesError(
                f"which attributes this {type(owner).__name__} has is known only when "
                f"the graph runs: it has `{name}` on some paths.",
                origin=capture_exact(2),
                hint="Ask for it by its name, with hasattr() or getattr().",
            )


def refuse_given(function: Any, args: tuple[Any, ...]) -> None:
    """Refuse to give code that runs as it stands objects that may lack attributes.

    Its own `hasattr` would find what stands there for them.

    Raises:
        UnknownAttributesError: There is one; copies have what it has, and may lack it.
    """
    graph = _STATE.graph
    if graph is None or not graph.root.objects.n_possible:
        return
    if not isinstance(function, (FunctionType, MethodType)):
        return
    if function.__module__ != copy.__name__ and not is_ready(function.__code__):
        for each in (getattr(function, "__self__", None), *args):
            if is_instance(each):
                refuse_state(each)


def _held(owner: Any, name: str) -> Maybe | None:
    if instance_dict(owner) is None and slot(owner, name) is None:
        return None
    found = stored(owner, name)
    return found if type(found) is Maybe else None


def _missing(
    owner: Any, name: str, ask: Callable[[Any, str], Any] = object.__getattribute__
) -> str:
    """Return what Python says that an object lacks: of an object without attributes.

    Its versions word it differently.
    """
    try:
        ask(object.__new__(type(owner)), name)
    except AttributeError as error:
        return str(error)
    except TypeError:  # made by a constructor of C alone
        pass
    return f"'{type(owner).__name__}' object has no attribute '{name}'"


def _has(owner: Any, name: str) -> Any:
    found = _held(owner, name)
    assert found is not None
    _refuse_fallback(owner, name)
    return found.flag


def _get(owner: Any, name: str, *default: Any) -> Any:
    found = _held(owner, name)
    assert found is not None
    if not default:
        return _DISPATCH["get_attr"](owner, name)
    _refuse_fallback(owner, name)
    from autograph.operators.logic import if_exp

    value = available(found.value)
    return if_exp(found.flag, lambda: value, lambda: default[0])


def _refuse_fallback(owner: Any, name: str) -> None:
    """Refuse to ask what a class gives in place of an attribute that is not there."""
    known = [on_class(type(owner), each) for each in ("__getattr__", name)]
    is_slot = slot(owner, name) is not None
    if not isinstance(known[0], Undefined) or not (
        is_slot or isinstance(known[1], Undefined)
    ):
        raise UnknownAttributesError(
            f"whether this {type(owner).__name__} has an attribute `{name}` of its own "
            "is known only when the graph runs; else its class is asked.",
            origin=capture_exact(2),
            hint=f"Read it, as `value.{name}`.",
        )


_LOOKING: Final[dict[Any, Callable[..., Any]]] = {
    builtins.hasattr: _has,
    builtins.getattr: _get,
}
_LISTING: Final = (builtins.vars, builtins.dir)
