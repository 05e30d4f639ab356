"""Join what different paths leave in a variable, leaf by leaf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import dtypes, nest, specs
from graph.dispatch import is_python_number
from graph.errors import BranchMismatchError
from graph.graph import Graph
from graph.nest import Structure
from graph.op import op_named
from graph.origin import Origin, capture
from graph.specs import TensorSpec
from graph.staging.variables import (
    Maybe,
    Unavailable,
    Undefined,
    is_stageable,
    show_name,
)
from graph.tensor import SymbolicTensor, Tensor


def align(values: list[Any], names: Sequence[str]) -> list[Structure]:
    """Give every path the same structures: undefined names take the others' shape.

    Args:
        values: For each path, the list of the variables' values; changed in place.
        names: The variables' names.
    """
    structures = []
    for place, name in enumerate(names):
        found: Structure | None = None
        for path in values:
            value = path[place]
            if isinstance(value, Undefined):
                continue
            structure = nest.structure_of(value)
            if found is None:
                found = structure
            elif found != structure:
                raise BranchMismatchError(
                    f"{show_name(name)} has the structure {found} on one path and "
                    f"{structure} on another.",
                    origin=capture(2),
                    hint="Give it the same nesting on all paths.",
                )
        found = found or nest.LEAF
        structures.append(found)
        for path in values:
            if isinstance(path[place], Undefined) and found is not nest.LEAF:
                parts = [Undefined(name)] * found.n_leaves
                path[place] = nest.pack(found, parts)
    return structures


def is_same(left: Any, right: Any) -> bool:
    """Are two leaves one value, known while tracing?"""
    if left is right:
        return True
    if type(left) is not type(right) or isinstance(left, (Tensor, np.ndarray)):
        return False
    if isinstance(left, (float, complex)):
        return repr(left) == repr(right)  # 0.0 is not -0.0, and nan is nan
    if isinstance(left, (Undefined, Unavailable)):
        return left.name == str(right.name)
    # Of anything else the identity may matter.
    return isinstance(left, (int, str, bytes)) and left == right


def leaf_spec(leaf: Any) -> TensorSpec:
    """Return the spec of a leaf that can be staged."""
    value = leaf.value if isinstance(leaf, Maybe) else leaf
    return specs.spec_of(value)


def _leaf_origin(leaf: Any) -> Origin | None:
    if isinstance(leaf, SymbolicTensor):
        return leaf.node.origin
    return None


def _show_leaf(leaf: Any) -> str:
    if isinstance(leaf, Tensor):
        return str(leaf.spec)
    if isinstance(leaf, Undefined):
        return "undefined"
    if isinstance(leaf, Maybe):
        return f"{leaf.value.spec} (on some paths only)"
    if isinstance(leaf, Unavailable):
        return "a value that cannot leave a staged block"
    return f"{leaf!r} ({type(leaf).__name__})"


def mismatch(name: str, left: Any, right: Any, labels: tuple[str, str]) -> Exception:
    """Return the error for two leaves that nothing joins, showing both places."""
    places = [
        (label, origin)
        for label, leaf in zip(labels, (left, right), strict=True)
        if (origin := _leaf_origin(leaf)) is not None
    ]
    return BranchMismatchError(
        f"{show_name(name)} is {_show_leaf(left)} {labels[0]} and "
        f"{_show_leaf(right)} {labels[1]}.",
        origin=capture(2),
        others=tuple(places),
        hint=_mismatch_hint(left, right),
    )


def _mismatch_hint(left: Any, right: Any) -> str:
    if left is None or right is None:
        return (
            "Which path is taken is known only when the graph runs, and None is not "
            "a tensor. Return or assign a value on every path."
        )
    if is_stageable(left) and is_stageable(right):
        return (
            "One dtype must hold both: convert one side with ag.cast, or write the "
            "number as the other side's type (1.0 for 1)."
        )
    return "A value that is chosen when the graph runs must be a tensor or a number."


def join_specs(name: str, left: Any, right: Any, labels: tuple[str, str]) -> TensorSpec:
    """Return the spec that holds two leaves.

    Raises:
        BranchMismatchError: There is none.
    """
    for leaf in (left, right):
        if not (is_stageable(leaf) or isinstance(leaf, Maybe)):
            raise mismatch(name, left, right, labels)
    joined = specs.join(leaf_spec(left), leaf_spec(right))
    if joined is None:
        raise mismatch(name, left, right, labels)
    return joined


def coerce(graph: Graph, leaf: Any, spec: TensorSpec) -> SymbolicTensor:
    """Return `leaf` in `graph`, with the dtype of `spec`; a filler if undefined."""
    with graph.as_default():
        if isinstance(leaf, Maybe):
            leaf = leaf.value
        if isinstance(leaf, (Undefined, Unavailable)):
            return graph.constant(_filler(spec))
        if spec.dtype.is_python and isinstance(leaf, (int, float)):
            return graph.constant(spec.dtype.python(leaf))  # type: ignore[misc]
        if is_python_number(leaf) and not isinstance(leaf, Tensor):
            return graph.constant(np.asarray(leaf, dtype=spec.dtype.numpy))
        value = graph.capture(leaf)
        if value.spec.dtype is spec.dtype:
            return value
        attrs = {"dtype": spec.dtype}
        return graph.add(op_named("cast"), (value,), attrs, origin=capture()).outputs[0]


def _filler(spec: TensorSpec) -> Any:
    """Return some value of this spec, for a place that is never looked at."""
    if spec.dtype.python is not None:
        return spec.dtype.python(0)
    shape = tuple(dim or 0 for dim in spec.shape or ())
    filler = np.zeros(shape, spec.dtype.numpy)
    if spec.dtype is dtypes.string:
        filler.fill(b"")
    return filler


def flag_of(graph: Graph, leaf: Any) -> SymbolicTensor:
    """Return, in `graph`, whether `leaf` is defined."""
    if isinstance(leaf, Maybe):
        return graph.capture(leaf.is_defined)
    return graph.constant(not isinstance(leaf, (Undefined, Unavailable)))


def pack_all(structures: list[Structure], leaves: list[Any]) -> list[Any]:
    """Return one value for each structure, made of consecutive leaves."""
    packed, start = [], 0
    for structure in structures:
        end = start + structure.n_leaves
        packed.append(nest.pack(structure, leaves[start:end]))
        start = end
    return packed
