"""The scope of a converted function: its options, and how it returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from autograph.options import ConversionOptions
from autograph.staging.branches import stage_branch
from autograph.values.operations import truth
from autograph.values.proxy import Undefined
from autograph.values.state import STATE
from graph.tensor import SymbolicTensor


class FunctionScope:
    """Entered by every converted function around its body."""

    __slots__ = ("name", "options")

    def __init__(
        self, function_name: str, scope_name: str, options: ConversionOptions
    ) -> None:
        del scope_name
        self.name = function_name
        self.options = options

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the function."""

    def ret(self, value: Any, did_return: Any) -> Any:
        """Return what the function returns."""
        return return_value(value, did_return, self.name)


def return_value(value: Any, did_return: Any, function_name: str) -> Any:
    """Return what a function returns: None where no `return` was reached."""
    del function_name
    if isinstance(value, Undefined) or did_return is False:
        return None
    if STATE.trace is None:
        return value if did_return else None
    did_return = truth(did_return)
    if not isinstance(did_return, SymbolicTensor):
        return value if did_return else None
    held = [value]

    def put(state: tuple[Any, ...]) -> None:
        held[0] = state[0]

    def nothing() -> None:
        held[0] = None

    stage_branch(
        did_return, lambda: None, nothing, lambda: (held[0],), put, ("result",)
    )
    return held[0]


def with_function_scope(
    body: Callable[[FunctionScope], Any], scope_name: str, options: ConversionOptions
) -> Any:
    """Return the value of a converted lambda's body."""
    return body(FunctionScope("<lambda>", scope_name, options))


def autograph_artifact(function: Any) -> Any:
    """Return a function that converted code defines: it is converted already."""
    return function
