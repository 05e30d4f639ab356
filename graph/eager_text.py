"""Eager tensors as text."""

from __future__ import annotations

from typing import Any


def as_repr(value: Any, dtype: str) -> str:
    """Return what `repr` tells of a tensor with this array as its value."""
    shown = repr(value) if value.ndim else str(value[()])
    if value.dtype == object:
        shown = (
            f"array({value.tolist()!r}, dtype=object)"
            if value.ndim
            else repr(value[()])
        )
    lead = "\n" if value.ndim else ""
    return f"<ag.Tensor: shape={value.shape}, dtype={dtype}, numpy={lead}{shown}>"


def as_str(value: Any, dtype: str) -> str:
    """Return what `str` tells of a tensor with this array as its value."""
    shown = str(value) if value.ndim or value.dtype != object else repr(value[()])
    lead = "\n" if value.ndim > 1 else ""
    return f"ag.Tensor({lead}{shown}, shape={value.shape}, dtype={dtype})"


__all__ = ["as_repr", "as_str"]
