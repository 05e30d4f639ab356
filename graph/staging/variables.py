"""Values of variables: missing, present on some paths only, or not to be had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from graph import dtypes
from graph.errors import StagingError
from graph.graph import Graph, current_graph
from graph.op import op_named
from graph.ops.control_flow import unbound
from graph.origin import capture
from graph.tensor import SymbolicTensor, Tensor


class Undefined:
    """The value of a name that nothing is assigned to."""

    __slots__ = ("is_read", "name")

    def __init__(self, name: str) -> None:
        """Stand for the missing value of `name`."""
        self.name = name
        self.is_read = False

    def __repr__(self) -> str:
        return f"<undefined {self.name}>"


@dataclass(frozen=True, slots=True, eq=False)
class Maybe:
    """The value of a name that is assigned on some paths only.

    Attributes:
        value: The value; meaningless where `is_defined` is false.
        is_defined: A symbolic Python bool.
        name: The name, for the error when it is read while undefined.
    """

    value: SymbolicTensor
    is_defined: SymbolicTensor
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Unavailable:
    """A value that cannot leave the staged block which made it."""

    name: str
    why: str


def read(value: Any, *, is_free: bool = False) -> Any:
    """Return the value of a variable, checking that it has one.

    Args:
        value: What the variable holds.
        is_free: Is it a variable of an enclosing function? Python says so.

    Raises:
        UnboundLocalError: It has none. For a `Maybe` the graph raises it, when run.
        StagingError: The value could not leave a staged block.
    """
    if isinstance(value, Undefined):
        value.is_read = True
        unbound(value.name, is_free)
    if isinstance(value, Maybe):
        graph = building()
        inputs = [graph.capture(part) for part in (value.value, value.is_defined)]
        attrs = {"variable": value.name, "is_free": is_free}
        op = op_named("check_defined")
        return graph.add(op, inputs, attrs, origin=capture()).outputs[0]
    if isinstance(value, Unavailable):
        raise StagingError(
            f"{show_name(value.name)} {value.why}.",
            hint="Only tensors, numbers and structures of them come out of a staged "
            "block. Compute the value after the block.",
        )
    return value


def show_name(name: str) -> str:
    """Return how messages call a variable; converters' own names are explained."""
    if name.startswith("retval_"):
        return "the return value"
    if name.startswith("the "):
        return name
    return f"the variable `{name}`"


def is_stageable(value: Any) -> bool:
    """Can `value` be carried by a graph?"""
    return (
        isinstance(value, (Tensor, np.generic))
        or dtypes.of_python(value) is not None
        or (isinstance(value, np.ndarray) and value.dtype.kind in "biufc")
    )


def building() -> Graph:
    """Return the graph being built; there must be one."""
    graph = current_graph()
    if graph is None:
        raise StagingError("no graph is being built")
    return graph
