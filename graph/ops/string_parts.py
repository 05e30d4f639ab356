"""Text joined and taken apart; characters as numbers (`ag.strings`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, ZERO, always, define
from graph.ops.arguments import (
    listed,
    normalize_axes,
    result,
    static_axes,
    static_flag,
    static_int,
    total_size,
)
from graph.ops.strings import (
    by_element,
    check_text,
    each,
    one_of,
    static_text,
    text_array,
)
from graph.shapes import normalize_axis
from graph.specs import TensorSpec
from graph.tensor import Tensor

# -- Joined --------------------------------------------------------------------------


def _infer_join(*inputs: TensorSpec, separator: bytes) -> TensorSpec:
    if not inputs:
        raise ShapeError("there is nothing to join.", hint="Give one text or more.")
    for place, spec in enumerate(inputs):
        check_text(spec, f"input {place}")
    shape = shapes.broadcast(*(spec.shape for spec in inputs))
    return TensorSpec(shape, dtypes.string)


def _join(*inputs: Any, separator: bytes) -> Any:
    arrays = [text_array(x) for x in inputs]
    if not arrays:
        raise ValueError("nothing")
    return each(lambda *parts: separator.join(parts), *arrays, dtype=dtypes.string)


def join(inputs: Sequence[Any], separator: Any = "", name: str | None = None) -> Tensor:
    """Join several texts, element by element.

    Args:
        inputs: Texts that broadcast together.
        separator: What stands between them; known while tracing.
        name: A name for the node.

    Shape:   all broadcast together
    Dtype:   string -> string
    Raises:  ShapeError if they do not broadcast
    Source:  TensorFlow's strings.join
    """
    attrs = {"separator": static_text(separator, "the separator")}
    return result(_JOIN, [as_tensor(x) for x in listed(inputs, "inputs")], attrs, name)


_JOIN = define(
    "string_join",
    variadic=True,
    inputs=("inputs",),
    attrs={"separator": b""},
    infer=_infer_join,
    kernel=_join,
    doc=join.__doc__,
    gradient=ZERO,
    work=total_size,
    type_name="StringJoin",
)


def _infer_reduce_join(
    inputs: TensorSpec,
    *,
    axis: tuple[int, ...] | None,
    keepdims: bool,
    separator: bytes,
) -> TensorSpec:
    check_text(inputs)
    if inputs.shape is None:
        known = axis is None and not keepdims
        return TensorSpec(() if known else None, dtypes.string)
    gone = normalize_axes(axis, len(inputs.shape))
    kept = [
        1 if i in gone else dim
        for i, dim in enumerate(inputs.shape)
        if keepdims or i not in gone
    ]
    return TensorSpec(tuple(kept), dtypes.string)


def _reduce_join(
    inputs: Any, *, axis: tuple[int, ...] | None, keepdims: bool, separator: bytes
) -> Any:
    array = text_array(inputs)
    # The axis that is named first is joined first; all of them, from the last on.
    gone = normalize_axes(axis, array.ndim)[:: 1 if axis is None else -1]
    kept = [i for i in range(array.ndim) if i not in gone]
    moved = np.transpose(array, (*kept, *gone))
    outer = moved.shape[: len(kept)]
    found = np.empty(outer, object)
    for place in np.ndindex(*outer):
        part = moved[place]
        texts = part.reshape(-1) if isinstance(part, np.ndarray) else [part]
        found[place] = separator.join(texts)
    if keepdims:
        found = found.reshape(
            [1 if i in gone else n for i, n in enumerate(array.shape)]
        )
    return found


def reduce_join(
    inputs: Any,
    axis: Any = None,
    keepdims: bool = False,
    separator: Any = "",
    name: str | None = None,
) -> Tensor:
    """Join the texts along axes.

    Args:
        inputs: Text.
        axis: Which axes, in the order in which they are joined; by default all.
        keepdims: Keep the axes, with length 1.
        separator: What stands between them; known while tracing.
        name: A name for the node.

    Shape:   any -> without the axes
    Dtype:   string -> string
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's strings.reduce_join
    """
    attrs = {
        "axis": static_axes(axis),
        "keepdims": static_flag(keepdims, "keepdims"),
        "separator": static_text(separator, "the separator"),
    }
    return result(_REDUCE_JOIN, (as_tensor(inputs),), attrs, name)


_REDUCE_JOIN = define(
    "reduce_join",
    inputs=("inputs",),
    attrs={"axis": None, "keepdims": False, "separator": b""},
    infer=_infer_reduce_join,
    kernel=_reduce_join,
    doc=reduce_join.__doc__,
    gradient=ZERO,
    work=total_size,
    type_name="ReduceJoin",
)

# -- Taken apart ---------------------------------------------------------------------


def _check_scalar(spec: TensorSpec, what: str) -> None:
    check_text(spec)
    if spec.rank not in (0, None):
        raise ShapeError(
            f"{what} of several texts would be rows of different lengths.",
            hint="Take one text at a time, as in `for text in texts:`.",
        )


def _scalar(x: Any) -> bytes:
    array = text_array(x)
    if array.ndim:
        raise ValueError("rank")
    found: bytes = array[()]
    return found


def _vector(parts: Sequence[bytes]) -> Any:
    found = np.empty(len(parts), object)
    found[:] = parts
    return found


def _infer_vector(what: str, dtype: Any) -> Callable[..., TensorSpec]:
    def infer(input: TensorSpec, **_: Any) -> TensorSpec:
        _check_scalar(input, what)
        return TensorSpec((None,), dtype)

    return infer


def split(
    input: Any, sep: Any = None, maxsplit: Any = -1, name: str | None = None
) -> Tensor:
    """Take a text apart at separators.

    Args:
        input: One text. Several would be rows of different lengths.
        sep: The separator; None for white space, of which none is left.
        maxsplit: How many separators count, -1 for all.
        name: A name for the node.

    Shape:   () -> (n,)
    Dtype:   string -> string
    Raises:  ShapeError if there is more than one text
    Source:  TensorFlow's strings.split; Python's bytes.split
    """
    mark = None if sep is None else static_text(sep, "the separator") or None
    attrs = {"sep": mark, "maxsplit": static_int(maxsplit, "maxsplit")}
    return result(_SPLIT, (as_tensor(input),), attrs, name)


_SPLIT = define(
    "string_split",
    inputs=("input",),
    attrs={"sep": None, "maxsplit": -1},
    infer=_infer_vector("the parts", dtypes.string),
    kernel=lambda input, *, sep, maxsplit: _vector(_scalar(input).split(sep, maxsplit)),
    doc=split.__doc__,
    gradient=ZERO,
    type_name="StringSplitV2",
)


def bytes_split(input: Any, name: str | None = None) -> Tensor:
    """Take a text apart into its bytes.

    Args:
        input: One text. Several would be rows of different lengths.
        name: A name for the node.

    Shape:   () -> (n,)
    Dtype:   string -> string
    Raises:  ShapeError if there is more than one text
    Source:  TensorFlow's strings.bytes_split
    """
    return result(_BYTES_SPLIT, (as_tensor(input),), {}, name)


_BYTES_SPLIT = define(
    "bytes_split",
    inputs=("input",),
    infer=_infer_vector("the bytes", dtypes.string),
    kernel=lambda input: _vector([bytes([byte]) for byte in _scalar(input)]),
    doc=bytes_split.__doc__,
    gradient=ZERO,
    type_name="BytesSplit",
)

# -- Characters ----------------------------------------------------------------------

_ENCODINGS = ("UTF-8", "UTF-16-BE", "UTF-32-BE")
_INPUT_ENCODINGS = (*_ENCODINGS, "US-ASCII", "ISO-8859-1")
_ERRORS = ("strict", "replace", "ignore")


def _decoded(text: bytes, encoding: str, errors: str) -> str:
    try:
        return text.decode(encoding, errors)
    except UnicodeDecodeError as error:
        raise InvalidArgumentError(
            f"{text!r} is no text in {encoding}: {error.reason}.",
            hint='errors="replace" and errors="ignore" take any bytes.',
        ) from None


def unicode_decode(
    input: Any, input_encoding: str, errors: str = "replace", name: str | None = None
) -> Tensor:
    """Return the numbers of a text's characters.

    Args:
        input: One text. Several would be rows of different lengths.
        input_encoding: Such as "UTF-8".
        errors: What to do with bytes that are no text: "strict" raises, "replace" and
            "ignore" do as Python's codecs.
        name: A name for the node.

    Shape:   () -> (n,)
    Dtype:   string -> int32
    Raises:  ShapeError if there is more than one text; InvalidArgumentError for bytes
        that are no text, with "strict"
    Source:  TensorFlow's strings.unicode_decode
    """
    attrs = {
        "input_encoding": one_of(input_encoding, _INPUT_ENCODINGS, "input_encoding"),
        "errors": one_of(errors, _ERRORS, "errors"),
    }
    return result(_UNICODE_DECODE, (as_tensor(input),), attrs, name)


_UNICODE_DECODE = define(
    "unicode_decode",
    inputs=("input",),
    attrs={"input_encoding": REQUIRED, "errors": "replace"},
    infer=_infer_vector("the characters", dtypes.int32),
    kernel=lambda input, *, input_encoding, errors: np.array(
        [ord(each) for each in _decoded(_scalar(input), input_encoding, errors)],
        np.int32,
    ),
    doc=unicode_decode.__doc__,
    gradient=ZERO,
    can_fail=always,
    type_name="UnicodeDecode",
)


def _infer_encode(
    input: TensorSpec, *, output_encoding: str, errors: str
) -> TensorSpec:
    if not dtypes.strengthen(input.dtype).is_integer:
        raise DTypeError(
            f"the characters are {input.dtype}, not integers.",
            hint="Give the numbers of characters, as ag.strings.unicode_decode does.",
        )
    if input.shape is None:
        return TensorSpec(None, dtypes.string)
    normalize_axis(-1, len(input.shape))
    return TensorSpec(input.shape[:-1], dtypes.string)


def _encode(input: Any, *, output_encoding: str, errors: str) -> Any:
    rows = np.asarray(input)
    if rows.dtype.kind not in "iu" or not rows.ndim:
        raise TypeError("characters")
    found = np.empty(rows.shape[:-1], object)
    for place in np.ndindex(*found.shape):
        made = (_character(int(code), errors) for code in rows[place])
        found[place] = "".join(made).encode(output_encoding)
    return found


def _character(code: int, errors: str) -> str:
    if 0 <= code < 0x110000 and not 0xD800 <= code < 0xE000:
        return chr(code)
    if errors == "strict":
        raise InvalidArgumentError(
            f"{code} is the number of no character.",
            hint='errors="replace" and errors="ignore" take any number.',
        )
    return "\N{REPLACEMENT CHARACTER}" if errors == "replace" else ""


def unicode_encode(
    input: Any, output_encoding: str, errors: str = "replace", name: str | None = None
) -> Tensor:
    """Make texts of the numbers of characters, along the last axis.

    Args:
        input: Integers.
        output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: What to do with numbers of no character: "strict" raises, "replace" has
            U+FFFD, "ignore" leaves them out.
        name: A name for the node.

    Shape:   (..., n) -> (...)
    Dtype:   integers -> string
    Raises:  InvalidArgumentError for the number of no character, with "strict"
    Source:  TensorFlow's strings.unicode_encode
    """
    attrs = {
        "output_encoding": one_of(output_encoding, _ENCODINGS, "output_encoding"),
        "errors": one_of(errors, _ERRORS, "errors"),
    }
    return result(_UNICODE_ENCODE, (as_tensor(input),), attrs, name)


_UNICODE_ENCODE = define(
    "unicode_encode",
    inputs=("input",),
    attrs={"output_encoding": REQUIRED, "errors": "replace"},
    infer=_infer_encode,
    kernel=_encode,
    doc=unicode_encode.__doc__,
    gradient=ZERO,
    work=total_size,
    can_fail=always,
    type_name="UnicodeEncode",
)


def unicode_transcode(
    input: Any,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    name: str | None = None,
) -> Tensor:
    """Write each text in another encoding.

    Args:
        input: Text.
        input_encoding: Such as "UTF-8".
        output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: What to do with bytes that are no text: "strict" raises, "replace" and
            "ignore" do as Python's codecs.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   string -> string
    Raises:  InvalidArgumentError for bytes that are no text, with "strict"
    Source:  TensorFlow's strings.unicode_transcode
    """
    attrs = {
        "input_encoding": one_of(input_encoding, _INPUT_ENCODINGS, "input_encoding"),
        "output_encoding": one_of(output_encoding, _ENCODINGS, "output_encoding"),
        "errors": one_of(errors, _ERRORS, "errors"),
    }
    return result(_UNICODE_TRANSCODE, (as_tensor(input),), attrs, name)


_UNICODE_TRANSCODE = by_element(
    "unicode_transcode",
    lambda input_encoding, output_encoding, errors: (
        lambda text: _decoded(text, input_encoding, errors).encode(output_encoding)
    ),
    doc=unicode_transcode.__doc__,
    attrs={
        "input_encoding": REQUIRED,
        "output_encoding": REQUIRED,
        "errors": "replace",
    },
    can_fail=always,
    type_name="UnicodeTranscode",
)

__all__ = [
    "bytes_split",
    "join",
    "reduce_join",
    "split",
    "unicode_decode",
    "unicode_encode",
    "unicode_transcode",
]
NAMESPACES = {"ag.strings": __all__}
