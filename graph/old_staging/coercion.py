"""Put leaves into a graph, in the dtype that holds all that paths leave there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes, specs
from graph.convert import constant_array
from graph.dispatch import is_python_number
from graph.errors import BranchMismatchError
from graph.graph import Graph
from graph.old_staging.links import links_of, note_copy_of
from graph.old_staging.number_types import leaf_types, mark
from graph.old_staging.variables import Unavailable
from graph.old_staging.whole import is_of_floats, joined_integers, mark_whole
from graph.op import op_named
from graph.ops.raising import exception_when_run
from graph.origin import capture, capture_exact
from graph.partial import ABSENT, MadeError, Undefined
from graph.segments import Column, Fill, One
from graph.specs import ListDType, TensorSpec
from graph.tensor import SymbolicTensor, Tensor


class Converted(tuple[SymbolicTensor]):
    """What was converted to the dtype that all paths leave: `givers` of the result."""

    __slots__ = ()


def coerce(graph: Graph, leaf: Any, spec: TensorSpec) -> SymbolicTensor:
    """Return `leaf` in `graph`, with the dtype of `spec`; a filler if undefined."""
    if isinstance(spec.dtype, ListDType):
        return _coerce_list(graph, leaf, spec.dtype.element)
    if spec.dtype is dtypes.opaque and not isinstance(leaf, SymbolicTensor):
        made = leaf.error if isinstance(leaf, MadeError) else Exception()
        return exception_when_run(graph, made, capture())  # type: ignore[no-any-return]
    with graph.as_default():
        if leaf is ABSENT or isinstance(leaf, (Undefined, Unavailable)):
            filler = graph.constant(_filler(spec))
            links_of(filler).is_filler = not spec.dtype.is_python
            if not spec.dtype.is_python:
                filler.givers = ()  # it is the array of nothing
            return filler
        if spec.dtype.is_python and isinstance(leaf, (int, float, complex)):
            number = _exact(leaf, spec.dtype.python)
            return _marked(graph.constant(number), leaf)
        if type(leaf) is str:
            is_tensor = spec.dtype is dtypes.string
            text = graph.constant(constant_array(leaf) if is_tensor else leaf)
            return _marked(text, leaf)
        if is_python_number(leaf) and not isinstance(leaf, Tensor):
            rounded = _marked(graph.constant(_number(leaf, spec)), leaf)
            links_of(rounded).unrounded = leaf
            return rounded
        value = graph.capture(leaf)
        if isinstance(leaf, np.generic):  # the graph forgets what it made constants of
            links_of(value).is_scalar = True
        elif isinstance(leaf, np.ndarray):
            links_of(value).is_array = True
            can_change = leaf.flags.writeable and leaf.dtype.kind in "biufc"
            if can_change and leaf.ndim and type(leaf) is np.ndarray:
                note_copy_of(value, leaf)
        if value.spec.dtype is spec.dtype:
            return value
        attrs = {"dtype": spec.dtype}
        if value.spec.dtype in _LARGE and spec.dtype.kind in "fc":
            graph.add(op_named("check_exact"), (value,), origin=capture())
        node = graph.add(op_named("cast"), (value,), attrs, origin=capture())
        if value.spec.shape != ():  # a number is the memory of nothing
            node.outputs[0].givers = Converted((value,))
        return _marked(node.outputs[0], value)


def _marked(value: SymbolicTensor, given: Any) -> SymbolicTensor:
    """Note that what has taken the dtype of a tensor is, or may be, Python's number."""
    mark(value, leaf_types(given))
    mark_whole(value, joined_integers([given], value.spec))
    return value


def _exact(leaf: Any, kind: Any) -> Any:
    """Return a number of Python's as one of a wider class.

    Raises:
        BranchMismatchError: It is an integer that is rounded then, or too large.
    """
    try:
        number = kind(leaf)
    except OverflowError:
        number = None
    if number is None or (isinstance(leaf, int) and number != leaf):
        raise BranchMismatchError(
            f"an integer of {leaf.bit_length()} bits is in one place, and a "
            f"{kind.__name__} in another, which does not hold it.",
            origin=capture_exact(2),
            hint="Write it as a float where it is made: float(n).",
        )
    return number


def _number(leaf: Any, spec: TensorSpec) -> Any:
    """Return a number of Python's in the dtype of a tensor.

    Raises:
        BranchMismatchError: It does not fit.
    """
    if not isinstance(leaf, complex) and not _holds(spec.dtype.numpy, leaf):
        raise BranchMismatchError(
            f"the number {leaf!r} is in one place, and {spec.dtype.name} in another, "
            "which does not hold it.",
            origin=capture_exact(2),
            hint="Make a tensor of it that does: ag.constant(number, ag.int64).",
        )
    return np.asarray(leaf, dtype=spec.dtype.numpy)


def fitting(spec: TensorSpec | None, *leaves: Any) -> TensorSpec | None:
    """Return a spec that holds numbers of Python's: the given one, or a wider one.

    None if there is none. Beside a tensor such a number takes the tensor's dtype,
    which may be too narrow for it.
    """
    for leaf in leaves:
        if spec is None or type(leaf) not in (int, float) or spec.dtype.is_python:
            continue
        if _holds(spec.dtype.numpy, leaf):
            continue
        kind = "i" if spec.dtype.numpy.kind == "u" else spec.dtype.numpy.kind
        wide = next((each for each in _WIDE if each.numpy.kind == kind), None)
        if spec.dtype is dtypes.uint64:
            return None
        if wide is None or not _holds(wide.numpy, leaf):
            return None
        spec = TensorSpec(spec.shape, wide)
    return spec


def _holds(dtype: np.dtype[Any], number: float) -> bool:
    """Can a dtype hold a number, but for rounding?"""
    if dtype.kind not in "iufc":
        return True
    try:
        with np.errstate(over="ignore"):
            held = np.asarray(number, dtype)
    except OverflowError:
        return False
    return bool(np.isfinite(held)) or not math.isfinite(number)


# Of integers that floats do not hold, all of them.
_LARGE: Final = (dtypes.int64, dtypes.uint64)
# An unsigned tensor is one of int64 beside a negative number, but for uint64.
_WIDE: Final = (dtypes.int64, dtypes.float64, dtypes.complex128)


def _coerce_list(graph: Graph, leaf: Any, element: TensorSpec | None) -> SymbolicTensor:
    """Return a column in `graph`, with elements of this spec."""
    origin, attrs = capture(), {"element": element}

    def add(name: str, inputs: Sequence[Any], attrs: Any = None) -> SymbolicTensor:
        return graph.add(op_named(name), inputs, attrs, origin=origin).outputs[0]

    def run(part: Any) -> SymbolicTensor:
        inner = graph.capture(part)
        if inner.spec == specs.list_of(element):
            return inner
        held = specs.innermost(inner.spec)
        if held is not None and held.dtype in _LARGE and is_of_floats(element):
            graph.add(op_named("check_exact"), (inner,), origin=origin)
        return _marked(add("list_cast", [inner], attrs), inner)

    def known(part: Any) -> SymbolicTensor:
        assert element is not None
        leaf = part.column if isinstance(part, One) else part
        return coerce(graph, leaf, element)

    parts: tuple[Any, ...] = (leaf,)
    if isinstance(leaf, Column):
        parts = leaf.parts
    elif not is_run(leaf):
        parts = ()
    place = 0
    while place < len(parts) and not isinstance(parts[place], Fill):
        if is_run(parts[place]):
            break
        place += 1
    if place or not parts:
        found = add("list_from", [known(part) for part in parts[:place]], attrs)
        rest = parts[place:]
    else:
        found, rest = None, parts
    for part in rest:
        if is_run(part):
            piece = run(part)
        elif isinstance(part, Fill):
            like = _coerce_list(graph, part.like, _element_of_column(part.like))
            piece = add("list_fill", [like, known(part.leaf)], attrs)
        else:
            found = add("list_append", [found, known(part)])
            continue
        found = piece if found is None else add("list_concat", [found, piece])
    assert found is not None
    return found


def _element_of_column(column: Any) -> TensorSpec | None:
    element: TensorSpec | None = column.spec.dtype.element
    return element


def _filler(spec: TensorSpec) -> Any:
    """Return some value of this spec, for a place that is never looked at."""
    if spec.dtype.python is not None:
        return spec.dtype.python()
    shape = tuple(dim or 0 for dim in spec.shape or ())
    filler = np.zeros(shape, spec.dtype.numpy)
    if spec.dtype is dtypes.string:
        filler.fill(b"")
    return filler


def is_run(part: Any) -> bool:
    """Is it a run-time list in a graph?"""
    return isinstance(part, SymbolicTensor) and specs.is_list(part.spec)


__all__ = ["Converted", "coerce", "fitting", "is_run"]
