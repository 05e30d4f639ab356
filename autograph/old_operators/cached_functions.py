"""Functions that `functools.cache` and `lru_cache` keep the results of, in a run.

The cache looks a call up by its arguments, which only the run may know. What it keeps
is kept in a dict instead, which is part of the graph, as long as the outermost call of
the function lasts. What other calls of the program have kept is not looked at: that is
the same, unless the function depends on more than its arguments. If that has changed
since another call, this one is refused, as are effects of the function, which happen
once for each key in plain Python, ever.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MethodType, NoneType
from typing import Any, Final, TypeAlias

import numpy as np

from autograph.old_operators.orders import unnoticed
from autograph.old_operators.python_builtins import converted, is_decided_by_run
from graph import nest
from graph.building import _STATE, PerTrace, per_trace
from graph.errors import SideEffectError
from graph.graph import Graph, Node, is_symbolic
from graph.old_staging.choosable import is_instance
from graph.old_staging.residents import resident
from graph.old_staging.watch import Watch
from graph.origin import capture_exact
from graph.standing import stands
from graph.tensor import SymbolicTensor

_CACHED: Final = type(functools.cache(lambda: None))
_UNCHANGING: Final = (bool, int, float, complex, str, bytes, NoneType, np.generic)
_EFFECTS: Final = (
    "a cached function has effects: in plain Python they happen once for each of its "
    "arguments, in all calls of the program together."
)
_HINT: Final = (
    "Leave them out, or keep the results in a dict: `if n in known: return known[n]`."
)
# The identities of a function, and of the object that it is a method of, and a graph.
_Place: TypeAlias = tuple[int, int, Any]
# What the calls under way have kept, and it.
_KEPT: Final[dict[_Place, dict[Any, Any]]] = {}


class _Calls(PerTrace):
    """The first call of each function that the trace has made, as far as it stands."""

    def __init__(self) -> None:
        self.first: dict[_Place, _First] = {}


@dataclass(frozen=True, slots=True)
class _First:
    """Where a function was called first, with what it could reach then.

    Attributes:
        graph: The graph.
        node: The last one there before the call, if there was one.
        watch: What it could reach.
    """

    graph: Graph
    node: Node | None
    watch: Watch


_CALLS: Final = per_trace(_Calls())


def _check_reached(place: _Place, roots: Sequence[Any]) -> None:
    """Refuse a call of a function that depends on what changes between its calls.

    Raises:
        SideEffectError: It may: plain Python gives what it has given before.
    """
    graph = _STATE.graph
    assert graph is not None
    first = _CALLS.first.get(place)
    if first is None or not first.watch.is_unchanged():
        watch = Watch(roots)
        differs = first is not None and stands(first.graph, first.node, graph)
        if differs or any(map(_is_of_loop, watch.symbolic.values())):
            raise SideEffectError(
                "a cached function depends on what changes between its calls: in plain "
                "Python it goes on giving what it gave before that.",
                origin=capture_exact(2),
                hint="Give it what changes as an argument, or leave out the cache.",
            )
        last = graph.nodes[-1] if graph.nodes else None
        _CALLS.first[place] = _First(graph, last, watch)


def _is_of_loop(value: SymbolicTensor) -> bool:
    """Is a value made anew in each iteration of a loop, or call of a function?"""
    graph = value.node.graph
    while graph.parent is not None:
        if len(graph.inputs) > len(graph.captures):
            return True
        graph = graph.parent
    return False


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a cached function; None for all else."""
    if _STATE.graph is None:
        return None
    owner: tuple[Any, ...] = ()
    if type(function) is MethodType:
        owner, function = (function.__self__,), function.__func__
    if type(function) is not _CACHED or function.cache_parameters()["typed"]:
        return None
    inner = function.__wrapped__
    if not any(map(_is_of_run, (*args, *kwargs.values(), *_closed_over(inner)))):
        return None
    return functools.partial(_call, inner, *owner)


def _closed_over(function: Any) -> Iterator[Any]:
    """Yield what a function takes from the functions around it."""
    for cell in getattr(function, "__closure__", None) or ():
        with suppress(ValueError):  # it is not assigned yet
            yield cell.cell_contents


def _is_of_run(value: Any) -> bool:
    if type(value) in (list, tuple):
        return any(map(_is_of_run, value))
    return is_symbolic(value) or is_decided_by_run(value)


def _key_of(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Return what the cache looks for: 2 is not the key that 2.0 is, alone as it is."""
    if len(args) == 1 and not kwargs:
        (one,) = args
        kind = one.spec.dtype.python if is_symbolic(one) else type(one)
        return one if kind in (int, str) else args
    return (*args, *(part for pair in kwargs.items() for part in pair))


def _by_identity(args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return the object that a method is called of, and the other arguments.

    It is None unless a cache looks such objects up by their identity, which is known.
    """
    for owner in args[:1]:
        kind: Any = type(owner)
        is_plain = kind.__hash__ is object.__hash__ and kind.__eq__ is object.__eq__
        if is_plain and is_instance(owner) and resident(owner) is None:
            return owner, args[1:]
    return None, args


def _call(inner: Any, *args: Any, **kwargs: Any) -> Any:
    assert _STATE.graph is not None
    owner, rest = _by_identity(args)
    place = (id(inner), id(owner), _STATE.graph.root)
    key = _key_of(rest, kwargs)
    if place in _KEPT:
        return _remembered(_KEPT[place], key, inner, args, kwargs)
    roots = [inner] if owner is None else [inner, owner]
    _check_reached(place, roots)
    _KEPT[place] = {}
    try:
        with unnoticed(roots, _EFFECTS, _HINT):
            return _remembered(_KEPT[place], key, inner, args, kwargs)
    finally:
        del _KEPT[place]


def _unchanging(found: Any) -> Any:
    """Return a result that nobody can change afterwards: it is given again.

    Raises:
        SideEffectError: It is a list, an array, or another object.
    """
    for leaf in nest.flatten(found) if type(found) is tuple else [found]:
        is_scalar = isinstance(leaf, SymbolicTensor) and leaf.spec.shape == ()
        if not is_scalar and not isinstance(leaf, _UNCHANGING):
            raise SideEffectError(
                "a cached function gives an array, a list, or another object that may "
                "be changed: it gives the same one again, to later calls as well.",
                origin=capture_exact(),
                hint="Give numbers, text, or tuples of them.",
            )
    return found


@converted
def _remembered(kept: Any, key: Any, inner: Any, args: Any, kwargs: Any) -> Any:
    if key in kept:
        return kept[key]
    found = _unchanging(inner(*args, **kwargs))
    kept[key] = found
    return found


__all__ = ["replacement"]
