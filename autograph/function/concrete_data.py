"""Concrete functions as data: their graphs, and the arguments that they take.

Whoever reads them needs no source, and runs nothing but ops.
"""

from __future__ import annotations

import collections
import functools
import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.function.concrete import ConcreteFunction
from autograph.function.input_signature import SignedBinder
from autograph.function.inputs import Binder, Call
from autograph.function.key import IDENTITIES, Identity, TraceKey
from autograph.function.result_data import result_from_data, result_to_data
from autograph.function.trace import Trace, found_at
from graph.errors import SerialisationError
from graph.graph import Graph
from graph.outline import splice
from graph.python.objects import BOX
from graph.python.record import OBJECT
from graph.serialise import (
    Tagged,
    graph_from_data,
    graph_to_data,
    structure_from_data,
    structure_to_data,
    value_from_data,
    value_to_data,
)

VERSION: Final = 6


def concrete_to_data(concrete: ConcreteFunction) -> dict[str, Any]:
    """Return a concrete function as plain values, with its graph.

    Raises:
        SerialisationError: Its graph holds what is no data.
    """

    def refuse(part: Any) -> Exception:
        return SerialisationError(
            f"{concrete.name}() was traced for an argument, or has a default, that is "
            f"no data: {part!r}.",
            hint="Functions are pickled as graphs, with the Python values that they "
            "were traced for: numbers, text, dtypes, and containers of them.",
        )

    call, trace = concrete.call, concrete._trace
    parameters = concrete._binder.signature.parameters.values()
    return {
        "version": VERSION,
        "name": concrete.name,
        "graph": graph_to_data(of_tensors_alone(concrete)),
        "specs": trace.specs,
        "places": trace.input_places,
        "result": result_to_data(trace.result, refuse, _class_to_data),
        "reads_key_order": trace.reads_key_order,
        "is_signed": isinstance(concrete._binder, SignedBinder),
        "leaves": [_leaf_to_data(leaf, refuse) for leaf in call.leaves],
        "arguments": structure_to_data(call.structure, refuse, _class_to_data),
        "parameters": [
            (each.name, int(each.kind), _default_to_data(each)) for each in parameters
        ],
    }


def concrete_from_data(data: Mapping[str, Any]) -> ConcreteFunction:
    """Return the concrete function that `concrete_to_data` has written.

    Raises:
        SerialisationError: It is of another version.
    """
    if data.get("version") != VERSION:
        raise SerialisationError(
            f"the function was written in version {data.get('version')!r} of its form; "
            f"this program reads version {VERSION}.",
            hint="Read it with the version of the library that has written it.",
        )
    graph = data["graph"]
    if not isinstance(graph, Graph):
        graph = graph_from_data(graph)
    trace = Trace(
        graph,
        data["specs"],
        data["places"],
        result_from_data(data["result"], _class_from_data),
        reads_key_order=data["reads_key_order"],
    )
    parameters = [
        inspect.Parameter(
            name,
            inspect._ParameterKind(kind),
            default=inspect.Parameter.empty if default is None else _leaf(*default),
        )
        for name, kind, default in data["parameters"]
    ]
    names = tuple(each.name for each in parameters)
    leaves = tuple(map(_leaf, data["leaves"]))
    nested = structure_from_data(data["arguments"], _class_from_data)
    call = Call(leaves, nested, TraceKey(()), names)
    signature = inspect.Signature(parameters)
    binder = Binder(data["name"], signature)
    if data.get("is_signed", False):  # older files do not say
        binder = SignedBinder.of_call(data["name"], signature, call)
    concrete = ConcreteFunction(data["name"], trace, call, binder)
    concrete.call = call  # it has been kept before
    return concrete


def of_tensors_alone(concrete: ConcreteFunction) -> Graph:
    """Return the graph with its tensors boxed in it, not as the caller's objects.

    Raises:
        SerialisationError: It takes other objects.
    """
    trace, given = concrete._trace, concrete.graph
    if not trace.objects:
        return given
    graph = Graph(given.name)
    count = len(trace.specs)
    inputs = [
        graph.add_input(x.spec, x.node.name, x.node.origin)
        for x in given.inputs[:count]
    ]
    numbers = concrete.call.pack(range(len(concrete.call.leaves)))
    boxes = []
    for path, taken in zip(trace.objects, given.inputs[count:], strict=True):
        leaf = found_at(path, numbers)
        if leaf not in trace.input_places:
            raise refuse_object(concrete, path)
        held = inputs[trace.input_places.index(leaf)]
        attrs = {"dtype": held.spec.dtype.numpy, "specs": (OBJECT,), "effect": ""}
        boxes += graph.add(BOX, [held], attrs, origin=taken.node.origin).outputs
    graph.finish(splice(given, graph, inputs + boxes))
    return graph


def refuse_object(concrete: ConcreteFunction, path: Any) -> Exception:
    """Return the error about an argument that the graph takes as an object."""
    taken = concrete.graph.inputs[len(concrete.input_specs)]
    uses = (x for x in concrete.graph.nodes if any(y is taken for y in x.inputs))
    found = next(uses, taken.node)
    return SerialisationError(
        f"{concrete.name}() takes {concrete.call.names[path[0]]} as an object of the "
        "caller's: a graph alone does not.",
        origin=found.origin,
        hint="Return what changes; or define the function in a module.",
    )


_OBJECT: Final = Tagged("object", None)


def _leaf_to_data(leaf: Any, refuse: Callable[[Any], Exception]) -> Any:
    if isinstance(leaf, IDENTITIES):
        return _OBJECT
    if isinstance(leaf, (set, frozenset)):
        return type(leaf)(value_to_data(part, refuse) for part in leaf)
    return value_to_data(leaf, refuse)


def _default_to_data(parameter: inspect.Parameter) -> tuple[Any] | None:
    """Return a default in a tuple, or None where there is none."""
    if parameter.default is parameter.empty:
        return None
    try:
        return (_leaf_to_data(parameter.default, lambda _: ValueError()),)
    except ValueError:
        return (_OBJECT,)


def _leaf(data: Any) -> Any:
    if isinstance(data, Tagged) and data.kind == "object":
        return gone()
    return data if isinstance(data, (set, frozenset)) else value_from_data(data)


def gone() -> Identity:
    """Return what stands for an object that is of another process."""
    found = Identity.__new__(Identity)
    found.number, found._strong, found.weak = 0, None, _nothing
    return found


def _nothing() -> None:
    return None


def _class_to_data(cls: type) -> Any:
    """Return a class of containers by name and fields: it is not imported again."""
    fields = getattr(cls, "_fields", None)
    return Tagged("class", (cls.__module__, cls.__qualname__, fields))


def _class_from_data(data: Any) -> type:
    """Return the class of that name if it is there; else one that is like it."""
    module, qualname, fields = data.data
    found: Any = sys.modules.get(module)
    for name in qualname.split("."):
        # Not by getattr: a module's own may import what it is asked for.
        found = getattr(found, "__dict__", {}).get(name)
    if isinstance(found, type) and getattr(found, "_fields", None) == fields:
        # Others may have fields, too: nodes of Python's grammar.
        if fields is None or issubclass(found, tuple):
            return found
    return _like(module, qualname, fields)


@functools.cache
def _like(module: str, qualname: str, fields: tuple[str, ...] | None) -> type:
    """Return a class that is made once, for arguments and results alike."""
    name = qualname.rpartition(".")[2]
    if fields is not None:
        make: Any = collections.namedtuple  # noqa: PYI024  # its fields are data
        made: type = make(name, fields, module=module)
        made.__qualname__ = qualname
        return made
    return type(name, (), {"__module__": module, "__qualname__": qualname})


__all__ = ["VERSION", "concrete_from_data", "concrete_to_data"]
