"""What `iter` and `reversed` make of sequences of Python: the run may advance it.

Iterators of Python cannot be put back between the paths of a branch. These keep their
place in an attribute, which is journalled as attributes of the user's objects are.
"""

from __future__ import annotations

import gc
import operator
from collections.abc import Mapping
from typing import Any, Final

from autograph.old_operators.iteration import StagedRange
from autograph.old_operators.own_iterators import OwnIterator, converted_method
from graph.errors import SideEffectError
from graph.keys import is_open
from graph.origin import capture_exact
from graph.tables import VIEWS, is_table, refusal


class OverSequence(OwnIterator):
    """Steps through a sequence, which may grow meanwhile, until it has ended once."""

    def __init__(self, items: Any) -> None:
        """Step through `items`."""
        self.items, self.place = items, 0

    @converted_method
    def __next__(self) -> Any:
        place = self.place
        if place < 0 or place >= len(self.items):
            self.place = -1
            raise StopIteration
        self.place = place + 1
        return self.items[place]

    @converted_method
    def __length_hint__(self) -> Any:
        if self.place < 0:
            return 0
        return max(len(self.items) - self.place, 0)


class FromEnd(OwnIterator):
    """Steps through a sequence from its end, unless it has become shorter meanwhile."""

    def __init__(self, items: Any) -> None:
        """Step through `items`."""
        from autograph.old_operators.calls import converted_call

        self.items, self.place = items, converted_call(len, (items,), None) - 1

    @converted_method
    def __next__(self) -> Any:
        place = self.place
        if place < 0 or place >= len(self.items):
            self.place = -1
            raise StopIteration
        self.place = place - 1
        return self.items[place]

    @converted_method
    def __length_hint__(self) -> Any:
        left = self.place + 1
        return left if left <= len(self.items) else 0


class _OfDict(OwnIterator):
    """Steps through a dict, or a view of one, which must not change its size."""

    def __init__(self, held: dict[Any, Any], view: Any) -> None:
        """Step through a view of a dict."""
        self._dict, self._view, self._place = held, view, 0
        self._size, self._keys = len(held), tuple(held)

    @converted_method
    def __next__(self) -> Any:
        refuse_table(self)
        if self._size != len(self._dict):
            self._size = -1  # so it is said each time
            raise RuntimeError("dictionary changed size during iteration")
        place = self._place
        if place < 0 or place >= self._size:
            self._place = -1
            raise StopIteration
        self._place = place + 1
        self._check_keys()
        if self._is_open():
            return self._under(self._keys[self._at(place)])
        return tuple(self._view)[self._at(place)]

    def _is_open(self) -> bool:
        return is_open(self._dict)

    @converted_method
    def _under(self, key: Any) -> Any:
        """Return what the view shows of a key, where others may be on some paths."""
        kind = VIEWS[type(self._view)]
        if kind == "keys":
            return key
        value = self._dict[key]
        return value if kind == "values" else (key, value)

    def _at(self, place: Any) -> Any:
        """Return the place in the view of what is drawn at a place."""
        return place

    def _check_keys(self) -> None:
        """Refuse to go on in a dict with other keys: Python asks where they lie.

        Raises:
            SideEffectError: It has other keys, and as many.
        """
        if is_open(self._dict) or all(map(operator.is_, self._dict, self._keys)):
            return
        raise SideEffectError(
            "the keys of this dict have changed, but not their number, since the "
            "iterator was made that is advanced: what Python gives then depends on "
            "how its dicts lie in memory.",
            origin=capture_exact(2),
            hint="Take its keys before, as in `keys = list(table)`.",
        )

    @converted_method
    def __length_hint__(self) -> Any:
        if self._place < 0 or self._size != len(self._dict):
            return 0
        return self._size - self._place


class _OfDictFromEnd(_OfDict):
    """Steps through a dict, or a view of one, from its end."""

    def _at(self, place: Any) -> Any:
        return len(self._keys) - 1 - place


def refuse_table(iterator: _OfDict) -> None:
    """Refuse a dict that has been given keys of the run since its iterator was made."""
    if is_table(iterator._dict):
        raise refusal("it comes to be so while it is stepped through")


def _of(kind: type, base: type[OwnIterator]) -> Any:
    """Return the class of the iterators that stand for those of a type of Python's."""
    return type(kind.__name__, (base,), {"__module__": __name__, "kind": kind})


_RANGE: Final = _of(type(iter(range(0))), OverSequence)
_KINDS: Final[Mapping[type, Any]] = {
    list: _of(type(iter([])), OverSequence),
    tuple: _of(type(iter(())), OverSequence),
    range: _RANGE,
    StagedRange: _RANGE,
    str: _of(type(iter("")), OverSequence),
}
_FROM_END: Final[Mapping[type, Any]] = {
    list: _of(type(reversed([])), FromEnd),
    tuple: _of(reversed, FromEnd),
    str: _of(reversed, FromEnd),
}
_EMPTY: Final[dict[Any, Any]] = {}
_VIEWS: Final = (_EMPTY.keys(), _EMPTY.values(), _EMPTY.items())
_OF_VIEWS: Final[Mapping[type, Any]] = {
    type(view): _of(type(iter(view)), _OfDict) for view in _VIEWS
}
_OF_VIEWS_FROM_END: Final[Mapping[type, Any]] = {
    type(view): _of(type(reversed(view)), _OfDictFromEnd) for view in _VIEWS
}


def iterator_of(items: Any) -> Any:
    """Return `iter(items)` for a sequence or dict of Python's; None for all else."""
    kind = _KINDS.get(type(items))
    return _over_dict(items, _OF_VIEWS) if kind is None else kind(items)


def reversed_of(items: Any) -> Any:
    """Return `reversed(items)` for a sequence or dict of Python's; else None."""
    if type(items) in (range, StagedRange):
        from autograph.old_operators.lists import get_item

        return _RANGE(get_item(items, slice(None, None, -1)))
    kind = _FROM_END.get(type(items))
    return _over_dict(items, _OF_VIEWS_FROM_END) if kind is None else kind(items)


def _over_dict(items: Any, kinds: Mapping[type, Any]) -> Any:
    """Return an iterator over a dict, or a view of one; None for all else."""
    view = items.keys() if type(items) is dict else items
    made = kinds.get(type(view))
    if made is None:
        return None
    held = items if type(items) is dict else _dict_of(view)
    if type(held) is not dict or is_open(held) or is_table(held):
        return None
    return made(held, view)


def _dict_of(view: Any) -> Any:
    """Return the dict that a view is of: its `mapping` is a proxy of that."""
    (held,) = gc.get_referents(view)
    return held


__all__ = ["FromEnd", "OverSequence", "iterator_of", "reversed_of"]
