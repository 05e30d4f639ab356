"""How long a call takes."""

from __future__ import annotations

import contextlib
import io
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograph.cli.literals import Arguments

MAX_CALLS = 10_000


@dataclass(frozen=True)
class Measurement:
    """The time of one call, and how often it was measured."""

    median_s: float
    n_calls: int


def measure(
    function: Callable[..., Any], arguments: Arguments, budget_s: float
) -> Measurement:
    """Call a function for about `budget_s`, at least once, and keep what it prints."""
    taken: list[float] = []
    end = time.perf_counter() + budget_s
    silence = io.StringIO()
    with contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
        while not taken or (time.perf_counter() < end and len(taken) < MAX_CALLS):
            call = arguments.fresh()
            start = time.perf_counter()
            function(*call.args, **call.kwargs)
            taken.append(time.perf_counter() - start)
    return Measurement(statistics.median(taken), len(taken))


def show_seconds(seconds: float) -> str:
    """Return a time with three digits and a fitting unit."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
