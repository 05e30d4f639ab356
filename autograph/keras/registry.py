"""Names of losses, metrics and optimizers, as `compile` takes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from graph.errors import DTypeError, InvalidArgumentError
from graph.origin import capture_exact

T = TypeVar("T")


class Registry(Generic[T]):
    """What there is of one kind, by name.

    Args:
        noun: What it is, for messages.
        table: By name in lower case, what makes one of default arguments.
        kind: The class of what is made.
    """

    def __init__(
        self, noun: str, table: Mapping[str, Callable[[], T]], kind: type[T]
    ) -> None:
        self._noun = noun
        self._table = table
        self._kind = kind

    def instance(self, identifier: Any) -> T:
        """Return what has a name, made with default arguments; an instance as it is.

        Raises:
            InvalidArgumentError: There is none of that name.
            DTypeError: It is neither.
        """
        if isinstance(identifier, self._kind):
            return identifier
        return self.make(identifier)()

    def make(self, identifier: Any) -> Callable[[], T]:
        """Return what makes one, by its name.

        Raises:
            InvalidArgumentError: There is none of that name.
            DTypeError: It is no name.
        """
        if not isinstance(identifier, str):
            raise DTypeError(
                f"{identifier!r}, of type {type(identifier).__name__}, is no "
                f"{self._noun}.",
                origin=capture_exact(2),
                hint=f"Pass {self._kind.__name__} or its name.",
            )
        found = self._table.get(identifier.lower().replace("_", ""))
        if found is None:
            raise InvalidArgumentError(
                f"there is no {self._noun} of the name {identifier!r}.",
                origin=capture_exact(2),
                hint=f"There are {', '.join(sorted(self._table))}.",
            )
        return found


__all__ = ["Registry"]
