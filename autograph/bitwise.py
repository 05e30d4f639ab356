"""`ag.bitwise`: the bits of integers, under TensorFlow's names."""

# Made by `python -m tools.names` of what the families of ops declare.
from graph.ops.logic import (
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    invert,
    left_shift,
    right_shift,
)

__all__ = [
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "invert",
    "left_shift",
    "right_shift",
]
