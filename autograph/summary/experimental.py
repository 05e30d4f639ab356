"""`ag.summary.experimental`: the step that summaries are of by default."""

from __future__ import annotations

from typing import Any

from autograph.summary import state
from autograph.summary.writers import set_step as _set_step
from graph.graph import current_graph
from graph.ops.summaries import STEP, apply_call


def set_step(step: Any) -> None:
    """Have summaries be of a step, where none is given, from now on.

    For this thread. In a function that is traced it does so at each run.

    Args:
        step: An integer; a variable, which is asked when a summary is written; None
            for no step.

    Raises:
        DTypeError: It is no integer.
        ShapeError: It is no scalar.
    Source:  TensorFlow's summary.experimental.set_step
    """
    _set_step(step)


def get_step() -> Any:
    """Return the step that summaries are of by default.

    Returns:
        A number, a variable or None; in a graph a number, which is asked for at each
        run.

    Raises:  InvalidArgumentError when a graph runs, if there is none
    Source:  TensorFlow's summary.experimental.get_step
    """
    if current_graph() is None:
        return state.running().step
    step = state.traced().step
    return apply_call(STEP, state.needed_step) if step is None else step


__all__ = ["get_step", "set_step"]
