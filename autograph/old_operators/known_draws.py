"""Draws from iterators of ours that ask nothing of the run: as Python has them.

The methods of iterators are converted, and a loop expects the run to raise where they
do. As long as an iterator over a sequence is where Python knows, neither is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from autograph.old_operators.lists import get_item
from autograph.old_operators.own_iterators import Counted, Zipped
from autograph.old_operators.sequence_iterators import FromEnd, OverSequence
from autograph.old_operators.stores import set_attr
from graph.segments import is_segmented

Take = Callable[[], Any]


def known_draw(iterator: Any) -> Take | None:
    """Return what draws the next item, or raises StopIteration, as Python knows.

    None if the run may decide what happens. What it does is what `__next__` does.
    """
    if isinstance(iterator, (OverSequence, FromEnd)):
        return _of_sequence(iterator)
    if type(iterator) is Counted:
        take = known_draw(iterator.items)
        return None if take is None else lambda: _counted(iterator, take)
    if type(iterator) is Zipped:
        takes = [known_draw(part) for part in iterator.parts]
        known = [take for take in takes if take is not None]
        is_known = len(known) == len(takes)
        return (lambda: tuple([take() for take in known])) if is_known else None
    return None


def _of_sequence(iterator: OverSequence | FromEnd) -> Take | None:
    items = iterator.items
    is_known = type(items) in _PLAIN and type(iterator.place) is int
    if not is_known or is_segmented(items):
        return None
    step = -1 if isinstance(iterator, FromEnd) else 1

    def take() -> Any:
        place = iterator.place
        if place < 0 or place >= len(items):
            set_attr(iterator, "place", -1)
            raise StopIteration
        set_attr(iterator, "place", place + step)
        return get_item(items, place)

    return take


def _counted(iterator: Counted, take: Take) -> tuple[Any, Any]:
    item, count = take(), iterator.count
    set_attr(iterator, "count", count + 1)
    return count, item


_PLAIN: Final = (list, tuple, range, str)

__all__ = ["known_draw"]
