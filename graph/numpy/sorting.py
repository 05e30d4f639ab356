"""Elements put into order along an axis."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from graph import dtypes
from graph.numpy.arguments import along, with_axis
from graph.numpy.conversion import cast as cast_to
from graph.numpy.registry import implements
from graph.ops import scan
from graph.tensor import Tensor


@implements(np.sort)
def sort(
    a: Any,
    axis: Any = -1,
    kind: Any = None,
    *,
    stable: Any = True,
    descending: bool = False,
) -> Tensor:
    """Put the elements along an axis into order.

    Args:
        a: Numbers or truth values.
        axis: Which axis; None sorts the elements as one vector.
        kind: How, in NumPy; makes no difference here.
        stable: Do equal elements keep their order? They do in any case.
        descending: Begin with the largest.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, sort; numpy.sort
    """
    _check(kind)
    del stable
    x, place = along(a, axis)
    return scan.sort(x, place, _direction(descending))


@implements(np.argsort)
def argsort(
    a: Any,
    axis: Any = -1,
    kind: Any = None,
    *,
    stable: Any = True,
    descending: bool = False,
) -> Tensor:
    """Return the indices that put the elements along an axis into order.

    Args:
        a: Numbers or truth values.
        axis: Which axis; None sorts the elements as one vector.
        kind: How, in NumPy; makes no difference here.
        stable: Do equal elements keep their order? They do in any case.
        descending: Begin with the largest.

    Shape:   any -> the same
    Dtype:   any -> int64
    Raises:  ShapeError if there is no such axis
    Source:  array API, argsort; numpy.argsort
    """
    _check(kind)
    del stable
    x, place = along(a, axis)
    x = with_axis(x, axis)
    return cast_to(scan.argsort(x, place, _direction(descending)), dtypes.int64)


def _check(kind: Any) -> None:
    """Let NumPy refuse a way of sorting that it does not know."""
    if kind is not None:
        operator.methodcaller("sort", kind=kind)(np.zeros(0))


def _direction(descending: Any) -> str:
    return "DESCENDING" if descending else "ASCENDING"


__all__ = ["argsort", "sort"]
