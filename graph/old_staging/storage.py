"""Where objects keep what they hold: attributes and contents, as they are stored.

No method of the user's is called: neither a property, nor `__setattr__`, nor an item
method that a subclass of `list` or `dict` overrides.
"""

from __future__ import annotations

import array
import collections
import gc
import inspect
from types import FrameType, MemberDescriptorType, ModuleType
from typing import Any, Final

import numpy as np

from graph.graph import current_graph
from graph.partial import Maybe, PossibleAttribute, Undefined
from graph.segments import Segment, is_segmented, refusal
from graph.tables import DICTS, Members, Part, is_run_set
from graph.tables import elements_content as table_content
from graph.tables import refusal as table_refusal

#: The containers whose content a block may change.
CONTAINERS: Final = (
    list,
    dict,
    set,
    collections.deque,
    bytearray,
    array.array,
    np.ndarray,
)


class NoAttribute(Undefined):
    """The value of an attribute that an object does not have.

    Anything may have asked for it, as `hasattr` does: it counts as read.
    """

    __slots__ = ()

    @property
    def is_read(self) -> bool:
        return True

    @is_read.setter
    def is_read(self, value: bool) -> None:
        pass


class Elements(set[Any]):
    """What a set contains, as paths leave it: no object of the user's."""


def is_container(value: Any) -> bool:
    """Tell whether a value is a container that can change, or of a subclass."""
    return issubclass(type(value), CONTAINERS)


def content_of(owner: Any) -> Any:
    """Return a copy of the content of a container: a list, dict, set, or bytes."""
    kind = type(owner)
    if issubclass(kind, list):
        return list.copy(owner)
    if issubclass(kind, collections.OrderedDict):
        return dict(collections.OrderedDict.items(owner))
    if issubclass(kind, dict):
        return dict(dict.items(owner))
    if issubclass(kind, set):
        held = Elements(set.__iter__(owner))
        return table_content(held) if is_run_set(held) else held
    if issubclass(kind, collections.deque):
        is_segmented(owner)  # which looks whether items have been dropped
        return list(collections.deque.__iter__(owner))
    if issubclass(kind, bytearray):
        return bytes(owner)
    if issubclass(kind, array.array):
        return owner.tobytes()
    return owner.copy()


def set_content(owner: Any, value: Any) -> None:
    """Give a container a content that `content_of` returned, or one like it."""
    kind = type(owner)
    if issubclass(kind, list):
        list.__setitem__(owner, slice(None), value)
    elif issubclass(kind, dict):
        base: Any = dict
        if issubclass(kind, collections.OrderedDict):
            base = collections.OrderedDict
        if Part.MARK in value and kind not in DICTS:
            raise table_refusal(f"it is of {kind.__name__}, a subclass of dict")
        base.clear(owner)
        for key, item in value.items():
            base.__setitem__(owner, key, item)
    elif issubclass(kind, set):
        set.clear(owner)
        set.update(owner, (_members(kind, value),) if type(value) is dict else value)
    elif issubclass(kind, collections.deque):
        if any(type(x) is Segment and x.family is not None for x in value):
            what = "it holds lists, and can hold numbers, tensors and tuples"
            raise refusal(what, "deque")  # the lists would be copies
        collections.deque.clear(owner)
        collections.deque.extend(owner, value)
    elif issubclass(kind, bytearray):
        bytearray.__setitem__(owner, slice(None), value)
    elif issubclass(kind, array.array):
        array.array.__delitem__(owner, slice(None))
        owner.frombytes(value)
    else:
        owner[...] = value


def _members(kind: type, content: dict[Any, Any]) -> Members:
    """Return what a set holds of which only the run knows the elements.

    Raises:
        UnknownKeysError: It is of a subclass, whose methods are not known.
    """
    if kind is not set:
        raise table_refusal(f"it is of {kind.__name__}, a subclass of set", "set")
    return Members(content[Part.KEYS])


def instance_dict(owner: Any) -> dict[str, Any] | None:
    """Return the dict that holds an object's attributes; None if it has none."""
    if isinstance(owner, type):
        return None
    try:
        held = object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return None
    return held if type(held) is dict else None


def is_namespace(content: dict[Any, Any]) -> bool:
    """Tell whether Python itself asks a dict for names: of an object or a frame."""
    return any(
        (isinstance(each, FrameType) and _is_of_frame(content, each))
        or isinstance(each, ModuleType)
        or instance_dict(each) is content
        for each in _holders(content)
    )


def _is_of_frame(content: dict[Any, Any], frame: FrameType) -> bool:
    """Tell whether a dict has a frame's names, and is not the value of one of them."""
    code = frame.f_code
    if not code.co_flags & inspect.CO_OPTIMIZED:
        return content is frame.f_locals or content is frame.f_globals
    names = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    is_copy = bool(content) and names.issuperset(content)  # that `locals()` gave
    return is_copy or content is frame.f_globals or content is frame.f_builtins


def _holders(content: dict[Any, Any]) -> list[Any]:
    """Return the objects that refer to a dict, or that share its values with it.

    From Python 3.13 on an object does not refer to the dict of its attributes as long
    as it has room for them itself: both refer to the values. One is put in to be found.
    """
    name = next(iter(content), "ag__probe")
    if type(content) is not dict or type(name) is not str:
        return gc.get_referrers(content)
    probe = object()
    before = content.get(name, probe)
    content[name] = probe
    found = gc.get_referrers(content, probe)
    if before is probe:
        del content[name]
    else:
        content[name] = before
    return found


def slot(owner: Any, name: str) -> Any:
    """Return the descriptor of a slot; None if the object has no such slot."""
    found = on_class(type(owner), name)
    return found if isinstance(found, MemberDescriptorType) else None


def on_class(cls: type, name: str) -> Any:
    """Return what a class or its bases hold under a name; `Undefined` if nothing."""
    for base in type.__dict__["__mro__"].__get__(cls):
        if name in base.__dict__:
            return base.__dict__[name]
    return Undefined(name)


def is_stored(owner: Any, name: str) -> bool:
    """Tell whether an object itself holds an attribute, not only its class."""
    if isinstance(owner, type):
        return name in owner.__dict__
    member = slot(owner, name)
    if member is not None:
        return _in_slot(owner, member)
    held = instance_dict(owner)
    if held is not None:
        return name in held
    return hasattr(owner, name)


def _in_slot(owner: Any, member: Any) -> bool:
    try:
        member.__get__(owner)
    except AttributeError:
        return False
    return True


def stored(owner: Any, name: str) -> Any:
    """Return an attribute that an object or class holds itself, or `Undefined`.

    One that it may not have is a `Maybe`.
    """
    return as_attribute(held_by(owner, name))


def as_attribute(found: Any) -> Any:
    """Return an attribute as a value: a `Maybe` if it may be missing."""
    return found.maybe if type(found) is PossibleAttribute else found


def held_by(owner: Any, name: str) -> Any:
    """Return what stands where an object or class keeps an attribute itself."""
    if isinstance(owner, type):
        return owner.__dict__.get(name, NoAttribute(name))
    member = slot(owner, name)
    if member is not None:
        return member.__get__(owner) if _in_slot(owner, member) else NoAttribute(name)
    held = instance_dict(owner)
    if held is None:
        return getattr(owner, name, NoAttribute(name))
    return held.get(name, NoAttribute(name))


def store(owner: Any, name: str, value: Any) -> None:
    """Set an attribute where it is stored.

    After `Undefined` there is none, after a `Maybe` there may be one.
    """
    if isinstance(value, Undefined):
        if is_stored(owner, name):
            unstore(owner, name)
        return
    if type(value) is Maybe:
        value = PossibleAttribute.of(value)
        graph = current_graph()
        if graph is not None:
            graph.root.objects.n_possible += 1
    if isinstance(owner, type):
        type.__setattr__(owner, name, value)
        return
    member = slot(owner, name)
    held = instance_dict(owner)
    if member is not None:
        member.__set__(owner, value)
    elif held is not None:
        held[name] = value
    else:
        setattr(owner, name, value)


def unstore(owner: Any, name: str) -> None:
    """Delete an attribute where it is stored."""
    if isinstance(owner, type):
        type.__delattr__(owner, name)
        return
    member = slot(owner, name)
    held = instance_dict(owner)
    if member is not None:
        member.__delete__(owner)
    elif held is not None:
        del held[name]
    else:
        delattr(owner, name)
