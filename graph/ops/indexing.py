"""`x[...]` exactly as NumPy has it, with any integer in it known or symbolic.

The key of a `getitem` node is text, such as `"0, $0:, ..., None, $1"`, where `$n`
stands for input `n`: a symbolic integer, an array of integers, or a mask.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.convert import is_sequence
from graph.dispatch import as_tensor
from graph.errors import IndexingError
from graph.graph import current_graph
from graph.op import REQUIRED, Inline, Operand, define
from graph.ops.arguments import array_of, result_as_given
from graph.ops.core import cast
from graph.ops.gradients import structural as rules
from graph.recording import ACTIVE
from graph.shapes import Dim, Shape
from graph.specs import TensorSpec
from graph.tensor import ACTS, EagerTensor, SymbolicTensor, Tensor


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a key that an input of the node fills."""

    index: int


def getitem(x: Any, key: Any, name: str | None = None) -> Tensor:
    """Return `x[key]`, with NumPy's meaning of every kind of key.

    Args:
        x: A tensor, or what becomes one.
        key: Integers, slices, `...`, `None`, masks and arrays of integers, or a
            tuple of these; integers and the bounds of slices may be symbolic.
        name: A name for the node.

    Shape:   as NumPy
    Dtype:   any -> the same
    Raises:  IndexError if an index is out of bounds when this runs; IndexingError
        if the key has too many indices, or holds something else
    Source:  NumPy, "Indexing on ndarrays"
    """
    is_simple = type(key) is int and type(x) is EagerTensor and x._value.ndim
    if is_simple and not ACTIVE and current_graph() is None:
        return EagerTensor(x._value[key])
    if type(x) is str:
        return x[key]  # type: ignore[return-value]
    if isinstance(x, SymbolicTensor) and x.spec.dtype.is_python:
        kind: Any = x.spec.dtype.python
        raise TypeError(f"'{kind.__name__}' object is not subscriptable")
    text, operands = write_key(key)
    x = as_tensor(x)
    return result_as_given(_GETITEM, (x, *operands), {"key": text}, name)


def write_key(key: Any) -> tuple[str, list[Any]]:
    """Return the text of a key, and the operands for its slots.

    Raises:
        IndexingError: It holds something that cannot be an index.
    """
    operands: list[Any] = []
    parts = key if isinstance(key, tuple) else (key,)
    return ", ".join(_write_part(part, operands) for part in parts), operands


def _write_part(part: Any, operands: list[Any]) -> str:
    if part is None or isinstance(part, (bool, np.bool_)):
        return str(part)
    if part is Ellipsis:
        return "..."
    if isinstance(part, slice):
        start, stop = (_write_bound(b, operands) for b in (part.start, part.stop))
        step = "" if part.step is None else f":{_write_bound(part.step, operands)}"
        return f"{start}:{stop}{step}"
    if isinstance(part, (int, np.integer)):
        return str(int(part))
    operands.append(_as_index(part))
    return f"${len(operands) - 1}"


def _write_bound(bound: Any, operands: list[Any]) -> str:
    if bound is None:
        return ""
    if isinstance(bound, (int, np.integer)):
        return str(int(bound))
    operand = _as_index(bound)
    if operand.spec.dtype is dtypes.python_bool:  # one of Python's integers
        operand = cast(operand, dtypes.python_int)
    if not operand.dtype.is_integer or operand.shape not in ((), None):
        raise IndexingError(
            f"{bound!r} cannot be a bound of a slice.",
            hint="Bounds are integers or None.",
        )
    operands.append(operand)
    return f"${len(operands) - 1}"


def _as_index(part: Any) -> Tensor:
    """Return an array of integers or truth values that stands in a key."""
    if (is_sequence(part) or isinstance(part, range)) and not len(part):
        return as_tensor(np.array(part, np.intp))
    known = not isinstance(part, (str, bytes)) and part is not NotImplemented
    tensor = part if isinstance(part, Tensor) else as_tensor(part) if known else None
    if tensor is None or not (tensor.dtype.is_integer or tensor.dtype.is_bool):
        shown = part if isinstance(part, Tensor) else repr(part)
        raise IndexingError(
            f"{shown} cannot be an index.",
            hint="Indices are integers, slices (`:`), `...`, None, masks and arrays of "
            "integers.",
        )
    return tensor


@lru_cache(maxsize=4096)
def read_key(text: str) -> tuple[Any, ...]:
    """Return the key that a text stands for, with a `Slot` for each input."""
    return tuple(_read_part(part) for part in text.split(", ")) if text else ()


def _read_part(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if ":" in text:
        return slice(*(_read_bound(bound) for bound in text.split(":")))
    return _read_bound(text)


_WORDS = {"None": None, "True": True, "False": False, "...": Ellipsis}


def _read_bound(text: str) -> Any:
    if not text:
        return None
    return Slot(int(text[1:])) if text.startswith("$") else int(text)


def _getitem(x: Any, *indices: Any, key: str) -> Any:
    return array_of(x)[fill_key(key, indices)]


def fill_key(key: str, indices: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the key that a text and the arrays for its slots stand for."""
    parts = read_key(key)
    if not indices:
        return parts
    return tuple(_fill_part(part, indices) for part in parts)


def _fill_part(part: Any, indices: tuple[Any, ...]) -> Any:
    if isinstance(part, Slot):
        index = indices[part.index]
        if (
            isinstance(index, np.ndarray)
            and not index.ndim
            and index.dtype.kind in "iu"
        ):
            return index[()]  # by an array without axes NumPy gives a copy, no view
        return index
    if isinstance(part, slice):
        bounds = (part.start, part.stop, part.step)
        return slice(*(_fill_part(bound, indices) for bound in bounds))
    return part


def infer_getitem(x: TensorSpec, *indices: TensorSpec, key: str) -> TensorSpec:
    """Return the spec of `x[key]`."""
    parts = read_key(key)
    if x.shape is None:
        return TensorSpec(None, x.dtype)
    for part in parts:
        if isinstance(part, Slot) and indices[part.index].shape is None:
            return TensorSpec(None, x.dtype)
    return TensorSpec(_indexed(x.shape, _expand(parts, x.shape, indices), indices),
                      x.dtype)  # fmt: skip


def _consumed(part: Any, indices: tuple[TensorSpec, ...]) -> int:
    """Return how many axes a part of a key takes."""
    if part is None or part is Ellipsis or isinstance(part, bool):
        return 0
    if isinstance(part, Slot) and indices[part.index].dtype.is_bool:
        return indices[part.index].rank or 0
    return 1


def _expand(
    parts: tuple[Any, ...], shape: tuple[Dim, ...], indices: tuple[TensorSpec, ...]
) -> list[Any]:
    """Return the key with full slices in place of `...` and at its end."""
    if sum(part is Ellipsis for part in parts) > 1:
        raise IndexingError(
            "an index can only have a single ellipsis ('...').",
            hint="Write `:` for each axis of one of them.",
        )
    used = sum(_consumed(part, indices) for part in parts)
    free = len(shape) - used
    if free < 0:
        raise IndexingError(
            f"too many indices: the rank is {len(shape)}, but {used} were indexed.",
            hint="Give one index for each axis at most; `...` stands for the others.",
        )
    if not any(part is Ellipsis for part in parts):
        return [*parts, *[slice(None)] * free]
    at = next(i for i, part in enumerate(parts) if part is Ellipsis)
    # NumPy lets `...` part the arrays beside it even where it stands for no axis.
    return [*parts[:at], Ellipsis, *[slice(None)] * free, *parts[at + 1 :]]


def _indexed(
    shape: tuple[Dim, ...], parts: list[Any], indices: tuple[TensorSpec, ...]
) -> Shape:
    is_advanced = any(_is_array(part, indices) for part in parts)
    result: list[Dim] = []
    arrays: list[tuple[Dim, ...]] = []
    at: int | None = None
    # 0: none seen yet, 1: among arrays, 2: past them, 3: they are apart.
    state = 0
    axis = 0
    for part in parts:
        if part is Ellipsis:
            state = 2 if state == 1 else state
            continue
        n_axes = _consumed(part, indices)
        if isinstance(part, slice):
            result.append(_slice_length(shape[axis], part))
        elif part is None:
            result.append(1)
        elif is_advanced:
            arrays.append(_array_shape(part, indices, shape[axis : axis + n_axes]))
            if state == 0:
                at = len(result)
            state = 1 if state in (0, 1) else 3
        if (isinstance(part, slice) or part is None) and state == 1:
            state = 2
        axis += n_axes
    if not is_advanced:
        return tuple(result)
    common = shapes.broadcast(*arrays)
    assert common is not None  # all are known
    place = 0 if state == 3 or at is None else at
    return (*result[:place], *common, *result[place:])


def _is_array(part: Any, indices: tuple[TensorSpec, ...]) -> bool:
    """Tell whether the part makes the key an advanced one. Lone integers do not."""
    if isinstance(part, bool):
        return True
    if not isinstance(part, Slot):
        return False
    spec = indices[part.index]
    return spec.dtype.is_bool or spec.shape != ()


def _array_shape(
    part: Any, indices: tuple[TensorSpec, ...], dims: tuple[Dim, ...]
) -> tuple[Dim, ...]:
    if isinstance(part, bool):
        return (int(part),)
    if not isinstance(part, Slot):
        return ()
    spec = indices[part.index]
    assert spec.shape is not None  # the caller has looked
    if not spec.dtype.is_bool:
        return spec.shape
    for given, dim in zip(spec.shape, dims, strict=True):
        # Of no elements NumPy does not ask how many there should be.
        if given not in (None, 0) and dim not in (None, given):
            raise IndexingError(
                f"a mask of shape {shapes.show(spec.shape)} indexes axes of shape "
                f"{shapes.show(dims)}.",
                hint="A mask has the lengths of the axes that it indexes.",
            )
    return (None,)


def _slice_length(dim: Dim, part: slice) -> Dim:
    bounds = (part.start, part.stop, part.step)
    if part == slice(None):
        return dim
    if dim is None or part.step == 0:
        return None
    if any(isinstance(bound, Slot) for bound in bounds):
        return None
    return len(range(*part.indices(dim)))


def _getitem_inline(
    operands: tuple[Operand, ...], out: TensorSpec, *, key: str
) -> Inline | None:
    """Index in place, where it is known whether an array or a scalar comes out."""
    x, *indices = operands
    parts = read_key(key)
    if x.form != "array" or x.spec.rank is None or out.rank is None or not parts:
        return None
    listed = ", ".join(_part_code(part, indices) for part in parts)
    if out.shape != ():
        if any(_is_boxed_integer(part, indices) for part in parts):
            return None  # NumPy would give a copy, no view
        return Inline(f"{x.code}[{listed}]", "array")
    if not all(_is_integer(part, indices) for part in parts):
        return None
    if out.dtype.is_integer or out.dtype.is_bool:
        if all(_is_small(part, indices) for part in parts):
            return Inline(f"{x.code}.item({listed})", "python")
        # Of integers beyond 64 bits `item` makes another exception.
        kind = "int" if out.dtype.is_integer else "bool"
        return Inline(f"{kind}({x.code}[{listed}])", "python")
    return Inline(f"{x.code}[{listed}]", "scalar")


def _gives_copy(x: TensorSpec, *indices: TensorSpec, key: str) -> bool:
    """Tell whether a key is an advanced one for certain."""
    return any(
        isinstance(part, bool)
        or (
            isinstance(part, Slot)
            and (indices[part.index].dtype.is_bool or bool(indices[part.index].shape))
        )
        for part in read_key(key)
    )


def _can_fail(x: Any, *indices: Any, key: str) -> bool:
    """Tell whether a place may be out of range: one that the run knows, or is so."""
    if indices or x.spec.shape is None:
        return True
    axis, shape = 0, x.spec.shape
    for part in _expand(read_key(key), shape, ()):
        if type(part) is int:
            length = shape[axis]
            if length is None or not -length <= part < length:
                return True
        axis += _consumed(part, ())
    return False


def _is_small(part: Any, indices: list[Operand]) -> bool:
    value = indices[part.index].value if isinstance(part, Slot) else part
    if isinstance(part, Slot) and not indices[part.index].spec.dtype.is_python:
        return True
    return type(value) is int and -(2**63) <= value < 2**63


def _is_boxed_integer(part: Any, indices: list[Operand]) -> bool:
    """Is it an integer that is held as an array without axes?"""
    if not isinstance(part, Slot):
        return False
    operand = indices[part.index]
    spec = operand.spec
    return operand.form == "array" and spec.shape == () and not spec.dtype.is_bool


def _is_integer(part: Any, indices: list[Operand]) -> bool:
    if isinstance(part, Slot):
        operand = indices[part.index]
        is_scalar = operand.form != "array" and operand.spec.shape == ()
        return is_scalar and operand.spec.dtype.is_integer
    return isinstance(part, int) and not isinstance(part, bool)


def _part_code(part: Any, indices: list[Operand]) -> str:
    if isinstance(part, Slot):
        return indices[part.index].code
    if isinstance(part, slice):
        bounds = (part.start, part.stop, part.step)
        codes = ["" if b is None else _part_code(b, indices) for b in bounds]
        return ":".join(codes if codes[2] else codes[:2])
    return "..." if part is Ellipsis else str(part)


_GETITEM = define(
    "getitem",
    gradient=rules.getitem,
    can_fail=_can_fail,
    inputs=("x", "indices"),
    attrs={"key": REQUIRED},
    attr_kinds={"key": str},
    infer=infer_getitem,
    kernel=_getitem,
    inline=_getitem_inline,
    doc=getitem.__doc__,
    may_alias=True,
    gives_copy=_gives_copy,
    type_name="StridedSlice",
    node_name="strided_slice",
)
ACTS.getitem = getitem

__all__ = ["getitem"]
NAMESPACES = {"ag": __all__}
