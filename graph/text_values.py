"""Read the values that `graph.literals` writes."""

from __future__ import annotations

import ast
import base64
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from graph import dtypes
from graph.errors import GraphSyntaxError
from graph.literals import array_of, array_of_bytes, nan_of_bits
from graph.specs import TensorSpec, list_of
from graph.text_cursor import Cursor, error_at

if TYPE_CHECKING:
    from graph.dtypes import DType

STRING: Final = r"b?'(?:[^'\\]|\\.)*'|b?\"(?:[^\"\\]|\\.)*\""
_END: Final = r"(?![\w.])"
INTEGER: Final = rf"-?(?:0x[0-9a-f]+|\d+){_END}"
FLOAT: Final = rf"-?(?:(?:\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+|inf|nan){_END})"
BOOL: Final = rf"(?:True|False){_END}"
COMPLEX: Final = r"complex\("
TEXT: Final = r"str\("
NUMBER_START: Final = rf"-|{INTEGER}|{FLOAT}|{BOOL}|{COMPLEX}"
NAME: Final = r"[A-Za-z_]\w*"


def read_value(line: Cursor) -> Any:
    """Read the value of an attribute.

    Raises:
        GraphSyntaxError: None stands here, or one that the text cannot hold.
    """
    _refuse_objects(line)
    if line.looks_at(STRING):
        return read_string(line)
    if line.accept("..."):
        return ...
    for start, read in _BRACKETS.items():
        if line.accept(start):
            return read(line)
    if line.accept_word("None"):
        return None
    if line.looks_at(NUMBER_START) and not line.looks_at(r"complex\["):
        return read_number(line)
    return _read_type(line)


def _refuse_objects(line: Cursor) -> None:
    if line.looks_at("<"):
        raise error_at(line, "a value; this one is an object, which text cannot hold")


def read_text(line: Cursor) -> Any:
    """Read `str('...')`: text that a node takes."""
    line.expect("str(")
    value = read_string(line)
    line.expect(")")
    return value


def read_number(line: Cursor) -> Any:
    """Read a Python number."""
    if line.looks_at(BOOL):
        return line.take(BOOL, "a truth value") == "True"
    if line.accept("complex("):
        real = _read_float(line)
        line.expect(",")
        imag = _read_float(line)
        line.expect(")")
        return complex(real, imag)
    if line.looks_at(FLOAT):
        return _read_float(line)
    text = line.take(INTEGER, "a number")
    return int(text, 16 if "x" in text else 10)


def _read_float(line: Cursor) -> float:
    value = float(line.take(FLOAT, "a float, such as 1.0"))
    if value != value and line.accept("("):  # noqa: PLR0124 - that is how nan is known
        value = nan_of_bits(int(line.take(r"0x[0-9a-f]{16}", "64 bits in hex"), 0))
        line.expect(")")
    return value


def read_string(line: Cursor) -> str | bytes:
    """Read a string or bytes in quotes."""
    at = line.position
    text = line.take(STRING, "a string in quotes")
    try:
        value: str | bytes = ast.literal_eval(text)
    except (SyntaxError, ValueError) as error:
        line.position = at
        raise error_at(line, f"a string as Python writes it; {error}") from error
    return value


def read_spec(line: Cursor) -> TensorSpec:
    """Read `float32[2, None]`, a Python dtype alone, or `list[float32[2, None]]`."""
    if line.accept_word("list"):
        line.expect("[")
        element = None if line.accept("?") else read_spec(line)
        line.expect("]")
        return list_of(element)
    dtype = _read_dtype(line)
    if dtype.is_python and not line.looks_at(r"\["):
        return TensorSpec((), dtype)
    line.expect("[")
    return _read_shape(line, dtype)


def read_array(line: Cursor) -> Any:
    """Read `float32[2], [1.0, 2.0]`."""
    _refuse_objects(line)
    spec = read_spec(line)
    if spec.dtype.is_python or None in (spec.shape or ()) or spec.shape is None:
        raise error_at(line, "elements of a strong dtype and a shape without None")
    line.expect(",")
    line.skip_blanks()
    at = line.position
    try:
        return _read_elements(line, spec)
    except GraphSyntaxError:
        raise
    except (ValueError, TypeError, OverflowError) as error:
        line.position = at
        raise error_at(line, f"the elements of {spec}; {error}") from error


def _read_elements(line: Cursor, spec: TensorSpec) -> Any:
    size = math.prod(spec.shape or ())  # type: ignore[arg-type]
    if line.accept_word("all"):
        return array_of([_read_element(line)] * size, spec)
    if line.accept_word("base64"):
        return array_of_bytes(base64.b64decode(read_string(line), validate=True), spec)
    at = line.position
    elements: list[Any] = []
    shape = _read_nested(line, elements)
    # An empty list says nothing of the dimensions inside it.
    if shape != spec.shape and not (size == 0 and not elements):
        line.position = at
        raise error_at(line, f"nested lists of the shape {list(spec.shape or ())}")
    return array_of(elements, spec)


def _read_nested(line: Cursor, elements: list[Any]) -> tuple[int, ...] | None:
    """Append the elements; return the shape, or None when it is ragged."""
    if not line.accept("["):
        elements.append(_read_element(line))
        return ()
    shapes = _read_items(line, "]", lambda _: _read_nested(line, elements))
    if not shapes:
        return (0,)
    first = shapes[0]
    if first is None or any(shape != first for shape in shapes):
        return None
    return (len(shapes), *first)


def _read_element(line: Cursor) -> Any:
    if line.looks_at(STRING):
        return read_string(line)
    if not line.looks_at(NUMBER_START):
        raise error_at(line, "an element")
    return read_number(line)


def _read_scalar(line: Cursor) -> Any:
    value = read_array(line)[()]
    line.expect(")")
    return value


def _read_const(line: Cursor) -> Any:
    value = read_array(line)
    line.expect(")")
    return value


def _read_items(
    line: Cursor, end: str, read: Callable[[Cursor], Any] = read_value
) -> list[Any]:
    items: list[Any] = []
    while not line.accept(end):
        if items:
            line.expect(",", f"`,` or `{end}`")
            if line.accept(end):
                break
        items.append(read(line))
    return items


def _read_tuple(line: Cursor) -> Any:
    return tuple(_read_items(line, ")"))


def _read_slice(line: Cursor) -> slice:
    at = line.position
    parts = _read_items(line, ")")
    if len(parts) != 3:
        line.position = at
        raise error_at(line, "a slice of start, stop and step")
    return slice(*parts)


def _read_dict(line: Cursor) -> dict[Any, Any]:
    at = line.position
    items = _read_items(line, "}", _read_item)
    try:
        return dict(items)
    except TypeError as error:
        line.position = at
        raise error_at(line, f"a dict; {error}") from error


def _read_item(line: Cursor) -> tuple[Any, Any]:
    key = read_value(line)
    line.expect(":")
    return key, read_value(line)


def _read_type(line: Cursor) -> DType | TensorSpec:
    if line.looks_at(r"list\["):
        return read_spec(line)
    dtype = _read_dtype(line)
    return _read_shape(line, dtype) if line.accept("[") else dtype


def _read_dtype(line: Cursor) -> DType:
    line.skip_blanks()
    at = line.position
    name = line.take(NAME, "a dtype, such as float32")
    try:
        return dtypes.dtype_named(name)
    except KeyError as error:
        line.position = at
        raise error_at(line, f"a dtype, such as float32; {name} is none") from error


def _read_shape(line: Cursor, dtype: DType) -> TensorSpec:
    """Read `2, None]` or `...]`."""
    if line.accept("..."):
        line.expect("]")
        return TensorSpec(None, dtype)
    return TensorSpec(_read_items(line, "]", _read_dim), dtype)


def _read_dim(line: Cursor) -> int | None:
    if line.accept_word("None"):
        return None
    return int(line.take(r"\d+", "a dimension: a number or None"))


_BRACKETS: Final[dict[str, Callable[[Cursor], Any]]] = {
    "slice(": _read_slice,
    "const(": _read_const,
    "scalar(": _read_scalar,
    "(": _read_tuple,
    "[": lambda line: _read_items(line, "]"),
    "{": _read_dict,
}
