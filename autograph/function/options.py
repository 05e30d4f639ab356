"""What a function is decorated with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from autograph.errors import OptionError
from autograph.options import Feature, features_of
from graph.origin import capture_exact

# Seconds of CPU time, and nodes, that a trace may take where something else can run.
DEFAULT_BUDGET: Final = (3.0, 50_000)
Features = Feature | Iterable[Feature] | None


@dataclass(frozen=True)
class FunctionOptions:
    """What a function was decorated with.

    Attributes:
        input_signature: The spec of each argument, as it was given.
        autograph: Convert Python's control flow?
        features: Optional features of the conversion, by name.
        reduce_retracing: Leave dimensions open that differ between calls?
        jit_compile: Compile the program to native code where a back end can?
        implements: What the function implements, for whoever looks.
        max_traces: How many traces are kept.
        python: May Python run what a graph cannot hold? None leaves it to the rest.
        budget: Seconds and nodes that a trace may take; None for any number.
        binding: Is it a method of instances, of the class, or of none?
    """

    input_signature: Any = None
    autograph: bool = True
    features: tuple[str, ...] = ()
    reduce_retracing: bool = False
    jit_compile: bool | None = None
    implements: str | None = None
    max_traces: int | None = None
    python: str | None = None
    budget: tuple[float | None, int | None] = DEFAULT_BUDGET
    binding: str = "instance"

    def budget_of_trace(self, *, may_fall: bool) -> tuple[float | None, int | None]:
        """Return what a trace may take: by default all, if nothing else can run."""
        time_s, n_nodes = self.budget
        if not may_fall:
            time_s = None if time_s == DEFAULT_BUDGET[0] else time_s
            n_nodes = None if n_nodes == DEFAULT_BUDGET[1] else n_nodes
        return time_s, n_nodes


def names_of(features: Features) -> tuple[str, ...]:
    """Return the names of optional features."""
    return tuple(each.name for each in features_of(features))


def budget_of(time_s: Any, n_nodes: Any) -> tuple[float | None, int | None]:
    """Return the budget of a trace.

    Raises:
        OptionError: It is not made of numbers above zero, or None.
    """
    for name, given in (("trace_budget_s", time_s), ("trace_budget_nodes", n_nodes)):
        is_number = isinstance(given, (int, float)) and not isinstance(given, bool)
        if given is not None and not (is_number and given > 0):
            raise OptionError(
                f"{name} is a number above 0 or None, not {given!r}.",
                origin=capture_exact(),
                hint="A trace that takes more gives way to plain Python; None takes "
                "the bound away.",
            )
    return time_s, n_nodes


def check_options(jit_compile: Any, max_traces: Any) -> None:
    """Check options that are no flags.

    Raises:
        OptionError: One has a value that it cannot have.
    """
    if jit_compile not in (None, False, True):
        raise OptionError(
            f"jit_compile is None, False or True, not {jit_compile!r}.",
            origin=capture_exact(),
            hint="None leaves it to the library; results are the same with each.",
        )
    if max_traces is None:
        return
    is_number = isinstance(max_traces, int) and not isinstance(max_traces, bool)
    if not is_number or max_traces < 1:
        rule = "at least 1" if is_number else "a number of traces or None"
        raise OptionError(
            f"max_traces is {rule}, not {max_traces!r}.",
            origin=capture_exact(),
            hint="So many traces are kept, those used last; None keeps all.",
        )
