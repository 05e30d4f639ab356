"""Of which class a value is that is a number of Python's, or may be one.

On one path it may be a number of Python's, on another one a tensor: in the graph it has
the dtype of the tensor, and `Links.number` keeps the class. What depends on which it is
asks `staging.lineage`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graph.staging.links import links_of
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor

#: Classes of numbers that a value is one of in plain Python; none if it never is.
Numbers = frozenset[type]

#: From the narrowest: a number that is one of these on each path is the widest.
_TOWER: Final = (bool, int, float, complex)
NEVER: Final[Numbers] = frozenset()
INTEGERS: Final[Numbers] = frozenset({bool, int})


_FLOATS: Final[Numbers] = frozenset({int, float})
_ALONE: Final[dict[Any, Numbers]] = {each: frozenset({each}) for each in _TOWER}


def number_types(value: Any) -> Numbers:
    """Return the classes of the numbers that a value is in plain Python, or may be.

    Returns:
        Some of `bool`, `int`, `float` and `complex`; none for text, and all tensors.
    """
    if type(value) is SymbolicTensor:
        if value.links is not None and value.links.numbers:
            return value.links.numbers  # type: ignore[no-any-return]
        if value.spec.dtype.python is float and _DISPATCH["is_item_of_integers"](value):
            links_of(value).numbers = _FLOATS
            return _FLOATS
        return _ALONE.get(value.spec.dtype.python, NEVER)
    if isinstance(value, (EagerTensor, np.generic)):
        return NEVER
    return next((_ALONE[each] for each in _TOWER if isinstance(value, each)), NEVER)


def joined_types(values: Sequence[Any], known: Numbers = NEVER) -> Numbers:
    """Return the classes of the numbers that one of some values may be; see above.

    Args:
        values: The values.
        known: The classes that others may be.
    """
    return known.union(*map(number_types, values))


def widest(numbers: Numbers) -> type:
    """Return the class that holds numbers of all these classes."""
    return max(numbers, key=_TOWER.index)


def mark(value: Any, numbers: Numbers) -> None:
    """Note that a value may be a number of Python's, if its dtype does not say so.

    Or an integer, of a float of Python's.
    """
    if not numbers or type(value) is not SymbolicTensor:
        return
    spec = value.spec
    if spec.dtype.is_python:
        is_news = spec.dtype.python is float and int in numbers
    else:
        is_news = spec.shape == () and spec.dtype.kind in "biufc"
    if is_news:
        links_of(value).numbers = numbers


def may_be_integer(value: Any) -> bool:
    """Is it a float of Python's that is an integer on some paths?"""
    is_float = type(value) is SymbolicTensor and value.spec.dtype.python is float
    return is_float and int in number_types(value)


def mark_like(value: Any, links: Any) -> None:
    """Note of a value inside a block what is known of the one that it stands for."""
    mark(value, links.numbers)
    links_of(value).whole = links.whole


_DISPATCH["mark_number"] = mark_like

__all__ = [
    "INTEGERS",
    "NEVER",
    "Numbers",
    "joined_types",
    "mark",
    "may_be_integer",
    "number_types",
    "widest",
]
