"""What builtins do with iterators of the user's classes: draw from them, converted.

`next`, `list`, `min`, unpacking and the like; what makes an iterator of another is in
`autograph.old_operators.own_iterators`.
"""

from __future__ import annotations

import functools
import operator
import types
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from autograph.old_operators import python_builtins
from autograph.old_operators.as_it_stands import check_step
from autograph.old_operators.comparisons import compare
from autograph.old_operators.driven import taken
from autograph.old_operators.driving import counted, filtered, mapped
from autograph.old_operators.iteration import StagedRange
from autograph.old_operators.own_iterators import (
    Counted,
    Filtered,
    Mapped,
    OwnIterator,
    Reversed,
    Started,
    StrictlyZipped,
    Zipped,
    converted_method,
    draw,
    indexed,
    is_iterable,
    is_own,
    iter_,
    made_of,
)
from autograph.old_operators.specials import users_method
from graph.building import _STATE
from graph.dispatch import is_text
from graph.foreign_operands import example_in_python
from graph.old_staging.library_state import check_iterator
from graph.old_staging.storage import on_class
from graph.segments import is_segmented
from graph.tables import is_table
from graph.tensor import Tensor


@converted_method
def _next_or(iterator: Any, default: Any) -> Any:
    try:
        return next(iterator)
    except StopIteration:
        return default


def next_(iterator: Any, *default: Any) -> Any:
    """Return `next(iterator, *default)`."""
    return _next_or(iterator, *default) if default else draw(iterator)


def _next_in_python(iterator: Any, *rest: Any) -> Any:
    check_iterator(iterator)
    check_step(iterator)
    return next(example_in_python(iterator), *rest)


@converted_method
def _extended(result: list[Any], items: Any) -> list[Any]:
    for item in items:
        result.append(item)  # noqa: PERF402  # the definition, which is converted
    return result


def listed(items: Any) -> list[Any]:
    """Return `list(items)`."""
    iterator = Started.of(items)
    _ask_length(items)
    return _extended([], iterator)  # type: ignore[no-any-return]


def _ask_length(items: Any) -> None:
    """Ask how long a list will be, as Python does: the user's method may have effects.

    It is a hint, and what has no length says so by a TypeError.
    """
    from autograph.old_operators.calls import converted_call

    if users_method(items, "__len__") is not None:
        with suppress(TypeError):
            converted_call(len, (items,), None)
        return
    method = users_method(items, "__length_hint__")
    if method is not None and not hasattr(type(items), "__len__"):
        with suppress(TypeError):
            method()


@converted_method
def unpacked(iterator: Any, before: int, after: int, is_open: bool) -> list[Any]:
    """Return the items that a pattern of targets takes.

    Args:
        iterator: Gives the items.
        before: How many targets there are, but those after one with a star.
        after: How many stand after that.
        is_open: Is there one with a star?
    """
    found: list[Any] = []
    is_short = False
    for _ in range(before):
        try:
            item = next(iterator)
        except StopIteration:
            is_short = True
        if is_short:
            least = "at least " if is_open else ""
            raise ValueError(
                f"not enough values to unpack (expected {least}{before + after}, "
                f"got {len(found)})"
            )
        found.append(item)
    if is_open:
        return found
    has_ended = False
    try:
        next(iterator)
    except StopIteration:
        has_ended = True
    if not has_ended:
        raise ValueError(f"too many values to unpack (expected {before})")
    return found


@converted_method
def _extreme(items: Any, is_better: Any, key: Any, default: Any) -> Any:
    """Return the first of the best items; what `default` returns if there is none."""
    best: Any
    best_key: Any
    is_found = False
    for item in items:
        item_key = item if key is None else key(item)
        if not is_found or is_better(item_key, best_key):  # noqa: F821  # set then
            best = item
            best_key = item_key
            is_found = True
    if not is_found:
        return default()
    return best


def _extreme_of(function: Any, is_better: Any) -> Callable[..., Any]:
    def call(items: Any, *others: Any, **given: Any) -> Any:
        if others or not given.keys() <= {"key", "default"}:
            return function(items, *others, **given)
        without = {name: given[name] for name in given if name == "default"}
        return _extreme(
            items, is_better, given.get("key"), lambda: function((), **without)
        )

    return call


def _over_list(function: Any) -> Callable[..., Any]:
    """Return what calls a function that uses up its first argument on a list of it."""
    asks_length = function not in (set, frozenset, dict)

    def call(items: Any, *args: Any, **kwargs: Any) -> Any:
        from autograph.old_operators.calls import converted_call

        found = listed(items) if asks_length else _extended([], items)
        return converted_call(function, (found, *args), kwargs)

    return call


def _has_length(items: Any) -> bool:
    is_of_run = is_text(items) or is_segmented(items) or is_table(items)
    return is_of_run or isinstance(items, (OwnIterator, StagedRange))


def _length_hint(items: Any, default: Any = 0) -> Any:
    from autograph.old_operators.calls import converted_call

    if not isinstance(items, OwnIterator):
        return converted_call(len, (items,), None)
    hint = getattr(items, "__length_hint__", None)
    return operator.length_hint(object(), default) if hint is None else hint()


@converted_method
def of_mapping(mapping: Any, **more: Any) -> dict[Any, Any]:
    """Return `dict(mapping, **more)`."""
    made = {}
    for key in mapping.keys():  # noqa: SIM118  # as `dict` does
        made[key] = mapping[key]
    made.update(more)
    return made


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that steps through an argument.

    None if the user's code gives the items of none.
    """
    if _STATE.graph is None or not args:
        return None
    kind = type(function)
    if kind is types.BuiltinMethodType and type(function.__self__) in (list, str):
        return _method(function, args) if is_iterable(args[0]) else None
    if kind not in _BUILTINS or function not in _ON_OWN:
        return None
    if function is next:
        if is_own(args[0]):
            return next_
        return lambda iterator, *default: _next_in_python(taken(iterator), *default)
    if function is operator.length_hint:
        return _length_hint if _has_length(args[0]) else None
    if function is type:
        is_named = len(args) == 1 and isinstance(args[0], OwnIterator)
        return (lambda iterator: iterator.__class__) if is_named else None
    if function is iter and len(args) == 1:
        from autograph.old_operators.sequence_iterators import iterator_of

        made = iterator_of(args[0])
        if made is None and isinstance(args[0], (Tensor, StagedRange)):
            made = indexed(args[0])
        if made is not None:
            return lambda _: made
    place = 1 if function in (map, filter) else 0
    given = args[place:] if function in (zip, map) else args[place : place + 1]
    if not any(map(is_iterable, given)):
        return None
    if function is dict and hasattr(args[0], "keys"):
        return of_mapping
    if function in (min, max) and len(args) > 1:
        return None
    return _reversed(args[0]) if function is reversed else _ON_OWN[function]


def _method(method: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    if len(args) != 1:
        return None
    if type(method.__self__) is str:
        if method.__name__ != "join":
            return None
        # Python makes a list of the iterator, which is asked for one itself then.
        return lambda items: _over_list(method)(Started.of(items))
    if method.__name__ != "extend":
        return None
    return functools.partial(extend_by, method.__self__)


def extend_by(result: list[Any], items: Any) -> None:
    """Do `result.extend(items)`."""
    iterator = Started.of(items)
    _ask_length(items)
    _extended(result, iterator)


def _reversed(items: Any) -> Callable[..., Any] | None:
    is_sized = hasattr(type(items), "__len__")
    is_inherited = on_class(type(items), "__reversed__") is Sequence.__reversed__
    has_own = users_method(items, "__reversed__") is not None and not is_inherited
    if has_own or not is_sized:
        return None
    from autograph.old_operators.calls import converted_call

    length = converted_call(len, (items,), None)
    return lambda _: Reversed(items, length)


def _zip(*parts: Any, strict: Any = False) -> Any:
    return StrictlyZipped(*parts) if strict else Zipped(*parts)


def _counted(items: Any, start: Any = 0) -> Any:
    generator = made_of(items)
    return Counted(items, start) if generator is None else counted(generator, start)


def _mapped(function: Any, *parts: Any) -> Any:
    generator = made_of(parts[0]) if len(parts) == 1 else None
    if generator is None:
        return Mapped(function, *parts)
    return mapped(function, generator)


def _filtered(function: Any, items: Any) -> Any:
    generator = made_of(items)
    if generator is None:
        return Filtered(function, items)
    return filtered(function, generator)


_BUILTINS: Final = frozenset({type, types.BuiltinFunctionType})
_ON_OWN: Final[Mapping[Any, Callable[..., Any]]] = {
    iter: iter_,
    next: next_,
    type: type,
    operator.length_hint: operator.length_hint,
    list: listed,
    enumerate: _counted,
    zip: _zip,
    map: _mapped,
    filter: _filtered,
    reversed: _reversed,
    any: python_builtins.any_,
    all: python_builtins.all_,
    sum: python_builtins.sum_,
    max: _extreme_of(max, functools.partial(compare, ">")),
    min: _extreme_of(min, functools.partial(compare, "<")),
    **{each: _over_list(each) for each in (tuple, set, frozenset, dict, sorted)},
}


__all__ = ["extend_by", "listed", "of_mapping", "replacement", "unpacked"]
