"""Ranges of the run, where NumPy makes arrays of them: given to it, beside arrays.

`np.mean(range(n))` is `np.mean(list(range(n)))`, `x * range(n)` of an array of NumPy's
is `x * np.asarray(range(n))`, and `x[range(n)]` is `x[np.asarray(range(n), np.int64)]`.
So are `x * xs` and `x[xs]` of a list `xs` whose length the run decides.
"""

from __future__ import annotations

import random
import types
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.old_operators.calls_with_none import OF_OPS
from autograph.old_operators.iteration import StagedRange
from graph import nest, specs
from graph.errors import ResultTypeError
from graph.numpy.registry import is_symbolic
from graph.old_staging.joining import is_never_filled
from graph.old_staging.numpy_numbers import assumed_kind
from graph.segments import is_segmented, refusal
from graph.tensor import SymbolicTensor, Tensor

_FUNCTIONS: Final = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    np.ufunc,
    type(np.sum),
)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a function of NumPy's, given such ranges.

    Ours are given arrays, and what makes numbers of its argument says that it cannot.
    """
    if type(function) is types.FunctionType and function.__module__ in OF_OPS:
        if StagedRange not in map(type, args):
            return None
        return lambda *args, **kwargs: function(*map(_as_array, args), **kwargs)
    if args and type(args[0]) is StagedRange and function in _TO_NUMBERS:
        return lambda _, *args, **kwargs: function(range(0), *args, **kwargs)
    owner = getattr(function, "__self__", None)
    if isinstance(owner, random.Random) and StagedRange in map(type, args):
        next(each for each in args if type(each) is StagedRange).refuse_length()
    if not _is_numpys(function):
        return None
    if not any(map(_holds_range, (*args, *kwargs.values()))):
        return None

    def call(*args: Any, **kwargs: Any) -> Any:
        listed = tuple(map(_listed, args))
        named = {name: _listed(value) for name, value in kwargs.items()}
        return _call(function, *listed, **named)

    return call


_TO_NUMBERS: Final = (int, float, complex, round)


def _as_array(value: Any) -> Any:
    return _call(np.asarray, value) if type(value) is StagedRange else value


def _is_numpys(function: Any) -> bool:
    if isinstance(function, type):
        return issubclass(function, np.generic)
    if not isinstance(function, _FUNCTIONS):
        return False
    owner = getattr(function, "__self__", None)
    if isinstance(owner, (np.ndarray, np.generic, np.random.Generator)):
        return True
    return str(getattr(function, "__module__", None)).split(".")[0] == "numpy"


def _holds_range(value: Any) -> bool:
    if type(value) is list or type(value) is tuple:
        return any(map(_holds_range, value))
    return type(value) is StagedRange


def _listed(value: Any) -> Any:
    if type(value) is StagedRange:
        return _call(list, value)
    if _holds_range(value):
        return type(value)(map(_listed, value))
    return value


def _call(function: Any, *args: Any, **kwargs: Any) -> Any:
    from autograph.old_operators.calls import converted_call  # which comes here

    return converted_call(function, args, kwargs)


def operands(left: Any, right: Any) -> tuple[Any, Any] | None:
    """Return operands with an array in place of a range, a list, or a deque of the run.

    None if there is none, or the other operand is nothing of NumPy's. Beside a number
    of NumPy's a list may be repeated.
    """
    if _is_listed(left, right) or (_is_made_one(left) and _is_array(right)):
        return _call(np.asarray, left), right
    if _is_listed(right, left) or (_is_made_one(right) and _is_array(left)):
        return left, _call(np.asarray, right)
    return None


def _is_listed(value: Any, other: Any) -> bool:
    """Is it a list, of which the run knows something, beside an array?"""
    if not isinstance(value, (list, tuple)) or _is_array(value):
        return False
    if type(other) is SymbolicTensor:  # whose operators take those of known length
        return is_segmented(value) and assumed_kind(other) is np.ndarray
    return isinstance(other, np.ndarray) and (is_segmented(value) or is_symbolic(value))


def _is_made_one(value: Any) -> bool:
    if type(value) in (range, StagedRange):
        return True
    return type(value) is deque and is_segmented(value)


def _is_array(value: Any) -> bool:
    if type(value) is SymbolicTensor:
        return assumed_kind(value) in (np.ndarray, np.generic)
    return isinstance(value, (np.ndarray, np.generic))


def as_key(target: Any, key: Any) -> Any:
    """Return a key as arrays take it.

    Ranges and lists of the run become arrays, a named tuple one without names.
    """
    if not isinstance(target, (np.ndarray, Tensor)):
        return key
    if isinstance(key, tuple) and not is_segmented(key):
        if type(key) is not tuple or any(map(_makes_indices, key)):
            return tuple(map(as_indices, key))
    return as_indices(key)


def _makes_indices(key: Any) -> bool:
    return type(key) is StagedRange or (type(key) is list and is_segmented(key))


def as_indices(key: Any) -> Any:
    """Return an array for a range or a list of the run that is one index."""
    if not _makes_indices(key):
        return key
    if type(key) is StagedRange:
        return _call(np.asarray, key, np.int64)
    if is_never_filled(key):
        return []
    return _indices_of_list(key)


def _indices_of_list(key: list[Any]) -> Any:
    """Return the array of places that a list is, or its mask."""
    from autograph.old_operators.list_calls import refuse_empty  # which needs `lists`
    from autograph.old_operators.lists import segment_of

    whole = segment_of(key)[0]
    if whole.structure is nest.LEAF:
        (column,) = whole.columns
        dtype = specs.element_of(column.spec).dtype
        if dtype.is_integer:
            return _call(np.asarray, key, np.int64)
        if dtype.kind == "b":
            why = "a list is a mask of an array, and empty: NumPy takes it for places."
            hint = "Say that it is a mask: x[np.array(mask, dtype=bool)]."
            refuse_empty(key, ResultTypeError(why, hint=hint))
            return _call(np.asarray, key, np.bool_)
    raise refusal("an array is indexed by it, which takes single integers, or truths")


def as_stored(target: Any, key: Any, value: Any) -> tuple[Any, Any]:
    """Return a key as arrays take it, and what is written there.

    Of a list of the run that is an array: NumPy makes each item one of the array's
    dtype, as `np.array(xs, dtype)` does.
    """
    if not isinstance(target, (np.ndarray, SymbolicTensor)):
        return key, value
    key = as_key(target, key)
    if type(value) is list and is_segmented(value) and not is_never_filled(value):
        value = _call(np.asarray, value, np.dtype(str(target.dtype)))
    return key, value


__all__ = ["as_indices", "as_key", "as_stored", "operands", "replacement"]
