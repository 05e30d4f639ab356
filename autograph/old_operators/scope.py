"""The scope of a converted function: its options, and how it returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

from autograph.old_operators import depth
from autograph.old_operators.logic import not_
from autograph.options import ConversionOptions
from graph.dispatch import operate
from graph.old_staging import Maybe, Optional, Unavailable, Undefined, read
from graph.old_staging.aliases import check_unnoted
from graph.partial import OptionalTensor

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


class FunctionScope:
    """Entered by every converted function around its body.

    Args:
        function_name: The function's name, for messages.
        scope_name: The name it has in the converted code.
        options: What the conversion was asked to do.
    """

    __slots__ = ("name", "options")

    def __init__(
        self, function_name: str, scope_name: str, options: ConversionOptions
    ) -> None:
        del scope_name
        self.name = function_name
        self.options = options

    def __enter__(self) -> Self:
        depth.enter()
        return self

    def __exit__(self, *_: object) -> None:
        depth.leave()

    def ret(self, value: Any, did_return: Any) -> Any:
        """Return what the function returns: see `Operators.return_value`."""
        return return_value(value, did_return, self.name)


def return_value(value: Any, did_return: Any, function_name: str) -> Any:
    """Return what a function returns.

    Args:
        value: The value of the `return` that was reached, if one was.
        did_return: Was one reached? Otherwise the function returns None.
        function_name: The function.
    """
    del function_name
    check_unnoted()
    if isinstance(value, Undefined) or did_return is False:
        return None
    held = value.value if type(value) is Maybe else value
    if type(held) is Unavailable:
        return read(held)
    if type(value) is Maybe:
        value = value.value if did_return is True else _or_none(value)
    return value


def _or_none(value: Maybe) -> Any:
    """Return a value where it is defined, else None: no `return` was reached."""
    inner, is_none = value.value, not_(value.flag)
    if type(inner) in (Optional, OptionalTensor):  # what was returned may be None
        is_none = operate("bitwise_or", (is_none, inner.flag))
        inner = inner.value
    return Optional.build((), inner, is_none)


def with_function_scope(
    body: Callable[[FunctionScope], T], scope_name: str, options: ConversionOptions
) -> T:
    """Return the value of a converted lambda's body."""
    with FunctionScope("<lambda>", scope_name, options) as scope:
        return body(scope)


def autograph_artifact(function: F) -> F:
    """Return a function that converted code defines: it is converted already.

    It shows where that is said; what tells is that the function uses `ag__`.
    """
    return function


__all__ = [
    "ConversionOptions",
    "FunctionScope",
    "autograph_artifact",
    "return_value",
    "with_function_scope",
]
