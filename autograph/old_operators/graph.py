"""The graph operators as a class: those of this package, by the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from autograph.old_operators.builtins import replacement
from autograph.old_operators.kept_iterators import Kept
from autograph.old_operators.list_refusals import refuse_lists
from autograph.old_operators.namespaces import namespace_of
from autograph.old_operators.protocol import Operators
from autograph.old_operators.scope import FunctionScope
from graph.locks import cached
from graph.segments import is_made


class GraphOperators(Operators):
    """The operators that stage onto graphs of tensors: what `ag.function` uses.

    To be derived from by what adds to them. Each method is the function of its name
    in `autograph.old_operators`, which converted code calls directly.
    """

    def converted_call(
        self,
        function: Any,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any] | None,
        scope: FunctionScope | None = None,
    ) -> Any:
        """Return `function(*args, **kwargs)`, converted onto these operators."""
        if type(function) is Kept:
            return function(*args, **(kwargs or {}))
        replaced = replacement(function, args, kwargs or {})
        if replaced is not None:
            return replaced(*args, **(kwargs or {}))
        if is_made() and self.callee(function) is function:
            refuse_lists(function, args, kwargs or {})
        return super().converted_call(function, args, kwargs, scope)

    @cached
    def namespace(self) -> ModuleType:
        """What `ag__` stands for: the package itself, unless a class adds to it."""
        import autograph.old_operators as listed

        return listed if type(self) is GraphOperators else namespace_of(self)


# They store by `set_attr` and `set_item`, which a class derived from it may override.
_INHERITED = frozenset({"aug_attr", "aug_item"})


def implement(operators: ModuleType) -> None:
    """Make the functions of a module the methods of `GraphOperators`.

    By a loop, and not line by line: so that an operator is listed in one place.
    """
    for name in operators.__all__:
        is_own = name in vars(GraphOperators) or name in _INHERITED
        if hasattr(Operators, name) and not is_own:
            setattr(GraphOperators, name, staticmethod(getattr(operators, name)))
