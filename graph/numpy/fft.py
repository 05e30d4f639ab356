"""`numpy.fft` on tensors, which is the standard's fft as well."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.numpy.arguments import check_device, dtype_or
from graph.numpy.conversion import asarray, cast
from graph.numpy.registry import implements
from graph.ops import frequencies, transforms, transforms_of_axes
from graph.ops.debugging import assert_that
from graph.ops.fft import FFT, IFFT, IRFFT, RFFT
from graph.tensor import Tensor


@implements(np.fft.fft)
def fft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Tensor:
    """Return the discrete Fourier transform of one axis."""
    return transforms.transform(FFT, asarray(a), n, axis, norm, None)


@implements(np.fft.ifft)
def ifft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Tensor:
    """Return the inverse discrete Fourier transform of one axis."""
    return transforms.transform(IFFT, asarray(a), n, axis, norm, None)


@implements(np.fft.rfft)
def rfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Tensor:
    """Return the transform of real numbers, from frequency 0 on."""
    return transforms.transform(RFFT, asarray(a), n, axis, norm, None)


@implements(np.fft.irfft)
def irfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Tensor:
    """Return the real numbers whose transform is given."""
    return transforms.transform(IRFFT, asarray(a), n, axis, norm, None)


@implements(np.fft.hfft)
def hfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Tensor:
    """Return the real transform of what is its own conjugate backwards."""
    return transforms.hfft(asarray(a), n, axis, norm)


@implements(np.fft.ihfft)
def ihfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Tensor:
    """Return one half of what `hfft` makes real numbers of."""
    return transforms.ihfft(asarray(a), n, axis, norm)


@implements(np.fft.fftn)
def fftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Tensor:
    """Return the discrete Fourier transform of several axes, by default of all."""
    return transforms_of_axes.several(FFT, None, asarray(a), s, axes, norm, None)


@implements(np.fft.ifftn)
def ifftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Tensor:
    """Return the inverse transform of several axes, by default of all."""
    return transforms_of_axes.several(IFFT, None, asarray(a), s, axes, norm, None)


@implements(np.fft.rfftn)
def rfftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Tensor:
    """Return the transform of several axes of real numbers."""
    return transforms_of_axes.several(FFT, RFFT, asarray(a), s, axes, norm, None)


@implements(np.fft.irfftn)
def irfftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Tensor:
    """Return the real numbers whose transform of several axes is given."""
    return transforms_of_axes.several(IFFT, IRFFT, asarray(a), s, axes, norm, None)


@implements(np.fft.fft2)
def fft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Tensor:
    """Return the discrete Fourier transform of two axes."""
    return fftn(a, s, axes, norm)


@implements(np.fft.ifft2)
def ifft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Tensor:
    """Return the inverse transform of two axes."""
    return ifftn(a, s, axes, norm)


@implements(np.fft.rfft2)
def rfft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Tensor:
    """Return the transform of two axes of real numbers."""
    return rfftn(a, s, axes, norm)


@implements(np.fft.irfft2)
def irfft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Tensor:
    """Return the real numbers whose transform of two axes is given."""
    return irfftn(a, s, axes, norm)


@implements(np.fft.fftshift)
def fftshift(x: Any, axes: Any = None) -> Tensor:
    """Move the frequency 0 from the first place to the middle."""
    return frequencies.fftshift(asarray(x), axes)


@implements(np.fft.ifftshift)
def ifftshift(x: Any, axes: Any = None) -> Tensor:
    """Move the frequency 0 from the middle to the first place."""
    return frequencies.ifftshift(asarray(x), axes)


def _check_points(n: Any, d: Any) -> None:
    """Let the quotient of Python's numbers be an error where it is none.

    Raises:
        ZeroDivisionError: There are no points, or no distance is between them.
    """
    if isinstance(n, Tensor) or isinstance(d, (Tensor, np.generic)):
        if all(not isinstance(x, Tensor) or x.spec.dtype.is_python for x in (n, d)):
            assert_that(n * d != 0, (), "float division by zero", ZeroDivisionError)
    elif isinstance(n, (int, np.integer)):
        1.0 / (n * d)


@implements(np.fft.fftfreq)
def fftfreq(n: Any, d: Any = 1.0, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return the frequencies of a transform, in the order in which it has them."""
    check_device("fftfreq", device)
    _check_points(n, d)
    return cast(frequencies.fftfreq(n, d), dtype_or(dtype, dtypes.float64))


@implements(np.fft.rfftfreq)
def rfftfreq(n: Any, d: Any = 1.0, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return the frequencies of a transform of real numbers, from 0 on."""
    check_device("rfftfreq", device)
    _check_points(n, d)
    return cast(frequencies.rfftfreq(n, d), dtype_or(dtype, dtypes.float64))


__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]
