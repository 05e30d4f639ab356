"""Of which class a value is that is a number of Python's, or may be one.

On one path it may be a number of Python's, on another one a tensor: in the graph it has
the dtype of the tensor, and `Links.number` keeps the class. What depends on which it is
asks `staging.lineage`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import record
from graph.graph import current_graph
from graph.old_staging.links import links_of
from graph.op import op_named
from graph.segments import Column
from graph.specs import TensorSpec, innermost, is_list
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor

#: Classes of numbers that a value is one of in plain Python; none if it never is.
Numbers = frozenset[type]

#: From the narrowest: a number that is one of these on each path is the widest.
_TOWER: Final = (bool, int, float, complex)
NEVER: Final[Numbers] = frozenset()
INTEGERS: Final[Numbers] = frozenset({bool, int})
TEXT: Final[Numbers] = frozenset({str})


_FLOATS: Final[Numbers] = frozenset({int, float})
_ALONE: Final[dict[Any, Numbers]] = {each: frozenset({each}) for each in _TOWER}


def number_types(value: Any) -> Numbers:
    """Return the classes of the numbers that a value is in plain Python, or may be.

    Returns:
        Some of `bool`, `int`, `float` and `complex`; none for text, and all tensors.
        `str` for a tensor that is Python's text on another path.
    """
    if type(value) is SymbolicTensor:
        if value.links is not None and value.links.numbers:
            return value.links.numbers  # type: ignore[no-any-return]
        python = value.spec.dtype.python
        if python is float and _DISPATCH["is_item_of_integers"](value):
            links_of(value).numbers = _FLOATS
            return _FLOATS
        if _is_of_list(value):
            return _DISPATCH["numbers_in_list"](value)  # type: ignore[no-any-return]
        return _ALONE.get(python, NEVER)
    if isinstance(value, (EagerTensor, np.generic)):
        return NEVER
    if isinstance(value, Column):
        return _DISPATCH["numbers_in_list"](value)  # type: ignore[no-any-return]
    return next((_ALONE[each] for each in _TOWER if isinstance(value, each)), NEVER)


def _is_of_list(value: SymbolicTensor) -> bool:
    """Is it a run-time list, or an item of one?"""
    if is_list(value.spec):
        return True
    given = value.node.inputs
    return not value.spec.dtype.is_python and bool(given) and is_list(given[0].spec)


def leaf_types(value: Any) -> Numbers:
    """Return what `number_types` does, and `str` of text: a tensor may stand for it."""
    if type(value) is str:
        return TEXT
    is_text = type(value) is SymbolicTensor and value.spec.dtype is dtypes.python_str
    return TEXT if is_text else number_types(value)


def joined_types(values: Sequence[Any], known: Numbers = NEVER) -> Numbers:
    """Return the classes of the numbers that one of some values may be; see above.

    Of text, too: see `leaf_types`.

    Args:
        values: The values.
        known: The classes that others may be.
    """
    return known.union(*map(leaf_types, values))


def widest(numbers: Numbers) -> type:
    """Return the class that holds numbers of all these classes."""
    return max(numbers, key=_TOWER.index)


def mark(value: Any, numbers: Numbers) -> None:
    """Note that a value may be a number of Python's, if its dtype does not say so.

    Or a narrower one, of a float or complex number; of a list, that its items may be.
    """
    if not numbers or type(value) is not SymbolicTensor:
        return
    spec = value.spec
    if spec.dtype.python in (float, complex):
        is_news = not numbers <= _ALONE[spec.dtype.python]
    else:
        is_news = is_tensor_number(innermost(spec) if is_list(spec) else spec)
        is_news |= spec.dtype is dtypes.string
    if is_news:
        links_of(value).numbers = numbers


def is_tensor_number(spec: TensorSpec | None) -> bool:
    """May it be a number with the dtype of a tensor? One of Python's may have that.

    What is a number on one path and an array on another is of no known rank.
    """
    if spec is None or spec.dtype.is_python:
        return False
    return spec.shape in ((), None) and spec.dtype.kind in "biufc"


def may_be_integer(value: Any) -> bool:
    """Is it a float of Python's that is an integer on some paths?"""
    is_float = type(value) is SymbolicTensor and value.spec.dtype.python is float
    return is_float and int in number_types(value)


def may_be_real(value: Any) -> bool:
    """Is it a complex number of Python's that is a real one on some paths?"""
    is_complex = type(value) is SymbolicTensor and value.spec.dtype.python is complex
    return is_complex and number_types(value) != {complex}


def alone(number: SymbolicTensor) -> SymbolicTensor:
    """Return a number of Python's that is of its dtype's class on each path.

    What is an integer on one path and a float on another is a float in the graph.
    """
    numbers = _ALONE[number.spec.dtype.python]
    graph = current_graph()
    if number_types(number) == numbers or graph is None:
        return number
    made = record(graph, op_named("identity"), (number,), {}).outputs[0]
    links_of(made).numbers = numbers
    return made


def mark_like(value: SymbolicTensor, outer: SymbolicTensor) -> None:
    """Note of a value inside a block what is known of the one that it stands for."""
    mark(value, number_types(outer))
    if outer.links is not None:
        links_of(value).whole = outer.links.whole
        links_of(value).narrow = outer.links.narrow


def mark_texts(values: Sequence[SymbolicTensor], given: Sequence[Any]) -> None:
    """Note of tensors that they are Python's text, where that is what was given."""
    for value, each in zip(values, given, strict=True):
        mark(value, leaf_types(each))


_DISPATCH["mark_number"] = mark_like
_DISPATCH["mark_texts"] = mark_texts

__all__ = [
    "INTEGERS",
    "NEVER",
    "TEXT",
    "Numbers",
    "alone",
    "is_tensor_number",
    "joined_types",
    "leaf_types",
    "mark",
    "may_be_integer",
    "may_be_real",
    "number_types",
    "widest",
]
