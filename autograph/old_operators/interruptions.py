"""What a `finally` or a manager does where only an interruption leaves its block.

Ctrl-C, or an exception that a signal's handler raises, comes between any two steps of
a run. A `try` whose block raises for no values is left out of the graph, and its end
just follows the block, where that makes no difference: where the block has no steps
that run, or where what is done at its end is gone together with the run.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from graph.errors import AutographError
from graph.graph import Graph, Node
from graph.old_staging.blocks import Diverged, trace_block
from graph.old_staging.caught import CaughtError
from graph.old_staging.library_state import may_change
from graph.old_staging.probing import Trial, is_known, probing
from graph.old_staging.watch import Watch
from graph.op import Effects
from graph.ops.attempts import CAUGHT, CELL
from graph.origin import capture

# Takes the exception; returns whether it goes no further.
Ending = Callable[[CaughtError], Any]


def has_steps(nodes: Sequence[Node]) -> bool:
    """Tell whether nodes take time when the graph runs, so that one may be left."""
    return not all(map(is_known, nodes))


def is_lasting(graph: Graph, block: Any, end: Any, ending: Ending, start: int) -> bool:
    """Tell whether the end of a block does what is seen after an interruption.

    That is to end the run: what is handled in the same run sees all that it does.

    Args:
        graph: The graph that is being built: the block has come to its end in it.
        block: The function of the block.
        end: The function that is called at its end.
        ending: Does what is done where an exception leaves the block.
        start: How many nodes there were before what was done at the normal end.
    """
    if any(map(_lasts, graph.nodes[start:])):
        return True
    if graph.journal or not _stored(block).isdisjoint(_read(end)):
        return True  # it may find another state than at the normal end
    if any(may_change(type(each)) for each in Watch([block, end]).seen()):
        return False  # what a run does not change: a trial would
    trial = Trial()
    with probing(graph, [block, end], trial):
        try:
            return _does_last(graph, ending, [block, end])
        finally:
            trial.may_raise = True  # nothing of it stays
    raise AssertionError


def _stored(function: Any) -> set[str]:
    """Return the variables around a function that code in it may set."""
    found: set[str] = set()
    todo = [getattr(function, "__code__", None)]
    while todo:
        code = todo.pop()
        if isinstance(code, CodeType):
            todo += code.co_consts
            found |= {
                each.argval
                for each in dis.get_instructions(code)
                if each.opname in ("STORE_DEREF", "DELETE_DEREF")
            }
    return found


def _read(function: Any) -> tuple[str, ...]:
    """Return the variables around a function that code in it uses."""
    code = getattr(function, "__code__", None)
    return code.co_freevars if isinstance(code, CodeType) else ()


def _does_last(graph: Graph, ending: Ending, roots: Sequence[Any]) -> bool:
    cell = graph.add(CELL, origin=capture()).outputs[0]
    inside = Graph(graph.unique_name("interrupted"), graph, is_block=True)
    found: list[bool] = []

    def block() -> Sequence[Any]:
        value = inside.add(CAUGHT, [inside.capture(cell)]).outputs[0]
        ended = ending(CaughtError(value, (BaseException,)))
        found.append(ended is not None and ended is not False)
        return ()

    try:
        trace_block(inside, block, roots)
    except (AutographError, Diverged):
        return False  # as at the normal end, where it could be staged
    return any(found) or any(map(_lasts, inside.nodes))


def _lasts(node: Node) -> bool:
    """Tell whether a node does what outlives the run, or may raise something else."""
    if node.subgraphs:
        return node.effects != _PURE and any(
            _lasts(each) or "control" in each.effects.writes
            for body in node.subgraphs.values()
            for each in body.nodes
        )
    return bool({*node.effects.writes} - {"control"})


_PURE = Effects()

__all__ = ["has_steps", "is_lasting"]
