"""Fold constants.

    %0 = const(int32[2], [1, 2])             %0 = const(int32[2], [2, 3])
    %1 = add(%0, 1)                          return %0
    return %1                          ->

Keeps  the signature, dtypes, every bit, every effect, warning and exception.
Skips  ops with effects and control flow; results above MAX_BYTES or of unknown size;
       Python integers that could become huge; whatever raises or warns, which is left
       to happen, or not, when the graph runs.
Runs   before common, as equal constants make equal expressions.
"""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph import dtypes
from graph.float_errors import own_warnings
from graph.passes.rewrite import Skip, rewrite
from graph.shapes import covers, size_of
from graph.structure import constant_of, is_constant
from graph.tensor import EagerTensor

if TYPE_CHECKING:
    from graph.graph import Graph, Node
    from graph.passes.rewrite import Answer, Builder
    from graph.specs import TensorSpec

MAX_BYTES: Final = 1 << 18
# Powers and shifts of Python integers above this could take for ever.
MAX_PYTHON_INT: Final = 1 << 12


def fold(graph: Graph) -> Graph:
    """Compute what depends on constants only."""
    return rewrite(graph, _fold)


def _fold(node: Node, to: Builder) -> Answer:
    if is_constant(node):
        return Skip("is a constant")
    if node.effects or node.op.is_control:
        return Skip("has effects, or is control flow")
    if not all(is_constant(value.node) for value in node.inputs):
        return Skip("an input is not constant")
    sizes = [size_bytes(value.spec) for value in node.outputs]
    if any(size is None or size > MAX_BYTES for size in sizes):
        return Skip("the result is large, or of unknown size")
    given = [constant_of(value) for value in node.inputs]
    if any(type(x) is int and abs(x) > MAX_PYTHON_INT for x in given):
        return Skip("the result of large Python integers may be huge")
    results = _computed(node, given)
    if results is None:
        return Skip("the kernel raises, warns, or needs the run")
    return [to.constant(result) for result in results]


def size_bytes(spec: TensorSpec) -> int | None:
    """Return the size of values with this spec, None when unknown."""
    size = size_of(spec.shape)
    return None if size is None else size * spec.dtype.size


def _computed(node: Node, given: list[Any]) -> list[Any] | None:
    """Return the values of the outputs, or None when there is more to it than them."""
    with own_warnings() as caught:
        try:
            # In a context of its own: Ctrl-C cannot leave NumPy's errors raising.
            result = copy_context().run(_run_strictly, node, given)
        except Exception:  # noqa: BLE001 - whatever it is, it is left to the run
            return None
    results = result if isinstance(result, tuple) else (result,)
    if caught or len(results) != len(node.outputs):
        return None
    held = [
        _held(result, value.spec)
        for result, value in zip(results, node.outputs, strict=True)
    ]
    return None if any(result is None for result in held) else held


def _run_strictly(node: Node, given: list[Any]) -> Any:
    np.seterr(all="raise")
    return run_kernel(node, given)


def run_kernel(node: Node, given: list[Any]) -> Any:
    """Compute a node's outputs from arrays and Python numbers, as an executor does."""
    op = node.op
    is_python = all(dtypes.of_python(x) is not None for x in given)
    if op.python is not None and given and is_python:
        return op.python(*given, **node.attrs)
    return op.kernel(*given, **node.attrs)


def _held(result: Any, spec: TensorSpec) -> Any:
    """Return a result as a constant holds it, or None when it is not as inferred."""
    if spec.dtype.is_python:
        return result if dtypes.of_python(result) is spec.dtype else None
    array = EagerTensor(result)._value
    if array.dtype != spec.dtype.numpy or not covers(spec.shape, array.shape):
        return None
    # The kernel's memory layout is kept: later sums depend on it to the last bit. It
    # is a view, as the result may be an input's own array, which stays writable.
    array = array.view()
    array.flags.writeable = False
    return array
