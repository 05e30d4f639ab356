"""What `iter` makes of sequences of Python: iterators that the run may advance.

Those of Python cannot be put back between the paths of a branch. These keep their
place in an attribute, which is journalled as attributes of the user's objects are.
"""

from __future__ import annotations

import gc
from typing import Any, Final

from autograph.operators.dicts import is_open
from autograph.operators.iteration import StagedRange
from autograph.operators.own_iterators import OwnIterator, converted_method


class _Sequence(OwnIterator):
    """Steps through a sequence, which may grow meanwhile, until it has ended once."""

    _ag_has_state = True  # what it steps through may be nowhere else to be had

    def __init__(self, items: Any) -> None:
        """Step through `items`."""
        self._items, self._place = items, 0

    @converted_method
    def __next__(self) -> Any:
        place = self._place
        if place < 0 or place >= len(self._items):
            self._place = -1
            raise StopIteration
        self._place = place + 1
        return self._items[place]

    @converted_method
    def __length_hint__(self) -> Any:
        if self._place < 0:
            return 0
        return max(len(self._items) - self._place, 0)


class _OfDict(OwnIterator):
    """Steps through a dict, or a view of one, which must not change its size."""

    _ag_has_state = True

    def __init__(self, held: dict[Any, Any], view: Any) -> None:
        """Step through a view of a dict."""
        self._dict, self._view, self._place = held, view, 0
        self._size = len(held)

    @converted_method
    def __next__(self) -> Any:
        if self._size != len(self._dict):
            self._size = -1  # so it is said each time
            raise RuntimeError("dictionary changed size during iteration")
        place = self._place
        if place < 0 or place >= self._size:
            self._place = -1
            raise StopIteration
        self._place = place + 1
        return tuple(self._view)[place]

    @converted_method
    def __length_hint__(self) -> Any:
        if self._place < 0 or self._size != len(self._dict):
            return 0
        return self._size - self._place


def _of_dict(name: str) -> type[_OfDict]:
    return type(name, (_OfDict,), {"__module__": __name__})


def _named(name: str) -> type[_Sequence]:
    """Return the class of iterators that messages of Python's call so."""
    return type(name, (_Sequence,), {"__module__": __name__})


_RANGE: Final = _named("range_iterator")
_KINDS: Final[dict[type, type[_Sequence]]] = {
    list: _named("list_iterator"),
    tuple: _named("tuple_iterator"),
    range: _RANGE,
    StagedRange: _RANGE,
    str: _named("str_ascii_iterator"),
}


_VIEWS: Final[dict[type, type[_OfDict]]] = {
    type({}.keys()): _of_dict("dict_keyiterator"),
    type({}.values()): _of_dict("dict_valueiterator"),
    type({}.items()): _of_dict("dict_itemiterator"),
}


def iterator_of(items: Any) -> Any:
    """Return `iter(items)` for a sequence or dict of Python's; None for all else."""
    kind = _KINDS.get(type(items))
    if kind is not None:
        return kind(items)
    view = items.keys() if type(items) is dict else items
    made = _VIEWS.get(type(view))
    if made is None:
        return None
    held = items if type(items) is dict else _dict_of(view)
    return made(held, view) if type(held) is dict and not is_open(held) else None


def _dict_of(view: Any) -> Any:
    """Return the dict that a view is of: its `mapping` is a proxy of that."""
    (held,) = gc.get_referents(view)
    return held


__all__ = ["iterator_of"]
