"""Gradients through objects: cotangents by leaf.

A container only moves what it holds, so that no operation on one has a rule. What has
one is where a value becomes a leaf, and where a leaf becomes a value:

    forward             backward                    and of that
    y = load(r)         add_cotangent(C, r, dy)     dv = read_cotangent(C', r)
    r = leaf(v)         dv += take_cotangent(C, r)  put_cotangent(C', r, ddv)

C is a table that the program makes when it runs, one for each gradient; bodies of
control flow refer to it, and carry nothing for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graph import dtypes
from graph.gradients.values import has_gradient
from graph.graph import Graph, Node, current_graph
from graph.op import Leaves, Zero
from graph.origin import UNKNOWN, Origin
from graph.python import leaves as rows
from graph.python.record import OBJECT
from graph.specs import TensorSpec, spec_of
from graph.unbroadcast import narrowed

if TYPE_CHECKING:
    from graph.op import Application, Op


@dataclass(slots=True)
class Touched:
    """Has any cotangent been added to the table, so far?"""

    value: bool = False


@dataclass(slots=True)
class Heap:
    """The cotangents of leaves, as the rules that build a graph see them.

    Attributes:
        table: What stands for them in the graph that is built.
        touched: May anything have come back to a leaf?
        origin: The line of the operation whose rule is asked.
    """

    table: Any
    touched: Touched = field(default_factory=Touched)
    origin: Origin = UNKNOWN

    def within(self, table: Any) -> Heap:
        """Return the same for a body, in which something else stands for the table."""
        return Heap(table, self.touched)

    def of(self, table: Any) -> Heap:
        """Return the cotangents of the cotangents in a table."""
        (found,) = self._apply(rows.TABLE_OF, [self.table, table], [OBJECT])
        return Heap(found, self.touched, self.origin)

    def add(self, place: Sequence[Any], dy: Any) -> None:
        """Let a gradient come back to a place."""
        self.touched.value = True
        self._apply(rows.ADD, [self.table, *place, dy])

    def put(self, place: Sequence[Any], dy: Any) -> None:
        """Let the gradient of a place be this one."""
        self.touched.value = True
        self._apply(rows.PUT, [self.table, *place, dy])

    def take(self, place: Sequence[Any], like: Any) -> Any:
        """Return what has come back to a place, and let it be zero."""
        return self._found(rows.TAKE, place, like)

    def read(self, place: Sequence[Any], like: Any) -> Any:
        """Return what has come back to a place."""
        return self._found(rows.READ, place, like)

    def add_each(self, place: Sequence[Any], dy: Any) -> None:
        """Let rows of a gradient come back to leaves, one to each."""
        self.touched.value = True
        self._apply(rows.ADD_EACH, [self.table, *place, dy])

    def read_each(self, place: Sequence[Any], like: Any) -> Any:
        """Return what has come back to leaves, as rows."""
        return self._found(rows.READ_EACH, place, like)

    def copy_back(self, place: Sequence[Any]) -> None:
        """Let what has come back to an item come back to what was copied there."""
        self.touched.value = True
        self._apply(rows.COPY_BACK, [self.table, *place])

    def copy(self, place: Sequence[Any]) -> None:
        """Let the cotangent of an item be that of what was copied there."""
        self.touched.value = True
        self._apply(rows.COPY, [self.table, *place])

    def part_back(self, place: Sequence[Any]) -> None:
        """Let what has come back to a copy of a part come back to the part."""
        self.touched.value = True
        self._apply(rows.PART_BACK, [self.table, *place])

    def part(self, place: Sequence[Any]) -> None:
        """Let the cotangent of a copy of a part be that of the part."""
        self.touched.value = True
        self._apply(rows.PART_AGAIN, [self.table, *place])

    def _found(self, op: Op, place: Sequence[Any], like: Any) -> Any:
        spec = spec_of(like)
        spec = TensorSpec(spec.shape, dtypes.strengthen(spec.dtype))
        (found,) = self._apply(op, [self.table, *place], [spec])
        return narrowed(found, spec, like)

    def _apply(
        self, op: Op, inputs: Sequence[Any], specs: Sequence[TensorSpec] = ()
    ) -> Sequence[Any]:
        graph = current_graph()
        assert graph is not None
        attrs = {"specs": tuple(specs), "effect": "w"}
        held = [graph.capture(x) for x in inputs]
        return graph.add(op, held, attrs, origin=self.origin).outputs


def new_heap(origin: Origin = UNKNOWN) -> Heap:
    """Make a table in the graph that is being built."""
    heap = Heap(None, origin=origin)
    (heap.table,) = heap._apply(rows.TABLE, (), [OBJECT])
    return heap


def leaves_of(at: Application) -> Leaves | None:
    """Tell what an application does with the leaves of objects; None for most ops."""
    of = at.op.leaves
    return None if of is None else of(at.attrs)


def bodies_of(at: Application) -> list[Graph]:
    """Return the bodies of control flow."""
    return list(at.subgraphs.values()) if isinstance(at, Node) else []


def touches_leaves(at: Application) -> bool:
    """Tell whether an application, or a body of its, does anything with objects."""
    if at.op.leaves is not None:
        return True
    return any(touches_leaves(node) for body in bodies_of(at) for node in body.nodes)


def in_order(graph: Graph, nodes: Sequence[Node]) -> Sequence[Node]:
    """Return what was recorded of a graph, with all that moves leaves in it, in order.

    Whether a tape records does not matter to what is moved: that is what it was. Nodes
    that are no longer there are left out.
    """
    if not any(map(touches_leaves, nodes)):
        return nodes
    recorded = {id(node) for node in nodes}
    return [
        node
        for node in graph.nodes
        if id(node) in recorded or node.op.leaves is not None
    ]


@dataclass(slots=True)
class _Spread:
    """What depends on the sources, through objects too.

    Attributes:
        active: The ids of values.
        is_live: May an object hold something that depends on them?
    """

    active: set[int]
    is_live: bool

    def go(self, applications: Iterable[Application]) -> None:
        """Go through applications once, in order."""
        for at in applications:
            bodies = bodies_of(at)
            for body in bodies:
                self._pass(at.inputs[len(at.inputs) - len(body.inputs) :], body.inputs)
                self.go(body.nodes)
                self._pass(body.outputs, at.outputs)
                self._pass(body.outputs, body.inputs)
            if not bodies:
                self._step(at)

    def _pass(self, xs: Sequence[Any], ys: Sequence[Any]) -> None:
        for x, y in zip(xs, ys, strict=False):
            if id(x) in self.active:
                self.active.add(id(y))

    def _step(self, at: Application) -> None:
        does = leaves_of(at)
        is_active = any(id(x) in self.active for x in at.inputs)
        if is_active and does in (Leaves.MOVES, Leaves.BORDER, Leaves.OPEN):
            self.is_live = True
        is_found = does is not None and self.is_live
        if (is_active or is_found) and not isinstance(at.op.gradient, Zero):
            self.active |= {id(y) for y in at.outputs if has_gradient(y)}


def is_live(applications: Sequence[Application], sources: Iterable[Any]) -> bool:
    """May an object come to hold what depends on the sources?"""
    if not any(map(touches_leaves, applications)):
        return False
    spread = _Spread({id(x) for x in sources}, is_live=False)
    size = -1
    while len(spread.active) != size and not spread.is_live:
        size = len(spread.active)
        spread.go(applications)
    return spread.is_live


def reached(applications: Sequence[Application], sources: Iterable[Any]) -> set[int]:
    """Return the ids of what may depend on the sources, through any object too."""
    spread = _Spread({id(x) for x in sources}, is_live=True)
    size = -1
    while len(spread.active) != size:
        size = len(spread.active)
        spread.go(applications)
    return spread.active


__all__ = [
    "Heap",
    "bodies_of",
    "in_order",
    "is_live",
    "leaves_of",
    "new_heap",
    "reached",
    "touches_leaves",
]
