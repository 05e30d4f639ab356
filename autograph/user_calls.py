"""Calls of the user's functions by the library: converted while a graph is built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.old_operators.calls import converted_call
from autograph.values.state import STATE
from graph.graph import current_graph


def call_user(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a function that a user has passed to the library.

    Outside of traces it runs as plain Python. In a trace it is converted, so that its
    `if` and `while` may depend on tensors.
    """
    if current_graph() is None:
        return function(*args, **kwargs)
    if STATE.trace is not None:
        from autograph.operators.calls import call_function  # the library uses this

        return call_function(function, args, kwargs)
    return converted_call(function, args, kwargs)


__all__ = ["call_user"]
