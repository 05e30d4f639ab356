"""Views of dicts that have keys which only the run knows, or get them later."""

from __future__ import annotations

import collections
import collections.abc
import gc
import types
from typing import Any, Final

from autograph.old_operators import open_items
from autograph.old_operators.open_items import OpenItems
from graph.keys import is_open
from graph.old_staging.aliases import is_shared
from graph.old_staging.storage import on_class
from graph.ops.core import truth
from graph.segments import OPAQUE, is_made
from graph.tables import (
    VIEWS,
    Shown,
    is_table,
    refusal,
    viewed,
)
from graph.tensor import _DISPATCH

# Views of what is no dict.
_OF_MAPPINGS: Final[dict[type, str]] = {
    collections.abc.KeysView: "keys",
    collections.abc.ValuesView: "values",
    collections.abc.ItemsView: "items",
}
_KINDS: Final = {*VIEWS, *_OF_MAPPINGS, OpenItems, types.MappingProxyType}
_COMBINING: Final = frozenset("&|-^")
_LIKE_SETS: Final = frozenset({"keys", "items"})
_OF_OPEN: Final = {
    "keys": open_items.keys_of,
    "values": open_items.values_of,
    "items": open_items.pairs_of,
}


class View(Shown):
    """What `keys()`, `values()` or `items()` give.

    Attributes:
        table: The dict.
        kind: Which of the methods it is.
    """

    __slots__ = ("kind", "table")

    def __init__(self, table: dict[Any, Any], kind: str) -> None:
        """Look at a dict."""
        self.table, self.kind = table, kind

    def __iter__(self) -> Any:
        raise refusal("its items are used in a way that is not staged")

    def __len__(self) -> int:
        raise refusal("the number of its items is asked for by what is not staged")

    def __contains__(self, item: object) -> bool:
        raise refusal("something is looked for in its items")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise refusal(f"{name} of its {self.kind} is used")

    def __eq__(self, other: object) -> bool:
        raise refusal("its items are compared with others")

    __hash__ = None  # type: ignore[assignment]


def _combined(*_: Any) -> Any:
    raise refusal("its keys or items are combined or compared with others")


for _name in (
    *("and", "or", "sub", "xor", "rand", "ror", "rsub", "rxor"),
    *("lt", "le", "gt", "ge", "repr", "str", "format"),
):
    setattr(View, f"__{_name}__", _combined)
OPAQUE.add(View)


def view_now(value: Any) -> Any:
    """Return a view of what a dict has become since; anything else as it is.

    Raises:
        UnknownKeysError: It is a read-only proxy of a dict whose keys the run knows.
    """
    if type(value) not in _KINDS or not is_made():
        return value
    if type(value) is types.MappingProxyType:
        if any(is_table(each) or is_open(each) for each in gc.get_referents(value)):
            raise refusal("a mappingproxy of it is used")
        return value
    if type(value) is OpenItems:
        if not is_table(value.table):
            return value.anew()
        if not value.is_view:
            raise refusal("its items are used after the run added others")
        return View(value.table, VIEWS[value.kind])
    table = viewed(value) if type(value) in VIEWS else _viewed_in(value)
    if table is None:
        return value
    kind = VIEWS.get(type(value)) or _OF_MAPPINGS[type(value)]
    return View(table, kind) if is_table(table) else _OF_OPEN[kind](table)


def _viewed_in(view: Any) -> dict[Any, Any] | None:
    """Return the dict in a `UserDict` that a view of it shows, if the run has a say.

    None if the class has a say of its own in that.
    """
    mapping, kind = view._mapping, _OF_MAPPINGS[type(view)]
    if not isinstance(mapping, collections.UserDict):
        return None
    for name in ("__iter__",) if kind == "keys" else ("__iter__", "__getitem__"):
        if on_class(type(mapping), name) is not on_class(collections.UserDict, name):
            return None
    table = mapping.data
    return (
        table if type(table) is dict and (is_table(table) or is_open(table)) else None
    )


def as_table(value: Any, *, is_taken_at_once: bool = True) -> Any:
    """Return a dict or a view as one whose keys the run knows, if it can be one.

    Args:
        value: The dict, or the view.
        is_taken_at_once: Are all its items taken now? Then a copy does, if the dict may
            be another one, which is not to become such a dict.
    """
    from autograph.old_operators.tables import become, can_become

    if type(value) is OpenItems and not value.is_view:
        return value
    table = _shown(value)
    if not is_open(table) or not can_become(table):
        return value
    if is_taken_at_once and is_shared(table):
        copied = dict(dict.items(table))
        become(copied)
        kind = VIEWS[value.kind] if type(value) is OpenItems else ""
        return View(copied, kind) if kind else copied
    become(table)
    return view_now(value)


def _shown(value: Any) -> Any:
    return value.table if isinstance(value, Shown) else value


def as_tables(values: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return the same of several; None if none of them is open, and can be one."""
    was_table = [is_table(_shown(each)) for each in values]
    found = tuple(map(as_table, values))
    has_changed = any(
        is_table(each) and not was
        for each, was in zip(map(_shown, found), was_table, strict=True)
    )
    return found if has_changed else None


def as_sets(symbol: str, left: Any, right: Any) -> tuple[Any, Any] | None:
    """Return the operands as sets, if one is a view of keys or items; else None."""
    if not (isinstance(left, Shown) or isinstance(right, Shown)):
        return None
    left, right = as_table(left), as_table(right)
    if symbol not in _COMBINING and not (_is_set(left) and _is_set(right)):
        return None
    if any(type(each) is View and each.kind == "values" for each in (left, right)):
        return None
    return _set_of(left), _set_of(right)


def _is_set(value: Any) -> bool:
    if isinstance(value, View):
        return value.kind != "values"
    return isinstance(value, (set, frozenset)) or VIEWS.get(type(value)) in _LIKE_SETS


def _is_disjoint(view: Any, other: Any) -> Any:
    listed = as_table(view)
    if not _is_set(listed):
        raise refusal("isdisjoint of a view of it is used")
    return _DISPATCH["converted_call"](_set_of(listed).isdisjoint, (other,), None)


def _set_of(items: Any) -> Any:
    return _DISPATCH["converted_call"](set, (items,), None)


def _truth(view: Any) -> Any:
    shown = view_now(view)
    return truth(shown.table)


_DISPATCH["view_now"] = view_now
_DISPATCH["is_disjoint_of_view"] = _is_disjoint
_DISPATCH["truth_of_view"] = _truth

__all__ = ["View", "as_sets", "as_table", "as_tables", "view_now"]
