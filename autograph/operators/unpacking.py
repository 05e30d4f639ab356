"""Unpacking: `a, (b, *c) = value`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from autograph.operators.displays import born, own_items
from autograph.operators.generators import GeneratorExpression
from autograph.staging.once import source_of
from autograph.values import operations
from autograph.values.kinds import ATOMS, is_instance, is_of_run, special
from autograph.values.nodes import check_foreign
from autograph.values.proxy import SPREAD, Proxy, Spread
from autograph.values.specs import TupleSpec
from graph.meant import meant
from graph.tensor import SymbolicTensor


@meant
def unpack(value: Any, pattern: tuple[Any, ...]) -> Any:
    """Return what `a, (b, *c) = value` unpacks: by `(None, (None, ...))`."""
    if isinstance(value, (Proxy, SymbolicTensor)):
        found = operations.unpack(value, pattern)
        if type(found) is list:  # the rows of an array
            return plain_unpack(found, pattern, unpack, born)
        return found
    if isinstance(value, GeneratorExpression):
        is_counted = not is_of_run(value.items)
        value = value.as_list() if is_counted else value.kept()
        if isinstance(value, Proxy):
            return operations.unpack(value, pattern)
    if is_instance(value) and special(type(value), "__iter__"):
        value = own_items(value)
        if isinstance(value, Proxy):
            return operations.unpack(value, pattern)
    check_foreign(value)
    value = source_of(value)
    return plain_unpack(value, pattern, _inner, born)


def _inner(value: Any, pattern: tuple[Any, ...]) -> Any:
    """Unpack an item, or leave it to Python, which does that once others are stored."""
    is_plain = type(value) in ATOMS or type(value) in (tuple, list)
    return value if is_plain and not _has_star(pattern) else unpack(value, pattern)


def plain_unpack(
    value: Any,
    pattern: tuple[Any, ...],
    inner: Callable[[Any, tuple[Any, ...]], Any],
    made: Callable[[Any], Any],
) -> tuple[Any, ...]:
    """Return what unpacks a value that is known; what a star takes is a list."""
    if ... not in pattern:
        count = len(pattern)
        held = tuple(value) if type(value) in (tuple, list) else _taken(value, count)
        if len(held) != count:
            _refuse(held, count, is_more=len(held) > count)
    else:
        before = pattern.index(...)
        after = len(pattern) - before - 1
        every = list(value)
        if len(every) < before + after:
            raise ValueError(
                f"not enough values to unpack (expected at least {before + after}, got "
                f"{len(every)})"
            )
        end = len(every) - after
        held = (*every[:before], made(every[before:end]), *every[end:])
    return tuple(
        inner(x, part) if isinstance(part, tuple) else x
        for x, part in zip(held, pattern, strict=True)
    )


def _taken(value: Any, count: int) -> tuple[Any, ...]:
    """Return the items that Python takes to unpack so many: one more, for the end."""
    try:
        iterator = iter(value)
    except TypeError:
        if not hasattr(type(value), "__iter__"):
            (_,) = value  # which raises what Python says of this
        raise
    return tuple(itertools.islice(iterator, count + 1))


def _refuse(held: tuple[Any, ...], count: int, *, is_more: bool) -> NoReturn:
    if is_more:
        raise ValueError(f"too many values to unpack (expected {count})")
    raise ValueError(f"not enough values to unpack (expected {count}, got {len(held)})")


def python_unpack(value: Any, pattern: tuple[Any, ...]) -> Any:
    """Do it where Python runs the statement, which unpacks what has no star itself."""

    def inner(value: Any, pattern: tuple[Any, ...]) -> Any:
        return python_unpack(value, pattern) if _has_star(pattern) else value

    return plain_unpack(value, pattern, inner, lambda x: x)


def _has_star(pattern: Any) -> bool:
    if type(pattern) is tuple:
        return any(map(_has_star, pattern))
    return pattern is ...


def plain_items(items: Any, *_: Any) -> Any:
    """Return what a comprehension or `*` goes through."""
    if isinstance(items, GeneratorExpression):
        return items.as_list()
    return source_of(items)


def plain_keys(table: Any, *_: Any) -> Any:
    """Return what is spread by `*` or `**`."""
    if type(table) is Proxy and isinstance(table.spec, TupleSpec):
        return operations.unpack(table, (None,) * len(table.spec.items))
    if type(table) is Proxy or type(table) is SymbolicTensor:
        return _Spreading(table)
    return table


class _Spreading:
    """What a display or a call spreads: one item that stands for all of them."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __iter__(self) -> Iterator[Any]:
        return iter((Spread(self.value),))

    def keys(self) -> tuple[str]:
        return (f"{SPREAD}{id(self.value)}",)

    def __getitem__(self, _: str) -> Spread:
        return Spread(self.value)
