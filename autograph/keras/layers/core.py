"""Layers of one matrix or none: Dense, Activation, Dropout, Flatten."""

from __future__ import annotations

import math
from typing import Any

from autograph import nn
from autograph.keras import activations, initializers, regularizers
from autograph.keras.layers.arguments import positive
from autograph.keras.layers.layer import InputSpec, Layer, batch_size, when_training
from graph import ops
from graph.control import call_user
from graph.errors import InvalidArgumentError
from graph.origin import capture_exact
from graph.tensor import Tensor


class Dense(Layer):
    """Multiply with a matrix, and add a bias: `activation(x @ kernel + bias)`.

    Args:
        units: The number of outputs.
        activation: A name, a function, or None: see `ag.keras.activations`.
        use_bias: Is a bias added?
        kernel_initializer: See `ag.keras.initializers`.
        bias_initializer: Likewise.
        kernel_regularizer: See `ag.keras.regularizers`.
        bias_regularizer: Likewise.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: kernel (n_in, units), bias (units)
    Shape:   (batch, ..., n_in) -> (batch, ..., units)
    Dtype:   floats -> that of the layer
    Raises:  ShapeError if an input has no two axes, or not n_in elements along the last
    """

    _takes_one_tensor = True
    input_spec = InputSpec(min_ndim=2)

    def __init__(
        self,
        units: int,
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
        self.units = positive(units, "Dense", "units")
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)

    def build(self, input_shape: Any) -> None:
        """Make kernel and bias; see `Layer`."""
        n_in = input_shape[-1]
        self.kernel = self.add_weight(
            "kernel",
            (n_in, self.units),
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                (self.units,),
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
            )
        self.input_spec = InputSpec(min_ndim=2, axes={-1: n_in})

    def call(self, inputs: Any) -> Any:
        """Multiply and add; see the class."""
        rank = inputs.shape.rank
        if rank == 2:
            found = ops.matmul(inputs, self.kernel)
        else:
            found = ops.tensordot(inputs, self.kernel, 1)
        if self.bias is not None:
            found = ops.add(found, self.bias)
        return call_user(self.activation, found)


class Activation(Layer):
    """Apply a function: see `ag.keras.activations`.

    Shape:   any -> what the function makes of it
    """

    _takes_one_tensor = True

    def __init__(self, activation: Any, *, name: str | None = None) -> None:
        super().__init__(name)
        self.activation = activations.get(activation)

    def call(self, inputs: Any) -> Any:
        """Apply the function."""
        return call_user(self.activation, inputs)


class Dropout(Layer):
    """Set elements to 0 by chance when training: see `ag.nn.dropout`.

    Args:
        rate: The chance of an element to become 0: a number of [0, 1).
        noise_shape: The shape of what is drawn, broadcast to that of the input.
        seed: As for `ag.random.uniform`.
        name: See `Layer`.

    Shape:   any -> the same
    Dtype:   floats -> the same
    Raises:  InvalidArgumentError if the rate is no chance
    """

    _takes_one_tensor = True

    def __init__(
        self,
        rate: float,
        noise_shape: Any = None,
        seed: Any = None,
        *,
        name: str | None = None,
    ) -> None:
        super().__init__(name)
        if not (isinstance(rate, (int, float)) and 0 <= rate < 1):
            raise InvalidArgumentError(
                f"Dropout: rate is {rate!r}, which is not in [0, 1).",
                origin=capture_exact(),
                hint="It is the chance of an element to become 0; 0.2 leaves 80 %.",
            )
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Drop elements if `training` is true."""

        def dropped() -> Tensor:
            return nn.dropout(inputs, self.rate, self.noise_shape, self.seed)

        return when_training(training, dropped, lambda: inputs)


class Flatten(Layer):
    """Put all axes but that of the batch into one.

    Shape:   (batch, ...) -> (batch, product of the others); (batch) -> (batch, 1)
    Dtype:   any -> the same
    """

    _takes_one_tensor = True
    input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: Any) -> Any:
        """Put the axes together."""
        shape = inputs.shape
        rest = None if shape.rank is None else tuple(shape)[1:]
        if rest is None or None in rest:
            count = ops.reduce_prod(ops.shape(inputs)[1:])
        else:
            count = math.prod(rest)
        return ops.reshape(inputs, [batch_size(inputs), count])


__all__ = ["Activation", "Dense", "Dropout", "Flatten"]
