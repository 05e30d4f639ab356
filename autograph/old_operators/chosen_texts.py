"""Text of values that may be None, or are one of several objects, on each path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from graph.old_staging import stage_cond
from graph.old_staging.chosen import Chosen, each
from graph.old_staging.members import Member
from graph.partial import Optional, OptionalTensor


def on_each_path(call: Callable[..., Any], values: tuple[Any, ...]) -> Any:
    """Return `call(*values)`, with None itself where a value in them may be None.

    Members of enumerations that the run chooses are members that are known, too.
    """
    found = next(_optionals(values), None)
    if found is None:
        return call(*values)
    if issubclass(type(found), Member):
        return found._ag_each(
            lambda member: on_each_path(call, _replaced(values, found, member))
        )
    if type(found) is Chosen:
        return each(
            found, lambda value: on_each_path(call, _replaced(values, found, value))
        )
    return stage_cond(
        found.flag,
        lambda: [on_each_path(call, _replaced(values, found, None))],
        lambda: [on_each_path(call, _replaced(values, found, found.value))],
        ("the text",),
    )[0]


ON_EACH: Final = (Optional, OptionalTensor, Chosen)


def holds_optional(value: Any) -> bool:
    """Tell whether the text of a value shows one that is an object on each path."""
    return any(True for _ in _optionals(value))


def _optionals(value: Any) -> Iterator[Any]:
    if type(value) in ON_EACH or issubclass(type(value), Member):
        yield value
    elif type(value) in (list, tuple):
        for part in value:
            yield from _optionals(part)
    elif type(value) is dict:
        for part in value.values():
            yield from _optionals(part)


def _replaced(value: Any, old: Any, new: Any) -> Any:
    if value is old:
        return new
    if type(value) in (list, tuple):
        return type(value)(_replaced(part, old, new) for part in value)
    if type(value) is dict:
        return {key: _replaced(part, old, new) for key, part in value.items()}
    return value


__all__ = ["ON_EACH", "holds_optional", "on_each_path"]
