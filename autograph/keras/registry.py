"""Names of losses, metrics and optimizers, as `compile` takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from graph.errors import DTypeError, InvalidArgumentError
from graph.origin import capture_exact

T = TypeVar("T")


def find(noun: str, identifier: Any, table: Mapping[str, T]) -> T:
    """Return what has a name in a table.

    Args:
        noun: What the table is of, for messages.
        identifier: The name.
        table: What there is, by name.

    Raises:
        InvalidArgumentError: There is none of that name.
        DTypeError: It is no name.
    """
    if not isinstance(identifier, str):
        raise DTypeError(
            f"{identifier!r}, of type {type(identifier).__name__}, is no {noun}.",
            origin=capture_exact(),
            hint=f"Pass a name, or an instance: there are {', '.join(table)}.",
        )
    if identifier not in table:
        raise InvalidArgumentError(
            f"there is no {noun} of the name {identifier!r}.",
            origin=capture_exact(),
            hint=f"There are {', '.join(table)}.",
        )
    return table[identifier]


__all__ = ["find"]
