"""Arrays that a function makes by NumPy: operators such as `+=` change them."""

from __future__ import annotations

from typing import Any, Final, NoReturn

import numpy as np

from graph import shapes
from graph.errors import DTypeError, UnstagedOperationError
from graph.graph import current_graph
from graph.old_staging.links import links_of
from graph.old_staging.memory import object_of, sources_of
from graph.old_staging.overwriting import store
from graph.old_staging.read_only import is_fixed
from graph.old_staging.views import is_view
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor


def mark_of_numpy(value: SymbolicTensor) -> None:
    """Note that a tensor stands for an array that the function made by NumPy."""
    links_of(value).is_of_numpy = True


def ask_to_own(value: Any = None) -> None:
    """Ask for a trace in which arrays that NumPy makes are objects of the graph.

    One is to be written to, or to be in a list of the run, that is none here. It is
    refused if that trace does not do.

    Args:
        value: What is none; nothing is asked if it is no array, and known.
    """
    graph = current_graph()
    if graph is None or (value is not None and type(value) is not np.ndarray):
        return
    if graph.root.owns_arrays is False:
        graph.root.owns_arrays = None


def is_of_numpy(value: SymbolicTensor) -> bool:
    """Tell whether a tensor stands for an array made by NumPy, or a view of one."""
    held = object_of(value)
    if held.links is not None and held.links.is_of_numpy:
        return True
    return is_view(held) and is_of_numpy(sources_of(held)[0])


# What NumPy lets one set, beside the elements.
_LAYOUT: Final = {
    "shape": "Write x = x.reshape(shape), which shares memory with x where NumPy does.",
    "dtype": "Convert the elements: x = x.astype(dtype).",
    "strides": "Index it: x[::2].",
}


def set_part(target: SymbolicTensor, name: str, value: Any) -> bool:
    """Do `target.real = value` and its kin; tell whether it is one of these."""
    if name not in ("flat", "imag", "real", *_LAYOUT):
        return False
    if _DISPATCH["known_kind"](target) is not np.ndarray:
        return False
    if name in _LAYOUT:
        raise UnstagedOperationError(
            f"`{name}` of an array is set, which changes it under all its names.",
            origin=capture_exact(2),
            hint=_LAYOUT[name],
        )
    own = target.dtype
    if name == "flat":
        target.flat[:] = value
    elif own.is_complex:
        getattr(target, name)[...] = value
    elif name == "imag":
        np.ones(1, own.numpy).imag = 1  # NumPy's own error
    else:
        target[...] = value
    return True


def refuse_key(value: SymbolicTensor) -> NoReturn:
    """Refuse to look something up by a tensor.

    Raises:
        TypeError: It cannot be done in plain Python either.
        OperatorNotAllowedInGraphError: It can, or may: there it is a number of NumPy's.
        UnstagedOperationError: It can where it is a number of Python's, on some paths.
    """
    kind = _DISPATCH["assumed_kind"](value)
    if kind is np.ndarray:
        raise TypeError("unhashable type: 'numpy.ndarray'")
    may_be = value.shape in ((), None) and kind is not Tensor
    may_be = may_be and (
        _is_given_numpy(value)
        or _is_computed_by_numpy(value)
        or _DISPATCH["may_be_of_numpy"](value)
    )
    if kind is np.generic or may_be:
        value._refuse(
            "looking something up by",
            "In plain Python it is a number of NumPy's, or may be one. Make it one of "
            "Python's: `d[int(x)]`.",
        )
    if _DISPATCH["is_mixed"](value):
        _DISPATCH["refuse_mixed"]("the hash")
    raise TypeError("unhashable type: 'Tensor'")


def _is_given_numpy(value: SymbolicTensor) -> bool:
    """Tell whether the function is given arrays or numbers of NumPy's."""
    given = value.graph.root.given_classes.values()
    return any(issubclass(each, (np.ndarray, np.generic)) for each in given)


def _is_computed_by_numpy(value: Any) -> bool:
    """Tell whether a tensor stands for what plain Python computes by NumPy alone.

    It does if no tensor that the function is given is part of it, but for what was put
    into arrays that the function made, and what picks elements of them.
    """
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, SymbolicTensor) or id(each) in seen:
            continue
        seen.add(id(each))
        if is_of_numpy(each):
            continue
        inputs = each.node.inputs
        if each.node.op.name == "getitem":
            inputs = inputs[:1]
        if not inputs and each.node.op.name != "const":
            outer = _outside(each)
            if outer is None:
                return False
            inputs = (outer,)
        waiting.extend(inputs)
    return True


def _outside(value: SymbolicTensor) -> Any:
    """Return what an input of a block stands for outside of it; None if nothing."""
    for outer, inner in value.graph.captures:
        if inner is value:
            return outer
    # Variables and counts of loops: what they began with is not known here.
    return None if value.spec.dtype.python is None else 0


def update_whole(target: SymbolicTensor, new: Any, symbol: str) -> None:
    """Do what `target symbol= value` does to an array, given `target symbol value`.

    Raises:
        TypeError: The array cannot hold the result, as NumPy says it.
        ValueError: It would have to be of another shape.
    """
    _check_cast(target.dtype.numpy, new, symbol)
    if is_fixed(target):
        raise ValueError("output array is read-only")
    own, made = target.spec.shape, new.spec.shape
    if shapes.is_static(own) and shapes.is_static(made) and own != made:
        kept, wider = (str(each).replace(" ", "") for each in (own, made))
        raise ValueError(
            f"non-broadcastable output operand with shape {kept} doesn't match the "
            f"broadcast shape {wider}"
        )
    store(target, ..., new)


def _check_cast(own: Any, new: Any, symbol: str) -> None:
    """Let NumPy refuse to write what an operator gives into an array.

    Raises:
        TypeError: The array cannot hold it: a class of NumPy's, with its message.
        UnstagedOperationError: It can, on another path.
    """
    made = new.dtype.numpy
    if np.can_cast(made, own, "same_kind"):
        return
    if type(new) is SymbolicTensor:
        for each in new.node.inputs:
            _DISPATCH["refuse_either"](each, f"`{symbol}=`")
    name = UFUNCS[symbol]
    one = np.ones((1, 1), made)
    getattr(np, name)(one, one, out=np.ones((1, 1), own))
    raise TypeError(
        f"Cannot cast ufunc '{name}' output from {made!r} to {own!r} with casting rule "
        "'same_kind'"
    )


def check_update(old: Any, new: Any, symbol: str) -> None:
    """Refuse `x[key] += value` where NumPy does: a part cannot hold the result.

    Raises:
        DTypeError: It is an array, and the result is of a wider kind.
    """
    if old.shape == () or not isinstance(new, Tensor):
        return
    own, made = old.dtype.numpy, new.dtype.numpy
    if not np.can_cast(made, own, "same_kind"):
        is_known = type(old) is SymbolicTensor and old.spec.shape is not None
        if is_known and _DISPATCH["known_kind"](old) is np.ndarray:
            _check_cast(own, new, symbol)
        raise DTypeError(
            f"{symbol}= gives {new.dtype}, which is written into an array of "
            f"{old.dtype}.",
            origin=capture_exact(2),
            hint="Convert the array before: x = x.astype(...).",
        )


#: The ufuncs of NumPy's that operators are.
UFUNCS: Final = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "/": "divide",
    "//": "floor_divide",
    "%": "remainder",
    "**": "power",
    "@": "matmul",
    "&": "bitwise_and",
    "|": "bitwise_or",
    "^": "bitwise_xor",
    "<<": "left_shift",
    ">>": "right_shift",
}

_DISPATCH["ask_to_own"] = ask_to_own
_DISPATCH["refuse_key"] = refuse_key

__all__ = [
    "ask_to_own",
    "check_update",
    "is_of_numpy",
    "mark_of_numpy",
    "refuse_key",
    "set_part",
    "update_whole",
]
