"""What the commands do: to-code, graph, run."""

from __future__ import annotations

import importlib
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import autograph as ag
from autograph.cli import literals
from autograph.cli.failures import (
    DISAGREEMENT,
    OK,
    FunctionFailedError,
)
from autograph.cli.literals import Arguments
from autograph.cli.loading import Target, load, usage_errors
from autograph.cli.timing import measure, show_seconds
from autograph.errors import ConversionError, PythonFallbackWarning
from autograph.function.explain import FallReport
from autograph.testing.agreement import Agreement, Outcome, Verdict, compare, outcome_of
from graph import nest

# What the first trace of a process imports; it is no part of the tracing time.
LATE_IMPORTS = (
    "autograph.conversion",
    "executor.program",
    "graph.passes.pipeline",
)

STATEFUL_HINT = (
    "A function that reads what earlier calls changed, the clock or numpy.random "
    "differs from call to call."
)


def to_code(spelling: str) -> int:
    """Print the source that the function is rewritten to."""
    target = load(spelling)
    with usage_errors():
        print(ag.to_code(target.staged).strip("\n"))
    return OK


def graph(
    spelling: str, texts: Sequence[str], dtype: str | None, *, program: bool
) -> int:
    """Print the graph of the function for arguments of this kind."""
    target = load(spelling)
    concrete = _trace(target, literals.parse(texts, target, dtype, specs=True))
    print(concrete.graph)
    if program:
        print()
        _print_program(concrete)
    return OK


def run(
    spelling: str,
    texts: Sequence[str],
    dtype: str | None,
    *,
    program: bool,
    seconds: float,
) -> int:
    """Run the function as it stands and as a graph; print result, times, agreement."""
    target = load(spelling)
    arguments = literals.parse(texts, target, dtype)
    for module in LATE_IMPORTS:
        importlib.import_module(module)
    plain = _Run(_eagerly(target.plain), arguments)
    start = time.perf_counter()
    concrete = _try_to_trace(target, arguments)
    tracing_s = time.perf_counter() - start
    if program and not isinstance(concrete, Exception):
        _print_program(concrete)
        print()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PythonFallbackWarning)  # it is shown below
        staged = _Run(target.staged, arguments)
    report = target.staged.explain()
    falls = report.falls
    lines = {line: None for trace in report.traces for line in trace.python_lines}
    if isinstance(concrete, Exception) and not (falls or lines):
        agreement = compare(plain.outcome, Outcome(error=concrete))
        _raise_failures(agreement)
        return _report_difference(agreement)
    agreement = compare(plain.outcome, staged.outcome)
    _raise_failures(agreement)
    if agreement.verdict is Verdict.DIFFERS:
        return _report_difference(agreement)
    _print_values("result", staged.outcome.value)
    if falls:
        print(f"eager     {show_seconds(plain.measure(seconds))} per call")
        _print_falls(falls)
    else:
        _print_times(plain.measure(seconds), staged.measure(seconds), tracing_s)
    for code, reason, origin in lines:
        print(f"python    runs a line of it, {origin} [{code}]")
        print(f"          {reason}")
    print(f"equal     {_in_words(agreement)}")
    return OK


def _trace(target: Target, arguments: Arguments) -> ag.ConcreteFunction:
    found = _try_to_trace(target, arguments)
    if isinstance(found, Exception):
        raise FunctionFailedError(found)
    return found


def _try_to_trace(
    target: Target, arguments: Arguments
) -> ag.ConcreteFunction | Exception:
    call = arguments.fresh()
    try:
        return target.staged.get_concrete_function(*call.args, **call.kwargs)
    except Exception as error:  # noqa: BLE001  # whatever the user's code raises
        return error


def _print_program(concrete: ag.ConcreteFunction) -> None:
    print(concrete.program_source().rstrip())


# -- Eager against graph


class _Run:
    """A first call of a function: what it gave, and how long it took."""

    def __init__(self, function: Callable[..., Any], arguments: Arguments) -> None:
        self.function = function
        self.arguments = arguments
        start = time.perf_counter()
        self.outcome = outcome_of(function, arguments.args, arguments.kwargs)
        self.seconds = time.perf_counter() - start

    def measure(self, budget_s: float) -> float:
        """Return the time of a call, the median of as many as fit into `budget_s`."""
        return measure(self.function, self.arguments, self.seconds, budget_s)


def _eagerly(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function run as plain Python, with all that it calls."""
    switch = ag.config.run_functions_eagerly

    def run_eagerly(*args: Any, **kwargs: Any) -> Any:
        switch(True)
        try:
            return function(*args, **kwargs)
        finally:
            switch(False)

    return run_eagerly


def _raise_failures(agreement: Agreement) -> None:
    """Raise what the function raised both ways, or why it cannot be a graph."""
    plain, staged = agreement.plain.error, agreement.staged.error
    if agreement.verdict is Verdict.SAME and plain is not None:
        raise FunctionFailedError(plain)
    is_refused = agreement.verdict is Verdict.REFUSED
    if staged is not None and (is_refused or isinstance(staged, ConversionError)):
        raise FunctionFailedError(staged, "the function cannot run as a graph")


def _report_difference(agreement: Agreement) -> int:
    sys.stdout.flush()
    print(
        f"error: eager and graph disagree: {agreement.reason}\n"
        f"  eager {agreement.plain}\n"
        f"  graph {agreement.staged}\n"
        f"{STATEFUL_HINT}",
        file=sys.stderr,
    )
    return DISAGREEMENT


def _in_words(agreement: Agreement) -> str:
    if agreement.verdict is Verdict.ALLOWED:
        return f"yes, as documented: {agreement.reason}"
    return "yes, to the bit"


# -- Printing


def _print_values(title: str, value: Any) -> None:
    leaves, places = nest.flatten(value), nest.paths(value)
    for place, leaf in zip(places, leaves, strict=True):
        print(f"{title + place:<9} {leaf}")
    if not leaves:
        print(f"{title:<9} {value}")


def _print_falls(falls: Sequence[FallReport]) -> None:
    """Say what no graph stands for."""
    for each in falls:
        told = f"{each.code}, of {each.cause}" if each.cause else each.code
        print(f"graph     none: plain Python runs it, for {each.origin} [{told}]")
        print(f"          {each.reason}")


def _print_times(eager_s: float, graph_s: float, tracing_s: float) -> None:
    ratio = eager_s / graph_s
    verdict = (
        f"{ratio:.3g} times as fast" if ratio >= 1 else f"{1 / ratio:.3g} times as slow"
    )
    print(f"eager     {show_seconds(eager_s)} per call")
    print(f"graph     {show_seconds(graph_s)} per call, {verdict}")
    print(f"tracing   {show_seconds(tracing_s)}, once")
