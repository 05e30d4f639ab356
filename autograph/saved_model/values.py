"""Values as JSON, and the arrays among them as a table of their own.

JSON's own values are themselves, and an array of JSON is a tuple. Anything else is an
object with one name, which says what it is: `{"float": "7ff0000000000000"}`,
`{"dtype": "int32"}`, `{"array": 3}`. The kinds are those of the table below, and no
other is read.
"""

from __future__ import annotations

import base64
import keyword
import math
import re
import struct
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.composite.type_spec import TypeSpec, spec_from_data, spec_to_data
from graph.dtypes import DType
from graph.errors import SerialisationError
from graph.graph import Graph
from graph.handles import Handle
from graph.literals import is_data, native
from graph.serialise import Tagged
from graph.specs import ListDType, TensorSpec, list_of
from graph.streams import Stream, global_stream
from graph.tensor import EagerTensor

# JSON's integers are read by others as numbers of 64 bits, at most.
_MAX_BITS: Final = 63
#: How long the list of dimensions of anything may be.
MAX_RANK: Final = 64
_HEX: Final = re.compile(r"-?0x[0-9a-f]{1,65536}")
_FLOAT: Final = re.compile(r"[0-9a-f]{16}")


class Writer:
    """Writes values, and keeps what files hold once.

    Attributes:
        arrays: The arrays, which values refer to by number.
        handles: The variables.
        streams: The streams of random numbers.
        graphs: The graphs that are shared, as JSON.
    """

    def __init__(self, write_graph: Callable[[Graph, Writer], Any]) -> None:
        """Begin; `write_graph` makes JSON of a graph that is shared."""
        self.arrays: list[Any] = []
        self.handles: list[Handle] = []
        self.streams: list[Stream] = []
        self.graphs: list[Any] = []
        self._write_graph = write_graph
        # id(object) -> its number; the objects are kept alive by `_alive`.
        self._numbers: dict[int, int] = {}
        self._alive: list[Any] = []

    def write(self, value: Any) -> Any:
        """Return a value as JSON.

        Raises:
            SerialisationError: It is no data.
        """
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if kind is int and value.bit_length() <= _MAX_BITS:
            return value
        if kind is float and math.isfinite(value):
            return value
        if kind is tuple:
            return [self.write(part) for part in value]
        for of, name, write in _WRITTEN:
            if kind is of or (of in _BASES and isinstance(value, of)):
                return {name: write(self, value)}
        if getattr(kind, "is_graph_data", False):
            return {"source": self.write(value.as_graph_data())}
        raise SerialisationError(
            f"{value!r} is no data: it cannot be saved.",
            hint="Saved are tensors, numbers, text, dtypes, and lists, tuples and "
            "dicts of them.",
        )

    def array(self, array: Any) -> int:
        """Return the number of an array."""
        return self._number(array, self.arrays, native)

    def handle(self, handle: Handle) -> int:
        """Return the number of a variable."""
        return self._number(handle, self.handles)

    def stream(self, stream: Stream) -> int | None:
        """Return the number of a stream; None for that of `ag.random`."""
        if stream is global_stream():
            return None
        return self._number(stream, self.streams)

    def graph(self, graph: Graph) -> int:
        """Return the number of a graph that calls share."""
        number = self._numbers.get(id(graph))
        if number is None:
            written = self._write_graph(graph, self)  # those in it come first
            number = self._number(graph, self.graphs, lambda _: written)
        return number

    def _number(
        self, value: Any, table: list[Any], made: Callable[[Any], Any] | None = None
    ) -> int:
        number = self._numbers.get(id(value))
        if number is None:
            self._numbers[id(value)] = number = len(table)
            self._alive.append(value)
            table.append(value if made is None else made(value))
        return number


class Reader:
    """Reads what a `Writer` has written.

    Attributes:
        arrays: The arrays, read-only.
        handles: The storage of the variables.
        streams: The streams.
        graphs: The graphs that are shared, those read so far.
        read_source: Makes of data what a graph draws from.
    """

    def __init__(
        self,
        arrays: Sequence[Any],
        handles: Sequence[Handle],
        streams: Sequence[Stream],
        read_source: Callable[[Any], Any],
    ) -> None:
        """Begin."""
        self.arrays, self.handles, self.streams = arrays, handles, streams
        self.graphs: list[Graph] = []
        self.read_source = read_source

    def read(self, data: Any) -> Any:
        """Return the value that JSON stands for.

        Raises:
            ValueError, TypeError, LookupError: It stands for none.
        """
        if type(data) is list:
            return tuple([self.read(part) for part in data])
        if type(data) is not dict:
            return data
        ((name, held),) = data.items()
        return _READ[name](self, held)


def expect(value: Any, *kinds: type) -> Any:
    """Return a value of JSON if it is of one of the kinds.

    Raises:
        TypeError: It is not.
    """
    if type(value) not in kinds:
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"{str(value)[:40]!r} is no {wanted}")
    return value


def place_in(table: Sequence[Any], number: Any) -> Any:
    """Return what has a number in a table.

    Raises:
        IndexError: Nothing has.
    """
    if not 0 <= expect(number, int) < len(table):
        raise IndexError(f"there is no number {number} among {len(table)}")
    return table[number]


# -- What is written of each kind ------------------------------------------------------


def _float_bits(value: float) -> str:
    return struct.pack(">d", value).hex()


def _float(data: Any) -> float:
    if not _FLOAT.fullmatch(expect(data, str)):
        raise ValueError(f"{data[:40]!r} is no float")
    value: float = struct.unpack(">d", bytes.fromhex(data))[0]
    return value


def _integer(data: Any) -> int:
    if not _HEX.fullmatch(expect(data, str)):
        raise ValueError(f"{data[:40]!r} is no integer")
    return int(data, 16)


def _pairs(writer: Writer, value: Mapping[Any, Any]) -> Any:
    return [[writer.write(key), writer.write(held)] for key, held in value.items()]


def _dict(reader: Reader, data: Any) -> dict[Any, Any]:
    pairs = [expect(each, list) for each in expect(data, list)]
    return {reader.read(key): reader.read(held) for key, held in pairs}


def _parts(writer: Writer, value: Any) -> Any:
    return [writer.write(part) for part in value]


def _read_parts(reader: Reader, data: Any) -> list[Any]:
    return [reader.read(part) for part in expect(data, list)]


def _of_range(writer: Writer, value: Any) -> Any:
    return _parts(writer, (value.start, value.stop, value.step))


def _range(reader: Reader, data: Any) -> range:
    start, stop, step = _read_parts(reader, data)
    return range(start, stop, step)


def _slice(reader: Reader, data: Any) -> slice:
    start, stop, step = _read_parts(reader, data)
    return slice(start, stop, step)


def _write_spec(writer: Writer, spec: TensorSpec) -> Any:
    shape = None if spec.shape is None else list(spec.shape)
    return [writer.write(spec.dtype), shape, spec.name]


def _spec(reader: Reader, data: Any) -> TensorSpec:
    dtype, shape, name = expect(data, list)
    if shape is not None:
        shape = tuple(expect(shape, list))
        if len(shape) > MAX_RANK or any(
            size is not None and not 0 <= expect(size, int) < 2**63 for size in shape
        ):
            raise ValueError(f"{shape[:8]} is no shape")
    if name is not None:
        expect(name, str)
    found = reader.read(dtype)
    if not isinstance(found, DType):
        raise TypeError(f"{found!r} is no dtype")
    return TensorSpec(shape, found, name)


def _dtype(reader: Reader, data: Any) -> DType:
    del reader
    return dtypes.dtype_named(expect(data, str))


def _list_dtype(reader: Reader, data: Any) -> DType:
    element = reader.read(data)
    if element is not None and not isinstance(element, TensorSpec):
        raise TypeError("a list has elements of a spec")
    return list_of(element).dtype


def _numpy_dtype(reader: Reader, data: Any) -> Any:
    return _dtype(reader, data).numpy


def _write_array(writer: Writer, value: Any) -> Any:
    array = np.asarray(value)
    if not is_data(array):
        raise SerialisationError(f"{array!r} is no data: it cannot be saved.")
    if array.dtype.kind not in "OSU":
        return writer.array(array)
    items = [writer.write(item) for item in native(array).ravel().tolist()]
    return [list(array.shape), items]


def _array(reader: Reader, data: Any) -> Any:
    if type(data) is int:
        return place_in(reader.arrays, data)
    shape, items = expect(data, list)
    texts = _read_parts(reader, items)
    for text in texts:
        expect(text, str, bytes)
    flat = np.empty(len(texts), object)
    flat[:] = texts
    found = flat.reshape([expect(size, int) for size in expect(shape, list)])
    found.flags.writeable = False
    return found


def _scalar(reader: Reader, data: Any) -> Any:
    found = _array(reader, data)
    return found[()] if found.ndim == 0 else found


def _handle(reader: Reader, data: Any) -> Handle:
    found: Handle = place_in(reader.handles, data)
    return found


def _stream(reader: Reader, data: Any) -> Stream:
    if data is None:
        return global_stream()
    found: Stream = place_in(reader.streams, data)
    return found


def _tagged(reader: Reader, data: Any) -> Tagged:
    kind, held = expect(data, list)
    found = Tagged(expect(kind, str), reader.read(held))
    if kind == "class":
        _check_class(*found.data)
    return found


def _check_class(module: Any, qualname: Any, names: Any) -> None:
    """Check that a class is a named tuple: no other one is made."""
    expect(module, str)
    parts = expect(qualname, str).split(".")
    for name in (parts[-1], *expect(names, tuple)):
        is_name = expect(name, str).isidentifier() and not keyword.iskeyword(name)
        # Python takes names of one normal form for one.
        if not is_name or unicodedata.normalize("NFKC", name) != name:
            raise ValueError(f"{name[:40]!r} is no name of a named tuple or field")


def _write_tagged(writer: Writer, value: Tagged) -> Any:
    if value.kind == "class" and value.data[2] is None:
        raise SerialisationError(
            f"the class {value.data[1]} cannot be saved: who loads may not have it.",
            hint="Take and return tensors in lists, tuples, named tuples and dicts.",
        )
    return [value.kind, writer.write(value.data)]


_BASES: Final = (
    np.dtype,
    np.generic,
    TypeSpec,
    EagerTensor,
    ListDType,
    DType,
    Handle,
    Stream,
    np.ndarray,
)
_WRITTEN: Final[tuple[tuple[Any, str, Callable[[Writer, Any], Any]], ...]] = (
    (int, "int", lambda _, value: hex(value)),
    (float, "float", lambda _, value: _float_bits(value)),
    (complex, "complex", lambda _, x: [_float_bits(x.real), _float_bits(x.imag)]),
    (bytes, "bytes", lambda _, value: base64.b64encode(value).decode("ascii")),
    (type(Ellipsis), "ellipsis", lambda _, value: None),
    (range, "range", _of_range),
    (slice, "slice", _of_range),
    (list, "list", _parts),
    (set, "set", lambda writer, value: _parts(writer, sorted(value, key=repr))),
    (frozenset, "frozenset", lambda w, value: _parts(w, sorted(value, key=repr))),
    (dict, "dict", _pairs),
    (TensorSpec, "spec", _write_spec),
    (TypeSpec, "composite", lambda writer, value: _parts(writer, spec_to_data(value))),
    (ListDType, "list_dtype", lambda writer, value: writer.write(value.element)),
    (DType, "dtype", lambda _, value: value.name),
    (np.dtype, "numpy_dtype", lambda _, value: dtypes.from_numpy(value).name),
    (EagerTensor, "tensor", lambda writer, x: _write_array(writer, x._value)),
    (np.ndarray, "array", _write_array),
    (np.generic, "scalar", _write_array),
    (Handle, "variable", Writer.handle),
    (Stream, "stream", Writer.stream),
    (Graph, "graph", Writer.graph),
    (Tagged, "tagged", _write_tagged),
)  # fmt: skip
_READ: Final[Mapping[str, Callable[[Reader, Any], Any]]] = {
    "int": lambda _, data: _integer(data),
    "float": lambda _, data: _float(data),
    "complex": lambda _, data: complex(*map(_float, expect(data, list))),
    "bytes": lambda _, data: base64.b64decode(expect(data, str), validate=True),
    "ellipsis": lambda _reader, _data: Ellipsis,
    "range": _range,
    "slice": _slice,
    "list": _read_parts,
    "set": lambda reader, data: set(_read_parts(reader, data)),
    "frozenset": lambda reader, data: frozenset(_read_parts(reader, data)),
    "dict": _dict,
    "spec": _spec,
    "composite": lambda reader, data: spec_from_data(_read_parts(reader, data)),
    "list_dtype": _list_dtype,
    "dtype": _dtype,
    "numpy_dtype": _numpy_dtype,
    "tensor": lambda reader, data: EagerTensor(_array(reader, data)),
    "array": _array,
    "scalar": _scalar,
    "variable": _handle,
    "stream": _stream,
    "graph": lambda reader, data: place_in(reader.graphs, data),
    "tagged": _tagged,
    "source": lambda reader, data: reader.read_source(reader.read(data)),
}

__all__: list[str] = []
