"""What builtins and comprehensions make of what the run draws: see `drawn`.

Each is defined by a `for` statement, which is converted.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from autograph.old_operators.drawn import Steps, drawn_steps, is_drawn
from autograph.old_operators.iteration import staged_items
from autograph.old_operators.logic import and_
from autograph.old_operators.own_iterators import converted_method
from graph.dispatch import operate
from graph.errors import UnknownLengthError, UnstagedOperationError
from graph.origin import capture_exact


class Combined:
    """What `enumerate` or `zip` make of what the run draws."""

    is_counted = True

    def __init__(
        self, more: Callable[[Any], Any], item_at: Callable[[Any], Any], kind: str
    ) -> None:
        """Step through items; see `Steps`."""
        self.more, self.item_at, self._kind = more, item_at, kind

    def __ag_for__(self) -> Combined:
        return self

    def __iter__(self) -> NoReturn:
        raise UnstagedOperationError(
            f"what {self._kind}() gives here has elements only when the graph runs: "
            "Python cannot step through them while the function is traced.",
            origin=capture_exact(),
            hint="A `for` statement over it is staged.",
        )


def _enumerate(items: Any, start: Any = 0) -> Combined:
    steps = _steps(items)
    return Combined(
        steps.more, lambda place: (start + place, steps.item_at(place)), "enumerate"
    )


def _zip(*parts: Any, strict: bool = False) -> Combined:
    if strict:
        raise UnknownLengthError(
            "zip(strict=True) asks for the length of what is known only when the graph "
            "runs.",
            origin=capture_exact(3),
            hint="Leave `strict` out.",
        )
    steps = [_steps(part) for part in parts]

    def more(place: Any) -> Any:
        found = steps[0].more(place)
        for each in steps[1:]:
            before, ask = found, each.more
            found = and_(lambda: before, lambda: ask(place))  # noqa: B023  # at once
        return found

    def item_at(place: Any) -> tuple[Any, ...]:
        return tuple(each.item_at(place) for each in steps)

    return Combined(more, item_at, "zip")


def _steps(part: Any) -> Steps:
    """Return how to step through something, beside what is drawn.

    Raises:
        UnknownLengthError: Python steps through it.
    """
    drawn = drawn_steps(part)
    if drawn is not None:
        return drawn
    found = staged_items(part)
    if found is None and isinstance(part, (list, tuple, range)):
        from autograph.old_operators.lists import get_item

        items = list(part)
        found = 0, len(items), lambda place: get_item(items, place)
    if found is None:
        raise UnknownLengthError(
            f"zip() puts a {type(part).__name__} beside what only the run knows: "
            "Python cannot step through it then.",
            origin=capture_exact(4),
            hint="Make a list or a data set of it.",
        )
    first, stop, item_at_place = found
    return Combined(
        lambda place: operate("less", (place, stop - first)),
        lambda place: item_at_place(first + place),
        "zip",
    )


@converted_method
def _next_or(iterator: Any, steps: Steps, default: Any) -> Any:
    if steps.more(0):
        return next(iterator)
    return default


def _next(iterator: Any, *default: Any) -> Any:
    if not default or not hasattr(type(iterator), "__next__"):
        return next(iterator, *default)
    return _next_or(iterator, iterator.__ag_for__(), *default)


@converted_method
def _extended(result: list[Any], items: Any) -> list[Any]:
    for item in items:
        result.append(item)  # noqa: PERF402  # the definition, which is converted
    return result


def _over_list(function: Callable[..., Any]) -> Callable[..., Any]:
    def replaced(items: Any, *rest: Any, **named: Any) -> Any:
        from autograph.old_operators.calls import converted_call

        return converted_call(function, (_extended([], items), *rest), named)

    return replaced


@converted_method
def collected(
    items: Any, step: Callable[[Any], tuple[Any, Callable[[], Any]]], put: Any
) -> None:
    """Do what a comprehension does.

    Args:
        items: What the run draws.
        step: Takes an item; returns whether it is taken, and how to compute its value.
        put: Adds a value.
    """
    for item in items:
        is_taken, value = step(item)
        if is_taken:
            put(value())


def replacement(function: Any, args: Sequence[Any]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that steps through an argument.

    None if the run draws none of them.
    """
    if not args or not any(map(is_drawn, args)):
        return None
    try:
        return _ON_DRAWN.get(function)
    except TypeError:  # unhashable callables
        return None


_ON_DRAWN: Final[dict[Any, Callable[..., Any]]] = {
    builtins.iter: lambda items: items.__ag_iter__(),
    builtins.next: _next,
    builtins.enumerate: _enumerate,
    builtins.zip: _zip,
    builtins.list: lambda items: _extended([], items),
    **{
        each: _over_list(each)
        for each in (tuple, sorted, sum, min, max, any, all, set, dict)
    },
}


__all__ = ["collected", "replacement"]
