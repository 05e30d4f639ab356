"""Make graph definitions of graphs.

A definition knows tensors only. Python numbers appear in the dtypes that they take
beside tensors, and results as nodes of their own: `Identity` for what a graph
returns, `cond/Identity` for what a branch or loop leaves. Bodies are functions of the
library. Effects that come one after another are tied by inputs such as `^PrintV2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.convert import constant_array
from graph.dtypes import DType
from graph.graph import Graph, Node
from graph.graph_def import (
    ArgAttrs,
    ArgDef,
    AttrValue,
    DataType,
    DebugInfo,
    FunctionDef,
    FunctionDefLibrary,
    GraphDef,
    ListValue,
    NameAttrList,
    NodeDef,
    OpDef,
    Repeated,
    attr_value,
    data_type,
    shape_proto,
    tensor_proto,
)
from graph.handles import Handle
from graph.op import Effects, op_named
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor

# For each attribute that holds a body: its name in definitions, and in the name of
# the function.
_BODIES: Final = {
    "then": ("then_branch", "true"),
    "orelse": ("else_branch", "false"),
    "test": ("cond", "cond"),
}


def define_graph(graph: Graph) -> GraphDef:
    """Return the definition of a graph: the same for the same graph."""
    library = _Library()
    writer = _Writer(library, graph, "")
    writer.parameters()
    writer.body()
    last = writer.order.last()
    for name, value in zip(_returned_names(graph), graph.outputs, strict=True):
        writer.identity(name, value.spec, (writer.references[id(value)], *last))
    functions = Repeated(library.functions[name] for name in sorted(library.functions))
    return GraphDef(
        Repeated(writer.nodes), FunctionDefLibrary(functions) if functions else None
    )


def returned(graph: Graph) -> list[SymbolicTensor]:
    """Return what stands for the outputs of a graph in its definition: `Identity:0`."""
    identity = op_named("identity")
    pairs = zip(_returned_names(graph), graph.outputs, strict=True)
    return [
        Node(
            graph, identity, name, (value,), {}, (value.spec,), value.node.origin
        ).outputs[0]
        for name, value in pairs
    ]


def _returned_names(graph: Graph) -> list[str]:
    taken = {node.name for node in graph.nodes}
    return [_fresh("Identity", taken) for _ in graph.outputs]


def _fresh(base: str, taken: set[str]) -> str:
    name, count = base, 0
    while name in taken:
        count += 1
        name = f"{base}_{count}"
    taken.add(name)
    return name


@dataclass
class _Library:
    """The functions made so far, and the names given to variables.

    Attributes:
        functions: By name.
        count: The number of names given; each ends in one.
        called: Names of functions that call themselves -> names in the library.
        shared: The same for graphs that calls share, by the graph's id.
        variables: Handles -> names, numbered where two variables have the same.
    """

    functions: dict[str, FunctionDef] = field(default_factory=dict)
    count: int = 0
    called: dict[str, str] = field(default_factory=dict)
    shared: dict[int, str] = field(default_factory=dict)
    variables: dict[Handle, str] = field(default_factory=dict)

    def attr(self, value: Any) -> AttrValue:
        """Return an attribute's value; variables are known by their names."""
        if not isinstance(value, Handle):
            return attr_value(value)
        if value not in self.variables:
            taken = set(self.variables.values())
            self.variables[value] = _fresh(value.name, taken)
        return AttrValue(s=self.variables[value].encode())

    def name(self, base: str) -> str:
        """Return a new name for a function."""
        self.count += 1
        return f"{base.replace('/', '_')}_{self.count - 1}"


@dataclass
class _Order:
    """Which nodes touched each resource last."""

    writers: dict[str, str] = field(default_factory=dict)
    readers: dict[str, list[str]] = field(default_factory=dict)

    def before(self, effects: Effects) -> list[str]:
        """Return the nodes that have to come before one with these effects."""
        found: dict[str, None] = {}
        for resource in (*effects.reads, *effects.writes):
            if resource in self.writers:
                found[self.writers[resource]] = None
        for resource in effects.writes:
            found.update(dict.fromkeys(self.readers.get(resource, ())))
        return list(found)

    def add(self, name: str, effects: Effects) -> None:
        """Note a node with these effects."""
        for resource in effects.writes:
            self.writers[resource] = name
            self.readers[resource] = []
        for resource in effects.reads:
            if resource not in effects.writes:
                self.readers.setdefault(resource, []).append(name)

    def last(self) -> list[str]:
        """Return the nodes that have to have run in the end, as inputs."""
        return [f"^{name}" for name in dict.fromkeys(self.writers.values())]


class _Writer:
    """Writes the nodes of one graph, or of one function.

    Attributes:
        nodes: The nodes so far.
        references: id(value) -> how inputs refer to it.
        order: The effects so far.
    """

    def __init__(self, library: _Library, graph: Graph, prefix: str) -> None:
        """Begin; names get the prefix, which those of functions have."""
        self.library = library
        self.graph = graph
        self.prefix = prefix
        self.nodes: list[NodeDef] = []
        self.references: dict[int, str] = {}
        # id(constant) -> the dtype that it is written with.
        self.constants: dict[int, DType] = {}
        self.order = _Order()
        self.taken = {f"{prefix}{node.name}" for node in graph.nodes}
        self.users: dict[int, list[Node]] = {}
        for node in graph.nodes:
            for value in node.inputs:
                self.users.setdefault(id(value), []).append(node)

    def parameters(self) -> None:
        """Write the inputs of a graph as nodes."""
        captured = {id(inner) for _, inner in self.graph.captures}
        for value in self.graph.inputs:
            name = value.node.name
            attrs = {
                "dtype": AttrValue(type=data_type(value.spec.dtype)),
                "shape": AttrValue(shape=shape_proto(value.spec.shape)),
            }
            if id(value) not in captured:
                attrs["_user_specified_name"] = AttrValue(s=name.encode())
            self.references[id(value)] = self.add(name, "Placeholder", (), attrs)

    def body(self) -> None:
        """Write the nodes."""
        inputs = {id(value) for value in self.graph.inputs}
        for node in self.graph.nodes:
            if node.op.name == "placeholder" and id(node.outputs[0]) in inputs:
                continue
            name = f"{self.prefix}{node.name}"
            if node.op.name == "const":
                self._constant(node, name)
            elif _is_plain_truth(node):
                self.references[id(node.outputs[0])] = self.references[
                    id(node.inputs[0])
                ]
            else:
                self._node(node, name)

    def add(
        self, name: str, op: str, inputs: Iterable[str], attrs: dict[str, AttrValue]
    ) -> str:
        """Write a node; return how inputs refer to its first output."""
        info = DebugInfo(Repeated([name])) if self.prefix else None
        self.nodes.append(NodeDef(name, op, Repeated(inputs), attrs, info))
        return self._reference(name, 0)

    def identity(self, name: str, spec: TensorSpec, inputs: Iterable[str]) -> str:
        """Write a node that passes a value on."""
        attrs = {"T": AttrValue(type=data_type(spec.dtype))}
        return self.add(name, "Identity", inputs, attrs)

    def constant(self, name: str, value: Any, dtype: DType) -> str:
        """Write a constant."""
        array = _array(value, dtype)
        shown = attr_value(value) if array is None else _tensor(array)
        attrs = {"dtype": AttrValue(type=data_type(dtype)), "value": shown}
        return self.add(name, "Const", (), attrs)

    def _reference(self, name: str, place: int) -> str:
        if self.prefix:
            return f"{name}:output:{place}"
        return f"{name}:{place}" if place else name

    def _constant(self, node: Node, name: str) -> None:
        value = node.attrs["value"]
        dtype = _beside(node.outputs[0], self.users.get(id(node.outputs[0]), ()))
        self.constants[id(node.outputs[0])] = dtype
        self.references[id(node.outputs[0])] = self.constant(name, value, dtype)

    def _node(self, node: Node, name: str) -> None:
        effects = node.effects
        inputs = [self.references[id(value)] for value in node.inputs]
        given = {reference.partition(":")[0] for reference in inputs}
        before = [name for name in self.order.before(effects) if name not in given]
        inputs += [f"^{name}" for name in before]
        self.order.add(name, effects)
        if node.subgraphs:
            self.add(name, node.type, inputs, self._control_attrs(node, name))
            self._leave(node, name)
            return
        self.add(name, node.type, inputs, self._attrs(node))
        for place, value in enumerate(node.outputs):
            self.references[id(value)] = self._reference(name, place)

    def _attrs(self, node: Node) -> dict[str, AttrValue]:
        attrs = {
            key: self.library.attr(value)
            for key, value in node.attrs.items()
            if value is not None
        }
        if node.op.name == "call_again":
            called = self.library.called[node.attrs["function"]]
            attrs = {"f": AttrValue(func=NameAttrList(called))}
        return attrs | _types([self._type(value) for value in node.inputs])

    def _type(self, value: SymbolicTensor) -> DataType:
        return data_type(self.constants.get(id(value), value.spec.dtype))

    def _leave(self, node: Node, name: str) -> None:
        """Write what passes the results of branches, loops and calls on."""
        settled = dict(next(iter(node.subgraphs.values())).settled)
        results = iter(node.outputs)
        for place in range(len(node.outputs) + len(settled)):
            passed = _fresh(f"{name}/Identity", self.taken)
            given = (self._reference(name, place),)
            if place in settled:
                dtype = _of_python(settled[place])
                self.identity(passed, TensorSpec((), dtype), given)
            else:
                value = next(results)
                self.references[id(value)] = self.identity(passed, value.spec, given)

    def _control_attrs(self, node: Node, name: str) -> dict[str, AttrValue]:
        attrs = self._functions(node, name)
        settled = dict(next(iter(node.subgraphs.values())).settled)
        specs = [value.spec for value in node.outputs]
        for place, value in settled.items():
            specs.insert(place, TensorSpec((), _of_python(value)))
        taken = list(node.inputs)
        if "then" in node.subgraphs:
            attrs["Tcond"] = AttrValue(type=self._type(taken.pop(0)))
            attrs["_lower_using_switch_merge"] = AttrValue(b=True)
            attrs["_read_only_resource_inputs"] = AttrValue(list=ListValue())
        if "test" in node.subgraphs:
            specs = [value.spec for value in node.inputs]
            attrs["T"] = _type_list(map(self._type, taken))
            attrs["_lower_using_switch_merge"] = AttrValue(b=True)
        else:
            attrs["Tin"] = _type_list(map(self._type, taken))
            attrs["Tout"] = _type_list(data_type(spec.dtype) for spec in specs)
        shapes = Repeated(shape_proto(spec.shape) for spec in specs)
        attrs["output_shapes"] = AttrValue(list=ListValue(shape=shapes))
        return attrs

    def _shared(self, node: Node) -> str:
        """Return the name of a body that calls share, writing it for the first one."""
        body, known = node.attrs["body"], self.library.shared
        if id(body) not in known:
            name = known[id(body)] = self.library.name(node.attrs["function"])
            _write_function(self.library, name, body, f"{name}/", -1)
        return known[id(body)]

    def _functions(self, node: Node, name: str) -> dict[str, AttrValue]:
        """Write the bodies of a node; return the attributes, the bodies by name."""
        if node.op.name == "call_function":
            return {"f": AttrValue(func=NameAttrList(self._shared(node)))}
        names = {}
        for key in node.subgraphs:
            label = _BODIES.get(key, (key, key))[1]
            called = node.attrs.get("function")
            base = f"{self.prefix}{called}" if called else f"{name}_{label}"
            names[key] = self.library.name(base)
        outer = dict(self.library.called)
        attrs: dict[str, AttrValue] = {}
        for key, value in node.attrs.items():
            if key not in names:
                attrs[key] = self.library.attr(value)
                continue
            if "function" in node.attrs:
                self.library.called[node.attrs["function"]] = names[key]
            passes_on = len(value.outputs) if key == "body" and "test" in names else -1
            _write_function(self.library, names[key], value, f"{name}/", passes_on)
            shown = _BODIES.get(key, (key, key))[0]
            attrs[shown] = AttrValue(func=NameAttrList(names[key]))
        self.library.called = outer
        return attrs


def _write_function(
    library: _Library, name: str, graph: Graph, prefix: str, passes_on: int
) -> None:
    """Write a body as a function.

    Args:
        library: Takes the function.
        name: Its name.
        graph: The body.
        prefix: What the names of its nodes begin with.
        passes_on: The body is that of a loop, and returns what it captures, too: the
            inputs from this one on. -1 if it does not.
    """
    writer = _Writer(library, graph, prefix)
    outputs: list[Any] = list(graph.outputs)
    for place, value in graph.settled:
        outputs.insert(place, value)
    if passes_on >= 0:
        outputs += graph.inputs[passes_on:]
    identities = [_fresh(f"{prefix}Identity", writer.taken) for _ in outputs]
    arguments = _argument_names(writer, outputs, identities)
    for value, argument in zip(graph.inputs, arguments, strict=True):
        writer.references[id(value)] = argument
    writer.body()
    specs, returns = [], {}
    for identity, value in zip(identities, outputs, strict=True):
        if isinstance(value, SymbolicTensor):
            specs.append(value.spec)
            given = writer.references[id(value)]
        else:
            specs.append(TensorSpec((), _of_python(value)))
            constant = _fresh(f"{prefix}Const", writer.taken)
            given = writer.constant(constant, value, specs[-1].dtype)
        returns[_as_argument(identity)] = writer.identity(identity, specs[-1], (given,))
    last = [each.removeprefix("^") for each in writer.order.last()]
    library.functions[name] = FunctionDef(
        OpDef(
            name,
            Repeated(
                ArgDef(argument, data_type(value.spec.dtype))
                for argument, value in zip(arguments, graph.inputs, strict=True)
            ),
            Repeated(
                ArgDef(result, data_type(spec.dtype))
                for result, spec in zip(returns, specs, strict=True)
            ),
            Repeated(last),
        ),
        Repeated(writer.nodes),
        returns,
        {"_construction_context": AttrValue(s=b"kEagerRuntime")},
        {each: each for each in last},
        {place: _argument_attrs(x) for place, x in enumerate(graph.inputs)},
    )


def _argument_attrs(value: SymbolicTensor) -> ArgAttrs:
    held = ListValue(shape=Repeated([shape_proto(value.spec.shape)]))
    return ArgAttrs({"_output_shapes": AttrValue(list=held)})


def _argument_names(
    writer: _Writer, outputs: Sequence[Any], identities: Sequence[str]
) -> list[str]:
    """Return names for a function's arguments, each after what first takes it."""
    taken = {_as_argument(name) for name in identities}
    returned = {}
    for value, identity in zip(outputs[::-1], identities[::-1], strict=True):
        returned[id(value)] = identity
    names = []
    for value in writer.graph.inputs:
        users = writer.users.get(id(value), ())
        if users:
            base = f"{writer.prefix}{users[0].name}_{value.node.name}"
        elif id(value) in returned:
            base = f"{returned[id(value)]}_{value.node.name}"
        else:
            base = f"{writer.prefix}placeholder"
        names.append(_fresh(_as_argument(base), taken))
    return names


def _as_argument(name: str) -> str:
    return name.replace("/", "_").lower()


def _is_plain_truth(node: Node) -> bool:
    """Is the truth of a value that value itself?"""
    return node.op.name == "truth" and (
        node.inputs[0].spec.dtype.is_bool and node.inputs[0].spec.shape == ()
    )


def _beside(constant: SymbolicTensor, users: Sequence[Node]) -> DType:
    """Return the dtype that a constant takes beside the tensors it is used with."""
    dtype, value = constant.spec.dtype, constant.node.attrs["value"]
    if not dtype.is_python or dtype in (dtypes.python_str, dtypes.python_bool):
        return dtypes.strengthen(dtype)
    found = {
        other.spec.dtype
        for user in users
        for other in user.inputs
        if other is not constant and user.op.is_elementwise
    }
    strong = [each for each in found if each.numpy.kind in "iufc"]
    if len(found) == len(strong) == 1 and not strong[0].is_python:
        return dtypes.from_numpy(np.result_type(strong[0].numpy, value))
    return _of_python(value)


def _of_python(value: Any) -> DType:
    """Return the dtype for a Python number that stands alone."""
    dtype = dtypes.of_python(value)
    assert dtype is not None
    if dtype is dtypes.python_int and not -(2**31) <= value < 2**31:
        return dtypes.int64
    return dtypes.strengthen(dtype)


def _array(value: Any, dtype: DType) -> Any:
    """Return the array of a constant; None for an integer that no dtype holds."""
    if dtypes.of_python(value) is None:
        return np.asarray(value)
    try:
        with np.errstate(over="ignore"):  # 1e300 beside float32 is inf there, too
            return constant_array(value, dtype)
    except (OverflowError, ValueError, TypeError):
        return None


def _tensor(array: Any) -> AttrValue:
    return AttrValue(tensor=tensor_proto(array))


def _types(found: Sequence[DataType]) -> dict[str, AttrValue]:
    if len(set(found)) == 1:
        return {"T": AttrValue(type=found[0])}
    return {"Tin": _type_list(found)} if found else {}


def _type_list(types: Iterable[DataType]) -> AttrValue:
    return AttrValue(list=ListValue(type=Repeated(types)))


__all__ = ["define_graph", "returned"]
