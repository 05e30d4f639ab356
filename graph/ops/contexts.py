"""What a program asks about where it is, and what it has run first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from graph.convert import shown
from graph.errors import DTypeError
from graph.graph import Node, current_graph
from graph.op import RAISES, ZERO, define
from graph.ops.arguments import apply_as_given
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor, Tensor
from graph.value_operators import ValueOperators


def is_tensor(x: Any) -> Any:
    """Tell whether something is a tensor or a variable.

    In a graph the numbers and arrays that are arguments of the decorated function are
    tensors.

    Source:  TensorFlow's is_tensor
    """
    if isinstance(x, SymbolicTensor) and x.spec.dtype.is_python:
        return False  # a number of Python's that the run knows
    return isinstance(x, (Tensor, ValueOperators))


def executing_eagerly() -> bool:
    """Tell whether ops are applied at once, and not recorded in a graph.

    Source:  TensorFlow's executing_eagerly
    """
    return current_graph() is None


SETTLE = define(
    "settle",
    is_public=False,
    inputs=("value",),
    infer=lambda value: (),
    kernel=lambda value: None,
    effects=RAISES,
    gradient=ZERO,
    doc="Have a value computed here, where the exception it may raise belongs.",
)


@contextmanager
def control_dependencies(control_inputs: Any) -> Iterator[None]:
    """Have values computed before what stands in the `with` statement.

    In a graph a value that nothing uses is not computed, nor what may raise in it: here
    it is. What has effects runs in the order of the program anyhow.

    Args:
        control_inputs: A list of tensors, variables and nodes; and, outside of graphs,
            of functions to call. None for nothing.

    Raises:
        DTypeError: Something else is in the list.
    Source:  TensorFlow's control_dependencies
    """
    graph = current_graph()
    for value in _listed(control_inputs):
        if callable(value) and graph is None:
            value()
        elif isinstance(value, SymbolicTensor):
            apply_as_given(SETTLE, (value,), {})
        elif value is not None and not isinstance(value, (*_KNOWN, Node)):
            raise DTypeError(
                f"control_dependencies: {shown(value)} is no tensor.",
                origin=capture_exact(3),
                hint="Give a list of tensors: [x].",
            )
    yield


_KNOWN = (Tensor, ValueOperators)


def _listed(value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    return value if isinstance(value, (list, tuple)) else (value,)


__all__ = ["control_dependencies", "executing_eagerly", "is_tensor"]
NAMESPACES = {"ag": __all__}
