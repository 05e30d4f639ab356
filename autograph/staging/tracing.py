"""Attempts at a trace, until one finds out nothing that it did not know."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from autograph.staging.control import STAGED
from autograph.staging.functions import function_of_run
from autograph.staging.journal import undo_attempt
from autograph.staging.leaving import Left, left_by
from autograph.staging.once import put_back
from autograph.staging.output import Result
from autograph.staging.output_spec import OutputSpec
from autograph.staging.raising import (
    REFUSALS,
    is_ours,
    raise_in_run,
    refuse_unreal,
)
from autograph.values.nodes import contents_of, give
from autograph.values.sites import Known
from autograph.values.specs import ANY, BOTTOM
from autograph.values.state import (
    STATE,
    Block,
    Diverged,
    OutlivesCall,
    ReadBeforeWritten,
    Restart,
    Trace,
    Unstageable,
    WholeFunction,
    current,
)
from graph.building import recording_into
from graph.control import controlled
from graph.graph import Graph
from graph.number_bits import number_bits
from graph.origin import Origin
from graph.tensor import SymbolicTensor

MAX_ATTEMPTS: Final = 60
# Where an argument is: the place of a parameter, then keys, indices and attributes.
Path = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The arguments of an attempt.

    Attributes:
        args: By position.
        kwargs: By name.
        inputs: The inputs that are tensors, which come first. The attempt knows of
            others.
    """

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    inputs: Sequence[SymbolicTensor]


class Arguments(Protocol):
    """Opens the arguments of a call for an attempt."""

    def open(self, graph: Graph, attempt: Trace) -> Opened:
        """Return what the function is called with; makes inputs of the graph."""


@dataclass(frozen=True, slots=True)
class Traced:
    """A function that was traced.

    Attributes:
        graph: Its inputs are tensors first, then objects.
        objects: Where each input that is an object is among the arguments.
        result: How the result is made of the outputs.
        known: What was found out.
        trace: The attempt that succeeded.
        left: The symbolic tensors that it leaves in what outlives the call.
    """

    graph: Graph
    objects: tuple[Path, ...]
    result: OutputSpec
    known: Known
    trace: Trace
    left: Sequence[Left] = ()


def trace(
    name: str,
    function: Callable[..., Any],
    arguments: Arguments,
    origin: Origin,
    known: Known,
) -> Traced:
    """Trace a converted function for these arguments; shows nothing that it prints.

    Raises:
        Unstageable: A graph cannot hold what it does.
    """
    try:
        for _ in range(MAX_ATTEMPTS):
            known.attempts += 1
            known.printed.clear()
            made = _attempt(name, function, arguments, origin, known)
            if made is not None:
                return made
        raise Unstageable("too many attempts: " + "; ".join(known.log[-4:]))
    except Unstageable as refused:
        refused.lost = put_back(known)
        raise


def _attempt(
    name: str,
    function: Callable[..., Any],
    arguments: Arguments,
    origin: Origin,
    known: Known,
) -> Traced | None:
    graph = Graph(name)
    graph.takes_leaks = True
    trace = Trace(known, [Block(graph, 0)], function_of_run)
    trace.uniting.give = give
    outer, STATE.trace = STATE.trace, trace
    is_done = False
    try:
        made = _run(graph, function, arguments, trace, origin)
        _check_fallen(trace)
        if made is not None and not trace.is_stale and not trace.is_incomplete:
            _check_later(trace)
            for refused in (*trace.shown, *trace.refused):
                raise refused
            made = replace(made, left=left_by(trace))
            is_done = True
    except Restart:
        return None
    except ReadBeforeWritten:
        trace.is_incomplete = True
    except (Exception, Diverged) as error:
        if trace.is_stale:
            return None
        if trace.shown:
            raise trace.shown[0] from error
        if isinstance(error, REFUSALS) and not isinstance(error, Unstageable):
            raise Unstageable(str(error)) from error
        is_done = not isinstance(error, Unstageable)  # what it has done stands
        raise
    finally:
        if is_done:
            known.stands = trace
        else:
            undo_attempt(trace)
        STATE.trace = outer
    if is_done:
        return made
    if trace.is_incomplete and not trace.is_stale:
        _unstick(known, trace)
    return None


def _check_later(trace: Trace) -> None:
    """Refuse functions of the run whose variables have changed after it took them.

    Raises:
        WholeFunction: There is one.
    """
    for function, before in trace.later:
        if not all(map(operator.is_, contents_of(function), before)):
            raise WholeFunction(f"variables of {function.__qualname__}() change later")


def _check_fallen(trace: Trace) -> None:
    """Refuse to do one part while tracing, and another one at each run.

    Raises:
        OutlivesCall: Python runs a statement, and what outlives the call is written.
    """
    if trace.n_fallen and trace.outer and not trace.is_stale:
        line, *_ = *trace.outer_lines.values(), None
        refused = OutlivesCall(
            "it writes what outlives the call, and Python runs a statement of it"
        )
        refused.origin = line or refused.origin
        raise refused


def _unstick(known: Known, trace: Trace) -> None:
    """Let what is never written be any object, where nothing else is found out."""
    if trace.has_progressed:
        known.stuck = 0
        return
    known.stuck += 1
    if known.stuck < 2:
        return
    known.stuck = 0
    for site in list(known.sites.values()):
        site = site.find()
        for slot in site.read if site.is_real else ():
            if site.slot(slot) is BOTTOM:
                site.slots[slot] = ANY
                known.note(f"{site.where}.{slot} is never written")


@contextmanager
def _told_at(origin: Origin) -> Iterator[None]:
    """Let what falls outside of the function's own code be told at its definition."""
    falls = current().falls
    before = len(falls)
    try:
        yield
    except Unstageable as refused:
        refused.origin = origin
        raise
    finally:
        falls[before:] = [(code, why, origin) for code, why, _ in falls[before:]]


def _run(
    graph: Graph, function: Any, arguments: Arguments, trace: Trace, origin: Origin
) -> Traced | None:
    from autograph.staging.recursion import enter

    with recording_into(graph), controlled(STAGED):
        with _told_at(origin):
            opened = arguments.open(graph, trace)
        try:
            value = enter(function, opened.args, opened.kwargs)
        except Diverged:
            value = None
        except Exception as error:
            if is_ours(error):
                raise
            refuse_unreal(error)
            if not graph.effects.writes:
                raise  # it is the program's own, before anything was done
            raise_in_run(error)
            value = None
        result = Result(number_bits(x.spec.dtype for x in opened.inputs))
        with _told_at(origin):
            described = result.describe(value)
        if trace.is_stale or trace.is_incomplete:
            return None
        with _told_at(origin):
            result.settle()
        graph.finish(result.outputs)
    paths = {id(symbol): path for symbol, path in trace.inputs}
    held = graph.inputs[len(opened.inputs) :]
    leaked = {id(inner) for _, inner in graph.captures}  # a run says so
    objects = tuple(paths[id(x)] for x in held if id(x) not in leaked)
    return Traced(graph, objects, described, trace.known, trace)
