"""Calls with `*` and `**`: Python binds the arguments, and complains by the name.

What is spread may be None on some paths. What Python says of that names the function,
and is said when the call is made: until then, a mark stands for the arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from autograph.old_operators import own_iterators, returned, run_arguments
from autograph.old_operators.calls import converted_call
from autograph.old_operators.dicts import plain_keys as spread_parts
from autograph.old_operators.own_builtins import listed
from autograph.old_operators.python_builtins import spread
from autograph.old_operators.scope import FunctionScope
from graph.graph import current_graph
from graph.old_staging.chosen import Chosen
from graph.old_staging.variables import demand
from graph.partial import Optional, OptionalTensor
from graph.tables import Part, refusal

# The keyword that stands for those of a mapping which may be None.
_KEYWORDS: Final = "\0 keywords of autograph"


class _Items:
    """Stands for all positional arguments, which may be None."""

    def __init__(self, items: Any) -> None:
        self.items = items


def plain_keys(table: Any, alone: str = "") -> Any:
    """Return what is spread by `*` or `**`; refuse what only the run knows.

    Args:
        table: What is spread.
        alone: `*` if nothing else gives positional arguments of a call, `**` if no
            keywords follow.
    """
    if alone and type(table) in (Optional, OptionalTensor):
        if current_graph() is not None:
            return (_Items(table),) if alone == "*" else {_KEYWORDS: table}
    if alone == "**":
        return table
    if current_graph() is not None and own_iterators.made_of(table) is not None:
        return listed(table)
    return spread_parts(spread(table))


def spread_call(function: Any, scope: FunctionScope | None = None) -> Any:
    """Return what takes the arguments of `function(*args, **kwargs)` in its place.

    Python itself binds the arguments then, and complains under the function's name.
    """
    return Spread(converted_call, function, scope)


class Spread:
    """Takes a call in place of a function, under its name.

    Args:
        call: The `converted_call` that makes it.
        function: The function.
        scope: The scope of the calling function.
    """

    def __init__(
        self, call: Callable[..., Any], function: Any, scope: FunctionScope | None
    ) -> None:
        self._call = call, function, scope
        if type(function) is not Chosen:
            self.__module__ = getattr(function, "__module__", None)  # type: ignore[assignment]
        if type(function) is not Chosen and hasattr(function, "__qualname__"):
            self.__qualname__ = function.__qualname__

    def __str__(self) -> str:
        return str(self._call[1])

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if Part.MARK in kwargs:
            raise refusal("it is spread with `**`")
        if _KEYWORDS in kwargs:
            what = "argument after ** must be a mapping"
            found = self._present(kwargs.pop(_KEYWORDS), what)
            return self(*args, **kwargs, **found)
        if len(args) == 1 and type(args[0]) is _Items:
            what = "argument after * must be an iterable"
            found = self._present(args[0].items, what)
            return self(*spread_parts(found), **kwargs)
        call, function, scope = self._call
        if not run_arguments.are_of_run(args):
            return call(function, args, kwargs, scope)
        act = run_arguments.Act(call, function, kwargs, scope)
        return run_arguments.call(function, args, kwargs, act)

    def _present(self, value: Any, what: str) -> Any:
        """Return what is spread, checked when the graph runs."""
        name = getattr(self, "__qualname__", None)
        module = self.__module__
        shown = str(self._call[1]) if name is None else f"{name}()"
        if name is not None and module not in (None, "builtins"):
            shown = f"{module}.{shown}"
        return demand(value, f"{shown} {what}, not NoneType")


returned.SPREADING.add(Spread.__call__.__code__)

__all__ = ["Spread", "plain_keys", "spread_call"]
