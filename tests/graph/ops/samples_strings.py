"""Samples of ops on text: each truth is Python's own bytes, one text at a time."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import FLOATS, INTEGERS, SAMPLES, Case, Draw, sample

_TEXTS = (
    b"",
    b"a",
    b"Bc d",
    b" \t x1 ",
    b"\xff\xfe",
    "\u00e4\u00d6".encode(),
    b"1,2,,3",
)


def _text(draw: Draw, shape: tuple[int, ...] | None = None) -> Any:
    places = draw.array("int32", shape, low=0, high=len(_TEXTS) - 1)
    found = np.empty(places.shape, object)
    for at in np.ndindex(*places.shape):
        found[at] = _TEXTS[places[at]]
    return found


def _mapped(x: Any, function: Any, dtype: Any = object) -> Any:
    found = np.empty(x.shape, dtype)
    for at in np.ndindex(*x.shape):
        found[at] = function(x[at])
    return found


def _each(name: str, function: Any, dtype: Any = object, **attrs: Any) -> None:
    def make(draw: Draw) -> Case:
        x = _text(draw)
        return Case((x,), lambda: _mapped(x, function, dtype), attrs)

    SAMPLES[name] = make


_each("string_lower", bytes.lower, encoding="")
_each("string_upper", bytes.upper, encoding="")
_each("string_strip", bytes.strip)
_each("string_length", len, np.int32, unit="BYTE")
_each(
    "regex_full_match",
    lambda text: re.fullmatch(rb"[a-z ]+", text) is not None,
    np.bool_,
    pattern=b"[a-z ]+",
)
_each(
    "regex_replace",
    lambda text: re.sub(rb"([a-z])(1|,)?", rb"<\g<1>>", text),
    pattern=rb"([a-z])(1|,)?",
    rewrite=rb"<\1>",
    replace_global=True,
)
_each(
    "unicode_transcode",
    lambda text: text.decode("utf-8", "ignore").encode("utf-16-be"),
    input_encoding="UTF-8",
    output_encoding="UTF-16-BE",
    errors="ignore",
)


@sample
def _string_substr(draw: Draw) -> Case:
    x = _text(draw)
    pos = np.zeros(x.shape, np.int32)
    count = draw.array("int64", (), low=0, high=3)
    return Case(
        (x, pos, count), lambda: _mapped(x, lambda t: t[: int(count)]), {"unit": "BYTE"}
    )


@sample
def _string_join(draw: Draw) -> Case:
    x = _text(draw)
    y = _text(draw, x.shape[:0] if draw.flag() else x.shape)

    def truth() -> Any:
        other = np.broadcast_to(y, x.shape)
        found = np.empty(x.shape, object)
        for at in np.ndindex(*x.shape):
            found[at] = x[at] + b"-" + other[at]
        return found

    return Case((x, y), truth, {"separator": b"-"})


@sample
def _reduce_join(draw: Draw) -> Case:
    x = _text(draw)
    axis = draw.axis(x.ndim) if x.ndim and draw.flag() else None
    keepdims = draw.flag()

    def truth() -> Any:
        if axis is None:
            found = np.empty((1,) * x.ndim if keepdims else (), object)
            found[(0,) * found.ndim] = b",".join(x.reshape(-1))
            return found
        moved = np.moveaxis(x, axis, -1)
        found = np.empty(moved.shape[:-1], object)
        for at in np.ndindex(*found.shape):
            found[at] = b",".join(moved[at])
        return np.expand_dims(found, axis) if keepdims else found

    axes = None if axis is None else (axis,)
    return Case((x,), truth, {"axis": axes, "keepdims": keepdims, "separator": b","})


def _vector(parts: Any) -> Any:
    found = np.empty(len(parts), object)
    found[:] = parts
    return found


@sample
def _string_split(draw: Draw) -> Case:
    x = _text(draw, ())
    sep, most = draw.one((None, b",", b"x1")), draw.integer(-1, 2)
    return Case(
        (x,), lambda: _vector(x[()].split(sep, most)), {"sep": sep, "maxsplit": most}
    )


@sample
def _bytes_split(draw: Draw) -> Case:
    x = _text(draw, ())
    return Case((x,), lambda: _vector([bytes([n]) for n in x[()]]))


@sample
def _unicode_decode(draw: Draw) -> Case:
    x = _text(draw, ())
    attrs = {"input_encoding": "UTF-8", "errors": "replace"}
    codes = [ord(c) for c in x[()].decode(errors="replace")]
    return Case((x,), lambda: np.array(codes, np.int32), attrs)


@sample
def _unicode_encode(draw: Draw) -> Case:
    x = draw.array("int32", draw.shape(1), low=90, high=2000)
    attrs = {"output_encoding": "UTF-8", "errors": "strict"}

    def truth() -> Any:
        found = np.empty(x.shape[:-1], object)
        for at in np.ndindex(*found.shape):
            found[at] = "".join(map(chr, x[at])).encode()
        return found

    return Case((x,), truth, attrs)


@sample
def _string_to_number(draw: Draw) -> Case:
    dtype = draw.one((dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64))
    numbers = draw.array(("int32", "int8"))
    x = _mapped(numbers, lambda n: b" %d" % int(n))
    return Case((x,), lambda: numbers.astype(dtype.numpy), {"out_type": dtype})


@sample
def _as_string(draw: Draw) -> Case:
    x = draw.array(("bool", *INTEGERS, *FLOATS))
    is_float = x.dtype.kind == "f"
    precision = draw.integer(-1, 3) if is_float else -1
    width = draw.integer(-1, 9)

    def text(value: Any) -> bytes:
        if x.dtype.kind == "b":
            made = str(bool(value)).lower()
        elif is_float:
            made = format(float(value), f".{6 if precision < 0 else precision}f")
        else:
            made = str(int(value))
        return made.rjust(width).encode()

    attrs = {
        "precision": precision, "scientific": False, "shortest": False,
        "width": width, "fill": "",
    }  # fmt: skip
    return Case((x,), lambda: _mapped(x, text), attrs)


@sample
def _string_format(draw: Draw) -> Case:
    x = draw.array(("int32", "bool"), (draw.integer(0, 3),))

    def truth() -> Any:
        found = np.empty((), object)
        found[()] = f"<[{' '.join(map(str, x.tolist()))}]>".encode()
        return found

    return Case(
        (x,), truth, {"template": b"<{}>", "placeholder": b"{}", "summarize": 3}
    )
