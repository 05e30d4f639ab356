"""Tensors and arrays that have a wider dtype in the graph than in plain Python.

    y = np.int64(2)
    if n > 0:
        y = np.int16(32767)     # int64 in the graph
    z = y + 1                   # where `y` is int16, NumPy wraps around

`Links.narrow` keeps which dtypes a value may have instead. What is computed of it is
inferred for each of them, too: where NumPy then gives the same numbers, they are passed
on. Numbers that do not fit are refused by the run, and what is rounded otherwise while
tracing. Integers that are floats in the graph are a matter of `staging.whole`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Final, NoReturn

import numpy as np

from graph.dtypes import DType
from graph.errors import AutographError, UnstagedOperationError
from graph.graph import Graph, Node
from graph.old_staging.lineage import Answer, UnknownLineageError, is_narrow_in_run
from graph.old_staging.whole import (
    NONE,
    Integers,
    dtypes_of,
    is_whole,
    mark_whole,
    pass_on,
)
from graph.op import op_named
from graph.ops.number_checks import NARROW_HINT
from graph.origin import Origin, capture_exact
from graph.specs import TensorSpec, is_list
from graph.symbols import written
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor, Tensor

# What gives some of the elements that it is given, as they are.
_PICKING: Final = frozenset(
    {
        *("broadcast_to", "check_attribute", "check_defined", "check_present"),
        *("concat", "expand_dims", "fill", "getitem", "identity", "list_get"),
        *("maximum", "minimum", "pack", "positive", "reduce_max", "reduce_min"),
        *("reshape", "sort", "squeeze", "stack", "stop_gradient", "tile"),
        *("transpose", "where"),
    }
)
# The same, and what changes nothing but the sign of floats.
_EXACT: Final = _PICKING | {"abs", "negative"}
# What rounds once: where a narrower dtype holds the result, it is the result there.
_ROUNDED: Final = frozenset({"add", "divide", "multiply", "square", "sqrt", "subtract"})
_COMPARISONS: Final = frozenset(
    {"equal", "greater", "greater_equal", "less", "less_equal", "not_equal"}
)
# Of more dtypes than these no result is inferred.
_MOST: Final = 64


def narrow_of(value: Any) -> Integers:
    """Return the dtypes that a value may have in plain Python, beside wider ones."""
    if type(value) is SymbolicTensor and value.links is not None:
        found: Integers = value.links.narrow
        return found
    return NONE


def is_narrow(value: Any) -> bool:
    """May it have another dtype in plain Python, and be of the same kind?"""
    return bool(narrow_of(value))


def refuse_narrow(what: str, dtypes: Sequence[DType], origin: Any = None) -> NoReturn:
    """Refuse what depends on which of some dtypes a value has in plain Python.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        narrow_message(what, dtypes),
        origin=origin or capture_exact(2),
        hint=NARROW_HINT,
    )


def narrow_message(what: str, dtypes: Sequence[DType]) -> str:
    """Return the message of that."""
    names = sorted(each.name for each in dtypes)
    return (
        f"{what} of a value that is {' or '.join(names[:-1])} on one path, and "
        f"{names[-1]} on another: it has the wider dtype in a graph."
    )


def refuse_narrow_value(what: str, value: SymbolicTensor) -> NoReturn:
    """Do the same for a value.

    Raises:
        UnstagedOperationError: Always.
    """
    refuse_narrow(what, [value.spec.dtype, *dtypes_of(value)])


def asked_of_kind(value: Any, kind: type, asked: Callable[[type], Any]) -> Any:
    """Return what is so for a tensor, an array or a number of NumPy's."""
    if kind is not np.generic:
        return asked(EagerTensor if kind is Tensor else kind)
    found = asked(value.spec.dtype.numpy.type)
    if any(asked(each.numpy.type) is not found for each in narrow_of(value)):
        refuse_narrow_value("the class", value)
    return found


def pass_on_all(graph: Graph, node: Node, origin: Origin) -> None:
    """Note what else the results of an op may be that is given such values."""
    if any(map(is_whole, node.inputs)):
        pass_on(graph, node, origin)
    _pass_on(graph, node, origin)


def _pass_on(graph: Graph, node: Node, origin: Origin) -> None:
    """Note which results of an op may be of another dtype, and check those.

    Raises:
        UnstagedOperationError: NumPy makes something else of another dtype.
    """
    if node.op.is_control or not node.outputs or node.op.name == "cast":
        return
    if any(is_list(each.spec) for each in (*node.inputs, *node.outputs)):
        known = NONE.union(*map(dtypes_of, node.inputs))
        for output in node.outputs:
            mark_whole(output, known)
        return
    if all(output.spec.dtype.kind not in "biufc" for output in node.outputs):
        return
    made: list[set[DType]] = [set() for _ in node.outputs]
    for given in _givens(node):
        specs = _inferred(node, given)
        if specs is None or not _are_same(node, given, specs):
            _refuse_in_run(graph, node, given, origin)
            continue
        for known_dtypes, output, spec in zip(made, node.outputs, specs, strict=True):
            if spec.dtype != output.spec.dtype and not spec.dtype.is_python:
                known_dtypes.add(spec.dtype)
        if node.op.name not in _EXACT or specs[0].dtype.kind in "iu":
            _check_held(graph, node, given, specs[0].dtype, origin)
    for output, narrower in zip(node.outputs, made, strict=True):
        mark_whole(output, frozenset(narrower) | dtypes_of(output))


def _givens(node: Node) -> Iterator[tuple[TensorSpec, ...]]:
    """Yield what describes the operands where some have other dtypes."""
    choices = [
        [value.spec, *(TensorSpec(value.spec.shape, each) for each in _sorted(value))]
        for value in node.inputs
    ]
    own = tuple(value.spec for value in node.inputs)
    for at, given in enumerate(product(*choices)):
        if at >= _MOST:
            return
        if given != own:
            yield given


def _sorted(value: SymbolicTensor) -> list[DType]:
    return sorted(dtypes_of(value), key=lambda each: each.name)


def _inferred(node: Node, given: Sequence[TensorSpec]) -> Sequence[TensorSpec] | None:
    with suppress(AutographError, TypeError, ValueError):
        specs = node.op.infer(*given, **node.attrs)
        return (specs,) if isinstance(specs, TensorSpec) else specs
    return None


def _are_same(
    node: Node, given: Sequence[TensorSpec], specs: Sequence[TensorSpec]
) -> bool:
    pairs = zip(node.outputs, specs, strict=True)
    return all(_is_same(node, given, x.spec.dtype, y.dtype) for x, y in pairs)


def _answers(node: Node, given: Sequence[TensorSpec]) -> list[Answer | None]:
    """Return whether operands have other dtypes in a run; None if nobody can tell."""
    found: list[Answer | None] = []
    for value, spec in zip(node.inputs, given, strict=True):
        if spec != value.spec:
            try:
                found.append(is_narrow_in_run(value))
            except UnknownLineageError:
                found.append(None)
    return found


def _refuse_in_run(
    graph: Graph, node: Node, given: Sequence[TensorSpec], origin: Origin
) -> None:
    """Have the run refuse an op on the path where its operands have other dtypes.

    Raises:
        UnstagedOperationError: No run can tell, or it is on that path.
    """
    answers = _answers(node, given)
    if any(each is False for each in answers):
        return
    asked = [each for each in answers if isinstance(each, SymbolicTensor)]
    value = next(x for x in node.inputs if dtypes_of(x))
    dtypes = [value.spec.dtype, *dtypes_of(value)]
    if None in answers or not asked:
        refuse_narrow(written(node.op.name), dtypes, origin)
    message = narrow_message(written(node.op.name), dtypes)
    attrs = {"message": message, "hint": NARROW_HINT}
    graph.add(op_named("refuse_narrow"), asked, attrs, origin=origin)


def _is_same(
    node: Node, given: Sequence[TensorSpec], dtype: DType, other: DType
) -> bool:
    """Are the numbers of another dtype those that the graph has?"""
    if other.kind not in "biufc" or dtype.kind not in "biufc":
        return other == dtype
    name = node.op.name
    if name in _COMPARISONS or name in _EXACT:
        # Beside it a float of Python's is rounded to its dtype.
        narrower = [x.dtype for x, y in zip(given, node.inputs, strict=True)
                    if x != y.spec and x.dtype.kind in "fc"]  # fmt: skip
        numbers = [x for x in node.inputs if x.spec.dtype.is_python]
        if not all(_holds(dtype, x) for dtype in narrower for x in numbers):
            return False
    if other == dtype:
        return True
    if np.promote_types(other.numpy, dtype.numpy) != dtype.numpy:
        return False
    if name in _PICKING or (other.kind in "iu" and dtype.kind == "f"):
        return True  # staging.whole sees to integers that are floats
    if dtype.kind == "c":
        return False  # -0j, where there is no imaginary part
    if other.kind in "fc":
        return name in _EXACT or (other.kind == "f" and name in _ROUNDED)
    return other.kind in "iu"


def _holds(dtype: DType, number: SymbolicTensor) -> bool:
    """Tell whether it holds a number of Python's as it is."""
    if number.node.op.name != "const":
        return False
    value = number.node.attrs["value"]
    with np.errstate(all="ignore"), suppress(TypeError, ValueError, OverflowError):
        held = dtype.numpy.type(value)
        return bool(held == np.asarray(value)) or bool(np.isnan(held))
    return False


def _check_held(
    graph: Graph, node: Node, given: Sequence[TensorSpec], dtype: DType, origin: Origin
) -> None:
    """Have the run refuse numbers that another dtype does not hold."""
    (output,) = node.outputs[:1]
    if dtype.is_python or node.op.name in _PICKING:
        return
    if dtype.kind not in "iu" and node.op.name not in _ROUNDED:
        return
    is_float = output.spec.dtype.kind == "f" and dtype.kind in "iu"
    # Of one dtype of integers staging.whole sees to it.
    is_told = is_float and sum(len(dtypes_of(x)) for x in node.inputs) < 2
    is_grown = dtype != output.spec.dtype and not is_told
    numbers = [x for x in node.inputs if x.spec.dtype.is_python]
    numbers = [x for x in numbers if not _holds(dtype, x)]
    if not is_grown and not numbers:
        return
    answers = _answers(node, given)
    if any(each is False for each in answers):
        return
    asked = [each for each in answers if isinstance(each, SymbolicTensor)]
    values = [*asked, output if is_grown else numbers[0]]
    held: list[DType | None] = []
    for value, spec in zip(node.inputs, given, strict=True):
        if spec.dtype.kind in "biuf":
            values.append(value)
            held.append(None if value.spec.dtype.is_python else spec.dtype)
    attrs = {"dtype": dtype, "held": tuple(held), "n_flags": len(asked)}
    graph.add(op_named("check_narrower"), values, attrs, origin=origin)


_DISPATCH["pass_on_whole"] = pass_on_all

__all__ = [
    "asked_of_kind",
    "is_narrow",
    "narrow_message",
    "narrow_of",
    "pass_on_all",
    "refuse_narrow",
    "refuse_narrow_value",
]
