"""Normalisation: of each element of a batch, or of each feature over a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph import nn
from autograph.keras import initializers
from autograph.keras.layers.layer import InputSpec, Layer, when_training
from graph import ops
from graph.convert import is_sequence
from graph.errors import ShapeError
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.variable import Variable


class _Normalization(Layer):
    """A layer that scales and shifts what it has brought to mean 0 and variance 1."""

    _takes_one_tensor = True

    def __init__(
        self,
        axis: Any = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        *,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        super().__init__(name, dtype, trainable)
        self.axis, self.epsilon = axis, epsilon
        self.center, self.scale = center, scale
        self.beta_initializer = initializers.get(beta_initializer)
        self.gamma_initializer = initializers.get(gamma_initializer)

    def build(self, input_shape: Any) -> None:
        """Make gamma and beta; see `Layer`."""
        axes = self._axes(input_shape)
        shape = [input_shape[axis] for axis in axes]
        self.gamma: Variable | None = None
        self.beta: Variable | None = None
        if self.scale:
            self.gamma = self.add_weight(
                "gamma", shape, initializer=self.gamma_initializer
            )
        if self.center:
            self.beta = self.add_weight(
                "beta", shape, initializer=self.beta_initializer
            )
        self.input_spec = InputSpec(
            ndim=len(input_shape), axes=dict(zip(axes, shape, strict=True))
        )

    def _axes(self, shape: Sequence[Any] | None) -> list[int]:
        """Return the axes that weights belong to, in order.

        Raises:
            ShapeError: The input has no such axes.
        """
        axes = list(self.axis) if is_sequence(self.axis) else [self.axis]
        n = 0 if shape is None else len(shape)
        if shape is None or any(not -n <= axis < n for axis in axes):
            raise ShapeError(
                f"the layer {self.name!r} normalises along axis {self.axis}; an input "
                f"has {'an unknown number of' if shape is None else n} axes.",
                origin=capture_exact(),
                hint="The first axis, 0, is that of the batch.",
            )
        return sorted(axis % n for axis in axes)

    def _along(self, weight: Any, inputs: Any) -> Any:
        """Return a weight in a shape that broadcasts to the inputs; None stays."""
        n = inputs.shape.rank
        axes = self._axes(inputs.shape)
        if weight is None or axes == list(range(n - len(axes), n)):
            return weight
        shape = [1] * n
        for axis, size in zip(axes, tuple(weight.shape), strict=True):
            shape[axis] = size
        return ops.reshape(weight, shape)


class LayerNormalization(_Normalization):
    """Bring each element of a batch to mean 0 and variance 1, along axes of its own.

    Args:
        axis: One axis, or several.
        epsilon: A small number that is added to the variance.
        center: Is beta added?
        scale: Is the result multiplied with gamma?
        beta_initializer: See `ag.keras.initializers`.
        gamma_initializer: Likewise.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: gamma and beta, of the sizes of the axes
    Shape:   any -> the same
    Dtype:   floats -> that of the layer
    Raises:  ShapeError if there are no such axes
    Source:  Ba et al., 2016, "Layer normalization"
    """

    def call(self, inputs: Any) -> Any:
        """Normalise."""
        return nn.layer_normalization(
            inputs,
            self._axes(inputs.shape),
            self._along(self.gamma, inputs),
            self._along(self.beta, inputs),
            self.epsilon,
        )


class BatchNormalization(_Normalization):
    """Bring each feature to mean 0 and variance 1 over a batch.

    When training, mean and variance are those of the batch, and the moving averages
    come nearer to them: `moving = moving * momentum + batch * (1 - momentum)`. Else the
    moving averages are used, as by a layer that is not trainable.

    Args:
        axis: That of the features.
        momentum: How much of the moving averages stays.
        epsilon: A small number that is added to the variance.
        center: Is beta added?
        scale: Is the result multiplied with gamma?
        beta_initializer: See `ag.keras.initializers`.
        gamma_initializer: Likewise.
        moving_mean_initializer: Likewise.
        moving_variance_initializer: Likewise.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: gamma, beta, moving_mean, moving_variance (features); the last two are not
             trainable
    Shape:   any -> the same
    Dtype:   floats -> that of the layer
    Raises:  ShapeError if there is no such axis
    Source:  Ioffe and Szegedy, 2015, "Batch normalization". The variance is that of the
             batch, without the correction n / (n - 1)
    """

    def __init__(
        self,
        axis: int = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        moving_mean_initializer: Any = "zeros",
        moving_variance_initializer: Any = "ones",
        *,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        super().__init__(
            axis,
            epsilon,
            center,
            scale,
            beta_initializer,
            gamma_initializer,
            name=name,
            dtype=dtype,
            trainable=trainable,
        )
        self.momentum = momentum
        self.moving_mean_initializer = initializers.get(moving_mean_initializer)
        self.moving_variance_initializer = initializers.get(moving_variance_initializer)

    def build(self, input_shape: Any) -> None:
        """Make the weights; see `Layer`."""
        super().build(input_shape)
        shape = [input_shape[axis] for axis in self._axes(input_shape)]
        self.moving_mean = self.add_weight(
            "moving_mean",
            shape,
            initializer=self.moving_mean_initializer,
            trainable=False,
        )
        self.moving_variance = self.add_weight(
            "moving_variance",
            shape,
            initializer=self.moving_variance_initializer,
            trainable=False,
        )

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Normalise, and move the averages if `training` is true."""

        def of_batch() -> tuple[Tensor, Tensor]:
            axes = self._axes(inputs.shape)
            others = [i for i in range(inputs.shape.rank) if i not in axes]
            mean, variance = nn.moments(inputs, others)
            self._move(self.moving_mean, mean)
            self._move(self.moving_variance, variance)
            return mean, variance

        def of_averages() -> tuple[Tensor, Tensor]:
            return self.moving_mean.value(), self.moving_variance.value()

        flag = training if self.trainable else False
        mean, variance = when_training(flag, of_batch, of_averages)
        return nn.batch_normalization(
            inputs,
            self._along(mean, inputs),
            self._along(variance, inputs),
            self._along(self.beta, inputs),
            self._along(self.gamma, inputs),
            self.epsilon,
        )

    def _move(self, average: Variable, value: Any) -> None:
        average.assign(average * self.momentum + value * (1 - self.momentum))


__all__ = ["BatchNormalization", "LayerNormalization"]
