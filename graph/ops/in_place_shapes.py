"""The check that an array of NumPy's holds the result of `x += y`.

NumPy refuses to widen `x`; a tensor is widened, as the name is bound to a new one.
Where shapes are known, tracing tells. Elsewhere the run does, if the caller has given
arrays such that `x` is one: it says so while the graph runs.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from graph.op import RAISES, REQUIRED, ZERO, define
from graph.specs import TensorSpec


class _Checked(threading.local):
    """Which checks are of arrays, in the calls that this thread is running."""

    def __init__(self) -> None:
        self.keys: frozenset[str] = frozenset()


# Written by `of_arrays` only.
_CHECKED = _Checked()


@contextmanager
def of_arrays(keys: Iterable[str]) -> Iterator[None]:
    """Have checks raise while a graph runs: what they look at is arrays."""
    before = _CHECKED.keys
    _CHECKED.keys = frozenset(keys)
    try:
        yield
    finally:
        _CHECKED.keys = before


def _check(old: Any, other: Any, *, key: str) -> None:
    if key not in _CHECKED.keys:
        return
    own = np.shape(old)
    try:
        made = np.broadcast_shapes(own, np.shape(other))
    except ValueError:
        return  # the operator itself says so
    if made != own:
        kept, wider = (str(each).replace(" ", "") for each in (own, made))
        raise ValueError(
            f"non-broadcastable output operand with shape {kept} doesn't match the "
            f"broadcast shape {wider}"
        )


def _infer(old: TensorSpec, other: TensorSpec, *, key: str) -> tuple[TensorSpec, ...]:
    return ()


CHECK_HELD = define(
    "check_held",
    is_public=False,
    inputs=("old", "other"),
    attrs={"key": REQUIRED},
    infer=_infer,
    kernel=_check,
    gradient=ZERO,
    effects=RAISES,
    doc="Refuse `old += other` where an array `old` would have to be widened.",
)

__all__: list[str] = []
NAMESPACES: dict[str, list[str]] = {}
