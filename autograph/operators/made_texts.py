"""Objects in containers whose classes make their own text: `str([Point(x)])`.

Python asks them by `__repr__`. Here they are asked first, with it converted, and their
texts stand in the container's place for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.operators import specials
from graph.graph import current_graph
from graph.keys import is_open
from graph.segments import is_segmented
from graph.tables import is_table

MAX_DEPTH: Final = 20


class MadeText:
    """Stands in a container for an object: its text.

    Attributes:
        text: The text, symbolic or not.
    """

    __slots__ = ("_ag_kind", "text")

    def __init__(self, text: Any, kind: str) -> None:
        """Stand for an object with this text, of a class with this name."""
        self.text = text
        self._ag_kind = kind  # for messages

    def __repr__(self) -> str:
        return str(self.text)


def is_dict_of_run(value: Any) -> bool:
    """Is it a dict of which only the run knows which keys it has?"""
    return type(value) is dict and (is_open(value) or is_table(value))


def with_texts(value: Any, depth: int = 0) -> Any:
    """Return a container with the texts of objects of the user's in their places.

    Anything else comes back as it is.
    """
    kind = type(value)
    if depth == MAX_DEPTH:
        return value
    if kind is list or kind is tuple:
        if is_segmented(value):
            return value
        parts = [with_texts(part, depth + 1) for part in value]
        if all(new is old for new, old in zip(parts, value, strict=True)):
            return value
        return kind(parts)
    if kind is dict:
        if is_dict_of_run(value):
            return value
        named = {key: with_texts(part, depth + 1) for key, part in value.items()}
        is_same = all(named[key] is part for key, part in value.items())
        return value if is_same else named
    found = specials.text_of(value, "r") if depth else None
    return value if found is None else MadeText(found[0], kind.__name__)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what makes text of containers."""
    if current_graph() is None or (function is not str and function is not repr):
        return None
    made = with_texts(args[0]) if len(args) == 1 and not kwargs else None
    if made is None or made is args[0]:
        return None
    from autograph.operators.text import f_string, formatted  # which comes here

    conversion = "r" if function is repr else ""
    return lambda *_: f_string(formatted(made, conversion, ""))


__all__ = ["MAX_DEPTH", "MadeText", "is_dict_of_run", "replacement", "with_texts"]
