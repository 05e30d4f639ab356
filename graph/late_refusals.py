"""Refusals while a graph runs: checks that plain Python does not have.

    r = print(x)                      the effect
    check_exact(n)                    may refuse: it is behind that

A run that refuses can be repeated as plain Python, unless it has had an effect by then
that cannot be repeated: it has printed, assigned a variable, drawn a random number, or
called a function of Python's, or changed an object that is not its own. Nodes count in
the order of the program, those alone that a run needs; in what is repeated each comes
after all others.

Which kernels refuse is told by `Op.can_refuse`. Not counted is what says that an op
raised an exception that it is not known to raise: that is a fault of this library.
"""

from __future__ import annotations

from collections.abc import Container

from graph import dtypes
from graph.errors import AutographError, StagingError
from graph.failing import Given, may_raise_at_all
from graph.graph import Graph, Node
from graph.op import Leaves, Order, Planned
from graph.passes.liveness import Liveness, Mask
from graph.python.objects import NEW, OBJECT_CONSTANT
from graph.structure import constant_of


def refusal_behind_effect(
    graph: Graph,
    *,
    is_late: bool = False,
    refused: Container[tuple[str, int]] = (),
) -> Node | None:
    """Return the first node that may refuse after an effect that cannot be repeated.

    Args:
        graph: An outermost graph, finished.
        is_late: Has there been an effect before it runs?
        refused: Files and lines, where whatever is raised is a refusal.
    """
    mask = (True,) * len(graph.outputs)
    search = _Search(refused, is_private=has_own_objects_alone(graph))
    return search.first(graph, mask, is_late=is_late)


def may_refuse(node: Node) -> bool:
    """Tell whether the kernel of a node may refuse values that plain Python takes."""
    given = (Given(value.spec, constant_of(value)) for value in node.inputs)
    return bool(node.op.can_refuse(*given, **node.attrs))


def may_raise(node: Node) -> bool:
    """Tell whether a node, its bodies left aside, may raise anything."""
    specs = [value.spec for value in node.outputs]
    return may_raise_at_all(Planned(node.op, node.inputs, node.attrs, specs))


def has_effect(node: Node, *, is_private: bool = False) -> bool:
    """Tell whether a node, its bodies left aside, does what cannot be repeated.

    To raise an exception can be, and so can what is done to objects of the run alone.

    Args:
        node: The node.
        is_private: Has the graph no other objects?
    """
    harmless = ("control", "objects") if is_private else ("control",)
    return not set(node.op.effects_with(node.attrs).writes) <= set(harmless)


def has_own_objects_alone(graph: Graph) -> bool:
    """Tell whether all objects of a graph are made by it, of Python's own classes."""
    if any(value.spec.dtype is dtypes.opaque for value in graph.inputs):
        return False
    return _is_private(graph)


def _is_private(graph: Graph) -> bool:
    """Tell whether no node calls anything, or has an object of the user's."""
    return all(
        (node.op.source is None or _is_of_python(node))
        and all(map(_is_private, node.subgraphs.values()))
        for node in graph.nodes
    )


def _is_of_python(node: Node) -> bool:
    leaves = node.op.leaves
    if node.op in (OBJECT_CONSTANT, NEW) or leaves is None:
        return False
    return leaves(node.attrs) is not Leaves.OPEN


def is_refusal_of_run(error: BaseException) -> bool:
    """Tell whether an exception is a refusal that a graph raised as it ran.

    Not so what code of the user's raised that the graph called, as a function that is
    traced by then.
    """
    return isinstance(error, StagingError) and error.is_of_run


def note_refusal(error: BaseException, node: Node) -> None:
    """Note whether an exception, which a node raised in a run, is a refusal of its."""
    if isinstance(error, AutographError):
        effects = node.op.effects_with(node.attrs)
        error.is_of_run = "anything" not in effects.writes


class _Search:
    """Looks for refusals behind effects, once in each graph that calls share."""

    def __init__(
        self, refused: Container[tuple[str, int]], *, is_private: bool
    ) -> None:
        self._refused = refused
        self._is_private = is_private
        self._live = Liveness()
        # (id(graph), needed, is_late) -> the graph, kept alive, and what was found.
        self._found: dict[tuple[int, Mask, bool], tuple[Graph, Node | None]] = {}
        self._effects: dict[tuple[int, Mask], tuple[Graph, bool]] = {}

    def first(self, graph: Graph, needed: Mask, *, is_late: bool) -> Node | None:
        """Return the first such node of a graph.

        Args:
            graph: The graph.
            needed: Which of its outputs are.
            is_late: Has there been an effect before it?
        """
        key = id(graph), needed, is_late
        if key not in self._found:
            self._found[key] = graph, self._first(graph, needed, is_late=is_late)
        return self._found[key][1]

    def _first(self, graph: Graph, needed: Mask, *, is_late: bool) -> Node | None:
        for node, bodies in self._nodes(graph, needed):
            found = self._inside(node, bodies, is_late=is_late)
            if found is not None:
                return found
            is_late = is_late or self._does(node, bodies)
        return None

    def _inside(self, node: Node, bodies: _Bodies, *, is_late: bool) -> Node | None:
        """Return the first such node in the bodies of a node, or the node itself."""
        if not bodies:
            return node if is_late and self._may_refuse(node) else None
        if node.op.order is Order.AGAIN_AND_AGAIN:
            is_late = is_late or self._does(node, bodies)
        for body, mask in bodies:
            found = self.first(body, mask, is_late=is_late)
            if found is not None:
                return found
            if node.op.order is Order.ONE_AFTER_ANOTHER:
                is_late = is_late or self._has_effects(body, mask)
        return None

    def _may_refuse(self, node: Node) -> bool:
        if may_refuse(node):
            return True
        line = node.origin.filename, node.origin.lineno
        return line in self._refused and may_raise(node)

    def _does(self, node: Node, bodies: _Bodies) -> bool:
        is_private = self._is_private
        return has_effect(node, is_private=is_private) or any(
            self._has_effects(*each) for each in bodies
        )

    def _has_effects(self, graph: Graph, needed: Mask) -> bool:
        key = id(graph), needed
        if key not in self._effects:
            nodes = self._nodes(graph, needed)
            self._effects[key] = graph, any(self._does(*each) for each in nodes)
        return self._effects[key][1]

    def _nodes(self, graph: Graph, needed: Mask) -> list[tuple[Node, _Bodies]]:
        """Return the nodes that a run needs, with the bodies that they hold."""
        needs = self._live.needs(graph, needed).nodes
        return [
            (
                node,
                [(body, found.bodies[name]) for name, body in node.subgraphs.items()],
            )
            for node in graph.nodes
            if (found := needs.get(id(node))) is not None
        ]


_Bodies = list[tuple[Graph, Mask]]


__all__ = [
    "has_effect",
    "is_refusal_of_run",
    "may_raise",
    "may_refuse",
    "note_refusal",
    "refusal_behind_effect",
]
