"""Diagonals of matrices, one or several at once: made into matrices, taken, set.

Several diagonals are the rows of a matrix, the uppermost first. Shorter ones are
aligned to the left or the right of their rows; what is beside them is padding.

Source: TensorFlow's linalg.diag, linalg.diag_part and linalg.set_diag
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from graph import ops, shapes
from graph.convert import shown
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, Application, define
from graph.ops.arguments import (
    array_of,
    constant_value,
    result,
    static_axes,
    static_int,
)
from graph.ops.matrices import diag as one_diagonal
from graph.ops.matrices import diag_part as one_part
from graph.ops.matrix_operands import matrices
from graph.ops.triangles import beside, set_one_diagonal
from graph.shapes import Dim
from graph.specs import TensorSpec
from graph.tensor import Tensor

# To which side diagonals above, and below, the main one are aligned.
_ALIGNMENTS: Final = ("LEFT_LEFT", "LEFT_RIGHT", "RIGHT_LEFT", "RIGHT_RIGHT")


class _Band(NamedTuple):
    """Which diagonals there are, from the lowest to the uppermost."""

    low: int
    high: int

    @property
    def size(self) -> int:
        """How many."""
        return self.high - self.low + 1

    def length(self, n: int, m: int) -> int:
        """Return how long the longest is."""
        return min(n + min(self.high, 0), m - max(self.low, 0))


def _band(k: Any) -> _Band:
    ends = static_axes(k, "k") or ()
    if len(ends) == 1:
        ends *= 2
    if len(ends) != 2 or ends[0] > ends[1]:
        raise InvalidArgumentError(
            f"k is {shown(k)}, not a diagonal, nor the lowest and the uppermost.",
            hint="Those above the main one are counted from 1, those below from -1: "
            "k=(-1, 1) is three.",
        )
    return _Band(*ends)


def _aligned(align: Any) -> str:
    if align in _ALIGNMENTS:
        return str(align)
    raise DTypeError(
        f"align is {shown(align)}.",
        hint="Say to which side the diagonals above, and below, the main one are "
        f"aligned: {', '.join(_ALIGNMENTS)}.",
    )


class _Places(NamedTuple):
    """Where the elements of diagonals are: in their rows, and in the matrix."""

    inside: tuple[Any, Any]
    rows: Any
    columns: Any


def _places(n: int, m: int, band: _Band, align: str) -> _Places:
    """Return the places of diagonals of matrices with n rows and m columns."""
    above, below = (side == "RIGHT" for side in align.split("_"))
    length = band.length(n, m)
    diagonals = np.arange(band.high, band.low - 1, -1)[:, None]
    lengths = np.minimum(m - np.maximum(diagonals, 0), n + np.minimum(diagonals, 0))
    is_right = ((diagonals >= 0) & above) | ((diagonals <= 0) & below)
    steps = np.arange(max(length, 0)) - np.where(is_right, length - lengths, 0)
    is_inside = (steps >= 0) & (steps < lengths)
    inside = np.nonzero(is_inside)
    rows = (steps - np.minimum(diagonals, 0))[inside]
    columns = (steps + np.maximum(diagonals, 0))[inside]
    return _Places((inside[0], inside[1]), rows, columns)


def _check_band(n: Dim, m: Dim, band: _Band) -> None:
    """Refuse diagonals that a matrix does not have.

    Raises:
        ShapeError: There is none of them.
    """
    is_low = n is not None and band.low <= -max(n, 1)
    is_high = m is not None and band.high >= max(m, 1)
    if is_low or is_high:
        raise ShapeError(
            f"the diagonals {band.low} to {band.high} are not all in matrices with "
            f"{n} rows and {m} columns.",
            hint="The lowest is 1 - rows, the uppermost columns - 1.",
        )


# -- Taken -----------------------------------------------------------------------------


def _infer_part(
    x: TensorSpec, *, k: tuple[int, int], padding: Any, align: str
) -> TensorSpec:
    band = _Band(*k)
    batch, n, m = matrices(x, "diag_part")
    _check_band(n, m, band)
    if batch is None:
        return TensorSpec(None, x.dtype)
    length = None if n is None or m is None else band.length(n, m)
    return TensorSpec((*batch, *_several(band), length), x.dtype)


def _several(band: _Band) -> tuple[int, ...]:
    return (band.size,) if band.size > 1 else ()


def _part(x: Any, *, k: tuple[int, int], padding: Any, align: str) -> Any:
    band, matrix = _Band(*k), array_of(x)
    n, m = matrix.shape[-2:]
    _check_band(n, m, band)
    places = _places(n, m, band, align)
    found = np.full(
        (*matrix.shape[:-2], band.size, band.length(n, m)),
        _padding(padding, matrix.dtype),
        matrix.dtype,
    )
    found[..., *places.inside] = matrix[..., places.rows, places.columns]
    return found if band.size > 1 else found[..., 0, :]


def _padding(value: Any, dtype: Any) -> Any:
    """Return what is beside diagonals, among text nothing in place of 0."""
    if isinstance(value, str):
        return value.encode()
    return b"" if dtype.hasobject and not value else value


def _part_rule(at: Application, dy: Any) -> Sequence[Any]:
    x = at.inputs[0]
    attrs = {"k": at.attrs["k"], "align": at.attrs["align"]}
    return (lambda: result(_SET, (ops.zeros_like(x), dy), attrs),)


_PART = define(
    "band_diagonals",
    is_public=False,
    inputs=("input",),
    attrs={"k": REQUIRED, "padding": 0, "align": "RIGHT_LEFT"},
    infer=_infer_part,
    kernel=_part,
    gradient=_part_rule,
    doc="Several diagonals of matrices; see `ag.linalg.diag_part`.",
    can_fail=lambda x, **_: not shapes.is_static(x.spec.shape),
)


def diag_part(
    input: Any,
    name: str | None = None,
    k: Any = 0,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Return a diagonal of each matrix, or several.

    Args:
        input: Matrices.
        name: A name for the node.
        k: Which diagonal: those above the main one are counted from 1, those below
            from -1. Or a pair of them, the lowest and the uppermost of several.
        padding_value: What is beside diagonals that are shorter than others.
        align: To which side those above the main one are aligned, and those below.

    Shape:   (..., n, m) -> (..., length), or (..., count, length) of several, the
        uppermost first; the length is that of the longest
    Dtype:   any -> the same
    Raises:  ShapeError if there are fewer than two axes, or no such diagonals
    Source:  TensorFlow's linalg.diag_part; array API, linalg.diagonal
    """
    matrix, side = as_tensor(input), _aligned(align)
    if _is_one(k):
        return one_part(matrix, name, k)
    attrs = {
        "k": tuple(_band(k)),
        "padding": _static_padding(padding_value),
        "align": side,
    }
    return result(_PART, (matrix,), attrs, name)


def _is_one(k: Any) -> bool:
    known = constant_value(k)
    return known is None or np.ndim(known) == 0


def _static_padding(value: Any) -> Any:
    known = constant_value(value)
    if known is None or np.ndim(known) != 0:
        raise DTypeError(
            f"padding_value is {shown(value)}, not a number that is known while "
            "tracing.",
            hint="Give a number.",
        )
    held = np.asarray(known, object if isinstance(known, bytes) else None)
    return held.item()


# -- Set -------------------------------------------------------------------------------


def _infer_set(
    input: TensorSpec, diagonal: TensorSpec, *, k: tuple[int, int], align: str
) -> TensorSpec:
    if input.dtype is not diagonal.dtype:
        raise DTypeError(
            f"the diagonals are {diagonal.dtype}, the matrices are {input.dtype}.",
            hint="Convert one of them with ag.cast.",
        )
    wanted = _infer_part(input, k=k, padding=0, align=align)
    if not shapes.is_compatible(wanted.shape, diagonal.shape):
        raise ShapeError(
            f"the diagonals have the shape {shapes.show(wanted.shape)}, what they are "
            f"set to has {shapes.show(diagonal.shape)}.",
            hint="Give a row for each diagonal, the uppermost first.",
        )
    return input


def _set(input: Any, diagonal: Any, *, k: tuple[int, int], align: str) -> Any:
    band, matrix, values = _Band(*k), np.array(array_of(input)), array_of(diagonal)
    n, m = matrix.shape[-2:]
    _check_band(n, m, band)
    wanted = (*matrix.shape[:-2], *_several(band), band.length(n, m))
    if matrix.dtype != values.dtype or values.shape != wanted:
        raise ValueError(f"diagonals of {matrix.shape} are set to {values.shape}")
    places = _places(n, m, band, align)
    rows = values if band.size > 1 else values[..., None, :]
    matrix[..., places.rows, places.columns] = rows[..., *places.inside]
    return matrix


def _set_rule(at: Application, dy: Any) -> Sequence[Any]:
    diagonal, attrs = at.inputs[1], dict(at.attrs)

    def by_input() -> Any:
        return result(_SET, (dy, ops.zeros_like(diagonal)), attrs)

    return (by_input, lambda: result(_PART, (dy,), {**attrs, "padding": 0}))


_SET = define(
    "set_band_diagonals",
    is_public=False,
    inputs=("input", "diagonal"),
    attrs={"k": REQUIRED, "align": "RIGHT_LEFT"},
    infer=_infer_set,
    kernel=_set,
    gradient=_set_rule,
    doc="Matrices with several other diagonals; see `ag.linalg.set_diag`.",
    can_fail=lambda *given, **_: (
        not all(shapes.is_static(each.spec.shape) for each in given)
    ),
)


def set_diag(
    input: Any,
    diagonal: Any,
    name: str | None = None,
    k: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Return matrices with another diagonal, or several.

    Args:
        input: Matrices; they are not changed.
        diagonal: What to put on their diagonals.
        name: A name for the node.
        k: Which diagonal: those above the main one are counted from 1, those below
            from -1. Or a pair of them, the lowest and the uppermost of several.
        align: To which side the rows of those above the main one are aligned, and of
            those below.

    Shape:   (..., n, m), (..., length) or (..., count, length) -> (..., n, m)
    Dtype:   any, the same -> the same
    Raises:  ShapeError if the diagonals are longer or shorter, or there are none such
    Source:  TensorFlow's linalg.set_diag
    """
    matrix, side = as_tensor(input), _aligned(align)
    if _is_one(k):
        return set_one_diagonal(matrix, diagonal, name, k)
    attrs = {"k": tuple(_band(k)), "align": side}
    return result(_SET, (matrix, beside(diagonal, matrix)), attrs, name)


# -- Made ------------------------------------------------------------------------------


def _dims(length: int, band: _Band, n: int, m: int) -> tuple[int, int]:
    """Return the rows and columns of a matrix with diagonals; -1 is as few as fit.

    Raises:
        ShapeError: There is no such matrix.
    """
    rows, columns = length - min(band.high, 0), length + max(band.low, 0)
    if n == m == -1:
        n = m = max(rows, columns)
    n, m = rows if n == -1 else n, columns if m == -1 else m
    if n < rows or m < columns or (n != rows and m != columns):
        raise ShapeError(
            f"diagonals of length {length} from {band.low} to {band.high} are not "
            f"those of a matrix with {n} rows and {m} columns.",
            hint=f"It has {rows} rows and {columns} columns or more, and one of the "
            "two exactly.",
        )
    return n, m


def _infer_make(
    diagonal: TensorSpec,
    *,
    k: tuple[int, int],
    num_rows: int,
    num_cols: int,
    padding: Any,
    align: str,
) -> TensorSpec:
    band = _Band(*k)
    if diagonal.shape is None:
        return diagonal
    own = len(_several(band)) + 1
    if len(diagonal.shape) < own:
        raise ShapeError(
            f"the diagonals have the rank {len(diagonal.shape)}.",
            hint=f"{band.size} diagonals need {own} axes or more.",
        )
    *batch, length = diagonal.shape
    if band.size > 1:
        count = batch.pop()
        if count not in (None, band.size):
            raise ShapeError(
                f"there are {count} rows of diagonals, and k says {band.size}.",
                hint="Give a row for each diagonal, the uppermost first.",
            )
    if length is None:
        known = tuple(None if size == -1 else size for size in (num_rows, num_cols))
        return TensorSpec((*batch, *known), diagonal.dtype)
    return TensorSpec(
        (*batch, *_dims(length, band, num_rows, num_cols)), diagonal.dtype
    )


def _make(
    diagonal: Any,
    *,
    k: tuple[int, int],
    num_rows: int,
    num_cols: int,
    padding: Any,
    align: str,
) -> Any:
    band, values = _Band(*k), array_of(diagonal)
    rows = values if band.size > 1 else values[..., None, :]
    if rows.shape[-2] != band.size:
        raise ValueError("rows")
    n, m = _dims(values.shape[-1], band, num_rows, num_cols)
    places = _places(n, m, band, align)
    found = np.full(
        (*rows.shape[:-2], n, m), _padding(padding, values.dtype), values.dtype
    )
    found[..., places.rows, places.columns] = rows[..., *places.inside]
    return found


def _make_rule(at: Application, dy: Any) -> Sequence[Any]:
    attrs = {"k": at.attrs["k"], "align": at.attrs["align"], "padding": 0}
    return (lambda: result(_PART, (dy,), attrs),)


_MAKE = define(
    "band_matrix",
    is_public=False,
    inputs=("diagonal",),
    attrs={
        "k": REQUIRED,
        "num_rows": -1,
        "num_cols": -1,
        "padding": 0,
        "align": "RIGHT_LEFT",
    },
    infer=_infer_make,
    kernel=_make,
    gradient=_make_rule,
    doc="Matrices with several diagonals; see `ag.linalg.diag`.",
    can_fail=lambda x, **_: not shapes.is_static(x.spec.shape),
)


def diag(
    diagonal: Any,
    name: str | None = None,
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Make matrices with these diagonals, and something else elsewhere.

    Args:
        diagonal: The diagonals.
        name: A name for the node.
        k: Which diagonal: those above the main one are counted from 1, those below
            from -1. Or a pair of them, the lowest and the uppermost of several.
        num_rows: How many rows; by default the matrices are square, or have as few as
            they can.
        num_cols: How many columns; likewise.
        padding_value: What is elsewhere.
        align: To which side the rows of those above the main one are aligned, and of
            those below.

    Shape:   (..., n) -> (..., n + |k|, n + |k|); (..., count, n) of several, the
        uppermost first
    Dtype:   any -> the same
    Raises:  ShapeError for a scalar, or if the numbers of rows and columns do not fit
    Source:  TensorFlow's linalg.diag; numpy.diag of a vector
    """
    values, side = as_tensor(diagonal), _aligned(align)
    padding = _static_padding(padding_value)
    dims = static_int(num_rows, "num_rows"), static_int(num_cols, "num_cols")
    if _is_one(k) and dims == (-1, -1) and not padding:
        return one_diagonal(values, name, k)
    attrs = {
        "k": tuple(_band(k)),
        "num_rows": dims[0],
        "num_cols": dims[1],
        "padding": padding,
        "align": side,
    }
    return result(_MAKE, (values,), attrs, name)


__all__ = ["diag", "diag_part", "set_diag"]
NAMESPACES = {"ag": ["diag", "diag_part"], "ag.linalg": __all__}
