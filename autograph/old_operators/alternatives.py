"""Change a list, dict or set of which the graph tells by a condition which one it is.

The change is made to what it is on each path; all that stands for what was changed is
given its content then. What is known is noted in `graph.old_staging.alternatives`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators.logic import if_exp
from graph.graph import current_graph
from graph.old_staging.aliases import may_be_same, note_change, shared
from graph.old_staging.alternatives import (
    Alternatives,
    alternatives_of,
    group_of,
    is_settling,
    known_alternatives,
    members_of_group,
    settling,
)
from graph.old_staging.list_choices import refresh
from graph.old_staging.reach import is_reached

_CHANGING: Final[Mapping[type, frozenset[str]]] = {
    list: frozenset(
        {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"}
    ),
    dict: frozenset({"update", "setdefault", "pop", "popitem", "clear"}),
    set: frozenset(
        {
            *("add", "discard", "remove", "pop", "clear", "update"),
            *("intersection_update", "difference_update"),
            "symmetric_difference_update",
        }
    ),
}


def is_concerned(value: Any) -> bool:
    """Has a list or dict to be changed on each path, where it may be another one?"""
    if type(value) not in _CHANGING or current_graph() is None:
        return False
    if not known_alternatives() or is_settling(value):
        return False
    members = members_of_group(group_of(value))
    return is_reached([each for each in members if each is not value])


def change(value: Any, act: Callable[[Any], Any]) -> Any:
    """Change what a list or dict is, which is concerned.

    Args:
        value: The list or dict.
        act: Changes what it is given; is called for each path.

    Raises:
        UnknownIdentityError: Two of the objects that it may be may be one, and no
            condition tells whether they are.
    """
    group = group_of(value)
    _check_apart(value, group)
    with settling(members_of_group(group)):
        result = _change(value, act, group)
        for each in group:
            refresh(each)
    return result


def _check_apart(value: Any, group: list[Alternatives]) -> None:
    members = members_of_group(group)
    known = [x for x in members if alternatives_of(x, group) is None]
    for number, each in enumerate(known):
        if any(may_be_same(each, other) for other in known[:number]):
            raise shared(value)


def update(value: Any, act: Callable[[Any], Any]) -> Any:
    """Do `value += other`, or `value |= other`, by `act`; return the list or dict."""

    def in_place(it: Any) -> None:
        note_change(it)
        act(it)

    change(value, in_place)
    return value


def _change(value: Any, act: Callable[[Any], Any], group: list[Alternatives]) -> Any:
    found = alternatives_of(value, group)
    if found is None:
        return act(value)

    def on_path(part: Any) -> Any:
        return act(value) if part is None else _change(part, act, group)

    return if_exp(
        found.condition, lambda: on_path(found.then), lambda: on_path(found.orelse)
    )


def set_item(
    target: Any, key: Any, value: Any, act: Callable[[Any, Any, Any], None]
) -> None:
    """Do `target[key] = value` by `act`, for a list or dict that is concerned."""
    if type(target) is list and type(key) is int and -len(target) <= key < len(target):
        if target[key] is value:
            return  # `rows[k] += ...` puts the list back that it changed
    if hasattr(type(value), "__next__"):
        value = list(value)
    change(target, lambda it: act(it, key, value))


def method(
    function: Any, args: tuple[Any, ...], kwargs: Any
) -> Callable[..., Any] | None:
    """Return what to call in place of a method that changes a list or dict."""
    if type(function) is not types.BuiltinFunctionType:
        return None
    owner, name = function.__self__, function.__name__
    if name not in _CHANGING.get(type(owner), ()) or not is_concerned(owner):
        return None
    if any(hasattr(type(each), "__next__") for each in (*args, *kwargs.values())):
        return None  # the first path would take all its items
    from autograph.old_operators.calls import converted_call

    return lambda *given, **named: change(
        owner, lambda it: converted_call(getattr(it, name), given, named)
    )


def is_one(one: Any, other: Any) -> Any:
    """Return whether two lists or dicts are one object; None if no condition tells."""
    known = known_alternatives()
    return _is_one(one, other, known) if known else None


def _is_one(one: Any, other: Any, known: list[Alternatives]) -> Any:
    if one is other:
        return True
    # What was made later may be what was made before, and not the other way round.
    found = next(
        (x for x in reversed(known) if x.value is one or x.value is other), None
    )
    if found is None:
        return None if may_be_same(one, other) else False
    rest = other if found.value is one else one
    answers = [
        False if part is None else _is_one(part, rest, known)
        for part in (found.then, found.orelse)
    ]
    if None in answers:
        return None
    return if_exp(found.condition, lambda: answers[0], lambda: answers[1])


__all__ = ["change", "is_concerned", "is_one", "method", "set_item", "update"]
