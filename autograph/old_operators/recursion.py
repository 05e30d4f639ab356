"""Functions that call themselves while they are traced.

    def fact(n):
        return 1 if n <= 1 else n * fact(n - 1)

Whether `fact` calls itself is known only when the graph runs: both branches are traced,
and tracing the inner call like any other would go on for ever. So the calls that are
being traced are kept, and one that is nothing but an outer one again, under a condition
since, makes that outer call a function of the graph (graph/old_staging/recursion.py).

Recursion on Python values ends by itself, and is unrolled. Where numbers of Python's
change from call to call under such conditions, that is tried MAX_UNROLLED times.
"""

from __future__ import annotations

import dis
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import CodeType, FunctionType, MethodType
from typing import Any, Final

from autograph.code_objects import operations
from autograph.old_operators.traced_calls import Bound, Call, Key, Recursive
from autograph.options import OPERATORS
from graph import nest
from graph.building import PerTrace, per_trace
from graph.errors import AutographError
from graph.graph import Graph, current_graph
from graph.needed import attempted
from graph.old_staging import is_stageable
from graph.old_staging.abandoned import end_abandoned
from graph.old_staging.call_slots import Slot, Variable
from graph.old_staging.joining import is_same
from graph.old_staging.journal import (
    begin_journal,
    end_journal,
    note_for_calls,
)
from graph.old_staging.locations import Cell
from graph.old_staging.pinned import Pinned, Unpinned, is_changeable, pins
from graph.old_staging.recursion import FunctionGraph
from graph.old_staging.sites import note_assigned
from graph.old_staging.watch import Watch
from graph.origin import Origin, capture
from graph.tables import is_run_set
from graph.tensor import SymbolicTensor

# So many calls within each other, under conditions, may differ in Python numbers.
MAX_UNROLLED: Final = 3
# And so many that are unrolled may pass nothing of Python's that differs.
MAX_REPEATED: Final = 16
# So many within each other, each under a condition of its own, do not settle. Python's
# limit would come late: what a block looks at grows with those around it.
MAX_NESTED: Final = 100
# Fewer, where each is given a set whose elements the run decides: it has more elements
# from call to call, and to look for one takes longer to trace. And where each is in a
# `try` of its own, which is traced twice.
MAX_GIVEN_SETS: Final = 25
MAX_IN_TRIES: Final = 20


class _Tracing(PerTrace):
    """The calls being traced in this thread. Written by the functions here only.

    Attributes:
        calls: Outer ones first, of all traces.
        unrolled: Functions that have turned out not to fit a graph of their own.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.unrolled: list[Key] = []


_TRACING: Final = per_trace(_Tracing())


def call_traced(
    callee: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    origin: Origin | None = None,
) -> Any:
    """Call what converted code calls, staging it as a function if it is recursive.

    `converted_call` does the same in its own frame: unrolled recursion goes deep.
    """
    call = begin(callee, args, kwargs)
    if call is None:
        return callee(*args, **kwargs)
    if call.staged is not None:
        return again(call)
    try:
        return callee(*args, **kwargs)
    except Recursive as jump:
        arguments = reached(jump, call)
    finally:
        end()
    return stage(call, arguments, origin)


def begin(callee: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
    """Note that a call begins, to be followed by `end`; None for other callables.

    When the call is one of a function graph that is being traced, the call is returned
    with this graph as `staged`, and does not begin: `again` adds it to the graph.

    Raises:
        Recursive: The call repeats an outer one.
        RecursionError: It is in too many others, none of which it repeats.
    """
    graph = current_graph()
    if graph is None:
        return None
    if type(callee) is MethodType:
        args = (callee.__self__, *args)
        callee = callee.__func__
    if type(callee) is not FunctionType:
        return None
    if OPERATORS not in callee.__code__.co_freevars:  # not converted
        return None
    call = Call(_key_of(callee), callee, args, kwargs, graph, _mark(graph))
    outer = _outer(call)
    if outer is not None:
        if outer.staged is None:
            assert call.bound is not None
            raise Recursive(outer, call.bound.values)
        call.staged = outer.staged
        return call
    if _TRACING.calls:
        last = _TRACING.calls[-1]
        call.n_nested = last.n_nested + (last.graph is not graph)
        has_set = call.n_nested > MAX_GIVEN_SETS and any(
            map(is_run_set, (*args, *kwargs.values()))
        )
        is_tried = min(call.n_nested, len(graph.attempts)) > MAX_IN_TRIES
        if call.n_nested > MAX_NESTED or has_set or is_tried:
            raise RecursionError("maximum recursion depth exceeded")
    if callee.__name__ in _mentioned(callee.__code__):
        call.watch = Watch([callee, *args, *kwargs.values()])
        graph.root.objects.n_recursive += 1
    _TRACING.calls.append(call)
    call.written = begin_journal()
    _note_cells(callee)
    return call


def is_staging() -> bool:
    """Is a function that calls itself being staged, in this thread?

    What it gives is not known before the end: a path that calls it may be missing.
    """
    return any(call.staged is not None for call in _TRACING.calls)


def end() -> None:
    """Note that the last call has come to its end."""
    call = _TRACING.calls.pop()
    if call.watch is not None:
        call.graph.root.objects.n_recursive -= 1
    end_journal()


def again(call: Call) -> Any:
    """Return the result of a call of a function graph that is being traced."""
    assert call.staged is not None
    assert call.bound is not None
    return call.staged.call_again(call.bound.values)


def reached(jump: Recursive, call: Call) -> Sequence[Any]:
    """Return the arguments of the inner call, if `call` is where to jump to.

    Raises:
        Recursive: The jump goes on.
    """
    if jump.outer is not call:
        raise jump
    end_abandoned(jump)
    call.again = jump.origin
    return jump.arguments


def stage(call: Call, arguments: Sequence[Any], origin: Origin | None = None) -> Any:
    """Trace a recursive call as a function of the graph; return its result.

    A function that cannot be one is unrolled after all; if this has no end, what
    was in the way is said.

    Args:
        call: The outer call, which has ended.
        arguments: The arguments of a call inside, by parameter.
        origin: The user's line, if not the one being traced.
    """
    bound = call.bound
    assert bound is not None
    pinned = pins(bound.values, arguments, call.function)
    while True:
        call.undo()
        call.staged = _function_graph(call, bound, pinned)
        given = [pinned.get(place, each) for place, each in enumerate(arguments)]
        try:
            with attempted(call.graph):
                return _stage(call, call.staged, given, origin or capture())
        except Unpinned as jump:
            end_abandoned(jump)
            kept = {k: pin for k, pin in pinned.items() if pin not in jump.found}
            if len(kept) == len(pinned):
                raise  # it is another function's
            pinned = kept
        except AutographError as error:
            end_abandoned(error)
            try:
                return _unroll(call)
            except RecursionError:
                raise error from None


def _function_graph(
    call: Call, bound: Bound, pinned: Mapping[int, Pinned]
) -> FunctionGraph:
    taken = [each.staged.name for each in _TRACING.calls if each.staged is not None]
    return FunctionGraph(
        _unlike(call.name, taken),
        call.graph,
        _runner(call),
        [pinned.get(place, each) for place, each in enumerate(bound.values)],
        bound.names,
        root=call.function,
    )


def _stage(
    call: Call, staged: FunctionGraph, arguments: Sequence[Any], origin: Origin
) -> Any:
    _TRACING.calls.append(call)
    call.written = begin_journal()
    try:
        staged.origin = origin
        staged.widen(arguments, call.again)
        return staged.stage(origin)
    finally:
        end()


def _unroll(call: Call) -> Any:
    call.undo()
    call.staged = None
    _note_cells(call.function)
    _TRACING.unrolled.append(call.key)
    try:
        return call.function(*call.args, **call.kwargs)
    finally:
        _TRACING.unrolled.pop()


def _runner(call: Call) -> Callable[[Sequence[Any]], Any]:
    bound = call.bound
    assert bound is not None

    def run(values: Sequence[Any]) -> Any:
        named = dict(zip(bound.names, values, strict=True))
        _note_cells(call.function)
        given = inspect.BoundArguments(bound.kinds.signature, named)
        return call.function(*given.args, **given.kwargs)

    return run


def _unlike(name: str, taken: Sequence[str]) -> str:
    count, unlike = 0, name
    while unlike in taken:
        count += 1
        unlike = f"{name}_{count}"
    return unlike


def _mark(graph: Graph) -> tuple[int, ...]:
    return (
        len(graph.nodes),
        len(graph.inputs),
        len(graph._captures),
        len(graph._constants),
    )


def _key_of(function: FunctionType) -> Key:
    code, cells = function.__code__, function.__closure__
    if cells is None:
        return (id(code),)
    named = zip(code.co_freevars, cells, strict=True)
    # Converted functions are made anew for each call, with a cell for the operators.
    return (id(code), *(id(cell) for name, cell in named if name != OPERATORS))


def _outer(call: Call) -> Call | None:
    """Return the outer call that a new one repeats, if there is one.

    Raises:
        RecursionError: The function is unrolled, and nothing tells that it will end.
    """
    earlier = (
        outer
        for outer in reversed(_TRACING.calls)
        if outer.key == call.key and _is_under(call.graph, outer)
    )
    if call.key in _TRACING.unrolled:
        n_same = sum(_compare(outer, call) == _SAME for outer in earlier)
        if n_same >= MAX_REPEATED:
            raise RecursionError
        return None
    n_changed, furthest = 0, None
    for outer in earlier:
        relation = _compare(outer, call)
        if relation == _SAME:
            return outer
        if relation == _CHANGED:
            n_changed += 1
            furthest = outer
    return furthest if n_changed >= MAX_UNROLLED else None


def _is_under(graph: Graph, outer: Call) -> bool:
    """Has a block been opened since the outer call, in the same trace?"""
    target = outer.graph
    if outer.staged is not None:
        if graph is outer.staged.body:
            return True
        target = outer.staged.body
    while graph is not target:
        if not graph.is_block or graph.parent is None:
            return False
        graph = graph.parent
        if graph is target:
            return True
    return False


_WRITES: Final = frozenset((dis.opmap["STORE_DEREF"], dis.opmap["DELETE_DEREF"]))
_SAME, _CHANGED, _OTHER = "same", "changed", "other"


def _compare(outer: Call, call: Call) -> str:
    """Tell whether the arguments are the same but for what is known when it runs."""
    left, right = outer.bound, call.bound
    if left is None or right is None:
        return _OTHER
    held: Sequence[Any] = left.values
    if outer.staged is not None:
        held = outer.staged.arguments
    relation = _SAME
    for place, first in enumerate(held):
        value = right.values[place]
        is_alike = left.structure.parts[place] == right.structure.parts[place]
        if type(first) is Pinned:
            is_list = type(value) is type(first.value) is list
            is_fit = value is first.value or is_alike or is_list
            found = _SAME if is_fit else _OTHER
        elif value is first and is_changeable(first):
            # A list of a known length may end it. Where that is unrolled, it has not.
            is_near = is_alike or call.key in _TRACING.unrolled
            found = _SAME if is_near else _CHANGED
        elif is_alike:
            known = None if outer.staged is None else outer.staged.variables[place]
            slots = (known or Variable.of(left.names[place], first)).slots
            found = _compare_leaves(slots, nest.flatten(value))
        elif type(first) is type(value) is list:  # of other lengths
            found = _CHANGED if outer.staged is None else _SAME
        else:
            found = _OTHER
        if found == _OTHER:
            return _OTHER
        relation = relation if found == _SAME else found
    return relation


def _compare_leaves(slots: Sequence[Slot], leaves: Sequence[Any]) -> str:
    if len(slots) != len(leaves):
        return _OTHER
    relation = _SAME
    for slot, leaf in zip(slots, leaves, strict=True):
        if slot.spec is None and is_same(slot.value, leaf):
            continue
        if not is_stageable(leaf) or not is_stageable(slot.value):
            return _OTHER
        if slot.spec is None and not isinstance(leaf, SymbolicTensor):
            relation = _CHANGED
    return relation


def _note_cells(function: FunctionType) -> None:
    """Note that a function may write to variables of enclosing functions."""
    cells = function.__closure__
    if not cells:
        return
    assigned = _assigned(function.__code__)
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        if name in assigned:
            note_for_calls(Cell(cell, name))
            note_assigned(Cell(cell, name), name, function.__code__)


@functools.lru_cache(maxsize=512)
def _mentioned(code: CodeType) -> frozenset[str]:
    """Return the globals, attributes and free variables that code mentions."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return frozenset(code.co_names + code.co_freevars).union(*map(_mentioned, inner))


@functools.lru_cache(maxsize=512)
def _assigned(code: CodeType) -> frozenset[str]:
    """Return the free variables that a function, or one inside it, assigns to."""
    if not code.co_freevars:
        return frozenset()
    # Variables have one numbering: the function's own first, the free ones last.
    first = len({*code.co_varnames, *code.co_cellvars})
    names = {
        code.co_freevars[arg - first]
        for op, arg in operations(code)
        if op in _WRITES and arg >= first
    }
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            names |= _assigned(inner)
    return frozenset(names & {*code.co_freevars})
