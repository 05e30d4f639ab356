"""Values of variables: missing, present on some paths only, or not to be had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graph import dtypes, nest
from graph.errors import LeakedTensorError, UnstageableValueError
from graph.graph import Graph, current_graph
from graph.old_staging.content_names import ContentName
from graph.old_staging.places import Sides
from graph.op import op_named
from graph.ops.control_flow import unbound
from graph.origin import capture, capture_exact
from graph.partial import MadeError, Maybe, Optional, Undefined
from graph.segments import Column
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor

# What the builtins that are written in Python call their results.
OF_BUILTIN: Final = "retval_of_"


@dataclass(frozen=True, slots=True, eq=False)
class Unavailable:
    """A value that cannot leave the staged block which made it."""

    name: str
    why: str
    sides: Sides | None = None


def read(value: Any, *, is_free: bool = False, is_global: bool = False) -> Any:
    """Return the value of a variable, checking that it has one.

    Args:
        value: What the variable holds.
        is_free: Is it a variable of an enclosing function? Python says so.
        is_global: Is it a global?

    Raises:
        NameError: It has none. For a `Maybe` the graph raises it, when run.
        UnstageableValueError: The value could not leave a staged block.
    """
    if isinstance(value, Undefined):
        value.is_read = True
        unbound(value.name, is_free, is_global)
    if isinstance(value, Maybe):
        attrs = {"variable": value.name, "is_free": is_free, "is_global": is_global}
        return checked(available(value.value), value.flag, "defined", attrs)
    return available(value)


def available(value: Any) -> Any:
    """Return a value that a staged block has left, if it could.

    Raises:
        UnstageableValueError: It could not leave the block.
    """
    if isinstance(value, Unavailable):
        places = {} if value.sides is None else value.sides.places(value.name)
        raise UnstageableValueError(
            f"{show_name(value.name)} {value.why}.",
            origin=capture_exact(3),
            others=tuple(places.items()),
            hint="Only tensors, numbers and structures of them come out of a staged "
            "block. Compute the value after the block.",
        )
    return value


def checked(value: Any, flag: Any, what: str, attrs: dict[str, Any]) -> Any:
    """Return a value, or structure, that is checked by its flag when the graph runs.

    Args:
        value: The value; what is symbolic in it depends on the check, unless it is
            a list or dict, which stays the object that it is.
        flag: A symbolic Python bool.
        what: The op is `check_<what>`; for a value without symbolic leaves,
            `assert_<what>`.
        attrs: Of the op.
    """
    graph, origin = building(), capture(2)
    inner = graph.capture(flag)
    if _holds_identity(value):
        graph.add(op_named(f"assert_{what}"), [inner], attrs, origin=origin)
        return value
    leaves, structure = nest.flatten_with_structure(value)
    op = op_named(f"check_{what}")
    found = [place for place, leaf in enumerate(leaves) if _is_carried(leaf)]
    for place in found:
        inputs = [graph.capture(leaves[place]), inner]
        leaves[place] = graph.add(op, inputs, attrs, origin=origin).outputs[0]
    if not found:
        graph.add(op_named(f"assert_{what}"), [inner], attrs, origin=origin)
    return nest.pack(structure, leaves)


def _holds_identity(value: Any) -> bool:
    """Is it a list or dict, or made of some? It may have other names."""
    if type(value) in (list, dict):
        return True
    return nest.is_nested(value) and any(map(_holds_identity, value))


def _is_carried(leaf: Any) -> bool:
    return isinstance(leaf, SymbolicTensor)


def demand(value: Any, message: str) -> Any:
    """Return the value of what may be None, which the graph checks when it runs.

    Args:
        value: An `Optional` or an `OptionalTensor`.
        message: Of the TypeError, where it is None.
    """
    found = available(value.value)
    return checked(found, value.flag, "present", {"message": message})


def show_name(name: str) -> str:
    """Return how messages call a variable; converters' own names are explained."""
    if isinstance(name, ContentName):
        return name.shown()
    if name.startswith(OF_BUILTIN):
        builtin, _, part = name.removeprefix(OF_BUILTIN).partition("_")
        return f"the {part or 'result'} of {builtin}()"
    if name.startswith("retval_"):
        return "the return value"
    if name.startswith("the "):
        return name
    return f"the variable `{name}`"


def is_stageable(value: Any) -> bool:
    """Can `value` be carried by a graph?"""
    return (
        isinstance(value, (Tensor, np.generic, Column, MadeError))
        or dtypes.of_python(value) is not None
        or (isinstance(value, np.ndarray) and value.dtype.kind in "biufc")
    )


def is_element(value: Any) -> bool:
    """Can `value` be an item of a list whose length the run decides?

    An array of NumPy's cannot, which could be changed there, nor text of NumPy's, which
    would come out as bytes; its numbers can.
    """
    if isinstance(value, (np.ndarray, np.generic)):
        return isinstance(value, np.generic) and value.dtype.kind in "biufc"
    return is_stageable(value)


def building() -> Graph:
    """Return the graph being built.

    Raises:
        LeakedTensorError: There is none: a value that a trace left is used after it.
    """
    graph = current_graph()
    if graph is None:
        raise LeakedTensorError(
            "a value that was made while a function was traced is used after that.",
            origin=capture_exact(2),
            hint="Return it from the function that is traced; what Python variables "
            "keep of a trace cannot be used later.",
        )
    return graph


_DISPATCH["demand"] = demand

__all__ = [
    "OF_BUILTIN",
    "Maybe",
    "Optional",
    "Unavailable",
    "Undefined",
    "available",
    "building",
    "checked",
    "demand",
    "is_stageable",
    "read",
    "show_name",
]
