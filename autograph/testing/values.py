"""Values for the arguments of random programs: small ones, and the edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from autograph.testing.choices import Choices
from autograph.testing.types import STR, Type
from graph.ops.core import constant

_SMALL_INTEGERS: Final = (0, 1, 2, 3, -1, 5, -4, 10)
_SMALL_FLOATS: Final = (0.0, 1.0, 0.5, -1.5, 2.0, 0.1, -3.0, 1e3)
_INT32: Final = np.iinfo(np.int32)
_INT64: Final = np.iinfo(np.int64)
_EDGES: Final[Mapping[str, Sequence[Any]]] = {
    "bool": (False, True),
    "int32": (_INT32.max, _INT32.min, 46341, -7),
    "int64": (_INT64.max, _INT64.min, 2**31, -7),
    "float32": (-0.0, float("nan"), float("inf"), -float("inf"), 1e-45, 3e38),
    "float64": (-0.0, float("nan"), float("inf"), -float("inf"), 5e-324, 1e308),
    "int": (7, -7, 100),
    "float": (-0.0, 2.5, 100.0),
    "pybool": (False, True),
}


def argument_for(kind: Type, choices: Choices) -> Any:
    """Return an argument of a type: a Python number, or an eager tensor."""
    values = np.empty(kind.shape, object)
    for place in np.ndindex(*kind.shape):
        values[place] = _element(kind, choices)
    if kind.is_python:
        return values.item()
    return constant(values.astype(kind.kind))


def _element(kind: Type, choices: Choices) -> Any:
    if kind == STR:
        return choices.pick(("", "a", "b1", "A 0", "é"))
    if kind.is_bool:
        return choices.pick((False, True))
    if choices.chance(15):
        return choices.pick(_EDGES[kind.kind])
    return choices.pick(_SMALL_INTEGERS if kind.is_integer else _SMALL_FLOATS)
