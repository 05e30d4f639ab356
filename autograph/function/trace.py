"""Trace a function for a call, and run what was traced."""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from types import FunctionType
from typing import Any

import numpy as np

from autograph import conversion
from autograph.arguments import (
    fields_of,
    is_opened,
    is_tensor_like,
    key_orders,
    leaf_spec,
)
from autograph.function.inputs import Call
from autograph.function.key import kind_of
from autograph.function.target import Target
from autograph.operators import calls
from autograph.policy import marked_like
from autograph.staging.forcing import FORCED
from autograph.staging.journal import undo_attempt
from autograph.staging.leaving import Left
from autograph.staging.once import Printed, advance, put_back, show_printed
from autograph.staging.output_spec import (
    Build,
    OutputSpec,
    builder,
    placed,
    structure_of,
)
from autograph.staging.tracing import Opened, Traced, trace
from autograph.values.kinds import (
    CONTAINERS,
    is_array_object,
    is_foreign,
    is_instance,
    is_mutable,
)
from autograph.values.nodes import scan
from autograph.values.proxy import Proxy
from autograph.values.sites import Known
from autograph.values.specs import ArraySpec, NumpySpec
from autograph.values.state import Trace as Attempt
from autograph.values.state import Unstageable
from executor.errors import user_frame
from graph import nest
from graph.errors import AutographError, UnstagedOperationError
from graph.graph import Graph
from graph.locks import cached
from graph.needed import noted
from graph.nest import Structure
from graph.origin import Origin
from graph.python.record import OBJECT
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor
from graph.tracebacks import users_parts
from graph.traced_text import checked

Path = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Trace:
    """A function that was traced.

    Attributes:
        graph: Its inputs are the tensors among the arguments, in flat order, and then
            objects.
        specs: What each input takes that is a tensor.
        input_places: For each of these its place among the flat arguments.
        result: How the result is made of the outputs.
        objects: For each input after those of tensors, the path to it among the
            arguments: the object itself.
        falls: Lines that Python runs: code, reason, origin.
        left: The symbolic tensors that it leaves in what outlives the call.
        reads_key_order: Is it for dicts among the arguments with their keys in the
            order of the call that it was traced for?
        tells_apart: Does it change containers among the arguments, or ask with `is`
            which is which? Then it is for calls with these being one alone that are in
            the call it was traced for.
    """

    graph: Graph
    specs: tuple[TensorSpec, ...]
    input_places: tuple[int, ...]
    result: OutputSpec
    objects: tuple[Path, ...] = ()
    falls: tuple[tuple[str, str, Origin], ...] = ()
    left: Sequence[Left] = ()
    reads_key_order: bool = False
    tells_apart: bool = False

    @cached
    def _nesting(self) -> tuple[Structure, tuple[int | None, ...]]:
        return shape_of(self.result)

    @property
    def structure(self) -> Structure:
        """How the result is nested; leaves are outputs, or None."""
        return self._nesting[0]

    @property
    def places(self) -> tuple[int | None, ...]:
        """For each leaf of the result which output it is, if it is one."""
        return self._nesting[1]

    @cached
    def is_built(self) -> bool:
        """Is the result more than tensors in lists, tuples and dicts?"""
        return structure_of(self.result) is None

    @cached
    def build(self) -> Build:
        """What makes the result of an iterator over the outputs."""
        return builder(self.result)

    def objects_in(self, values: Sequence[Any]) -> list[Any]:
        """Return the objects that the program takes, given the bound arguments."""
        return [found_at(path, values) for path in self.objects]


class Effects:
    """What a trace does to the program around it, and whether it may be given up.

    Args:
        gives_way: Tells whether something else runs in place of a trace that has ended
            with an exception; None if nothing does.

    Attributes:
        printed: What traced code has printed, of each trace: streams and texts. It is
            shown once no other code is to run in its place.
        lost: What has changed and could not be put back, such as a generator that was
            advanced; None if nothing was lost.
        attempt: The trace that stands, until its graph has run once.
    """

    def __init__(self, gives_way: Callable[[Exception], bool] | None = None) -> None:
        self.printed: list[Printed] = []
        self.lost: Any = None
        self.attempt: Attempt | None = None
        self._gives_way = gives_way

    @property
    def may_fall(self) -> bool:
        """May something else run in place of the trace?"""
        return self._gives_way is not None

    def is_given_up(self, error: Exception) -> bool:
        """Tell whether something else runs in place of a trace that ended so."""
        return self._gives_way is not None and self._gives_way(error)

    @property
    def has_printed(self) -> bool:
        """Has the traced code printed?"""
        return any(self.printed)

    def show(self) -> None:
        """Write what the traced code has printed; the caller's iterators go on."""
        for printed in self.printed:
            show_printed(printed)
        if self.attempt is not None:
            advance(self.attempt)

    def put_back(self) -> None:
        """Put back what the trace has written, drawn and advanced."""
        if self.attempt is not None:
            undo_attempt(self.attempt)
            self.lost = put_back(self.attempt.known)
            self.attempt = None


def found_at(path: Path, values: Sequence[Any]) -> Any:
    """Return what is at a path among the arguments."""
    value = values[path[0]]
    for kind, key in path[1:]:
        value = getattr(value, key) if kind == "attr" else value[key]
    return value


def traced(target: Target, call: Call, effects: Effects) -> Trace:
    """Trace a function for a call.

    Args:
        target: The function.
        call: The call.
        effects: Is told what tracing does.

    Raises:
        UnstagedOperationError: A graph cannot hold what it does; or Python would have
            to run a line of it, and may not.
    """
    origin = target.definition
    function = _converted(target)
    forced = FORCED if effects.may_fall else FORCED & {"real"}
    known = Known(forced=frozenset(forced))
    effects.printed.append(known.printed)
    arguments = _Arguments(target, call, origin)
    try:
        found = trace(target.name, function, arguments, origin, known)
    except Unstageable as refused:
        at = refused.origin or origin
        effects.lost = refused.lost
        cause = refused.__cause__
        is_told = isinstance(cause, AutographError)
        found_error = _as_error(cause if is_told else refused, at)
        raise marked_like(found_error, refused) from None
    except AutographError as error:
        error.is_in_user_code = True
        raise
    finally:
        effects.attempt, known.stands = known.stands, None  # which knows of it
    lines = [("AG320", reason, place) for reason, place in found.known.lines()]
    falls = tuple(dict.fromkeys([*found.trace.falls, *lines]))
    if falls and not effects.may_fall:
        effects.put_back()
        _, reason, place = falls[0]
        lines_only = [] if found.trace.falls else [*found.known.python.values()]
        raise _as_error(lines_only[0] if lines_only else Unstageable(reason), place)
    return _as_trace(found, call, falls)


def _as_error(refused: BaseException | None, origin: Origin) -> AutographError:
    """Return the error of a refusal: itself, if it is one for users."""
    found: AutographError
    if isinstance(refused, AutographError):
        found = refused
    else:
        hint = getattr(refused, "hint", Unstageable.hint)
        found = _error(str(refused), origin, hint)
    found.is_in_user_code = True
    found.origin = found.origin or origin
    if users_parts(found) or not found.origin.lineno:
        return found
    return found.with_traceback(user_frame(found.origin, None))


def _error(reason: str, origin: Origin, hint: str) -> UnstagedOperationError:
    return UnstagedOperationError(
        f"a graph cannot hold this: {reason}.",
        origin=origin,
        hint=hint,
    )


def _call_as_it_stands(
    target: Target, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Trace a function that is not converted.

    Raises:
        OperatorNotAllowedInGraphError: It asked for the value of a symbolic tensor,
            also where a handler of its own has taken the error.
        TracedTextError: It returns the text of one.
    """
    with noted() as refused:
        found = calls.call_on_tensors(target.function, args, kwargs)
    if refused:
        raise refused[0]
    return checked(found, target.definition)


def _converted(target: Target) -> Callable[..., Any]:
    function = target.function
    if not target.options.autograph:
        return lambda *args, **kwargs: _call_as_it_stands(target, args, kwargs)
    inner = getattr(function, "__func__", function)
    if not isinstance(inner, FunctionType):
        return lambda *args, **kwargs: calls.call_function(function, args, kwargs)
    made = calls.converted(inner)
    if made is None and calls.is_library(inner):
        return lambda *args, **kwargs: calls.call_function(function, args, kwargs)
    if made is None:
        calls.convert(inner)  # which says why it runs as it stands
        return function
    owner = getattr(function, "__self__", None)
    if inner is not function:
        return lambda *args, **kwargs: made(owner, *args, **kwargs)
    assert conversion.is_converted(made)
    return made


class _Arguments:
    """Makes inputs of the arguments of a call, for one attempt after another."""

    def __init__(self, target: Target, call: Call, origin: Origin) -> None:
        self.target, self.call, self.origin = target, call, origin

    def open(self, graph: Graph, attempt: Attempt) -> Opened:
        """Return the arguments for an attempt, and its inputs."""
        call = self.call
        leaves = call.current_leaves()
        given = list(leaves)
        places = tuple(i for i, leaf in enumerate(leaves) if is_tensor_like(leaf))
        paths = call.paths
        symbols = []
        for place in places:
            spec = leaf_spec(given[place]).strong
            name = _name(spec.name or paths[place])
            symbol = graph.add_input(
                TensorSpec(spec.shape, spec.dtype), name, self.origin
            )
            symbols.append(symbol)
            leaves[place] = _value_of(symbol, given[place])
        packed = list(call.pack(leaves))
        walk = _Walk(graph, attempt)
        originals = call.originals or [None] * len(packed)
        for i, (value, original) in enumerate(zip(packed, originals, strict=True)):
            packed[i] = walk.value(value, original, (i,))
        args, kwargs = self.target.binder.arguments(call.names, packed)
        return Opened(tuple(args), dict(kwargs), symbols)


def _name(path: str) -> str:
    import re

    return re.sub(r"[^A-Za-z0-9_]+", "_", path).strip("_") or "input"


def _value_of(symbol: SymbolicTensor, given: Any) -> Any:
    """Return what stands for an input: a tensor, or what NumPy has."""
    if kind_of(given) in (np.ndarray, np.generic):
        return Proxy(
            symbol, NumpySpec(TensorSpec(symbol.spec.shape, symbol.spec.dtype))
        )
    return symbol


class _Walk:
    """Takes note of where arguments are, and makes objects of the run of some."""

    def __init__(self, graph: Graph, attempt: Attempt) -> None:
        self.graph, self.attempt = graph, attempt
        # What containers are that come to the function in several places.
        self.seen: dict[int, Any] = {}

    def value(self, value: Any, original: Any, path: Path) -> Any:
        """Return what an argument is while tracing."""
        if original is None or not (is_mutable(original) and is_opened(original)):
            return self._value(value, original, path)
        if id(original) not in self.seen:
            self.seen[id(original)] = self._value(value, original, path)
        return self.seen[id(original)]

    def _value(self, value: Any, original: Any, path: Path) -> Any:
        args, known = self.attempt.args, self.attempt.known
        if isinstance(value, SymbolicTensor):
            if isinstance(original, EagerTensor):
                args[id(value)] = value, path
            return value
        if type(value) is Proxy:
            is_real = path in known.paths or known.has_real_arrays
            is_array = isinstance(original, np.ndarray)
            if is_array and (is_real or not original.shape):
                spec = value.spec.tensor
                symbol = self._input(path, value.symbol.node.name)
                return Proxy(symbol, ArraySpec(spec.dtype, spec.shape))
            args[id(value.symbol)] = None, path
            return value
        if path in known.paths:
            if original is None:
                raise Unstageable(
                    "an argument changes that is known by a specification alone"
                )
            symbol = self._input(path, "object")
            return Proxy(symbol, scan(original, ("argument", path)))
        return self._container(value, original, path)

    def _input(self, path: Path, name: str) -> SymbolicTensor:
        symbol = self.graph.add_input(OBJECT, name)
        self.attempt.inputs.append((symbol, path))
        return symbol

    def _container(self, value: Any, original: Any, path: Path) -> Any:
        kind = type(value)
        if kind in (list, collections.deque) or isinstance(value, tuple):
            parts = [
                self.value(x, _part(original, i), (*path, ("item", i)))
                for i, x in enumerate(value)
            ]
            if not isinstance(value, tuple):
                for i, part in enumerate(parts):
                    value[i] = part
            elif any(x is not y for x, y in zip(parts, value, strict=True)):
                return kind(parts) if kind is tuple else kind(*parts)
        elif isinstance(value, dict):
            for key, x in list(value.items()):
                value[key] = self.value(x, _part(original, key), (*path, ("item", key)))
        elif fields_of(kind) and is_instance(value):
            for name in fields_of(kind) or ():
                if hasattr(value, name):
                    part = getattr(original, name, None)
                    found = self.value(
                        getattr(value, name), part, (*path, ("attr", name))
                    )
                    object.__setattr__(value, name, found)
        is_known = kind in CONTAINERS or is_instance(value) or is_foreign(value)
        if is_known or is_array_object(value):
            self.attempt.args[id(value)] = value, path
        return value


def _part(original: Any, key: Any) -> Any:
    try:
        return original[key]
    except (TypeError, LookupError):
        return None


def _as_trace(
    found: Traced, call: Call, falls: tuple[tuple[str, str, Origin], ...]
) -> Trace:
    leaves = call.leaves
    places = tuple(i for i, leaf in enumerate(leaves) if is_tensor_like(leaf))
    specs = tuple(leaf_spec(leaves[i]).strong for i in places)
    return Trace(
        found.graph,
        specs,
        places,
        found.result,
        reads_key_order=any(len(keys) > 1 for keys in key_orders(call.structure)),
        objects=found.objects,
        falls=falls,
        left=found.left,
        tells_apart=bool(found.objects or found.trace.is_compared),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    number: int


def shape_of(result: OutputSpec) -> tuple[Structure, tuple[int | None, ...]]:
    """Return how a result is nested, and which output each of its leaves is."""
    parts = placed(result, map(_Place, count()), is_composed=False)
    leaves, structure = nest.flatten_with_structure(parts)
    return structure, tuple(x.number if type(x) is _Place else None for x in leaves)


__all__ = ["Effects", "Trace", "traced"]
