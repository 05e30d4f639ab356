"""Give what plain Python returned the form that the result of a graph has.

Tensors pass as the same objects. Arrays, numbers and text become tensors, variables
their value; the containers around them are made anew. All else comes back as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from autograph.arguments import flatten, is_variable, pack
from autograph.number_bits import number_bits
from graph.dispatch import as_tensor
from graph.dtypes import has_tensors, of_python
from graph.number_bits import result_tensor
from graph.tensor import Tensor

_NUMBERS: Final = (int, float, complex)


def as_result(value: Any, arguments: Iterable[Any]) -> Any:
    """Return what plain Python returned, as a traced call would return it.

    Python numbers have 64 bits if an array, a NumPy scalar or a tensor among the
    arguments has, and 32 otherwise, where they fit.

    Args:
        value: What was returned.
        arguments: What was given.

    Raises:
        OverflowError: An integer does not fit 64 bits.
    """
    try:
        leaves, structure = flatten(value)
    except RecursionError:  # it holds itself
        return value
    convert = _converter(arguments)
    return pack(structure, [convert(leaf) for leaf in leaves])


def carried_over(originals: Sequence[Any], copies: Sequence[Any]) -> Callable[[], None]:
    """Return what carries changes of copied containers over to the originals.

    Args:
        originals: Arguments as they were given.
        copies: The same, converted to an input signature.
    """
    pairs = list(_containers(originals, copies))
    before = [_parts(copy) for _, copy in pairs]

    def carry_over() -> None:
        for (original, copy), old in zip(pairs, before, strict=True):
            now = _parts(copy)
            if list(map(id, now)) == list(map(id, old)):
                continue
            known = dict(zip(map(id, old), _parts(original), strict=True))
            parts = [known.get(id(each), each) for each in now]
            original.clear()
            if isinstance(original, dict):
                original.update(zip(parts[::2], parts[1::2], strict=True))
            else:
                original.extend(parts)

    return carry_over


def _containers(original: Any, copy: Any) -> Iterator[tuple[Any, Any]]:
    """Yield lists and dicts, each with its copy, those within others last."""
    if original is copy or not isinstance(original, (list, tuple, dict)):
        return
    if not isinstance(original, tuple):
        yield original, copy
    for pair in zip(_parts(original), _parts(copy), strict=True):
        yield from _containers(*pair)


def _parts(container: Any) -> list[Any]:
    """Return the items of a list or tuple, or the keys and values of a dict in turn."""
    if isinstance(container, dict):
        return [each for item in container.items() for each in item]
    return list(container)


def _converter(arguments: Iterable[Any]) -> Callable[[Any], Any]:
    bits: list[int] = []  # found when a number asks

    def converted(leaf: Any) -> Any:
        kind = type(leaf)
        if isinstance(leaf, Tensor):
            return leaf
        if kind in _NUMBERS:
            if not bits:
                bits.append(number_bits(flatten(tuple(arguments))[0]))
            return _number(leaf, bits[0])
        if kind is str and not _is_written(leaf):
            return leaf
        if of_python(leaf) is not None or kind is bytes or is_variable(leaf):
            return as_tensor(leaf)
        if kind is np.ndarray or isinstance(leaf, np.generic):
            return as_tensor(leaf) if _is_of_tensors(leaf) else leaf
        return leaf

    return converted


def _is_of_tensors(array: np.ndarray | np.generic) -> bool:
    if array.dtype.hasobject and isinstance(array, np.ndarray):
        return all(type(each) in (str, bytes) for each in array.flat)
    return has_tensors(array.dtype)


def _is_written(text: str) -> bool:
    """Has it no surrogates, which no tensor holds?"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _number(value: complex, bits: int) -> Tensor:
    try:
        return result_tensor(value, bits)
    except OverflowError:
        return result_tensor(value, 64)


__all__ = ["as_result", "carried_over"]
