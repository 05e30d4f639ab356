"""(no ops) Convolutions and sums over windows, of any number of dimensions, on NumPy.

Arrays have the layout (batch, dimensions..., channels), kernels (dimensions...,
channels in, channels out). A convolution is a product of matrices: the windows of the
input are the rows of one, which is made for as much of the input at once as a buffer
of a bounded size has room for.

Source:  Chellapilla et al., 2006, "High performance convolutional neural networks for
         document processing"
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.lib.stride_tricks import as_strided

# A buffer of this size still is in a cache while it is multiplied; measured.
_MAX_BYTES: Final = 1 << 24

Sizes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Windows:
    """Where the windows of an input are.

    Attributes:
        kernel: How long a window is along each dimension.
        strides: By how much one is moved from the one before.
        dilations: How far the elements of a window are apart.
        pads: How many elements are put before and after.
        sizes: How many windows there are.
    """

    kernel: Sizes
    strides: Sizes
    dilations: Sizes
    pads: tuple[tuple[int, int], ...]
    sizes: Sizes

    def slices(self, place: Sizes) -> tuple[slice, ...]:
        """Return which elements of the padded input are at a place in the windows."""
        return tuple(
            slice(at * d, at * d + (n - 1) * s + 1, s) if n else slice(0, 0)
            for at, n, s, d in zip(
                place, self.sizes, self.strides, self.dilations, strict=True
            )
        )

    @property
    def places(self) -> Iterator[Sizes]:
        """The places in a window, row by row."""
        return itertools.product(*map(range, self.kernel))

    def inner(self, shape: Sizes) -> tuple[slice, ...]:
        """Return which elements of a padded input are those of the input."""
        return tuple(
            slice(low, low + size)
            for (low, _), size in zip(self.pads, shape, strict=True)
        )


def place_windows(
    sizes: Sizes, kernel: Sizes, strides: Sizes, dilations: Sizes, padding: Any
) -> Windows:
    """Return where windows are in an input of these sizes.

    Args:
        sizes: The lengths of the dimensions.
        kernel: Those of a window.
        strides: By how much each window is moved.
        dilations: How far its elements are apart.
        padding: `VALID`, `SAME`, or a pair for each dimension.
    """
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True)]
    if padding == "VALID":
        pads: tuple[tuple[int, int], ...] = ((0, 0),) * len(sizes)
    elif padding == "SAME":
        pads = tuple(
            _same(n, span, s) for n, span, s in zip(sizes, spans, strides, strict=True)
        )
    else:
        pads = padding
    counts = tuple(
        max((n + low + high - span) // s + 1, 0)
        for n, (low, high), span, s in zip(sizes, pads, spans, strides, strict=True)
    )
    return Windows(kernel, strides, dilations, pads, counts)


def _same(size: int, span: int, stride: int) -> tuple[int, int]:
    """Return pads for which there are size / stride windows; the last is larger."""
    count = -(-size // stride)
    total = max((count - 1) * stride + span - size, 0)
    return total // 2, total - total // 2


def padded(x: Any, windows: Windows, value: Any = 0) -> Any:
    """Return an input with something put around it; itself where that is nothing."""
    if not any(map(any, windows.pads)):
        return x
    inner = x.shape[1:-1]
    sizes = [n + low + high for n, (low, high) in zip(inner, windows.pads, strict=True)]
    found = np.full((x.shape[0], *sizes, x.shape[-1]), value, x.dtype)
    found[(slice(None), *windows.inner(inner))] = x
    return found


def _rows(x: Any, windows: Windows) -> Any:
    """Return a view (batch, windows..., kernel..., channels) of a padded input."""
    steps = x.strides
    return as_strided(
        x,
        (x.shape[0], *windows.sizes, *windows.kernel, x.shape[-1]),
        (
            steps[0],
            *(a * s for a, s in zip(steps[1:-1], windows.strides, strict=True)),
            *(a * d for a, d in zip(steps[1:-1], windows.dilations, strict=True)),
            steps[-1],
        ),
        writeable=False,
    )


def _parts(batch: int, windows: Windows, row_bytes: int) -> Iterator[tuple[Any, ...]]:
    """Return keys of the windows, each of so many that their rows fit the buffer."""
    each = math.prod(windows.sizes) * row_bytes
    if each <= _MAX_BYTES:
        step = max(1, _MAX_BYTES // max(each, 1))
        for start in range(0, batch, step):
            yield (slice(start, start + step),)
        return
    lines = windows.sizes[0]
    step = max(1, _MAX_BYTES // max(each // lines, 1))
    for at in range(batch):
        for start in range(0, lines, step):
            yield (slice(at, at + 1), slice(start, start + step))


def convolve(x: Any, filters: Any, windows: Windows) -> Any:
    """Return the products of each window with the filters."""
    n_out = filters.shape[-1]
    matrix = filters.reshape(-1, n_out)
    out = np.empty((x.shape[0], *windows.sizes, n_out), x.dtype)
    if not out.size:
        return out
    if not matrix.size:
        out[...] = 0
        return out
    rows = _rows(padded(x, windows), windows)
    n_in = matrix.shape[0]
    for key in _parts(x.shape[0], windows, n_in * x.itemsize):
        taken = rows[key].reshape(-1, n_in)
        np.matmul(taken, matrix, out=out[key].reshape(-1, n_out))
    return out


def convolve_filters(x: Any, dy: Any, windows: Windows) -> Any:
    """Return what flows back to the filters."""
    n_in, n_out = x.shape[-1], dy.shape[-1]
    width = math.prod(windows.kernel) * n_in
    total = np.zeros((width, n_out), dy.dtype)
    if dy.size and width:
        rows = _rows(padded(x, windows), windows)
        for key in _parts(x.shape[0], windows, width * x.itemsize):
            taken = rows[key].reshape(-1, width)
            total += taken.T @ dy[key].reshape(-1, n_out)
    return total.reshape(*windows.kernel, n_in, n_out)


def convolve_input(dy: Any, filters: Any, windows: Windows, sizes: Sizes) -> Any:
    """Return what flows back to the input, whose sizes are given.

    A product of matrices for each place in a window takes less time than one of all
    windows of `dy`, which are as many times larger as there are channels out.
    """
    n_in, n_out = filters.shape[-2:]
    total = _frame(dy.shape[0], sizes, n_in, windows, dy.dtype)
    for place in windows.places:
        part = dy.reshape(-1, n_out) @ filters[place].T
        key = (slice(None), *windows.slices(place))
        total[key] += part.reshape(*dy.shape[:-1], n_in)
    return total[(slice(None), *windows.inner(sizes))]


def _frame(
    batch: int, sizes: Sizes, channels: int, windows: Windows, dtype: Any
) -> Any:
    """Return zeros of the size of the padded input."""
    wide = [n + low + high for n, (low, high) in zip(sizes, windows.pads, strict=True)]
    return np.zeros((batch, *wide, channels), dtype)


# -- Each channel by itself ------------------------------------------------------------


def _split(values: Any, channels: int) -> Any:
    """Return the last axis as channels, and how often each is used."""
    return values.reshape(*values.shape[:-1], channels, values.shape[-1] // channels)


def depthwise(x: Any, filters: Any, windows: Windows) -> Any:
    """Convolve each channel by itself; filters are (dimensions..., 1, channels out)."""
    channels, n_out = x.shape[-1], filters.shape[-1]
    out = np.zeros((x.shape[0], *windows.sizes, n_out), x.dtype)
    if not out.size:
        return out
    full = padded(x, windows)
    parts = _split(out, channels)
    for place in windows.places:
        taken = full[(slice(None), *windows.slices(place))]
        parts += taken[..., None] * _split(filters[place][0], channels)
    return out


def depthwise_filters(x: Any, dy: Any, windows: Windows) -> Any:
    """Return what flows back to the filters of `depthwise`."""
    channels = x.shape[-1]
    full = padded(x, windows)
    flow = _split(dy, channels).reshape(-1, channels, dy.shape[-1] // channels)
    total = np.zeros((*windows.kernel, 1, dy.shape[-1]), dy.dtype)
    for place in windows.places:
        taken = full[(slice(None), *windows.slices(place))]
        found = np.einsum("nc,ncm->cm", taken.reshape(-1, channels), flow)
        total[place][0] = found.reshape(-1)
    return total


def depthwise_input(
    dy: Any, filters: Any, windows: Windows, sizes: Sizes, channels: int
) -> Any:
    """Return what flows back to the input of `depthwise`."""
    total = _frame(dy.shape[0], sizes, channels, windows, dy.dtype)
    flow = _split(dy, channels)
    for place in windows.places:
        part = np.einsum("...cm,cm->...c", flow, _split(filters[place][0], channels))
        total[(slice(None), *windows.slices(place))] += part
    return total[(slice(None), *windows.inner(sizes))]


# -- Windows reduced -------------------------------------------------------------------


def largest(x: Any, windows: Windows) -> Any:
    """Return the largest element of each window; nan spreads."""
    full = padded(x, windows, -np.inf)
    out = np.full((x.shape[0], *windows.sizes, x.shape[-1]), -np.inf, x.dtype)
    for place in windows.places:
        np.maximum(out, full[(slice(None), *windows.slices(place))], out=out)
    return out


def places_of_largest(x: Any, windows: Windows) -> Any:
    """Return where in the flat input the largest element of each window is."""
    numbers = np.arange(x.size, dtype=np.int64).reshape(x.shape)
    numbers = padded(numbers, windows)
    full = padded(x, windows, -np.inf)
    shape = (x.shape[0], *windows.sizes, x.shape[-1])
    best = np.full(shape, -np.inf, x.dtype)
    found = np.full(shape, -1, np.int64)
    real = padded(np.ones(x.shape, bool), windows, False)
    for place in windows.places:
        key = (slice(None), *windows.slices(place))
        taken = full[key]
        is_more = (taken > best) | (np.isnan(taken) & ~np.isnan(best)) | (found < 0)
        is_more &= real[key]
        np.copyto(best, taken, where=is_more)
        np.copyto(found, numbers[key], where=is_more)
    return found


def counts(sizes: Sizes, windows: Windows, dtype: Any) -> Any:
    """Return how many elements of the input each window has, for one channel."""
    ones = np.ones((1, *sizes, 1), dtype)
    full = padded(ones, windows)
    total = np.zeros((1, *windows.sizes, 1), dtype)
    for place in windows.places:
        total += full[(slice(None), *windows.slices(place))]
    return total


def mean(x: Any, windows: Windows) -> Any:
    """Return the mean of each window, of the elements that are the input's."""
    full = padded(x, windows)
    total = np.zeros((x.shape[0], *windows.sizes, x.shape[-1]), x.dtype)
    for place in windows.places:
        total += full[(slice(None), *windows.slices(place))]
    total /= counts(x.shape[1:-1], windows, x.dtype)
    return total


def mean_back(dy: Any, windows: Windows, sizes: Sizes) -> Any:
    """Return what flows back to the input of `mean`."""
    share = dy / counts(sizes, windows, dy.dtype)
    total = _frame(dy.shape[0], sizes, dy.shape[-1], windows, dy.dtype)
    for place in windows.places:
        total[(slice(None), *windows.slices(place))] += share
    return total[(slice(None), *windows.inner(sizes))]


__all__ = [
    "Windows",
    "convolve",
    "convolve_filters",
    "convolve_input",
    "depthwise",
    "depthwise_filters",
    "depthwise_input",
    "largest",
    "mean",
    "mean_back",
    "place_windows",
    "places_of_largest",
]
