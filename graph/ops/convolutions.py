"""The convolutions that `ag.nn` has, under TensorFlow's names and parameters."""

from __future__ import annotations

from typing import Any

from graph.dispatch import as_tensor
from graph.errors import ShapeError
from graph.ops.convolution import convolve, is_channels_first, transposed
from graph.ops.manipulation import reshape
from graph.origin import capture_exact
from graph.tensor import Tensor


def conv1d(
    input: Any,
    filters: Any,
    stride: Any,
    padding: Any,
    data_format: Any = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Multiply each window of rows with filters.

    Args:
        input: Rows of channels.
        filters: What windows are multiplied with.
        stride: By how much each window is moved from the one before.
        padding: `VALID`, `SAME`, or zeros before and after: [[before, after]].
        data_format: `NWC`, or `NCW` where channels are second.
        dilations: How far the elements of a window are apart.
        name: A name for the node.

    Shape:   (batch, width, channels in), (length, channels in, channels out) ->
             (batch, windows, channels out)
    Dtype:   floats, promoted together
    Raises:  ShapeError if channels differ; DTypeError for other dtypes
    Source:  TensorFlow's nn.conv1d: a correlation, filters are not turned round
    """
    return convolve(
        1, "conv1d", input, filters, stride, padding, data_format, dilations, name
    )


def conv2d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Multiply each window of images with filters.

    Args:
        input: Images of channels. Channels may be several times those that filters
            take: the filters then are cut into so many groups, one for each part.
        filters: What windows are multiplied with.
        strides: By how much each window is moved from the one before: one number, two,
            or four with 1 for batch and channels.
        padding: `VALID`, `SAME`, or zeros before and after: [[top, bottom], [left,
            right]], also with [0, 0] for batch and channels.
        data_format: `NHWC`, or `NCHW` where channels are second.
        dilations: How far the elements of a window are apart, like `strides`.
        name: A name for the node.

    Shape:   (batch, height, width, channels in), (rows, columns, channels in, channels
             out) -> (batch, windows down, windows across, channels out)
    Dtype:   floats, promoted together
    Raises:  ShapeError if channels differ; DTypeError for other dtypes
    Source:  TensorFlow's nn.conv2d: a correlation, filters are not turned round
    """
    return convolve(
        2, "conv2d", input, filters, strides, padding, data_format, dilations, name
    )


def conv3d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Multiply each window of volumes with filters: see `conv2d`.

    Shape:   (batch, depth, height, width, channels in), (planes, rows, columns,
             channels in, channels out) -> (batch, windows..., channels out)
    Dtype:   floats, promoted together
    Raises:  ShapeError if channels differ; DTypeError for other dtypes
    Source:  TensorFlow's nn.conv3d
    """
    return convolve(
        3, "conv3d", input, filters, strides, padding, data_format, dilations, name
    )


def convolution(
    input: Any,
    filters: Any,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: Any = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Multiply each window of an input of 1, 2 or 3 dimensions with filters.

    Shape:   (batch, dimensions..., channels in), (dimensions..., channels in, channels
             out) -> (batch, windows..., channels out)
    Dtype:   floats, promoted together
    Raises:  ShapeError if the rank is not known while tracing, or another
    Source:  TensorFlow's nn.convolution
    """
    kernel = as_tensor(filters)
    n = (kernel.ndim or 0) - 2
    if n not in (1, 2, 3):
        raise ShapeError(
            f"convolution: filters have the shape {kernel.shape}.",
            origin=capture_exact(1),
            hint="They are (dimensions..., channels in, channels out), with 1 to 3 "
            "dimensions that are known while tracing.",
        )
    return convolve(
        n, "convolution", input, kernel, strides, padding, data_format, dilations, name
    )


def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    data_format: Any = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Multiply each window of images with filters, each channel by itself.

    Args:
        input: Images of channels.
        filter: What windows of each channel are multiplied with, several for each.
        strides: As for `conv2d`.
        padding: As for `conv2d`.
        data_format: As for `conv2d`.
        dilations: As for `conv2d`.
        name: A name for the node.

    Shape:   (batch, height, width, channels), (rows, columns, channels, times) ->
             (batch, windows down, windows across, channels * times)
    Dtype:   floats, promoted together
    Raises:  ShapeError if channels differ, or are not known while tracing
    Source:  TensorFlow's nn.depthwise_conv2d
    """
    kernel = as_tensor(filter)
    if kernel.ndim != 4 or None in kernel.shape:
        raise ShapeError(
            f"depthwise_conv2d: the filter has the shape {kernel.shape}.",
            origin=capture_exact(1),
            hint="It is (rows, columns, channels, times), known while tracing.",
        )
    rows, columns, channels, times = kernel.shape
    flat = reshape(kernel, [rows, columns, 1, channels * times])  # type: ignore[operator]
    is_first = is_channels_first(2, data_format, "depthwise_conv2d")
    x = as_tensor(input)
    given = None if x.ndim != 4 else x.shape[1 if is_first else 3]
    if given not in (None, channels):
        raise ShapeError(
            f"depthwise_conv2d: the input has {given} channels, the filter {channels}.",
            origin=capture_exact(1),
            hint="The filter is (rows, columns, channels, times).",
        )
    return convolve(
        2,
        "depthwise_conv2d",
        x,
        flat,
        strides,
        padding,
        data_format,
        dilations,
        name,
        groups=channels,
    )


def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    data_format: Any = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Convolve each channel by itself, and then mix the channels.

    Shape:   (batch, height, width, channels), (rows, columns, channels, times), (1, 1,
             channels * times, channels out) -> (batch, windows down, windows across,
             channels out)
    Dtype:   floats, promoted together
    Raises:  ShapeError if channels differ
    Source:  TensorFlow's nn.separable_conv2d
    """
    each = depthwise_conv2d(
        input, depthwise_filter, strides, padding, data_format, dilations
    )
    return conv2d(each, pointwise_filter, 1, "VALID", data_format, None, name)


def conv1d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: Any = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Do to rows what `conv1d` does to gradients: see `conv2d_transpose`.

    Shape:   (batch, width, channels in), (length, channels out, channels in) ->
             `output_shape`
    Dtype:   floats, promoted together
    Raises:  ShapeError if no convolution makes the input of such an output
    Source:  TensorFlow's nn.conv1d_transpose
    """
    return transposed(
        1, "conv1d_transpose", input, filters, output_shape, strides, padding,
        data_format, dilations, name,
    )  # fmt: skip


def conv2d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: Any = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Do to images what `conv2d` does to gradients, which makes them larger.

    Args:
        input: Images of channels.
        filters: What is put where each element is, weighed with it.
        output_shape: The shape of the result; may be symbolic.
        strides: By how much the places are apart, like those of `conv2d`.
        padding: As for the `conv2d` that would make the input of the result.
        data_format: As for `conv2d`.
        dilations: As for `conv2d`.
        name: A name for the node.

    Shape:   (batch, height, width, channels in), (rows, columns, channels out, channels
             in) -> `output_shape`
    Dtype:   floats, promoted together
    Raises:  ShapeError if no convolution makes the input of such an output
    Source:  TensorFlow's nn.conv2d_transpose
    """
    return transposed(
        2, "conv2d_transpose", input, filters, output_shape, strides, padding,
        data_format, dilations, name,
    )  # fmt: skip


def conv3d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: Any = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Do to volumes what `conv3d` does to gradients: see `conv2d_transpose`.

    Shape:   (batch, depth, height, width, channels in), (planes, rows, columns,
             channels out, channels in) -> `output_shape`
    Dtype:   floats, promoted together
    Raises:  ShapeError if no convolution makes the input of such an output
    Source:  TensorFlow's nn.conv3d_transpose
    """
    return transposed(
        3, "conv3d_transpose", input, filters, output_shape, strides, padding,
        data_format, dilations, name,
    )  # fmt: skip


__all__ = [
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "convolution",
    "depthwise_conv2d",
    "separable_conv2d",
]
NAMESPACES = {"ag.nn": __all__}
