"""Where an iterator may come to its end when the graph runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graph.graph import Node
from graph.old_staging.probing import Probe
from graph.op import Planned
from graph.ops.raising import exception_class


class StopProbe(Probe):
    """Finds out whether drawing an item may raise StopIteration when the graph runs."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(is_handled=True)

    def finds(self, node: Planned) -> bool:
        """Tell whether this node may raise it."""
        return _may_stop(node)


def _may_stop(node: Planned | Node) -> bool:
    if not {"control", "anything"} & {*node.op.effects.writes}:
        return False
    known = node.attrs.get("exception")
    if known is None:  # what was caught before, or what a function of Python's raises
        return True
    kind = type(known) if isinstance(known, BaseException) else exception_class(known)
    return issubclass(kind, StopIteration)


def surely_stops(node: Node) -> bool:
    """Tell whether a node is there to raise StopIteration, in a branch or at once.

    What is raised in an attempt may be caught there.
    """
    return next(stopping([node]), None) is not None


def stopping(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield those that are there to raise StopIteration, of nodes and in their bodies.

    What is raised in an attempt may be caught there.
    """
    for node in nodes:
        if node.op.name == "attempt":
            continue
        for body in node.subgraphs.values():
            yield from stopping(body.nodes)
        if node.attrs.get("exception") is not None and _may_stop(node):
            yield node


__all__ = ["StopProbe", "stopping", "surely_stops"]
