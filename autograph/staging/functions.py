"""Functions that live at run time: Python calls them, and their bodies are graphs.

What such a function takes from outside comes in one object, its environment, so that
its graph has no captures: it may be called when what is around it is done.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any, Final

from autograph import conversion
from autograph.policy import is_refused
from autograph.staging.branches import trace_block
from autograph.staging.effects import keep_failures
from autograph.staging.journal import left_by, let_run_hold, undo
from autograph.staging.raising import REFUSALS
from autograph.values.kinds import defaults_of
from autograph.values.nodes import (
    boxed,
    contents_of,
    emit,
    holds_virtual,
    lift,
)
from autograph.values.proxy import Proxy
from autograph.values.specs import ANY, FUNCTION_SPEC
from autograph.values.state import (
    WHOLE,
    Block,
    ReadBeforeWritten,
    Restart,
    Unstageable,
    current,
    graph,
)
from graph.building import recording_into
from graph.graph import Graph
from graph.origin import capture
from graph.python.functions import FUNCTION
from graph.python.objects import NONE as NONE_ROW
from graph.python.protocols import APPLY, GET_ATTR
from graph.python.record import OBJECT
from graph.tensor import SymbolicTensor

# Resources that the order of calls keeps: those of rows.
_ORDERED: Final = frozenset({"objects", "control"})


class FunctionGraph(Graph):
    """The graph of a function of the run: what it captures comes in one object."""

    environment: SymbolicTensor
    taken: dict[int, tuple[SymbolicTensor, SymbolicTensor]]

    def take_environment(self) -> None:
        """Make the input that is the object."""
        self.environment = self.add_input(OBJECT, "environment")

    def _capture(self, value: SymbolicTensor, origin: Any) -> SymbolicTensor:
        if value.graph is self:
            return value
        known = self.taken.get(id(value))
        if known is None:
            attrs = {
                "name": f"c{len(self.taken)}",
                "specs": (value.spec,),
                "effect": "",
            }
            made = self.add(GET_ATTR, [self.environment], attrs, origin=origin)
            known = self.taken[id(value)] = value, made.outputs[0]
        return known[1]


def function_graph(name: str) -> FunctionGraph:
    """Return the graph of a function that is defined in the graph that is traced."""
    made = FunctionGraph(name, graph(), is_block=True)
    made.taken = {}
    return made


def environment_of(made: FunctionGraph) -> SymbolicTensor:
    """Return the object with what a function takes from outside."""
    held = [value for value, _ in made.taken.values()]
    names = tuple(f"c{i}" for i in range(len(held)))
    attrs = {"function": SimpleNamespace, "keywords": names}
    return emit(APPLY, held, (ANY,), "", **attrs)[0]


def function_of_run(function: FunctionType) -> Proxy | None:
    """Return a converted function as one of the run; None if Python runs it as it is.

    Raises:
        Restart: It cannot be staged: from now on Python runs it.
    """
    trace = current()
    key = "function", function.__code__
    if not conversion.is_converted(function) or key in trace.known.python:
        return None
    try:
        return _function(function)
    except WHOLE:
        raise
    except REFUSALS as refused:
        if trace.looks or is_refused(refused):
            raise
        trace.known.falls(key, refused)
        raise Restart(str(refused)) from None


def _function(function: FunctionType) -> Proxy:
    _let_be_real(function, set())
    parameters = list(inspect.signature(function).parameters.values())
    if any(x.kind in (x.VAR_POSITIONAL, x.VAR_KEYWORD) for x in parameters):
        raise Unstageable("a function of the run takes any number of arguments")
    defaults = [boxed(x) for x in defaults_of(function)]
    made = function_graph(function.__name__)
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for each in parameters:
        held = Proxy(made.add_input(OBJECT, each.name), ANY)
        if each.kind is each.KEYWORD_ONLY:
            kwargs[each.name] = held
        else:
            args.append(held)
    made.take_environment()
    output = _traced(made, lambda: function(*args, **kwargs))
    made.finish([made.capture(output)])
    if {*made.effects.reads, *made.effects.writes} - _ORDERED:
        raise Unstageable("a function of the run has effects besides those on objects")
    attrs = {
        "function": function.__qualname__,
        "body": made,
        "parameters": tuple(
            (x.name, int(x.kind), x.default is not x.empty) for x in parameters
        ),
    }
    to = graph()
    inputs = [environment_of(made), *map(to.capture, defaults)]
    node = to.add(FUNCTION, inputs, attrs, origin=capture())
    return Proxy(node.outputs[0], FUNCTION_SPEC)


def _let_be_real(function: FunctionType, seen: set[int]) -> None:
    """Let objects be of the run that a function holds, which may change before a call.

    Raises:
        Restart: One was not.
    """
    seen.add(id(function))
    for value in (*contents_of(function), *defaults_of(function)):
        if isinstance(value, FunctionType):
            if id(value) not in seen:
                _let_be_real(value, seen)
        elif holds_virtual(value):
            lift(value)


def _traced(made: FunctionGraph, run: Callable[[], Any]) -> SymbolicTensor:
    """Trace the body of a function; return the symbol of its result, boxed."""
    trace = current()
    block = Block(made, len(trace.blocks), is_try=True)
    held: list[SymbolicTensor] = []

    def body() -> None:
        held.append(boxed(run()))

    outer, trace.drawn = trace.drawn, []
    trace.blocks.append(block)
    try:
        with recording_into(made):
            is_dead, is_unknown = trace_block(body)
            if is_dead:
                held[:] = emit(NONE_ROW, [], (ANY,), "")
            keep_failures(made)
    finally:
        trace.blocks.pop()
        trace.drawn = outer
    for location, _ in left_by(block).values():
        let_run_hold(location, "a function of the run changes it")
    undo(block)
    if is_unknown:
        raise ReadBeforeWritten
    return held[0]


__all__ = ["FunctionGraph", "environment_of", "function_graph", "function_of_run"]
