"""Change a list that is an element of a list whose length, or index, the run knows.

    rows[k].append(1)         `rows[k]` is a list of its own while tracing: it is
                              changed, and stored in its place of `rows` again.

What else stands for elements of `rows` is read again then: the run knows whether its
index is the same. Where that is sound `graph.old_staging.rows` tells.
"""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Final

from autograph.old_operators import lists
from graph import dtypes, nest
from graph.foreign_operands import beside_sequence
from graph.graph import current_graph, is_symbolic
from graph.old_staging.aliases import (
    has_aliases,
    is_inner,
    is_writing,
    keeping_places,
    note_change,
    writing,
)
from graph.old_staging.numpy_numbers import counted
from graph.old_staging.row_changes import check_change, followers, is_followed
from graph.old_staging.row_links import Link, is_same_content, link_of
from graph.old_staging.rows import absorb, lists_in, note_copy, note_twice, take
from graph.old_staging.storage import set_content
from graph.ops.core import cast
from graph.reflection import is_in_place
from graph.segments import Segment, is_made
from graph.tensor import _DISPATCH

# The methods that change a list; `KEEPING` leave each element where it is.
KEEPING: Final = frozenset({"append", "extend", "__iadd__"})
_CHANGING: Final[Mapping[type, frozenset[str]]] = {
    list: KEEPING | {
        *("insert", "pop", "remove", "clear", "sort", "reverse", "__imul__"),
        *("__setitem__", "__delitem__"),
    },
    dict: frozenset({
        *("update", "setdefault", "pop", "popitem", "clear", "__ior__"),
        *("__setitem__", "__delitem__"),
    }),
}  # fmt: skip


def is_concerned(value: Any) -> bool:
    """Is a list or dict an element of one in the graph, or are its elements in use?"""
    return (
        type(value) in _CHANGING
        and current_graph() is not None
        and has_aliases()
        and not is_writing(value)
        and (is_inner(value) or is_followed(value))
    )


def change(value: Any, act: Callable[[], Any], name: str = "") -> Any:
    """Change a list or dict, and what holds it by value.

    Args:
        value: The list or dict, which is concerned.
        act: Changes it.
        name: The method that does.

    Raises:
        UnknownIdentityError: It may be in a place that would not see it.
    """
    link = check_change(value) if is_inner(value) else None
    is_kept = name in KEEPING
    held = list(_within(value))
    with writing(value):
        with keeping_places(value) if is_kept else nullcontext():
            result = act()
        if link is not None:
            for each in _within(value):
                if not any(each is known for known in held):
                    take(link.owner, each)
            _tell(link, is_kept=is_kept)
    return result


def _within(value: Any) -> Iterator[Any]:
    """Yield the lists and dicts in a dict."""
    return lists_in(tuple(value.values()) if type(value) is dict else ())


def set_item(
    target: Any, key: Any, value: Any, act: Callable[[Any, Any, Any], None]
) -> None:
    """Do `target[key] = value` by `act`, for a list or dict that is concerned."""
    link = link_of(value) if type(value) in _CHANGING else None
    if link is not None and link.owner is target and link.is_read:
        is_same_length = is_same_content(link.content, target)
        if link.item is value and link.index is key and is_same_length:
            return  # `rows[k] += ...` puts the list back that it changed
    change(target, lambda: act(target, key, value))


def method(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a method that changes a list or dict.

    None if Python's own will do.
    """
    if type(function) is not types.BuiltinFunctionType or not is_made():
        return None
    owner: Any = function.__self__
    name = function.__name__
    if name not in _CHANGING.get(type(owner), ()):
        return None
    is_many = name in ("extend", "__iadd__") and len(args) == 1 and not kwargs
    if is_many and isinstance(args[0], (list, tuple)):
        note_copy(owner, [args[0]])
    if not is_concerned(owner):
        return None
    if is_many and not isinstance(args[0], (list, tuple)):
        return _append_each(owner)
    from autograph.old_operators.calls import converted_call

    return lambda *given, **named: change(
        owner, lambda: converted_call(function, given, named), name
    )


def _append_each(owner: list[Any]) -> Callable[[Any], Any]:
    """Return what adds items one by one: drawing one may look at what is there."""

    def extend(items: Any) -> None:
        from autograph.old_operators.python_builtins import listed

        listed(items, owner)

    return extend


# -- Telling the list that holds it ----------------------------------------------------


def _tell(link: Link, *, is_kept: bool) -> None:
    """Store an element that was changed where it is, on all levels."""
    above: Link | None = link
    while above is not None:
        owner = above.owner
        before = list(owner)
        outer = link_of(owner) if is_inner(owner) else None
        if not _is_held(above):
            with writing(owner), keeping_places(owner):
                _store(owner, _place(above, before), above.item)
        _settle(above, before)
        _read_again(owner, before, above.item, is_kept=is_kept)
        above, is_kept = outer, True


def _is_held(link: Link) -> bool:
    """Is an element that was put into a list still there as the object it is?"""
    place, owner = link.index, link.owner
    if link.is_read or place >= len(owner) or owner[place] is not link.item:
        return False
    return is_same_content(owner[:place], link.content[:place])


def _place(link: Link, now: list[Any]) -> Any:
    """Return the index of an element, counted from the start if the length differs."""
    index, content = link.index, link.content
    if not link.is_read:
        return lists.length(content[:index])
    if is_same_content(content, now) or (isinstance(index, int) and index >= 0):
        return index
    count = lists.length(content)
    return count + index if isinstance(index, int) else index + (index < 0) * count


def _settle(link: Link, before: list[Any]) -> None:
    """Let an index hold that was found for the content of before: it is as long."""
    graph = current_graph()
    assert graph is not None
    is_here = graph.row_links.get(id(link.value)) is link
    if is_here and link.is_read and is_same_content(link.content, before):
        link.content = list(link.owner)


def _store(owner: list[Any], index: Any, item: Any) -> None:
    """Put an element that was changed in its place."""
    absorb(owner)
    segment, leaves = lists.leaves_of(owner, item)
    pairs = zip(segment.columns, leaves, strict=True)
    columns = [lists.add("list_set", x, index, leaf) for x, leaf in pairs]
    lists.put(owner, Segment(segment.structure, tuple(columns), segment.family))


def _read_again(
    owner: list[Any], before: list[Any], known: Any, *, is_kept: bool
) -> None:
    """Let what stands for elements of a list hold what they are now.

    Args:
        owner: The list, of which an element was changed.
        before: What it held then.
        known: That element.
        is_kept: Did each part of the element stay in its place?
    """
    for link in followers(owner):
        if link.item is known or _is_held(link):
            continue
        segment = lists.whole_of(owner)
        index = _place(link, before)
        leaves = [
            lists.add("list_get", column, index, access="list index")
            for column in segment.columns
        ]
        item = nest.pack(segment.structure, leaves)
        pairs = zip(lists_in(link.item), lists_in(item), strict=True)
        for value, new in pairs:
            held = list(value)
            with writing(value), keeping_places(value) if is_kept else nullcontext():
                note_change(value)
                set_content(value, _kept_within(value, new))
            _read_again(value, held, None, is_kept=True)
        _settle(link, before)


def _kept_within(old: Any, new: Any) -> Any:
    """Return the new content of a list or dict; what a dict holds stays itself.

    The lists and dicts in a dict have links of their own, and are read again like it.
    """
    if type(old) is not dict:
        return new
    return {key: _kept_part(old[key], part) for key, part in new.items()}


def _kept_part(old: Any, new: Any) -> Any:
    if type(old) in (list, dict):
        return old
    if type(old) is tuple:
        return tuple(map(_kept_part, old, new))
    return new


# -- Operators -------------------------------------------------------------------------


def add_in_place(left: list[Any], right: Any, act: Callable[[], Any]) -> Any:
    """Do `left += right` by `act`, which is Python's own."""
    converted = method(left.extend, (right,), {})
    if converted is None:
        return act()
    converted(right)
    return left


def unite_in_place(left: dict[Any, Any], act: Callable[[], Any]) -> Any:
    """Do `left |= right` by `act`, for a dict that is concerned."""

    def noted() -> None:
        note_change(left)
        act()

    change(left, noted)
    return left


def repeated(left: Any, right: Any) -> Any:
    """Return `left * right`, of a list or tuple and a number of Python's.

    Python asks the number for `left *= right`, too, and does not say so.
    """
    items, times = (left, right) if is_symbolic(right) else (right, left)
    if type(items) is deque and _is_index(times):
        from autograph.old_operators import deque_calls

        is_own = items is left and is_in_place("*=")
        return deque_calls.repeated(left, right, is_in_place=is_own)
    if type(items) not in (list, tuple) or not _is_index(times):
        return beside_sequence("multiply", (left, right))
    if items is left and type(items) is list and is_in_place("*="):
        return repeat_in_place(items, times)
    if not items:
        return type(items)()
    found = type(items)([_repeated(items, times)])
    if found[0].family is not None:
        note_copy(found, [items])
        if type(found) is list:
            note_twice(found)
    return found


def repeat_in_place(items: list[Any], times: Any) -> list[Any]:
    """Do `items *= times` for a number that the run knows."""
    if is_concerned(items):
        change(items, lambda: repeat_in_place(items, times))
    elif items:
        found = _repeated(items, times)
        if found.family is not None:
            note_twice(items)
        lists.put(items, found)
    return items


def _repeated(items: Sequence[Any], times: Any) -> Segment:
    (segment,) = lists.segment_of(items)
    if times.dtype.is_bool:
        times = cast(times, dtypes.python_int)
    return lists.on_each(segment, "list_repeat", times)


def _is_index(times: Any) -> bool:
    dtype = times.dtype
    return times.shape == () and bool(dtype.is_integer or dtype.is_bool)


_DISPATCH["repeat"] = repeated
_DISPATCH["counted"] = counted

__all__ = [
    "add_in_place",
    "change",
    "is_concerned",
    "method",
    "repeat_in_place",
    "repeated",
    "set_item",
    "unite_in_place",
]
