"""Graphs and concrete functions as JSON.

    {"name": "f", "inputs": [0], "outputs": [2], "nodes": [
        {"op": "placeholder", "name": "x", "inputs": [], "attrs": {"spec": ...},
         "gives": ["float32[3]"], "at": ["model.py", 7, "f", null, null]},
        ...]}

Values are numbered in the order of the nodes that give them. A body is a graph in the
attributes of its node.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final

from autograph.function.concrete import ConcreteFunction
from autograph.function.concrete_data import VERSION, concrete_to_data
from autograph.function.result_data import n_outputs, result_from_data
from autograph.saved_model.values import Reader, Writer, expect
from graph.errors import SerialisationError
from graph.graph import Graph
from graph.op import OPS
from graph.serialise import VERSION as GRAPH_VERSION
from graph.serialise import Tagged, graph_from_data, graph_to_data
from graph.verify import verify

_PLACE: Final = 5
_MAX_LINE: Final = 10**9
_MAX_RANGE: Final = 1 << 16
_GRAPH_FIELDS: Final = ("name", "is_block", "inputs", "captures", "outputs")


def write_graph(graph: Graph, writer: Writer) -> Any:
    """Return a graph as JSON.

    Raises:
        SerialisationError: It holds what is no data.
    """
    return _write_graph(graph, graph_to_data(graph), writer)


def _write_graph(graph: Graph, data: Mapping[str, Any], writer: Writer) -> Any:
    nodes = [
        _write_node(node, held, writer)
        for node, held in zip(graph.nodes, data["nodes"], strict=True)
    ]
    found = {name: _plain(data[name]) for name in _GRAPH_FIELDS}
    return {**found, "settled": writer.write(data["settled"]), "nodes": nodes}


def _write_node(node: Any, data: Sequence[Any], writer: Writer) -> Any:
    op, name, inputs, attrs, place = data
    if not node.op.is_data(**node.attrs):
        raise SerialisationError(
            f"the node {name!r} ({op}) writes to a file of this machine, or looks "
            "up attributes in a template.",
            origin=node.origin,
            hint="What is saved prints to sys.stdout or sys.stderr, with templates "
            "such as {} and {0:.2f}.",
        )
    written = {}
    for key, value in attrs.items():
        if type(value) is Tagged and value.kind == "body":
            body = _write_graph(node.attrs[key], value.data, writer)
            written[key] = {"body": body}
        else:
            written[key] = writer.write(value)
    filename, *rest = place
    return {
        "op": op,
        "name": name,
        "inputs": list(inputs),
        "attrs": written,
        "gives": [str(value.spec) for value in node.outputs],
        "at": [PurePath(filename).name, *rest],
    }


def _plain(value: Any) -> Any:
    return list(value) if type(value) is tuple else value


def read_graph(data: Any, reader: Reader) -> Graph:
    """Return the graph that JSON stands for, verified.

    Raises:
        GraphError, SerialisationError: It is none.
        ValueError, TypeError, LookupError: It is none.
    """
    graph = graph_from_data({"version": GRAPH_VERSION, **_read_graph(data, reader)})
    _check_gives(graph, data)
    verify(graph)
    return graph


def _read_graph(data: Any, reader: Reader) -> dict[str, Any]:
    expect(data, dict)
    expect(data["name"], str)
    expect(data["is_block"], bool)
    for field in ("inputs", "outputs"):
        _numbers(data[field])
    return {
        **{name: data[name] for name in _GRAPH_FIELDS},
        "captures": [expect(each, bool) for each in expect(data["captures"], list)],
        "settled": reader.read(data["settled"]),
        "nodes": [_read_node(each, reader) for each in expect(data["nodes"], list)],
    }


def _read_node(data: Any, reader: Reader) -> tuple[Any, ...]:
    op = OPS.get(expect(data["op"], str))
    if op is None:
        raise ValueError(f"there is no op {data['op'][:40]!r}")
    attrs = {}
    for key, value in expect(data["attrs"], dict).items():
        if key not in op.attrs:
            raise ValueError(f"the op {op.name} has no attribute {key[:40]!r}")
        if type(value) is dict and "body" in value:
            attrs[key] = Tagged("body", _read_graph(value["body"], reader))
        else:
            attrs[key] = reader.read(value)
            _check_ranges(attrs[key])
    if not op.is_data(**attrs):
        raise ValueError(f"a node of {op.name} has attributes that no file may have")
    inputs = tuple(_numbers(data["inputs"]))
    name = expect(data["name"], str)
    return op.name, name, inputs, attrs, _place(data["at"])


def _check_ranges(value: Any) -> None:
    """Check that no attribute is much longer than what is written of it."""
    if type(value) is range and len(value[:_MAX_RANGE]) == _MAX_RANGE:
        raise ValueError("a node has a range that is too long")
    if type(value) is Tagged:
        _check_ranges(value.data)
    elif type(value) is slice:
        _check_ranges((value.start, value.stop, value.step))
    elif type(value) in (tuple, list, dict, set, frozenset):
        for part in (*value, *(value.values() if type(value) is dict else ())):
            _check_ranges(part)


def _place(data: Any) -> tuple[Any, ...]:
    filename, line, function, *columns = expect(data, list)
    if "\0" in expect(filename, str) + expect(function, str):
        raise ValueError("a node has a place that is none")
    numbers = [line, *(each for each in columns if each is not None)]
    if len(columns) != _PLACE - 3 or any(
        not 0 <= expect(each, int) < _MAX_LINE for each in numbers
    ):
        raise ValueError("a node has a place that is none")
    # In brackets: the file is one of another machine, and is not looked for here.
    is_marked = filename.startswith("<") and filename.endswith(">")
    return (filename if is_marked else f"<{filename}>", line, function, *columns)


def _numbers(data: Any) -> Iterator[int]:
    for each in expect(data, list):
        if expect(each, int) < 0:
            raise IndexError(f"there is no value {each}")
    return iter(data)


def _check_gives(graph: Graph, data: Mapping[str, Any]) -> None:
    """Check that nodes give what is written of them, in bodies as well."""
    for node, held in zip(graph.nodes, data["nodes"], strict=True):
        given = [str(value.spec) for value in node.outputs]
        if given != held["gives"]:
            raise ValueError(
                f"the node {node.name!r} gives {', '.join(given)}, not what is written"
            )
        for name, body in node.subgraphs.items():
            inner = held["attrs"][name]
            if "body" in inner:
                _check_gives(body, inner["body"])


# -- Concrete functions ----------------------------------------------------------------


def write_concrete(concrete: ConcreteFunction, writer: Writer) -> Any:
    """Return a concrete function as JSON.

    Raises:
        SerialisationError: It holds what is no data.
    """
    data = concrete_to_data(concrete)
    graph = _write_graph(concrete.graph, data.pop("graph"), writer)
    del data["version"]
    return {
        "graph": graph,
        **{name: writer.write(_tuples(value)) for name, value in data.items()},
    }


def _tuples(value: Any) -> Any:
    return tuple(value) if type(value) is list else value


def read_concrete(data: Any, reader: Reader) -> dict[str, Any]:
    """Return what `pickling.concrete_from_data` reads; the graph is verified.

    Nothing is run, nor built: that is done when the function is called.

    Raises:
        AutographError: It is no concrete function.
        ValueError, TypeError, LookupError: It is none.
    """
    held = dict(expect(data, dict))
    graph = read_graph(held.pop("graph"), reader)
    found = {name: reader.read(value) for name, value in held.items()}
    _check_concrete(graph, found)
    return {"version": VERSION, "graph": graph, **found}


def _check_concrete(graph: Graph, data: Mapping[str, Any]) -> None:
    expect(data["name"], str)
    specs, places = data["specs"], expect(data["places"], tuple)
    n_leaves = len(expect(data["leaves"], tuple))
    if graph.captures or [value.spec for value in graph.inputs] != list(specs):
        raise ValueError("the graph of a function takes what the function does")
    if len(set(places)) != len(places) or len(places) != len(specs):
        raise ValueError("each input of a function has a place")
    for place in places:
        if not 0 <= expect(place, int) < n_leaves:
            raise ValueError("an input has a place among the arguments")
    if _n_leaves(data["arguments"]) != n_leaves:
        raise ValueError("the arguments of a function are not those of its leaves")
    _check_result(data["result"], len(graph.outputs))
    for each in expect(data["parameters"], tuple):
        name, kind, default = expect(each, tuple)
        inspect.Parameter(expect(name, str), inspect._ParameterKind(kind))
        expect(default, tuple, type(None))


def _check_result(data: Any, count: int) -> None:
    found = result_from_data(data, lambda _: tuple)
    if n_outputs(found) != count:
        raise ValueError("each output of a graph is one of the results")


def _n_leaves(data: Any) -> int:
    """Count the leaves of a structure, as data, and check its form."""
    kind, names, parts, keys, order, flagged = expect(data, tuple)
    for each in (names, parts, keys, order, flagged):
        expect(each, tuple)
    return 1 if kind is None else sum(map(_n_leaves, parts))


__all__: list[str] = []
