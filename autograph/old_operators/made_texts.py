"""Objects in containers whose classes make their own text: `str([Point(x)])`.

Python asks them by `__repr__`. Here they are asked first, with it converted, and their
texts stand in the container's place for each.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from autograph.old_operators import specials
from graph.graph import current_graph
from graph.keys import is_open
from graph.segments import is_segmented
from graph.tables import is_table
from graph.tensor import _DISPATCH

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


class WithTexts:
    """Stands for a value with texts of objects in the places of its fields.

    Attributes:
        of: The value: a named tuple, a dataclass or an exception.
        fields: What its text shows.
    """

    __slots__ = ("fields", "of")

    def __init__(self, of: Any, fields: dict[Any, Any]) -> None:
        """Stand for a value."""
        self.of, self.fields = of, fields

    def __repr__(self) -> str:
        return self._as_text("r")

    def __str__(self) -> str:
        return self._as_text("s")

    def _as_text(self, conversion: str) -> str:
        from autograph.old_operators.text import parts_of  # which comes here

        return "".join(map(str, parts_of(self, conversion)))


def fields_of(value: Any, conversion: str = "") -> dict[Any, Any]:
    """Return what the text of a named tuple, dataclass or exception shows.

    Nothing if its class makes its text in a way of its own.
    """
    kind: Any = type(value)
    if isinstance(value, WithTexts):
        return value.fields
    if isinstance(value, BaseException):
        name = "__repr__" if conversion in ("r", "a") else "__str__"
        is_plain = getattr(kind, name, None) in _PLAIN
        return dict(enumerate(value.args)) if is_plain else {}
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        is_plain = kind.__repr__.__module__ == "collections"
        return dict(zip(kind._fields, value, strict=True)) if is_plain else {}
    if dataclasses.is_dataclass(kind) and hasattr(kind.__repr__, "__wrapped__"):
        names = [each.name for each in dataclasses.fields(kind) if each.repr]
        # While it is made some may be missing.
        held = [name for name in names if hasattr(value, name)]
        return {name: _DISPATCH["get_attr"](value, name) for name in held}
    return {}


def inner_conversion(value: Any, conversion: str, n_fields: int) -> str:
    """Return how the text of a value with fields shows these.

    The text of an exception with one argument is that of the argument.
    """
    is_bare = isinstance(value, BaseException) and n_fields == 1
    if not is_bare or getattr(type(value), "__str__", None) is KeyError.__str__:
        return "r"
    return conversion or "s"


# How exceptions make their texts, that do not do so in a way of their own.
_PLAIN: Final = (BaseException.__str__, BaseException.__repr__, KeyError.__str__)


def is_dict_of_run(value: Any) -> bool:
    """Is it a dict of which only the run knows which keys it has?"""
    return type(value) is dict and (is_open(value) or is_table(value))


def with_texts(value: Any, conversion: str = "", depth: int = 0) -> Any:
    """Return a value with the texts of objects of the user's in their places.

    Args:
        value: A container, or what shows its fields. Anything else comes back as it is.
        conversion: `s`, `r`, `a`, or "" for none, as in `formatted`.
        depth: How deep it is in another one, which shows it.
    """
    kind = type(value)
    if depth == MAX_DEPTH or is_segmented(value) or is_dict_of_run(value):
        return value
    if kind is list or kind is tuple:
        parts = [with_texts(part, "r", depth + 1) for part in value]
        return value if _are_same(parts, value) else kind(parts)
    if kind is dict:
        keys, parts = (
            [with_texts(each, "r", depth + 1) for each in side]
            for side in (value, value.values())
        )
        is_same = _are_same(keys, value) and _are_same(parts, value.values())
        return value if is_same else dict(zip(keys, parts, strict=True))
    found = specials.text_of(value, conversion or "s") if depth else None
    if found is not None:
        return MadeText(found[0], kind.__name__)
    fields = fields_of(value, conversion)
    inner = inner_conversion(value, conversion, len(fields))
    shown = {key: with_texts(part, inner, depth + 1) for key, part in fields.items()}
    is_same = _are_same(shown.values(), fields.values())
    return value if is_same else WithTexts(value, shown)


def _are_same(parts: Iterable[Any], others: Iterable[Any]) -> bool:
    return all(new is old for new, old in zip(parts, others, strict=True))


# Functions that make text, with their conversions.
_MAKERS: Final = ((str, ""), (repr, "r"), (ascii, "a"))


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what makes text of containers."""
    if current_graph() is None:
        return None
    conversion = next((kind for each, kind in _MAKERS if function is each), None)
    if conversion is None or len(args) != 1 or kwargs:
        return None
    made = with_texts(args[0], conversion)
    if made is args[0]:
        return None
    from autograph.old_operators.text import f_string, formatted  # which comes here

    return lambda *_: f_string(formatted(made, conversion, ""))


__all__ = [
    "MAX_DEPTH",
    "MadeText",
    "WithTexts",
    "fields_of",
    "inner_conversion",
    "is_dict_of_run",
    "replacement",
    "with_texts",
]
