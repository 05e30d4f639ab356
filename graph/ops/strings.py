"""Text of tensors: letters, lengths, parts, patterns, element by element.

A `string` tensor holds bytes. Python's own text, which a graph may carry as well, is
another thing: see `graph.ops.text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, cast

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError
from graph.op import REQUIRED, ZERO, Op, always, define, never
from graph.ops.arguments import (
    array_of,
    constant_value,
    result,
    static_flag,
    total_size,
)
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor


def each(function: Callable[..., Any], *operands: Any, dtype: DType) -> Any:
    """Apply a function to the elements of arrays that broadcast together."""
    arrays = [array_of(x) for x in operands]
    found = np.frompyfunc(function, len(arrays), 1)(*arrays)
    if not isinstance(found, np.ndarray):  # of scalars
        held = np.empty((), object)
        held[()] = found
        found = held
    return found.astype(dtype.numpy, copy=False)


def check_text(spec: TensorSpec, what: str = "the input") -> None:
    """Check that a spec is one of text.

    Raises:
        DTypeError: It is not.
    """
    if spec.dtype not in (dtypes.string, dtypes.python_str):
        raise DTypeError(
            f"{what} is {spec.dtype}, not string.",
            hint="ag.strings.as_string makes text of numbers.",
        )


def text_array(x: Any) -> Any:
    """Return a kernel's operand as an array of bytes.

    Raises:
        TypeError: It holds something else.
    """
    array = array_of(x)
    if array.dtype.kind != "O":
        raise TypeError(array.dtype)
    return array


def static_text(value: Any, what: str) -> bytes:
    """Return text that must be known while tracing, as bytes.

    Raises:
        DTypeError: It is no text, or not known yet.
    """
    known = constant_value(value)
    if isinstance(known, np.ndarray) and known.ndim == 0:
        known = known[()]
    if isinstance(known, str):
        return known.encode()
    if isinstance(known, bytes):
        return known
    raise DTypeError(
        f"{what} is {value!r}.",
        origin=capture_exact(3),
        hint=f"{what} must be text that is known while tracing.",
    )


def one_of(value: Any, options: tuple[str, ...], what: str) -> str:
    """Return one of several words, in the spelling that the options have.

    Raises:
        DTypeError: It is none of them.
    """
    for option in options:
        if isinstance(value, str) and value.upper() == option.upper():
            return option
    raise DTypeError(
        f"{what} is {value!r}.",
        origin=capture_exact(3),
        hint=f"It is one of {', '.join(map(repr, options))}.",
    )


def by_element(
    name: str,
    function: Callable[..., Callable[..., Any]],
    *,
    doc: str | None,
    attrs: dict[str, Any] | None = None,
    dtype: DType = dtypes.string,
    can_fail: Callable[..., bool] = never,
    type_name: str,
) -> Op:
    """Define an op that makes one element of one text.

    Args:
        name: The op's name.
        function: Takes the attributes, and returns what is done with each element.
        doc: The documentation of the public function.
        attrs: The attributes with their defaults.
        dtype: The dtype of the result.
        can_fail: As for `define`.
        type_name: As for `define`.
    """

    def infer(input: TensorSpec, **_: Any) -> TensorSpec:
        check_text(input)
        return TensorSpec(input.shape, dtype)

    def kernel(input: Any, **given: Any) -> Any:
        return each(function(**given), text_array(input), dtype=dtype)

    return define(
        name,
        inputs=("input",),
        attrs=attrs or {},
        infer=infer,
        kernel=kernel,
        doc=doc,
        gradient=ZERO,
        work=total_size,
        can_fail=can_fail,
        type_name=type_name,
    )


# Bytes that are no characters stay as they are.
_KEEPING: Final = "surrogateescape"

# -- Letters -------------------------------------------------------------------------


def _cased(change: str) -> Callable[..., Callable[[bytes], bytes]]:
    def function(encoding: str) -> Callable[[bytes], bytes]:
        if not encoding:
            return cast("Callable[[bytes], bytes]", getattr(bytes, change))
        method = getattr(str, change)
        return lambda text: method(text.decode(errors=_KEEPING)).encode(errors=_KEEPING)

    return function


def lower(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """Make letters small.

    Args:
        input: Text.
        encoding: Empty for the letters of ASCII alone, "utf-8" for all.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   string -> string
    Source:  TensorFlow's strings.lower
    """
    return _case(_LOWER, input, encoding, name)


def upper(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """Make letters large.

    Args:
        input: Text.
        encoding: Empty for the letters of ASCII alone, "utf-8" for all.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   string -> string
    Source:  TensorFlow's strings.upper
    """
    return _case(_UPPER, input, encoding, name)


def _case(op: Op, input: Any, encoding: Any, name: str | None) -> Tensor:
    attrs = {"encoding": one_of(encoding, ("", "utf-8"), "the encoding")}
    return result(op, (as_tensor(input),), attrs, name)


_LOWER = by_element(
    "string_lower",
    _cased("lower"),
    doc=lower.__doc__,
    attrs={"encoding": ""},
    type_name="StringLower",
)
_UPPER = by_element(
    "string_upper",
    _cased("upper"),
    doc=upper.__doc__,
    attrs={"encoding": ""},
    type_name="StringUpper",
)


def strip(input: Any, name: str | None = None) -> Tensor:
    """Leave white space out at both ends.

    Shape:   any -> the same
    Dtype:   string -> string
    Source:  TensorFlow's strings.strip
    """
    return result(_STRIP, (as_tensor(input),), {}, name)


_STRIP = by_element(
    "string_strip",
    lambda: bytes.strip,
    doc=strip.__doc__,
    type_name="StringStrip",
)

# -- Lengths and parts ---------------------------------------------------------------

_UNITS = ("BYTE", "UTF8_CHAR")


def _n_characters(text: bytes) -> int:
    """Count the bytes that begin a character."""
    return sum((byte & 0xC0) != 0x80 for byte in text)


def length(input: Any, unit: str = "BYTE", name: str | None = None) -> Tensor:
    """Return how long each text is.

    Args:
        input: Text.
        unit: `BYTE`, or `UTF8_CHAR` for characters.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   string -> int32
    Source:  TensorFlow's strings.length
    """
    attrs = {"unit": one_of(unit, _UNITS, "the unit")}
    return result(_LENGTH, (as_tensor(input),), attrs, name)


_LENGTH = by_element(
    "string_length",
    lambda unit: len if unit == "BYTE" else _n_characters,
    doc=length.__doc__,
    attrs={"unit": "BYTE"},
    dtype=dtypes.int32,
    type_name="StringLength",
)


def _infer_substr(
    input: TensorSpec, pos: TensorSpec, len: TensorSpec, *, unit: str
) -> TensorSpec:
    check_text(input)
    for what, spec in (("pos", pos), ("len", len)):
        if not dtypes.strengthen(spec.dtype).is_integer:
            raise DTypeError(
                f"{what} is {spec.dtype}, not integers.",
                hint="Convert with ag.cast first.",
            )
    shape = shapes.broadcast(input.shape, pos.shape, len.shape)
    return TensorSpec(shape, dtypes.string)


def _part(text: bytes, pos: int, count: int) -> bytes:
    found: bytes = _cut(text, int(pos), int(count), text)
    return found


def _part_of_characters(text: bytes, pos: int, count: int) -> bytes:
    characters = text.decode(errors=_KEEPING)
    found: str = _cut(characters, int(pos), int(count), text)
    return found.encode(errors=_KEEPING)


def _cut(text: Any, pos: int, count: int, shown: bytes) -> Any:
    size = len(text)
    if not -size <= pos <= size or count < 0:
        raise InvalidArgumentError(
            f"pos = {pos}, len = {count} is no part of {shown!r}.",
            hint=f"pos is in [{-size}, {size}] here, counted from the end if negative, "
            "and len is 0 or more.",
        )
    start = pos + size if pos < 0 else pos
    return text[start : start + count]


def _substr(input: Any, pos: Any, len: Any, *, unit: str) -> Any:
    function = _part if unit == "BYTE" else _part_of_characters
    for numbers in (pos, len):
        if array_of(numbers).dtype.kind not in "iu":
            raise TypeError("pos or len")
    return each(function, text_array(input), pos, len, dtype=dtypes.string)


def substr(
    input: Any, pos: Any, len: Any, unit: str = "BYTE", name: str | None = None
) -> Tensor:
    """Return a part of each text.

    Args:
        input: Text.
        pos: Where it begins, from the end if negative.
        len: How long it is; it is shorter where the text ends before.
        unit: What is counted: `BYTE`, or `UTF8_CHAR` for characters.
        name: A name for the node.

    Shape:   all three broadcast together
    Dtype:   string, integers, integers -> string
    Raises:  InvalidArgumentError if a text ends before `pos` when this runs
    Source:  TensorFlow's strings.substr
    """
    operands = (as_tensor(input), as_tensor(pos), as_tensor(len))
    attrs = {"unit": one_of(unit, _UNITS, "the unit")}
    return result(_SUBSTR, operands, attrs, name)


_SUBSTR = define(
    "string_substr",
    inputs=("input", "pos", "len"),
    attrs={"unit": "BYTE"},
    infer=_infer_substr,
    kernel=_substr,
    doc=substr.__doc__,
    gradient=ZERO,
    work=total_size,
    can_fail=always,
    type_name="Substr",
)

# -- Patterns ------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern)


def _pattern(value: Any) -> bytes:
    found = static_text(value, "the pattern")
    try:
        _compiled(found)
    except re.error as error:
        raise InvalidArgumentError(
            f"{found!r} is no regular expression: {error}.",
            origin=capture_exact(2),
            hint="Patterns are those of Python's `re`, on bytes.",
        ) from None
    return found


_NUMBERED = re.compile(rb"\\(.)", re.DOTALL)


def _rewrite(value: Any, pattern: bytes) -> bytes:
    """Return what to put in place of matches, checked."""
    found = static_text(value, "what is put in place")
    groups = _compiled(pattern).groups
    for match in _NUMBERED.finditer(found):
        mark = match[1]
        if mark != b"\\" and not (mark.isdigit() and int(mark) <= groups):
            raise InvalidArgumentError(
                f"{found!r} has {match[0]!r}, where the pattern has {groups} groups.",
                origin=capture_exact(2),
                hint="Write \\0 for the match, \\1 and on for its groups, and \\\\ for "
                "a backslash.",
            )
    return found


def _replacing(
    pattern: bytes, rewrite: bytes, replace_global: bool
) -> Callable[[bytes], bytes]:
    parts = _compiled(pattern)

    def made(match: re.Match[bytes]) -> bytes:
        def filled(mark: re.Match[bytes]) -> bytes:
            return b"\\" if mark[1] == b"\\" else match[int(mark[1])] or b""

        return _NUMBERED.sub(filled, rewrite)

    return lambda text: parts.sub(made, text, 0 if replace_global else 1)


def regex_replace(
    input: Any,
    pattern: Any,
    rewrite: Any,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor:
    r"""Put something else in place of what matches a pattern.

    Patterns are those of Python's `re` on bytes, not RE2's: look-around and back
    references are there, matching may take long, and `\pN` is not.

    Args:
        input: Text.
        pattern: A regular expression; known while tracing.
        rewrite: What to put there: `\0` is the match, `\1` and on are its groups.
        replace_global: Replace every match, not the first alone.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   string -> string
    Raises:  InvalidArgumentError if the pattern is none
    Source:  TensorFlow's strings.regex_replace; Python's re.sub
    """
    found = _pattern(pattern)
    attrs = {
        "pattern": found,
        "rewrite": _rewrite(rewrite, found),
        "replace_global": static_flag(replace_global, "replace_global"),
    }
    return result(_REGEX_REPLACE, (as_tensor(input),), attrs, name)


_REGEX_REPLACE = by_element(
    "regex_replace",
    _replacing,
    doc=regex_replace.__doc__,
    attrs={"pattern": REQUIRED, "rewrite": REQUIRED, "replace_global": True},
    type_name="RegexReplace",
)


def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Tensor:
    """Tell for each text whether a pattern matches it as a whole.

    Patterns are those of Python's `re` on bytes; see `ag.strings.regex_replace`.

    Args:
        input: Text.
        pattern: A regular expression; known while tracing.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   string -> bool
    Raises:  InvalidArgumentError if the pattern is none
    Source:  TensorFlow's strings.regex_full_match; Python's re.fullmatch
    """
    attrs = {"pattern": _pattern(pattern)}
    return result(_REGEX_FULL_MATCH, (as_tensor(input),), attrs, name)


_REGEX_FULL_MATCH = by_element(
    "regex_full_match",
    lambda pattern: lambda text: _compiled(pattern).fullmatch(text) is not None,
    doc=regex_full_match.__doc__,
    attrs={"pattern": REQUIRED},
    dtype=dtypes.bool,
    type_name="RegexFullMatch",
)

__all__ = [
    "length",
    "lower",
    "regex_full_match",
    "regex_replace",
    "strip",
    "substr",
    "upper",
]
NAMESPACES = {"ag.strings": __all__}
