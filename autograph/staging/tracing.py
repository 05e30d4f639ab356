"""Attempts at a trace, until one finds out nothing that it did not know."""

from __future__ import annotations

import collections
import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.staging.journal import undo_attempt
from autograph.staging.output import Build, Result
from autograph.staging.raising import REFUSALS, is_ours, raise_in_run
from autograph.values.kinds import CONTAINERS, is_instance
from autograph.values.nodes import give, scan
from autograph.values.proxy import Proxy
from autograph.values.sites import Known
from autograph.values.specs import ANY, BOTTOM, ArraySpec, NumpySpec
from autograph.values.state import (
    STATE,
    Block,
    Diverged,
    ReadBeforeWritten,
    Restart,
    Trace,
    Unstageable,
)
from graph.building import recording_into
from graph.dtypes import from_numpy
from graph.graph import Graph
from graph.number_bits import number_bits
from graph.origin import Origin
from graph.python.record import OBJECT
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor

MAX_ATTEMPTS: Final = 60
# Where an argument is: the place of a parameter, then keys, indices and attributes.
Path = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Traced:
    """A function that was traced.

    Attributes:
        graph: Its inputs are what `paths` leads to, one after another.
        paths: Where each input is among the arguments.
        build: Makes the result of an iterator over the outputs.
        known: What was found out.
        trace: The attempt that succeeded.
    """

    graph: Graph
    paths: tuple[Path, ...]
    build: Build
    known: Known
    trace: Trace


def trace(
    name: str,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    origin: Origin,
    known: Known | None = None,
) -> Traced:
    """Trace a converted function for these arguments.

    Raises:
        Unstageable: A graph cannot hold what it does.
    """
    known = Known() if known is None else known
    for _ in range(MAX_ATTEMPTS):
        known.attempts += 1
        made = _attempt(name, function, args, kwargs, origin, known)
        if made is not None:
            return made
    raise Unstageable("too many attempts: " + "; ".join(known.log[-4:]))


def _attempt(
    name: str,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    origin: Origin,
    known: Known,
) -> Traced | None:
    graph = Graph(name)
    graph.takes_leaks = True
    trace = Trace(known, [Block(graph, 0)])
    trace.uniting.give = give
    outer, STATE.trace = STATE.trace, trace
    is_done = False
    try:
        made = _run(graph, function, args, kwargs, origin, trace)
        is_done = made is not None and not trace.is_stale and not trace.is_incomplete
    except Restart:
        return None
    except ReadBeforeWritten:
        trace.is_incomplete = True
    except BaseException as error:
        if trace.is_stale:
            return None
        if isinstance(error, REFUSALS) and not isinstance(error, Unstageable):
            raise Unstageable(str(error)) from error
        raise
    finally:
        if not is_done:
            undo_attempt()
        STATE.trace = outer
    if is_done:
        return made
    if trace.is_incomplete and not trace.is_stale:
        _unstick(known, trace)
    return None


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


def _run(
    graph: Graph,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    origin: Origin,
    trace: Trace,
) -> Traced | None:
    from autograph.staging.recursion import enter

    opened = Arguments(graph, trace, origin)
    with recording_into(graph):
        given = [opened.open(x, (i,)) for i, x in enumerate(args)]
        named = {k: opened.open(x, (k,)) for k, x in kwargs.items()}
        try:
            value = enter(function, tuple(given), named)
        except Diverged:
            value = None
        except Exception as error:
            if is_ours(error):
                raise
            if not graph.effects.writes:
                raise  # it is the program's own, before anything was done
            raise_in_run(error)
            value = None
        result = Result(number_bits(x.spec.dtype for x in opened.leaves))
        build = result.describe(value)
        if trace.is_stale or trace.is_incomplete:
            return None
        graph.finish(result.outputs)
    paths = dict(opened.paths)
    for symbol, path in trace.inputs:
        paths[id(symbol)] = path
    ordered = tuple(paths[id(x)] for x in graph.inputs)
    return Traced(graph, ordered, build, trace.known, trace)


class Arguments:
    """Makes inputs of arguments, and objects of the trace of what holds them."""

    def __init__(self, graph: Graph, trace: Trace, origin: Origin) -> None:
        self._graph, self._trace, self._origin = graph, trace, origin
        self._memo: dict[int, Any] = {}
        self.paths: dict[int, Path] = {}
        self.leaves: list[SymbolicTensor] = []

    def open(self, value: Any, path: Path) -> Any:
        """Return what an argument is while tracing."""
        if id(value) in self._memo:
            return self._memo[id(value)][1]
        made = self._open(value, path)
        self._memo[id(value)] = value, made
        return made

    def _open(self, value: Any, path: Path) -> Any:
        trace, known = self._trace, self._trace.known
        kind = type(value)
        if isinstance(value, TensorSpec):
            return self._leaf(value, path)
        if isinstance(value, EagerTensor):
            symbol = self._leaf(value.spec, path)
            trace.args[id(symbol)] = symbol, ("tensor", *path)
            return symbol
        if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "biufc":
            spec = TensorSpec(value.shape, from_numpy(value.dtype))
            is_scalar_array = isinstance(value, np.ndarray) and not value.shape
            if is_scalar_array or (path in known.paths and isinstance(value, np.ndarray)):
                symbol = self._object(path, "array")
                return Proxy(symbol, ArraySpec(spec.dtype, spec.shape))
            symbol = self._leaf(spec, path)
            trace.args[id(symbol)] = None, path
            return Proxy(symbol, NumpySpec(spec))
        if path in known.paths:
            symbol = self._object(path, "given")
            return Proxy(symbol, scan(value, ("argument", path)))
        if (
            kind in (list, tuple)
            or (isinstance(value, tuple)
            and hasattr(kind, "_fields"))
        ):
            return self._sequence(value, path)
        if (isinstance(value, dict) and kind in CONTAINERS) or kind is collections.deque:
            return self._container(value, path)
        if is_instance(value) or kind in CONTAINERS:
            trace.args[id(value)] = value, path
        return value

    def _leaf(self, spec: TensorSpec, path: Path) -> SymbolicTensor:
        bare = TensorSpec(spec.shape, spec.dtype)
        symbol = self._graph.add_input(bare, _name(path), self._origin)
        self.paths[id(symbol)] = ("array", *path)
        self.leaves.append(symbol)
        return symbol

    def _object(self, path: Path, name: str) -> SymbolicTensor:
        symbol = self._graph.add_input(OBJECT, name, self._origin)
        self.paths[id(symbol)] = ("object", *path)
        return symbol

    def _sequence(self, value: Any, path: Path) -> Any:
        kind = type(value)
        if kind is list:
            made: list[Any] = []
            self._memo[id(value)] = value, made
            made += [self.open(x, (*path, i)) for i, x in enumerate(value)]
            self._trace.args[id(made)] = made, path
            return made
        parts = [self.open(x, (*path, i)) for i, x in enumerate(value)]
        return tuple(parts) if kind is tuple else kind(*parts)

    def _container(self, value: Any, path: Path) -> Any:
        made = copy.copy(value)
        self._memo[id(value)] = value, made
        if isinstance(value, dict):
            for key, x in value.items():
                made[key] = self.open(x, (*path, key))
        else:
            for i, x in enumerate(value):
                made[i] = self.open(x, (*path, i))
        self._trace.args[id(made)] = made, path
        return made


def _name(path: Path) -> str:
    return "_".join(str(x) for x in path if isinstance(x, (str, int))).strip("_") or "x"


def found_at(path: Path, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Return what a program takes for a path: an array, or the object itself."""
    kind, first, *rest = path
    value = kwargs[first] if type(first) is str else args[first]
    for key in rest:
        value = value[key]
    if kind == "array" and isinstance(value, Tensor):
        return value._value  # type: ignore[attr-defined]
    if kind == "array" and not isinstance(value, np.ndarray):
        return np.asarray(value)
    return value
