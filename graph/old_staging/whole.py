"""Integers of NumPy's, or of tensors, that are floats in the graph.

    y = 0.5                 # float64 in the graph
    if n > 0:
        y = n               # an integer tensor, which is a float from here on
    z = y + n               # where `y` is an integer, plain Python has one here

`Links.whole` keeps which integers a value of floats may be. Every op passes it on that
gives integers for integers, as its own `infer` tells. What depends on which of the two
it is asks `staging.lineage`. Floats hold integers up to 2**53: those that become floats
are checked, and so is what grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

import numpy as np

from graph import dtypes
from graph.dispatch import record
from graph.dtypes import DType
from graph.errors import AutographError, UnstagedOperationError
from graph.graph import Graph, Node, current_graph
from graph.old_staging.links import links_of
from graph.old_staging.number_types import INTEGERS, number_types
from graph.op import op_named
from graph.origin import Origin, capture_exact
from graph.segments import Column
from graph.specs import TensorSpec, innermost, is_list, spec_of
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor

#: The dtypes of integers that a value of floats may be in plain Python.
Integers = frozenset[DType]

NONE: Final[Integers] = frozenset()

# What gives no integer that is larger than the ones it is given.
_KEEPING: Final = frozenset(
    {
        *("broadcast_to", "check_attribute", "check_defined", "check_present"),
        *("concat", "expand_dims", "fill", "floor_divide", "getitem", "identity"),
        *("list_get", "maximum", "minimum", "mod", "pack", "positive_zero"),
        *("reduce_max", "reduce_min", "reshape", "round", "sign", "sort"),
        *("squeeze", "stack", "stop_gradient", "tile", "transpose", "where"),
    }
)


def integers_of(value: Any) -> Integers:
    """Return the dtypes of integers that a value of floats may be in plain Python.

    None of a tensor of integers: that is what it is.
    """
    if type(value) is SymbolicTensor:
        return value.links.whole if value.links is not None else NONE
    return NONE


def dtypes_of(value: Any) -> Integers:
    """Return the dtypes that a tensor may have in plain Python, beside its own."""
    if type(value) is SymbolicTensor and value.links is not None:
        found: Integers = value.links.whole | value.links.narrow
        return found
    return NONE


def is_whole(value: Any) -> bool:
    """May it be integers of NumPy's, though it is of floats in the graph?"""
    return bool(integers_of(value))


def joined_integers(leaves: Sequence[Any], spec: Any) -> Integers:
    """Return the integers that one of some values may be, where floats hold it.

    Args:
        leaves: Leaves, and columns and run-time lists of them.
        spec: What holds each of them in the graph.
    """
    own = innermost(spec)
    if own is None or own.dtype.is_python or own.dtype.kind not in "biufc":
        return NONE
    return NONE.union(*map(_own_or_known, leaves)) - {own.dtype}


def widened_integers(
    known: Integers, held: TensorSpec, leaf: Any, spec: TensorSpec
) -> Integers:
    """Return the integers that a variable may be which holds a leaf, too.

    Args:
        known: Those that it may be so far.
        held: What has held it so far.
        leaf: The leaf.
        spec: What holds both.
    """
    own = innermost(spec)
    if own is None or own.dtype.is_python or own.dtype.kind not in "biufc":
        return NONE
    return (known | _of_spec(held) | joined_integers([leaf], spec)) - {own.dtype}


def _of_spec(spec: TensorSpec) -> Integers:
    held = innermost(spec)
    if held is None or held.dtype.kind not in "biufc" or held.dtype.is_python:
        return NONE
    return frozenset({held.dtype})


def _own_or_known(value: Any) -> Integers:
    if isinstance(value, Column):
        return NONE.union(*map(_own_or_known, value.values()))
    if not isinstance(value, (SymbolicTensor, EagerTensor, np.ndarray, np.generic)):
        return NONE
    return _of_spec(spec_of(value)) | dtypes_of(value)


def is_integer_tensor(value: Any) -> bool:
    """Is it a tensor of integers or truths, or an array or number of NumPy's?"""
    if not isinstance(value, (SymbolicTensor, EagerTensor, np.ndarray, np.generic)):
        return False
    dtype = spec_of(value).dtype
    return not dtype.is_python and dtype.kind in "biu"


def mark_whole(value: Any, integers: Integers) -> None:
    """Note that what is of floats in the graph may be integers in plain Python."""
    held = innermost(value.spec) if type(value) is SymbolicTensor else None
    if held is None or held.dtype.is_python or held.dtype.kind not in "biufc":
        return
    integers -= {held.dtype}
    whole = NONE
    if is_of_floats(value.spec):
        whole = frozenset(each for each in integers if each.kind in "biu")
    if whole:
        links_of(value).whole = whole
    if integers - whole:
        links_of(value).narrow = integers - whole


def pass_on(graph: Graph, node: Node, origin: Origin) -> None:
    """Note which results of an op may be integers, and check those that may grow.

    Called for each new node that is given what may be integers.
    """
    if node.op.is_control:
        return  # who joins what its blocks leave knows better
    made = _given_integers(node)
    for output, dtype in zip(node.outputs, made, strict=True):
        if dtype is None:
            continue
        mark_whole(output, frozenset({dtype}))
        is_grown = node.op.name not in _KEEPING and not is_list(output.spec)
        if is_grown and not any(is_list(each.spec) for each in node.inputs):
            values = [output, *(x for x in node.inputs if x.spec.dtype.kind in "iuf")]
            graph.add(op_named("check_grown"), values, {"dtype": dtype}, origin=origin)


def _given_integers(node: Node) -> list[DType | None]:
    """Return for each result of which integers it is where the operands are some."""
    outputs = node.outputs
    if any(is_list(each.spec) for each in (*node.inputs, *outputs)):
        known = NONE.union(*map(_own_or_known, node.inputs))
        dtype = max(known, key=lambda each: each.size)
        return [dtype if is_of_floats(each.spec) else None for each in outputs]
    if not any(is_of_floats(each.spec) for each in outputs):
        return [None] * len(outputs)
    if node.op.name == "cast":  # that is asked for: what the graph adds is marked
        return [None]
    attrs = {
        name: dtypes.int64 if isinstance(value, DType) and value.is_floating else value
        for name, value in node.attrs.items()
    }
    with suppress(AutographError, TypeError, ValueError):
        specs = node.op.infer(*map(_as_integers, node.inputs), **attrs)
        specs = (specs,) if isinstance(specs, TensorSpec) else specs
        return [
            spec.dtype
            if spec.dtype.is_integer and not spec.dtype.is_python and is_of_floats(out)
            else None
            for spec, out in zip(specs, [x.spec for x in outputs], strict=True)
        ]
    return [dtypes.int64 if is_of_floats(each.spec) else None for each in outputs]


def is_of_floats(spec: TensorSpec | None) -> bool:
    """Is it of floats, or complex numbers, that are none of Python's?"""
    held = innermost(spec)
    return held is not None and held.dtype.kind in "fc" and not held.dtype.is_python


def _as_integers(value: SymbolicTensor) -> TensorSpec:
    """Return what describes an operand where it is integers, if it ever is."""
    known = integers_of(value)
    if known:
        dtype = max(known, key=lambda each: each.size)
        return TensorSpec(value.spec.shape, dtype)
    source = integers_behind(value)
    if source is not None:
        return source.spec
    is_rounded = value.spec.dtype.is_floating and number_types(value) & INTEGERS
    if is_rounded:
        return TensorSpec(value.spec.shape, dtypes.python_int)
    return value.spec


def ignored_by_numbers(left: Any, right: Any) -> tuple[str, ...]:
    """Return what NumPy has to ignore in `left // right`, as Python does.

    A float of Python's that is an integer tensor on another path is infinite on the
    first alone, where nothing warns of it.
    """
    is_one = number_types(left) == {float} and bool(integers_of(left))
    return ("invalid",) if is_one and type(right) is int and right else ()


def as_floats(value: SymbolicTensor) -> SymbolicTensor:
    """Return what somebody has made floats of: a new value if it may be integers."""
    graph = current_graph()
    if graph is None or not dtypes_of(value):
        return value
    node = record(graph, op_named("identity"), (value,), {})
    node.outputs[0].givers = node.inputs
    links_of(node.outputs[0]).whole = links_of(node.outputs[0]).narrow = NONE
    return node.outputs[0]


def as_converted(value: SymbolicTensor) -> SymbolicTensor:
    """Return what somebody has made floats of, or a function of its own accord.

    Which of the two, nobody can tell: it is not known whether these are integers.
    """
    graph = current_graph()
    if graph is None or not is_whole(value):
        return value
    attrs = {"dtype": value.spec.dtype}
    node = record(graph, op_named("cast"), (value,), attrs)
    node.outputs[0].givers = value.givers
    mark_whole(node.outputs[0], integers_of(value))
    return node.outputs[0]


def integers_behind(value: SymbolicTensor) -> SymbolicTensor | None:
    """Return the integers that an op of the graph's own has made floats of, if any."""
    node = value.node
    is_own = node.op.name == "cast" and value.givers is None
    if is_own and is_integer_tensor(node.inputs[0]):
        return node.inputs[0]
    return None


def refuse_integer(what: str) -> NoReturn:
    """Refuse what needs to know whether a float of the graph is an integer.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        f"{what} of a value that is an integer on one path, and a float on another: "
        "both are floats in a graph.",
        origin=capture_exact(2),
        hint="Make it a float on each path: 0.0 for 0, float(n) for n; or an integer.",
    )


def refuse_real(what: str) -> NoReturn:
    """Refuse what needs to know whether a complex number of the graph is a real one.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        f"{what} of a value that is a real number on one path, and a complex one on "
        "another: both are complex in a graph.",
        origin=capture_exact(2),
        hint="Make it complex on each path: complex(x) for x; or use its real part.",
    )


_DISPATCH["as_floats"] = as_floats
_DISPATCH["ignored_by_numbers"] = ignored_by_numbers
_DISPATCH["as_converted"] = as_converted

__all__ = [
    "NONE",
    "Integers",
    "as_floats",
    "dtypes_of",
    "integers_behind",
    "integers_of",
    "is_integer_tensor",
    "is_of_floats",
    "is_whole",
    "joined_integers",
    "mark_whole",
    "pass_on",
    "refuse_integer",
    "refuse_real",
    "widened_integers",
]
