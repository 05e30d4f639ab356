"""Control flow for functions of the library that are given functions of the user's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from autograph.staging.blocks import entered
from autograph.staging.branches import State, stage_branch, trace_block
from autograph.staging.journal import ABSENT, left_by, note_write, undo, value_at
from autograph.staging.loops import stage_loop
from autograph.values import operations
from autograph.values.nodes import note_birth, site_here
from autograph.values.numpy_values import tensors_in
from autograph.values.proxy import Undefined
from autograph.values.state import Block, WholeFunction, current
from graph import nest
from graph.errors import BranchMismatchError
from graph.graph import Graph
from graph.nest import Structure
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor
from graph.value_operators import values_in


class Staged:
    """What a trace does with callables; see `graph.control.Control`."""

    def call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function of the user's: tensors come back in place of arrays."""
        return tensors_in(operations.call(function, *args, **kwargs))

    def cond(
        self, pred: Any, then: Callable[[], Any], orelse: Callable[[], Any]
    ) -> Any:
        """Return what one of two functions gives: a structure, joined by leaves."""
        found = operations.truth(pred)
        if not isinstance(found, SymbolicTensor):
            return values_in(then() if found else orelse())
        held = _Held((Undefined("value"),))
        structures: list[Structure] = []

        def block(function: Callable[[], Any]) -> Callable[[], None]:
            def run() -> None:
                leaves, structure = _flat([values_in(function())])
                held.state = (leaves,)
                structures.append(structure)
                _check(structures[0], structure, "the value of `cond`")

            return run

        names = ("the value of `cond`",)
        with _placed("cond"):
            stage_branch(found, block(then), block(orelse), held.get, held.put, names)
        (leaves,) = held.state
        return nest.pack(structures[0], list(leaves))[0]

    def loop(
        self,
        test: Callable[[list[Any]], Any],
        body: Callable[[list[Any]], list[Any]],
        values: list[Any],
        names: Sequence[str],
    ) -> list[Any]:
        """Return the structures that a loop leaves in its variables."""
        state, structure = _flat(values)
        held = _Held(state)

        def step() -> None:
            found = body(held.packed(structure))
            for name, before, after in zip(names, values, found, strict=True):
                _check(_flat([before])[1], _flat([after])[1], name)
            held.state = _flat(found)[0]

        named = [
            name
            for name, value in zip(names, values, strict=True)
            for _ in nest.flatten(value)
        ]
        with _placed("loop"):
            stage_loop(
                lambda: test(held.packed(structure)), step, held.get, held.put, named
            )
        return held.packed(structure)

    def body(self, graph: Graph, run: Callable[[], Any]) -> Any:
        """Trace into a graph what may never run; None if it raises in any case.

        Raises:
            WholeFunction: It changes something of Python's.
        """
        block = Block(graph, len(current().blocks))
        held: list[Any] = [None]

        def trace() -> None:
            held[0] = run()

        with entered(block):
            is_dead, _ = trace_block(trace)
            is_changed = bool(left_by(block))
        undo(block)
        if is_changed:
            raise WholeFunction("a function changes something of Python's, if it runs")
        return None if is_dead else held[0]

    def note_write(self, owner: Any, name: str) -> None:
        """Take note of an attribute before it is written to: at first, of a birth."""
        if value_at(("attr", owner, name)) is ABSENT:
            note_birth(owner, site_here(object, type(owner).__qualname__))
        else:
            note_write("attr", owner, name)


class _Held:
    """The variables of a statement: the leaves of structures."""

    def __init__(self, state: State) -> None:
        self.state = state

    def get(self) -> State:
        """Return them."""
        return self.state

    def put(self, state: State) -> None:
        """Set them."""
        self.state = state

    def packed(self, structure: Structure) -> list[Any]:
        """Return the structures."""
        found: list[Any] = nest.pack(structure, list(self.state))
        return found


def _flat(values: list[Any]) -> tuple[State, Structure]:
    leaves, structure = nest.flatten_with_structure(list(values))
    return tuple(leaves), structure


def _check(first: Structure, second: Structure, name: str) -> None:
    """Check that two paths leave a structure of one kind.

    Raises:
        BranchMismatchError: They do not.
    """
    if first == second:
        return
    raise BranchMismatchError(
        f"{name} has the structure {first} on one path, and {second} on another.",
        origin=capture_exact(),
        hint="Return the same lists, tuples and dicts on both paths.",
    )


@contextmanager
def _placed(kind: str) -> Iterator[None]:
    """Let a statement stand at a place of its own: nothing is known of it before."""
    trace = current()
    before, trace.at = trace.at, (kind, object())
    try:
        yield
    finally:
        trace.at = before


STAGED = Staged()

__all__ = ["STAGED"]
