"""Apply ops: at once on arrays, or recorded as nodes of the graph being built.

Two ways lead here. `operate` serves Python's operators, which keep Python numbers
as they are (weak beside tensors, Python's own arithmetic among themselves).
`graph.public_functions` makes the functions that users call by name, which always give
tensors.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph import dtypes, numerics
from graph.building import _STATE, check_building
from graph.composite.type_spec import CompositeTensor
from graph.convert import as_operand, constant_array, is_all_python, is_sequence
from graph.errors import AutographError, DTypeError
from graph.foreign_operands import beside_sequence, leave, told
from graph.graph import Graph, Node, current_graph
from graph.leaks import leaked
from graph.meant import meant
from graph.op import OPS, Op, op_named
from graph.origin import capture, capture_exact
from graph.recording import ACTIVE, record_eagerly
from graph.refusals import at_user, told_by_inference
from graph.scalar_operators import on_scalars
from graph.tensor import ACTS, EagerTensor, SymbolicTensor, Tensor
from graph.tracebacks import of_eager_op
from graph.value_operators import ValueOperators

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.dtypes import DType


# What nearly all operands are.
_ARRAY: Final = np.ndarray


def operate(name: str, operands: tuple[Any, ...]) -> Any:
    """Apply an elementwise op for one of Python's operators."""
    graph = _STATE.graph
    if graph is None:
        return run_eagerly(OPS[on_scalars(name, operands)], operands, {})
    try:
        return _staged(graph, name, operands)
    except DTypeError as error:
        found = told(error, name, operands)
    raise found


def _staged(graph: Graph, name: str, operands: tuple[Any, ...]) -> Any:
    given: Sequence[Any] = operands
    if any(isinstance(x, _SEQUENCES) for x in operands):
        if all(is_python_number(x) for x in operands if isinstance(x, Tensor)):
            return beside_sequence(name, operands)
        given = [as_tensor(x) if type(x) is str else x for x in operands]
    used = OPS[on_scalars(name, operands)]
    return _unwrap(record(graph, used, given, {}))


# They stand for arrays beside a tensor, for themselves beside a number of Python's.
_SEQUENCES: Final = (list, tuple, str, bytes)


def is_text(value: Any) -> bool:
    """Is it text of Python's, at hand or symbolic?"""
    if type(value) is SymbolicTensor:
        return value.spec.dtype is dtypes.python_str
    return type(value) is str


def run_eagerly(op: Op, operands: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
    """Run the op's kernel now, and return eager tensors."""
    arrays = [
        x._value if type(x) is EagerTensor else as_operand(x, operands)
        for x in operands
    ]
    has_text = False
    for i, x in enumerate(arrays):
        if type(x) is not _ARRAY:
            if isinstance(x, EagerTensor):  # of text, a list of tensors, a variable
                arrays[i] = x._value
                operands = [*operands[:i], x, *operands[i + 1 :]]
                has_text = has_text or x._value.dtype.hasobject
            elif isinstance(x, SymbolicTensor):
                raise leaked(x)
        elif x.dtype.hasobject:
            has_text = True
    if has_text:
        # Arrays of objects do what their elements do, such as b"a" * 2.
        _check(op, arrays, attrs)
    try:
        result = op.kernel(*arrays, **attrs)
    except Exception as error:  # noqa: BLE001 - it is raised again
        raise of_eager_op(_told_of(error, op, arrays, attrs))  # noqa: B904
    if numerics._ON[0]:
        numerics.check_made(op, result, attrs)
    if result is None:
        return None
    several = type(result) is tuple
    outputs: Any = tuple(map(EagerTensor, result)) if several else EagerTensor(result)
    if ACTIVE:
        record_eagerly(op, operands, arrays, attrs, outputs)
    return outputs


def _told_of(
    error: Exception, op: Op, arrays: Sequence[Any], attrs: Mapping[str, Any]
) -> Exception:
    """Return the error that a graph would raise in place of a kernel's, if any."""
    told = told_by_inference(op, arrays, attrs)
    if told is not None:
        told.__suppress_context__ = True
        return told
    if isinstance(error, AutographError) and error.origin is None:
        error.origin = capture_exact(3)
    return error


def _check(op: Op, arrays: Sequence[Any], attrs: Mapping[str, Any]) -> None:
    """Raise the error that a graph would: before the kernel runs, or in its stead."""
    error = told_by_inference(op, arrays, attrs)
    if error is not None:
        raise error from None


def record(
    graph: Graph,
    op: Op,
    operands: Sequence[Any],
    attrs: Mapping[str, Any],
    name: str | None = None,
) -> Node:
    """Append a node for `op` to `graph`, taking captures and constants as needed."""
    origin = capture(2)
    called = graph.unique_name(name or op.node_name)
    inputs = [
        graph.capture(
            _as_it_is_now(as_operand(x, operands)),
            origin,
            f"{called}/{op.operand_name(place)}",
        )
        if type(x) is not SymbolicTensor or x.node.graph is not graph
        else x
        for place, x in enumerate(operands)
    ]
    try:
        return graph.add(op, inputs, attrs, origin=origin, reserved=called)
    except AutographError as error:
        raise at_user(op, error, [x.spec for x in inputs]) from None


def _as_it_is_now(value: Any) -> Any:
    """Copy an array that its owner may write to later: a constant never changes."""
    if type(value) is np.ndarray and (value.flags.writeable or value.base is not None):
        return constant_array(value)
    return value


def _unwrap(node: Node) -> Any:
    outputs = node.outputs
    if len(outputs) == 1:
        return outputs[0]
    return outputs or node


@meant
def apply(
    op: Op,
    operands: Sequence[Any],
    attrs: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Any:
    """Apply `op` to operands, which become tensors first.

    Returns:
        A tensor, a tuple of tensors, or None for an op without outputs (its node
        while a graph is being built).
    """
    graph = current_graph()
    try:
        operands = as_tensors(op, operands)
        if graph is None:
            return run_eagerly(op, operands, attrs or {})
    except Exception as error:  # noqa: BLE001 - it is raised again
        raise of_eager_op(error)  # noqa: B904
    return _unwrap(record(graph, op, operands, attrs or {}, name))


def as_tensors(op: Op, operands: Sequence[Any]) -> Sequence[Any]:
    """Make tensors of Python numbers, save those that are weak beside a tensor."""
    if op.is_elementwise:
        common = _common_dtype(op, operands)
        if common is not None:
            return [as_tensor(x, common) for x in operands]
        if not all(map(is_python_number, operands)):
            return operands
    return [
        as_tensor(x) if is_python_number(x) or is_sequence(x) else x for x in operands
    ]


# The characters of numeric dtypes in the loops of ufuncs.
_NUMERIC: Final = frozenset("?bBhHiIlLqQefdgFDG")


def _common_dtype(op: Op, operands: Sequence[Any]) -> DType | None:
    """Return the dtype of lists and numbers of Python's among themselves.

    None when a tensor or an array is there, which decides, or when the op takes
    operands of different kinds.
    """
    if any(isinstance(x, (Tensor, np.ndarray, np.generic)) for x in operands):
        return None
    if _takes_different_kinds(op) or not all(
        dtypes.of_python(x) is not None or (is_sequence(x) and is_all_python(x))
        for x in operands
    ):
        return None
    made = [constant_array(x).dtype for x in operands]
    if any(dtype.kind == "O" for dtype in made):
        return None
    highest = max(made, key=lambda dtype: ("biufc".index(dtype.kind), dtype.itemsize))
    return dtypes.from_numpy(highest)


@cache
def _takes_different_kinds(op: Op) -> bool:
    """Has the op's ufunc loops for numbers of different kinds, as that of ldexp?"""
    loops = [set(row.partition("->")[0]) for row in op.ufunc_types]
    return any(len(loop) > 1 and loop <= _NUMERIC for loop in loops)


def is_python_number(value: Any) -> bool:
    """Is it a number (or text) of Python's own, at hand or symbolic?"""
    if isinstance(value, SymbolicTensor):
        return value.spec.dtype.is_python
    return dtypes.of_python(value) is not None


def as_tensor(value: Any, dtype: Any = None) -> Tensor:
    """Return `value` as a tensor; Python numbers get their conventional dtype.

    Raises:
        DTypeError: No tensor can be made of it.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if isinstance(value, Tensor):
        tensor: Tensor = value
        if isinstance(value, SymbolicTensor):
            check_building(value)
        if is_python_number(value):
            tensor = _python_to_tensor(value, wanted)
        elif wanted is not None and value.dtype is not wanted:
            tensor = apply(OPS["cast"], (value,), {"dtype": wanted})
        return tensor
    if is_sequence(value) and has_tensor(value):
        from graph.ops.arguments import alike  # ops are made with this module

        weak = wanted is None
        parts = alike(value) if weak else [as_tensor(part, dtype) for part in value]
        return apply(OPS["stack"], parts, {"axis": 0})  # type: ignore[no-any-return]
    variable = getattr(value, "read_value", None)
    if variable is not None:
        return as_tensor(variable(), dtype)
    if isinstance(value, CompositeTensor):
        return value.to_dense(wanted)
    array = constant_array(value, wanted)
    graph = current_graph()
    if graph is None:
        return EagerTensor(array)
    return graph.constant(array, capture(2))


def _python_to_tensor(value: Any, wanted: dtypes.DType | None) -> Any:
    """Make a tensor of a symbolic Python number."""
    graph = current_graph()
    if graph is None:
        raise leaked(value)
    if wanted is not None:  # at once: int32 and float32 would not hold every number
        return record(graph, op_named("cast"), (value,), {"dtype": wanted}).outputs[0]
    return record(graph, op_named("python_to_tensor"), (value,), {}).outputs[0]


def has_tensor(value: Any) -> bool:
    """Is it a tensor or a variable, or a nested sequence with one in it?"""
    if isinstance(value, (Tensor, ValueOperators, CompositeTensor)):
        return True
    return is_sequence(value) and any(has_tensor(part) for part in value)


ACTS.operate, ACTS.leave = operate, leave

__all__ = [
    "apply",
    "as_tensor",
    "has_tensor",
    "is_python_number",
    "is_text",
    "operate",
    "record",
    "run_eagerly",
]
