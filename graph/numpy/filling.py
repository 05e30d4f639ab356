"""Arrays that ufuncs fill: `np.add(x, y, out=z)`, and where a condition holds.

In a graph that is what `z[...] = np.add(x, y)` does, on arrays of NumPy's alone: a
tensor among the operands takes no `out=`, as in plain Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graph import shapes
from graph.dispatch import is_python_number
from graph.graph import current_graph
from graph.numpy.conversion import asarray, cast
from graph.numpy.ufunc_protocol import call
from graph.ops import selection
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor

_HANDLED = frozenset({"out", "where"})


def filled(ufunc: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Return the array that a ufunc has filled; NotImplemented if there is none.

    Args:
        ufunc: The ufunc.
        args: Its operands.
        kwargs: What it is given by name.
    """
    out = kwargs.get("out")
    if type(out) is tuple and len(out) == 1:
        (out,) = out
    mask = kwargs.get("where", True)
    is_simple = ufunc.nout == 1 and ufunc.signature is None and len(args) == ufunc.nin
    if not is_simple or not _HANDLED.issuperset(kwargs):
        return NotImplemented
    if type(out) is np.ndarray:
        _DISPATCH["ask_to_own"]()
    if type(out) is not SymbolicTensor or not all(
        map(_is_of_numpy, (*args, out, mask))
    ):
        return NotImplemented
    _check(ufunc, args, out)
    if mask is True:
        out[...] = call(ufunc, "__call__", tuple(args), {})
        return out
    mask = asarray(mask)
    given = [_where(mask, each) for each in args]  # what is left out is not computed
    new = cast(call(ufunc, "__call__", tuple(given), {}), out.dtype)
    out[...] = selection.where(mask, new, out)
    return out


def _is_of_numpy(value: Any) -> bool:
    """Is it surely an array or a number, and no tensor, in plain Python?"""
    if type(value) is not SymbolicTensor:
        is_array = isinstance(value, (np.ndarray, np.generic))
        return is_array or (type(value) in (bool, int, float, complex))
    if current_graph() is None:
        return False
    is_number = value.spec.dtype.is_python
    return is_number or _DISPATCH["assumed_kind"](value) in (np.ndarray, np.generic)


def _check(ufunc: Any, args: Sequence[Any], out: SymbolicTensor) -> None:
    """Let NumPy refuse dtypes and shapes that the array cannot hold."""
    ufunc(*(_sample(x, (1,)) for x in args), out=np.ones(1, out.dtype.numpy))
    found = [_shape(x) for x in (*args, out)]
    if all(map(shapes.is_static, found)):
        known: Any = found
        try:
            is_held = np.broadcast_shapes(*known) == known[-1]
        except ValueError:
            is_held = False
        if not is_held:
            given = [_sample(x, s) for x, s in zip(args, known, strict=False)]
            ufunc(*given, out=np.ones(known[-1], out.dtype.numpy))


def _shape(value: Any) -> Any:
    return value.spec.shape if type(value) is SymbolicTensor else np.shape(value)


def _sample(value: Any, shape: tuple[int, ...]) -> Any:
    if is_python_number(value):
        is_new = type(value) is SymbolicTensor
        return value.spec.dtype.python(1) if is_new else type(value)(1)
    return np.ones(shape, getattr(value.dtype, "numpy", value.dtype))


def _where(mask: Any, value: Any) -> Any:
    if is_python_number(value):
        return value
    x = asarray(value)
    return selection.where(mask, x, EagerTensor(np.ones((), x.dtype.numpy)))


__all__ = ["filled"]
