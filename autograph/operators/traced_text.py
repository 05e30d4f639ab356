"""Text that shows how a function was traced, and not what the run computes."""

from __future__ import annotations

import re
from typing import Any, Final

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


__all__ = ["shows_trace"]
