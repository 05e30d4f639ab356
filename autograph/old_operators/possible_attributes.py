"""Attributes that an object has on some paths only, which the run decides.

The object stays what it is. Where it keeps the attribute stands a `PossibleAttribute`:
the value, and a flag that tells whether it is there. Converted code reads, tests and
deletes attributes through operators, which know it; all other code is refused.
"""

from __future__ import annotations

import abc
import builtins
import copy
import functools
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType, MethodType, ModuleType
from typing import Any, Final, cast

from autograph.options import is_ready
from graph.building import _STATE
from graph.errors import UnknownAttributesError
from graph.keys import Possible
from graph.old_staging.apart import note_state
from graph.old_staging.choosable import is_instance
from graph.old_staging.chosen import bound
from graph.old_staging.objects import objects_in, state_of
from graph.old_staging.residents import UNREAD
from graph.old_staging.storage import (
    as_attribute,
    held_by,
    instance_dict,
    is_container,
    on_class,
    slot,
    store,
    stored,
)
from graph.old_staging.variables import available, checked
from graph.origin import capture_exact
from graph.partial import Maybe, PossibleAttribute, Undefined
from graph.tensor import _DISPATCH


def value_of(owner: Any, name: str, otherwise: Callable[[], Any] | None = None) -> Any:
    """Return the attribute that an object, or a class of its, may have.

    Args:
        owner: The object or class.
        name: The attribute's name.
        otherwise: Gives what there is where none of them has it.

    Raises:
        AttributeError: None has it; the graph raises it, when run.
    """
    return _first(owner, name, _places(owner, name), otherwise)


def _first(
    owner: Any, name: str, places: list[Any], otherwise: Callable[[], Any] | None
) -> Any:
    """Return what is found first in these places, as it is read from the owner."""
    from autograph.old_operators.logic import if_exp

    if not places:
        assert otherwise is not None
        return otherwise()
    (found, is_own), *others = places
    if type(found) is not PossibleAttribute:
        return found if is_own else _bound(found, owner)
    maybe = found.maybe
    if not others and otherwise is None:
        attrs = {"message": _missing(owner, name), "attribute": name}
        value = checked(available(maybe.value), maybe.flag, "attribute", attrs)
        return value if is_own else _bound(value, owner)
    value = available(maybe.value)
    return if_exp(
        maybe.flag,
        lambda: value if is_own else _bound(value, owner),
        lambda: _first(owner, name, others, otherwise),
    )


def _places(owner: Any, name: str) -> list[tuple[Any, bool]]:
    """Return what is found where Python looks for an attribute, the first first.

    With each: does the object hold it itself? What comes after one that is there for
    certain is left out.
    """
    found = []
    if type(owner) is super:
        above: Any = owner
        order = above.__self_class__.__mro__
        classes = order[order.index(above.__thisclass__) + 1 :]
    elif isinstance(owner, type):
        classes = type.__dict__["__mro__"].__get__(owner)
    else:
        held = _held(owner, name)
        found = [] if isinstance(held, Undefined) else [(held, True)]
        classes = type(owner).__mro__ if slot(owner, name) is None else ()
    found += [(x.__dict__[name], False) for x in classes if name in x.__dict__]
    certain = (n for n, x in enumerate(found) if type(x[0]) is not PossibleAttribute)
    return found[: next(certain, len(found)) + 1]


def _held(owner: Any, name: str) -> Any:
    """Return what an object keeps itself, in the graph or not."""
    held = held_by(owner, name)
    if held is not UNREAD:
        return held
    (held,) = _DISPATCH["read_resident"](owner, name)
    return PossibleAttribute.of(held) if type(held) is Maybe else held


def with_defaults(given: Iterable[Any], act: Callable[[], Any]) -> Any:
    """Return what code gives that runs as it stands, and reads attributes of objects.

    Where an object may lack one that its class has, it holds what is read of it.
    """
    filled = []
    for owner in given:
        for name, held in state_of(owner):
            if type(held) is Maybe and _is_certain(owner, name):
                filled.append((owner, name, held, value_of(owner, name)))
    for owner, name, _, value in filled:
        store(owner, name, value)
    try:
        return act()
    finally:
        for owner, name, held, value in filled:
            if held_by(owner, name) is value:
                store(owner, name, held)


def _is_certain(owner: Any, name: str) -> bool:
    """Tell whether there is an attribute in any case: else its class has it."""
    return type(_places(owner, name)[-1][0]) is not PossibleAttribute


def call(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of code of C that is given objects, if need be."""
    graph = _STATE.graph
    if graph is None or not graph.root.objects.n_possible:
        return None
    is_function = isinstance(function, (FunctionType, MethodType))
    if is_function or is_container(getattr(function, "__self__", None)):
        return None
    found = [x for each in (*args, *kwargs.values()) for x in objects_in(each)]
    if not any(type(part) is Maybe for x in found for _, part in state_of(x)):
        return None
    return lambda *args, **kwargs: with_defaults(
        found, lambda: function(*args, **kwargs)
    )


def _bound(found: Any, owner: Any) -> Any:
    """Return what a class holds as Python gives it to who reads it from the owner."""
    if type(owner) is super:
        owner = cast("Any", owner).__self__
    if isinstance(owner, type):
        return bound(found, None, owner)
    return bound(found, owner, type(owner))


def check_deletion(owner: Any, name: str) -> None:
    """Let the graph raise what Python raises if there is nothing to delete.

    Raises:
        AttributeError: The object does not have the attribute; when the graph runs.
    """
    if not _is_held(owner):
        return
    found = stored(owner, name)
    if type(found) is Maybe:
        ask = type.__delattr__ if isinstance(owner, type) else object.__delattr__
        message = _missing(owner, name, ask)
        attrs = {"message": message, "attribute": None}  # as Python does
        checked(None, found.flag, "attribute", attrs)


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that looks for such an attribute."""
    if _STATE.graph is None or not args:
        return None
    if type(args[0]) is ModuleType and function in _OF_MODULES:
        check_globals(args[0].__dict__, *args[1:2])
        return None
    if any(function is x for x in _LISTING):
        refuse_state(args[0], with_classes=function is builtins.dir)
    if all(function is not x for x in _LOOKING) or len(args) < 2:
        return None
    owner, name, *_ = args
    if type(name) is not str or not _is_held(owner):
        return None
    places = _places(owner, name)
    is_possible = bool(places) and type(places[0][0]) is PossibleAttribute
    return _LOOKING[function] if is_possible else None


def refuse_state(owner: Any, *, with_classes: bool = False) -> None:
    """Refuse to give all attributes of an object of which the run decides some.

    Args:
        owner: The object or class.
        with_classes: Are those that its classes give it among them?

    Raises:
        UnknownAttributesError: There are some.
    """
    note_state(owner)
    held = [*state_of(owner)]
    classes = owner.__mro__ if isinstance(owner, type) else type(owner).__mro__
    if not with_classes:
        classes = classes[: isinstance(owner, type)]
    for cls in classes:
        held += [(name, as_attribute(part)) for name, part in vars(cls).items()]
    for name, value in held:
        if type(value) is Maybe:
            shown = f"this {type(owner).__name__}"
            if isinstance(owner, type):
                shown = f"the class {owner.__name__}"
            raise UnknownAttributesError(
                f"which attributes {shown} has is known only when "
                f"the graph runs: it has `{name}` on some paths.",
                origin=capture_exact(2),
                hint="Ask for it by its name, with hasattr() or getattr().",
            )


def check_globals(held: Mapping[str, Any], *names: Any) -> None:
    """Refuse to give globals of which the run decides whether they have a value.

    Args:
        held: The globals of a module.
        names: Which are asked for; all, if there are none.

    Raises:
        UnknownAttributesError: There are some, which only code reads by their names.
    """
    for name in names or tuple(held):
        if type(name) is str and type(held.get(name)) in (Maybe, Possible):
            raise UnknownAttributesError(
                f"the global `{name}` has a value on some paths only, which is known "
                "only when the graph runs.",
                origin=capture_exact(2),
                hint="Give it a value before, or read it as a variable.",
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
        for given in (getattr(function, "__self__", None), *args):
            if is_instance(given) or type(given) in (type, abc.ABCMeta):
                refuse_state(given, with_classes=True)


def _is_held(owner: Any) -> bool:
    """Tell whether it, or its classes, hold attributes as the user's do."""
    if isinstance(owner, type) or type(owner) is super:
        return True
    return instance_dict(owner) is not None or is_instance(owner)


def _missing(
    owner: Any, name: str, ask: Callable[[Any, str], Any] = object.__getattribute__
) -> str:
    """Return what Python says that an object lacks: of an object without attributes.

    Its versions word it differently.
    """
    try:
        if isinstance(owner, type):
            ask = type.__getattribute__ if ask is object.__getattribute__ else ask
            ask(type(owner.__name__, (), {}), name)
        ask(object.__new__(type(owner)), name)
    except AttributeError as error:
        return str(error)
    except TypeError:  # made by a constructor of C alone
        pass
    return f"'{type(owner).__name__}' object has no attribute '{name}'"


def _has(owner: Any, name: str) -> Any:
    places = [found for found, _ in _places(owner, name)]
    if type(places[-1]) is not PossibleAttribute:
        return True
    _refuse_fallback(owner, name)
    return functools.reduce(_either, (found.maybe.flag for found in places))


def _either(left: Any, right: Any) -> Any:
    from autograph.old_operators.logic import if_exp

    return if_exp(left, lambda: True, lambda: right)


def _get(owner: Any, name: str, *default: Any) -> Any:
    if not default:
        return _DISPATCH["get_attr"](owner, name)
    if type(_places(owner, name)[-1][0]) is PossibleAttribute:
        _refuse_fallback(owner, name)
    return value_of(owner, name, lambda: default[0])


def _refuse_fallback(owner: Any, name: str) -> None:
    """Refuse to ask what a class gives in place of an attribute that is not there."""
    if not isinstance(on_class(type(owner), "__getattr__"), Undefined):
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
_OF_MODULES: Final = (*_LOOKING, *_LISTING, builtins.delattr)
