"""Tracing into a block: the body of a statement, as a graph of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from autograph.staging.effects import keep_failures
from autograph.values.state import Block, current, graph
from graph.building import recording_into
from graph.graph import Graph
from graph.origin import UNKNOWN
from graph.tensor import SymbolicTensor


def new_block(name: str) -> Block:
    """Return a block within the one that is traced into."""
    made = Graph(name, graph(), is_block=True)
    return Block(made, len(current().blocks))


@contextmanager
def entered(block: Block) -> Iterator[Block]:
    """Trace into a block."""
    trace = current()
    trace.blocks.append(block)
    try:
        with recording_into(block.graph):
            yield block
    finally:
        trace.blocks.pop()


def share_captures(blocks: Sequence[Block], n_state: int) -> list[SymbolicTensor]:
    """Let graphs take the same inputs after their state; return what is captured."""
    outer: dict[int, Any] = {}
    for block in blocks:
        outer.update((id(value), value) for value, _ in block.graph.captures)
    for block in blocks:
        state = block.graph.inputs[:n_state]
        taken = [block.graph._capture(x, UNKNOWN) for x in outer.values()]
        block.graph.inputs[:] = state + taken
    return list(outer.values())


def finish(block: Block, outputs: Sequence[SymbolicTensor]) -> None:
    """Close the graph of a block."""
    if block.is_try or current().tries:
        keep_failures(block.graph)
    block.graph.finish([block.graph.capture(x) for x in outputs])
