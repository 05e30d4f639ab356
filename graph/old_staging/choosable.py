"""What the run can choose among: functions, classes and whatever else is called.

Two functions with the same code that hold the same do the same: a lambda in a loop is a
new object in each trace of the loop, and one thing to choose. What a function holds is
in its defaults and in variables of functions that have ended. Where that is a value of
a graph that is not around any more, it is a *part*, which the graph carries.
"""

from __future__ import annotations

import abc
import dis
import functools
import sys
import types
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes, nest
from graph.graph import current_graph
from graph.old_staging.residents import resident
from graph.old_staging.storage import CONTAINERS
from graph.partial import ABSENT, fields_of
from graph.tensor import SymbolicTensor

Key = tuple[Any, ...]

_KINDS: Final = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    functools.partial,
    functools._lru_cache_wrapper,
    np.ufunc,
)
#: Further classes of what is called. Written while importing only.
CALLABLE: Final[set[type]] = set()

# The mark of functions that were made of what a graph carries.
_MADE: Final = "_ag_made_again"
_EMPTY: Final = object()  # what a variable without a value holds
_WIDER: Final = object()  # begins the keys of things that got further parts
_ITSELF: Final = object()  # stands in a key for the function: it calls itself


_HEAP_TYPE: Final = 1 << 9  # of a class that Python code defines


def is_choosable(value: Any) -> bool:
    """Tell whether a value is a function, a class, or an object of the user's."""
    return is_called(value) or is_instance(value)


def is_called(value: Any) -> bool:
    """Tell whether a value is a function, a class, or another thing that is called."""
    kind = type(value)
    if kind is type or issubclass(kind, type):
        return not isinstance(value, dtypes.DType)
    return kind in _KINDS or kind in CALLABLE


def is_instance(value: Any) -> bool:
    """Tell whether it is an object of a class of Python code, which may change."""
    return is_plain_class(type(value)) and not is_called(value)


def is_plain_class(kind: type) -> bool:
    """Tell whether it is a class of Python code alone, whose instances may change."""
    known = _PLAIN.get(kind)
    if known is None:
        known = _PLAIN[kind] = _is_plain_class(kind)
    return known


# By class. Written by `is_plain_class` only, which is asked of each object in a block.
_PLAIN: Final[weakref.WeakKeyDictionary[type, bool]] = weakref.WeakKeyDictionary()


def _is_plain_class(kind: type) -> bool:
    return (
        type(kind) in (type, abc.ABCMeta)
        and kind is not object
        and not issubclass(kind, CONTAINERS)  # deques are of such a class since 3.12
        and kind.__module__.partition(".")[0] not in ("graph", "autograph", "executor")
        and fields_of(kind) is None
        and not hasattr(kind, "__del__")
        and all(base is object or base.__flags__ & _HEAP_TYPE for base in kind.__mro__)
    )


class Thing:
    """Something that can be chosen.

    Attributes:
        serial: Its number, which the graph carries.
        value: The object.
        n_parts: How many values of the graph it holds.
        places: Where they are in what it holds.
        is_many: Were there several objects that do the same?
    """

    __slots__ = ("_kept", "is_many", "n_parts", "places", "serial", "value")
    #: Is it another object whenever it is made of parts?
    is_anew = False

    def __init__(self, serial: int, value: Any, places: Sequence[int]) -> None:
        """Give a number to an object.

        Args:
            serial: The number.
            value: The object.
            places: Where in it there are parts.
        """
        self.serial = serial
        self.value = value
        self.n_parts = len(places)
        self.is_many = bool(places)
        self.places = tuple(places)
        self._kept = _held_by(value)  # what its key tells by identity

    @property
    def __name__(self) -> str:
        """How messages call it."""
        return str(getattr(self.value, "__name__", type(self.value).__name__))

    def may_be(self, other: Any) -> bool:
        """Tell whether another object does the same, or may do it."""
        if self.places:
            return are_alike(self.value, other)
        return is_choosable(other) and _key_of(other)[0] == _key_of(self.value)[0]

    def parts(self, value: Any) -> list[Any]:
        """Return the parts of an object that does the same."""
        if not self.places:
            return []
        held = _held_by(value)
        return [held[place] for place in self.places]

    def is_there(self, parts: Sequence[Any]) -> bool:
        """Tell whether it may be what was chosen where these are its parts."""
        del parts
        return True

    def made_of(self, parts: Sequence[Any]) -> Any:
        """Return the object that has these parts."""
        if not self.places or any(part is ABSENT for part in parts):
            return self.value
        held = _held_by(self.value)
        for place, part in zip(self.places, parts, strict=True):
            held[place] = part
        return _made_like(self.value, held)


def are_alike(one: Any, other: Any) -> bool:
    """Tell whether two functions differ at most in what they hold."""
    if type(one) is not type(other):
        return False
    if type(one) is functools.partial:
        return True
    return type(one) is types.FunctionType and one.__code__ is other.__code__


def are_made_again(one: Any, other: Any) -> bool:
    """Tell whether two functions may be one, and were made of what a graph carries."""
    return are_alike(one, other) and _MADE in one.__dict__ and _MADE in other.__dict__


def has_parts(value: Any) -> bool:
    """Tell whether a function holds values that end with the graph which made them."""
    found = resident(value)
    return bool(_key_of(value)[1]) if found is None else _is_foreign(found.number)


def thing_of(value: Any) -> tuple[Thing, list[Any]]:
    """Return the thing that an object is, in the trace at hand, and its parts."""
    found = resident(value)
    if found is not None:
        return found.heap.thing, [found.number]
    graph = current_graph()
    assert graph is not None
    things: dict[Key, Thing] = graph.root.things
    key, places = _key_of(value)
    thing = things.get(key)
    if thing is None:
        thing = things[key] = Thing(len(things), value, places)
    elif thing.value is not value:
        thing.is_many = True
    return thing, thing.parts(value)


def widened(thing: Thing, value: Any) -> Thing:
    """Return a thing with the parts that its object has where this is asked.

    In the block that made it, what it holds was around, and no part.
    """
    if type(thing) is not Thing:
        return thing
    places = {*thing.places, *_key_of(value)[1]}
    if len(places) == thing.n_parts:
        return thing
    graph = current_graph()
    assert graph is not None
    things: dict[Key, Thing] = graph.root.things
    ordered = sorted(places)
    key = (_WIDER, thing.serial, *ordered)
    return things.setdefault(key, Thing(thing.serial, value, ordered))


# -- What functions hold ---------------------------------------------------------------


def _held_by(value: Any) -> list[Any]:
    """Return what a function, or a partial one, holds: parts are among it."""
    if type(value) is functools.partial:
        return [value.func, *value.args, *value.keywords.values()]
    if type(value) is not types.FunctionType:
        return []
    named = (value.__kwdefaults__ or {}).values()
    cells = [_content(cell) for cell in value.__closure__ or ()]
    return [*cells, *(value.__defaults__ or ()), *named]


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _EMPTY


def _key_of(value: Any) -> tuple[Key, list[int]]:
    """Return what is equal for objects that do the same, and where they have parts."""
    kind = type(value)
    if kind is types.MethodType:
        return (kind, id(value.__self__), id(value.__func__)), []
    if kind in (types.BuiltinFunctionType, types.MethodWrapperType):
        return (kind, id(value.__self__), value.__qualname__), []
    if kind is functools.partial:
        first: Key = (kind, len(value.args), *value.keywords)
        n_cells = 0
    elif kind is types.FunctionType and not _has_attributes(value):
        first = (kind, id(value.__code__), id(value.__globals__), value.__qualname__)
        n_cells = len(value.__closure__ or ())
    else:
        return (kind, id(value)), []
    key: list[Any] = list(first)
    places = []
    for place, part in enumerate(_held_by(value)):
        if place < n_cells and not _is_private(value, place):
            key.append(id(value.__closure__[place]))
        elif part is value:
            key.append(_ITSELF)
        elif _leads_to(part, value):
            key.append(id(part))
        elif is_part(part):
            key.append(None)
            places.append(place)
        elif type(part) in (int, float, bool, str, bytes):
            key.append((type(part), repr(part)))
        else:
            key.append(id(part))
    return tuple(key), places


def _leads_to(part: Any, value: Any) -> bool:
    """Tell whether a function holds another one, or one that holds that, and so on."""
    return any(each is value for each in _functions_in((part,), _owned_by))


def _owned_by(value: Any) -> list[Any]:
    """Return what a function holds, and no other shares with it."""
    n_cells = len(getattr(value, "__closure__", None) or ())
    return [
        part
        for place, part in enumerate(_held_by(value))
        if place >= n_cells or _is_private(value, place)
    ]


def _functions_in(
    values: Iterable[Any], held_by: Callable[[Any], list[Any]]
) -> Iterator[Any]:
    """Yield the functions among values, with those that these hold, each once."""
    seen: set[int] = set()
    pending = list(values)
    while pending:
        value = pending.pop()
        if type(value) is tuple:
            pending += value
        elif type(value) in (types.FunctionType, functools.partial):
            if id(value) not in seen:
                seen.add(id(value))
                yield value
                pending += held_by(value)


def held_values(values: Iterable[Any]) -> list[SymbolicTensor]:
    """Return the values of graphs that functions among values hold."""
    functions = _functions_in(values, _held_by)
    held = [part for each in functions for part in _held_by(each)]
    return [
        leaf
        for part in held
        if not _is_changeable(part)  # these are no parts, and may be large
        for leaf in nest.flatten(part)
        if isinstance(leaf, SymbolicTensor)
    ]


def _has_attributes(function: types.FunctionType) -> bool:
    return any(not name.startswith("_ag_") for name in function.__dict__)


def _is_private(function: types.FunctionType, place: int) -> bool:
    """Tell whether a function alone holds a variable that it does not change."""
    cells = function.__closure__ or ()
    # The tuple's reference, and the argument of getrefcount.
    if sys.getrefcount(cells[place]) > 2:  # these
        return False
    return function.__code__.co_freevars[place] not in _changed_by(function.__code__)


@functools.lru_cache(256)
def _changed_by(code: types.CodeType) -> frozenset[str]:
    """Return the variables of functions around that some code may change."""
    found = {
        each.argval
        for each in dis.get_instructions(code)
        if each.opname in ("STORE_DEREF", "DELETE_DEREF")
    }
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            found |= _changed_by(inner)
    return frozenset(found)


def is_part(value: Any) -> bool:
    """Is it a value, or made of values, of a graph that is not around any more?"""
    if type(value) in (list, dict):
        return False
    if is_choosable(value):
        return has_parts(value)
    if type(value) is tuple:
        return any(map(is_part, value)) and not any(map(_is_changeable, value))
    return any(_is_foreign(leaf) for leaf in nest.flatten(value))


def _is_changeable(value: Any) -> bool:
    return type(value) in (list, dict)


def _is_foreign(leaf: Any) -> bool:
    if not isinstance(leaf, SymbolicTensor):
        return False
    around = current_graph()
    while around is not None and around is not leaf.graph:
        around = around.parent
    return around is None


def _made_like(value: Any, held: list[Any]) -> Any:
    """Return a function that does the same with other values.

    Where it holds itself, it holds what is returned.
    """
    if type(value) is functools.partial:
        function, *rest = held
        n_args = len(value.args)
        named = dict(zip(value.keywords, rest[n_args:], strict=True))
        again = functools.partial(function, *rest[:n_args], **named)
        again.__dict__[_MADE] = True
        return again
    n_cells, n_given = len(value.__closure__ or ()), len(value.__defaults__ or ())
    # Before anything else holds the cells.
    own = [i for i in range(n_cells) if held[i] is value and _is_private(value, i)]
    cells = value.__closure__ or ()
    closure = tuple(
        cell if _content(cell) is part and place not in own else types.CellType(part)
        for place, (cell, part) in enumerate(zip(cells, held[:n_cells], strict=True))
    )
    made = types.FunctionType(
        value.__code__,
        value.__globals__,
        value.__name__,
        tuple(held[n_cells : n_cells + n_given]) or None,
        closure,
    )
    named = dict(
        zip(value.__kwdefaults__ or (), held[n_cells + n_given :], strict=True)
    )
    for place in own:
        closure[place].cell_contents = made
    made.__dict__[_MADE] = True
    made.__kwdefaults__ = named or None
    made.__qualname__, made.__doc__ = value.__qualname__, value.__doc__
    made.__module__, made.__annotations__ = value.__module__, value.__annotations__
    return made


__all__ = [
    "CALLABLE",
    "Thing",
    "are_made_again",
    "has_parts",
    "held_values",
    "is_called",
    "is_choosable",
    "is_instance",
    "is_part",
    "is_plain_class",
    "thing_of",
    "widened",
]
