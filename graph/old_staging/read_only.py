"""Which arrays NumPy does not let be written to: `np.broadcast_to(x, shape)` and views.

Whether `reshape` gives a view of such an array or a copy depends on how its memory is
laid out. An array of NumPy's with the same shape and strides tells.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph.errors import UnknownIdentityError
from graph.old_staging.memory import object_of, sources_of
from graph.old_staging.views import is_read_only, is_view, reshaped
from graph.ops.indexing import Slot, read_key
from graph.origin import capture_exact
from graph.shapes import size_of
from graph.tensor import _DISPATCH, SymbolicTensor

# A stand-in for an array of more elements is not made.
_MOST: Final = 1 << 24


def is_fixed(value: SymbolicTensor) -> bool:
    """Tell whether it is an array that is read-only in NumPy, or a view of one.

    Raises:
        UnknownIdentityError: It may be a copy of one.
    """
    held = object_of(value)
    if _is_made_fixed(held):
        return _DISPATCH["known_kind"](held) is np.ndarray
    if held.node.op.name == "reshape" and held.givers:
        return is_fixed(held.node.inputs[0]) and not _is_copied(held)
    source = sources_of(held)[0] if is_view(held) else reshaped(held)
    return source is not None and is_fixed(source)


def _is_made_fixed(held: SymbolicTensor) -> bool:
    return is_read_only(held) or (held.links is not None and held.links.is_fixed)


def _is_copied(held: SymbolicTensor) -> bool:
    like = _like(held)
    if like is None:
        raise UnknownIdentityError(
            "an array is written to that may be a view of a read-only one, or a copy: "
            "that depends on its shape, which is known only when the graph runs.",
            origin=capture_exact(3),
            hint="Copy it first: y.copy() can be written to.",
        )
    return bool(like.flags.writeable)


def _like(value: SymbolicTensor) -> Any:
    """Return an array that is laid out in memory as a value is in NumPy.

    Its elements are of one byte, and of no meaning. None if that is not known.
    """
    held = object_of(value)
    node, shape = held.node, held.spec.shape
    if shape is None or None in shape:
        return None
    if _is_made_fixed(held):
        return _begun(held)
    source = _like(node.inputs[0]) if node.inputs else None
    if source is None:
        return None
    if node.op.name == "transpose":
        return source.transpose(node.attrs["perm"])
    if node.op.name == "getitem" and is_view(held):
        key = tuple(0 if type(x) is Slot else x for x in read_key(node.attrs["key"]))
        return source[key] if source.size else None
    if node.op.name == "reverse":
        steps = [slice(None)] * source.ndim
        for axis in np.atleast_1d(node.attrs["axis"]):
            steps[axis] = slice(None, None, -1)
        return source[tuple(steps)]
    is_shaped = node.op.name in ("expand_dims", "reshape", "squeeze")
    return source.reshape(shape) if is_shaped else None


def _begun(held: SymbolicTensor) -> Any:
    """Return an array like one that is read-only from the beginning."""
    node = held.node
    shape: Any = held.spec.shape
    given: Any = node.inputs[0].spec.shape if node.inputs else None
    is_derived = node.op.name in ("broadcast_to", "diag_part")
    if is_derived and (given is None or None in given):
        return None
    base = given if is_derived else shape
    if (size_of(base) or 0) > _MOST:
        return None
    made = np.empty(base, np.int8)
    if node.op.name == "broadcast_to":
        return np.broadcast_to(made, shape)
    if node.op.name == "diag_part":
        made = np.diagonal(made, axis1=-2, axis2=-1)[..., : shape[-1]]  # of any band
        return made if made.shape == shape else None
    made.flags.writeable = False
    return made


__all__ = ["is_fixed"]
