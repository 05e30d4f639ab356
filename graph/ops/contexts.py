"""What a program asks about where it is, and what it has run first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from graph.convert import shown
from graph.dispatch import record
from graph.errors import DTypeError
from graph.graph import Node, current_graph
from graph.op import op_named
from graph.ops.arguments import apply_as_given
from graph.ops.attempts import SETTLE
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor
from graph.value_operators import ValueOperators


def is_tensor(x: Any) -> Any:
    """Tell whether something is a tensor or a variable.

    The run tells it of what is a number of Python's on one path, a tensor on another.

    In a graph the numbers and arrays that are arguments of the decorated function are
    tensors.

    Source:  TensorFlow's is_tensor
    """
    if isinstance(x, SymbolicTensor) and x.spec.dtype.is_python:
        return False  # a number of Python's that the run knows
    if isinstance(x, SymbolicTensor) and "known_kind" in _DISPATCH:
        if _DISPATCH["is_mixed"](x):
            return _is_no_number(x)
        if _DISPATCH["known_kind"](x) in (np.ndarray, np.generic):
            return False  # made in the function, by NumPy
    return isinstance(x, (Tensor, ValueOperators))


def _is_no_number(x: SymbolicTensor) -> Any:
    """Tell whether it is a tensor of what is a number of Python's on some paths."""
    told = _DISPATCH["told_apart"]("ag.is_tensor()", x, asks_whole=False)
    _, is_of_numpy, is_number = told
    if is_of_numpy or isinstance(is_number, bool):
        return not (is_of_numpy or is_number)
    negation = op_named("python_not")
    return record(is_number.graph, negation, (is_number,), {}).outputs[0]


def executing_eagerly() -> bool:
    """Tell whether ops are applied at once, and not recorded in a graph.

    Source:  TensorFlow's executing_eagerly
    """
    return current_graph() is None


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
