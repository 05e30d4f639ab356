"""`ag.signal`: Fourier transforms, under TensorFlow's names and NumPy's."""

from graph.ops.frequencies import fftfreq, fftshift, ifftshift, rfftfreq
from graph.ops.transforms import (
    fft,
    fft2d,
    fft3d,
    fftn,
    hfft,
    ifft,
    ifft2d,
    ifft3d,
    ifftn,
    ihfft,
    irfft,
    irfft2d,
    irfft3d,
    irfftn,
    rfft,
    rfft2d,
    rfft3d,
    rfftn,
)

fftnd, ifftnd, rfftnd, irfftnd = fftn, ifftn, rfftn, irfftn

__all__ = [
    "fft",
    "fft2d",
    "fft3d",
    "fftfreq",
    "fftn",
    "fftnd",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftn",
    "ifftnd",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2d",
    "irfft3d",
    "irfftn",
    "irfftnd",
    "rfft",
    "rfft2d",
    "rfft3d",
    "rfftfreq",
    "rfftn",
    "rfftnd",
]
