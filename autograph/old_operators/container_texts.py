"""The text of lists, tuples and dicts of which the run knows what is in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.old_operators.python_builtins import converted


@converted
def text_of_items(items: Any, shown: Callable[[Any], Any]) -> Any:
    """Return the text of a list or tuple, given what shows an item."""
    text = ""
    is_first = True
    for item in items:
        text = shown(item) if is_first else text + ", " + shown(item)
        is_first = False
    if isinstance(items, list):
        return "[" + text + "]"
    return "(" + text + (",)" if len(items) == 1 else ")")


@converted
def text_of_dict(table: Any, shown: Callable[[Any], Any]) -> Any:
    """Return the text of a dict, given what shows a key or a value."""
    text = ""
    is_first = True
    for key, value in table.items():
        pair = shown(key) + ": " + shown(value)
        text = pair if is_first else text + ", " + pair
        is_first = False
    return "{" + text + "}"


__all__ = ["text_of_dict", "text_of_items"]
