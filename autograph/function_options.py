"""What a function is decorated with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from autograph.options import Feature, features_of

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
        TypeError: One is of a wrong type.
        ValueError: `max_traces` is less than 1.
    """
    if jit_compile not in (None, False, True):
        raise TypeError(f"jit_compile is None, False or True, not {jit_compile!r}")
    if max_traces is None:
        return
    if not isinstance(max_traces, int) or isinstance(max_traces, bool):
        raise TypeError(f"max_traces is a number of traces or None, not {max_traces!r}")
    if max_traces < 1:
        raise ValueError(f"max_traces is at least 1, not {max_traces}")
