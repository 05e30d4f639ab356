"""Arrays as what TensorBoard's plugins show: values of summaries, but their tags.

Source:  metadata.py and summary_v2.py of TensorBoard's plugins scalar, histogram,
         image, text
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograph.summary import messages, png
from graph import dtypes
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.specs import TensorSpec

_MAX_CHANNELS = 4


class Scalar:
    """A number.

    Args:
        description: What it shows, in Markdown.
    """

    name = "scalar"

    def __init__(self, description: str | None) -> None:
        """Keep the description."""
        self._description = description

    def check(self, spec: TensorSpec) -> None:
        """Refuse what is no number.

        Raises:
            DTypeError: It is text, or complex.
            ShapeError: It has axes.
        """
        _check_real(self.name, spec)
        if spec.shape not in ((), None):
            raise ShapeError(
                f"summary.scalar: data is {spec}, not a scalar.",
                hint="Reduce it, such as by ag.reduce_mean(x), or write a histogram.",
            )

    def value(self, array: Any) -> bytes:
        """Return the number as float32."""
        with np.errstate(over="ignore"):
            number = np.asarray(array, np.float32)
        tensor = messages.numeric_tensor(number)
        kind = messages.SCALAR
        return messages.summary_value(tensor, "scalars", kind, self._description)


class Histogram:
    """How often numbers occur.

    Args:
        n_buckets: How many intervals of equal width are counted in.
        description: What it shows, in Markdown.
    """

    name = "histogram"

    def __init__(self, n_buckets: int, description: str | None) -> None:
        """Keep the options."""
        self._n_buckets, self._description = n_buckets, description

    def check(self, spec: TensorSpec) -> None:
        """Refuse what are no numbers.

        Raises:
            DTypeError: They are text, or complex.
        """
        _check_real(self.name, spec)

    def value(self, array: Any) -> bytes:
        """Return rows: where an interval begins and ends, how many numbers are in it.

        Raises:
            InvalidArgumentError: There are NaN or infinities.
        """
        numbers = np.asarray(array, np.float64).ravel()
        n_wrong = int(numbers.size - np.count_nonzero(np.isfinite(numbers)))
        if n_wrong:
            raise InvalidArgumentError(
                f"summary.histogram: {n_wrong} of {numbers.size} numbers are NaN or "
                "infinite.",
                hint="Write those that are finite: ag.boolean_mask(x, "
                "ag.math.is_finite(x)).",
            )
        tensor = messages.numeric_tensor(_counted(numbers, self._n_buckets))
        kind = messages.TENSOR
        return messages.summary_value(tensor, "histograms", kind, self._description)


def _counted(numbers: Any, n_buckets: int) -> Any:
    rows = np.zeros((n_buckets, 3))
    if not numbers.size:
        return rows
    low, high = numbers.min(), numbers.max()
    if low == high:
        rows[:, :2] = low
        rows[-1, 2] = numbers.size
        return rows
    # As halves: the difference of two numbers may be too large.
    edges = 2 * np.linspace(low / 2, high / 2, n_buckets + 1)
    edges[0], edges[-1] = low, high
    places = np.searchsorted(edges[1:-1], numbers, side="right")
    rows[:, 0], rows[:, 1] = edges[:-1], edges[1:]
    rows[:, 2] = np.bincount(places, minlength=n_buckets)
    return rows


class Image:
    """Images: of a batch, the first few.

    Args:
        max_outputs: How many.
        description: What they show, in Markdown.
    """

    name = "image"

    def __init__(self, max_outputs: int, description: str | None) -> None:
        """Keep the options."""
        self._max_outputs, self._description = max_outputs, description

    def check(self, spec: TensorSpec) -> None:
        """Refuse what are no images.

        Raises:
            DTypeError: The pixels are neither floats nor uint8 nor uint16.
            ShapeError: There are not four axes, or too many channels.
        """
        dtype = spec.dtype
        if not dtype.is_floating and dtype not in (dtypes.uint8, dtypes.uint16):
            raise DTypeError(
                f"summary.image: data is {spec}.",
                hint="Pixels are floats from 0 to 1, or uint8: ag.cast(x, ag.uint8).",
            )
        self._check_shape(spec.shape)

    def _check_shape(self, shape: Any) -> None:
        if shape is None:
            return
        if len(shape) != 4:
            raise ShapeError(
                f"summary.image: data has the shape {tuple(shape)}.",
                hint="Its axes are images, rows, columns and channels: x[None, :, :, "
                "None] for a single matrix.",
            )
        channels = shape[3]
        if channels is not None and not 1 <= channels <= _MAX_CHANNELS:
            raise ShapeError(
                f"summary.image: the pixels have {channels} channels.",
                hint="Grey has 1, RGB has 3; one more is how opaque a pixel is.",
            )

    def value(self, array: Any) -> bytes:
        """Return the width and the height, as text, and images as PNG."""
        images = np.asarray(array)
        self._check_shape(images.shape)
        if 0 in images.shape[1:3]:
            raise ShapeError(
                f"summary.image: data has the shape {images.shape}: no pixels.",
                hint="An image has at least one row and one column.",
            )
        _, height, width, _ = images.shape
        shown = [png.encoded(_bytes(each)) for each in images[: self._max_outputs]]
        parts = [str(width).encode(), str(height).encode(), *shown]
        tensor = messages.text_tensor(parts, [len(parts)])
        kind = messages.BLOBS
        return messages.summary_value(tensor, "images", kind, self._description)


def _bytes(pixels: Any) -> Any:
    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype == np.uint16:
        return (pixels >> 8).astype(np.uint8)
    finite = np.nan_to_num(pixels.astype(np.float64), nan=0.0, posinf=1.0, neginf=0.0)
    return np.floor(finite.clip(0, 1) * 255.5).astype(np.uint8)


class Text:
    """Text, which TensorBoard shows as Markdown; a table for tensors of text.

    Args:
        description: What it shows, in Markdown.
    """

    name = "text"

    def __init__(self, description: str | None) -> None:
        """Keep the description."""
        self._description = description

    def check(self, spec: TensorSpec) -> None:
        """Refuse what is no text.

        Raises:
            DTypeError: It is numbers.
        """
        if spec.dtype is not dtypes.string:
            raise DTypeError(
                f"summary.text: data is {spec}, no text.",
                hint="Make text of numbers: ag.strings.as_string(x).",
            )

    def value(self, array: Any) -> bytes:
        """Return the text."""
        texts = np.asarray(array, object)
        parts = map(text_bytes, texts.ravel().tolist())
        tensor = messages.text_tensor(parts, texts.shape)
        kind = messages.TENSOR
        return messages.summary_value(tensor, "text", kind, self._description)


class Generic:
    """A tensor of any dtype and shape, as it is.

    Args:
        metadata: A message SummaryMetadata: who shows it, and how.
    """

    name = "write"

    def __init__(self, metadata: bytes) -> None:
        """Keep the metadata."""
        self._metadata = metadata

    def check(self, spec: TensorSpec) -> None:
        """Refuse nothing."""

    def value(self, array: Any) -> bytes:
        """Return the tensor."""
        # A scalar of text comes as its bytes.
        found = np.asarray(array, object if isinstance(array, (bytes, str)) else None)
        if found.dtype.hasobject:
            parts = map(text_bytes, found.ravel().tolist())
            tensor = messages.text_tensor(parts, found.shape)
        else:
            tensor = messages.numeric_tensor(found)
        return messages.generic_value(tensor, self._metadata)


def text_bytes(text: Any) -> bytes:
    """Return the bytes of text."""
    return text.encode() if isinstance(text, str) else bytes(text)


def _check_real(name: str, spec: TensorSpec) -> None:
    dtype = spec.dtype
    if not (dtype.is_floating or dtype.is_integer or dtype is dtypes.bool):
        raise DTypeError(
            f"summary.{name}: data is {spec}, not real numbers.",
            hint="Write ag.math.real(x) and ag.math.imag(x), or summary.text of text.",
        )


Value = Scalar | Histogram | Image | Text | Generic

__all__: list[str] = []
