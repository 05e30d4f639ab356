"""Embedding: rows of a table."""

from __future__ import annotations

from typing import Any

from autograph import nn
from autograph.keras import initializers, regularizers
from autograph.keras.layers.arguments import positive
from autograph.keras.layers.layer import Layer
from graph import dtypes, ops


class Embedding(Layer):
    """Return rows of a table of weights.

    Args:
        input_dim: The number of rows.
        output_dim: Their length.
        embeddings_initializer: See `ag.keras.initializers`.
        embeddings_regularizer: See `ag.keras.regularizers`.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: embeddings (input_dim, output_dim)
    Shape:   any -> (any, output_dim)
    Dtype:   integers, or floats with such values -> that of the layer
    Raises:  InvalidArgumentError when this runs, if there is no such row
    """

    _takes_one_tensor = True
    _casts_inputs = False

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        *,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        super().__init__(name, dtype, trainable)
        self.input_dim = positive(input_dim, "Embedding", "input_dim")
        self.output_dim = positive(output_dim, "Embedding", "output_dim")
        self.embeddings_initializer = initializers.get(embeddings_initializer)
        self.embeddings_regularizer = regularizers.get(embeddings_regularizer)

    def build(self, input_shape: Any = None) -> None:
        """Make the table; see `Layer`."""
        self.embeddings = self.add_weight(
            "embeddings",
            (self.input_dim, self.output_dim),
            initializer=self.embeddings_initializer,
            regularizer=self.embeddings_regularizer,
        )

    def call(self, inputs: Any) -> Any:
        """Return rows."""
        if inputs.dtype.is_floating:
            inputs = ops.cast(inputs, dtypes.int32)
        return nn.embedding_lookup(self.embeddings, inputs)


__all__ = ["Embedding"]
