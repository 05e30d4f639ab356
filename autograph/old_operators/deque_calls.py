"""Methods, builtins and operators on deques whose length only the run knows."""

from __future__ import annotations

import builtins
import copy
import functools
import operator
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.old_operators import list_calls, ranges
from autograph.old_operators.deques import (
    change,
    fill,
    items_of,
    put,
    refused,
    whole_of,
)
from autograph.old_operators.iteration import python_integer, staged_range
from autograph.old_operators.lists import add, item_at, length, on_each
from autograph.old_operators.logic import if_exp
from autograph.old_operators.python_builtins import converted, is_decided_by_run
from autograph.old_operators.unpacking import plain_items
from graph import dtypes
from graph.dispatch import is_text, operate
from graph.graph import current_graph, is_symbolic
from graph.old_staging.aliases import note_change
from graph.old_staging.joining import is_never_filled
from graph.old_staging.storage import set_content
from graph.old_staging.told_apart import check_integer
from graph.old_staging.watch import is_identical
from graph.ops.core import cast
from graph.segments import Segment, is_segmented

# A deque of at most so many items stays one of known length when it is rotated.
MAX_KNOWN: Final = 16

# -- Methods ---------------------------------------------------------------------------


def _append(xs: deque[Any], value: Any) -> None:
    if xs.maxlen is not None and is_segmented(xs):
        fill(xs, [*items_of(xs), value])
    else:
        note_change(xs)
        xs.append(value)


def _appendleft(xs: deque[Any], value: Any) -> None:
    if xs.maxlen is not None and is_segmented(xs):
        fill(xs, [value, *items_of(xs)], drops_last=True)
    else:
        note_change(xs)
        xs.appendleft(value)


def _taking(place: int, name: str) -> Callable[[deque[Any]], Any]:
    """Return what takes an item from one of the ends."""
    native = getattr(deque, name)

    def take(xs: deque[Any]) -> Any:
        if not xs or type(xs[place]) is not Segment:
            note_change(xs)
            return native(xs)
        items = items_of(xs)
        if is_never_filled(items):
            return native(deque())
        segment = whole_of(items)
        item = item_at(items, place, "deque pop")
        put(xs, on_each(segment, "list_delete", place))
        return item

    return take


def _extend(xs: deque[Any], items: Any) -> None:
    _add_all(xs, items, _append, _append_all)


def _extendleft(xs: deque[Any], items: Any) -> None:
    _add_all(xs, items, _appendleft, _append_all_left)


def _add_all(
    xs: deque[Any],
    items: Any,
    act: Callable[[deque[Any], Any], None],
    staged: Callable[[deque[Any], Any], None],
) -> None:
    """Add items one by one, as `act` does; by `staged` if the run decides them."""
    if is_segmented(items):
        if act is _append:
            fill(xs, [*items_of(xs), *items])
        else:
            reverse = on_each(whole_of(list(items)), "list_reverse")
            fill(xs, [reverse, *items_of(xs)], drops_last=True)
    elif is_decided_by_run(items) or (is_symbolic(items) and is_text(items)):
        staged(xs, items)
    else:
        for item in list(items) if items is xs else plain_items(items):
            act(xs, item)


class Adding:
    """Takes the place of a list to which items are appended: they go to a deque."""

    def __init__(self, xs: deque[Any]) -> None:
        """Append to `xs`."""
        self._xs = xs

    def append(self, item: Any) -> None:
        """Add an item."""
        _append(self._xs, item)


@converted
def _append_all(xs: Any, items: Any) -> None:
    for item in items:
        xs.append(item)


@converted
def _append_all_left(xs: Any, items: Any) -> None:
    for item in items:
        xs.appendleft(item)


def _insert(xs: deque[Any], index: Any, value: Any) -> None:
    index, items = _integer(index), items_of(xs)
    if xs.maxlen is not None:
        error = IndexError("deque already at its maximum size")
        count = length(items)
        if is_symbolic(count):
            list_calls.raise_if(operate("greater_equal", (count, xs.maxlen)), error)
        elif count >= xs.maxlen:
            raise error
    if not items:
        _append(xs, value)
    else:
        change(xs, items, index, "list_insert", value)


def _remove(xs: deque[Any], value: Any) -> None:
    items = items_of(xs)
    if is_never_filled(items):
        deque[Any]().remove(value)
    place = _checked(list_calls.find(items, value), value)
    put(xs, on_each(whole_of(items), "list_delete", place))


@converted
def _checked(place: Any, value: Any) -> Any:
    if place < 0:
        raise ValueError(f"{value!r} is not in deque")
    return place


def _count(xs: deque[Any], value: Any) -> Any:
    return list_calls.count_in(items_of(xs), value)


def _place(xs: deque[Any], value: Any, *bounds: Any) -> Any:
    from autograph.old_operators.searching import place_among

    items = items_of(xs)
    places = staged_range(length(items))
    if bounds:
        start, *stop = bounds
        places = ranges.get_item(places, slice(start, *(stop or [None])))
    return place_among(items, value, places, "deque")


def _rotate(xs: deque[Any], n: Any = 1) -> None:
    n, items = _integer(n), items_of(xs)
    if not items:
        return
    if is_symbolic(n) and len(items) <= MAX_KNOWN and not is_segmented(items):
        whole_of(items)
        count = len(items)
        turned = [item_at(items, (place - n) % count) for place in range(count)]
        note_change(xs)
        set_content(xs, turned)
        return
    segment = whole_of(items)
    count = length(items)
    place = if_exp(operate("greater", (count, 0)), lambda: -n % count, lambda: 0)
    head = on_each(segment, "list_slice", place, given=(False, True, False))
    pairs = zip(segment.columns, head.columns, strict=True)
    columns = tuple(add("list_concat", *pair) for pair in pairs)
    turned_round = Segment(segment.structure, columns, segment.family)
    given = (False, True, False)
    put(xs, on_each(turned_round, "list_delete_slice", place, given=given))


def _integer(value: Any) -> Any:
    """Return an argument that Python takes for an integer.

    Raises:
        TypeError: It is none.
    """
    if is_symbolic(value) and value.spec.dtype is dtypes.python_float:
        check_integer(value)
        raise TypeError("'float' object cannot be interpreted as an integer")
    return python_integer(value) if is_symbolic(value) else operator.index(value)


def _reverse(xs: deque[Any]) -> None:
    put(xs, on_each(whole_of(items_of(xs)), "list_reverse"))


def _clear(xs: deque[Any]) -> None:
    note_change(xs)
    xs.clear()


def _copy(xs: deque[Any]) -> deque[Any]:
    return deque(items_of(xs), xs.maxlen)


_METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "append": _append,
    "appendleft": _appendleft,
    "pop": _taking(-1, "pop"),
    "popleft": _taking(0, "popleft"),
    "extend": _extend,
    "extendleft": _extendleft,
    "insert": _insert,
    "remove": _remove,
    "count": _count,
    "index": _place,
    "rotate": _rotate,
    "reverse": _reverse,
    "clear": _clear,
    "copy": _copy,
    "__copy__": _copy,
}
# These take what the run may decide: a number, or items.
_TAKING: Final = frozenset({"insert", "rotate", "extend", "extendleft", "remove"})


def _made(items: Any = (), maxlen: Any = None) -> deque[Any]:
    """Return `deque(items, maxlen)`.

    Raises:
        UnknownLengthError: Only the run knows how many items it may have.
    """
    if is_symbolic(maxlen):
        raise refused("its maxlen is known only when the graph runs")
    found: deque[Any] = deque(maxlen=maxlen)
    _extend(found, items)
    return found


# -- Builtins and operators ------------------------------------------------------------


# What looks at the items at once, and takes a list as well.
_LOOKING: Final = frozenset(
    {
        *(builtins.len, builtins.bool, builtins.list, builtins.tuple, builtins.sorted),
        *(builtins.sum, builtins.min, builtins.max, builtins.any, builtins.all),
        *(np.array, np.asarray, np.stack),
    }
)


def call_on_deques(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of `function`, given deques.

    None if nothing is to be replaced.
    """
    owner = getattr(function, "__self__", None)
    if type(owner) is deque or (isinstance(owner, deque) and is_segmented(owner)):
        return _method(owner, function.__name__, args)
    if function is deque:
        given = (*args, *kwargs.values())
        return _made if any(map(_is_of_run, given)) else None
    if not any(isinstance(each, deque) and is_segmented(each) for each in args):
        return None
    if _is_among(function, _LOOKING):
        return functools.partial(_look, function)
    return _copy if function is copy.copy else None


def _look(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call what looks at the items of deques with lists of them.

    Raises:
        UnknownLengthError: One was changed meanwhile: Python raises an error then.
    """
    from autograph.old_operators.calls import converted_call

    given = tuple(map(_as_list, args))
    before = [(xs, list(xs)) for xs in args if isinstance(xs, deque)]
    found = converted_call(function, given, kwargs)
    if not all(is_identical(items, list(xs)) for xs, items in before):
        raise refused(f"it is changed while {function.__name__}() looks at it")
    return found


def _method(
    owner: deque[Any], name: str, args: tuple[Any, ...]
) -> Callable[..., Any] | None:
    if not is_segmented(owner):
        is_run = name in _TAKING and any(map(_is_of_run, args))
        if name == "remove":
            is_run |= any(map(is_symbolic, owner))
        if not is_run:
            return None
    items_of(owner)
    method = _METHODS.get(name)
    if method is None:
        raise refused(f"deque.{name}() is called")
    return functools.partial(method, owner)


def _is_of_run(value: Any) -> bool:
    return (
        (is_symbolic(value) and value.shape == ())
        or is_segmented(value)
        or is_decided_by_run(value)
    )


def _as_list(value: Any) -> Any:
    is_open = isinstance(value, deque) and is_segmented(value)
    return items_of(value) if is_open else value


def _is_among(function: Any, functions: frozenset[Any]) -> bool:
    try:
        return function in functions
    except TypeError:  # unhashable callables
        return False


def binary(symbol: str, left: Any, right: Any, act: Callable[[Any, Any], Any]) -> Any:
    """Return `left symbol right`, one of which is a deque; in place with a `=`.

    Args:
        symbol: The symbol.
        left: One operand.
        right: The other.
        act: What Python does.
    """
    plain, is_in_place = symbol.removesuffix("="), symbol[-1] == "="
    given = (left, right)
    if current_graph() is None or not any(map(_is_of_run, given)):
        return act(left, right)
    if plain == "+" and type(left) is deque and (is_in_place or _is_deque(right)):
        target = left if is_in_place else _copy(left)
        _extend(target, right)
        return target
    if plain == "*" and any(map(_is_number, given)):
        return repeated(left, right, is_in_place=is_in_place)
    return act(left, right)


def repeated(left: Any, right: Any, *, is_in_place: bool) -> deque[Any]:
    """Return `left * right`, one of which is a deque, and the other a number."""
    xs, times = (left, right) if _is_deque(left) else (right, left)
    target: deque[Any] = xs if is_in_place and xs is left else _copy(xs)
    _repeat(target, times)
    return target


def _is_deque(value: Any) -> bool:
    return type(value) is deque


def _is_number(value: Any) -> bool:
    if is_symbolic(value):
        dtype = value.dtype
        return value.shape == () and bool(dtype.is_integer or dtype.is_bool)
    return hasattr(type(value), "__index__")


def _repeat(xs: deque[Any], times: Any) -> None:
    items = items_of(xs)
    if not items:
        return
    if is_symbolic(times) and times.dtype.is_bool:
        times = cast(times, dtypes.python_int)
    fill(xs, [on_each(whole_of(items), "list_repeat", python_integer(times))])


__all__ = ["Adding", "binary", "call_on_deques", "repeated"]
