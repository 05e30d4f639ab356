"""What stands beside objects that the run chooses, and is not written to for them.

Instances of frozen classes are chosen field by field, and the dict of the attributes of
what is chosen is made of those of the objects. Nothing changes the former but what goes
around their class, as `object.__setattr__` does; what is written to either is lost.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from graph.building import _STATE
from graph.errors import UnknownIdentityError
from graph.old_staging.storage import instance_dict
from graph.origin import capture_exact
from graph.tensor import _DISPATCH

# What refers to a dict that only this module knows of: its reference, and a call.
_OWN_REFERENCES: Final = 2


def set_apart(value: Any, owners: Sequence[Any] = ()) -> None:
    """Note that an object, or a dict, is not the one that it stands for, or stands for.

    What a block made is looked for among what is still in use: it is not kept.

    Args:
        value: The object or dict.
        owners: Those whose attributes are in the dict.
    """
    if _STATE.graph is not None:
        entry = _reference(value), tuple(map(_reference, owners))
        _STATE.graph.root.objects.apart[id(value)] = entry


def _reference(value: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(value)
    except TypeError:  # a dict, or an object with nothing but slots
        return lambda: value


def is_apart(value: Any) -> bool:
    """Tell whether it is noted as such."""
    if _STATE.graph is None:
        return False
    entry = _STATE.graph.root.objects.apart.get(id(value))
    return entry is not None and entry[0]() is value


def note_state(owner: Any) -> None:
    """Note that the dict of an object's attributes is handed out."""
    if is_apart(owner):
        held = instance_dict(owner)
        if held is not None:
            set_apart(held)


def check_write(value: Any) -> None:
    """Refuse to write to what stands for others, or to what others were made of.

    Raises:
        UnknownIdentityError: They would not see it.
    """
    if not is_apart(value):
        return
    if isinstance(value, dict):
        what = "the `__dict__` of an object is changed"
        _refuse(what, "Set its attributes by setattr().")
    what = f"an object of the frozen class {type(value).__name__} is changed"
    hint = "Make another one, as by dataclasses.replace(), or leave out `frozen=True`."
    _refuse(what, hint)


def check_attribute(owner: Any) -> None:
    """Refuse to set an attribute of an object that is in a dict that was handed out.

    Raises:
        UnknownIdentityError: Somebody still has the dict.
    """
    known = {} if _STATE.graph is None else _STATE.graph.root.objects.apart
    for place in [place for place, (_, owners) in known.items() if owners]:
        held, owners = known[place]
        if not any(each() is owner for each in owners):
            continue
        if sys.getrefcount(held()) > _OWN_REFERENCES:
            what = "an object is changed whose `__dict__` is kept somewhere"
            _refuse(what, "Keep a copy of that: `dict(vars(value))`.")
        del known[place]


def _refuse(what: str, hint: str) -> NoReturn:
    raise UnknownIdentityError(
        f"{what}, and a staged branch or loop has chosen it among others: only the "
        "graph can tell which one it is, when it runs.",
        origin=capture_exact(2),
        hint=hint,
    )


_DISPATCH["set_apart"] = set_apart

__all__ = [
    "check_attribute",
    "check_write",
    "is_apart",
    "note_state",
    "set_apart",
]
