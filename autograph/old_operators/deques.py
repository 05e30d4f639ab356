"""Deques whose length, or an index of them, is known only when the graph runs.

A deque holds segments as a list does (`graph.segments`), and stays the object that it
is. Its methods are in `deque_calls`.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterator
from types import GeneratorType
from typing import Any, Final

from autograph.old_operators import lists, none_handed_on
from graph.errors import UnknownLengthError
from graph.graph import current_graph, is_symbolic
from graph.old_staging.aliases import note_change
from graph.old_staging.joining import is_never_filled
from graph.old_staging.list_elements import holds_containers
from graph.old_staging.storage import set_content
from graph.segments import Segment, is_segmented, refusal
from graph.tensor import _DISPATCH

# -- Contents --------------------------------------------------------------------------


def items_of(xs: deque[Any]) -> list[Any]:
    """Return what a deque holds, as a list of its own.

    Raises:
        UnknownLengthError: It is of a subclass, whose methods are not known.
    """
    if type(xs) is not deque:
        raise refused(f"it is of {type(xs).__name__}, a subclass of deque")
    return list(xs)


def refused(what: str) -> UnknownLengthError:
    """Return the error for a use of a deque that is not staged."""
    return refusal(what, "deque")


def whole_of(items: list[Any]) -> Segment:
    """Return items as one segment in the graph being built.

    Raises:
        UnknownLengthError: There are lists among them.
    """
    found = lists.whole_of(items)
    if holds_containers(found.structure):
        raise refused("it holds lists, and can hold numbers, tensors and tuples")
    return found


def put(xs: deque[Any], segment: Segment) -> None:
    """Let a deque hold a segment, and nothing else."""
    note_change(xs)
    set_content(xs, [segment])


def fill(xs: deque[Any], items: list[Any], *, drops_last: bool = False) -> None:
    """Let a deque hold these items, or as many of them as it may.

    Args:
        xs: The deque.
        items: The items, some of which are segments.
        drops_last: Are the last ones too many, and not the first?
    """
    if xs.maxlen is None:
        note_change(xs)
        set_content(xs, items)
    elif xs.maxlen:
        bounds = (xs.maxlen,) if drops_last else (-xs.maxlen,)
        given = (drops_last, not drops_last, False)
        found = lists.on_each(
            whole_of(items), "list_delete_slice", *bounds, given=given
        )
        put(xs, found)


def steps_of(items: Any) -> Any:
    """Return what a loop steps through as it stands, as a deque or a generator."""
    if type(items) is GeneratorType and current_graph() is not None:
        return none_handed_on.stepped(items)
    is_concerned = isinstance(items, deque) or type(items) in _OVER_DEQUES
    is_staged = is_concerned and current_graph() is not None
    return _stepped(items) if is_staged else items


def _stepped(items: Any) -> Iterator[Any]:
    """Yield the items of a deque, where Python refuses to go on once it has changed.

    Raises:
        UnknownLengthError: It has. Python's own error may be untrue: what is done on
            some paths only is put back, which changes the deque as well.
    """
    iterator = iter(items)
    while True:
        try:
            item = next(iterator)
        except StopIteration:
            return
        except RuntimeError as error:
            if str(error) == _MUTATED:
                raise _changed() from None
            raise
        yield item
        if is_segmented(items):
            raise _changed()


def _message_of_change() -> str:
    xs = deque([0])
    iterator = iter(xs)
    xs.clear()
    try:
        next(iterator)
    except RuntimeError as error:
        return str(error)
    return ""


_MUTATED: Final = _message_of_change()
# What steps through a deque, which its iterator finds changed.
_OVER_DEQUES: Final[tuple[type, ...]] = (
    enumerate,
    zip,
    type(iter(deque())),
    type(reversed(deque())),
)


def _changed() -> UnknownLengthError:
    return refused("it is changed by a loop that steps through it")


# -- Items -----------------------------------------------------------------------------


def is_dynamic(target: Any, key: Any) -> bool:
    """Tell whether an item of a deque is meant that the run decides."""
    return isinstance(target, deque) and (is_segmented(target) or is_symbolic(key))


def get_item(xs: deque[Any], key: Any) -> Any:
    """Return `xs[key]`."""
    if not is_dynamic(xs, key):
        return operator.getitem(xs, key)
    index = _index(key)
    items = items_of(xs)
    known = lists.static_item(items, index) if isinstance(index, int) else None
    if known is not None:
        return known[0]
    if is_never_filled(items):
        return deque()[0]
    whole_of(items)
    return lists.item_at(items, index, "deque index")


def set_item(xs: deque[Any], key: Any, value: Any) -> None:
    """Do `xs[key] = value`."""
    index, items = _index(key), items_of(xs)
    if is_never_filled(items):
        deque[Any]()[0] = value
    _check_index(items, index)
    change(xs, items, index, "list_set", value)


def del_item(xs: deque[Any], key: Any) -> None:
    """Do `del xs[key]`."""
    index, items = _index(key), items_of(xs)
    if is_never_filled(items):
        del deque[Any]()[0]
    _check_index(items, index)
    put(xs, lists.on_each(whole_of(items), "list_delete", index))


def change(xs: deque[Any], items: list[Any], index: Any, name: str, value: Any) -> None:
    """Let a deque hold its items after an op that takes a place and a value."""
    whole_of([*items, value])
    segment, leaves = lists.leaves_of(items, value)
    pairs = zip(segment.columns, leaves, strict=True)
    columns = tuple(lists.add(name, x, index, leaf) for x, leaf in pairs)
    put(xs, Segment(segment.structure, columns, segment.family))


def _check_index(items: list[Any], index: Any) -> None:
    """Let the run raise what Python does where there is no item at a place."""
    lists.item_at(items, index, "deque index")


def _index(key: Any) -> Any:
    if is_symbolic(key) and key.spec.dtype.python is not float:
        return lists.index_of(key, "deque")
    sample: Any = 0.0 if is_symbolic(key) else key
    if not hasattr(type(sample), "__index__"):
        operator.getitem(deque(), sample)  # the error
    return operator.index(key)


_DISPATCH["item_of_deque"] = get_item

__all__ = [
    "change",
    "del_item",
    "fill",
    "get_item",
    "is_dynamic",
    "items_of",
    "put",
    "refused",
    "set_item",
    "whole_of",
]
