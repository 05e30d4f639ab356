"""Where an iterator may come to its end when the graph runs."""

from __future__ import annotations

from graph.graph import Graph
from graph.op import Planned
from graph.ops.attempts import MACHINERY
from graph.ops.raising import exception_class
from graph.origin import Origin
from graph.staging.attempts import Probe


class StopProbe(Probe):
    """Finds out whether drawing an item may raise StopIteration when the graph runs."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(is_handled=True)

    def before(self, graph: Graph, node: Planned, origin: Origin) -> None:
        """See a node that is about to be added."""
        del graph, origin
        self.may_raise = self.may_raise or _may_stop(node)


def _may_stop(node: Planned) -> bool:
    if node.op in MACHINERY or not {"control", "anything"} & {*node.op.effects.writes}:
        return False
    known = node.attrs.get("exception")
    if known is None:  # what was caught before, or what a function of Python's raises
        return True
    kind = type(known) if isinstance(known, BaseException) else exception_class(known)
    return issubclass(kind, StopIteration)


__all__ = ["StopProbe"]
