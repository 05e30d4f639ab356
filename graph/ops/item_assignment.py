"""What `x[key] = value` makes of an array: one that differs in those places."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor, is_python_number
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, Operand, always, define
from graph.ops.arguments import array_of, result_as_given, total_size
from graph.ops.gradients import item_assignment as rules
from graph.ops.held_numbers import HELD_AS_ARRAY, as_held, is_unclear
from graph.ops.indexing import fill_key, infer_getitem, item_code, write_key
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor

#: Numbers of Python's; `np.float64` is a float, too, and none of them.
_PYTHON: Final = (bool, int, float, complex)


def _infer(
    x: TensorSpec,
    value: TensorSpec,
    *indices: TensorSpec,
    key: str,
    held: str = HELD_AS_ARRAY,
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


def _assigned(
    x: Any, value: Any, *indices: Any, key: str, held: str = HELD_AS_ARRAY
) -> Any:
    changed = np.array(array_of(x))
    _assign(changed, value, *indices, key=key, held=held)
    return changed


def _assign(
    changed: Any, value: Any, *indices: Any, key: str, held: str = HELD_AS_ARRAY
) -> None:
    place = fill_key(key, indices)
    given = value if type(value) in _PYTHON else array_of(value)
    if isinstance(given, np.ndarray):
        _check_kinds(changed, given)
        given = given if given.ndim else as_held(given, changed, place, held)
    try:
        changed[place] = given
    except ValueError as error:
        if not np.ndim(given):  # no number: nan written into integers
            raise
        raise InvalidArgumentError(
            f"{error}.", hint="The value must broadcast to the part that is written."
        ) from None


def _assign_inline(
    operands: tuple[Operand, ...], *, key: str, held: str = HELD_AS_ARRAY
) -> str | None:
    """Write one number to one place, where nothing is to be checked ahead of it."""
    x, value, *indices = operands
    listed = item_code(x, indices, key)
    if held or listed is None or not _is_alike(x.spec.dtype, value):
        return None
    # A kernel may have given a NumPy scalar for an array without axes.
    item = f"{value.code}[()]" if value.form == "array" else value.code
    return f"{x.code}[{listed}] = {item}"


def _is_alike(own: DType, value: Operand) -> bool:
    """Tell whether a number becomes what the kernel would make of it."""
    given = value.spec.dtype
    if value.spec.shape != () or own.numpy.kind not in "biufc":
        return False
    kind = dtypes.strengthen(given).numpy.kind
    if value.form == "array":
        return kind == own.numpy.kind == "c"
    if kind == "b":
        return True
    if kind == "f":  # one that is no number is no integer
        return own.is_floating or own.is_complex
    if kind not in "iu":
        return False
    # An integer of 64 bits wraps around in a narrower one, and Python's does not.
    return given.is_python or given is own or own is dtypes.float64


def _check_kinds(array: Any, value: Any) -> None:
    own, given = array.dtype.kind, value.dtype.kind
    if (own == "O") != (given == "O") or (given == "c" and own != "c"):
        raise TypeError("kinds")


def assigned(x: Any, key: Any, value: Any, held: str = HELD_AS_ARRAY) -> Tensor:
    """Return what the array `x` is after `x[key] = value`.

    Args:
        x: The array.
        key: Where it is written to.
        value: What is written.
        held: What a number is in plain Python, where that makes a difference.

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
    attrs = {"key": text} | ({"held": held} if held else {})
    return result_as_given(_SETITEM, (as_tensor(x), given, *operands), attrs)


def _depends_on_class(
    x: Any, value: Any, *indices: Any, key: str, held: str = HELD_AS_ARRAY
) -> bool:
    return is_unclear(held) and value.spec.shape in ((), None)


_SETITEM = define(
    "setitem",
    is_public=False,
    gradient=rules.setitem,
    can_fail=always,
    inputs=("x", "value", "indices"),
    attrs={"key": REQUIRED, "held": HELD_AS_ARRAY},
    attr_kinds={"key": str, "held": str},
    infer=_infer,
    kernel=_assigned,
    overwrite=_assign,
    overwrite_inline=_assign_inline,
    overwrites="getitem",
    is_write=True,
    can_refuse=_depends_on_class,
    doc="An array with other values at a key: what `x[key] = value` makes of it.",
    work=total_size,
    type_name="SetItem",
)

__all__: list[str] = []
