"""What `x[key] = value` makes of an array: one that differs in those places."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor, is_python_number
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, always, define
from graph.ops.arguments import array_of, result_as_given, total_size
from graph.ops.gradients import item_assignment as rules
from graph.ops.indexing import fill_key, infer_getitem, write_key
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer(
    x: TensorSpec, value: TensorSpec, *indices: TensorSpec, key: str
) -> TensorSpec:
    _check_dtype(dtypes.strengthen(x.dtype), value.dtype)
    item = infer_getitem(x, *indices, key=key)
    if not _fits(item.shape, value.shape):
        raise ShapeError(
            f"this part has the shape {shapes.show(item.shape)}, and cannot take a "
            f"value of shape {shapes.show(value.shape)}.",
            hint="The value must broadcast to the part that is written.",
        )
    return TensorSpec(x.shape, dtypes.strengthen(x.dtype))


def _check_dtype(own: DType, given: DType) -> None:
    given = dtypes.strengthen(given)
    is_text = own is dtypes.string, given is dtypes.string
    if any(is_text) and not all(is_text):
        raise DTypeError(
            f"{given} is written into an array of {own}.",
            hint="Convert it first: ag.strings has to_number and as_string.",
        )
    if given.is_complex and not own.is_complex:
        raise DTypeError(
            f"{given} is written into an array of {own}, which has no imaginary parts.",
            hint="Take the real part first, or cast the array.",
        )


def _fits(part: Shape, value: Shape) -> bool:
    """Tell whether a value may broadcast to a part; leading ones do not count."""
    if part is None or value is None:
        return True
    while len(value) > len(part) and value[0] in (1, None):
        value = value[1:]
    if len(value) > len(part):
        return False
    pairs = zip(reversed(part), reversed(value), strict=False)
    return all(n in (1, None) or m is None or m == n for m, n in pairs)


def _assigned(x: Any, value: Any, *indices: Any, key: str) -> Any:
    changed = np.array(array_of(x))
    place = fill_key(key, indices)
    given = value if isinstance(value, (int, float, complex)) else array_of(value)
    if isinstance(given, np.ndarray):
        _check_kinds(changed, given)
        # Arrays of text would be taken apart as sequences without this.
        given = given[()] if not given.ndim else given
    try:
        changed[place] = given
    except ValueError as error:
        raise InvalidArgumentError(
            f"{error}.", hint="The value must broadcast to the part that is written."
        ) from None
    return changed


def _check_kinds(array: Any, value: Any) -> None:
    own, given = array.dtype.kind, value.dtype.kind
    if (own == "O") != (given == "O") or (given == "c" and own != "c"):
        raise TypeError("kinds")


def assigned(x: Any, key: Any, value: Any) -> Tensor:
    """Return what the array `x` is after `x[key] = value`.

    Shape:   as x
    Dtype:   as x; the value is cast as NumPy casts what is written
    Raises:  IndexError if an index is out of bounds when this runs; ShapeError, or
        InvalidArgumentError when this runs, if the value does not fit
    Source:  NumPy, "Assigning values to indexed arrays"
    """
    text, operands = write_key(key)
    given = value if is_python_number(value) else as_tensor(value)
    if isinstance(given, str):
        given = as_tensor(given)
    attrs = {"key": text}
    return result_as_given(_SETITEM, (as_tensor(x), given, *operands), attrs)


_SETITEM = define(
    "setitem",
    is_public=False,
    gradient=rules.setitem,
    can_fail=always,
    inputs=("x", "value", "indices"),
    attrs={"key": REQUIRED},
    infer=_infer,
    kernel=_assigned,
    doc="An array with other values at a key: what `x[key] = value` makes of it.",
    work=total_size,
    type_name="SetItem",
)

__all__: list[str] = []
