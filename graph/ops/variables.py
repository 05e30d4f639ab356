"""Ops that read and write variables: their order is kept for each variable.

`read_variable` and `assign_variable` hold the variable's handle as an attribute.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np

from graph import shapes
from graph.dtypes import DType
from graph.errors import DTypeError, ShapeError
from graph.graph import Graph
from graph.handles import Handle, wrong_dtype, wrong_shape
from graph.op import REQUIRED, ZERO, Effects, Inline, Operand, always, define
from graph.ops.indexing import fill_key, infer_getitem
from graph.shapes import Shape
from graph.specs import TensorSpec

#: What an update does with the value of the variable and the operand.
UPDATES: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "add": np.add,
    "subtract": np.subtract,
}


def _read_inline(
    operands: tuple[Operand, ...], out: TensorSpec, *, variable: Handle
) -> Inline:
    name = _global_name(variable)
    return Inline(f"{name}.value", "array", names={name: variable})


# The same on scalars, in a tenth of the time. Integers would warn where they wrap.
_SCALAR_UPDATES: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "add": operator.add,
    "subtract": operator.sub,
}


@cache
def _on_integers(update: str, dtype: DType) -> Callable[[Any, Any], Any]:
    """Return an update of a scalar by a Python integer of a dtype's range."""
    info = np.iinfo(dtype.numpy)
    low, high = int(info.min), int(info.max)
    change, wrap, scalar = _SCALAR_UPDATES[update], UPDATES[update], dtype.numpy.type

    def run(value: Any, operand: int) -> Any:
        number = change(value.item(), operand)
        return scalar(number) if low <= number <= high else wrap(value, scalar(operand))

    return run


def _global_name(variable: Handle) -> str:
    return re.sub(r"\W+|_+", "_", variable.resource, flags=re.ASCII)


READ = define(
    "read_variable",
    is_public=False,
    inputs=(),
    attrs={"variable": REQUIRED},
    attr_kinds={"variable": Handle},
    infer=lambda *, variable: variable.spec,
    kernel=lambda *, variable: variable.value,
    inline=_read_inline,
    gradient=ZERO,
    doc="The value of a variable.",
    type_name="ReadVariableOp",
    further_effects=lambda attrs: Effects(reads=(attrs["variable"].resource,)),
)


def _infer_assign(
    value: TensorSpec, *, variable: Handle, update: str | None = None
) -> TensorSpec:
    spec = variable.spec
    if value.dtype is not spec.dtype:
        raise wrong_dtype(variable, value)
    _check_update(variable, update)
    fits = shapes.is_compatible if update is None else _broadcasts
    if not fits(spec.shape, value.shape):
        raise wrong_shape(variable, value.shape)
    return spec


def _check_update(variable: Handle, update: str | None) -> None:
    """Refuse to subtract what has no differences."""
    dtype = variable.spec.dtype
    if update == "subtract" and (dtype.is_bool or dtype.numpy.kind == "O"):
        raise DTypeError(
            f"the variable {variable.name!r} holds {dtype}, of which nothing can be "
            "subtracted.",
            hint="Assign the new value: variable.assign(value).",
        )


def _broadcasts(wide: Shape, narrow: Shape) -> bool:
    """Tell whether a value broadcasts to a shape."""
    try:
        return shapes.is_compatible(wide, shapes.broadcast(wide, narrow))
    except ShapeError:
        return False


def _assign(value: Any, *, variable: Handle, update: str | None = None) -> Any:
    if update is None:
        return variable.assign(value)
    return variable.update(UPDATES[update], value)


def _assign_inline(
    operands: tuple[Operand, ...],
    out: TensorSpec,
    *,
    variable: Handle,
    update: str | None = None,
) -> Inline | None:
    (value,) = operands
    name, dtype = _global_name(variable), out.dtype
    names: dict[str, Any] = {name: variable}
    if update is None:
        code = value.code
        if value.form == "python":
            names[dtype.name] = dtype.numpy.type
            code = f"{dtype.name}({code})"
        return Inline(f"{name}.assign({code})", "array", names=names)
    if value.form == "python" and not dtype.is_integer:
        return None
    change, function = f"np_{update}", UPDATES[update]
    if value.form == "scalar" and dtype.is_floating and out.shape == ():
        change, function = f"scalar_{update}", _SCALAR_UPDATES[update]
    elif value.form == "python" and out.shape == ():
        change, function = f"{dtype.name}_{update}", _on_integers(update, dtype)
    names[change] = function
    return Inline(f"{name}.update({change}, {value.code})", "array", names=names)


def _assign_effects(attrs: Mapping[str, Any]) -> Effects:
    resource = (attrs["variable"].resource,)
    return Effects(
        reads=() if attrs.get("update") is None else resource, writes=resource
    )


ASSIGN = define(
    "assign_variable",
    is_public=False,
    inputs=("value",),
    attrs={"variable": REQUIRED, "update": None},
    attr_kinds={"variable": Handle, "update": (str, type(None))},
    infer=_infer_assign,
    kernel=_assign,
    inline=_assign_inline,
    gradient=ZERO,
    doc="Replace the value of a variable; the new value.",
    type_name="AssignVariableOp",
    further_effects=_assign_effects,
)


def _infer_assign_item(
    value: TensorSpec,
    *indices: TensorSpec,
    variable: Handle,
    key: str,
    update: str | None = None,
) -> TensorSpec:
    item = infer_getitem(variable.spec, *indices, key=key)
    if value.dtype is not item.dtype:
        raise wrong_dtype(variable, value)
    _check_update(variable, update)
    if not _broadcasts(item.shape, value.shape):
        raise ShapeError(
            f"this part of the variable {variable.name!r} has shape "
            f"{shapes.show(item.shape)} and cannot take a value of shape "
            f"{shapes.show(value.shape)}.",
            hint="The value must broadcast to the part that is assigned.",
        )
    return variable.spec


def _assign_item(
    value: Any,
    *indices: Any,
    variable: Handle,
    key: str,
    update: str | None = None,
) -> Any:
    place = fill_key(key, indices)

    def change(array: Any, operand: Any) -> Any:
        changed = array.copy()
        if update is not None:
            operand = UPDATES[update](array[place], operand)
        changed[place] = operand
        return changed

    return variable.update(change, value)


ASSIGN_ITEM = define(
    "assign_variable_item",
    is_public=False,
    inputs=("value", "indices"),
    attrs={"variable": REQUIRED, "key": REQUIRED, "update": None},
    infer=_infer_assign_item,
    kernel=_assign_item,
    gradient=ZERO,
    doc="Replace a part of the value of a variable; the new value.",
    type_name="ResourceStridedSliceAssign",
    further_effects=lambda attrs: _assign_effects({**attrs, "update": "item"}),
    can_fail=always,
)


def handles_in(graph: Graph) -> list[Handle]:
    """Return the handles that a graph, or a body in it, uses, in order of first use."""
    found: dict[int, Handle] = {}
    for node in graph.nodes:
        handle = node.attrs.get("variable")
        if isinstance(handle, Handle):
            found.setdefault(id(handle), handle)
        for body in node.subgraphs.values():
            found.update((id(each), each) for each in handles_in(body)
                         if id(each) not in found)  # fmt: skip
    return list(found.values())


__all__: list[str] = []
