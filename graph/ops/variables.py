"""Ops that read and write variables: their order is kept for each variable.

`read_variable` and `assign_variable` hold the variable's handle as an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from graph import shapes
from graph.handles import Handle, wrong_dtype, wrong_shape
from graph.op import REQUIRED, Effects, Inline, Operand, define
from graph.specs import TensorSpec

#: What an update does with the value of the variable and the operand.
UPDATES: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "add": np.add,
    "subtract": np.subtract,
}


def _read_inline(
    operands: tuple[Operand, ...], out: TensorSpec, *, variable: Handle
) -> Inline:
    name = re.sub(r"\W+|_+", "_", variable.resource, flags=re.ASCII)
    return Inline(f"{name}.value", "array", names={name: variable})


READ = define(
    "read_variable",
    is_public=False,
    inputs=(),
    attrs={"variable": REQUIRED},
    infer=lambda *, variable: variable.spec,
    kernel=lambda *, variable: variable.value,
    inline=_read_inline,
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
    shape = value.shape
    if update is not None:
        shape = shapes.broadcast(value.shape, spec.shape)
    if not shapes.is_compatible(spec.shape, shape):
        raise wrong_shape(variable, value.shape)
    return spec


def _assign(value: Any, *, variable: Handle, update: str | None = None) -> Any:
    if update is None:
        return variable.assign(value)
    return variable.update(UPDATES[update], value)


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
    infer=_infer_assign,
    kernel=_assign,
    doc="Replace the value of a variable; the new value.",
    type_name="AssignVariableOp",
    further_effects=_assign_effects,
)

__all__: list[str] = []
