"""The budget of a trace: a bound on its time and its nodes, while it may be given up.

Code that runs well in Python can be endless work for a trace: nested loops over the
shape of an array are unrolled, node by node. Where the undecorated function can run in
place of the graph, a trace that costs more than its budget ends.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graph.errors import TraceBudgetError
from graph.origin import capture_exact

# The clock is read once in so many steps: that takes longer than a step.
_STEPS_PER_LOOK: Final = 32


class _Budget(threading.local):
    """What is left for the trace under way in this thread.

    Written by `bounded`, `unbounded` and `spend` only.

    Attributes:
        is_on: Is there a bound? None is left once it was exceeded: a trace ends once.
        ends_s: When the thread's clock says that its time is over.
        time_s: The time it was given.
        n_left: How many nodes it may still add.
        n_nodes: How many nodes it was given.
        n_steps: Counts steps until the next look at the clock.
    """

    is_on = False
    ends_s: float | None = None
    time_s: float | None = None
    n_left: int | None = None
    n_nodes: int | None = None
    n_steps = 0


BUDGET: Final = _Budget()


@contextmanager
def bounded(time_s: float | None, n_nodes: int | None) -> Iterator[None]:
    """Let the trace that the block makes spend so much.

    A trace within another one is part of that, and of its budget.

    Args:
        time_s: Seconds of the thread's CPU time; None for any number.
        n_nodes: How many nodes; None for any number.
    """
    before = dict(vars(BUDGET))
    BUDGET.time_s, BUDGET.n_nodes = time_s, n_nodes
    BUDGET.ends_s = None if time_s is None else time.thread_time() + time_s
    BUDGET.n_left = n_nodes
    BUDGET.is_on = time_s is not None or n_nodes is not None
    try:
        yield
    finally:
        vars(BUDGET).clear()
        vars(BUDGET).update(before)


def extend(time_s: float) -> None:
    """Let the trace under way take longer by what was spent on something else."""
    if BUDGET.ends_s is not None:
        BUDGET.ends_s += time_s


def spend(n_nodes: int = 0) -> None:
    """Note a step of the trace under way.

    Args:
        n_nodes: How many nodes it adds.

    Raises:
        TraceBudgetError: The budget is exceeded.
    """
    if BUDGET.n_left is not None:
        BUDGET.n_left -= n_nodes
        if BUDGET.n_left < 0:
            raise _exceeded(f"{BUDGET.n_nodes} nodes, trace_budget_nodes")
    BUDGET.n_steps += 1
    if BUDGET.n_steps % _STEPS_PER_LOOK or BUDGET.ends_s is None:
        return
    if time.thread_time() > BUDGET.ends_s:
        raise _exceeded(f"{BUDGET.time_s:g} s, trace_budget_s")


def _exceeded(shown: str) -> TraceBudgetError:
    BUDGET.is_on = False
    return TraceBudgetError(
        f"tracing takes more than its budget of {shown}.",
        origin=capture_exact(3),
        hint="A Python loop is unrolled, turn by turn: loop over a tensor or ag.range, "
        "or compute on whole arrays. trace_budget_s=None and trace_budget_nodes=None "
        "of ag.function take the bounds away.",
    )


__all__ = ["BUDGET", "bounded", "extend", "spend"]
