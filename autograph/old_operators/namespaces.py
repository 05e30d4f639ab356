"""What the name `ag__` stands for in code converted onto an `Operators` object."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from autograph.old_operators.protocol import Operators
from autograph.old_operators.scope import ConversionOptions, FunctionScope
from autograph.old_operators.spread_calls import Spread

T = TypeVar("T")


def namespace_of(operators: Operators) -> ModuleType:
    """Make what `ag__` stands for: an object's methods, and the machinery."""
    import autograph.old_operators as listed

    class Scope(FunctionScope):
        __slots__ = ()

        def ret(self, value: Any, did_return: Any) -> Any:
            return operators.return_value(value, did_return, self.name)

    def with_function_scope(
        body: Callable[[FunctionScope], T], scope_name: str, options: ConversionOptions
    ) -> T:
        return body(Scope("<lambda>", scope_name, options))

    def spread_call(function: Any, scope: FunctionScope | None = None) -> Any:
        return Spread(operators.converted_call, function, scope)

    machinery = {
        "FunctionScope": Scope,
        "with_function_scope": with_function_scope,
        "spread_call": spread_call,
    }
    made = ModuleType("ag__", "The operators of converted code.")
    for name in listed.__all__:
        implemented = getattr(operators, name, None) or machinery.get(name)
        setattr(made, name, implemented or getattr(listed, name))
    return made


__all__ = ["namespace_of"]
