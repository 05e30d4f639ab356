"""How long a call takes."""

from __future__ import annotations

import contextlib
import io
import statistics
import time
from collections.abc import Callable
from typing import Any

from autograph.cli.literals import Arguments

MAX_CALLS = 10_000


def measure(
    function: Callable[..., Any],
    arguments: Arguments,
    first_s: float,
    budget_s: float,
) -> float:
    """Call a function for about `budget_s`; return the median time of a call.

    What it prints is dropped.

    Args:
        function: What to call.
        arguments: With what; each call gets fresh ones.
        first_s: The time of a call that was made before, which counts, too.
        budget_s: How long to go on; 0 for no further call.
    """
    taken = [first_s]
    end = time.perf_counter() - first_s + budget_s
    silence = io.StringIO()
    with contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
        while time.perf_counter() < end and len(taken) < MAX_CALLS:
            call = arguments.fresh()
            start = time.perf_counter()
            function(*call.args, **call.kwargs)
            taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def show_seconds(seconds: float) -> str:
    """Return a time with three digits and a fitting unit."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
