"""How a row of the table of Python's operations is written.

A row is an op whose `source` says what Python does, as a template: `__0__` is the first
operand, `@name@` a global that the program needs. All rows have two attributes:

    specs     the specs of the results, which whoever makes the node knows
    effect    "" for none, "r" if what objects hold is read, "w" if it may be changed,
              or if the user's code, or an exception, may come of it
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from graph import dtypes
from graph.op import (
    NO_GRADIENT,
    PURE,
    REQUIRED,
    Effects,
    Gradient,
    Leaves,
    Op,
    Source,
    define,
    never,
)
from graph.ops.control_flow import no_kernel
from graph.specs import TensorSpec

if TYPE_CHECKING:
    from graph.graph import Node

# The spec of an object of Python's, of which a graph knows nothing more.
OBJECT: Final = TensorSpec((), dtypes.opaque)

EFFECTS: Final[Mapping[str, Effects]] = {
    "": PURE,
    "r": Effects(reads=("objects",)),
    "w": Effects(writes=("objects",)),
}


class Undefined:
    """What a variable without a value is at run time."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return "<undefined>"


Template = str | Callable[..., Source]
NOT_FOLLOWED: Final = NO_GRADIENT("Python does it when the graph runs")


def row(
    name: str,
    source: Template,
    inputs: tuple[str, ...] = ("operands",),
    *,
    attrs: Mapping[str, Any] | None = None,
    doc: str,
    variadic: bool = True,
    leaves: Leaves | Callable[[Mapping[str, Any]], Leaves] = Leaves.OPEN,
    gradient: Gradient = NOT_FOLLOWED,
    can_refuse: Callable[..., bool] = never,
) -> Op:
    """Define an operation of Python's.

    Args:
        name: `py_` goes before it.
        source: The template; or a function that takes the number of operands and the
            attributes, and returns a `Source`.
        inputs: Names of the operands.
        attrs: Further attributes.
        doc: What it does.
        variadic: Are there as many operands as there may be?
        leaves: What it does with the differentiable values in objects; see `Leaves`.
        gradient: Its rule, on the border.
        can_refuse: See `graph.op.Op`.
    """
    own = attrs or {}

    def written(count: int, **given: Any) -> Source:
        if isinstance(source, str):
            return Source(source)
        return source(count, **{name: given.get(name, x) for name, x in own.items()})

    return define(
        f"py_{name}",
        inputs=inputs,
        variadic=variadic,
        attrs={**own, "specs": REQUIRED, "effect": REQUIRED},
        infer=_infer,
        kernel=no_kernel,
        source=written,
        further_effects=lambda given: EFFECTS[given["effect"]],
        can_fail=never,
        can_refuse=can_refuse,
        is_public=False,
        leaves=leaves if callable(leaves) else lambda _: leaves,
        gradient=gradient,
        doc=doc,
    )


def _infer(*_: TensorSpec, specs: tuple[TensorSpec, ...], **__: Any) -> Any:
    return specs


def moving(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function for `py_apply` that gives an operand, or a part, as it is."""
    function.moves_leaves = "operand"  # type: ignore[attr-defined]
    return function


def moving_items(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function for `py_apply` that moves the items of its operands."""
    function.moves_leaves = "items"  # type: ignore[attr-defined]
    return function


def operands(count: int, start: int = 0, separator: str = ", ") -> str:
    """Return the places of operands, separated."""
    return separator.join(f"__{i}__" for i in range(start, count))


def arguments(count: int, start: int, keywords: tuple[str, ...]) -> str:
    """Return the operands from `start` on as arguments; the last ones by keyword."""
    first = count - len(keywords)
    listed = [f"__{i}__" for i in range(start, first)]
    listed += [f"{name}=__{first + i}__" for i, name in enumerate(keywords)]
    return ", ".join(listed)


_NAME: Final = re.compile(r"[^\W\d]\w*")


def named(name: str) -> str:
    """Return a name that source is written with.

    Raises:
        ValueError: It is none.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not a name")
    return name


def is_python(node: Node) -> bool:
    """Is the node an operation of Python's?"""
    return node.op.source is not None


__all__ = ["OBJECT", "Source", "Undefined", "arguments", "is_python", "named", "row"]
