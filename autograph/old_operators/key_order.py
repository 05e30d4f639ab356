"""Does a function look at the order in which the keys of its arguments come?

The order of a dict is no part of the key of a call, as the specification has it: a
function that looks its entries up gets the same trace for each order. One that goes
through them gives another result for each, so that its trace is for one order only
(`autograph.function.cache`).

Between the argument and where it is looked at there may be copies, which staged blocks
and the user make. So a dict counts as one of the arguments if it shares two keys with
one of them: what is wrongly taken for one costs a trace, and no more.
"""

from __future__ import annotations

import gc
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from autograph.allowed import is_allowed
from autograph.arguments import key_orders
from graph.building import PerTrace, per_trace
from graph.graph import Graph, Node
from graph.keys import is_open
from graph.nest import Structure
from graph.tables import is_table
from graph.tensor import Tensor

KeysView: Final[Any] = type({}.keys())
ValuesView: Final[Any] = type({}.values())
ItemsView: Final[Any] = type({}.items())
#: How many objects are looked through for a dict; beyond, there may be one.
MAX_SEARCHED: Final = 2_000

_VIEWS: Final = (KeysView, ValuesView, ItemsView)
_USERS: Final = (types.FunctionType, types.MethodType)
# What gives the same for each order, and methods that do.
_BLIND: Final = frozenset({bool, callable, dict, getattr, hasattr, id, isinstance, len,
                           type})  # fmt: skip
_BLIND_METHODS: Final[Mapping[type, frozenset[str]]] = {
    dict: frozenset({"__contains__", "__delitem__", "__getitem__", "__len__",
                     "__setitem__", "clear", "copy", "get", "pop", "setdefault",
                     "update"}),
    list: frozenset({"append", "insert"}),
}  # fmt: skip
_TO_VIEWS: Final = frozenset({"items", "keys", "values"})
# What holds no dict of the user's, and leads to everything.
_ENDS: Final = (type, types.ModuleType, types.CodeType, types.FrameType, Graph, Node,
                Tensor, np.ndarray, np.generic, str, bytes, int, float, complex,
                type(None))  # fmt: skip


class KeyOrder:
    """Whether a trace has looked at the order of its arguments' keys.

    Attributes:
        is_read: Has it?
        keys: The keys of each dict that has an order to look at.
    """

    __slots__ = ("is_read", "keys")

    def __init__(self, structure: Structure) -> None:
        """Watch the dicts among arguments that are nested so."""
        self.is_read = False
        self.keys = tuple(
            frozenset(each) for each in key_orders(structure) if len(each) > 1
        )

    def meets(self, keys: Collection[Any]) -> bool:
        """Tell whether a dict with these keys may have the order of an argument."""
        return any(sum(key in known for key in keys) > 1 for known in self.keys)


class _Watched(PerTrace):
    """The orders that the traces under way, one inside another, have not looked at."""

    def __init__(self) -> None:
        self.orders: tuple[KeyOrder, ...] = ()


_WATCHED: Final = per_trace(_Watched())


@contextmanager
def watching(structure: Structure) -> Iterator[KeyOrder]:
    """Watch whether a trace looks at the order of its arguments' keys."""
    before, order = _WATCHED.orders, KeyOrder(structure)
    if order.keys:
        _WATCHED.orders = (*before, order)
    try:
        yield order
    finally:
        _WATCHED.orders = before


def note_order(value: Any) -> None:
    """Note that the keys of a dict, or of a view of one, are gone through."""
    if not _WATCHED.orders:
        return
    if isinstance(value, _VIEWS):
        value = value.mapping
    if isinstance(value, (dict, types.MappingProxyType)):
        _note_keys(value)
    elif not isinstance(value, (list, tuple, str, Tensor)):
        _note_inside([value])


def note_views(*operands: Any) -> None:
    """Note that views of dicts become sets: operands of `&` and the like."""
    if _WATCHED.orders:
        for each in operands:
            if isinstance(each, _VIEWS):
                note_order(each)


def note_inside(*values: Any) -> None:
    """Note that what is not seen may go through any dict in these."""
    if _WATCHED.orders:
        _note_inside(list(values))


def note_call(function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """Note that something is called that may go through dicts that it is given.

    Functions of the user's are converted, and note that themselves.
    """
    if not _WATCHED.orders or isinstance(function, _USERS):
        return
    if getattr(type(function), "is_traced_function", False) is True:
        return
    owner = getattr(function, "__self__", None)
    name = getattr(function, "__name__", "")
    if isinstance(function, types.BuiltinFunctionType):
        if name in _BLIND_METHODS.get(type(owner), ()):
            return
        if type(owner) is dict and name in _TO_VIEWS:
            if is_open(owner) or is_table(owner):  # other views than Python's
                _note_keys(owner)
            return
    try:
        is_blind = function in _BLIND
    except TypeError:  # unhashable callables
        is_blind = False
    if not is_blind and not _is_sorting(function, args, kwargs):
        owners = () if isinstance(owner, types.ModuleType) else (owner,)
        _note_inside([*owners, *args, kwargs, *kwargs.values()])


def note_as_it_stands(
    function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> None:
    """Note that a function of the user's is called that is not converted."""
    if _WATCHED.orders and isinstance(function, _USERS):
        is_library = is_allowed(getattr(function, "__module__", None) or "")
        _note_inside([None if is_library else function, args, kwargs])


def _is_sorting(function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Tell whether something sorts keys, or items, which no two of are equal."""
    if function is not sorted or len(args) != 1 or "key" in kwargs:
        return False
    return type(args[0]) in (dict, KeysView, ItemsView)


def _note_keys(keys: Collection[Any]) -> None:
    unread = []
    for order in _WATCHED.orders:
        order.is_read = order.is_read or order.meets(keys)
        if not order.is_read:
            unread.append(order)
    _WATCHED.orders = tuple(unread)


def _note_inside(pending: list[Any]) -> None:
    """Note each dict that can be reached from some values."""
    seen: dict[int, Any] = {}
    while pending and _WATCHED.orders:
        value = pending.pop()
        if isinstance(value, _ENDS) or id(value) in seen:
            continue
        seen[id(value)] = value
        if len(seen) > MAX_SEARCHED:
            _note_all()
            return
        if isinstance(value, _VIEWS):
            pending.append(value.mapping)
        elif isinstance(value, types.FunctionType):
            cells = value.__closure__ or ()
            pending += [gc.get_referents(cell) for cell in cells]
            pending += [value.__defaults__, value.__kwdefaults__]
        else:
            if isinstance(value, (dict, types.MappingProxyType)):
                _note_keys(value)
            pending += gc.get_referents(value)


def _note_all() -> None:
    for order in _WATCHED.orders:
        order.is_read = True
    _WATCHED.orders = ()


__all__ = [
    "KeyOrder",
    "note_as_it_stands",
    "note_call",
    "note_inside",
    "note_order",
    "note_views",
    "watching",
]
