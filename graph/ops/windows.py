"""Windows, frames, and spectra of short times: `ag.signal`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError, ShapeError
from graph.ops.arguments import static_int
from graph.ops.arrangement import pad
from graph.ops.core import cast, constant, identity
from graph.ops.indexing import getitem
from graph.ops.manipulation import reshape, shape, transpose
from graph.ops.math import divide, floor_divide, maximum, multiply
from graph.ops.ranges import range as numbers
from graph.ops.reduction import reduce_sum
from graph.ops.segments import unsorted_segment_sum
from graph.ops.selection import gather
from graph.ops.transforms import irfft, rfft
from graph.origin import capture_exact
from graph.tensor import Tensor

Window = Callable[..., Any]


def _window(length: Any, dtype: Any, make: Callable[[int], Any], name: Any) -> Tensor:
    count = static_int(length, "window_length")
    if count < 1:
        raise InvalidArgumentError(
            f"a window of {count} elements is asked for.",
            origin=capture_exact(2),
            hint="It has one at least.",
        )
    return constant(make(count), dtypes.as_dtype(dtype), name=name)


def _raised_cosine(count: int, periodic: bool, base: float, height: float) -> Any:
    # A periodic window of an odd length is the symmetric one, as TensorFlow has it.
    last = count - 1 + (periodic and count % 2 == 0)
    if count == 1:
        return np.ones(1)
    return base - height * np.cos(2 * np.pi * np.arange(count) / last)


def hann_window(
    window_length: Any,
    periodic: bool = True,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return a wave of cosines, from 0 up and down again.

    Args:
        window_length: How many elements.
        periodic: Leave out the last 0, if the length is even.
        dtype: That of the result.
        name: A name for the node.

    Shape:   () -> (window_length,)
    Dtype:   floats
    Source:  TensorFlow's signal.hann_window
    """
    return _window(
        window_length, dtype, lambda n: _raised_cosine(n, periodic, 0.5, 0.5), name
    )


def hamming_window(
    window_length: Any,
    periodic: bool = True,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return a wave of cosines on a base of 0.08.

    Args:
        window_length: How many elements.
        periodic: Leave out the last element, if the length is even.
        dtype: That of the result.
        name: A name for the node.

    Shape:   () -> (window_length,)
    Dtype:   floats
    Source:  TensorFlow's signal.hamming_window
    """
    return _window(
        window_length, dtype, lambda n: _raised_cosine(n, periodic, 0.54, 0.46), name
    )


def kaiser_window(
    window_length: Any,
    beta: float = 12.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return a window made of Bessel functions, the narrower the larger `beta` is.

    Shape:   () -> (window_length,)
    Dtype:   floats
    Source:  TensorFlow's signal.kaiser_window; numpy.kaiser
    """
    return _window(window_length, dtype, lambda n: np.kaiser(n, float(beta)), name)


def kaiser_bessel_derived_window(
    window_length: Any,
    beta: float = 12.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return the roots of running sums of a Kaiser window, there and back.

    Shape:   () -> (window_length,), an even number
    Dtype:   floats
    Source:  TensorFlow's signal.kaiser_bessel_derived_window
    """

    def make(count: int) -> Any:
        sums = np.cumsum(np.kaiser(count // 2 + 1, float(beta)))
        half = np.sqrt(sums[:-1] / sums[-1])
        return np.concatenate([half, half[::-1]])

    return _window(window_length, dtype, make, name)


def vorbis_window(
    window_length: Any, dtype: Any = dtypes.float32, name: str | None = None
) -> Tensor:
    """Return the sine of a squared sine, whose squares overlap to 1.

    Shape:   () -> (window_length,)
    Dtype:   floats
    Source:  TensorFlow's signal.vorbis_window
    """

    def make(count: int) -> Any:
        angles = np.pi / count * (np.arange(count) + 0.5)
        return np.sin(np.pi / 2 * np.sin(angles) ** 2)

    return _window(window_length, dtype, make, name)


def frame(
    signal: Any,
    frame_length: Any,
    frame_step: Any,
    pad_end: bool = False,
    pad_value: Any = 0,
    axis: Any = -1,
    name: str | None = None,
) -> Tensor:
    """Return parts of one length, that begin at equal distances.

    Args:
        signal: What is taken apart.
        frame_length: How long the parts are.
        frame_step: From the beginning of one to that of the next.
        pad_end: Fill up the last ones, that would reach beyond the end?
        pad_value: By what.
        axis: Along which axis.
        name: A name for the last node.

    Shape:   (..., n, ...) -> (..., frames, frame_length, ...)
    Dtype:   any -> the same
    Source:  TensorFlow's signal.frame
    """
    x = as_tensor(signal)
    length, step = (
        _positive(frame_length, "frame_length"),
        _positive(frame_step, "step"),
    )
    if x.ndim is None:
        raise ShapeError(
            f"frame: the rank of {x.spec} is not known while tracing.",
            origin=capture_exact(),
            hint="Give an input signature with a rank.",
        )
    place = shapes.normalize_axis(static_int(axis, "axis"), len(x.shape))
    known = x.shape[place]
    n: Any = shape(x, dtypes.int64)[place] if known is None else known
    if pad_end:
        count = -floor_divide(-n, step) if known is None else -(-n // step)
        missing = length + step * (count - 1) - n
        missing = maximum(missing, 0) if known is None else max(missing, 0)
        widths = [[0, missing if i == place else 0] for i in range(len(x.shape))]
        x = pad(x, widths, constant_values=pad_value)
    elif known is None:
        count = maximum(1 + floor_divide(n - length, step), 0)
    else:
        count = max(1 + (n - length) // step, 0)
    starts = numbers(count, dtype=dtypes.int64) * step
    places = starts[:, None] + np.arange(length)
    return gather(x, places, axis=place, name=name)


def _positive(value: Any, what: str) -> int:
    found = static_int(value, what)
    if found < 1:
        raise InvalidArgumentError(
            f"{what} is {found}.", origin=capture_exact(2), hint="It is 1 or more."
        )
    return found


def overlap_and_add(signal: Any, frame_step: Any, name: str | None = None) -> Tensor:
    """Put parts together that begin at equal distances; what overlaps is added.

    Args:
        signal: Parts of signals.
        frame_step: From the beginning of one to that of the next.
        name: A name for the last node.

    Shape:   (..., frames, length) -> (..., (frames - 1) * step + length)
    Dtype:   numbers -> the same
    Source:  TensorFlow's signal.overlap_and_add
    """
    x = as_tensor(signal)
    step = _positive(frame_step, "frame_step")
    if x.ndim is None or len(x.shape) < 2:
        raise ShapeError(
            f"overlap_and_add: {x.spec} holds no parts of signals.",
            origin=capture_exact(),
            hint="The last two axes number parts, and their elements.",
        )
    found = shape(x, dtypes.int64)
    ends: list[Any] = [found[i] if x.shape[i] is None else x.shape[i] for i in (-2, -1)]
    count, length = ends
    batch = [found[i] if d is None else d for i, d in enumerate(x.shape[:-2])]
    total = (count - 1) * step + length
    starts = numbers(count, dtype=dtypes.int64) * step
    places = starts[:, None] + numbers(length, dtype=dtypes.int64)
    rows = transpose(reshape(x, [-1, count * length]))
    if isinstance(total, int):
        total = max(total, 0)
    sums = unsorted_segment_sum(rows, reshape(places, [-1]), total)
    return reshape(transpose(sums), [*batch, total], name)


def _power_of_2(length: int) -> int:
    return 1 << (length - 1).bit_length()


def stft(
    signals: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Window | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """Return spectra of parts of signals: Fourier transforms of short times.

    Args:
        signals: Real numbers, along the last axis.
        frame_length: How long the parts are.
        frame_step: From the beginning of one to that of the next.
        fft_length: How many points are transformed; by default the next power of 2.
        window_fn: Makes what the parts are multiplied with, of their length and with
            `dtype=`; None for nothing.
        pad_end: Fill up the last ones, that would reach beyond the end?
        name: A name for the last node.

    Shape:   (..., n) -> (..., frames, fft_length // 2 + 1)
    Dtype:   float32 -> complex64; float64 -> complex128
    Source:  TensorFlow's signal.stft
    """
    length = _positive(frame_length, "frame_length")
    points = _power_of_2(length) if fft_length is None else static_int(fft_length, "n")
    parts = frame(signals, length, frame_step, pad_end)
    if window_fn is not None:
        parts = multiply(parts, window_fn(length, dtype=parts.dtype))
    return rfft(parts, [points], name=name)


def inverse_stft_window_fn(
    frame_step: Any, forward_window_fn: Window = hann_window, name: str | None = None
) -> Window:
    """Return the window that makes `inverse_stft` undo `stft`.

    Args:
        frame_step: From the beginning of one part to that of the next.
        forward_window_fn: The window of `stft`.
        name: Of no effect.

    Source:  TensorFlow's signal.inverse_stft_window_fn; Griffin and Lim, 1984
    """
    del name
    step = _positive(frame_step, "frame_step")

    def window(length: Any, dtype: Any = dtypes.float32) -> Tensor:
        count = _positive(length, "frame_length")
        forward = forward_window_fn(count, dtype=dtype)
        n_over = -(-count // step)
        squares = pad(multiply(forward, forward), [[0, n_over * step - count]])
        sums = reduce_sum(reshape(squares, [n_over, step]), 0)
        return divide(forward, gather(sums, np.arange(count) % step))

    return window


def inverse_stft(
    stfts: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Window | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """Return signals of spectra of their parts, which are added where they overlap.

    Args:
        stfts: Spectra, as `stft` gives them.
        frame_length: How long the parts are.
        frame_step: From the beginning of one to that of the next.
        fft_length: How many points were transformed; by default the next power of 2.
        window_fn: Makes what the parts are multiplied with; see
            `inverse_stft_window_fn`. None for nothing.
        name: A name for the last node.

    Shape:   (..., frames, fft_length // 2 + 1) -> (..., n)
    Dtype:   complex64 -> float32; complex128 -> float64
    Source:  TensorFlow's signal.inverse_stft
    """
    length = _positive(frame_length, "frame_length")
    points = _power_of_2(length) if fft_length is None else static_int(fft_length, "n")
    parts = irfft(stfts, [points])
    parts = getitem(parts, (..., slice(None, length)))
    if points < length:
        rank = len(parts.shape or ())
        parts = pad(parts, [*[[0, 0]] * (rank - 1), [0, length - points]])
    if window_fn is not None:
        parts = multiply(parts, window_fn(length, dtype=parts.dtype))
    return overlap_and_add(parts, frame_step, name)


def linear_to_mel_weight_matrix(
    num_mel_bins: Any = 20,
    num_spectrogram_bins: Any = 129,
    sample_rate: float = 8000,
    lower_edge_hertz: float = 125.0,
    upper_edge_hertz: float = 3800.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return what spectra are multiplied with to be by pitch: overlapping triangles.

    Args:
        num_mel_bins: How many bands there are then.
        num_spectrogram_bins: How many frequencies there were, from 0 on.
        sample_rate: Samples in a second.
        lower_edge_hertz: Where the lowest band begins.
        upper_edge_hertz: Where the highest band ends.
        dtype: That of the result.
        name: A name for the node.

    Shape:   () -> (num_spectrogram_bins, num_mel_bins)
    Dtype:   floats
    Source:  TensorFlow's signal.linear_to_mel_weight_matrix; the mel scale of HTK
    """

    def mel(hertz: Any) -> Any:
        return 1127.0 * np.log1p(np.asarray(hertz) / 700.0)

    bins = _positive(num_mel_bins, "num_mel_bins")
    count = static_int(num_spectrogram_bins, "num_spectrogram_bins")
    at = mel(np.linspace(0, sample_rate / 2, count)[1:])[:, None]
    edges = np.linspace(mel(lower_edge_hertz), mel(upper_edge_hertz), bins + 2)
    low, middle, high = edges[:-2], edges[1:-1], edges[2:]
    rising, falling = (at - low) / (middle - low), (high - at) / (high - middle)
    weights = np.maximum(0, np.minimum(rising, falling))
    whole = np.concatenate([np.zeros((1, bins)), weights])  # frequency 0 is in no band
    return identity(cast(constant(whole), dtypes.as_dtype(dtype)), name)


__all__ = [
    "frame",
    "hamming_window",
    "hann_window",
    "inverse_stft",
    "inverse_stft_window_fn",
    "kaiser_bessel_derived_window",
    "kaiser_window",
    "linear_to_mel_weight_matrix",
    "overlap_and_add",
    "stft",
    "vorbis_window",
]
NAMESPACES = {"ag.signal": __all__}
