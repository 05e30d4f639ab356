"""Arrays of which the graph tells, by conditions, which of some they are.

    y = a if c else b         y is a where c is true, else b: what it holds is read from
    y[0] = 1                  there, and what is written to it is written there, on each
    arrays[k][0] = 1          path to what it is

So y stores nothing, like a view. Where it is an array of its own on a path, that is
what it stores, and what it is on that path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from graph.dispatch import operate
from graph.graph import Graph, Node, current_graph
from graph.old_staging.coercion import Converted
from graph.old_staging.given import is_given_within
from graph.old_staging.links import links_of
from graph.old_staging.memory import object_of, objects_in, outer_of, sources_of
from graph.ops.attempts import SETTLE
from graph.ops.control_flow import COND
from graph.ops.core import truth
from graph.origin import capture
from graph.tensor import SymbolicTensor

# Of longer lists an item is read only: there is a path for each.
_MOST_ITEMS: Final = 16


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """What an array is on a path.

    Attributes:
        array: The array; None where it is one of its own.
        left: What the path left of it.
    """

    array: SymbolicTensor | None
    left: SymbolicTensor


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What an array is, by a condition.

    Attributes:
        condition: Gives a symbolic Python bool.
        then: What it is where that is true.
        orelse: What it is where that is false.
    """

    condition: Callable[[], Any]
    then: Choice | Array
    orelse: Choice | Array

    def arrays(self) -> Iterator[Array]:
        """Yield what it is on each path."""
        for part in (self.then, self.orelse):
            yield from part.arrays() if isinstance(part, Choice) else (part,)


def choice_of(value: SymbolicTensor) -> Choice | None:
    """Return which of some arrays a value is, None if no condition tells that."""
    if value.node.op is not COND and value.node.op.name != "list_get":
        return None
    links = links_of(value)
    if links.choice is None:
        is_array = value._is_array and value.spec.rank and sources_of(value)
        links.choice = (is_array and _found(value)) or False
        value.graph.root.objects.undone.append(partial(setattr, links, "choice", None))
    return links.choice or None


def _found(value: SymbolicTensor) -> Choice | None:
    return _of_branches(value) if value.node.op is COND else _of_items(value)


def _of_branches(value: SymbolicTensor) -> Choice | None:
    node = value.node
    parts: list[Choice | Array] = []
    for name in ("then", "orelse"):
        body = node.attrs[name]
        out = body.outputs[value.value_index]
        part: Choice | Array | None
        held = object_of(out)
        if is_given_within(held, node):  # nobody else uses it again
            part = Array(None, outer_of(out))
        elif _is_around(held.graph, body):
            part = Array(held, outer_of(out))
        elif _is_own(out, body):
            part = Array(None, outer_of(out))
        else:
            part = _exported(node, name, choice_of(held))
        if part is None:
            return None
        parts.append(part)
    found = Choice(lambda: node.inputs[0], parts[0], parts[1])
    is_own = all(each.array is None for each in found.arrays())
    return None if is_own else found


def _of_items(value: SymbolicTensor) -> Choice | None:
    items, index = value.node.inputs
    held = items.node.inputs
    if items.node.op.name != "list_from" or not 1 < len(held) <= _MOST_ITEMS:
        return None

    def is_at(place: int) -> Any:
        found = [operate("equal", (index, x)) for x in (place, place - len(held))]
        return truth(operate("bitwise_or", tuple(found)))

    if any(isinstance(each.givers, Converted) for each in held):
        return None
    *others, last = (Array(object_of(each), outer_of(each)) for each in held)
    found: Choice | Array = last
    for place, part in reversed([*enumerate(others)]):
        found = Choice(lambda place=place: is_at(place), part, found)  # type: ignore[misc]
    assert isinstance(found, Choice)
    return found


def _is_around(graph: Graph, body: Graph) -> bool:
    around = body.parent
    while around is not None and around is not graph:
        around = around.parent
    return around is not None


def _is_own(out: SymbolicTensor, body: Graph) -> bool:
    """Is it an array that a path made, and left under this name alone?"""
    held = objects_in(out)
    for each in held.values():
        links = each.links
        is_other = links is not None and (links.array is not None or links.refused)
        is_converted = isinstance(each.givers, Converted)
        if each.graph is not body or is_other or is_converted:
            return False
        if any(each is x for x in body.inputs):
            return False
    others = [each for each in body.outputs if each is not out]
    return len(others) == len(body.outputs) - 1 and all(
        held.keys().isdisjoint(objects_in(each)) for each in others
    )


def _exported(node: Node, name: str, choice: Choice | None) -> Choice | None:
    """Return a choice that one path leaves, as it is seen after the paths.

    Args:
        node: What has the paths.
        name: Which of them it is.
        choice: The choice, in its graph.
    """
    # These need this module.
    from graph.old_staging.blocks import bind
    from graph.old_staging.lineage import reopened

    body = node.attrs[name]
    arrays = [] if choice is None else [each.array for each in choice.arrays()]
    if choice is None or not all(
        each is not None and _is_around(each.graph, body) for each in arrays
    ):
        return None
    with body.as_default():
        condition = choice.condition()
    bodies = list(node.subgraphs.values())
    with reopened(node, bodies):
        for each in bodies:
            each.outputs.append(each.capture(condition if each is body else False))
        captured = bind(node.graph, bodies, 0)
        node.extend([node.inputs[0], *captured], node.attrs)
        found = node.outputs[-1]
    then, orelse = (
        _exported(node, name, x) if isinstance(x, Choice) else x
        for x in (choice.then, choice.orelse)
    )
    if then is None or orelse is None:
        return None
    return Choice(lambda: found, then, orelse)


# -- What it holds ---------------------------------------------------------------------

Held = dict[int, SymbolicTensor]


def shown(value: SymbolicTensor, choice: Choice, held: Held) -> SymbolicTensor:
    """Return what an array holds now.

    Args:
        value: The array.
        choice: Which it is.
        held: For each that it may be, by its identity, what that holds now.
    """
    links, graph = links_of(value), current_graph()
    assert graph is not None
    arrays = [*choice.arrays()]
    now = tuple(outer_of(held[id(each)]) for each in arrays)
    if not any(
        _has_changed(value, each.left, latest)
        for each, latest in zip(arrays, now, strict=True)
    ):
        return value
    if links.derived is not None:
        of, user, derived = links.derived
        if user is graph and all(map(_is, of, now)):
            return derived
    found = _joined(choice, held, graph)
    links_of(found).owner = value
    links.derived = now, graph, found
    graph.root.objects.undone.append(partial(setattr, links, "derived", None))
    return found


def _is(one: Any, other: Any) -> bool:
    return one is other


def _has_changed(
    value: SymbolicTensor, left: SymbolicTensor, latest: SymbolicTensor
) -> bool:
    """May what an array holds be another version than what the paths left?"""
    if latest is left or latest is value:
        return False
    if latest.graph is value.graph:
        nodes = value.graph.nodes
        places = {id(node): place for place, node in enumerate(nodes)}
        # Inputs come before all nodes.
        return places.get(id(latest.node), -1) > places[id(value.node)]
    return not _is_around(latest.graph, value.graph)


def _joined(part: Choice | Array, held: Held, graph: Graph) -> SymbolicTensor:
    """Return what an array holds, by the conditions, of what the others hold."""
    from graph.old_staging.blocks import bind  # which needs this module

    if isinstance(part, Array):
        return held[id(part)]
    condition = part.condition()
    values = [_joined(each, held, graph) for each in (part.then, part.orelse)]
    base = graph.unique_name("cond")
    bodies = [
        Graph(f"{base}_{label}", graph, is_block=True) for label in ("true", "false")
    ]
    for place, body in enumerate(bodies):
        body.outputs = [body.capture(values[place])]
    inputs = [graph.capture(condition), *bind(graph, bodies, 0)]
    for body in bodies:
        body.finish(body.outputs)
    attrs = {"then": bodies[0], "orelse": bodies[1]}
    return graph.add(COND, inputs, attrs, origin=capture(), reserved=base).outputs[0]


# -- What is written -------------------------------------------------------------------


def on_each_path(
    value: SymbolicTensor,
    choice: Choice,
    act: Callable[[SymbolicTensor | None], None],
) -> None:
    """Have what an array is changed, on each path.

    Args:
        value: The array.
        choice: Which it is.
        act: Changes what it is given; None stands for an array of its own.
    """
    graph = current_graph()
    assert graph is not None
    if value.node.op is not COND:  # an index that is out of range is told by it
        graph.add(SETTLE, [graph.capture(value)], origin=capture())
    _change(choice, act)


def _change(
    part: Choice | Array, act: Callable[[SymbolicTensor | None], None]
) -> list[Any]:
    from graph.old_staging.branches import stage_cond  # which needs this module

    if isinstance(part, Array):
        act(part.array)
    else:
        then, orelse = part.then, part.orelse
        stage_cond(
            part.condition(),
            lambda: _change(then, act),
            lambda: _change(orelse, act),
            (),
        )
    return []


__all__ = ["Choice", "choice_of", "on_each_path", "shown"]
