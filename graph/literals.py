"""Values as they are written in the text of a graph, exactly.

A value printed here and read by `graph.text_parser` is the same to the last bit: the
sign of zero, the sign and payload of nan, integers of any size. Arrays come back in
C order. What is not data, such as an exception class, is shown as `<...>`, which the
parser refuses.
"""

from __future__ import annotations

import base64
import math
import re
import struct
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from graph import dtypes, shapes
from graph.dtypes import DType
from graph.specs import TensorSpec, is_list
from graph.tensor import EagerTensor

if TYPE_CHECKING:
    from collections.abc import Sequence

# Arrays with more elements than this are printed as base64.
MAX_LISTED: Final = 32
# Integers with more bits than this are printed in hexadecimal: Python limits the
# length of decimal text.
MAX_DECIMAL_BITS: Final = 512

_NAN_BITS: Final = 0x7FF8000000000000
_SIGN_BIT: Final = 1 << 63
_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")


def show_literal(value: Any) -> str:
    """Return the text of a constant or of an attribute's value."""
    if value is None or value is True or value is False:
        return str(value)
    if value is Ellipsis:
        return "..."
    show = _SHOWN.get(type(value))
    if show is not None:
        return str(show(value))
    if isinstance(value, np.generic):
        array = np.asarray(value)
        return f"scalar{show_array(array)}" if is_data(array) else _opaque(value)
    return _opaque(value)


def show_operand(value: Any) -> str:
    """Return the text of a Python number, or of text, where a node takes it."""
    text = show_literal(value)
    return f"str({text})" if type(value) is str else text


def show_array(array: Any) -> str:
    """Return `(float32[2], [1.0, 2.0])`: the spec and the elements of an array."""
    spec = array_spec(array)
    return f"({spec}, {_elements(native(array), spec.dtype)})"


def show_spec(spec: TensorSpec) -> str:
    """Return a spec with its brackets always, which tells it from a dtype."""
    if is_list(spec):
        return spec.dtype.name
    return f"{spec.dtype.name}{shapes.show(spec.shape)}"


def is_data(array: Any) -> bool:
    """Can the array be written exactly: does it hold numbers or text only?"""
    if array.dtype.kind in "OSU":
        return all(isinstance(item, (bytes, str)) for item in array.ravel().tolist())
    return array.dtype.newbyteorder("=") in {d.numpy for d in dtypes.STRONG}


def array_spec(array: Any) -> TensorSpec:
    """Return the spec of an array that `is_data`."""
    return TensorSpec(array.shape, dtypes.from_numpy(array.dtype))


def native(array: Any) -> Any:
    """Return the array in C order and in its dtype's native form, text as objects."""
    dtype = object if array.dtype.kind in "SU" else array.dtype.newbyteorder("=")
    return np.asarray(array, dtype=dtype, order="C")


def array_of(elements: Sequence[Any], spec: TensorSpec) -> Any:
    """Return the read-only array with these elements in C order.

    Raises:
        ValueError, TypeError, OverflowError: They do not fit the spec.
    """
    if spec.dtype is dtypes.string:
        flat = np.empty(len(elements), dtype=object)
        flat[:] = elements
    else:
        flat = np.array(elements, dtype=spec.dtype.numpy)
    array = flat.reshape(_static(spec))
    array.flags.writeable = False
    return array


def array_of_bytes(data: bytes, spec: TensorSpec) -> Any:
    """Return the read-only array with these bytes, little end first."""
    stored = np.frombuffer(data, spec.dtype.numpy.newbyteorder("<"))
    array = stored.astype(spec.dtype.numpy).reshape(_static(spec))
    array.flags.writeable = False
    return array


def _static(spec: TensorSpec) -> tuple[int, ...]:
    if not shapes.is_static(spec.shape):
        raise ValueError(f"an array has no unknown dimensions; the spec is {spec}")
    return cast("tuple[int, ...]", spec.shape)


def nan_of_bits(bits: int) -> float:
    """Return the float with this pattern of 64 bits."""
    value: float = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
    return value


def bits_of(value: float) -> int:
    """Return the 64 bits of a float."""
    return int.from_bytes(struct.pack("<d", value), "little")


def _int(value: int) -> str:
    return str(value) if value.bit_length() <= MAX_DECIMAL_BITS else hex(value)


def _float(value: float) -> str:
    if not math.isnan(value):
        return repr(value)
    bits = bits_of(value)
    if bits & ~_SIGN_BIT == _NAN_BITS:
        return "-nan" if bits & _SIGN_BIT else "nan"
    return f"nan({bits:#018x})"


def _complex(value: complex) -> str:
    return f"complex({_float(value.real)}, {_float(value.imag)})"


def _tuple(value: tuple[Any, ...]) -> str:
    listed = ", ".join(map(show_literal, value))
    return f"({listed},)" if len(value) == 1 else f"({listed})"


def _list(value: list[Any]) -> str:
    return f"[{', '.join(map(show_literal, value))}]"


def _dict(value: dict[Any, Any]) -> str:
    items = (f"{show_literal(k)}: {show_literal(v)}" for k, v in value.items())
    return f"{{{', '.join(items)}}}"


def _slice(value: slice) -> str:
    parts = (value.start, value.stop, value.step)
    return f"slice({', '.join(map(show_literal, parts))})"


def _array(value: Any) -> str:
    return f"const{show_array(value)}" if is_data(value) else _opaque(value)


def _opaque(value: Any) -> str:
    """Return a text that does not depend on where the object lies in memory."""
    if isinstance(value, type):
        return f"<class {value.__name__}>"
    shown = _ADDRESS.sub("", repr(value))
    shown = " ".join(shown.split()).strip("<>")
    return f"<object {shown[:60]}>"


# By exact type: a subclass would come back as its base.
_SHOWN: Final[dict[type, Any]] = {
    int: _int,
    float: _float,
    complex: _complex,
    str: repr,
    bytes: repr,
    tuple: _tuple,
    list: _list,
    dict: _dict,
    slice: _slice,
    DType: str,
    TensorSpec: show_spec,
    np.ndarray: _array,
    EagerTensor: lambda value: _array(value._value),
}


def _elements(array: Any, dtype: DType) -> str:
    """Return the elements as a nested list when that is short and exact."""
    if dtype is dtypes.string:
        return _nested(array, repr)
    if array.size <= MAX_LISTED and _is_exact(array, dtype):
        return _nested(array, _element)
    first = array.ravel()[:1]
    if _is_exact(first, dtype) and first.tobytes() * array.size == array.tobytes():
        return f"all {_element(first[0])}"
    stored = array.astype(array.dtype.newbyteorder("<"))
    return f"base64 '{base64.b64encode(stored.tobytes()).decode()}'"


def _is_exact(array: Any, dtype: DType) -> bool:
    """Do the elements survive being written in decimal?"""
    flat = [_read_element(_element(item), dtype) for item in array.ravel()]
    again = array_of(flat, TensorSpec(array.shape, dtype))
    return bool(again.tobytes() == array.tobytes())


def _element(item: Any) -> str:
    if item.dtype.kind == "f":
        if np.isnan(item):
            return "-nan" if np.signbit(item) else "nan"
        return str(item)
    if item.dtype.kind == "c":
        return f"complex({_element(item.real)}, {_element(item.imag)})"
    return str(item)


def _read_element(text: str, dtype: DType) -> Any:
    if dtype.is_complex:
        real, imag = text.removeprefix("complex(").removesuffix(")").split(", ")
        return complex(float(real), float(imag))
    if dtype.is_floating:
        return float(text)
    return text == "True" if dtype.is_bool else int(text)


def _nested(array: Any, show: Any, index: tuple[int, ...] = ()) -> str:
    if len(index) == array.ndim:
        return str(show(array[index]))
    rows = (_nested(array, show, (*index, i)) for i in range(array.shape[len(index)]))
    return f"[{', '.join(rows)}]"
