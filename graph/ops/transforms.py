"""Fourier transforms of one axis, under TensorFlow's names."""

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
    static_int,
)
from graph.ops.fft import FFT, IFFT, IRFFT, RFFT, check_norm
from graph.ops.functions import conj
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


def counts_of(s: Any) -> list[Any]:
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
        if not isinstance(s, SymbolicTensor) or s.ndim is None:
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
    counts = counts_of(length)
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


__all__ = ["fft", "hfft", "ifft", "ihfft", "irfft", "rfft"]
NAMESPACES = {"ag.signal": __all__}
