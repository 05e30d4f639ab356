"""Operators between two values, where what they mean depends on the run."""

from __future__ import annotations

from typing import Any

from autograph.operators.stores import IN_PLACE, PLAIN


def binary(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right`; for a symbol with `=`, what a name is bound to."""
    if symbol[-1] == "=":
        return IN_PLACE[symbol[:-1]](left, right)
    return PLAIN[symbol](left, right)


__all__ = ["binary"]
