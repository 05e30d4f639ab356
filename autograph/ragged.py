"""`ag.ragged`: rows of different lengths, under TensorFlow's names."""

from graph.composite.ragged import constant, map_flat_values
from graph.composite.ragged import range_ as range

__all__ = ["constant", "map_flat_values", "range"]
