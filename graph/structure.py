"""When are two graphs, or two values held by graphs, the same?

`fingerprint` turns a value into a hashable one that is equal only for values that are
the same in type and to the last bit: `1` is not `True`, `0.0` is not `-0.0`, a nan
equals itself. A graph's fingerprint is its structure: names of nodes, origins, and
the places of constants and unused Python numbers do not count.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph import dtypes
from graph.dtypes import DType
from graph.graph import Graph
from graph.literals import bits_of, native
from graph.op import REQUIRED
from graph.specs import TensorSpec
from graph.tensor import EagerTensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.graph import Node
    from graph.tensor import SymbolicTensor

Fingerprint = tuple[Any, ...]


def same(left: Graph, right: Graph, *, names: bool = True) -> bool:
    """Do two graphs have the same structure?

    Args:
        left: One graph.
        right: The other.
        names: Whether the graphs' names, and those of inputs, must be equal too.
    """
    if names and left.name != right.name:
        return False
    return fingerprint(left, names=names) == fingerprint(right, names=names)


def fingerprint(value: Any, *, names: bool = False) -> Fingerprint:
    """Return a hashable value, equal for the same values only.

    What is not data is the same only as itself; the caller keeps it alive.

    Args:
        value: A graph, or what an attribute may hold.
        names: Whether the names of inputs count.
    """
    if isinstance(value, Graph):
        return _of_graph(value, names=names)
    if isinstance(value, EagerTensor):
        value = value._value
    take = _TAKEN.get(type(value))
    if take is None:
        if isinstance(value, np.dtype):
            return (np.dtype, value)
        if isinstance(value, np.generic):
            return ("scalar", *_of_array(np.asarray(value)))
        return (type(value), id(value))
    return (type(value), *take(value))


def constant_of(value: SymbolicTensor) -> Any:
    """Return the array or Python number of a constant, or None when it is none."""
    return value.node.attrs["value"] if is_constant(value.node) else None


def is_constant(node: Node) -> bool:
    """Is the node a constant?"""
    return node.op.name == "const"


def is_python_constant(node: Node) -> bool:
    """Is the node a Python number, which is printed where it is used?"""
    return is_constant(node) and dtypes.of_python(node.attrs["value"]) is not None


def is_placeholder(node: Node) -> bool:
    """Is the node an input of its graph?"""
    return node.op.name == "placeholder"


def set_captures(graph: Graph, captures: Sequence[tuple[Any, SymbolicTensor]]) -> None:
    """Set the captures of a graph that takes no more of them.

    They are kept by the input, not by the value outside: one value may reach a body
    through two inputs once two values outside have been found to be equal.
    """
    graph._captures = {id(inner): (outer, inner) for outer, inner in captures}


def attributes(node: Node) -> dict[str, Any]:
    """Return all attributes in the op's order, defaults filled in."""
    merged = {
        name: node.attrs.get(name, default) for name, default in node.op.attrs.items()
    }
    merged = {k: v for k, v in merged.items() if v is not REQUIRED}
    return merged | {k: v for k, v in node.attrs.items() if k not in merged}


def node_key(node: Node, inputs: tuple[Any, ...], *, names: bool = False) -> Any:
    """Return the fingerprint of what a node computes from `inputs`."""
    if node.op.name == "call_function":  # what it is called is no part of it
        return (node.op.name, inputs, _Shared(node.attrs["body"], names=names))
    attrs = (
        # Bodies are nested: the whole of each, at each level, would be quadratic.
        (name, _Shared(value, names=names))
        if isinstance(value, Graph)
        else (name, fingerprint(value, names=names))
        for name, value in attributes(node).items()
    )
    return (node.op.name, inputs, *attrs)


class _Shared:
    """The fingerprint of a graph that a node holds: found out when need be."""

    __slots__ = ("graph", "names")

    def __init__(self, graph: Graph, *, names: bool) -> None:
        self.graph = graph
        self.names = names

    def __hash__(self) -> int:
        graph = self.graph
        return hash((len(graph.nodes), len(graph.inputs), len(graph.outputs)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Shared):
            return NotImplemented
        left, right, names = self.graph, other.graph, self.names
        if left is right:
            return True
        # Asked again for each call, and calls are nested.
        known = left.twins.get(names)
        if known is not None and known() is right:
            return True
        if _of_graph(left, names=names) != _of_graph(right, names=names):
            return False
        left.twins[names] = weakref.ref(right)
        return True


def _of_graph(graph: Graph, *, names: bool) -> Fingerprint:
    captured = {id(inner) for _, inner in graph.captures}
    known: dict[int, Any] = {}
    inputs = []
    for i, value in enumerate(graph.inputs):
        known[id(value)] = ("input", i)
        name = value.node.name if names else ""
        inputs.append((name, _of_spec(value.spec), id(value) in captured))
    nodes: list[Fingerprint] = []
    for node in graph.nodes:
        if is_placeholder(node):
            continue
        key = node_key(
            node, tuple(_known(value, known) for value in node.inputs), names=names
        )
        if is_python_constant(node):
            known[id(node.outputs[0])] = key
            continue
        for value in node.outputs:
            known[id(value)] = (len(nodes), value.value_index)
        nodes.append((key, *(_of_spec(value.spec) for value in node.outputs)))
    outputs = tuple(_known(value, known) for value in graph.outputs)
    return ("graph", tuple(inputs), tuple(nodes), outputs)


def _known(value: SymbolicTensor, known: dict[int, Any]) -> Any:
    return known.get(id(value), ("elsewhere", id(value)))


def _of_spec(spec: TensorSpec) -> Fingerprint:
    return (spec.shape, spec.dtype.name)


def _of_array(array: Any) -> Fingerprint:
    array = native(array)
    if array.dtype == object:
        return (array.shape, tuple(fingerprint(item) for item in array.ravel()))
    return (array.shape, array.dtype.str, array.tobytes())


def _of_items(items: Any) -> Fingerprint:
    return tuple(map(fingerprint, items))


def _itself(value: Any) -> Fingerprint:
    return (value,)


# By exact type: a subclass may hold more than its base.
_TAKEN: Final[dict[type, Any]] = {
    type(None): _itself,
    type(Ellipsis): _itself,
    bool: _itself,
    int: _itself,
    float: lambda value: (bits_of(value),),
    complex: lambda value: (bits_of(value.real), bits_of(value.imag)),
    str: _itself,
    bytes: _itself,
    tuple: _of_items,
    list: _of_items,
    dict: lambda value: tuple(
        (fingerprint(k), fingerprint(v)) for k, v in value.items()
    ),
    slice: lambda value: _of_items((value.start, value.stop, value.step)),
    DType: lambda value: (value.name,),
    TensorSpec: lambda value: (*_of_spec(value), value.name),
    np.ndarray: _of_array,
}
