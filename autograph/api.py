"""Convert functions, and look at what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.allowed import do_not_convert
from autograph.function import Function
from autograph.operators.calls import convert_here
from autograph.operators.graph import GraphOperators
from autograph.operators.protocol import Operators
from autograph.options import ConversionOptions


def to_code(function: Callable[..., Any]) -> str:
    """Return the source of a function's converted form, for reading.

    Args:
        function: A Python function, method or lambda, or what `ag.function` made.

    Raises:
        SourceUnavailableError: Its source cannot be found.
        UnsupportedFunctionError: It is a builtin, a class, or no function.

    Source:  specification, autograph.to_code
    """
    if isinstance(function, Function):
        function = function.python_function
    from autograph import conversion  # a fast `import autograph` leaves it out

    return conversion.to_code(function)


def to_graph(
    function: Callable[..., Any], *, operators: Operators | None = None
) -> Callable[..., Any]:
    """Return a function's converted form: plain Python on values, staged on symbols.

    Args:
        function: A Python function, method or lambda, or what `ag.function` made.
            What is converted already, and what runs as it stands, is returned as it
            is.
        operators: What the converted code, and what it calls, is staged onto; by
            default this library's graphs. What is converted already is converted
            anew.

    Raises:
        SourceUnavailableError: Its source cannot be found.
        UnsupportedFunctionError: It is a builtin, a class, or no function.

    Source:  specification, autograph.to_graph
    """
    if isinstance(function, Function):
        function = function.python_function
    if operators is not None:
        from autograph import conversion

        function = conversion.original(function)
    return convert_here(function, operators)


__all__ = [
    "ConversionOptions",
    "GraphOperators",
    "Operators",
    "do_not_convert",
    "to_code",
    "to_graph",
]
