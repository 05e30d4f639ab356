"""Calls of NumPy that ask no tensor: `np.array([t, u])`, `np.zeros(n)`.

NumPy's own protocols reach only the arguments that a function looks at. Converted code
sees every call, and hands those with a symbolic value anywhere to `graph.numpy`.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.old_operators import numpy_results
from autograph.old_operators.arrays import own
from autograph.old_operators.calls_with_none import first_optional, on_paths
from graph.dispatch import as_tensor
from graph.errors import AutographError
from graph.givers import LISTED, made_of
from graph.graph import current_graph
from graph.numpy import construction, elements, registry, ufunc_protocol
from graph.numpy.filling import filled
from graph.old_staging.function_checks import checked, is_otherwise
from graph.old_staging.links import links_of
from graph.old_staging.number_types import may_be_real
from graph.old_staging.numpy_arrays import mark_of_numpy
from graph.old_staging.numpy_numbers import as_array, as_scalar, known_kind
from graph.old_staging.whole import refuse_real
from graph.partial import Optional
from graph.segments import is_segmented, refusal
from graph.tensor import SymbolicTensor
from graph.value_operators import ValueOperators

_FUNCTIONS: Final = frozenset(
    {types.BuiltinFunctionType, types.FunctionType, type(np.sum)}
)

# What gives an array of NumPy's, whatever it is given: `+=` and its kin change it.
_MAKERS: Final = frozenset[Any](
    (np.zeros, np.ones, np.empty, np.full, np.eye, np.identity, np.tri, np.arange)
    + (np.array, np.hanning, np.hamming, np.bartlett, np.blackman, np.kaiser)
    + (np.diag_indices, np.tril_indices, np.triu_indices)
)
# What gives a new one.
_NEW: Final = _MAKERS.union(
    (np.zeros_like, np.ones_like, np.empty_like, np.full_like, np.linspace, np.copy)
)
# What gives an array of NumPy's, too: the one that it is given, if it is one.
_AS_ARRAYS: Final[frozenset[Any]] = frozenset(
    (np.asarray, np.asanyarray, np.ascontiguousarray, np.asfortranarray)
    + (np.asarray_chkfinite, np.require)
)
# What gives arrays, too: each of those that it is given, if it is one with such a rank.
_WITH_RANKS: Final[frozenset[Any]] = frozenset(
    (np.atleast_1d, np.atleast_2d, np.atleast_3d)
)
_WRITERS: Final[frozenset[Any]] = frozenset(
    {np.copyto, np.fill_diagonal, np.place, np.put, np.put_along_axis, np.putmask}
)
# What answers False where its arguments are no arrays, whatever is raised by them.
_SWALLOWING: Final = frozenset({np.array_equal, np.array_equiv})
# Methods of arrays that give arrays of NumPy's, whatever they are given beside one.
_ARRAYS: Final = frozenset(
    {"reshape", "repeat", "take", "transpose", "swapaxes", "compress", "diagonal"}
)
# Those that compute with what they are given.
_COMPUTING: Final = frozenset({"clip", "dot", "searchsorted", "choose"})
# Those that are given axes and counts.
_ALONG_AXES: Final = frozenset(
    {
        *("sum", "prod", "mean", "std", "var", "min", "max", "argmin", "argmax"),
        *("any", "all", "cumsum", "cumprod", "round", "squeeze", "trace"),
    }
)
_METHODS: Final = _ARRAYS | _COMPUTING | _ALONG_AXES


def _refusing(kind: Any) -> Callable[..., Any]:
    """Return what refuses to give the memory of a symbolic tensor to a class."""

    def refuse(*args: Any, **kwargs: Any) -> Any:
        named = registry.name_of(kind)
        raise registry.unstaged(named, _symbolic([*args, *kwargs.values()]))

    return refuse


def _symbolic(value: Any) -> Any:
    """Return the first symbolic value in a nested list, or None."""
    if not isinstance(value, (list, tuple)):
        return value if isinstance(value, SymbolicTensor) else None
    return next((x for x in map(_symbolic, value) if x is not None), None)


# Classes whose instances look at their arguments.
_CLASSES: Final[dict[type, Callable[..., Any]]] = {
    np.ndenumerate: elements.ndenumerate,
    np.broadcast: elements.broadcast,
    np.nditer: _refusing(np.nditer),
    memoryview: _refusing(memoryview),
}


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a function of NumPy's, given these arguments."""
    if current_graph() is None:
        return None
    if function is np.fromiter:
        return _from_items
    found: Callable[..., Any] | None = None
    kind = type(function)
    if kind is np.ufunc:
        found = functools.partial(_call_ufunc, function, "__call__")
    elif kind is types.BuiltinFunctionType and type(function.__self__) is np.ufunc:
        found = functools.partial(_call_ufunc, function.__self__, function.__name__)
    elif kind is types.BuiltinFunctionType and type(function.__self__) is np.ndarray:
        if function.__name__ in _METHODS:
            found = functools.partial(_call_method, function)
    elif kind in _FUNCTIONS and function in registry.FUNCTIONS:
        call = _CALLS.get(function, _call)
        found = functools.partial(call, registry.FUNCTIONS[function])
    elif kind is np.vectorize:
        found = functools.partial(_call_vectorized, function)
    elif kind is type and function in _CLASSES:
        found = _CLASSES[function]
    elif kind is type and issubclass(function, np.generic) and len(args) == 1:
        found = functools.partial(_scalar, function)
    given = [*args, *kwargs.values()]
    if found is None or not _is_staged(given):
        if found is not None and function in _SWALLOWING:
            return functools.partial(_answered, function)
        return functools.partial(_owned, function) if _is_owned(function) else None
    if not _writes(function, kwargs) and first_optional(given) is not None:
        return functools.partial(on_paths, found, function)
    return found


def _is_owned(function: Any) -> bool:
    """Is what it gives to be an object of the graph? See `autograph.tracing`."""
    graph = current_graph()
    if graph is None or not graph.root.owns_arrays:
        return False
    if type(function) is types.BuiltinFunctionType:
        is_method = type(function.__self__) is np.ndarray
        if is_method:
            return function.__name__ in ("astype", "copy")
    return type(function) in _FUNCTIONS and function in _NEW


def _answered(function: Any, a1: Any, a2: Any, **kwargs: Any) -> Any:
    """Call what takes any exception for an answer, but not one of ours."""
    return function(_array_or_other(a1), _array_or_other(a2), **kwargs)


def _array_or_other(value: Any) -> Any:
    try:
        return np.asarray(value)
    except AutographError:
        raise
    except Exception:  # noqa: BLE001  # NumPy's functions answer False then
        return value


def _owned(function: Any, *args: Any, **kwargs: Any) -> Any:
    return own(function(*args, **kwargs))


def _writes(function: Any, kwargs: Mapping[str, Any]) -> bool:
    """Tell whether the function changes an array that it is given."""
    if type(function) is types.BuiltinFunctionType and function.__name__ == "at":
        return True
    return "out" in kwargs or function in _WRITERS


def _from_items(
    iter: Any,  # as NumPy has it
    dtype: Any,
    count: int = -1,
    **kwargs: Any,
) -> Any:
    """Do what `np.fromiter` does with what is stepped through, known or not."""
    from autograph.old_operators.calls import converted_call  # which comes here

    items = converted_call(list, (iter,), None)
    if is_segmented(items):
        if count != -1 or kwargs:
            raise refusal("np.fromiter counts its items")
    elif not _is_staged(items):
        return np.fromiter(items, dtype, count, **kwargs)
    elif any(getattr(each, "shape", ()) != () for each in items):
        np.fromiter([np.ones(2)], float)  # NumPy's own error
    elif 0 <= count <= len(items):
        items = items[:count]
    elif count >= 0:
        np.fromiter([0] * len(items), int, count)  # NumPy's own error
    return converted_call(np.array, (items, dtype), None)


def _call_vectorized(function: Any, *args: Any, **kwargs: Any) -> Any:
    from autograph.old_operators.calls import converted_call  # which comes here

    return elements.vectorized(function, converted_call, args, kwargs)


def _is_staged(value: Any) -> bool:
    """Is it a symbolic tensor or a variable, or a nested list with one in it?"""
    if isinstance(value, (list, tuple)):  # also a named tuple, and a list of a subclass
        return any(map(_is_staged, value))
    return isinstance(value, (SymbolicTensor, ValueOperators, Optional))


def _call(found: registry.Implementation, *args: Any, **kwargs: Any) -> Any:
    return found(args, kwargs)


def _make(found: registry.Implementation, *args: Any, **kwargs: Any) -> Any:
    made = found(args, kwargs)
    for each in made if type(made) is tuple else (made,):
        if type(each) is SymbolicTensor:
            mark_of_numpy(each)
    return made


def _as_array(found: registry.Implementation, *args: Any, **kwargs: Any) -> Any:
    made = found(args, kwargs)
    return _array_of(made, args[0] if args else kwargs.get("a"))


def _copy(found: registry.Implementation, *args: Any, **kwargs: Any) -> Any:
    made = found(args, kwargs)
    given = args[0] if args else kwargs.get("a")
    if type(made) is SymbolicTensor and type(given) is SymbolicTensor:
        if given.spec.dtype.is_python:
            mark_of_numpy(made)
        return as_array(made, given) if known_kind(given) is np.generic else made
    return made


def _fixed(found: registry.Implementation, *args: Any, **kwargs: Any) -> Any:
    """Return what NumPy gives as an array that is read-only."""
    made = found(args, kwargs)
    if type(made) is SymbolicTensor:
        links_of(made).is_fixed = True
    return made


def _with_ranks(found: registry.Implementation, *args: Any, **kwargs: Any) -> Any:
    made = found(args, kwargs)
    if type(made) is not tuple:
        return _array_of(made, *args)
    return tuple(map(_array_of, made, args))


def _array_of(made: Any, given: Any) -> Any:
    return as_array(made, given) if type(made) is SymbolicTensor else made


def _is_pythons_complex(value: Any) -> bool:
    return type(value) is SymbolicTensor and value.spec.dtype.python is complex


def _scalar(kind: Any, value: Any) -> Any:
    if not issubclass(kind, np.complexfloating):
        if may_be_real(value):
            refuse_real(f"{registry.name_of(kind)}()")
        if _is_pythons_complex(value) and issubclass(kind, np.number):
            kind(1j)  # Python's own error
    if is_otherwise(value):
        make = functools.partial(construction.scalar, kind)
        made = checked(registry.name_of(kind), make, (value,), {})
    else:
        made = construction.scalar(kind, value)
    if type(made) is SymbolicTensor and made.shape:  # an array
        mark_of_numpy(made)
    return as_scalar(made) if type(made) is SymbolicTensor else made


_CALLS: Final[dict[Any, Callable[..., Any]]] = {
    **numpy_results.CALLS,
    **dict.fromkeys(_MAKERS, _make),
    **dict.fromkeys(_AS_ARRAYS, _as_array),
    **dict.fromkeys(_WITH_RANKS, _with_ranks),
    np.broadcast_to: _fixed,
    np.lib.stride_tricks.sliding_window_view: _fixed,
    np.copy: _copy,
}


def _call_method(method: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a method of an array of NumPy's as one of a tensor, a constant."""
    made = getattr(as_tensor(method.__self__), method.__name__)(*args, **kwargs)
    bounds = [x for x in (*args, *kwargs.values()) if x is not None]
    is_ufunc = method.__name__ == "clip" and len(bounds) == 1  # as np.maximum is
    made = made_of((LISTED, *bounds) if is_ufunc else (LISTED,), made)
    if method.__name__ in _ARRAYS and type(made) is SymbolicTensor and made.spec.rank:
        mark_of_numpy(made)
    return made


def _call_ufunc(ufunc: Any, method: str, *args: Any, **kwargs: Any) -> Any:
    if "out" in kwargs and not isinstance(kwargs["out"], tuple):
        kwargs["out"] = (kwargs["out"],)
    if method == "__call__" and "out" in kwargs:
        array = filled(ufunc, args, kwargs)
        if array is not NotImplemented:
            return array
    return ufunc_protocol.call(ufunc, method, args, kwargs)


__all__ = ["replacement"]
