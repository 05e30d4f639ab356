"""What `iter` makes of sequences of Python: iterators that the run may advance.

Those of Python cannot be put back between the paths of a branch. These keep their
place in an attribute, which is journalled as attributes of the user's objects are.
"""

from __future__ import annotations

from typing import Any, Final

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


def iterator_of(items: Any) -> Any:
    """Return `iter(items)` for a list, a tuple, a range or text; None for all else."""
    kind = _KINDS.get(type(items))
    return None if kind is None else kind(items)


__all__ = ["iterator_of"]
