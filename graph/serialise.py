"""Graphs as data: what pickles, copies and files hold of them.

A graph becomes a dict of plain values: its nodes in order, each with the name of its
op, the numbers of its inputs, its attributes and the user's line. Reading it adds the
nodes one by one, so that nothing but ops of this library can come of it, each with
inputs that it takes. What is no data, such as a Python function that a node calls, is
refused when the graph is written.

Variables come along with the value that they have. A body that calls share stays one
graph, and a variable that two graphs of one pickle use stays one. What a higher layer
gives graphs stays as it is where its class has `is_graph_data`, and writes itself.
"""

from __future__ import annotations

import builtins
import re
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graph import errors
from graph.composite.type_spec import CompositeTensor, TypeSpec
from graph.dtypes import DType
from graph.errors import GraphError, SerialisationError
from graph.graph import Graph, Node
from graph.handles import Handle
from graph.literals import is_data
from graph.nest import Structure
from graph.op import OPS
from graph.origin import Origin
from graph.python.named import NAMED, name_of
from graph.specs import TensorSpec
from graph.streams import Stream
from graph.structure import set_captures
from graph.tensor import EagerTensor, SymbolicTensor

# Of what is written here. One that a program does not know is refused.
VERSION: Final = 1

_ATOMS: Final = frozenset(
    {type(None), bool, int, float, complex, str, bytes, type(Ellipsis), range}
)
_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")
_HELD: Final = (DType, TensorSpec, TypeSpec, Handle, Stream)


@dataclass(frozen=True, slots=True)
class Tagged:
    """Data that stands for something else.

    Attributes:
        kind: What it is made into: `body`, `exception` (a class), `raised` (an
            instance), `structure` or `python`.
        data: What that is made of.
    """

    kind: str
    data: Any


def graph_to_data(graph: Graph) -> dict[str, Any]:
    """Return a finished graph as plain values.

    Raises:
        SerialisationError: It is not finished, or holds what is no data.
    """
    if not graph.is_finished:
        raise SerialisationError(
            f"the graph {graph.name!r} is being built.",
            hint="Only a finished graph can be pickled or copied.",
        )
    if graph.captures:
        outer, _ = graph.captures[0]
        raise SerialisationError(
            f"the graph {graph.name!r} uses {outer}, a symbolic tensor of another one.",
            origin=outer.node.origin,
            hint="Pass what a function needs as an argument, or keep it in a variable.",
        )
    return {"version": VERSION, **_write(graph)}


def graph_from_data(data: Mapping[str, Any]) -> Graph:
    """Return the graph that `graph_to_data` has written.

    Raises:
        SerialisationError: It is of another version, or damaged.
    """
    if data.get("version") != VERSION:
        raise SerialisationError(
            f"the graph was written in version {data.get('version')!r} of its form; "
            f"this program reads version {VERSION}.",
            hint="Read it with the version of the library that has written it.",
        )
    return _read(data, None, ())


def value_to_data(value: Any, refuse: Callable[[Any], Exception]) -> Any:
    """Return a value made of data only, with what is not plain tagged.

    Args:
        value: The value.
        refuse: Returns the error about a part that is no data.
    """
    kind = type(value)
    if kind in _ATOMS or isinstance(value, _HELD) or kind is EagerTensor:
        return value
    if getattr(kind, "is_graph_data", False):
        return value
    if isinstance(value, np.ndarray | np.generic) and is_data(np.asarray(value)):
        return value
    if isinstance(value, np.dtype):
        return value
    if kind is tuple or kind is list:
        return kind(value_to_data(part, refuse) for part in value)
    if kind is dict:
        pairs = value.items()
        return {value_to_data(k, refuse): value_to_data(v, refuse) for k, v in pairs}
    if kind is slice:
        parts = (value.start, value.stop, value.step)
        return slice(*(value_to_data(part, refuse) for part in parts))
    if name_of(value) is not None:
        return Tagged("python", name_of(value))
    if isinstance(value, type) and issubclass(value, BaseException):
        name = value.__name__
        if _exception_named(name) is value:
            return Tagged("exception", name)
    if isinstance(value, BaseException) and _exception_named(kind.__name__) is kind:
        parts = (value.args, dict(value.__dict__), value.__cause__)
        links = (value.__suppress_context__, value.__context__)
        held = value_to_data((*parts, *links), refuse)
        return Tagged("raised", (kind.__name__, held))
    if kind is Structure:
        return Tagged("structure", structure_to_data(value, refuse))
    raise refuse(value)


def value_from_data(value: Any) -> Any:
    """Return the value that `value_to_data` has written."""
    kind = type(value)
    if kind is Tagged:
        if value.kind == "python":
            return NAMED[value.data]
        if value.kind == "exception":
            return _exception_named(value.data)
        if value.kind == "raised":
            return _raised(*value.data)
        if value.kind == "structure":
            return structure_from_data(value.data)
        raise _damaged(f"no value is a {value.kind!r}")
    if kind is tuple or kind is list:
        return kind(map(value_from_data, value))
    if kind is dict:
        pairs = value.items()
        return {value_from_data(k): value_from_data(v) for k, v in pairs}
    if kind is slice:
        parts = (value.start, value.stop, value.step)
        return slice(*map(value_from_data, parts))
    if kind is np.ndarray:
        value.flags.writeable = False  # as constants are
    return value


def _raised(name: str, held: Any) -> BaseException:
    """Return an exception that a graph raises, as it was before it was raised."""
    args, attributes, cause, is_suppressed, *rest = value_from_data(held)
    error: BaseException = _exception_named(name)(*args)
    error.__dict__.update(attributes)
    error.__cause__, error.__suppress_context__ = cause, is_suppressed
    for context in rest:  # older files have none
        error.__context__ = context
    return error


def _exception_named(name: str) -> Any:
    found = getattr(errors, name, None) or getattr(builtins, name, None)
    is_exception = isinstance(found, type) and issubclass(found, BaseException)
    return found if is_exception else None


# -- Structures ----------------------------------------------------------------------


def structure_to_data(
    structure: Structure,
    refuse: Callable[[Any], Exception],
    kinds: Callable[[type], Any] | None = None,
) -> tuple[Any, ...]:
    """Return a structure as data.

    Args:
        structure: The structure.
        refuse: Returns the error about a part that is no data.
        kinds: Returns the data for a class that is not one of `_KINDS`.
    """
    kind: Any = structure.kind
    if kind is not None:
        known = {cls: name for name, cls in _KINDS.items()}
        if kind in known:
            kind = known[kind]
        elif kinds is not None:
            kind = kinds(kind)
        else:
            raise refuse(kind)
    parts = tuple(structure_to_data(part, refuse, kinds) for part in structure.parts)
    names, keys = (
        tuple(
            kinds(each)
            if kinds is not None and isinstance(each, type)
            else value_to_data(each, refuse)
            for each in group
        )
        for group in (structure.names, structure.keys)
    )
    return (kind, names, parts, keys, structure.order)


def structure_from_data(
    data: Sequence[Any], kinds: Callable[[Any], type] | None = None
) -> Structure:
    """Return the structure that `structure_to_data` has written."""
    kind, names, parts, keys, order = data
    if isinstance(kind, str):
        kind = _KINDS[kind]
    elif kind is not None:
        assert kinds is not None
        kind = kinds(kind)
    read = value_from_data

    def of_group(group: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(
            kinds(each) if kinds is not None and type(each) is Tagged else read(each)
            for each in group
        )

    inner = tuple(structure_from_data(part, kinds) for part in parts)
    return Structure(kind, of_group(names), inner, of_group(keys), order)


# The classes that structures may have without further ado, by name.
_KINDS: Final[Mapping[str, type]] = {
    each.__name__: each
    for each in (list, tuple, dict, slice, OrderedDict, deque, CompositeTensor)
}


# -- Graphs --------------------------------------------------------------------------


def _write(graph: Graph) -> dict[str, Any]:
    numbers: dict[int, int] = {}
    nodes = []
    for node in graph.nodes:
        inputs = tuple(numbers[id(value)] for value in node.inputs)
        attrs = {name: _attribute(node, value) for name, value in node.attrs.items()}
        origin = node.origin
        place = (
            origin.filename, origin.lineno, origin.function, origin.col, origin.end_col
        )  # fmt: skip
        nodes.append((node.op.name, node.name, inputs, attrs, place))
        for value in node.outputs:
            numbers[id(value)] = len(numbers)
    captured = {id(inner) for _, inner in graph.captures}
    return {
        "name": graph.name,
        "is_block": graph.is_block,
        "settled": graph.settled,
        "nodes": nodes,
        "inputs": tuple(numbers[id(value)] for value in graph.inputs),
        "captures": tuple(id(value) in captured for value in graph.inputs),
        "outputs": tuple(numbers[id(value)] for value in graph.outputs),
    }


def _attribute(node: Node, value: Any) -> Any:
    if isinstance(value, Graph):
        # What calls share is a graph by itself, which pickles hold once.
        is_shared = node.op.name == "call_function"
        return value if is_shared else Tagged("body", _write(value))
    return value_to_data(value, lambda part: _refusal(node, part))


def _refusal(node: Node, part: Any) -> SerialisationError:
    shown = f"the class {part.__name__}" if isinstance(part, type) else repr(part)
    shown = _ADDRESS.sub("", shown)
    return SerialisationError(
        f"the node {node.name!r} ({node.op.name}) of graph {node.graph.name!r} holds "
        f"{shown}, which is no data.",
        origin=node.origin,
        hint="A graph is pickled as data, never as code: it can hold tensors, numbers, "
        "text, variables and Python's own exceptions, but no functions, iterators or "
        "classes of yours.",
    )


def _read(
    data: Mapping[str, Any], parent: Graph | None, fed: Sequence[SymbolicTensor]
) -> Graph:
    """Make a graph of data.

    Args:
        data: What `_write` gave.
        parent: The graph around it.
        fed: The last inputs of the node that holds it, one for each of its inputs.
    """
    graph = Graph(data["name"], parent, is_block=data["is_block"])
    graph.settled = tuple((place, value) for place, value in data["settled"])
    values: list[SymbolicTensor] = []
    try:
        for op_name, name, inputs, attrs, place in data["nodes"]:
            given = [values[number] for number in inputs]
            node = _add(graph, op_name, name, given, attrs, Origin(*place))
            values.extend(node.outputs)
        graph.inputs = [values[number] for number in data["inputs"]]
        captured = zip(fed, graph.inputs, data["captures"], strict=False)
        set_captures(graph, [(value, x) for value, x, is_one in captured if is_one])
        return graph.finish([values[number] for number in data["outputs"]])
    except (LookupError, TypeError, ValueError, GraphError) as error:
        raise _damaged(str(error)) from error


def _add(
    graph: Graph,
    op_name: str,
    name: str,
    given: Sequence[SymbolicTensor],
    attrs: Mapping[str, Any],
    origin: Origin,
) -> Node:
    if op_name not in OPS:
        raise _damaged(f"there is no op {op_name!r}")
    read: dict[str, Any] = {}
    for key, value in attrs.items():
        if type(value) is Tagged and value.kind == "body":
            n_inputs = len(value.data["inputs"])
            fed = given[len(given) - n_inputs :]
            read[key] = _read(value.data, graph, fed)
        else:
            read[key] = value if isinstance(value, Graph) else value_from_data(value)
    return graph.add(OPS[op_name], given, read, origin=origin, name=name)


def _damaged(why: str) -> SerialisationError:
    return SerialisationError(
        f"the data are not those of a graph: {why}.",
        hint="They may be damaged, or of another version of the library.",
    )


__all__ = [
    "Tagged",
    "graph_from_data",
    "graph_to_data",
    "structure_from_data",
    "structure_to_data",
    "value_from_data",
    "value_to_data",
]
