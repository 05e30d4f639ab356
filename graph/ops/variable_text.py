"""The text of a variable, made when the graph runs: with the value then."""

from __future__ import annotations

from typing import Any

from graph import dtypes
from graph.dispatch import apply
from graph.handles import Handle
from graph.op import REQUIRED, ZERO, define
from graph.specs import TensorSpec
from graph.tensor import EagerTensor
from graph.value_operators import ValueOperators


class Shown(EagerTensor):
    """A value that is shown as its variable: `<ag.Variable 'x:0' ... numpy=0>`."""

    __slots__ = ("_handle",)

    def __init__(self, value: Any, handle: Handle) -> None:
        """Show `value`, which the variable of a handle holds."""
        super().__init__(value)
        self._handle = handle

    def __str__(self) -> str:
        return repr(self)

    def __repr__(self) -> str:
        _, _, value = super().__repr__().partition(", numpy=")
        return f"{self._handle.shown}, numpy={value}"


_SHOW = define(
    "show_variable",
    is_public=False,
    inputs=("value",),
    attrs={"variable": REQUIRED},
    infer=lambda value, *, variable: TensorSpec((), dtypes.opaque),
    kernel=lambda value, *, variable: Shown(value, variable),
    gradient=ZERO,
    doc="What Python shows of a variable that holds this value.",
)


def shown(value: Any) -> Any:
    """Return a value with what shows the variables in it, in place of those."""
    if isinstance(value, ValueOperators):
        if not hasattr(type(value), "handle"):
            format(value)  # one of several variables, which is refused there
        handle: Handle = value.handle  # type: ignore[attr-defined]
        return apply(_SHOW, (value.value(),), {"variable": handle})
    if type(value) in (list, tuple) and holds_variable(value):
        return type(value)(map(shown, value))
    if type(value) is dict and holds_variable(value):
        return {shown(key): shown(part) for key, part in value.items()}
    return value


def holds_variable(value: Any) -> bool:
    """Is it a variable, or a list, tuple or dict with one in it?"""
    if type(value) in (list, tuple):
        return any(map(holds_variable, value))
    if type(value) is dict:
        return any(map(holds_variable, value.values()))
    return isinstance(value, ValueOperators)


__all__: list[str] = []
