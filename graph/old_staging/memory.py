"""What a value may share memory with, as arrays of NumPy's do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from graph.array_methods import register_handler
from graph.dispatch import apply
from graph.graph import Graph
from graph.old_staging.coercion import Converted
from graph.old_staging.links import links_of
from graph.old_staging.views import may_be_view
from graph.op import op_named
from graph.specs import is_list
from graph.structure import is_placeholder
from graph.tensor import SymbolicTensor

#: Ops that may hand memory on, and whose results are copies where arrays are given.
_COPIES: Final = frozenset(
    {"identity", "stop_gradient", "cast", "linked", "gather_nd", "real_part", "sum_to",
     "histogram"}
)  # fmt: skip

#: Ops that give an item of a list, as it is.
ITEMS: Final = frozenset({"list_get", "list_take"})


def sources_of(value: SymbolicTensor) -> list[SymbolicTensor]:
    """Return what a value may share memory with, one step away."""
    links = links_of(value)
    if links.sources is None:
        links.sources = list(_found_sources(value))
    return links.sources


def share(value: Any, sources: Sequence[Any]) -> Any:
    """Return a value that may share memory with others, as arrays of NumPy's would.

    Args:
        value: A new one, or one of the others, of which it may be a copy.
        sources: The others.
    """
    if type(value) is not SymbolicTensor:
        return value
    symbolic = [x for x in sources if type(x) is SymbolicTensor]
    if any(value is x for x in symbolic):
        value = apply(op_named("identity"), (value,))
    links_of(value).sources = symbolic
    return value


def _found_sources(value: SymbolicTensor) -> Iterator[SymbolicTensor]:
    node, op = value.node, value.node.op
    if op.name == "getitem":
        if may_be_view(value):
            yield node.inputs[0]
    elif not op.is_control and (is_list(value.spec) or op.name in ITEMS):
        # What is in a list is held by it.
        yield from (x for x in node.inputs if is_list(x.spec) or x._is_array)
    elif op.is_control and node.subgraphs and op.name in ("cond", "while_loop"):
        if op.name == "while_loop":
            yield node.inputs[value.value_index]
        for name, body in node.subgraphs.items():
            if name != "test":
                given = node.inputs[len(node.inputs) - len(body.inputs) :]
                yield from _left_of(body.outputs[value.value_index], body, given)
    elif op.is_control:
        yield from (x for x in node.inputs if x.spec.dtype is value.spec.dtype)
    elif isinstance(value.givers, Converted):  # it is no copy in plain Python
        yield node.inputs[0]
    elif op.name == "imag" and not node.inputs[0].dtype.is_complex:
        return  # zeros, which are new
    elif op.may_alias and op.name not in _COPIES and node.inputs:
        yield node.inputs[0]


def _left_of(
    value: SymbolicTensor, body: Graph, given: Sequence[SymbolicTensor]
) -> Iterator[SymbolicTensor]:
    """Yield what is outside of a body and may share memory with a value of it.

    Args:
        value: The value.
        body: The body.
        given: What it is given.
    """
    known = dict(zip(map(id, body.inputs), given, strict=True))
    waiting, seen = [value], set()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if id(each) in known:
            yield known[id(each)]
            continue
        links = links_of(each)
        if links.refused is not None or links.array is not None:
            yield each
        owner = links_of(each).owner
        if owner is not None and owner.graph is not body:
            yield owner
        elif owner is not None:
            waiting.append(owner)
        waiting.extend(sources_of(each))


def outer_of(value: SymbolicTensor) -> SymbolicTensor:
    """Return what a captured value is outside; itself if it is none."""
    while is_placeholder(value.node):
        for outer, inner in value.graph.captures:
            if inner is value:
                value = outer
                break
        else:
            return value
    return value


def memory_of(value: SymbolicTensor) -> list[SymbolicTensor]:
    """Return an array as the user holds it, and what it may share memory with."""
    found: dict[int, SymbolicTensor] = {}
    waiting = [value]
    while waiting:
        each = object_of(waiting.pop())
        if id(each) not in found:
            found[id(each)] = each
            waiting += sources_of(each)
    return list(found.values())


def is_around(value: Any, graph: Graph) -> bool:
    """Is it a tensor of a graph around a block?"""
    around = graph.parent if type(value) is SymbolicTensor else None
    while around is not None:
        if value.graph is around:
            return True
        around = around.parent
    return False


def object_of(value: SymbolicTensor) -> SymbolicTensor:
    """Return the object that a value is a version of, as the user holds it."""
    value = outer_of(value)
    owner = value.links.owner if value.links is not None else None
    return value if owner is None else object_of(owner)


def may_share(left: SymbolicTensor, right: SymbolicTensor) -> bool:
    """May two values be the same memory, as far as what they are made of tells?"""
    if left is right:
        return True
    return not objects_in(left).keys().isdisjoint(objects_in(right))


def objects_in(value: SymbolicTensor) -> dict[int, SymbolicTensor]:
    """Return the objects that a value is, or may share memory with, by identity."""
    found: dict[int, SymbolicTensor] = {}
    waiting = [object_of(value)]
    while waiting:
        each = waiting.pop()
        if id(each) not in found:
            found[id(each)] = each
            waiting.extend(map(object_of, sources_of(each)))
    return found


register_handler("share", share)

__all__ = [
    "ITEMS",
    "may_share",
    "object_of",
    "objects_in",
    "outer_of",
    "share",
    "sources_of",
]
