"""Cosine transforms, and what is made of them: `ag.signal`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.ops.arguments import static_int
from graph.ops.arrangement import pad, reverse
from graph.ops.complex_numbers import complex as complex_of
from graph.ops.complex_numbers import real
from graph.ops.core import constant, identity
from graph.ops.creation import zeros_like
from graph.ops.indexing import getitem
from graph.ops.joining import concat, split
from graph.ops.math import multiply, negative, subtract
from graph.ops.transforms import irfft, rfft
from graph.ops.windows import Window, frame, overlap_and_add, vorbis_window
from graph.origin import capture_exact
from graph.tensor import Tensor


def dct(
    input: Any,
    type: Any = 2,
    n: Any = None,
    axis: Any = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Return a discrete cosine transform along the last axis.

    Args:
        input: Real numbers; how many are along the last axis must be known.
        type: Which one of the four: 1 to 4.
        n: How many points; more are cut off, fewer filled up with zeros.
        axis: -1.
        norm: None, or `ortho` for an orthogonal transform, which type 1 is not.
        name: A name for the last node.

    Shape:   (..., m) -> (..., n)
    Dtype:   float32, float64 -> the same
    Raises:  InvalidArgumentError for another type, axis or norm; ShapeError if the
        length is not known
    Source:  TensorFlow's signal.dct, which is scipy.fft.dct; made of rfft
    """
    x = _points(as_tensor(input), n, axis)
    kind = static_int(type, "type")
    if kind not in (1, 2, 3, 4) or norm not in (None, "ortho") or (kind == 1 and norm):
        raise InvalidArgumentError(
            f"there is no cosine transform of type {kind} with the norm {norm!r}.",
            origin=capture_exact(),
            hint="Types are 1 to 4; 2 to 4 can be 'ortho'.",
        )
    count = (x.shape or (0,))[-1] or 0
    if count < (2 if kind == 1 else 1):
        raise ShapeError(
            f"dct: {x.spec} has too few points along the last axis.",
            origin=capture_exact(),
            hint="Type 1 needs two, and the others one.",
        )
    return identity(_OF_TYPE[kind](x, count, norm == "ortho"), name)


def _points(x: Tensor, n: Any, axis: Any) -> Tensor:
    if not x.dtype.is_floating:
        raise DTypeError(
            f"dct: there is none of {x.dtype}.",
            origin=capture_exact(2),
            hint="Convert with ag.cast(x, ag.float32) first.",
        )
    rank = len(x.shape or ())
    if static_int(axis, "axis") not in (-1, rank - 1):
        raise InvalidArgumentError(
            f"dct: the axis is {axis}.",
            origin=capture_exact(2),
            hint="It is -1, the last one; see ag.transpose.",
        )
    if not x.shape or x.shape[-1] is None:
        raise ShapeError(
            f"dct: how many points {x.spec} has is not known while tracing.",
            origin=capture_exact(2),
            hint="Give the input signature the last dimension.",
        )
    if n is None:
        return x
    wanted = static_int(n, "n")
    missing = max(wanted - x.shape[-1], 0)
    x = getitem(x, (..., slice(None, wanted)))
    return pad(x, [*[[0, 0]] * (rank - 1), [0, missing]]) if missing else x


def _first(x: Tensor, count: int, is_ortho: bool) -> Tensor:
    del count, is_ortho
    back = getitem(x, (..., slice(-2, 0, -1)))
    return real(rfft(concat([x, back], -1)))


def _turns(count: int, sign: int, like: Tensor) -> Tensor:
    angles = np.arange(count) * (sign * np.pi / (2 * count))
    kind = dtypes.complex128 if like.dtype is dtypes.float64 else dtypes.complex64
    return constant(2 * np.exp(1j * angles), kind)


def _weights(first: float, others: float, count: int, like: Tensor) -> Tensor:
    return constant(np.array([first] + [others] * (count - 1)), like.dtype)


def _second(x: Tensor, count: int, is_ortho: bool) -> Tensor:
    spectrum = getitem(rfft(x, [2 * count]), (..., slice(None, count)))
    found = real(multiply(spectrum, _turns(count, -1, x)))
    if not is_ortho:
        return found
    first = 0.5 / np.sqrt(count)
    return multiply(found, _weights(first, first * np.sqrt(2), count, x))


def _third(x: Tensor, count: int, is_ortho: bool) -> Tensor:
    if is_ortho:
        x = multiply(x, _weights(np.sqrt(count), np.sqrt(count / 2), count, x))
    else:
        x = multiply(x, count)
    turned = multiply(_turns(count, 1, x), complex_of(x, zeros_like(x)))
    return getitem(irfft(turned, [2 * count]), (..., slice(None, count)))


def _fourth(x: Tensor, count: int, is_ortho: bool) -> Tensor:
    rank = len(x.shape or ())
    wide = pad(x, [*[[0, 0]] * (rank - 1), [0, count]])
    found = getitem(_second(wide, 2 * count, False), (..., slice(1, None, 2)))
    return multiply(found, float(np.sqrt(0.5 / count))) if is_ortho else found


_OF_TYPE = {1: _first, 2: _second, 3: _third, 4: _fourth}
_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def idct(
    input: Any,
    type: Any = 2,
    n: Any = None,
    axis: Any = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Return the inverse of `dct`, times a number if the norm is not `ortho`.

    Args:
        input: Real numbers.
        type: That of the transform to be undone.
        n: How many points.
        axis: -1.
        norm: None, or `ortho`.
        name: A name for the last node.

    Shape:   (..., m) -> (..., n)
    Dtype:   float32, float64 -> the same
    Raises:  as `dct` does
    Source:  TensorFlow's signal.idct: the transform of the inverse type
    """
    kind = static_int(type, "type")
    return dct(input, _INVERSE.get(kind, kind), n, axis, norm, name)


def mfccs_from_log_mel_spectrograms(
    log_mel_spectrograms: Any, name: str | None = None
) -> Tensor:
    """Return cepstral coefficients: cosine transforms of logarithmic spectra.

    Shape:   (..., bands) -> the same
    Dtype:   float32, float64 -> the same
    Source:  TensorFlow's signal.mfccs_from_log_mel_spectrograms; HTK's scale
    """
    x = as_tensor(log_mel_spectrograms)
    found = dct(x)
    count = (x.shape or (1,))[-1] or 1
    return identity(multiply(found, float(1 / np.sqrt(2 * count))), name)


def mdct(
    signals: Any,
    frame_length: Any,
    window_fn: Window | None = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Return modified cosine transforms of parts that overlap by half.

    Args:
        signals: Real numbers, along the last axis.
        frame_length: How long the parts are: a multiple of 4.
        window_fn: Makes what the parts are multiplied with; None for nothing.
        pad_end: Fill up the last ones, that would reach beyond the end?
        norm: None, or `ortho`.
        name: A name for the last node.

    Shape:   (..., n) -> (..., frames, frame_length / 2)
    Dtype:   float32, float64 -> the same
    Source:  TensorFlow's signal.mdct
    """
    length = static_int(frame_length, "frame_length")
    if length < 4 or length % 4:
        raise InvalidArgumentError(
            f"mdct: the parts have {length} elements.",
            origin=capture_exact(),
            hint="It is a multiple of 4.",
        )
    parts = frame(signals, length, length // 2, pad_end)
    if window_fn is not None:
        parts = multiply(parts, window_fn(length, dtype=parts.dtype))
    a, b, c, d = split(parts, 4, -1)
    first = subtract(negative(reverse(c, [-1])), d)
    folded = concat([first, subtract(a, reverse(b, [-1]))], -1)
    return dct(folded, 4, norm=norm, name=name)


def inverse_mdct(
    mdcts: Any,
    window_fn: Window | None = vorbis_window,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Return signals of modified cosine transforms of their parts.

    Args:
        mdcts: What `mdct` gives.
        window_fn: Makes what the parts are multiplied with; None for nothing.
        norm: As it was for `mdct`.
        name: A name for the last node.

    Shape:   (..., frames, half) -> (..., (frames + 1) * half)
    Dtype:   float32, float64 -> the same
    Source:  TensorFlow's signal.inverse_mdct
    """
    x = as_tensor(mdcts)
    found = idct(x, 4, norm=norm)
    half = (x.shape or (0,))[-1] or 0
    if norm is None:
        found = multiply(found, 0.5 / half)
    one, other = split(found, 2, -1)
    turned, last = reverse(other, [-1]), reverse(one, [-1])
    parts = concat([other, negative(turned), negative(last), negative(one)], -1)
    if window_fn is not None:
        parts = multiply(parts, window_fn(2 * half, dtype=parts.dtype))
    return overlap_and_add(parts, half, name)


__all__ = [
    "dct",
    "idct",
    "inverse_mdct",
    "mdct",
    "mfccs_from_log_mel_spectrograms",
]
NAMESPACES = {"ag.signal": __all__}
