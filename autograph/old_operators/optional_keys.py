"""Keys of sequences and arrays, parts of which are None on some paths.

A bound of a slice that is None is an end, which a far number is, too: one slice does
for all paths. In a key of an array None makes an axis, on the paths where it is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from operator import getitem
from typing import Any, Final

import numpy as np

from autograph.old_operators.iteration import python_integer
from autograph.old_operators.logic import if_exp
from autograph.old_operators.none_arguments import on_each_path, present
from autograph.old_operators.specials import as_index
from graph.dispatch import operate
from graph.graph import is_symbolic
from graph.old_staging.told_apart import check_integer
from graph.partial import Optional, OptionalTensor
from graph.tensor import Tensor

_MAY_BE_NONE: Final = (Optional, OptionalTensor)
# Beyond the ends of all sequences, also once a length is added to it.
_FAR: Final = 2**62


def bound_of(bound: Any) -> Any:
    """Return a bound of a slice as a Python integer, symbolic or not.

    Raises:
        TypeError: It is no integer, as slices say.
    """
    is_tensor = isinstance(bound, Tensor)
    check_integer(bound)
    if is_tensor and bound.spec.dtype.python in (float, complex, str):
        raise TypeError(
            "slice indices must be integers or None or have an __index__ method"
        )
    return python_integer(bound)


def known_key(target: Any, key: Any) -> Any:
    """Return the key of a sequence as what it is where it is not None.

    Where it is, the run raises what Python does. Bounds of slices may be None.
    """
    if type(key) is slice:
        return _with_bounds(key)
    if type(key) not in _MAY_BE_NONE:
        return key
    empty = range(0) if isinstance(target, range) else _empty_of(target)
    return present(partial(getitem, empty), (key,), 0)


def _empty_of(target: Any) -> Any:
    bases = (list, tuple, str, deque)
    return next(base() for base in bases if isinstance(target, base))


def _with_bounds(key: slice) -> slice:
    start, stop, step = bounds = key.start, key.stop, key.step
    if not any(type(bound) in _MAY_BE_NONE for bound in bounds):
        return key
    step = _or_else(step, 1)
    is_back: Any = False
    if is_symbolic(step):
        is_back = operate("less", (bound_of(step), 0))
    elif hasattr(type(step), "__lt__") and step is not None:
        is_back = step < 0
    return slice(
        _or_else(start, if_exp(is_back, lambda: _FAR, lambda: 0)),
        _or_else(stop, if_exp(is_back, lambda: -_FAR, lambda: _FAR)),
        step,
    )


def _or_else(bound: Any, end: Any) -> Any:
    if type(bound) not in _MAY_BE_NONE:
        return bound
    return if_exp(bound.flag, lambda: end, lambda: bound_of(as_index(bound.value)))


def is_open_key(target: Any, key: Any) -> bool:
    """Tell whether a key of an array has a part that may be None."""
    if not issubclass(type(key), (tuple, slice, *_MAY_BE_NONE)):
        return False
    if not isinstance(target, (np.ndarray, Tensor)):
        return False
    return type(key) in _MAY_BE_NONE or any(map(_is_open, _parts(key)))


def _is_open(part: Any) -> bool:
    if type(part) is slice:
        return any(type(x) in _MAY_BE_NONE for x in (part.start, part.stop, part.step))
    return type(part) in _MAY_BE_NONE


def _parts(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def with_key(act: Callable[[Any], Any], key: Any) -> Any:
    """Return `act(key)`, made for each path on which another part of it is None."""
    parts = [_with_bounds(x) if type(x) is slice else x for x in _parts(key)]
    is_tuple = isinstance(key, tuple)
    return on_each_path(lambda *found: act(found if is_tuple else found[0]), *parts)


__all__ = ["bound_of", "is_open_key", "known_key", "with_key"]
