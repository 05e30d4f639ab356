"""Graph definitions: a graph as plain data, in the form that other tools know.

    for node in graph.as_graph_def().node:
        print(f"{node.input} -> {node.name}")

Field names are those of the protocol buffers of the documents, and `str` gives their
text form. `graph.graph_def_builder` makes definitions of graphs; nothing makes graphs
of definitions: what a definition leaves out is in the text that `graph.text` prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, TypeVar

import numpy as np

from graph import dtypes
from graph.dtypes import DType
from graph.graph_def_text import write
from graph.literals import is_data, native, show_literal
from graph.shapes import Shape
from graph.specs import TensorSpec

T = TypeVar("T")


class DataType(IntEnum):
    """Element types, by the names and numbers of the protocol buffers."""

    DT_INVALID = 0
    DT_FLOAT = 1
    DT_DOUBLE = 2
    DT_INT32 = 3
    DT_UINT8 = 4
    DT_INT16 = 5
    DT_INT8 = 6
    DT_STRING = 7
    DT_COMPLEX64 = 8
    DT_INT64 = 9
    DT_BOOL = 10
    DT_UINT16 = 17
    DT_COMPLEX128 = 18
    DT_HALF = 19
    DT_VARIANT = 21
    DT_UINT32 = 22
    DT_UINT64 = 23


_DATA_TYPES: Final = {
    dtypes.bool: DataType.DT_BOOL,
    dtypes.int8: DataType.DT_INT8,
    dtypes.int16: DataType.DT_INT16,
    dtypes.int32: DataType.DT_INT32,
    dtypes.int64: DataType.DT_INT64,
    dtypes.uint8: DataType.DT_UINT8,
    dtypes.uint16: DataType.DT_UINT16,
    dtypes.uint32: DataType.DT_UINT32,
    dtypes.uint64: DataType.DT_UINT64,
    dtypes.float16: DataType.DT_HALF,
    dtypes.float32: DataType.DT_FLOAT,
    dtypes.float64: DataType.DT_DOUBLE,
    dtypes.complex64: DataType.DT_COMPLEX64,
    dtypes.complex128: DataType.DT_COMPLEX128,
    dtypes.string: DataType.DT_STRING,
}


class Repeated(tuple[T, ...]):
    """A repeated field: shown as a list, equal to lists, and never changed."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return what a list of the items shows."""
        return repr(list(self))

    def __eq__(self, other: object) -> bool:
        """Compare with other sequences, lists among them."""
        return isinstance(other, (list, tuple)) and list(self) == list(other)

    def __hash__(self) -> int:
        """Hash as the tuple of the items."""
        return hash(tuple(self))


NOTHING: Final[Repeated[Any]] = Repeated()


class Message:
    """What all parts of a definition have: their text."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the text form of the protocol buffer."""
        return write(self)

    __repr__ = __str__


@dataclass(frozen=True, repr=False)
class Dim(Message):
    """A dimension; -1 when unknown."""

    size: int


@dataclass(frozen=True, repr=False)
class TensorShapeProto(Message):
    """A shape."""

    dim: Repeated[Dim] = NOTHING
    unknown_rank: bool = False


@dataclass(frozen=True, repr=False)
class TensorProto(Message):
    """The value of a constant: one field has the elements, the last of them repeated.

    Arrays of numbers that are not all equal are bytes in `tensor_content`, little end
    first.
    """

    dtype: DataType
    tensor_shape: TensorShapeProto
    tensor_content: bytes = b""
    half_val: Repeated[int] = NOTHING
    float_val: Repeated[np.float32] = NOTHING
    double_val: Repeated[float] = NOTHING
    int_val: Repeated[int] = NOTHING
    string_val: Repeated[bytes] = NOTHING
    scomplex_val: Repeated[np.float32] = NOTHING
    int64_val: Repeated[int] = NOTHING
    bool_val: Repeated[bool] = NOTHING
    dcomplex_val: Repeated[float] = NOTHING
    uint32_val: Repeated[int] = NOTHING
    uint64_val: Repeated[int] = NOTHING


@dataclass(frozen=True, repr=False)
class NameAttrList(Message):
    """A function of the library, by its name."""

    name: str


@dataclass(frozen=True, repr=False)
class ListValue(Message):
    """The items of a list that is an attribute: one field has them."""

    s: Repeated[bytes] = NOTHING
    i: Repeated[int] = NOTHING
    f: Repeated[float] = NOTHING
    b: Repeated[bool] = NOTHING
    type: Repeated[DataType] = NOTHING
    shape: Repeated[TensorShapeProto] = NOTHING
    tensor: Repeated[TensorProto] = NOTHING
    func: Repeated[NameAttrList] = NOTHING


@dataclass(frozen=True, repr=False)
class AttrValue(Message):
    """The value of an attribute: one field has it, the others are None."""

    list: ListValue | None = None
    s: bytes | None = None
    i: int | None = None
    f: float | None = None
    b: bool | None = None
    type: DataType | None = None
    shape: TensorShapeProto | None = None
    tensor: TensorProto | None = None
    func: NameAttrList | None = None


@dataclass(frozen=True, repr=False)
class DebugInfo(Message):
    """Where a node comes from."""

    original_node_names: Repeated[str] = NOTHING


@dataclass(frozen=True, repr=False)
class NodeDef(Message):
    """A node.

    Attributes:
        name: Unique in its graph or function.
        op: The kind, such as `Greater`.
        input: Nodes that it takes values of: `x`, `cond:1` for an output that is not
            the first, and `^print` for what only comes before. In functions `x` is an
            argument, and values are `cond/Const:output:0`.
        attr: Attributes by name.
        experimental_debug_info: In functions, where it comes from.
    """

    name: str
    op: str
    input: Repeated[str] = NOTHING
    attr: Mapping[str, AttrValue] = field(default_factory=dict)
    experimental_debug_info: DebugInfo | None = None


@dataclass(frozen=True, repr=False)
class ArgDef(Message):
    """An argument or a result of a function."""

    name: str
    type: DataType


@dataclass(frozen=True, repr=False)
class OpDef(Message):
    """The signature of a function."""

    name: str
    input_arg: Repeated[ArgDef] = NOTHING
    output_arg: Repeated[ArgDef] = NOTHING
    control_output: Repeated[str] = NOTHING


@dataclass(frozen=True, repr=False)
class ArgAttrs(Message):
    """Attributes of an argument."""

    attr: Mapping[str, AttrValue] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class FunctionDef(Message):
    """A function of the library: the body of a branch, a loop or a call.

    Attributes:
        signature: Its name, arguments and results.
        node_def: Its nodes.
        ret: For each result the value that it is.
        attr: Attributes of the function.
        control_ret: What has to have run when the function returns.
        arg_attr: Attributes of the arguments, by place.
    """

    signature: OpDef
    node_def: Repeated[NodeDef] = NOTHING
    ret: Mapping[str, str] = field(default_factory=dict)
    attr: Mapping[str, AttrValue] = field(default_factory=dict)
    control_ret: Mapping[str, str] = field(default_factory=dict)
    arg_attr: Mapping[int, ArgAttrs] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class FunctionDefLibrary(Message):
    """The functions that nodes refer to by name."""

    function: Repeated[FunctionDef] = NOTHING


@dataclass(frozen=True, repr=False)
class VersionDef(Message):
    """The version of the form."""

    producer: int = 1


VERSION: Final = VersionDef()


@dataclass(frozen=True, repr=False)
class GraphDef(Message):
    """A graph: its nodes, and the functions that they refer to."""

    node: Repeated[NodeDef] = NOTHING
    library: FunctionDefLibrary | None = None
    versions: VersionDef = VERSION


def data_type(dtype: DType) -> DataType:
    """Return the element type of a tensor, or of what a Python number becomes."""
    return _DATA_TYPES.get(_strong(dtype), DataType.DT_VARIANT)


def _strong(dtype: DType) -> DType:
    if dtype is dtypes.opaque:  # which shares its NumPy dtype with text
        return dtype
    return dtypes.strengthen(dtype) if dtype.python is not list else dtype


def shape_proto(shape: Shape) -> TensorShapeProto:
    """Return a shape."""
    if shape is None:
        return TensorShapeProto(unknown_rank=True)
    return TensorShapeProto(Repeated(Dim(-1 if d is None else d) for d in shape))


def attr_value(value: Any) -> AttrValue:
    """Return an attribute's value; what has no form of its own as in graphs' texts."""
    found = _scalar(value)
    if found is not None:
        return AttrValue(**{found[0]: found[1]})
    if isinstance(value, (tuple, list)):
        items = [_scalar(item) for item in value]
        kinds = {item[0] for item in items if item is not None}
        if not items:
            return AttrValue(list=ListValue())
        if len(kinds) == 1 and None not in items:
            held = Repeated(item[1] for item in items if item is not None)
            return AttrValue(list=ListValue(**{kinds.pop(): held}))
    return AttrValue(s=show_literal(value).encode())


def _scalar(value: Any) -> tuple[str, Any] | None:
    """Return the field for a value and what it holds; None if there is no field."""
    if isinstance(value, bool):
        return "b", value
    if type(value) is int and -(2**63) <= value < 2**63:
        return "i", value
    if type(value) is float:
        return "f", value
    if isinstance(value, (str, bytes)):
        return "s", value.encode() if isinstance(value, str) else value
    if isinstance(value, DType):
        return "type", data_type(value)
    if isinstance(value, TensorSpec):
        return "s", show_literal(value).encode()
    if isinstance(value, (np.ndarray, np.generic)) and is_data(np.asarray(value)):
        return "tensor", tensor_proto(np.asarray(value))
    return None


# By the kind of array: the field that has its elements.
_FIELDS: Final = {
    dtypes.float16: "half_val",
    dtypes.float32: "float_val",
    dtypes.float64: "double_val",
    dtypes.complex64: "scomplex_val",
    dtypes.complex128: "dcomplex_val",
    dtypes.int64: "int64_val",
    dtypes.uint32: "uint32_val",
    dtypes.uint64: "uint64_val",
    dtypes.bool: "bool_val",
    dtypes.string: "string_val",
}


def tensor_proto(array: Any) -> TensorProto:
    """Return the value of an array that holds numbers or text."""
    array = native(array)
    dtype = dtypes.from_numpy(array.dtype)
    shape, flat = shape_proto(array.shape), array.ravel()
    name = _FIELDS.get(dtype, "int_val")
    if dtype is dtypes.string:
        texts = [x.encode() if isinstance(x, str) else x for x in flat.tolist()]
        return TensorProto(data_type(dtype), shape, string_val=Repeated(texts))
    first = flat[:1]
    if first.tobytes() * flat.size != flat.tobytes():
        little = flat.astype(flat.dtype.newbyteorder("<"))
        return TensorProto(data_type(dtype), shape, tensor_content=little.tobytes())
    elements: dict[str, Any] = {name: Repeated(_items(first))}
    return TensorProto(data_type(dtype), shape, **elements)


def _items(flat: Any) -> list[Any]:
    """Return elements as the fields hold them: float16 as bits, complex as pairs."""
    if flat.dtype == np.float16:
        flat = flat.view(np.uint16)
    elif flat.dtype.kind == "c":
        flat = flat.view(flat.real.dtype)
    # float32 elements stay what they are: their text is shorter than that of a float.
    return list(flat) if flat.dtype == np.float32 else list(flat.tolist())
