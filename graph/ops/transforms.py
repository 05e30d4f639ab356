"""Fourier transforms of one axis and of several, under TensorFlow's names."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.convert import is_sequence, shown
from graph.dispatch import as_tensor
from graph.errors import DTypeError, ShapeError
from graph.op import Op
from graph.ops.arguments import (
    constant_value,
    result,
    run_time_count,
    static_axes,
    static_int,
)
from graph.ops.core import identity
from graph.ops.fft import FFT, IFFT, IRFFT, RFFT, check_norm
from graph.ops.functions import conj
from graph.ops.manipulation import shape
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor, Tensor

_SWAPPED = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def transform(op: Op, x: Any, n: Any, axis: Any, norm: Any, name: str | None) -> Tensor:
    """Apply a transform of one axis; `n` may be known only when the graph runs."""
    place, scaled = static_int(axis, "axis"), check_norm(norm)
    given: tuple[Any, ...] = ()
    if n is not None and constant_value(n) is None:
        given, n = (run_time_count(n, "n"),), None
    elif n is not None:
        n = static_int(n, "n")
        if n < 1:
            raise ShapeError(
                f"{op.name} is asked for {n} data points.",
                origin=capture_exact(3),
                hint="There must be one or more.",
            )
    attrs = {"n": n, "axis": place, "norm": scaled}
    return result(op, (as_tensor(x), *given), attrs, name)


def several(
    op: Op, last: Op | None, x: Any, s: Any, axes: Any, norm: Any, name: str | None
) -> Tensor:
    """Transform several axes.

    Args:
        op: The transform.
        last: Another one for the last of the axes.
        x: What to transform.
        s: How many points of each axis, -1 for all of one; None for all of each.
        axes: Which axes, by default as many of the last as `s` has, or all.
        norm: How it is scaled.
        name: A name for the last node.
    """
    held = as_tensor(x)
    counts = None if s is None else _counts(s)
    chosen = static_axes(axes, "axes")
    if chosen is None:
        n_axes = held.spec.rank if counts is None else len(counts)
        if n_axes is None:
            raise ShapeError(
                f"the transform of all axes of {held.spec}: how many there are is "
                "known only when the graph runs.",
                origin=capture_exact(3),
                hint="Give `axes`, or a shape in the input signature.",
            )
        chosen = tuple(range(-n_axes, 0))
    if counts is None:
        counts = [None] * len(chosen)
    pairs = list(zip(counts, chosen, strict=False))
    if len(counts) != len(chosen):
        raise ShapeError(
            f"there are {len(counts)} lengths for {len(chosen)} axes.",
            origin=capture_exact(3),
            hint="Give a length for each axis.",
        )
    if last is not None and not chosen:
        raise ShapeError(
            "at least one axis must be transformed.",
            origin=capture_exact(3),
            hint="Give one by `axes`.",
        )
    counts = [_all_of(held, axis) if _is_all(n) else n for n, axis in pairs]
    steps = [(op, n, axis) for n, (_, axis) in zip(counts, pairs, strict=True)]
    if last is not None:
        steps[-1] = (last, *steps[-1][1:])
    # NumPy's orders: from the last axis on; but real numbers come out at the end.
    for step, n, axis in steps if last is IRFFT else reversed(steps):
        held = transform(step, held, n, axis, norm, None)
    return held if name is None else identity(held, name)


def _is_all(n: Any) -> bool:
    return isinstance(n, int) and n == -1


def _all_of(x: Tensor, axis: int) -> Any:
    """Return the length of an axis."""
    known = None if x.shape is None else x.shape[axis]
    return shape(x)[axis] if known is None else known


def _counts(s: Any) -> list[Any]:
    """Return lengths, None where all points are meant."""
    known = constant_value(s)
    if not is_sequence(s) and (
        not isinstance(s, (Tensor, np.ndarray)) or s.ndim not in (1, None)
    ):
        raise DTypeError(
            f"the lengths are {shown(s)}, not a vector.",
            origin=capture_exact(4),
            hint="Give a length for each axis.",
        )
    if known is None and not is_sequence(s):
        if not isinstance(s, SymbolicTensor) or s.shape is None:
            raise ShapeError(
                f"the lengths are {s}, not a vector.",
                origin=capture_exact(4),
                hint="Give a length for each axis.",
            )
        if s.shape[0] is None:
            raise ShapeError(
                f"how many lengths {s} has is known only when the graph runs.",
                origin=capture_exact(4),
                hint="Give a list with a length for each axis; each of them may be "
                "symbolic.",
            )
        return [s[i] for i in range(s.shape[0])]
    return known.tolist() if isinstance(known, np.ndarray) else list(known)


# -- One axis --------------------------------------------------------------------------


def fft(
    input: Any,
    n: Any = None,
    axis: Any = -1,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the discrete Fourier transform of one axis.

    Args:
        input: Numbers.
        n: How many points; more are cut off, fewer filled up with zeros.
        axis: Which axis.
        norm: `backward` scales the inverse by 1/n, `forward` this, `ortho` both by the
            root of that.
        name: A name for the node.

    Shape:   (..., m, ...) -> (..., n, ...)
    Dtype:   float16, float32, complex64 -> complex64; others -> complex128
    Raises:  ShapeError if there are no points
    Source:  TensorFlow's signal.fft; numpy.fft.fft; array API, fft.fft
    """
    return transform(FFT, input, n, axis, norm, name)


def ifft(
    input: Any,
    n: Any = None,
    axis: Any = -1,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the inverse discrete Fourier transform of one axis.

    Args:
        input: Numbers.
        n: How many points; more are cut off, fewer filled up with zeros.
        axis: Which axis.
        norm: `backward` scales this by 1/n, `forward` the other direction, `ortho`
            both by the root of that.
        name: A name for the node.

    Shape:   (..., m, ...) -> (..., n, ...)
    Dtype:   float16, float32, complex64 -> complex64; others -> complex128
    Raises:  ShapeError if there are no points
    Source:  TensorFlow's signal.ifft; numpy.fft.ifft; array API, fft.ifft
    """
    return transform(IFFT, input, n, axis, norm, name)


def rfft(
    input_tensor: Any,
    fft_length: Any = None,
    axis: Any = -1,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the discrete Fourier transform of real numbers, from frequency 0 on.

    Args:
        input_tensor: Real numbers.
        fft_length: How many points, a number or a list of one; more are cut off, fewer
            filled up with zeros.
        axis: Which axis.
        norm: `backward` scales the inverse by 1/n, `forward` this, `ortho` both by the
            root of that.
        name: A name for the node.

    Shape:   (..., m, ...) -> (..., n // 2 + 1, ...)
    Dtype:   float16, float32 -> complex64; float64, integers -> complex128
    Raises:  ShapeError if there are no points; DTypeError for complex numbers
    Source:  TensorFlow's signal.rfft; numpy.fft.rfft; array API, fft.rfft
    """
    return transform(RFFT, input_tensor, _single(fft_length), axis, norm, name)


def irfft(
    input_tensor: Any,
    fft_length: Any = None,
    axis: Any = -1,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the real numbers of which the discrete Fourier transform is given.

    Args:
        input_tensor: Frequencies from 0 on.
        fft_length: How many numbers, as one number or a list of one; by default
            2 (m - 1).
        axis: Which axis.
        norm: `backward` scales this by 1/n, `forward` the other direction, `ortho`
            both by the root of that.
        name: A name for the node.

    Shape:   (..., m, ...) -> (..., n, ...)
    Dtype:   complex64, float32 -> float32; float16 -> float16; others -> float64
    Raises:  ShapeError if there are no points
    Source:  TensorFlow's signal.irfft; numpy.fft.irfft; array API, fft.irfft
    """
    return transform(IRFFT, input_tensor, _single(fft_length), axis, norm, name)


def _single(length: Any) -> Any:
    """Return a length that is given as TensorFlow does, in a list of one."""
    if length is None:
        return None
    is_vector = is_sequence(length) or getattr(length, "shape", ()) not in ((), None)
    if not is_vector:
        return length
    counts = _counts(length)
    if len(counts) != 1:
        raise ShapeError(
            f"there are {len(counts)} lengths for one axis.",
            origin=capture_exact(3),
            hint="Give one number, or a list of one.",
        )
    return counts[0]


def hfft(
    a: Any,
    n: Any = None,
    axis: Any = -1,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the transform of what is its own conjugate backwards: real numbers.

    Args:
        a: One half of it, from the middle on.
        n: How many numbers result, by default 2 (m - 1).
        axis: Which axis.
        norm: `backward` scales the inverse by 1/n, `forward` this, `ortho` both by the
            root of that.
        name: A name for the node.

    Shape:   (..., m, ...) -> (..., n, ...)
    Dtype:   complex64, float32 -> float32; float16 -> float16; others -> float64
    Raises:  ShapeError if there are no points
    Source:  array API, fft.hfft; numpy.fft.hfft
    """
    held = _conjugate(as_tensor(a))
    return transform(IRFFT, held, n, axis, _SWAPPED[check_norm(norm)], name)


def ihfft(
    a: Any,
    n: Any = None,
    axis: Any = -1,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return one half of what `hfft` makes real numbers of.

    Args:
        a: Real numbers.
        n: How many points; more are cut off, fewer filled up with zeros.
        axis: Which axis.
        norm: `backward` scales this by 1/n, `forward` the other direction, `ortho`
            both by the root of that.
        name: A name for the node.

    Shape:   (..., m, ...) -> (..., n // 2 + 1, ...)
    Dtype:   float16, float32 -> complex64; float64, integers -> complex128
    Raises:  ShapeError if there are no points; DTypeError for complex numbers
    Source:  array API, fft.ihfft; numpy.fft.ihfft
    """
    return conj(transform(RFFT, a, n, axis, _SWAPPED[check_norm(norm)], name))


def _conjugate(x: Tensor) -> Tensor:
    return conj(x) if x.dtype.is_complex else x


# -- Several axes ----------------------------------------------------------------------


def fftn(
    input_tensor: Any,
    fft_length: Any = None,
    axes: Any = None,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the discrete Fourier transform of several axes; see `ag.signal.fft`.

    Shape:   any -> the same, with `fft_length` for the axes
    Dtype:   float16, float32, complex64 -> complex64; others -> complex128
    Raises:  ShapeError if there are no points, or as many lengths as axes
    Source:  TensorFlow's signal.fftnd; numpy.fft.fftn; array API, fft.fftn
    """
    return several(FFT, None, input_tensor, fft_length, axes, norm, name)


def ifftn(
    input_tensor: Any,
    fft_length: Any = None,
    axes: Any = None,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the inverse transform of several axes; see `ag.signal.ifft`.

    Shape:   any -> the same, with `fft_length` for the axes
    Dtype:   float16, float32, complex64 -> complex64; others -> complex128
    Raises:  ShapeError if there are no points, or as many lengths as axes
    Source:  TensorFlow's signal.ifftnd; numpy.fft.ifftn; array API, fft.ifftn
    """
    return several(IFFT, None, input_tensor, fft_length, axes, norm, name)


def rfftn(
    input_tensor: Any,
    fft_length: Any = None,
    axes: Any = None,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the transform of several axes of real numbers; see `ag.signal.rfft`.

    Shape:   any -> the same, with `fft_length` for the axes, n // 2 + 1 for the last
    Dtype:   float16, float32 -> complex64; float64, integers -> complex128
    Raises:  ShapeError if there are no points, or as many lengths as axes
    Source:  TensorFlow's signal.rfftnd; numpy.fft.rfftn; array API, fft.rfftn
    """
    return several(FFT, RFFT, input_tensor, fft_length, axes, norm, name)


def irfftn(
    input_tensor: Any,
    fft_length: Any = None,
    axes: Any = None,
    norm: Any = None,
    name: str | None = None,
) -> Tensor:
    """Return the real numbers whose transform of several axes is given.

    Shape:   any -> the same, with `fft_length` for the axes
    Dtype:   complex64, float32 -> float32; float16 -> float16; others -> float64
    Raises:  ShapeError if there are no points, or as many lengths as axes
    Source:  TensorFlow's signal.irfftnd; numpy.fft.irfftn; array API, fft.irfftn
    """
    return several(IFFT, IRFFT, input_tensor, fft_length, axes, norm, name)


def _of_last(count: int) -> tuple[int, ...]:
    return tuple(range(-count, 0))


def fft2d(input: Any, name: str | None = None) -> Tensor:
    """Return the discrete Fourier transform of the last two axes.

    Shape:   (..., n, m) -> the same
    Dtype:   float16, float32, complex64 -> complex64; others -> complex128
    Source:  TensorFlow's signal.fft2d; numpy.fft.fft2
    """
    return several(FFT, None, input, None, _of_last(2), None, name)


def fft3d(input: Any, name: str | None = None) -> Tensor:
    """Return the discrete Fourier transform of the last three axes.

    Shape:   (..., n, m, k) -> the same
    Dtype:   float16, float32, complex64 -> complex64; others -> complex128
    Source:  TensorFlow's signal.fft3d
    """
    return several(FFT, None, input, None, _of_last(3), None, name)


def ifft2d(input: Any, name: str | None = None) -> Tensor:
    """Return the inverse transform of the last two axes.

    Shape:   (..., n, m) -> the same
    Dtype:   float16, float32, complex64 -> complex64; others -> complex128
    Source:  TensorFlow's signal.ifft2d; numpy.fft.ifft2
    """
    return several(IFFT, None, input, None, _of_last(2), None, name)


def ifft3d(input: Any, name: str | None = None) -> Tensor:
    """Return the inverse transform of the last three axes.

    Shape:   (..., n, m, k) -> the same
    Dtype:   float16, float32, complex64 -> complex64; others -> complex128
    Source:  TensorFlow's signal.ifft3d
    """
    return several(IFFT, None, input, None, _of_last(3), None, name)


def rfft2d(
    input_tensor: Any, fft_length: Any = None, name: str | None = None
) -> Tensor:
    """Return the transform of the last two axes of real numbers.

    Shape:   (..., n, m) -> (..., n, m // 2 + 1), or as `fft_length` says
    Dtype:   float16, float32 -> complex64; float64, integers -> complex128
    Source:  TensorFlow's signal.rfft2d; numpy.fft.rfft2
    """
    return several(FFT, RFFT, input_tensor, fft_length, _of_last(2), None, name)


def rfft3d(
    input_tensor: Any, fft_length: Any = None, name: str | None = None
) -> Tensor:
    """Return the transform of the last three axes of real numbers.

    Shape:   (..., n, m, k) -> (..., n, m, k // 2 + 1), or as `fft_length` says
    Dtype:   float16, float32 -> complex64; float64, integers -> complex128
    Source:  TensorFlow's signal.rfft3d
    """
    return several(FFT, RFFT, input_tensor, fft_length, _of_last(3), None, name)


def irfft2d(
    input_tensor: Any, fft_length: Any = None, name: str | None = None
) -> Tensor:
    """Return the real numbers whose transform of the last two axes is given.

    Shape:   (..., n, m) -> (..., n, 2 (m - 1)), or as `fft_length` says
    Dtype:   complex64, float32 -> float32; float16 -> float16; others -> float64
    Source:  TensorFlow's signal.irfft2d; numpy.fft.irfft2
    """
    return several(IFFT, IRFFT, input_tensor, fft_length, _of_last(2), None, name)


def irfft3d(
    input_tensor: Any, fft_length: Any = None, name: str | None = None
) -> Tensor:
    """Return the real numbers whose transform of the last three axes is given.

    Shape:   (..., n, m, k) -> (..., n, m, 2 (k - 1)), or as `fft_length` says
    Dtype:   complex64, float32 -> float32; float16 -> float16; others -> float64
    Source:  TensorFlow's signal.irfft3d
    """
    return several(IFFT, IRFFT, input_tensor, fft_length, _of_last(3), None, name)


fftnd = fftn
ifftnd = ifftn
irfftnd = irfftn
rfftnd = rfftn

__all__ = [
    "fft",
    "fft2d",
    "fft3d",
    "fftn",
    "fftnd",
    "hfft",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftn",
    "ifftnd",
    "ihfft",
    "irfft",
    "irfft2d",
    "irfft3d",
    "irfftn",
    "irfftnd",
    "rfft",
    "rfft2d",
    "rfft3d",
    "rfftn",
    "rfftnd",
]
NAMESPACES = {"ag.signal": __all__}
