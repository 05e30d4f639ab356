"""Convolutions."""

from __future__ import annotations

from typing import Any

from autograph import nn
from autograph.keras import activations, initializers, regularizers
from autograph.keras.layers.arguments import (
    check_channels_last,
    padding_of,
    pair,
    positive,
)
from autograph.keras.layers.layer import InputSpec, Layer
from graph import ops
from graph.control import call_user
from graph.errors import InvalidArgumentError, ShapeError
from graph.origin import capture_exact


class Conv2D(Layer):
    """Multiply each window of images with filters, and add a bias.

    Args:
        filters: The number of output channels.
        kernel_size: Height and width of windows: one number or two.
        strides: By how much each window is moved from the one before, likewise.
        padding: `"valid"`, or `"same"` for zeros around the image.
        data_format: None or `"channels_last"`.
        dilation_rate: How far the elements of a window are apart.
        groups: Into how many groups channels are cut, each with filters of its own.
        activation: See `ag.keras.activations`.
        use_bias: Is a bias added?
        kernel_initializer: See `ag.keras.initializers`.
        bias_initializer: Likewise.
        kernel_regularizer: See `ag.keras.regularizers`.
        bias_regularizer: Likewise.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: kernel (rows, columns, channels // groups, filters), bias (filters)
    Shape:   (batch, height, width, channels) -> (batch, windows down, windows across,
             filters)
    Dtype:   floats -> that of the layer
    Raises:  ShapeError if an input has other axes or channels; InvalidArgumentError,
             UnimplementedError for arguments that are wrong, or not there
    """

    _takes_one_tensor = True
    input_spec = InputSpec(ndim=4)

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = (1, 1),
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = (1, 1),
        groups: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        *,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        super().__init__(name, dtype, trainable)
        check_channels_last(data_format, "Conv2D")
        self.filters = positive(filters, "Conv2D", "filters")
        self.kernel_size = pair(kernel_size, "Conv2D", "kernel_size")
        self.strides = pair(strides, "Conv2D", "strides")
        self.padding = padding_of(padding, "Conv2D")
        self.dilation_rate = pair(dilation_rate, "Conv2D", "dilation_rate")
        self.groups = positive(groups, "Conv2D", "groups")
        if self.filters % self.groups:
            raise InvalidArgumentError(
                f"Conv2D: {filters} filters are no multiple of {groups} groups.",
                origin=capture_exact(),
                hint="Each group has as many filters as the others.",
            )
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)

    def build(self, input_shape: Any) -> None:
        """Make kernel and bias; see `Layer`."""
        channels = input_shape[-1]
        if channels is not None and channels % self.groups:
            raise ShapeError(
                f"the layer {self.name!r} has {self.groups} groups; an input has "
                f"{channels} channels.",
                origin=capture_exact(),
                hint="Channels, the last axis, are a multiple of groups.",
            )
        part = None if channels is None else channels // self.groups
        shape = (*self.kernel_size, part, self.filters)
        self.kernel = self.add_weight(
            "kernel",
            shape,
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                (self.filters,),
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
            )
        self.input_spec = InputSpec(ndim=4, axes={-1: channels})

    def call(self, inputs: Any) -> Any:
        """Multiply and add; see the class."""
        found = nn.conv2d(
            inputs,
            self.kernel,
            list(self.strides),
            self.padding,
            dilations=list(self.dilation_rate),
        )
        if self.bias is not None:
            found = ops.add(found, self.bias)
        return call_user(self.activation, found)


__all__ = ["Conv2D"]
