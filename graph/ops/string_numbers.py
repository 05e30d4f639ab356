"""Text of numbers, and numbers of text (`ag.strings`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes
from graph.convert import shown
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError
from graph.op import ZERO, always, define
from graph.ops.arguments import (
    array_of,
    is_option,
    result,
    static_flag,
    static_int,
    total_size,
)
from graph.ops.formatting import show_value
from graph.ops.strings import check_text, each, static_text, text_array
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor

# -- Numbers of text -----------------------------------------------------------------

_INTEGER = re.compile(rb"\s*[+-]?[0-9]+\s*")
_FLOAT = re.compile(
    rb"\s*[+-]?([0-9]+\.?[0-9]*([eE][+-]?[0-9]+)?|\.[0-9]+([eE][+-]?[0-9]+)?"
    rb"|inf(inity)?|nan)\s*",
    re.IGNORECASE,
)


def _parser(out_type: DType) -> Callable[[bytes], Any]:
    is_integer = out_type.is_integer
    form = _INTEGER if is_integer else _FLOAT
    info = np.iinfo(out_type.numpy) if is_integer else None

    def parse(text: bytes) -> Any:
        if form.fullmatch(text) is None:
            raise InvalidArgumentError(
                f"{text!r} is no number of {out_type}.",
                hint="Numbers are written in digits, as Python writes them, and white "
                "space may be around them.",
            )
        if info is None:
            return float(text)
        value = int(text)
        if not info.min <= value <= info.max:
            raise InvalidArgumentError(
                f"{value} is beyond {out_type}.",
                hint=f"Its numbers are from {info.min} to {info.max}.",
            )
        return value

    return parse


def _infer_number(input: TensorSpec, *, out_type: DType) -> TensorSpec:
    check_text(input)
    return TensorSpec(input.shape, out_type)


def _to_number(input: Any, *, out_type: DType) -> Any:
    with np.errstate(over="ignore"):  # beyond the largest number is infinity
        return each(_parser(out_type), text_array(input), dtype=out_type)


def to_number(
    input: Any, out_type: Any = dtypes.float32, name: str | None = None
) -> Tensor:
    """Return the numbers that texts tell.

    Args:
        input: Text.
        out_type: float32, float64, int32 or int64.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   string -> `out_type`
    Raises:  InvalidArgumentError for text that is no number, or one beyond the dtype,
        when this runs
    Source:  TensorFlow's strings.to_number
    """
    dtype = dtypes.as_dtype(out_type)
    if dtype not in (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64):
        raise DTypeError(
            f"to_number: out_type is {dtype}.",
            origin=capture_exact(),
            hint="It is float32, float64, int32 or int64; see ag.cast for others.",
        )
    return result(_TO_NUMBER, (as_tensor(input),), {"out_type": dtype}, name)


_TO_NUMBER = define(
    "string_to_number",
    inputs=("input",),
    attrs={"out_type": dtypes.float32},
    infer=_infer_number,
    kernel=_to_number,
    doc=to_number.__doc__,
    gradient=ZERO,
    work=total_size,
    can_fail=always,
    type_name="StringToNumber",
)

# -- Text of numbers -----------------------------------------------------------------


def _writer(kind: str, template: str, width: int, fill: str) -> Callable[[Any], bytes]:
    if kind == "b":
        template = f"%{fill}{width if width >= 0 else ''}s"
        return lambda x: (template % ("true" if x else "false")).encode()
    if kind == "c":
        return lambda x: f"({template % x.real},{template % x.imag})".encode()
    return lambda x: (template % x).encode()


def _as_string(
    input: Any, *, precision: int, scientific: bool, shortest: bool, width: int,
    fill: str,
) -> Any:  # fmt: skip
    array = array_of(input)
    kind = array.dtype.kind
    if kind == "O":
        return array.copy()
    letter = "d" if kind in "iu" else "e" if scientific else "g" if shortest else "f"
    digits = f".{precision}" if precision >= 0 else ""
    space = f"{fill}{width}" if width >= 0 else ""
    write = _writer(kind, f"%{space}{digits}{letter}", width, fill)
    return each(write, array, dtype=dtypes.string)


def as_string(
    input: Any,
    precision: Any = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: Any = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Write each element as text, as C's printf does.

    Args:
        input: Numbers or truth values; text stays as it is.
        precision: How many digits floats have after the point; six by default.
        scientific: Write floats with an exponent, as `%e`.
        shortest: Write floats as `%g` does.
        width: The least length.
        fill: What comes before shorter ones: " ", "0", "+", "-", or nothing.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> string
    Raises:  DTypeError if the choices do not fit each other, or the dtype
    Source:  TensorFlow's strings.as_string
    """
    tensor = as_tensor(input)
    is_inexact = tensor.dtype.numpy.kind in "fc"
    digits, least = static_int(precision, "precision"), static_int(width, "width")
    scientific = static_flag(scientific, "scientific")
    shortest = static_flag(shortest, "shortest")
    wrong = ""
    if scientific and shortest:
        wrong = "both scientific and shortest are asked for"
    elif not is_inexact and (digits >= 0 or scientific or shortest):
        wrong = f"digits after the point are asked for, of {tensor.dtype}"
    elif not is_option(fill, ("", " ", "0", "+", "-")):
        wrong = f"fill is {shown(fill)}"
    elif fill and least < 0:
        wrong = "fill is given, and no width"
    if wrong:
        raise DTypeError(
            f"as_string: {wrong}.",
            origin=capture_exact(),
            hint="scientific, shortest and precision are for floats, one of the first "
            "two at most; fill is one of ' ', '0', '+', '-', beside a width.",
        )
    attrs = {
        "precision": digits,
        "scientific": scientific,
        "shortest": shortest,
        "width": least,
        "fill": fill,
    }
    return result(_AS_STRING, (tensor,), attrs, name)


_AS_STRING = define(
    "as_string",
    inputs=("input",),
    attrs={
        "precision": -1,
        "scientific": False,
        "shortest": False,
        "width": -1,
        "fill": "",
    },
    infer=lambda input, **_: TensorSpec(input.shape, dtypes.string),
    kernel=_as_string,
    doc=as_string.__doc__,
    gradient=ZERO,
    work=total_size,
)

# -- Templates -----------------------------------------------------------------------


def _format(*inputs: Any, template: bytes, placeholder: bytes, summarize: int) -> Any:
    parts = template.split(placeholder)
    shown = [show_value(x, summarize).encode() for x in inputs]
    texts = [parts[0], *(b"".join(p) for p in zip(shown, parts[1:], strict=True))]
    found = np.empty((), object)
    found[()] = b"".join(texts)
    return found


def format(
    template: Any,
    inputs: Any = (),
    placeholder: Any = "{}",
    summarize: Any = 3,
    name: str | None = None,
) -> Tensor:
    """Put tensors into a template, as `ag.print` shows them.

    Args:
        template: Text with a placeholder for each tensor; known while tracing.
        inputs: A tensor, or several.
        placeholder: What is replaced.
        summarize: How many elements to show at both ends of each axis, -1 for all.
        name: A name for the node.

    Shape:   any -> ()
    Dtype:   any -> string
    Raises:  InvalidArgumentError if there are not as many placeholders as tensors
    Source:  TensorFlow's strings.format
    """
    text = static_text(template, "the template")
    mark = static_text(placeholder, "the placeholder")
    given = inputs if isinstance(inputs, (list, tuple)) else [inputs]
    if not mark or text.count(mark) != len(given):
        raise InvalidArgumentError(
            f"format: the template has {text.count(mark) if mark else 0} placeholders "
            f"for {len(given)} tensors.",
            origin=capture_exact(),
            hint="Write one placeholder for each.",
        )
    attrs = {
        "template": text,
        "placeholder": mark,
        "summarize": static_int(summarize, "summarize"),
    }
    return result(_FORMAT, [as_tensor(x) for x in given], attrs, name)


_FORMAT = define(
    "string_format",
    variadic=True,
    inputs=("inputs",),
    attrs={"template": b"", "placeholder": b"{}", "summarize": 3},
    infer=lambda *_, **__: TensorSpec((), dtypes.string),
    kernel=_format,
    doc=format.__doc__,
    gradient=ZERO,
    work=total_size,
    type_name="StringFormat",
)

__all__ = ["as_string", "format", "to_number"]
NAMESPACES = {"ag.strings": __all__}
