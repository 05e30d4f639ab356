"""Which values are views of an array's memory: `x[key]`, and `x.T` and its kin."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph.old_staging.links import links_of
from graph.op import op_named
from graph.ops import manipulation
from graph.ops.arguments import apply_as_given
from graph.ops.complex_numbers import complex as complex_numbers
from graph.ops.complex_numbers import imag, real
from graph.ops.indexing import Slot, read_key
from graph.tensor import _DISPATCH, SymbolicTensor


def is_view(value: SymbolicTensor) -> bool:
    """Is it `x[key]` with a key that gives a view of an array, `x.T`, `x.real`, …?"""
    return (
        _is_turned(value) or _is_flat(value) or _is_component(value) or is_part(value)
    )


def is_part(value: SymbolicTensor) -> bool:
    """Is it `x[key]` with a key that gives a view of an array?"""
    return not _is_copy(value, is_known=False) and not _is_element(value)


def are_apart(one: SymbolicTensor, other: SymbolicTensor) -> bool:
    """Are two values different rows of the same array?"""
    if one is other or not (is_part(one) and is_part(other)):
        return False
    if one.node.inputs[0] is not other.node.inputs[0]:
        return False
    firsts = [read_key(each.node.attrs["key"])[0] for each in (one, other)]
    return (
        all(type(each) is int for each in firsts)
        and firsts[0] != firsts[1]
        and (firsts[0] < 0) is (firsts[1] < 0)
    )


def may_be_view(value: SymbolicTensor) -> bool:
    """Is it `x[key]` that may be a view, as the run decides: an index has any rank?"""
    return not _is_copy(value, is_known=True) and not _is_element(value)


def reshaped(value: SymbolicTensor) -> SymbolicTensor | None:
    """Return the array that NumPy makes a view of, in another shape or order.

    None if it is none, or may be a copy. Nothing is written through such a view here.
    """
    name = value.node.op.name
    if name not in ("expand_dims", "reshape", "reverse", "squeeze") or not value.givers:
        return None
    source = value.node.inputs[0]
    return None if name == "reshape" and is_view(source) else source


def is_read_only(value: SymbolicTensor) -> bool:
    """Is it what NumPy lets nobody write to: a diagonal, or the zeros of `x.imag`?"""
    name = value.node.op.name
    if name == "imag":
        return bool(value.givers) and not value.node.inputs[0].dtype.is_complex
    return name == "diag_part" and bool(value.givers)


def _is_turned(value: SymbolicTensor) -> bool:
    """Is it an array with its axes in another order, as NumPy gives it?

    Our own functions give tensors, which are no views of arrays.
    """
    return value.node.op.name == "transpose" and bool(value.givers)


def _is_component(value: SymbolicTensor) -> bool:
    """Is it the real or the imaginary parts of complex numbers, as NumPy gives them?"""
    node = value.node
    is_taken = node.op.name in ("real", "imag") and bool(value.givers)
    return is_taken and node.inputs[0].dtype.is_complex


def _is_flat(value: SymbolicTensor) -> bool:
    return value.links is not None and value.links.is_flat


def _is_of_flat(value: SymbolicTensor) -> bool:
    """Is it `x.flat`, parts of which are copies, at any time?"""
    owner = value.links.owner if value.links is not None else None
    return _is_flat(value) or (owner is not None and _is_flat(owner))


def flat(value: SymbolicTensor) -> Any:
    """Return what stands for `x.flat`: a vector, and what is written to it is in `x`.

    None if `x` is not known to be an array of NumPy's: tensors have no such thing.
    """
    if _DISPATCH["known_kind"](value) is not np.ndarray:
        return None
    found = apply_as_given(op_named("reshape"), (value,), {"shape": (-1,)})
    links_of(found).is_flat = True
    return found


def put_back(
    view: SymbolicTensor, new: SymbolicTensor, before: SymbolicTensor
) -> SymbolicTensor:
    """Return what an array becomes when a view of it does.

    Args:
        view: The view.
        new: What it becomes.
        before: What the array was.
    """
    op, attrs = view.node.op, view.node.attrs
    if _is_flat(view):
        whole: Any = manipulation.reshape(new, manipulation.shape(before))
        return whole  # type: ignore[no-any-return]
    if op.name in ("real", "imag"):
        is_real = op.name == "real"
        parts = (new, imag(before)) if is_real else (real(before), new)
        both: Any = complex_numbers(*parts)
        return both  # type: ignore[no-any-return]
    if op.name == "transpose":
        perm = attrs["perm"]
        if perm is not None:
            axes = [axis % len(perm) for axis in perm]
            perm = tuple(axes.index(axis) for axis in range(len(axes)))
        found: SymbolicTensor = apply_as_given(op, (new,), {"perm": perm})
        return found
    operands = (before, new, *view.node.inputs[1:])
    found = apply_as_given(op_named("setitem"), operands, attrs)
    return found


def _is_element(value: SymbolicTensor) -> bool:
    """Is `x[key]` an element by itself, or a copy: a number, and no view?"""
    places = places_of_element(value)
    return places is not None and places == value.node.inputs[0].spec.rank


def _is_copy(value: SymbolicTensor, *, is_known: bool) -> bool:
    """Is it something else than `x[key]`, or a copy, by an index that is an array?

    Args:
        value: What is asked about.
        is_known: Must the index be known to have axes?
    """
    node = value.node
    if node.op.name != "getitem" or _is_of_flat(node.inputs[0]):
        return True
    for part in read_key(node.attrs["key"]):
        if isinstance(part, bool):
            return True
        if isinstance(part, Slot):
            index = node.inputs[1 + part.index]
            spec = index.spec
            if spec.dtype.is_bool or spec.shape not in ((), None):
                return True
            if spec.shape == () and _is_array(index):
                return True  # which is no number: NumPy makes a copy by it
            if spec.shape is None and not is_known:
                return True
    return False


def _is_array(index: SymbolicTensor) -> bool:
    """Is it an array of rank 0 in plain Python, as an argument may be one?"""
    if index.spec.dtype.is_python:
        return False
    links = links_of(index)
    if links.is_array is None:
        links.is_array = False  # while it is asked for
        links.is_array = _DISPATCH["is_array"](index)
    return links.is_array


def places_of_element(value: SymbolicTensor) -> int | None:
    """Return the rank of an array of which `x[key]` is an element, if there is one."""
    if value.node.op.name != "getitem":
        return None
    parts = read_key(value.node.attrs["key"])
    if any(part is None or part is ... or type(part) is slice for part in parts):
        return None
    return len(parts)


_DISPATCH["flat"] = flat

__all__ = [
    "are_apart",
    "flat",
    "is_part",
    "is_read_only",
    "is_view",
    "may_be_view",
    "places_of_element",
    "put_back",
    "reshaped",
]
