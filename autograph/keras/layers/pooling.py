"""Pooling: one element of each window of images, or of each image."""

from __future__ import annotations

from typing import Any

from autograph import nn
from autograph.keras.layers.arguments import check_channels_last, padding_of, pair
from autograph.keras.layers.layer import InputSpec, Layer
from graph import ops


class _Pooling2D(Layer):
    """Windows of images; subclasses say what is made of one."""

    _takes_one_tensor = True
    input_spec = InputSpec(ndim=4)
    _pool: Any

    def __init__(
        self,
        pool_size: Any = (2, 2),
        strides: Any = None,
        padding: str = "valid",
        data_format: str | None = None,
        *,
        name: str | None = None,
    ) -> None:
        super().__init__(name)
        kind = type(self).__name__
        check_channels_last(data_format, kind)
        self.pool_size = pair(pool_size, kind, "pool_size")
        given = self.pool_size if strides is None else strides
        self.strides = pair(given, kind, "strides")
        self.padding = padding_of(padding, kind)

    def call(self, inputs: Any) -> Any:
        """Make one element of each window."""
        size, strides = list(self.pool_size), list(self.strides)
        return type(self)._pool(inputs, size, strides, self.padding)


class MaxPooling2D(_Pooling2D):
    """Return the largest element of each window.

    Args:
        pool_size: Height and width of windows: one number or two.
        strides: By how much each is moved from the one before; by default its size.
        padding: `"valid"` or `"same"`; what is around the image does not count.
        data_format: None or `"channels_last"`.
        name: See `Layer`.

    Shape:   (batch, height, width, channels) -> (batch, windows down, windows across,
             channels)
    Dtype:   floats -> the same
    Raises:  ShapeError for another number of axes
    """

    _pool = staticmethod(nn.max_pool2d)


class AveragePooling2D(_Pooling2D):
    """Return the mean of each window; see `MaxPooling2D`."""

    _pool = staticmethod(nn.avg_pool2d)


class GlobalAveragePooling2D(Layer):
    """Return the mean of each channel of an image.

    Args:
        data_format: None or `"channels_last"`.
        keepdims: Keep height and width, of size 1.
        name: See `Layer`.

    Shape:   (batch, height, width, channels) -> (batch, channels), or (batch, 1, 1,
             channels)
    Dtype:   floats -> the same
    Raises:  ShapeError for another number of axes
    """

    _takes_one_tensor = True
    input_spec = InputSpec(ndim=4)

    def __init__(
        self,
        data_format: str | None = None,
        keepdims: bool = False,
        *,
        name: str | None = None,
    ) -> None:
        super().__init__(name)
        check_channels_last(data_format, "GlobalAveragePooling2D")
        self.keepdims = bool(keepdims)

    def call(self, inputs: Any) -> Any:
        """Return the means."""
        return ops.reduce_mean(inputs, [1, 2], keepdims=self.keepdims)


__all__ = ["AveragePooling2D", "GlobalAveragePooling2D", "MaxPooling2D"]
