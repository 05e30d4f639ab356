"""Where an iterator may come to its end when the graph runs."""

from __future__ import annotations

from graph.op import Planned
from graph.ops.raising import exception_class
from graph.staging.probing import Probe


class StopProbe(Probe):
    """Finds out whether drawing an item may raise StopIteration when the graph runs."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(is_handled=True)

    def finds(self, node: Planned) -> bool:
        """Tell whether this node may raise it."""
        return _may_stop(node)


def _may_stop(node: Planned) -> bool:
    if not {"control", "anything"} & {*node.op.effects.writes}:
        return False
    known = node.attrs.get("exception")
    if known is None:  # what was caught before, or what a function of Python's raises
        return True
    kind = type(known) if isinstance(known, BaseException) else exception_class(known)
    return issubclass(kind, StopIteration)


__all__ = ["StopProbe"]
