"""NumPy's ufuncs on tensors, and their methods reduce, accumulate, reduceat and outer.

`np.add(t, u)` applies the op whose record names the ufunc, or what is marked with
`@implements`. Ufuncs that nothing stands for compute on the arrays of eager tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.array_methods import has_rules, register_handler
from graph.dispatch import apply, is_python_number
from graph.dtypes import DType
from graph.errors import (
    DTypeError,
    ImmutableTensorError,
    UnstagedOperationError,
    UnsupportedArgumentError,
)
from graph.graph import current_graph
from graph.numpy.conversion import (
    UnholdableError,
    asarray,
    cast,
    numpy_dtype,
    operand,
)
from graph.numpy.registry import FUNCTIONS, as_arrays, is_symbolic, unsupported
from graph.op import OPS, Op
from graph.ops.arguments import apply_as_given, constant_value, static_axes, static_int
from graph.ops.folding import UFUNC_ACCUMULATE, UFUNC_REDUCE, UFUNC_REDUCEAT
from graph.origin import capture_exact
from graph.specs import spec_of
from graph.tensor import EagerTensor, Tensor
from graph.value_operators import ValueOperators

# What one ufunc computes and another one as well, under another name.
_ALIASES: Final = {np.degrees: np.rad2deg, np.radians: np.deg2rad}


def call(
    ufunc: Any, method: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    """Do what a method of a ufunc does, some of whose arguments are tensors.

    Raises:
        UnsupportedArgumentError: An argument cannot be kept, such as `out=`.
        UnstagedOperationError: Nothing stands for it, and a tensor is symbolic.
    """
    kinds = set(map(type, inputs))
    is_plain = EagerTensor in kinds and _PLAIN.issuperset(kinds)
    if method == "__call__" and not kwargs and is_plain:
        found = ops_by_ufunc().get(ufunc)
        if found is not None and ufunc not in FUNCTIONS:
            return apply_as_given(found, inputs, {})
    if any(map(_is_foreign, inputs)):
        return NotImplemented
    inputs = [operand(x) if isinstance(x, ValueOperators) else x for x in inputs]
    if method == "__call__" and len(inputs) != ufunc.nin:
        inputs = _without_out(ufunc, inputs)
    if kwargs:
        if is_in_place(inputs, kwargs):
            return getattr(ufunc, method)(*as_arrays(inputs, ufunc), **kwargs)
        if type(inputs[0]) is np.ndarray and kwargs.get("out", (None,))[0] is inputs[0]:
            raise _changes_array(ufunc)
        kwargs = _with_meaning(ufunc, kwargs)
    if method == "at":
        return _at(ufunc, inputs)
    if any(map(has_rules, inputs)):
        return _computed_by_numpy(ufunc, method, inputs, kwargs)
    if is_numpys_alone(ufunc):
        return _computed_by_numpy(ufunc, method, inputs, kwargs)
    try:
        return _METHODS[method](ufunc, inputs, dict(kwargs))
    except UnholdableError:  # beside a tensor stands an array of dates, say
        if is_symbolic(inputs):
            raise
        return _computed_by_numpy(ufunc, method, inputs, kwargs)


def is_numpys_alone(ufunc: Any) -> bool:
    """Is it a ufunc without a name in NumPy, which computes it of tensors?"""
    return getattr(np, ufunc.__name__, None) is not ufunc and ufunc not in FUNCTIONS


# What needs no closer look: the short way for what is most of all calls.
_PLAIN: Final = frozenset({EagerTensor, int, float})


def _is_foreign(value: Any) -> bool:
    """Is it of another library that has a say of its own, as a series of pandas is?"""
    if isinstance(value, _OURS):
        return False
    return getattr(type(value), "__array_ufunc__", None) is not None


_OURS: Final = (Tensor, np.ndarray, np.generic, ValueOperators)


def is_in_place(inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Is it `array += tensor`, of an array of NumPy's and an eager tensor?"""
    out = kwargs.get("out")
    return (
        type(out) is tuple
        and len(out) == 1
        and out[0] is inputs[0]
        and type(out[0]) is np.ndarray
        and len(kwargs) == 1
        and current_graph() is None
    )


def _without_out(ufunc: Any, given: Sequence[Any]) -> Sequence[Any]:
    """Return the operands among arguments by position; arrays to fill follow them.

    Raises:
        TypeError: There are too few or too many, in NumPy's words.
        UnsupportedArgumentError: There is an array to fill.
    """
    if not ufunc.nin <= len(given) <= ufunc.nargs:
        n = f"{len(given)} {'was' if len(given) == 1 else 'were'}"
        raise TypeError(
            f"{ufunc.__name__}() takes from {ufunc.nin} to {ufunc.nargs} positional "
            f"arguments but {n} given"
        )
    _refuse_out(ufunc, given[ufunc.nin :])
    return given[: ufunc.nin]


def _refuse_out(ufunc: Any, out: Sequence[Any]) -> None:
    for each in out:
        if not isinstance(each, (Tensor, np.ndarray, ValueOperators, type(None))):
            raise TypeError("return arrays must be of ArrayType")
        if each is not None:
            raise unsupported(_name(ufunc), "out")


def _changes_array(ufunc: Any) -> UnsupportedArgumentError:
    """Return the error for `array += tensor`, of a tensor without a value."""
    return UnsupportedArgumentError(
        f"an operator such as `+=` ({_name(ufunc)}) changes an array of NumPy's in "
        "place, by a tensor whose value is known only when the graph runs.",
        origin=capture_exact(2),
        hint="Write `x = x + y`, which makes a tensor.",
    )


def _with_meaning(ufunc: Any, kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords that say something; defaults say nothing.

    Raises:
        UnsupportedArgumentError: One of them cannot be kept.
    """
    kept = {}
    for name, value in kwargs.items():
        if name == "out":
            _refuse_out(ufunc, value)
        elif name not in ("order", "subok") and not _is_default(name, value):
            kept[name] = value
    return kept


def _is_default(name: str, value: Any) -> bool:
    if name == "casting":
        return bool(value == "same_kind")
    return value is {"where": True}.get(name) and name in _LEFT_OUT


_LEFT_OUT: Final = ("where", "dtype", "signature", "sig")


def _name(ufunc: Any) -> str:
    return f"numpy.{ufunc.__name__}"


def _call(ufunc: Any, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    found = FUNCTIONS.get(ufunc)
    if found is not None:
        return found(tuple(inputs), kwargs)
    op = ops_by_ufunc().get(ufunc)
    if op is None:
        return _computed_by_numpy(ufunc, "__call__", inputs, kwargs)
    if "where" in kwargs:
        raise unsupported(_name(ufunc), "where")
    if kwargs:
        return _in_loop(ufunc, op, inputs, kwargs)
    return apply_as_given(op, _operands(inputs), {})


def _operands(inputs: Sequence[Any]) -> Sequence[Any]:
    """Return operands of an op: numbers are weak, unless there is nothing else."""
    if all(map(is_python_number, inputs)):
        return [asarray(x) for x in inputs]
    return [x if isinstance(x, Tensor) or _is_plain(x) else operand(x) for x in inputs]


def _is_plain(value: Any) -> bool:
    """Is it an array of NumPy's with numbers that tensors have?"""
    return type(value) is np.ndarray and value.dtype.char in _NUMBERS


_NUMBERS: Final = frozenset("?bBhHiIlLqQefdFD")


def _in_loop(ufunc: Any, op: Op, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Apply an op in the loop that `dtype=`, `signature=` or `casting=` asks for."""
    loop = _loop(ufunc, inputs, dict(kwargs))
    given = [cast(asarray(x), dtype) for x, dtype in zip(inputs, loop, strict=False)]
    found = apply_as_given(op, given, {})
    results = found if isinstance(found, tuple) else (found,)
    made = tuple(
        cast(x, dtype) for x, dtype in zip(results, loop[ufunc.nin :], strict=True)
    )
    return made if isinstance(found, tuple) else made[0]


def _loop(ufunc: Any, inputs: Sequence[Any], kwargs: dict[str, Any]) -> list[DType]:
    """Return the element types of the inputs and the results in a ufunc's loop.

    Raises:
        DTypeError: The ufunc has no such loop, or `casting=` does not allow it.
    """
    signature = kwargs.pop("signature", kwargs.pop("sig", ()))
    wanted = kwargs.pop("dtype", None)
    casting = kwargs.pop("casting", "same_kind")
    for name in kwargs:
        raise unsupported(_name(ufunc), name)
    if wanted is not None:
        wanted = wanted.numpy if isinstance(wanted, DType) else np.dtype(wanted)
        signature = (*[None] * ufunc.nin, *[wanted] * ufunc.nout)
    given = [_promoted_as(x) for x in inputs]
    if all(isinstance(x, type) for x in given):
        given = [np.dtype(x) for x in given]
    try:
        loop = ufunc.resolve_dtypes(
            (*given, *[None] * ufunc.nout),
            casting=casting,
            **({"signature": signature} if signature else {}),
        )
    except TypeError as error:
        raise DTypeError(
            f"{_name(ufunc)}: {error}.",
            origin=capture_exact(2),
            hint="Convert with ag.cast or .astype(...) first.",
        ) from None
    return [dtypes.from_numpy(dtype) for dtype in loop]


def _promoted_as(value: Any) -> Any:
    if not isinstance(value, Tensor) and not is_python_number(value):
        value = asarray(value)
    dtype = spec_of(value).dtype
    return dtype.python if dtype.is_python and not dtype.is_bool else dtype.numpy


def _computed_by_numpy(
    ufunc: Any, method: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    """Return what NumPy gives for the arrays of eager tensors.

    Raises:
        UnstagedOperationError: A tensor has no value yet.
    """
    arrays = as_arrays(list(inputs), ufunc)
    return getattr(ufunc, method)(*arrays, **as_arrays(dict(kwargs), ufunc))


def _at(ufunc: Any, inputs: Sequence[Any]) -> Any:
    """Change an array of NumPy's at some places; a tensor never changes."""
    if type(inputs[0]) is np.ndarray and current_graph() is None:
        return ufunc.at(*as_arrays(list(inputs), ufunc))
    is_array = type(inputs[0]) is np.ndarray
    kind = UnsupportedArgumentError if is_array else ImmutableTensorError
    raise kind(
        f"{_name(ufunc)}.at changes its first argument, which cannot be staged here, "
        "nor be done to a tensor.",
        origin=capture_exact(2),
        hint="ag.tensor_scatter_nd_add and its kin return a new tensor.",
    )


def _outer(ufunc: Any, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    left, right = (asarray(x) for x in inputs)
    if right.ndim is None:
        raise UnstagedOperationError(
            f"{_name(ufunc)}.outer is given {right}, whose rank is not known.",
            origin=capture_exact(2),
            hint="Give the input signature a rank, such as ag.TensorSpec([None]).",
        )
    spread = left[(..., *[None] * right.ndim)]
    return _call(ufunc, [spread, right], kwargs)


def _reduce(ufunc: Any, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    kwargs = _named("axis dtype out keepdims initial where", inputs[1:], kwargs)
    kwargs = {"axis": 0, **_with_meaning(ufunc, kwargs)}
    if kwargs.get("initial") is np._NoValue:
        del kwargs["initial"]
    found = FUNCTIONS.get(_FOLDS.get(ufunc))
    if found is not None:
        return found((inputs[0],), kwargs)
    attrs = {
        "ufunc": ufunc.__name__,
        "axis": static_axes(kwargs.pop("axis")),
        "dtype": _wanted(kwargs),
        "keepdims": bool(kwargs.pop("keepdims", False)),
        "initial": constant_value(kwargs.pop("initial", None)),
    }
    for name in kwargs:
        raise unsupported(f"{_name(ufunc)}.reduce", name)
    return _apply(UFUNC_REDUCE, inputs[:1], attrs)


def _accumulate(ufunc: Any, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    kwargs = _named("axis dtype out", inputs[1:], kwargs)
    kwargs = {"axis": 0, **_with_meaning(ufunc, kwargs)}
    found = FUNCTIONS.get(_RUNNING.get(ufunc))
    if found is not None:
        return found((inputs[0],), kwargs)
    attrs = {
        "ufunc": ufunc.__name__,
        "axis": static_int(kwargs.pop("axis"), "axis"),
        "dtype": _wanted(kwargs),
    }
    return _apply(UFUNC_ACCUMULATE, inputs[:1], attrs)


def _reduceat(ufunc: Any, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    kwargs = _named("axis dtype out", inputs[2:], kwargs)
    kwargs = _with_meaning(ufunc, kwargs)
    attrs = {
        "ufunc": ufunc.__name__,
        "axis": static_int(kwargs.pop("axis", 0), "axis"),
        "dtype": _wanted(kwargs),
    }
    return _apply(UFUNC_REDUCEAT, inputs[:2], attrs)


def _named(
    names: str, given: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """Return keywords with what was given by position, which NumPy leaves there."""
    found = dict(zip(names.split(), given, strict=False)) | dict(kwargs)
    if "out" in found and not isinstance(found["out"], tuple):
        found["out"] = (found["out"],)
    return found


def _wanted(kwargs: dict[str, Any]) -> DType | None:
    dtype = kwargs.pop("dtype", None)
    return None if dtype is None else numpy_dtype(dtype)


def _apply(op: Op, inputs: Sequence[Any], attrs: dict[str, Any]) -> Any:
    return apply(op, [asarray(x) for x in inputs], attrs)


_FOLDS: Final = {
    np.add: np.sum,
    np.multiply: np.prod,
    np.maximum: np.max,
    np.minimum: np.min,
    np.logical_and: np.all,
    np.logical_or: np.any,
}
_RUNNING: Final = {np.add: np.cumsum, np.multiply: np.cumprod}

_METHODS: Final[dict[str, Callable[..., Any]]] = {
    "__call__": _call,
    "outer": _outer,
    "reduce": _reduce,
    "accumulate": _accumulate,
    "reduceat": _reduceat,
}


def ops_by_ufunc() -> Mapping[Any, Op]:
    """Return the ops that stand for ufuncs."""
    if not _UFUNCS:  # built on first use, when every family has been imported
        found = {op.ufunc: op for op in OPS.values() if op.ufunc is not None}
        for alias, ufunc in _ALIASES.items():
            found.setdefault(alias, found[ufunc])
        _UFUNCS.update(found)
    return _UFUNCS


# Written once, by `ops_by_ufunc`.
_UFUNCS: dict[Any, Op] = {}


register_handler("ufunc", call)

__all__ = ["call", "ops_by_ufunc"]
