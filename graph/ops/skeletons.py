"""(no ops) Values with numbers in place of their leaves, as nodes have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph import dtypes
from graph.errors import UnstageableValueError
from graph.origin import capture_exact
from graph.tensor import Tensor


def is_carried(value: Any) -> bool:
    """Can a graph carry the value as it is, a number or text or a tensor?"""
    return isinstance(value, Tensor) or dtypes.of_python(value) is not None


def skeleton_of(value: Any, values: list[Any]) -> Any:
    """Return a value with the numbers of its leaves in place of them.

    Args:
        value: Nested tuples, lists and dicts of leaves.
        values: The leaves so far; those of `value` are appended.

    Raises:
        UnstageableValueError: A leaf is of a kind that a graph cannot hold.
    """
    if type(value) is dict:
        return {key: skeleton_of(part, values) for key, part in value.items()}
    if type(value) in (tuple, list):
        return type(value)(skeleton_of(part, values) for part in value)
    if value is None:
        return None
    if not is_carried(value):
        kind = getattr(value, "_ag_kind", type(value).__name__)
        raise UnstageableValueError(
            f"an object ({kind}) cannot be kept beside a value that is "
            "known only when the graph runs: its text may change until then.",
            origin=capture_exact(2),
            hint="Use an f-string, which makes the text of each part where it stands; "
            "or make its text first (str).",
        )
    values.append(value)
    return len(values) - 1


def filled(skeleton: Any, values: Sequence[Any]) -> Any:
    """Put values in place of their numbers; see `skeleton_of`."""
    if type(skeleton) is int:
        return values[skeleton]
    if type(skeleton) is dict:
        return {key: filled(part, values) for key, part in skeleton.items()}
    if type(skeleton) in (tuple, list):
        return type(skeleton)(filled(part, values) for part in skeleton)
    return skeleton


__all__ = ["filled", "is_carried", "skeleton_of"]
