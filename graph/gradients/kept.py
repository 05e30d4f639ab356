"""Run-time lists as tapes see them: what a graph keeps for its gradient.

Lists of Python's in a graph have gradients, which are lists. Outside of graphs they
are met only between the two halves of a function that is differentiated.
"""

from __future__ import annotations

from typing import Any

from graph.ops.list_derivatives import add_items, zeros_like_items
from graph.specs import TensorSpec
from graph.tensor import Tensor


class KeptList(Tensor):
    """A run-time list at hand."""

    __slots__ = ("_spec", "_value")

    def __init__(self, value: list[Any], spec: TensorSpec) -> None:
        """Hold a list that no one changes."""
        self._value = value
        self._spec = spec

    @property
    def spec(self) -> TensorSpec:
        """The spec of the list."""
        return self._spec

    def zeros(self) -> KeptList:
        """Return a list of zeros like the elements."""
        return KeptList(zeros_like_items(self._value), self._spec)

    def plus(self, other: KeptList) -> KeptList:
        """Return the sums of the elements of both."""
        return KeptList(add_items(self._value, other._value), self._spec)

    def plus_at(self, index: int, value: Any) -> KeptList:
        """Return the list with a value added to one element."""
        items = list(self._value)
        held = items[index]
        items[index] = (
            type(held)(held + value) if not hasattr(held, "shape") else (held + value)
        )
        return KeptList(items, self._spec)
