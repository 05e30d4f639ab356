"""What a function is decorated with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from autograph.errors import OptionError
from autograph.options import Feature, features_of
from graph.origin import capture_exact

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
        max_traces: How many traces are kept.
        binding: Is it a method of instances, of the class, or of none?
    """

    input_signature: Any = None
    autograph: bool = True
    features: tuple[str, ...] = ()
    reduce_retracing: bool = False
    jit_compile: bool | None = None
    max_traces: int | None = None
    binding: str = "instance"


def names_of(features: Features) -> tuple[str, ...]:
    """Return the names of optional features."""
    return tuple(each.name for each in features_of(features))


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
