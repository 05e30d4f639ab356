"""Sequence patterns of `match` on lists and tuples whose length only the run decides.

case ["go", *rest]:     matches where there is an item, and it is "go"
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.old_operators.comparisons import compare
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.lists import get_item
from autograph.old_operators.logic import and_
from graph.old_staging import Undefined
from graph.old_staging.rows import holds_rows
from graph.old_staging.variables import available
from graph.partial import Maybe
from graph.segments import is_segmented

Parts = tuple[Any, ...]
Put = Callable[[Parts], None]
State = tuple[Callable[[], Parts], Put, Sequence[str]]


def is_list_of_run(subject: Any) -> bool:
    """Is it a list or tuple of the run whose items may be taken from it?

    A row that is taken from a list of lists would be changed beside that.
    """
    is_known = type(subject) in (list, tuple)
    return is_known and is_segmented(subject) and not holds_rows(subject)


def match_list(matched: Any, subject: Any, pattern: str, count: int) -> Parts:
    """Take a list apart by a sequence pattern.

    Args:
        matched: What is matched so far.
        subject: The list.
        pattern: The pattern, with `a0`, `a1`, ... for its parts: `[a0, *_]`.
        count: How many parts there are.

    Returns:
        What is matched now, and the parts.
    """
    from autograph.old_operators.calls import converted_call

    names = [name for name in pattern[1:-1].split(", ") if name]
    stars = [place for place, name in enumerate(names) if name[0] == "*"]
    length = converted_call(len, (subject,), None)
    least = len(names) - len(stars)
    fits = compare(">=" if stars else "==", length, least)

    def parts() -> Parts:
        found = []
        for place, name in enumerate(names):
            if name[0] == "*":
                end = length - (least - place)
                rest = get_item(subject, slice(place, end))
                found.append((name[1:], converted_call(list, (rest,), None)))
            else:
                is_after = bool(stars) and place > stars[0]
                at = place - len(names) if is_after else place
                found.append((name, get_item(subject, at)))
        return tuple(part for name, part in found if name != "_")

    return taken_where(and_(lambda: matched, lambda: fits), parts, count)


def match_item_of_list(matched: Any, subject: Any, place: int) -> Parts:
    """Take an item of a list that has one in this place, where the rest matches."""
    return taken_where(matched, lambda: (get_item(subject, place),), 1)


def taken_where(matched: Any, parts: Callable[[], Parts], count: int) -> Parts:
    """Return what is matched, and the parts, which are taken where that is true."""
    return joined(
        count,
        lambda put, state: if_stmt(
            matched, lambda: put((True, *parts())), lambda: None, *state, count + 1
        ),
    )


def joined(count: int, stage: Callable[[Put, State], None]) -> Parts:
    """Return what is matched, and the parts, of what paths leave.

    What has not matched on a path has no parts there: nothing asks for them.

    Args:
        count: How many parts there are.
        stage: Stages the paths, given what they put them by, and their state.
    """
    found: list[Any] = [False, *[Undefined("part")] * count]

    def put(values: Any) -> None:
        found[:] = values

    names = [f"the part {place} of what is matched" for place in range(count)]
    stage(put, (lambda: tuple(found), put, ("whether it matches", *names)))
    matched, *parts = found
    held = [each.value if type(each) is Maybe else each for each in parts]
    return matched, *map(available, held)


__all__ = ["is_list_of_run", "joined", "match_item_of_list", "match_list"]
