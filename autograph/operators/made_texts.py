"""Objects in containers whose classes make their own text: `str([Point(x)])`.

Python asks them by `__repr__`. Here they are asked first, with it converted, and their
texts stand in the container's place for each.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.operators import specials
from graph.graph import current_graph
from graph.keys import is_open
from graph.segments import is_segmented
from graph.tables import is_table
from graph.tensor import _DISPATCH

_MAX_DEPTH: Final = 20


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


def with_texts(value: Any, depth: int = 0) -> Any:
    """Return a container with the texts of objects of the user's in their places.

    Anything else comes back as it is.
    """
    kind = type(value)
    if depth == _MAX_DEPTH:
        return value
    if kind is list or kind is tuple:
        if is_segmented(value):
            return value
        parts = [with_texts(part, depth + 1) for part in value]
        if all(new is old for new, old in zip(parts, value, strict=True)):
            return value
        return kind(parts)
    if kind is dict:
        if is_open(value) or is_table(value):
            return value
        named = {key: with_texts(part, depth + 1) for key, part in value.items()}
        is_same = all(named[key] is part for key, part in value.items())
        return value if is_same else named
    found = specials.text_of(value, "r") if depth else None
    return value if found is None else MadeText(found[0], kind.__name__)


def parts_with_texts(value: Any) -> Any:
    """Return what `%` puts into a text, with the texts of objects in containers."""
    if type(value) is tuple:
        return tuple(map(with_texts, value))
    if type(value) is dict:
        named = {key: with_texts(part) for key, part in value.items()}
        is_same = all(named[key] is part for key, part in value.items())
        return value if is_same else named
    return with_texts(value)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what makes text of containers."""
    if current_graph() is None or not (args or kwargs):
        return None
    is_format = type(function) is types.BuiltinMethodType and (
        type(function.__self__) is str and function.__name__ == "format"
    )
    if function is not str and function is not repr and not is_format:
        return None
    made = [with_texts(each) for each in args]
    named = {name: with_texts(each) for name, each in kwargs.items()}
    given = zip((*made, *named.values()), (*args, *kwargs.values()), strict=True)
    if all(new is old for new, old in given):
        return None
    if is_format:
        return lambda *_, **__: _DISPATCH["converted_call"](
            function, tuple(made), named
        )
    from autograph.operators.text import f_string, formatted  # which comes here

    conversion = "r" if function is repr else ""
    return lambda *_: f_string(formatted(made[0], conversion, ""))


__all__ = ["MadeText", "parts_with_texts", "replacement", "with_texts"]
