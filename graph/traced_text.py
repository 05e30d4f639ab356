"""Text that shows how a function was traced, and not what the run computes."""

from __future__ import annotations

import re
from typing import Any, Final

from graph.errors import TracedTextError
from graph.origin import Origin

_SYMBOLIC_REPRS: Final = (
    re.compile(r"<ag\.Tensor '[^']*' shape="),
    re.compile(r"<ag\.Variable '[^']*' shape=(\([^)]*\)|<unknown>) dtype=\w+>"),
)


def shows_trace(value: Any) -> bool:
    """Is it text that unconverted code made of a symbolic value?"""
    if type(value) is not str:
        return False
    return 'Tensor("' in value or any(
        each.search(value) is not None for each in _SYMBOLIC_REPRS
    )


def checked(value: Any, origin: Origin) -> Any:
    """Return a value that is no text made of a symbolic tensor.

    Raises:
        TracedTextError: It is: the text shows the trace, not the value.
    """
    if shows_trace(value):
        raise TracedTextError(
            f"the text {value!r} was made of a value that is known only when the graph "
            "runs.",
            origin=origin,
            hint="Make it by an f-string, `%` or `str.format` in a function that is "
            "converted; or return the value, and format it outside.",
        )
    return value


__all__ = ["checked", "shows_trace"]
