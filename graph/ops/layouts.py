"""How arrays are laid out in memory: no program sees it but by how sums are rounded."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from graph.dispatch import apply
from graph.domains import Domain
from graph.op import REQUIRED, Op, define
from graph.ops.gradients import structural as rules
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor, Tensor


def _laid_out(name: str, order: Literal["C", "F"], doc: str) -> Op:
    return define(
        name,
        is_public=False,
        inputs=("x",),
        infer=lambda x: x,
        kernel=lambda x: np.asarray(x, order=order),
        gradient=rules.passed_on,
        doc=doc,
        domain=Domain(means=np.copy),
        may_alias=True,
    )


_in_rows = _laid_out(
    "in_rows",
    "C",
    "The same value, laid out row by row: sums are rounded by the layout.",
)
_in_columns = _laid_out("in_columns", "F", "The same value, laid out column by column.")


def in_rows(x: Tensor) -> Tensor:
    """Return a value laid out row by row, as `x.T.copy()` is, if it may not be."""
    return apply(_in_rows, (x,)) if is_turned(x) else x


def picked_in_rows(x: Tensor, axis: int) -> Tensor:
    """Do the same to what has been picked along an axis by places.

    It is laid out with that axis first in memory, or as the places are.
    """
    is_vector = x.ndim is not None and len(x.shape) < 2
    return x if is_vector or not axis else apply(_in_rows, (x,))


def _ordered(x: Any, like: Any, *, keeps: bool = False) -> Any:
    if not keeps or x.shape != like.shape:
        return np.asarray(x, order="F" if like.flags.fnc else "C")
    made = np.empty_like(like, dtype=x.dtype)
    made[...] = x
    return made


_in_order_of = define(
    "in_order_of",
    is_public=False,
    inputs=("x", "like"),
    attrs={"keeps": False},
    infer=lambda x, like, keeps=False: x,
    kernel=_ordered,
    gradient=rules.passed_on,
    domain=Domain(means=lambda x, like, **_: np.copy(x)),
    doc="The same value, laid out as another one is: row by row, or column by column. "
    "With `keeps` its axes are in the order of the other's in memory.",
    may_alias=True,
)


def in_order_of(x: Tensor, like: Tensor, *, keeps: bool = False) -> Tensor:
    """Return a value laid out column by column if another one is, or row by row.

    Args:
        x: The value.
        like: The other one, of the same shape if its order is kept.
        keeps: Are the axes in the order of the other's, also where that has gaps?
    """
    if not is_turned(like):
        return x
    attrs = {"keeps": True} if keeps else {}
    return apply(_in_order_of, (x, like), attrs)  # type: ignore[no-any-return]


def in_columns(x: Tensor) -> Tensor:
    """Return a value laid out column by column, as `x.copy("F")` is."""
    is_vector = x.ndim is not None and len(x.shape) < 2
    return x if is_vector else apply(_in_columns, (x,))


_as_windows = define(
    "as_windows",
    is_public=False,
    inputs=("x", "array"),
    attrs={"lengths": REQUIRED, "axes": REQUIRED},
    infer=lambda x, array, *, lengths, axes: x,
    kernel=lambda x, array, *, lengths, axes: sliding_window_view(array, lengths, axes),
    gradient=rules.passed_on,
    domain=Domain(elsewhere="tests/language/array/views.py"),
    doc="Windows of an array, which share its memory; a copy of them is for slopes.",
    may_alias=True,
)


def as_windows(
    x: Tensor, array: Tensor, lengths: tuple[int, ...], axes: tuple[int, ...]
) -> Tensor:
    """Return the windows of an array, laid out as NumPy lays them out.

    Args:
        x: A copy of them.
        array: The array.
        lengths: How long windows are.
        axes: Along which axes.
    """
    return apply(_as_windows, (x, array), {"lengths": lengths, "axes": axes})  # type: ignore[no-any-return]


def is_turned(x: Any) -> bool:
    """May it be laid out otherwise than row by row, as what is made of `x.T` is?

    What control flow leaves may be, what a block is given, and an object's array.
    """
    if type(x) is not SymbolicTensor:
        return not np.asarray(x).flags.c_contiguous
    found, n_seen = [x], 0
    while found and n_seen < _MOST_ASKED:
        value, n_seen = found.pop(), n_seen + 1
        node = value.node
        if value.ndim is not None and len(value.shape) < 2:
            continue
        is_given = node.op.name == "placeholder" and node.graph is not node.graph.root
        is_unknown = is_given or node.op.is_control or node.op.source is not None
        if is_unknown or node.op.name in _TURNING:
            return True
        if node.op.is_elementwise or node.op.name in _LAID_OUT_ALIKE:
            found.extend(node.inputs)
    return False


_MOST_ASKED: Final = 50
_TURNING: Final = frozenset({"broadcast_to", "in_columns", "in_order_of", "transpose"})
_LAID_OUT_ALIKE: Final = frozenset({"cast", "concat", "getitem", "identity", "stack"})


def full_like(value: Tensor, like: Tensor) -> Tensor:
    """Make a tensor of one value with the shape of another, laid out as that is."""
    return apply(_full_like, (value, like))  # type: ignore[no-any-return]


_full_like = define(
    "full_like",
    is_public=False,
    gradient=rules.fill,
    inputs=("value", "like"),
    infer=lambda value, like: TensorSpec(like.shape, value.dtype),
    kernel=lambda value, like: np.full_like(like, value, value.dtype),
    domain=Domain(
        "any (); any (...)",
        means=lambda value, like: np.full_like(like, value, value.dtype),
    ),
    doc="One value with the shape of another, laid out as that is.",
)

__all__ = [
    "as_windows",
    "full_like",
    "in_columns",
    "in_order_of",
    "in_rows",
    "is_turned",
    "picked_in_rows",
]
