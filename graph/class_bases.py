"""What is asked to be a class, and is known only when the graph runs, is refused.

`class K(o):` asks what is no class for `__mro_entries__`; without one Python makes an
object of its class, which is one of ours for what stands for objects of the user's.
"""

from __future__ import annotations

from typing import Any, NoReturn

from graph.errors import UnstagedOperationError
from graph.origin import capture_exact


class NoBase:
    """What can be no base of a class."""

    __slots__ = ()

    def __mro_entries__(self, bases: tuple[Any, ...]) -> NoReturn:
        _refuse("a class statement")


def refuse_super(*args: Any) -> NoReturn:
    """Refuse `super(a, b)`, where it is not known what it is given.

    Raises:
        UnstagedOperationError: Always.
    """
    del args
    _refuse("super()")


def _refuse(what: str) -> NoReturn:
    raise UnstagedOperationError(
        f"{what} is given a value that is known only when the graph runs, where Python "
        "takes a class.",
        origin=capture_exact(2),
        hint="Choose after the class is made: define one for each, and call what was "
        "chosen.",
    )


__all__ = ["NoBase", "refuse_super"]
