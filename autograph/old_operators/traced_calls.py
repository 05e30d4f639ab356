"""Calls of converted functions while they are traced, and what undoes them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from graph import nest
from graph.graph import Graph
from graph.nest import Structure
from graph.old_staging.journal import Entry, restore
from graph.old_staging.recursion import FunctionGraph
from graph.old_staging.watch import Watch
from graph.origin import UNKNOWN, Origin, capture

Key = tuple[int, ...]


class Recursive(BaseException):  # a jump, not an error
    """A call being traced is the same as an outer one: back to that."""

    def __init__(self, outer: Call, arguments: Sequence[Any]) -> None:
        """Carry the outer call, and the arguments of the inner one."""
        super().__init__()
        self.outer = outer
        self.arguments = arguments
        self.origin = capture()


@dataclass(slots=True, eq=False)
class Bound:
    """The arguments of a call, parameter by parameter."""

    names: list[str]
    values: list[Any]
    leaves: list[Any]
    structure: Structure
    kinds: inspect.BoundArguments


@dataclass(slots=True, eq=False)
class Call:
    """A call of a converted function that is being traced.

    Attributes:
        key: Equal for calls of one function: its code, and the cells it closes over.
        function: The converted function.
        args: Its positional arguments, with `self`.
        kwargs: Its keyword arguments.
        graph: The graph that was being built when it was called.
        mark: What this graph held then.
        n_nested: In how many blocks calls are being traced, it being in the last.
        written: What has been written since.
        watch: What it can reach, where a call of itself is to be expected.
        staged: Its function graph, once it has been found to be recursive.
        again: Where it was found to be: the place of the call inside.
    """

    key: Key
    function: FunctionType
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    graph: Graph
    mark: tuple[int, ...]
    n_nested: int = 1
    written: dict[Any, Entry] = field(default_factory=dict)
    watch: Watch | None = None
    staged: FunctionGraph | None = None
    again: Origin = UNKNOWN
    _bound: Bound | None = None

    @property
    def bound(self) -> Bound | None:
        """The arguments by parameter; None when they do not fit, as Python will say."""
        if self._bound is None:
            try:
                signature = inspect.signature(self.function, follow_wrapped=False)
                kinds = signature.bind(*self.args, **self.kwargs)
            except (TypeError, ValueError):
                return None
            kinds.apply_defaults()
            names, values = list(kinds.arguments), list(kinds.arguments.values())
            leaves, structure = nest.flatten_with_structure(values)
            self._bound = Bound(names, values, leaves, structure, kinds)
        return self._bound

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    def undo(self) -> None:
        """Forget what tracing the call has recorded and written."""
        if self.watch is not None:
            self.watch.settle({})
        restore(self.written)
        self.written.clear()
        n_nodes, n_inputs, n_captures, n_constants = self.mark
        graph = self.graph
        del graph.nodes[n_nodes:]
        del graph.inputs[n_inputs:]
        for known, size in (
            (graph._captures, n_captures),
            (graph._constants, n_constants),
        ):
            for key in list(known)[size:]:
                del known[key]


__all__ = ["Bound", "Call", "Key", "Recursive"]
