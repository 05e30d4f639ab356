"""Going back to what a graph was: forgetting what a trial has added to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graph.graph import Node
    from graph.tensor import SymbolicTensor
    from graph.traced_objects import TracedObjects


class Rewindable:
    """What graphs do to forget again; see `graph.graph.Graph` for the attributes."""

    nodes: list[Node]
    inputs: list[SymbolicTensor]
    outputs: list[SymbolicTensor]
    lineage: dict[tuple[int, Any], SymbolicTensor] | None
    objects: TracedObjects
    _names: dict[str, int]
    _captures: dict[int, tuple[Any, SymbolicTensor]]
    _constants: dict[int, tuple[Any, SymbolicTensor]]
    _moved: tuple[int, ...] = ()  # where nodes are not last; see `move_before`

    @property
    def root(self) -> Any:
        """The outermost graph around this one."""
        raise NotImplementedError

    def move_before(self, node: Node) -> None:
        """Put the node that was added last before another one."""
        place = self.nodes.index(node)
        self.nodes.insert(place, self.nodes.pop())
        self._moved += (place,)

    def checkpoint(self) -> tuple[Any, ...]:
        """Return a mark to which `rollback` can undo what is added after it."""
        return (
            len(self.nodes),
            len(self.inputs),
            dict(self._names),
            dict(self._captures),
            dict(self._constants),
            len(self._moved),
            len(self.root.objects.undone),
        )

    def rollback(self, mark: tuple[Any, ...]) -> None:
        """Forget what was added since the checkpoint."""
        n_nodes, n_inputs, names, captures, constants, n_moved, n_undone = mark
        self.root.undo(n_undone)
        self._names, self._captures, self._constants = names, captures, constants
        for place in self._moved[n_moved:]:
            n_nodes += place < n_nodes
        del self.nodes[n_nodes:]
        del self.inputs[n_inputs:]

    def undo(self, n_left: int) -> None:
        """Undo what was changed in place, but for so many changes that came first.

        Those of the whole trace, of which this is the graph around all.
        """
        undone = self.objects.undone
        while len(undone) > n_left:
            undone.pop()()

    def state(self) -> tuple[Any, ...]:
        """Return what the graph holds, for `put_back`."""
        held = (list(self.nodes), list(self.inputs), list(self.outputs))
        lineage = None if self.lineage is None else dict(self.lineage)
        return (*held, dict(self._captures), lineage, self._moved)

    def put_back(self, state: tuple[Any, ...]) -> None:
        """Let the graph hold what it held."""
        self.nodes, self.inputs, self.outputs, *rest = state
        self._captures, self.lineage, self._moved = rest


__all__ = ["Rewindable"]
