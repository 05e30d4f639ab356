"""Gradients of control flow: choices give choices, loops give loops.

The rules walk back over bodies, which takes all other rules: `graph.gradients.branches`
and `graph.gradients.loops` are above the ops, and fill these in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from graph.op import Application

RECURSION: Final = (
    "how often a function that calls itself does so is known only when the graph runs"
)


@dataclass(eq=False, slots=True)
class ControlRule:
    """The gradient of an op with bodies.

    Attributes:
        differentiate: Given the node, the gradients of its outputs, which inputs are
            wanted, and the cotangents of leaves, returns the gradients of the inputs.
    """

    differentiate: Callable[..., Sequence[Any]] | None = None

    def __call__(
        self, at: Application, *dys: Any, wanted: Sequence[bool], heap: Any = None
    ) -> Sequence[Any]:
        """Return the gradients of the inputs."""
        assert self.differentiate is not None, "graph.gradients is not imported"
        return self.differentiate(at, dys, wanted, heap)


COND: Final = ControlRule()
WHILE: Final = ControlRule()
CALL: Final = ControlRule()
