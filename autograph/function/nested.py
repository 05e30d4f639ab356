"""Calls of functions within functions that are traced: graphs that calls share.

    @ag.function
    def inner(x): ...

    @ag.function
    def outer(x):
        return inner(inner(x))

The first call of `inner` is traced as part of `outer`, like any function. If what it
recorded depends on its arguments alone, these nodes become a graph of their own, and
further calls with arguments of the same kind become nodes that hold it
(`call_function`), or copies of its nodes where there are few. `inner` itself is not
run again, as for calls from outside.

Nothing that Python does may be lost for that. The graph is used again in the same
trace only, and as long as everything that `inner` can reach is what it was. A call is
traced as part of the caller, each time, when `inner` changes something of Python's,
reads symbolic values from elsewhere, or takes or returns what a graph cannot carry.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.arguments import PRIMITIVES, is_variable
from autograph.function.input_signature import SignedBinder
from autograph.function.inputs import Binder, key_of
from autograph.function.key import identity_of
from autograph.function.target import Target
from autograph.old_operators.recursion import call_traced, is_staging
from autograph.random import Generator
from autograph.training import current_flag
from graph import nest
from graph.dtypes import DType
from graph.graph import Graph
from graph.handles import Handle
from graph.keys import Possible
from graph.old_staging.numpy_numbers import known_kind
from graph.old_staging.variables import Unavailable, Undefined
from graph.old_staging.watch import Watch
from graph.op import Op
from graph.ops.calls import CALL_FUNCTION
from graph.origin import capture
from graph.outline import outline, size_of, splice
from graph.segments import Column, Segment
from graph.specs import TensorSpec, is_list
from graph.streams import Stream
from graph.tensor import EagerTensor, SymbolicTensor

# A function of at most so many nodes is copied into its callers. A call costs a run 20
# to 60 ns, as much as two operations on numbers do and a third of what eight do. To
# trace and build, a copy of 12 nodes costs six times what a call does.
MAX_COPIED: Final = 6

_OURS: Final = frozenset({"autograph", "graph", "executor"})
# What they hold is not changed, or by nodes of graphs alone.
_STATELESS: Final = (DType, Generator, Graph, Handle, Op, Stream, TensorSpec)
_CONSTANTS: Final = (*PRIMITIVES, DType, EagerTensor)
_REFUSED: Final = (Column, Possible, Segment, Undefined, Unavailable)


@dataclass(slots=True, eq=False)
class Arguments:
    """The arguments of a call, flattened.

    Attributes:
        values: One for each parameter.
        leaves: All leaves, in order.
        structure: How they are nested.
        names: For each leaf a name, from its parameter.
        containers: The lists and dicts among them.
        key: Equal for calls that can share a graph; None when this one cannot.
    """

    values: tuple[Any, ...]
    leaves: list[Any]
    structure: nest.Structure
    names: list[str]
    containers: list[Any]
    key: Any

    def are_unchanged(self) -> bool:
        """Do lists and dicts hold what they held?"""
        leaves, structure = nest.flatten_with_structure(self.values)
        return str(structure) == str(self.structure) and all(
            map(operator.is_, leaves, self.leaves)
        )

    def symbolic(self) -> dict[int, tuple[str, SymbolicTensor]]:
        """Return the symbolic leaves by id, each once, with their names."""
        found: dict[int, tuple[str, SymbolicTensor]] = {}
        for name, leaf in zip(self.names, self.leaves, strict=True):
            if isinstance(leaf, SymbolicTensor):
                found.setdefault(id(leaf), (name, leaf))
        return found


@dataclass(slots=True, eq=False)
class Known:
    """What is known of calls of one kind.

    Attributes:
        held: What is called; kept alive, as keys hold its identity.
        options: The same.
        watch: What it could reach when it was traced; None when its calls are always
            traced as part of their callers.
        body: Its graph.
        structure: That of the result.
        leaves: For each leaf of the result a constant, or `_Part`.
    """

    held: tuple[Any, ...]
    options: Any
    watch: Watch | None = None
    body: Graph | None = None
    structure: nest.Structure = nest.LEAF
    leaves: Sequence[Any] = ()

    def objects(self) -> Iterator[Any]:
        """Yield the user's objects that are kept alive by this."""
        yield from self.held
        if self.watch is not None:
            yield from self.watch.seen()

    def outline(
        self,
        name: str,
        watch: Watch,
        graph: Graph,
        start: int,
        arguments: Arguments,
        result: Any,
    ) -> None:
        """Keep what a call has recorded as a graph, if it is all that the call does."""
        leaves, structure = nest.flatten_with_structure(result)
        if (
            not watch.is_unchanged()
            or not arguments.are_unchanged()
            or not _are_new(_containers_in(result), watch, arguments, graph)
        ):
            return
        symbolic = arguments.symbolic()
        found = _parts(leaves, graph, list(symbolic))
        if found is None:
            return
        self.leaves, results = found
        self.body = outline(graph, start, list(symbolic.values()), results, name)
        if self.body is not None:
            self.watch, self.structure = watch, structure


@dataclass(frozen=True, slots=True)
class _Part:
    """A leaf of a result: the output of this number, or else the argument."""

    index: int
    is_argument: bool


def call_nested(
    callee: Target, graph: Graph, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Any:
    """Call a function within the trace of another one.

    Args:
        callee: The function.
        graph: The graph that is being built.
        args: Positional arguments.
        kwargs: Keyword arguments.
    """
    binder = callee.binder
    if isinstance(binder, SignedBinder):
        args, kwargs = binder.as_signed(args, kwargs)
    arguments = _bound(binder, args, kwargs)
    if arguments is None or arguments.key is None:
        return call_traced(callee.converted(), args, kwargs)
    if graph.has_writes:  # a graph of its own would not see what arrays are now
        return call_traced(callee.converted(), args, kwargs)
    held = (*callee.parts, callee.options, current_flag())
    key = (*map(id, held), arguments.key)
    known = _find(graph, key)
    if known is not None and known.watch is not None and known.watch.is_unchanged():
        return _call_again(known, graph, arguments)
    is_refused = known is not None and known.watch is None
    # In an attempt each node tells what the handler would find.
    if is_refused or graph.attempts or is_staging():
        return call_traced(callee.converted(), args, kwargs)
    graph.calls[key] = known = Known(callee.parts, callee.options)
    watch = _watch(callee, arguments)
    if watch is None:
        return call_traced(callee.converted(), args, kwargs)
    start = graph.checkpoint()
    result = call_traced(callee.converted(), args, kwargs)
    if graph.has_writes:
        return result
    known.outline(binder.name, watch, graph, start[0], arguments, result)
    if known.body is not None and size_of(known.body) > MAX_COPIED:
        graph.rollback(start)
        result = _call_again(known, graph, arguments)
    return result


def _find(graph: Graph | None, key: Any) -> Known | None:
    """Return what is known of a call in a graph, or in those around it."""
    while graph is not None:
        if key in graph.calls:
            found: Known = graph.calls[key]
            return found
        graph = graph.parent
    return None


def _bound(
    binder: Binder, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Arguments | None:
    """Return the arguments by parameter; None when they do not fit, as Python says."""
    try:
        values = binder.bind(*args, **kwargs)
    except TypeError:
        return None
    leaves, structure = nest.flatten_with_structure(values)
    pairs = zip(binder.names, values, strict=True)
    names = [f"{name}{path}" for name, value in pairs for path in nest.paths(value)]
    nested = list(_nested_in(values))
    containers = _containers_in(values)
    places: dict[int, int] = {}
    # One tuple given twice is another kind of call, as one tensor is.
    pattern = tuple(places.setdefault(id(each), len(places)) for each in nested)
    seen: dict[int, int] = {}
    keys = [_leaf_key(leaf, seen) for leaf in leaves]
    is_once = len({id(each) for each in containers}) == len(containers)
    # The order of a dict is part of the key: what is called may go through it.
    key = (structure, str(structure), pattern, *keys)
    has_key = is_once and None not in keys
    return Arguments(
        values, leaves, structure, names, containers, key if has_key else None
    )


def _leaf_key(leaf: Any, seen: dict[int, int]) -> Any:
    """Return what a leaf contributes to the key; None when it cannot be in one."""
    if isinstance(leaf, SymbolicTensor):
        if type(leaf) is not SymbolicTensor or is_list(leaf.spec):
            return None
        # One tensor given twice is another kind of call.
        place = seen.setdefault(id(leaf), len(seen))
        # A trace that has asked for classes is for values of the same classes.
        given = known_kind(leaf) if leaf.graph.root.classes_asked else None
        return (place, leaf.spec.shape, leaf.spec.dtype.name, given)
    if isinstance(leaf, _REFUSED):
        return None
    if type(leaf) in PRIMITIVES:
        return key_of(leaf)
    return identity_of(leaf)


def _containers_in(value: Any) -> list[Any]:
    """Return the lists and dicts that `value` is made of."""
    return [each for each in _nested_in(value) if isinstance(each, (list, dict))]


def _nested_in(value: Any) -> Iterator[Any]:
    """Yield the lists, tuples and dicts that `value` is made of."""
    if nest.is_nested(value):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from _nested_in(part)


def _watch(callee: Target, arguments: Arguments) -> Watch | None:
    """Watch what a call can reach; None when its graph could not be used again."""
    roots = [
        leaf
        for leaf in arguments.leaves
        if not isinstance(leaf, (SymbolicTensor, EagerTensor))
        and type(leaf) not in PRIMITIVES
    ]
    watch = Watch((*callee.parts, *roots))
    is_known_elsewhere = any(key in watch.symbolic for key in arguments.symbolic())
    is_held = any(map(watch.has_seen, arguments.containers))
    if watch.is_cut or is_known_elsewhere or is_held:
        return None
    return None if any(map(_is_opaque, watch.seen())) else watch


def _is_opaque(value: Any) -> bool:
    """Is it an object of this library's whose state no watch looks at, as a tape is?"""
    kind = type(value)
    if kind.__module__.partition(".")[0] not in _OURS or isinstance(value, type):
        return False
    is_function = getattr(kind, "is_traced_function", False)
    return not (is_function or is_variable(value) or isinstance(value, _STATELESS))


def _are_new(
    containers: list[Any], watch: Watch, arguments: Arguments, graph: Graph
) -> bool:
    """Are lists and dicts of a result made by the call, each in one place of it?"""
    taken = {id(each) for each in arguments.containers}
    taken |= graph.aliases.keys() | graph.alias_contents.keys()
    places = {id(each) for each in containers}
    is_seen = any(map(watch.has_seen, containers))
    return len(places) == len(containers) and not (places & taken) and not is_seen


def _parts(
    leaves: Sequence[Any], graph: Graph, arguments: Sequence[int]
) -> tuple[list[Any], list[SymbolicTensor]] | None:
    """Return what a result is made of, and its outputs; None when calls cannot share.

    Args:
        leaves: The leaves of the result.
        graph: The graph that holds the outputs.
        arguments: The ids of the symbolic arguments.
    """
    parts: list[Any] = []
    results: dict[int, SymbolicTensor] = {}
    for leaf in leaves:
        if id(leaf) in arguments:
            parts.append(_Part(arguments.index(id(leaf)), is_argument=True))
        elif isinstance(leaf, SymbolicTensor):
            if type(leaf) is not SymbolicTensor or is_list(leaf.spec):
                return None
            if leaf.graph is not graph:
                return None
            results.setdefault(id(leaf), leaf)
            parts.append(_Part(list(results).index(id(leaf)), is_argument=False))
        elif type(leaf) in _CONSTANTS or isinstance(leaf, np.generic):
            parts.append(leaf)
        else:
            return None
    return parts, list(results.values())


def _call_again(known: Known, graph: Graph, arguments: Arguments) -> Any:
    """Add a call to the graph being built, or a copy; return its result."""
    body = known.body
    assert body is not None
    given = [value for _, value in arguments.symbolic().values()]
    outputs = add_call(graph, body, given)
    leaves = [
        (given if part.is_argument else outputs)[part.index]
        if isinstance(part, _Part)
        else part
        for part in known.leaves
    ]
    return nest.pack(known.structure, leaves)


def add_call(
    graph: Graph, body: Graph, given: Sequence[Any]
) -> Sequence[SymbolicTensor]:
    """Add a call of a function's graph to the graph being built, or a copy of it."""
    origin = capture()
    inputs = [graph.capture(value, origin) for value in given]
    if body.captures:  # of values that are at hand here, or else leaked
        captured = [graph.capture(outer, origin) for outer, _ in body.captures]
        return splice(body, graph, inputs + captured)
    if size_of(body) <= MAX_COPIED and not graph.attempts:
        return splice(body, graph, inputs)
    attrs = {"function": body.name, "body": body}
    return graph.add(CALL_FUNCTION, inputs, attrs, origin=origin).outputs


__all__ = ["add_call", "call_nested"]
