"""Builtins that mean something else, or something more, on symbolic values."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.operators import python_builtins, text
from autograph.operators.iteration import (
    StagedItems,
    StagedRange,
    staged_enumerate,
    staged_range,
    staged_reversed,
    staged_zip,
)
from graph import dtypes
from graph.dispatch import apply, record
from graph.graph import current_graph, is_symbolic
from graph.op import OPS
from graph.ops.core import cast, truth
from graph.tensor import SymbolicTensor

# Methods that change the container they belong to.
MUTATORS: Final[Mapping[type, frozenset[str]]] = {
    list: frozenset(
        [
            "append",
            "extend",
            "insert",
            "pop",
            "remove",
            "clear",
            "sort",
            "reverse",
            "__setitem__",
            "__delitem__",
            "__iadd__",
            "__imul__",
        ]
    ),
    dict: frozenset(
        [
            "update",
            "pop",
            "popitem",
            "clear",
            "setdefault",
            "__setitem__",
            "__delitem__",
        ]
    ),
    set: frozenset(
        [
            "add",
            "discard",
            "remove",
            "pop",
            "clear",
            "update",
            "intersection_update",
            "difference_update",
            "symmetric_difference_update",
        ]
    ),
}


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin, given these arguments."""
    of_text = text.replacement(function, args, kwargs)
    if of_text is not None:
        return of_text
    try:
        found = _ON_SYMBOLIC.get(function)
    except TypeError:  # unhashable callables
        return None
    if found is None:
        return None
    if any(map(_is_staged, args)) or any(map(_is_staged, kwargs.values())):
        return found
    if function in _OVER_ITEMS and args and any(map(_holds_symbolic, args)):
        return found
    return None


def _is_staged(value: Any) -> bool:
    return is_symbolic(value) or isinstance(value, (StagedRange, StagedItems))


def _holds_symbolic(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(map(is_symbolic, value))


def _len(value: Any) -> Any:
    if value.shape is not None and (value.shape == () or value.shape[0] is not None):
        return builtins.len(value)
    return cast(apply(OPS["shape"], (value,))[0], dtypes.python_int)


def _int(value: Any, base: Any = None) -> Any:
    if base is not None:
        raise TypeError("int() can't convert non-string with explicit base")
    return _number(value, dtypes.python_int)


def _float(value: Any) -> Any:
    return _number(value, dtypes.python_float)


def _complex(real: Any, imag: Any = 0) -> Any:
    if not (isinstance(imag, int) and imag == 0):
        return real + imag * 1j
    return _number(real, dtypes.python_complex)


def _number(value: SymbolicTensor, dtype: Any) -> Any:
    if value.spec.dtype is dtype:
        return value
    if value.shape is not None and value.size != 1 and None not in value.shape:
        raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
    if value.shape != ():
        value = apply(OPS["reshape"], (value,), {"shape": ()})
    return _converted(value, dtype)


def _converted(value: Any, dtype: Any) -> Any:
    """Convert a number as it is: as a tensor, one of Python's loses precision."""
    graph = current_graph()
    assert graph is not None
    return record(graph, OPS["cast"], (value,), {"dtype": dtype}).outputs[0]


def _round(value: SymbolicTensor, ndigits: Any = None) -> Any:
    if ndigits is not None:
        return round(value, ndigits)  # refused there
    if value.spec.dtype is dtypes.python_float:
        value = _converted(value, dtypes.float64)
    whole = value if value.dtype.is_integer else apply(OPS["rint"], (value,))
    return _number(whole, dtypes.python_int)


def _divmod(left: Any, right: Any) -> Any:
    return left // right, left % right


def _pow(base: Any, exponent: Any, modulus: Any = None) -> Any:
    if modulus is None:
        return base**exponent
    if not all(_is_python_int(value) for value in (base, exponent, modulus)):
        return pow(base, exponent, modulus)  # tensors know no modulus
    return base**exponent % modulus


def _is_python_int(value: Any) -> bool:
    if is_symbolic(value):
        return bool(value.spec.dtype is dtypes.python_int)
    return isinstance(value, int)


_ON_SYMBOLIC: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.range: staged_range,
    builtins.enumerate: staged_enumerate,
    builtins.reversed: staged_reversed,
    builtins.zip: staged_zip,
    builtins.len: _len,
    builtins.int: _int,
    builtins.float: _float,
    builtins.complex: _complex,
    builtins.bool: truth,
    builtins.divmod: _divmod,
    builtins.round: _round,
    builtins.pow: _pow,
    builtins.sum: python_builtins.sum_,
    builtins.min: python_builtins.min_,
    builtins.max: python_builtins.max_,
    builtins.any: python_builtins.any_,
    builtins.all: python_builtins.all_,
}
# These look into the sequences they are given.
_OVER_ITEMS: Final = frozenset(
    {builtins.sum, builtins.min, builtins.max, builtins.any, builtins.all}
)


__all__ = ["MUTATORS", "replacement"]
