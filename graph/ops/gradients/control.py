"""Gradients of control flow: choices give choices, loops give loops.

The work is done in `graph.gradients`, which is imported when it is first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application

RECURSION: Final = (
    "how often a function that calls itself does so is known only when the graph runs"
)


def cond(
    at: Application, *dys: Any, wanted: Sequence[bool], heap: Any = None
) -> Sequence[Any]:
    """Choose between the gradients of the branches."""
    from graph.gradients.branches import differentiate_cond

    return differentiate_cond(at, dys, wanted, heap)


def while_loop(
    at: Application, *dys: Any, wanted: Sequence[bool], heap: Any = None
) -> Sequence[Any]:
    """Run the gradient of the body, from the last iteration to the first."""
    from graph.gradients.loops import differentiate_while

    return differentiate_while(at, dys, wanted, heap)


def call(
    at: Application, *dys: Any, wanted: Sequence[bool], heap: Any = None
) -> Sequence[Any]:
    """Call the gradient of the function."""
    from graph.gradients.branches import differentiate_call

    return differentiate_call(at, dys, wanted, heap)
