"""Samples of ops on text: each truth is Python's own bytes, one text at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes
from tests.graph.ops.sampling import Case, Draw, row, sample

_TEXTS = (*b"|a|Bc d| \t x1 |\xff\xfe|1,2,,3".split(b"|"), "\u00e4\u00d6".encode())
ONE, MANY = "int32[0:7] ()", "int32[0:7] (...)"


def each(function: Callable[..., Any], dtype: Any = object) -> Callable[..., Any]:
    """Return what applies a function to each element of arrays that broadcast."""

    def mapped(*arrays: Any, **options: Any) -> Any:
        together = np.broadcast_arrays(*arrays)
        found = np.empty(together[0].shape, dtype)
        for at in np.ndindex(*found.shape):
            found[at] = function(*(x[at] for x in together), **options)
        return found

    return mapped


def _texts(draw: Draw, places: Any, *others: Any) -> Any:
    """Return texts by their numbers."""
    return each(_TEXTS.__getitem__)(places), *others


def _vector(parts: Any) -> Any:
    found = np.empty(len(parts), object)
    found[:] = parts
    return found


def text(name: str, operands: str, truth: Callable[..., Any], **attrs: Any) -> None:
    """Enter an op whose first operand is text, given as numbers of texts."""
    row(name, operands, truth, prepare=_texts, **attrs)


_LETTERS = rb"([a-z])(1|,)?"
text("string_lower", MANY, each(lambda t, **_: t.lower()))
text("string_upper", MANY, each(lambda t, **_: t.upper()))
text("string_strip", MANY, each(bytes.strip))
text("string_length", MANY, each(lambda t, **_: len(t), np.int32))
text(
    "regex_full_match", MANY,
    each(lambda t, pattern: re.fullmatch(pattern, t) is not None, np.bool_),
    pattern=(b"[a-z ]+",),
)  # fmt: skip
text(
    "regex_replace", MANY, each(lambda t, **_: re.sub(_LETTERS, rb"<\g<1>>", t)),
    pattern=(_LETTERS,), rewrite=(rb"<\1>",), replace_global=(True,),
)  # fmt: skip
text(
    "unicode_transcode", MANY,
    each(lambda t, **_: t.decode("utf-8", "ignore").encode("utf-16-be")),
    input_encoding=("UTF-8",), output_encoding=("UTF-16-BE",), errors=("ignore",),
)  # fmt: skip
row(
    "string_substr", f"{MANY}; int64[0:4] ()",
    lambda x, pos, count: each(lambda t: t[: int(count)])(x),
    prepare=lambda draw, x, n: (_texts(draw, x)[0], np.zeros(x.shape, np.int32), n),
)  # fmt: skip
text(
    "string_split", ONE,
    lambda x, sep, maxsplit: _vector(x[()].split(sep, maxsplit)),
    sep=(None, b",", b"x1"), maxsplit=range(-1, 3),
)  # fmt: skip
text("bytes_split", ONE, lambda x: _vector([bytes([n]) for n in x[()]]))
text(
    "unicode_decode", ONE,
    lambda x: np.array([ord(c) for c in x[()].decode(errors="replace")], np.int32),
    input_encoding=("UTF-8",), errors=("replace",),
)  # fmt: skip


@sample
def _string_join(draw: Draw) -> Case:
    places = draw.array("int32", low=0, high=6)
    others = draw.array("int32", draw.one(((), places.shape)), low=0, high=6)
    texts = tuple(each(_TEXTS.__getitem__)(some) for some in (places, others))
    joined = each(lambda a, b: a + b"-" + b)
    return Case(texts, lambda: joined(*texts), {"separator": b"-"})


def _joined(rows: Any, join: Callable[[Any], Any]) -> Any:
    """Return what is made of each row of the last axis."""
    found = np.empty(rows.shape[:-1], object)
    for at in np.ndindex(*found.shape):
        found[at] = join(rows[at])
    return found


def _reduce_join(x: Any, axis: Any, keepdims: bool) -> Any:
    moved = x.reshape(-1) if axis is None else np.moveaxis(x, axis[0], -1)
    found = _joined(moved, b",".join)
    over = tuple(range(x.ndim)) if axis is None else axis
    return np.expand_dims(found, over) if keepdims else found


text(
    "reduce_join", MANY, _reduce_join, separator=(b",",),
    axis=lambda draw, x: (draw.axis(x.ndim),) if x.ndim and draw.flag() else None,
)  # fmt: skip


row(
    "unicode_encode", "int32[90:2001] (..., n)",
    lambda codes: _joined(codes, lambda row: "".join(map(chr, row)).encode()),
    output_encoding=("UTF-8",), errors=("strict",),
)  # fmt: skip


@sample
def _string_to_number(draw: Draw) -> Case:
    dtype = draw.one((dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64))
    numbers = draw.array(("int32", "int8"))
    x = each(lambda n: b" %d" % int(n))(numbers)
    return Case((x,), lambda: numbers.astype(dtype.numpy), {"out_type": dtype})


def _as_string(x: Any, precision: int, width: int) -> Any:
    shown: Any = {"b": lambda b: str(b).lower(), "i": str, "u": str}.get(
        x.dtype.kind, lambda v: format(v, f".{6 if precision < 0 else precision}f")
    )
    return each(lambda v: shown(v.item()).rjust(width).encode())(x)


row(
    "as_string", "bool|integer|float (...)", _as_string,
    precision=lambda draw, x: draw.integer(-1, 3) if x.dtype.kind == "f" else -1,
    scientific=(False,), shortest=(False,), width=range(-1, 10),
)  # fmt: skip


@sample
def _string_format(draw: Draw) -> Case:
    x = draw.array(("int32", "bool"), (draw.integer(0, 3),))
    shown = f"<[{' '.join(map(str, x.tolist()))}]>".encode()
    attrs = {"template": b"<{}>", "placeholder": b"{}", "summarize": 3}
    return Case((x,), lambda: np.array(shown, object), attrs)
