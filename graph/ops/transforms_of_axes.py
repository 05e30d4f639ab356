"""Fourier transforms of several axes, under TensorFlow's names."""

from __future__ import annotations

from typing import Any

from graph.dispatch import as_tensor
from graph.errors import ShapeError
from graph.op import Op
from graph.ops.arguments import static_axes
from graph.ops.core import identity
from graph.ops.fft import FFT, IFFT, IRFFT, RFFT
from graph.ops.manipulation import shape
from graph.ops.transforms import counts_of, transform
from graph.origin import capture_exact
from graph.tensor import Tensor


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
    counts = None if s is None else counts_of(s)
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
    known = None if x.ndim is None else x.shape[axis]
    return shape(x)[axis] if known is None else known


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
    "fft2d",
    "fft3d",
    "fftn",
    "fftnd",
    "ifft2d",
    "ifft3d",
    "ifftn",
    "ifftnd",
    "irfft2d",
    "irfft3d",
    "irfftn",
    "irfftnd",
    "rfft2d",
    "rfft3d",
    "rfftn",
    "rfftnd",
]
NAMESPACES = {"ag.signal": __all__}
